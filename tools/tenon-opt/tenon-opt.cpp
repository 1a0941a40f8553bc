// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mlir-opt with the dialects and passes of Tenon: every pass can be run alone, and asked what it decides.

#include "codegen/pipeline/Register.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"

namespace {

/// LLVM has this option only where it is built with assertions.
llvm::cl::opt<std::string> debugOnly("debug-only", llvm::cl::value_desc("pass"),
                                     llvm::cl::desc("Print each decision of one pass: its flag without dashes"),
                                     llvm::cl::callback([](const std::string &pass) {
                                       llvm::DebugFlag = true;
                                       llvm::setCurrentDebugType(pass.c_str());
                                     }));

} // namespace

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tenon::registerDialects(registry);
  tenon::registerPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Runs passes on stages of Tenon's pipeline\n", registry));
}
