// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the block graph to a module of `tenon` operations.
#ifndef TENON_CODEGEN_FROM_GRAPH_FROMGRAPH_H
#define TENON_CODEGEN_FROM_GRAPH_FROMGRAPH_H

#include "codegen/dialect/Tenon.h"
#include "dsl/graph/Graph.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tenon {

/// The module of stage `tenon`: attribute `tenon.block` and one function, named
/// as the block, of x and the parameters in the order of Block::params; argument
/// attribute `tenon.param` is a parameter's canonical name. One operation per
/// node (x - mean(x) alone is centred a second time); its location is the slot
/// path of the instance that made it (NameLoc) over the line of the spec.
///
/// `tenon.block` holds `name`, `width`, the types `dtype`, `weights`, `residual`,
/// `parameters` = [{name, shape, type}] and `hash`, 128 bits of the graph and its
/// parameter table.
///
/// What this compiler cannot do yet (attend, rotate, quantised weights) is an
/// error at its location; the result is then null. `files` names what
/// graph::Location::file counts.
mlir::OwningOpRef<mlir::ModuleOp> fromGraph(const graph::Block &block, const std::vector<std::string> &files,
                                            mlir::MLIRContext *context);

} // namespace tenon

#endif
