// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/attention/AttentionShape.h"

using namespace mlir;
using namespace tenon;

AttentionShape::AttentionShape(AttendOp attend, AttentionAttr schedule) : schedule(schedule) {
  ArrayRef<int64_t> query = rowShape(attend.getQuery().getType());
  ArrayRef<int64_t> value = rowShape(attend.getValue().getType());
  heads = query[0];
  keyDim = query[1];
  kvHeads = value[0];
  valueDim = value[1];
}
