// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value, or the sentence that says why there is none.
#ifndef TENON_RUNTIME_CORE_RESULT_H
#define TENON_RUNTIME_CORE_RESULT_H

#include <string>
#include <utility>
#include <variant>

namespace tenon::core {

/// Why something failed, as one sentence without a final stop: it names the
/// file, tensor or function at fault.
struct Error {
  std::string message;
};

/// A T or an Error. Test it before use: `if (!result) return result.failure();`
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : state(std::move(value)) {}
  Result(Error error) : state(std::move(error)) {}

  explicit operator bool() const { return state.index() == 0; }
  T &operator*() { return *std::get_if<0>(&state); }
  const T &operator*() const { return *std::get_if<0>(&state); }
  T *operator->() { return std::get_if<0>(&state); }
  const T *operator->() const { return std::get_if<0>(&state); }

  const std::string &error() const { return std::get_if<1>(&state)->message; }
  Error failure() const { return *std::get_if<1>(&state); }

private:
  std::variant<T, Error> state;
};

/// What a function without a value returns.
struct Done {};

} // namespace tenon::core

#endif
