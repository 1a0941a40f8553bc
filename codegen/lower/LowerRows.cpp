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
  addLaunch(kernel,
            {{"block_rows", 0},
             {"tile_rows", schedule.getTile()},
             {"column_chunks", 0},
             {"panel_bytes", 0},
             {"scratch_bytes", phase.scratchBytes}},
            {{"finish", phase.function}});
}

struct LowerRows : tenon::impl::LowerRowsBase<LowerRows> {
  void runOnOperation() override {
    if (failed(forEachKernel<RowsAttr>(getOperation(), lower)))
      signalPassFailure();
  }
};

} // namespace
