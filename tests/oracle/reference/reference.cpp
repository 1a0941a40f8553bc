// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interpreter against formulas worked out apart from it, and against itself
// where two ways must lead to the same numbers.
#include "oracle/reference/Interpreter.h"
#include "oracle/reference/Linear.h"
#include "tests/Inputs/Check.h"
#include "tests/oracle/Inputs/Blocks.h"

#include <algorithm>
#include <cfenv>
#include <random>

using namespace tenon;
using namespace tenon::tests;
using reference::Batch;
using Numbers = std::vector<double>;

namespace {

Checks checks;

/// Parameters of a block by a function of (parameter, element).
template <class F> std::vector<std::vector<float>> fill(const Block &block, F f) {
  std::vector<std::vector<float>> values;
  for (const graph::Parameter &p : block.params) {
    std::vector<float> data(static_cast<size_t>(graph::elements(p.shape)));
    for (size_t i = 0; i < data.size(); ++i)
      data[i] = static_cast<float>(f(p, i));
    values.push_back(std::move(data));
  }
  return values;
}

std::vector<std::vector<float>> noise(const Block &block, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, 0.5);
  return fill(block, [&](const graph::Parameter &, size_t) { return normal(random); });
}

Numbers noiseRows(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  Numbers x(count);
  for (double &number : x)
    number = normal(random);
  return x;
}

Numbers run(const Block &block, const std::vector<std::vector<float>> &values, const Batch &batch,
            const Numbers &x, reference::Options options = {}) {
  reference::Parameters parameters(values.begin(), values.end());
  if (auto checked = reference::check(block, parameters, batch, x, options); !checked) {
    std::printf("%s: %s\n", block.name.c_str(), checked.error().c_str());
    checks.that(false, "the call is well formed");
    return {};
  }
  return reference::run(block, parameters, batch, x, options);
}

double ones(const graph::Parameter &p, size_t) { return p.identity; }

/// sqrt(1/2 (1 + 4 + 16)), ... worked out by hand for width 3.
void norms() {
  Maker m("rms", 4);
  Block rms = m.finish(m.rmsNorm("norm", m.x, 1e-6));
  double r = 1 / std::sqrt((1 + 4 + 9 + 16) / 4.0 + 1e-6);
  checks.near(run(rms, fill(rms, ones), Batch::sequence(1), {1, 2, 3, -4}), Numbers{r, 2 * r, 3 * r, -4 * r},
              0, 1e-14, "rms norm");
  Maker l("layer", 3);
  Block layer = l.finish(l.layerNorm("norm", l.x, 1e-5));
  double s = 1 / std::sqrt(14.0 / 9 + 1e-5); // the biased variance of 1, 2, 4
  checks.near(run(layer, fill(layer, ones), Batch::sequence(1), {1, 2, 4}),
              Numbers{-4 / 3.0 * s, -1 / 3.0 * s, 5 / 3.0 * s}, 0, 1e-14, "layer norm");
  Numbers equal(3, 999999.9375);
  for (auto arithmetic : {reference::Arithmetic::exact, reference::Arithmetic::baseline})
    checks.near(run(layer, fill(layer, ones), Batch::sequence(1), equal, {.arithmetic = arithmetic}),
                Numbers{0, 0, 0}, 0, 0, "a row of equal numbers");
}

/// Required rounding: 1.00390625 * 1.5 with n rounded to bf16 first.
void roundings() {
  for (bool cast : {false, true}) {
    Maker m("cast", 2, {Format::bf16, Format::f32});
    ValueId n = m.mul(m.x, m.number(1));
    if (cast)
      n = m.op(Op::round, n);
    Block block = m.finish(m.mul(n, m.param("gain", {2}, 1)));
    auto values = fill(block, [](const graph::Parameter &, size_t) { return 1.5; });
    double n0 = 1 + 0x1p-8, n1 = 1 + 0x1.8p-7; // a tie to even, and one above a neighbour
    checks.near(run(block, values, Batch::sequence(1), {n0, n1}),
                cast ? Numbers{1.5, 1.5 * (1 + 0x1p-6)} : Numbers{1.5 * n0, 1.5 * n1}, 0, 0, "cast");
  }
}

