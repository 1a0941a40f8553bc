// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which products of a kernel meet in the epilogue. The one place that says so:
// fusion, lowering and the report all ask here.
#ifndef TENON_CODEGEN_FUSE_SEGMENTS_H
#define TENON_CODEGEN_FUSE_SEGMENTS_H

#include "codegen/dialect/Tenon.h"

namespace tenon {

/// Products whose accumulators are interleaved panel by panel, because one
/// operation of the epilogue needs the same columns of all of them (gate|up).
/// All have the same output width.
struct Segment {
  llvm::SmallVector<LinearOp> linears;           ///< 1 to maxInterleaved, in the order of the kernel
  llvm::SmallVector<mlir::Operation *> epilogue; ///< operations on these columns, operands first

  int64_t width() { return lastAxis(linears.front().getType()); }
};

/// How many accumulators a segment may interleave: more would leave too few
/// registers for rows.
inline constexpr unsigned maxInterleaved = 4;

/// The segments of `kernel` in the order of their first product; none in a row
/// kernel. Operations of the epilogue that depend on no product (of parameters
/// or rows buffers alone) are listed in each segment that uses them.
llvm::SmallVector<Segment> segmentsOf(KernelOp kernel);

} // namespace tenon

#endif
