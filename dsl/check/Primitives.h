// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The primitive functions by name, and where each may stand.
#ifndef TENON_DSL_CHECK_PRIMITIVES_H
#define TENON_DSL_CHECK_PRIMITIVES_H

#include "dsl/ast/AST.h"
#include "dsl/graph/Graph.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tenon::checker {

struct Primitive {
  enum class Form : uint8_t {
    unary,     ///< one number or row, element by element
    minmax,    ///< two or more
    reduction, ///< one row
    round,     ///< one number or row, to dtype
    number,    ///< numbers alone: ceil, log2, round_up
    split,
    merge,
    rotate,
    attend,
  } form;
  std::string_view name;
  graph::Op op = graph::Op::input;
  std::vector<std::string_view> options; ///< behind the ';'
  size_t required = 0;                   ///< how many of them have no default
  /// Bit `1 << KindWord` for each sort of kind whose rows it may work on.
  uint32_t allowed = 0;

  bool allowedIn(ast::KindWord word) const { return allowed >> uint32_t(word) & 1; }
  size_t minimum() const { return form == Form::attend ? 3 : form == Form::minmax || takesTwo() ? 2 : 1; }
  size_t maximum() const { return form == Form::minmax ? SIZE_MAX : minimum(); }

private:
  bool takesTwo() const { return name == "round_up"; }
};

const std::vector<Primitive> &primitives();
const Primitive *findPrimitive(std::string_view name);

} // namespace tenon::checker

#endif