/// The product against a loop in another order, over sizes around the strip and the depth.
void products() {
  for (auto [rows, in, out] : {std::tuple(1, 1, 1), std::tuple(3, 5, 17), std::tuple(6, 513, 31)}) {
    Numbers x = noiseRows(static_cast<size_t>(rows * in), 1), y(static_cast<size_t>(rows * out)), want(y);
    std::vector<float> weight, bias;
    for (double w : noiseRows(static_cast<size_t>(in * out), 2))
      weight.push_back(static_cast<float>(w));
    for (double b : noiseRows(static_cast<size_t>(out), 3))
      bias.push_back(static_cast<float>(b));
    for (int r = 0; r < rows; ++r)
      for (int o = 0; o < out; ++o) {
        long double sum = bias[o];
        for (int i = in; i-- > 0;)
          sum += static_cast<long double>(x[r * in + i]) * weight[o * in + i];
        want[r * out + o] = static_cast<double>(sum);
      }
    reference::linear(y.data(), x.data(), weight.data(), bias.data(), rows, in, out, 2);
    checks.near(y, want, 1e-12, 1e-12, "linear");
  }
}

/// Sums of one row by hand, in f32: a denormal factor, and a product that is denormal.
void flushedProducts() {
  float x[] = {0x1p-127f, 0x1p-100f, 0x1p-100f}, weight[] = {0x1p4f, 0x1p-27f, 0x1p-26f}, y[1];
  reference::linear(y, x, weight, nullptr, 1, 3, 1, 1);
  checks.that(y[0] == 0x1p-123f + 0x1.8p-126f, "denormals are kept");
  core::Environment environment(core::Denormals::zero);
  reference::linear(y, x, weight, nullptr, 1, 3, 1, 1);
  checks.that(y[0] == 0x1p-126f, "denormals are flushed");
}

/// 2^-126 / 2 in both arithmetics, on all their threads, whatever the caller's environment, which stays.
void environments() {
  Maker m("halved", 16);
  Block block = m.finish(m.mul(m.x, m.number(0.5)));
  constexpr size_t tokens = 20000;
  Numbers x(tokens * 16, 0x1p-126);
  for (int mode : {FE_TONEAREST, FE_UPWARD}) {
    std::fesetround(mode);
    Numbers exact = run(block, {}, Batch::sequence(tokens), x, {.threads = 4});
    Numbers baseline = run(block, {}, Batch::sequence(tokens), x,
                           {.arithmetic = reference::Arithmetic::baseline, .threads = 4});
    checks.that(std::fegetround() == mode, "the caller's rounding mode stays");
    std::fesetround(FE_TONEAREST);
    checks.that(exact == Numbers(tokens * 16, 0x1p-127), "the exact result is denormal in f32");
    checks.that(baseline == Numbers(tokens * 16, 0), "the baseline has 0 for it");
  }
}

/// A block that is attention alone, with weights that pass the row through: q, k, v and o are one
/// identity, so the sums can be written down.
Block bareAttention(Maker::Attention options, Types types = {}) {
  Maker m("attention", options.heads * options.headSize, types);
  return m.finish(m.attention(m.x, options));
}
double identityWeights(const graph::Parameter &p, size_t i) {
  if (p.role != graph::Parameter::Role::weight)
    return p.identity;
  size_t columns = static_cast<size_t>(p.shape[1]);
  return i / columns == i % columns;
}

/// Softmax of one head, written out from its definition for q = k = v = x.
Numbers attendByHand(const Numbers &x, size_t width, double scale, size_t window, double sink) {
  Numbers y(x.size());
  size_t rows = x.size() / width;
  for (size_t q = 0; q < rows; ++q) {
    double total = std::exp(sink);
    for (size_t k = q + 1 > window ? q + 1 - window : 0; k <= q; ++k) {
      double s = 0;
      for (size_t i = 0; i < width; ++i)
        s += x[q * width + i] * x[k * width + i];
      double e = std::exp(s * scale);
      total += e;
      for (size_t i = 0; i < width; ++i)
        y[q * width + i] += e * x[k * width + i];
    }
    for (size_t i = 0; i < width; ++i)
      y[q * width + i] /= total;
  }
  return y;
}

