// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mlir-opt with the dialects and passes of Tenon: every pass can be run alone.

#include "codegen/pipeline/Register.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  tenon::registerDialects(registry);
  tenon::registerPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Runs passes on stages of Tenon's pipeline\n", registry));
}
