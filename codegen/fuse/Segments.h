// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which products of a kernel meet in the epilogue.
#ifndef TENON_CODEGEN_FUSE_SEGMENTS_H
#define TENON_CODEGEN_FUSE_SEGMENTS_H

#include "codegen/fuse/Plan.h"

namespace tenon {

/// Products whose accumulators are interleaved panel by panel, because one
/// operation of the epilogue needs the same columns of all of them (gate|up).
/// All have the same output width. Operations of the unfused function.
struct Segment {
  llvm::SmallVector<mlir::Operation *> products; ///< 1 to maxInterleaved, in the order of the kernel
  llvm::SmallVector<mlir::Operation *> epilogue; ///< on these columns, operands first
};

/// The segments of `kernel` in the order of their first product; none in a row
/// kernel. Operations of the epilogue that depend on no product (of parameters
/// or stored rows alone) are listed in each segment that uses them.
llvm::SmallVector<Segment> segmentsOf(const PlannedKernel &kernel);

} // namespace tenon

#endif