void attention() {
  Numbers x = noiseRows(9 * 4, 5);
  for (size_t window : {size_t(3), size_t(100)})
    for (bool sinks : {false, true}) {
      Block block = bareAttention({.heads = 1,
                                   .keyHeads = 1,
                                   .scale = 0.7,
                                   .mask = causalMask(static_cast<int64_t>(window)),
                                   .sinks = sinks});
      auto values = fill(block, identityWeights);
      if (sinks)
        values[3][0] = 0.25;
      checks.that(!sinks || block.params[3].name == "attention.sinks", "the sinks are the fourth parameter");
      checks.near(run(block, values, Batch::sequence(9), x),
                  attendByHand(x, 4, 0.7, window, sinks ? 0.25 : -INFINITY), 1e-14, 1e-13, "attention");
    }
}

/// mask: q - k < 0 and k <= q, which nothing fulfils.
void fullyMasked() {
  Builder b;
  std::vector<ValueId> remap;
  ValueId q = b.leaf(Op::argument, {1}, graph::ArgumentAttr{graph::Argument::query});
  ValueId never = b.elementwise(Op::lt, {q, q});
  auto mask = std::make_shared<graph::Graph>(b.finish(never, remap));
  Block block = bareAttention({.mask = mask});
  checks.near(run(block, fill(block, identityWeights), Batch::sequence(3), noiseRows(24, 6)),
              Numbers(24, 0.0), 0, 0, "a query that sees nothing");
}

/// Grouped key heads are key heads repeated.
void groups() {
  Maker::Attention grouped{.heads = 6, .keyHeads = 2, .headSize = 4, .theta = 100, .mask = causalMask()};
  Maker::Attention full = grouped;
  full.keyHeads = 6;
  Block a = bareAttention(grouped), b = bareAttention(full);
  auto values = noise(a, 7), repeated = noise(b, 7);
  for (size_t p : {size_t(0), size_t(3)})
    repeated[p] = values[p];
  size_t headRows = 4 * 24; // weight elements of one head
  for (size_t p : {size_t(1), size_t(2)})
    for (size_t head = 0; head < 6; ++head)
      std::copy_n(values[p].begin() + (head / 3) * headRows, headRows, repeated[p].begin() + head * headRows);
  Numbers x = noiseRows(5 * 24, 8);
  checks.near(run(a, values, Batch::sequence(5), x), run(b, repeated, Batch::sequence(5), x), 0, 0, "groups");
}

/// Rotation by hand: channel pairs (0, 2), (1, 3) and (0, 1), (2, 3); position 1000000, base 10000.
void rotations() {
  for (auto pairs : {graph::Pairs::half, graph::Pairs::interleaved}) {
    Maker m("rotate", 6);
    ValueId split = m.builder.whole(Op::split, {m.x}, {1, 6}, {});
    ValueId table = m.builder.constant({1, 0.01}, {2});
    ValueId turned = m.builder.whole(Op::rotate, {split, table}, {1, 6}, graph::RotateAttr{4, pairs, 1});
    Block block = m.finish(m.builder.whole(Op::merge, {turned}, {6}, {}));
    double a = 1e6, b = 1e4, ca = std::cos(a), sa = std::sin(a), cb = std::cos(b), sb = std::sin(b);
    Numbers want = pairs == graph::Pairs::half
                       ? Numbers{ca - 3 * sa, 2 * cb - 4 * sb, 3 * ca + sa, 4 * cb + 2 * sb, 5, 6}
                       : Numbers{ca - 2 * sa, 2 * ca + sa, 3 * cb - 4 * sb, 4 * cb + 3 * sb, 5, 6};
    Numbers x{1, 2, 3, 4, 5, 6};
    checks.near(run(block, {}, Batch::sequence(1, 1000000), x), want, 1e-9, 0, "rotate");
    checks.near(
        run(block, {}, Batch::sequence(1, 1000000), x, {.arithmetic = reference::Arithmetic::baseline}), want,
        2e-6, 0, "rotate in the baseline: angles are f64");
  }
}

