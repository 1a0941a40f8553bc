// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one loop of the interpreter whose speed matters. Each output has its own
// sum in ascending order; speed comes from 16 outputs side by side, four rows
// at a time, over a transposed panel of the weight that stays in cache.
#include "oracle/reference/Linear.h"
#include "oracle/reference/Parallel.h"

#include <algorithm>
#include <vector>

// The same C++ for several vector widths; the folder is compiled without
// contraction, so all of them give the same bits.
#if defined(__x86_64__) && defined(__ELF__)
#define TENON_WIDER_VECTORS __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define TENON_WIDER_VECTORS
#endif

namespace tenon::reference {
namespace {

constexpr size_t lanes = 16, depth = 512;

/// y[0 .. Rows, 0 .. lanes] += x[0 .. Rows, 0 .. count] * panel[0 .. count, 0 .. lanes].
template <size_t Rows, class Real>
[[gnu::always_inline]] inline void accumulate(Real *y, size_t yStride, const Real *x, size_t xStride,
                                              const Real *panel, size_t count) {
  typedef Real Vector __attribute__((vector_size(lanes * sizeof(Real)), aligned(sizeof(Real))));
  Vector sum[Rows];
  for (size_t r = 0; r < Rows; ++r)
    sum[r] = *reinterpret_cast<const Vector *>(y + r * yStride);
  for (size_t i = 0; i < count; ++i) {
    Vector weights = *reinterpret_cast<const Vector *>(panel + i * lanes);
    for (size_t r = 0; r < Rows; ++r)
      sum[r] = sum[r] + x[r * xStride + i] * weights;
  }
  for (size_t r = 0; r < Rows; ++r)
    *reinterpret_cast<Vector *>(y + r * yStride) = sum[r];
}

template <class Real>
[[gnu::always_inline]] inline void allRows(Real *sums, const Real *x, size_t in, const Real *panel,
                                           size_t count, size_t rows) {
  size_t r = 0;
  for (; r + 4 <= rows; r += 4)
    accumulate<4>(sums + r * lanes, lanes, x + r * in, in, panel, count);
  for (; r < rows; ++r)
    accumulate<1>(sums + r * lanes, lanes, x + r * in, in, panel, count);
}

TENON_WIDER_VECTORS
void step(double *sums, const double *x, size_t in, const double *panel, size_t count, size_t rows) {
  allRows(sums, x, in, panel, count, rows);
}

TENON_WIDER_VECTORS
void step(float *sums, const float *x, size_t in, const float *panel, size_t count, size_t rows) {
  allRows(sums, x, in, panel, count, rows);
}

/// Outputs [first, first + columns) of all rows.
template <class Real>
void strip(Real *y, const Real *x, const float *weight, const float *bias, size_t rows, size_t in, size_t out,
           size_t first) {
  size_t columns = std::min(lanes, out - first);
  std::vector<Real> sums(rows * lanes, 0), panel(depth * lanes, 0);
  for (size_t begin = 0; begin < in; begin += depth) {
    size_t count = std::min(depth, in - begin);
    for (size_t c = 0; c < columns; ++c)
      for (size_t i = 0; i < count; ++i)
        panel[i * lanes + c] = weight[(first + c) * in + begin + i];
    step(sums.data(), x + begin, in, panel.data(), count, rows);
  }
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      y[r * out + first + c] = bias ? sums[r * lanes + c] + bias[first + c] : sums[r * lanes + c];
}

template <class Real>
void allStrips(Real *y, const Real *x, const float *weight, const float *bias, size_t rows, size_t in,
               size_t out, size_t threads) {
  parallelFor(threads, (out + lanes - 1) / lanes, lanes * in * (rows / 8 + 1),
              [&](size_t s) { strip(y, x, weight, bias, rows, in, out, s * lanes); });
}

} // namespace

void linear(float *y, const float *x, const float *weight, const float *bias, size_t rows, size_t in,
            size_t out, size_t threads) {
  allStrips(y, x, weight, bias, rows, in, out, threads);
}

void linear(double *y, const double *x, const float *weight, const float *bias, size_t rows, size_t in,
            size_t out, size_t threads) {
  allStrips(y, x, weight, bias, rows, in, out, threads);
}

} // namespace tenon::reference
