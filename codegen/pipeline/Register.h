// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the MLIR stages are made of, for tools that read them (tenon-opt).
#ifndef TENON_CODEGEN_PIPELINE_REGISTER_H
#define TENON_CODEGEN_PIPELINE_REGISTER_H

namespace mlir {
class DialectRegistry;
}

namespace tenon {

/// Adds every dialect that occurs in a stage.
void registerDialects(mlir::DialectRegistry &registry);

/// Adds our passes, and those of MLIR that the pipeline runs, to the command line.
void registerPasses();

} // namespace tenon

#endif
