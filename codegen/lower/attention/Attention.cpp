// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/attention/Attention.h"

#include "codegen/lower/attention/TileEmitter.h"

using namespace mlir;
using namespace tenon;

EmittedPhase tenon::emitAttention(ModuleOp module, const AttentionPlan &plan) {
  Phase phase(module, AttendOp(plan.attend).getLoc(), plan.name + ".contraction");
  TileEmitter many(module, phase, plan, plan.shape.tileTokens);
  TileEmitter one(module, phase, plan, 1); // decoding: no rows that repeat others
  Emitter emit(phase.builder(), phase.loc());
  emit.loop(phase.size("begin"), phase.size("end"), 1, [&](Value unit) {
    RowTile tile(phase, emit.div(unit, plan.shape.kvHeads));
    Value head = emit.rem(unit, plan.shape.kvHeads);
    if (plan.shape.tileTokens == 1)
      return one.emit(tile, head);
    emit.when(
        emit.equal(tile.tokens, emit.index(1)), [&] { one.emit(tile, head); },
        [&] { many.emit(tile, head); });
  });
  EmittedPhase result;
  result.scratchBytes = many.scratchFloats() * int64_t(sizeof(float));
  result.function = phase.finish();
  return result;
}
