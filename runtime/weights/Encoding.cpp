// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/weights/Encoding.h"
#include "runtime/core/Half.h"
#include "runtime/weights/FileMapping.h"
#include <algorithm>
#include <array>

// Below, d and m (both f16) are a block's scale and offset, and q its small numbers. A
// scale has 11 bits, what it is multiplied by at most 13: products are exact in f32, and
// a number is rounded at most once, where an offset is added.
namespace tenon::weights {

namespace {
using Bytes = const std::byte *;
unsigned byteAt(Bytes bytes, unsigned index) { return std::to_integer<unsigned>(bytes[index]); }
int signedAt(Bytes bytes, unsigned index) { return static_cast<int8_t>(byteAt(bytes, index)); }
float halfAt(Bytes bytes) { return core::fromF16(numberAt<uint16_t>(bytes)); }

/// The low or the high four bits of the 32 numbers that 16 bytes hold: the first 16
/// are the low halves.
unsigned nibble(Bytes bytes, unsigned index) { return byteAt(bytes, index % 16) >> (index / 16 * 4) & 15; }

/// d, q[16]: d * (q - 8).
void decodeQ4_0(Bytes block, float *numbers) {
  float scale = halfAt(block);
  for (unsigned i = 0; i < 32; ++i)
    numbers[i] = scale * float(int(nibble(block + 2, i)) - 8);
}

/// d, m, q[16]: d * q + m.
void decodeQ4_1(Bytes block, float *numbers) {
  float scale = halfAt(block), offset = halfAt(block + 2);
  for (unsigned i = 0; i < 32; ++i)
    numbers[i] = scale * float(nibble(block + 4, i)) + offset;
}

/// d, the fifth bits of 32 numbers, q[16]: d * (q - 16).
void decodeQ5_0(Bytes block, float *numbers) {
  float scale = halfAt(block);
  uint32_t high = numberAt<uint32_t>(block + 2);
  for (unsigned i = 0; i < 32; ++i)
    numbers[i] = scale * float(int(nibble(block + 6, i) | (high >> i & 1) << 4) - 16);
}

/// d, m, the fifth bits, q[16]: d * q + m.
void decodeQ5_1(Bytes block, float *numbers) {
  float scale = halfAt(block), offset = halfAt(block + 2);
  uint32_t high = numberAt<uint32_t>(block + 4);
  for (unsigned i = 0; i < 32; ++i)
    numbers[i] = scale * float(nibble(block + 8, i) | (high >> i & 1) << 4) + offset;
}

/// d, q[32] with sign: d * q.
void decodeQ8_0(Bytes block, float *numbers) {
  float scale = halfAt(block);
  for (unsigned i = 0; i < 32; ++i)
    numbers[i] = scale * float(signedAt(block, 2 + i));
}

// The formats of 256 numbers have a scale for each 16 or 32 of them (a group), itself a
// small number, in units of d.

/// Two bits of number `index` in 64 bytes: 32 bytes hold 128 numbers, bit pair by bit pair.
unsigned pairOfBits(Bytes bytes, unsigned index) {
  return byteAt(bytes, index / 128 * 32 + index % 32) >> (index % 128 / 32 * 2) & 3;
}

/// s[16] (low half scale, high half offset of a group of 16), q[64], d, m: d * s * q - m * o.
void decodeQ2K(Bytes block, float *numbers) {
  float scale = halfAt(block + 80), offset = halfAt(block + 82);
  for (unsigned i = 0; i < 256; ++i) {
    unsigned group = byteAt(block, i / 16);
    numbers[i] = scale * float(group & 15) * float(pairOfBits(block + 16, i)) - offset * float(group >> 4);
  }
}

/// The third bits h[32], q[64], s[12] (6 bits for each group of 16), d:
/// d * (s - 32) * (q - 4 where the third bit is 0).
void decodeQ3K(Bytes block, float *numbers) {
  float scale = halfAt(block + 108);
  Bytes scales = block + 96;
  for (unsigned i = 0; i < 256; ++i) {
    unsigned group = i / 16;
    unsigned low = byteAt(scales, group % 8) >> (group / 8 * 4) & 15;
    unsigned high = byteAt(scales, 8 + group % 4) >> (group / 4 * 2) & 3;
    unsigned third = byteAt(block, i % 32) >> (i / 32) & 1;
    int q = int(pairOfBits(block + 32, i)) - (third ? 0 : 4);
    numbers[i] = scale * float(int(low | high << 4) - 32) * float(q);
  }
}

struct GroupScale {
  unsigned scale, offset;
};

/// Scales and offsets of eight groups of 32, 6 bits each, in 12 bytes: the first four
/// of each stand in the low bits of bytes 0-3 and 4-7, those of the others in the halves
/// of bytes 8-11 and the two high bits of bytes 0-7.
GroupScale groupScale(Bytes bytes, unsigned group) {
  if (group < 4)
    return {byteAt(bytes, group) & 63, byteAt(bytes, group + 4) & 63};
  return {(byteAt(bytes, group + 4) & 15) | byteAt(bytes, group - 4) >> 6 << 4,
          byteAt(bytes, group + 4) >> 4 | byteAt(bytes, group) >> 6 << 4};
}

/// Four bits of number `index` in 128 bytes: 32 bytes hold two groups of 32.
unsigned fourBits(Bytes bytes, unsigned index) {
  return byteAt(bytes, index / 64 * 32 + index % 32) >> (index / 32 % 2 * 4) & 15;
}

/// d, m, s[12], q[128]: d * s * q - m * o.
void decodeQ4K(Bytes block, float *numbers) {
  float scale = halfAt(block), offset = halfAt(block + 2);
  for (unsigned i = 0; i < 256; ++i) {
    GroupScale group = groupScale(block + 4, i / 32);
    numbers[i] = scale * float(group.scale) * float(fourBits(block + 16, i)) - offset * float(group.offset);
  }
}

/// d, m, s[12], the fifth bits h[32], q[128]: d * s * q - m * o.
void decodeQ5K(Bytes block, float *numbers) {
  float scale = halfAt(block), offset = halfAt(block + 2);
  for (unsigned i = 0; i < 256; ++i) {
    GroupScale group = groupScale(block + 4, i / 32);
    unsigned q = fourBits(block + 48, i) | (byteAt(block + 16, i % 32) >> (i / 32) & 1) << 4;
    numbers[i] = scale * float(group.scale) * float(q) - offset * float(group.offset);
  }
}

/// The low four bits ql[128], the high two qh[64], s[16] with sign, d: d * s * (q - 32).
/// 64 bytes of ql hold 128 numbers: the first 64 are the low halves.
void decodeQ6K(Bytes block, float *numbers) {
  float scale = halfAt(block + 208);
  for (unsigned i = 0; i < 256; ++i) {
    unsigned low = byteAt(block, i / 128 * 64 + i % 64) >> (i % 128 / 64 * 4) & 15;
    unsigned high = pairOfBits(block + 128, i);
    numbers[i] = scale * float(signedAt(block, 192 + i / 16)) * float(int(low | high << 4) - 32);
  }
}

constexpr auto none = std::nullopt;
/// By number. What has neither a plain type nor a decoder is known by name and size only.
constexpr std::array encodings{
    Encoding{0, "f32", 1, 4, core::Type::f32, nullptr},
    Encoding{1, "f16", 1, 2, core::Type::f16, nullptr},
    Encoding{2, "q4_0", 32, 18, none, decodeQ4_0},
    Encoding{3, "q4_1", 32, 20, none, decodeQ4_1},
    Encoding{6, "q5_0", 32, 22, none, decodeQ5_0},
    Encoding{7, "q5_1", 32, 24, none, decodeQ5_1},
    Encoding{8, "q8_0", 32, 34, none, decodeQ8_0},
    Encoding{9, "q8_1", 32, 36, none, nullptr},
    Encoding{10, "q2_K", 256, 84, none, decodeQ2K},
    Encoding{11, "q3_K", 256, 110, none, decodeQ3K},
    Encoding{12, "q4_K", 256, 144, none, decodeQ4K},
    Encoding{13, "q5_K", 256, 176, none, decodeQ5K},
    Encoding{14, "q6_K", 256, 210, none, decodeQ6K},
    Encoding{15, "q8_K", 256, 292, none, nullptr},
    Encoding{16, "iq2_xxs", 256, 66, none, nullptr},
    Encoding{17, "iq2_xs", 256, 74, none, nullptr},
    Encoding{18, "iq3_xxs", 256, 98, none, nullptr},
    Encoding{19, "iq1_s", 256, 50, none, nullptr},
    Encoding{20, "iq4_nl", 32, 18, none, nullptr},
    Encoding{21, "iq3_s", 256, 110, none, nullptr},
    Encoding{22, "iq2_s", 256, 82, none, nullptr},
    Encoding{23, "iq4_xs", 256, 136, none, nullptr},
    Encoding{24, "i8", 1, 1, none, nullptr},
    Encoding{25, "i16", 1, 2, none, nullptr},
    Encoding{26, "i32", 1, 4, core::Type::i32, nullptr},
    Encoding{27, "i64", 1, 8, core::Type::i64, nullptr},
    Encoding{28, "f64", 1, 8, core::Type::f64, nullptr},
    Encoding{29, "iq1_m", 256, 56, none, nullptr},
    Encoding{30, "bf16", 1, 2, core::Type::bf16, nullptr},
    Encoding{34, "tq1_0", 256, 54, none, nullptr},
    Encoding{35, "tq2_0", 256, 66, none, nullptr},
    Encoding{39, "mxfp4", 32, 17, none, nullptr},
};
} // namespace

const Encoding *findEncoding(uint32_t number) {
  auto found = std::find_if(encodings.begin(), encodings.end(),
                            [number](const Encoding &encoding) { return encoding.number == number; });
  return found == encodings.end() ? nullptr : &*found;
}

} // namespace tenon::weights
