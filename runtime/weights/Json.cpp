// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/weights/Json.h"
#include <fmt/format.h>
#include <set>

namespace tenon::weights {

using core::Error;

namespace {
/// Builds a value from the parser's events. The library's own builder keeps the
/// last of two equal keys, and its destructor recurses without a limit.
class Builder : public nlohmann::json_sax<Json> {
public:
  explicit Builder(Json &root) : root(root) {}
  std::string error;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t &) override { return add(value); }
  bool string(string_t &value) override { return add(std::move(value)); }
  bool binary(binary_t &value) override { return add(std::move(value)); }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t &value) override {
    if (!keys.back().insert(value).second)
      return fail(fmt::format("'{}' occurs twice", printable(value)));
    next = std::move(value);
    return true;
  }
  bool parse_error(std::size_t position, const std::string &, const nlohmann::detail::exception &) override {
    return fail(fmt::format("not JSON at byte {}", position));
  }

private:
  static constexpr size_t maxDepth = 64;

  bool fail(std::string text) {
    error = std::move(text);
    return false;
  }
  Json *place(Json value) {
    if (stack.empty()) {
      root = std::move(value);
      return &root;
    }
    Json &parent = *stack.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    return &(parent[next] = std::move(value));
  }
  bool add(Json value) {
    place(std::move(value));
    return true;
  }
  bool open(Json value) {
    if (stack.size() == maxDepth)
      return fail("nested too deeply");
    stack.push_back(place(std::move(value)));
    keys.emplace_back();
    return true;
  }
  bool close() {
    stack.pop_back();
    keys.pop_back();
    return true;
  }

  Json &root;
  std::vector<Json *> stack; // stable: a parent does not grow while a child is open
  std::vector<std::set<std::string>> keys;
  std::string next;
};
} // namespace

core::Result<Json> parseJson(std::string_view text) {
  Json root;
  Builder builder(root);
  if (!Json::sax_parse(text.begin(), text.end(), &builder))
    return Error{builder.error.empty() ? "not JSON" : builder.error};
  return root;
}

std::optional<std::string> stringAt(const Json &object, const char *key) {
  auto found = object.find(key);
  if (found == object.end() || !found->is_string())
    return std::nullopt;
  return *found->get_ptr<const std::string *>();
}

std::optional<std::vector<uint64_t>> unsignedsAt(const Json &object, const char *key) {
  auto found = object.find(key);
  if (found == object.end() || !found->is_array())
    return std::nullopt;
  std::vector<uint64_t> values;
  for (const Json &element : *found) {
    if (!element.is_number_unsigned())
      return std::nullopt;
    values.push_back(*element.get_ptr<const uint64_t *>());
  }
  return values;
}

std::string printable(std::string_view text) {
  constexpr size_t limit = 120;
  std::string result;
  for (char c : text.substr(0, limit))
    result += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
  return text.size() > limit ? result + "..." : result;
}

} // namespace tenon::weights
