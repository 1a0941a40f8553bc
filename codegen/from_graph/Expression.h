// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Score and mask expressions of the graph as regions of `tenon.attend`.
#ifndef TENON_CODEGEN_FROM_GRAPH_EXPRESSION_H
#define TENON_CODEGEN_FROM_GRAPH_EXPRESSION_H

#include "codegen/dialect/Tenon.h"
#include "dsl/graph/Graph.h"
#include "llvm/ADT/SetVector.h"

namespace tenon {

/// Adds the parameters that `expression` reads, in order of first use.
void addParameters(const graph::Graph &expression, llvm::SetVector<graph::ParamId> &used);

/// Fills `region` with `expression`: its block takes `arguments` as
/// tensor<1xf32>, then `parameters` (values of `ids`), and yields one value.
void importExpression(mlir::Region &region, const graph::Graph &expression,
                      llvm::ArrayRef<graph::Argument> arguments, llvm::ArrayRef<graph::ParamId> ids,
                      llvm::ArrayRef<mlir::Value> parameters);

} // namespace tenon

#endif
