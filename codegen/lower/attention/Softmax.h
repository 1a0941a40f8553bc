// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The running softmax of a row tile: maximum, sums and rescaling, one block of
// keys after the other.
#ifndef TENON_CODEGEN_LOWER_ATTENTION_SOFTMAX_H
#define TENON_CODEGEN_LOWER_ATTENTION_SOFTMAX_H

#include "codegen/lower/math/Formula.h"

namespace tenon {

/// e^x for x <= 0 (or NaN): at most 2 ulp; exactly 1 at 0, and exactly 0 below
/// 2^-100, so that masked keys take no part.
/// Scalar or vector.
vmath::Num expOfDifference(vmath::Num x);

/// The larger of two scores; a NaN in `a` is passed over (it shows in the sum).
vmath::Num largerScore(vmath::Num a, vmath::Num b);

/// `maximum`, or 0 where nothing was seen yet, so that differences stay defined.
vmath::Num finiteMaximum(vmath::Num maximum);

} // namespace tenon

#endif
