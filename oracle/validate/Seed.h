// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Seeded parameters and inputs: a named, portable, counter-based generator, so
// that any program can make the same numbers.
//
// Stream "name" of seed s, in 64-bit arithmetic that wraps:
//   key     = mix(s + 0x9e3779b97f4a7c15 + fnv1a64(name))
//   bits(i) = mix(key + (i + 1) * 0x9e3779b97f4a7c15)
//   mix(z):   z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;  z = (z ^ z >> 27) * 0x94d049bb133111eb;  z ^ z >> 31
// which is SplitMix64 (Steele, Lea, Flood 2014) started at `key`; fnv1a64 is FNV-1a of the bytes of the name.
//   uniform(i) = ((bits(i) >> 11) + 0.5) / 2^53, in (0, 1)
//   normal(2j), normal(2j + 1) = r cos a, r sin a,
//     r = sqrt(-2 log uniform(2j)), a = 2 pi uniform(2j + 1)                        (Box and Muller 1958)
// in f64. A parameter's stream has its canonical name and its elements count row-major; the rows' stream is
// "x". Every number is then rounded once to its storage type. In NumPy, with uint64 arrays, it is the same
// text.
#ifndef TENON_ORACLE_VALIDATE_SEED_H
#define TENON_ORACLE_VALIDATE_SEED_H

#include "dsl/graph/Graph.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::validate {

class Stream {
public:
  Stream(uint64_t seed, std::string_view name);

  uint64_t bits(uint64_t index) const;
  double uniform(uint64_t index) const; ///< in (0, 1)
  double normal(uint64_t index) const;  ///< N(0, 1)

private:
  uint64_t key;
};

/// Linear weights N(0, 1 / fan_in), biases N(0, 0.1^2), others identity + 0.1 N(0, 1), or N(0, 1) where the
/// identity is infinite; as stored. Row-major.
std::vector<float> seedParameter(const graph::Parameter &parameter, uint64_t seed);
std::vector<std::vector<float>> seedParameters(const std::vector<graph::Parameter> &parameters,
                                               uint64_t seed);

/// Rounds `values`, rows of `rowLength`, to what `format` stores.
void store(graph::Format format, std::vector<float> &values, size_t rowLength);

/// What a row of input is made to find out.
enum class RowKind : uint8_t {
  normal,   ///< N(0, 1)
  offset,   ///< 1000 + N(0, 1): centred statistics
  equal,    ///< one number in every element: variance 0
  zero,     ///< all 0: eps alone under the root
  tiny,     ///< 1e-20 N(0, 1); f16: 2^-20 N(0, 1)
  large,    ///< 1e4 N(0, 1): squares beyond f16
  huge,     ///< N(0, 1) with one element 1e4
  atEps,    ///< sqrt(eps) N(0, 1): where eps shows
  denormal, ///< denormal numbers of the stream's type
  nan,      ///< N(0, 1) with one NaN: must stay in its row
  infinite  ///< N(0, 1) with one infinity
};
std::string_view spelling(RowKind kind);

/// A run of rows of one kind.
struct RowSection {
  RowKind kind;
  size_t first, count;
  double scale; ///< of `atEps`: the root of which eps
};

/// What the rows of this block's input are: 64 normal ones from row 0 on, and the adversarial ones that make
/// sense for it (`atEps` for each eps in its graph); all rows outside of sections are normal. Without
/// attention the sections follow each other. With attention each adversarial kind is in the middle of
/// `adversarialRows` rows that make one sequence, and these begin at a row that is far away.
std::vector<RowSection> rowSections(const graph::Block &block);

constexpr size_t adversarialRows = 12;
/// The first row of the sequence of an adversarial section, with attention.
size_t adversarialSequence(const RowSection &section);

/// The first of the rows that stand for earlier tokens of a sequence; all normal.
constexpr size_t firstPastRow = size_t(1) << 40;

/// Rows [first, first + count) of the block's input, as stored. Row r does not depend on how many there are.
std::vector<float> seedRows(const graph::Block &block, uint64_t seed, size_t first, size_t count);

/// The same rows, were all of the kind of `section`.
std::vector<float> seedRowsOf(const graph::Block &block, const RowSection &section, uint64_t seed,
                              size_t first, size_t count);

/// `count` token ids below `vocab`.
std::vector<int32_t> seedIds(int64_t vocab, uint64_t seed, size_t count);

} // namespace tenon::validate

#endif
