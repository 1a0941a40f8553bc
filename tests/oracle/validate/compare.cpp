// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a comparison says, and which numbers are seeded.
//   tenon-test-compare          the checks
//   tenon-test-compare stream   numbers of the generator, for a second implementation
#include "oracle/validate/Compare.h"
#include "oracle/reference/Arithmetic.h"
#include "oracle/validate/Seed.h"
#include "tests/Inputs/Check.h"
#include "tests/oracle/validate/Zoo.h"

#include <algorithm>
#include <cstring>
#include <limits>

using namespace tenon;
using namespace tenon::tests;
using namespace tenon::validate;
using Numbers = std::vector<double>;

namespace {

Checks checks;
constexpr double inf = std::numeric_limits<double>::infinity();

/// Case validator.saturation.1: results in f16 near the end of the range, tolerance 2^-10.
void saturation() {
  double reference[] = {65504, 65519, 60000, 70000, 70000, -65504};
  double result[] = {inf, 65504, inf, 65504, 50000, inf};
  bool verdict[] = {true, true, false, true, false, false};
  for (size_t i = 0; i < 6; ++i)
    checks.that(agrees(Format::f16, result[i], reference[i], std::fabs(reference[i]) * 0x1p-10) == verdict[i],
                "saturation");
  double nan = std::numeric_limits<double>::quiet_NaN();
  checks.that(agrees(Format::f32, nan, nan, 0) && !agrees(Format::f32, nan, 1, inf) &&
                  !agrees(Format::f32, 1, nan, inf),
              "NaN stands for NaN alone");
  checks.that(agrees(Format::f32, inf, inf, 0) && !agrees(Format::f32, -inf, inf, inf) &&
                  !agrees(Format::f32, 1e38, inf, 1e38),
              "an infinity stands for itself alone");
}

void roundingSteps() {
  checks.that(oneRounding(Format::f32, 1) == 0x1p-24 && oneRounding(Format::bf16, 1.5) == 0x1p-8 &&
                  oneRounding(Format::f16, 3) == 0x1p-10,
              "half a step");
  checks.that(oneRounding(Format::f16, 0) == 0x1p-25 && oneRounding(Format::f32, 1e-42) == 0x1p-150,
              "half a step of denormals");
  checks.that(overflowFrom(Format::f16) == 65520, "f16 overflows from 65520 on");
}

/// Portable noise of the case collection: q(seed, i) in [-1, 1].
double q(int seed, int i) {
  i %= 1799;
  return ((seed * 7919 + 31 * i * i + 17 * i + 13 * (i / 7)) % 257 - 128) / 128.0;
}

/// Case validator.can-fail.1: silu(up) * gate for silu(gate) * up, in bf16.
void swappedGate() {
  Numbers exact, honest, swapped;
  for (int i = 0; i < 32; ++i) {
    double gate = 4 * q(60, i), up = 4 * q(61, i);
    exact.push_back(gate / (1 + std::exp(-gate)) * up);
    honest.push_back(reference::roundTo(Format::bf16, exact.back()));
    swapped.push_back(reference::roundTo(Format::bf16, up / (1 + std::exp(-up)) * gate));
  }
  auto verdict = [&](const Numbers &got) {
    return compare({32, Format::bf16, got, exact, honest, {}, {{"normal", {0}}}});
  };
  checks.that(verdict(honest).pass, "the correct kernel passes");
  Verdict wrong = verdict(swapped);
  checks.that(!wrong.pass, "the swapped kernel fails");
  checks.near(Numbers{wrong.nmse}, Numbers{2.2620696826268984}, 0, 1e-2, "nmse of the swap");
  checks.near(Numbers{wrong.maxAbs}, Numbers{9.879753300934162}, 0, 1e-2, "largest difference of the swap");
}

/// A wrong row of 1e-20 beside rows of 1e4, and a wrong number beside a huge one, are seen.
void scales() {
  Numbers exact, got;
  for (int row = 0; row < 3; ++row)
    for (int i = 0; i < 64; ++i)
      exact.push_back((row == 0 ? 1 : row == 1 ? 1e4 : 1e-20) * q(row, i));
  exact[64] = 1e9;
  Numbers baseline = exact;
  for (double &x : baseline)
    x = static_cast<float>(x);
  auto verdict = [&](const Numbers &y) {
    return compare({64, Format::f32, y, exact, baseline, {}, {{"one", {0}}, {"big", {1}}, {"small", {2}}}});
  };
  checks.that(verdict(baseline).pass, "the baseline passes");
  got = baseline;
  got[130] *= 1.001;
  checks.that(!verdict(got).pass, "a small row is not hidden by a large one");
  got = baseline;
  got[70] *= 1.001;
  checks.that(!verdict(got).pass, "a number is not hidden by a huge one in its row");
  checks.that(verdict(got).worst.row == 1 && verdict(got).worst.column == 6, "the worst element is named");
  got = baseline;
  for (double &x : got)
    x *= 1 + 0x1p-22;
  checks.that(!verdict(got).pass, "a small error everywhere is one of the rms");
  got = exact = baseline = Numbers(192, 0.0);
  checks.that(verdict(got).pass && verdict(got).maxRel == 0, "0/0 is 0");
  got[5] = std::numeric_limits<double>::quiet_NaN();
  checks.that(!verdict(got).pass, "a NaN for 0");
}

/// What is below the least normal f32 may be 0, and nothing else; a number of f16 never.
void vanishing() {
  auto zeroPasses = [](Format type, double exact) {
    Numbers row(64, exact), zeros(64, 0.0);
    return compare({64, type, zeros, row, row, {}, {{"normal", {0}}}}).pass;
  };
  checks.that(zeroPasses(Format::f32, 0x1.8p-127) && zeroPasses(Format::bf16, 0x1.8p-127),
              "0 for a denormal");
  checks.that(!zeroPasses(Format::f32, 0x1p-124) && !zeroPasses(Format::bf16, 0x1p-124),
              "0 for a normal number");
  checks.that(!zeroPasses(Format::f16, 0x1p-20), "0 for a denormal of f16");
}

/// Row r is the same whatever is asked for around it.
void rowsByNumber() {
  Block block = zoo().at("swiglu")({});
  std::vector<float> all = seedRows(block, 3, 0, 100), one = seedRows(block, 3, 77, 1);
  checks.that(std::equal(one.begin(), one.end(), all.begin() + 77 * 40,
                         [](float a, float b) { return std::memcmp(&a, &b, 4) == 0; }),
              "row 77");
  checks.that(seedRows(block, 4, 0, 1) != seedRows(block, 3, 0, 1), "another seed, other rows");
}

/// Rows of one kind alone are those of its section, and normal ones are never anything else.
void rowsOfOneKind() {
  Block block = zoo().at("swiglu")({});
  for (const RowSection &section : rowSections(block)) {
    std::vector<float> mixed = seedRows(block, 3, section.first, section.count);
    std::vector<float> alone = seedRowsOf(block, section, 3, section.first, section.count);
    checks.that(std::memcmp(mixed.data(), alone.data(), mixed.size() * 4) == 0, "a section");
  }
  std::vector<float> normal = seedRowsOf(block, rowSections(block).front(), 3, 0, 200);
  checks.that(std::all_of(normal.begin(), normal.end(), [](float x) { return std::fabs(x) < 6; }),
              "normal rows");
}

/// Numbers of the generator, as integers and as the bits of f64, for a second implementation.
void printStream() {
  for (const char *name : {"x", "ffn.gate.weight"}) {
    Stream stream(7, name);
    for (uint64_t i : {0, 1, 2, 3, 1000, 1001})
      std::printf("%s %llu %llu %.15g %.12g\n", name, static_cast<unsigned long long>(i),
                  static_cast<unsigned long long>(stream.bits(i)), stream.uniform(i), stream.normal(i));
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1 && std::strcmp(argv[1], "stream") == 0) {
    printStream();
    return 0;
  }
  saturation();
  roundingSteps();
  swappedGate();
  scales();
  vanishing();
  rowsByNumber();
  rowsOfOneKind();
  return checks.failed();
}