/// Prefill, chunks and one token at a time are the same numbers, bit for bit, and so is a batch of
/// sequences and each of them alone.
void caches() {
  Maker m("block", 8, {Format::bf16, Format::bf16});
  Maker::Attention options{
      .heads = 2, .keyHeads = 1, .theta = 10000, .mask = causalMask(4), .score = softcapScore(5)};
  ValueId h = m.residual(m.x, m.attention(m.rmsNorm("n1", m.x, 1e-5), options));
  Block block =
      m.finish(m.residual(h, m.glu(m.rmsNorm("n2", h, 1e-5), 12, [&](ValueId z) { return m.silu(z); })));
  auto values = noise(block, 9);
  for (auto arithmetic : {reference::Arithmetic::exact, reference::Arithmetic::baseline}) {
    Numbers x = noiseRows(11 * 8, 10);
    if (arithmetic == reference::Arithmetic::baseline)
      for (double &number : x)
        number = reference::roundTo(Format::bf16, number);
    Numbers whole = run(block, values, Batch::sequence(11), x, {.arithmetic = arithmetic});
    for (size_t chunk : {size_t(1), size_t(3), size_t(10)}) {
      reference::Cache cache;
      Numbers parts;
      for (size_t first = 0; first < 11; first += chunk) {
        size_t count = std::min(chunk, 11 - first);
        Numbers rows(x.begin() + first * 8, x.begin() + (first + count) * 8);
        Numbers y = run(block, values, Batch::sequence(count, static_cast<int64_t>(first)), rows,
                        {.arithmetic = arithmetic, .threads = 1, .cache = &cache});
        parts.insert(parts.end(), y.begin(), y.end());
      }
      checks.near(parts, whole, 0, 0, "chunks");
    }
    Batch two{11, {0, 4, 11}, {0, 0}, {1, 0}};
    Numbers both = run(block, values, two, x, {.arithmetic = arithmetic});
    checks.near(std::span(both).first(32), std::span<const double>(whole).first(32), 0, 0, "first sequence");
    Numbers second(x.begin() + 32, x.end());
    checks.near(std::span<const double>(both).subspan(32),
                run(block, values, Batch::sequence(7), second, {.arithmetic = arithmetic}), 0, 0,
                "second sequence");
  }
}

void misuse() {
  Block block = bareAttention({.mask = causalMask()});
  auto values = noise(block, 11);
  reference::Parameters parameters(values.begin(), values.end());
  Numbers x(16);
  reference::Cache cache;
  reference::Options cached{.cache = &cache};
  auto rejected = [&](const reference::Parameters &p, const Batch &batch, std::span<const double> rows) {
    return !reference::check(block, p, batch, rows, cached);
  };
  checks.that(!rejected(parameters, Batch::sequence(2), x), "a good call");
  checks.that(rejected({}, Batch::sequence(2), x), "no parameters");
  checks.that(rejected(parameters, Batch::sequence(3), x), "too few rows");
  checks.that(rejected(parameters, {2, {0, 1}, {0}, {0}}, x), "a row of no sequence");
  checks.that(rejected(parameters, {2, {0, 1, 2}, {0, 0}, {3, 3}}, x), "one slot twice");
  checks.that(rejected(parameters, Batch::sequence(2, -1), x), "a negative position");
  reference::run(block, parameters, Batch::sequence(2), x, cached);
  checks.that(rejected(parameters, Batch::sequence(2, 3), x), "a gap in the cache");
  checks.that(!rejected(parameters, Batch::sequence(2, 1), x), "a step back in the cache");
}

} // namespace

int main() {
  norms();
  roundings();
  products();
  flushedProducts();
  environments();
  attention();
  fullyMasked();
  groups();
  rotations();
  caches();
  misuse();
  return checks.failed();
}
