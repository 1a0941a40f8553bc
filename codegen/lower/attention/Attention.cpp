// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/attention/Attention.h"

#include "codegen/lower/attention/TileEmitter.h"

using namespace mlir;
using namespace tenon;

EmittedPhase tenon::emitAttention(ModuleOp module, const AttentionKernel &kernel) {
  Phase phase(module, AttendOp(kernel.attend).getLoc(), kernel.name + ".contraction");
  TileEmitter many(phase, kernel, kernel.shape.tileTokens());
  TileEmitter one(phase, kernel, 1); // decoding: no rows that repeat others
  Emitter emit(phase.builder(), phase.loc());
  emit.loop(phase.size("begin"), phase.size("end"), 1, [&](Value unit) {
    RowTile tile(phase, emit.div(unit, kernel.shape.kvHeads));
    Value head = emit.rem(unit, kernel.shape.kvHeads);
    if (kernel.shape.tileTokens() == 1)
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
