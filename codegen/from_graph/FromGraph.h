// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From block graphs and stacks to modules of `tenon` operations.
#ifndef TENON_CODEGEN_FROM_GRAPH_FROMGRAPH_H
#define TENON_CODEGEN_FROM_GRAPH_FROMGRAPH_H

#include "codegen/dialect/Tenon.h"
#include "dsl/graph/Graph.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tenon {

/// The module of stage `tenon`: attribute `tenon.block` and one function, named
/// as the block, of x and the parameters in the order of Block::params; argument
/// attribute `tenon.param` is a parameter's canonical name. One operation for each
/// node but x and the parameters, apart from `tenon.cast` between them and their
/// storage types and `tenon.spread`; its location is the slot path of the instance
/// that made it (NameLoc) over the line of the spec.
///
/// `tenon.block` holds `name`, `width`, the types `dtype`, `weights`, `residual`,
/// `cache`, `parameters` = [{name, shape, type}], `nodes`, how many of them became
/// operations, and `hash`, 128 bits of the graph and its parameter table.
///
/// What this compiler cannot do yet (quantised weights, for one) is an error at its
/// location; the result is then null. `files` names what
/// graph::Location::file counts.
mlir::OwningOpRef<mlir::ModuleOp> fromGraph(const graph::Block &block, const std::vector<std::string> &files,
                                            mlir::MLIRContext *context);

/// The module of a stack: inside it one module as above for each kind of layer and each end,
/// and the attribute `tenon.stack` with what tenon_block in runtime/abi/kernel.h says:
/// `name`, `hash`, the rows `x`, `y` and `stream` = {type, width}, `vocabulary`,
/// `position_limit`, `type_count`, `end`, `pooling`, `layers` = [{part, parameters}] and the
/// members of the weights struct, `parameters` = [{name, shape, type}], of which those from
/// `first_member` on are `repeats` structs of `members`; a member that its layer does not
/// have has an empty name. Errors as above.
mlir::OwningOpRef<mlir::ModuleOp> fromStack(const graph::Stack &stack, const std::vector<std::string> &files,
                                            mlir::MLIRContext *context);

/// The line of the spec, or nowhere.
mlir::Location locationOf(const graph::Location &place, const std::vector<std::string> &files,
                          mlir::MLIRContext *context);
/// The type in which `format` is stored; quantised ones have none here and become f32.
mlir::Type typeOf(graph::Format format, mlir::MLIRContext *context);
/// {name, shape, type}
mlir::DictionaryAttr describeParameter(mlir::Builder &builder, llvm::StringRef name,
                                       llvm::ArrayRef<int64_t> shape, mlir::Type type);
/// 128 bits of `text`.
mlir::Attribute hashOf(llvm::StringRef text, mlir::Builder &builder);

} // namespace tenon

#endif
