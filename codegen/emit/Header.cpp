// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/emit/Header.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace llvm;

namespace tenon::emit {

namespace {
Error wrong(std::string text) { return createStringError(inconvertibleErrorCode(), Twine(text)); }

/// Of C11 and C++17, which both read the header.
bool isKeyword(StringRef word) {
  // clang-format off
  static const StringSet<> words{
      "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
      "case", "catch", "char", "char16_t", "char32_t", "class", "compl", "const", "constexpr",
      "const_cast", "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast",
      "else", "enum", "explicit", "export", "extern", "false", "float", "for", "friend", "goto",
      "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq",
      "nullptr", "operator", "or", "or_eq", "private", "protected", "public", "register",
      "reinterpret_cast", "restrict", "return", "short", "signed", "sizeof", "static",
      "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local",
      "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using",
      "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq", "_Alignas", "_Alignof",
      "_Atomic", "_Bool", "_Complex", "_Generic", "_Imaginary", "_Noreturn", "_Static_assert",
      "_Thread_local"};
  // clang-format on
  return words.contains(word);
}

bool isIdentifier(StringRef text) {
  return !text.empty() && (isAlpha(text.front()) || text.front() == '_') &&
         all_of(text, [](char c) { return isAlnum(c) || c == '_'; });
}

std::string spelled(const std::vector<int64_t> &shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

/// Writes members of a struct, one a line.
class MemberWriter {
public:
  explicit MemberWriter(const target::Interface &interface) : interface(interface) {}

  /// `name` is what the parameter is called in this struct.
  Error add(const target::Parameter &parameter, StringRef name) {
    std::string member = memberOf(name);
    if (isKeyword(member) || !isIdentifier(member))
      return wrong(fmt::format("parameter '{}' of {} '{}' cannot be a member of a C struct: '{}' is {}",
                               parameter.name, kind(), interface.name, member,
                               isKeyword(member) ? "a keyword of C or C++" : "no identifier"));
    auto [place, isNew] = seen.try_emplace(member, parameter.name);
    if (!isNew)
      return wrong(fmt::format("parameters '{}' and '{}' of {} '{}' are the same member '{}' in C",
                               place->second, parameter.name, kind(), interface.name, member));
    lines += fmt::format("  tenon_tensor {}; /* {} {}, packed as {} */\n", member, name.str(),
                         spelled(parameter.shape), parameter.type);
    return Error::success();
  }

  std::string lines;

private:
  const char *kind() const { return interface.isStack ? "stack" : "block"; }

  const target::Interface &interface;
  StringMap<std::string> seen;
};

/// "layers.3.ffn.gate.weight": "ffn.gate.weight".
StringRef nameInLayer(StringRef name) { return name.split('.').second.split('.').second; }

/// A member of the struct of a layer: as the first layer that has it says.
const target::Parameter &memberAt(const target::Interface &interface, int64_t member) {
  int64_t place = interface.firstMember + member;
  for (int64_t layer = 1; interface.parameters[place].name.empty() && layer < interface.repeats; ++layer)
    place += interface.members;
  return interface.parameters[place];
}

/// The struct of a layer; empty where there are no parameters in layers.
Expected<std::string> layerStruct(const target::Interface &interface) {
  if (interface.members == 0)
    return "";
  MemberWriter writer(interface);
  for (int64_t member = 0; member < interface.members; ++member) {
    const target::Parameter &parameter = memberAt(interface, member);
    if (Error error = writer.add(parameter, nameInLayer(parameter.name)))
      return error;
  }
  return fmt::format("/* The parameters of a layer. What a layer does not have stays zero. */\n"
                     "typedef struct {{\n{0}}} {1}_layer;\n\n",
                     writer.lines, interface.symbol());
}

/// The members of the weights struct.
Expected<std::string> members(const target::Interface &interface) {
  MemberWriter writer(interface);
  int64_t count = interface.parameters.size(),
          behind = interface.firstMember + interface.members * interface.repeats;
  for (int64_t place = 0; place < count; ++place) {
    if (place == interface.firstMember && interface.members) {
      writer.lines += fmt::format("  {}_layer layers[{}];\n", interface.symbol(), interface.repeats);
      place = behind;
      if (place == count)
        break;
    }
    const target::Parameter &parameter = interface.parameters[place];
    if (Error error = writer.add(parameter, parameter.name))
      return error;
  }
  if (writer.lines.empty())
    return "  tenon_tensor unused; /* there are no parameters: pass a null pointer */\n";
  return writer.lines;
}

/// What x, y and the rows that come out are.
std::string rowsText(const target::Interface &interface) {
  const target::Rows &x = interface.x, &y = interface.y;
  if (!interface.isStack)
    return fmt::format("x and y are [tokens, {}] of {}", x.width, x.type);
  std::string in = interface.vocabulary ? fmt::format("ids are [tokens], below {}", interface.vocabulary)
                                        : fmt::format("x is [tokens, {}] of {}", x.width, x.type);
  const char *rows = interface.pooling ? "sequences" : "outputs or tokens";
  return fmt::format("{}; y is [{}, {}] of {}", in, rows, y.width, y.type);
}

// {0} exported name, {1} block, {2} width of y, {3} rows, {4} members, {5} struct of a layer,
// {6} kind, {7} type and name of x, {8} more constants, {9} what forward does
constexpr const char *text = R"(/* {0}.h: the {6} '{1}', compiled by Tenon. C11 and C++17.
 * Link the archive of the same name. What each function checks and answers is in
 * tenon.h; nothing here allocates, prints, aborts or starts threads. */
#ifndef TENON_BLOCK_{0}_H
#define TENON_BLOCK_{0}_H

#include "tenon.h"

#ifdef __cplusplus
extern "C" {{
#endif

/* Elements of a row; {3}. */
enum {{ {0}_width = {2}{8} }};

{5}/* The parameters, row-major, in f32, bf16 or f16 each as it comes; read only by {0}_pack. */
typedef struct {{
{4}}} {0}_weights;

/* Bytes that {0}_pack writes, at an address aligned to 64 bytes. SIZE_MAX where no variant runs. */
size_t {0}_packed_size(void);

/* Brings weights into the form that {0}_forward reads. `parallel` may be null: the calling thread. */
tenon_status {0}_pack(const {0}_weights *weights, void *packed, size_t size, const tenon_parallel *parallel);

/* Bytes of one cache slot of `cache_tokens` tokens; 0 where the {6} needs no cache. */
size_t {0}_cache_size(size_t cache_tokens);

/* Bytes that {0}_forward needs for `tokens` rows and `threads` as in tenon_parallel (null: 1). */
size_t {0}_workspace_size(size_t tokens, size_t threads);

/* {9} `packed`, `cache` and `workspace` are aligned to 64 bytes. */
tenon_status {0}_forward(const void *packed, const tenon_batch *batch, {7}, void *y, void *cache,
                         void *workspace, size_t workspace_size, const tenon_parallel *parallel);

/* The variant that runs here ("x86-64-v4"); null where none does. */
const char *{0}_variant(void);

/* For tests: the variant called `name` from now on, null: the best one again. Weights must be packed anew. */
tenon_status {0}_force_variant(const char *name);

#ifdef __cplusplus
}}
#endif
#endif
)";
} // namespace

std::string memberOf(StringRef name) {
  std::string member = name.str();
  std::replace(member.begin(), member.end(), '.', '_');
  return member;
}

Expected<std::string> makeHeader(const target::Interface &interface) {
  if (!isIdentifier(interface.symbol()))
    return wrong(
        fmt::format("'{}' cannot begin the names of C functions: prefix and block name must be letters, "
                    "digits and _",
                    interface.symbol()));
  std::string name = interface.symbol();
  StringRef symbol = name;
  if (symbol == "tenon" || symbol == "tenon_support" || symbol.starts_with("tenon1"))
    return wrong(fmt::format(
        "'{}' is a name of Tenon's own files and functions: choose another, or give --prefix", name));
  Expected<std::string> lines = members(interface);
  if (!lines)
    return lines.takeError();
  Expected<std::string> layer = layerStruct(interface);
  if (!layer)
    return layer.takeError();
  bool takesIds = interface.vocabulary != 0;
  std::string constants =
      interface.isStack ? fmt::format(", {}_layers = {}", interface.symbol(), interface.repeats) : "";
  if (takesIds)
    constants += fmt::format(", {}_vocabulary = {}", interface.symbol(), interface.vocabulary);
  return fmt::format(text, interface.symbol(), interface.name, interface.y.width, rowsText(interface), *lines,
                     *layer, interface.isStack ? "stack" : "block",
                     takesIds ? "const int32_t *ids" : "const void *x", constants,
                     interface.isStack ? "y = stack(x)." : "y = block(x). y may be x;");
}

} // namespace tenon::emit
