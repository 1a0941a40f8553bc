// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/LaunchList.h"
#include "codegen/lower/Passes.h"
#include "codegen/lower/contraction/Contraction.h"
#include "codegen/lower/rows/RowPhase.h"

#define DEBUG_TYPE "tenon-lower-contractions"

namespace tenon {
#define GEN_PASS_DEF_LOWERCONTRACTIONS
#include "codegen/lower/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

void lower(ModuleOp module, KernelOp kernel, ContractionAttr schedule) {
  EmittedPhase prologue = emitPrologue(module, kernel), contraction = emitContraction(module, kernel);
  EmittedPhase finish = rows::emitRowPhase(module, kernel.getLoc(), rows::finishOf(kernel));
  addLaunch(
      kernel, LaunchKind::rows, {prologue.function, contraction.function, finish.function},
      {.block_rows = schedule.getBlockRows(),
       .tile_rows = schedule.getRows(),
       .column_chunks = contraction.units,
       .panel_bytes = int64_t(*kernel.getPanelBytes()),
       .scratch_bytes = std::max({prologue.scratchBytes, contraction.scratchBytes, finish.scratchBytes})});
}

struct LowerContractions : tenon::impl::LowerContractionsBase<LowerContractions> {
  void runOnOperation() override {
    if (failed(forEachKernel<ContractionAttr>(getOperation(), lower)))
      signalPassFailure();
  }
};

} // namespace
