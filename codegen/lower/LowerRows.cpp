// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/LaunchList.h"
#include "codegen/lower/Passes.h"
#include "codegen/lower/rows/RowPhase.h"

#define DEBUG_TYPE "tenon-lower-rows"

namespace tenon {
#define GEN_PASS_DEF_LOWERROWS
#include "codegen/lower/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

void lower(ModuleOp module, KernelOp kernel, RowsAttr schedule) {
  EmittedPhase phase = rows::emitRowPhase(module, kernel.getLoc(), rows::finishOf(kernel));
  addLaunch(kernel, LaunchKind::rows, {{}, {}, phase.function},
            {.tile_rows = schedule.getTile(), .scratch_bytes = phase.scratchBytes});
}

struct LowerRows : tenon::impl::LowerRowsBase<LowerRows> {
  void runOnOperation() override {
    if (failed(forEachKernel<RowsAttr>(getOperation(), lower)))
      signalPassFailure();
  }
};

} // namespace
