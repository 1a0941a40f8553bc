// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two 16-bit floating-point formats: conversions to nearest, ties to even,
// in integer arithmetic, so that they neither depend on nor change the caller's
// floating-point state (denormals are kept, whatever its flush mode).
#ifndef TENON_RUNTIME_CORE_HALF_H
#define TENON_RUNTIME_CORE_HALF_H

#include <bit>
#include <cstdint>

namespace tenon::core {

/// bf16: the upper half of an f32. Exact.
inline float fromBf16(uint16_t bits) { return std::bit_cast<float>(uint32_t(bits) << 16); }

/// f32 to bf16. NaN stays NaN (quiet, sign and upper payload kept); what lies
/// beyond the largest finite value by half a step or more becomes infinite.
inline uint16_t toBf16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return uint16_t((bits >> 16) | 0x40u);
  return uint16_t((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

/// f16 (IEEE binary16) to f32. Exact, denormals and NaN payloads included.
inline float fromF16(uint16_t half) {
  uint32_t sign = uint32_t(half & 0x8000u) << 16;
  uint32_t exponent = (half >> 10) & 0x1fu, fraction = half & 0x3ffu;
  if (exponent == 0x1f)
    return std::bit_cast<float>(sign | 0x7f800000u | (fraction << 13) | (fraction ? 0x400000u : 0));
  if (exponent != 0)
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (fraction << 13));
  if (fraction == 0)
    return std::bit_cast<float>(sign);
  uint32_t shift = uint32_t(std::countl_zero(fraction)) - 21; // brings the leading one to bit 10
  return std::bit_cast<float>(sign | ((113 - shift) << 23) | (((fraction << shift) & 0x3ffu) << 13));
}

/// f32 to f16. NaN stays NaN; 65520 and more becomes infinite; results below
/// 2^-14 are denormal.
inline uint16_t toF16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  uint32_t sign = (bits >> 16) & 0x8000u, magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u)
    return uint16_t(sign | 0x7e00u | ((magnitude >> 13) & 0x3ffu));
  if (magnitude >= 0x477ff000u) // 65520
    return uint16_t(sign | 0x7c00u);
  if (magnitude >= 0x38800000u) // 2^-14
    return uint16_t(sign | ((magnitude + 0xfffu + ((magnitude >> 13) & 1u) - 0x38000000u) >> 13));
  uint32_t shift = 126 - (magnitude >> 23); // steps of 2^-24
  if (shift > 24)
    return uint16_t(sign);
  uint32_t significand = (magnitude & 0x7fffffu) | 0x800000u;
  uint32_t whole = significand >> shift, rest = significand & ((1u << shift) - 1), tie = 1u << (shift - 1);
  return uint16_t(sign | (whole + (rest > tie || (rest == tie && (whole & 1u)))));
}

/// f64 to f32 rounded to odd: an inexact result has its last bit set, so that
/// rounding it again to a format at least two bits shorter rounds only once.
inline float toOddF32(double value) {
  float nearest = static_cast<float>(value);
  double back = nearest;
  if (back == value || value != value)
    return nearest;
  uint32_t bits = std::bit_cast<uint32_t>(nearest);
  if ((back < 0 ? -back : back) > (value < 0 ? -value : value))
    --bits; // to the neighbour nearer to zero
  return std::bit_cast<float>(bits | 1u);
}

/// f64 to bf16 and f16, rounded once.
inline uint16_t toBf16(double value) { return toBf16(toOddF32(value)); }
inline uint16_t toF16(double value) { return toF16(toOddF32(value)); }

} // namespace tenon::core

#endif
