// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/LaunchList.h"
#include "codegen/lower/Passes.h"
#include "codegen/lower/attention/Attention.h"
#include "codegen/lower/attention/KeyValueStore.h"

#define DEBUG_TYPE "tenon-lower-attention"

namespace tenon {
#define GEN_PASS_DEF_LOWERATTENTION
#include "codegen/lower/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

void lower(ModuleOp module, KernelOp kernel, AttentionAttr schedule) {
  AttentionKernel attention(kernel);
  func::FuncOp store = emitStorePhase(module, attention);
  EmittedPhase contraction = emitAttention(module, attention);
  addLaunch(kernel, LaunchKind::attention, {store, contraction.function, {}},
            {.block_rows = schedule.getBlockRows(),
             .tile_rows = schedule.getTokens(),
             .scratch_bytes = contraction.scratchBytes,
             .kv_heads = attention.shape.kvHeads,
             .key_bytes = attention.shape.bytesPerKey(),
             .cached = schedule.getCached(),
             .ring_keys = schedule.getRingKeys()});
}

struct LowerAttention : tenon::impl::LowerAttentionBase<LowerAttention> {
  void runOnOperation() override {
    if (failed(forEachKernel<AttentionAttr>(getOperation(), lower)))
      signalPassFailure();
  }
};

} // namespace
