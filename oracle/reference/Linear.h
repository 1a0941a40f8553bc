// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_ORACLE_REFERENCE_LINEAR_H
#define TENON_ORACLE_REFERENCE_LINEAR_H

#include <cstddef>

namespace tenon::reference {

/// y[t, o] = (sum over i, ascending, of weight[o, i] * x[t, i]) + bias[o], where a
/// null bias is 0. Every product and every sum is rounded to Real.
/// x [rows, in], weight [out, in], bias [out], y [rows, out]; row-major.
void linear(float *y, const float *x, const float *weight, const float *bias, size_t rows, size_t in,
            size_t out, size_t threads);
void linear(double *y, const double *x, const float *weight, const float *bias, size_t rows, size_t in,
            size_t out, size_t threads);

} // namespace tenon::reference

#endif
