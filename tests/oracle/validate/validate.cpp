// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The criterion: honest kernels pass, wrong ones fail.
//   tenon-test-validate sound       honest arithmetic in other orders passes, on every block and type
//   tenon-test-validate mutations   every seeded bug is caught
#include "oracle/validate/APriori.h"
#include "oracle/validate/Mutations.h"
#include "tests/Inputs/Check.h"
#include "tests/oracle/validate/Zoo.h"

#include <algorithm>
#include <memory>

using namespace tenon;
using namespace tenon::tests;
using namespace tenon::validate;
using Numbers = std::vector<double>;

namespace {

Checks checks;

const Types allTypes[] = {{Format::f32, Format::f32},
                          {Format::bf16, Format::bf16},
                          {Format::bf16, Format::f32},
                          {Format::f16, Format::f16},
                          {Format::f32, Format::bf16}};

core::Result<Report> judge(const Block &block, const std::vector<std::vector<float>> &values,
                           const Forward &forward, size_t tokens, uint64_t seed,
                           const std::vector<size_t> &sequences = {}, size_t chunk = 0) {
  return validate::validate({.block = &block,
                             .parameters = views(values),
                             .seed = seed,
                             .tokens = tokens,
                             .sequences = sequences,
                             .chunk = chunk},
                            forward);
}

void report(const std::string &name, Types types, size_t tokens, const core::Result<Report> &result) {
  std::printf("%s, dtype %s, residual %s, %zu tokens: ", name.c_str(),
              std::string(graph::spelling(types.dtype)).c_str(),
              std::string(graph::spelling(types.residual)).c_str(), tokens);
  if (!result) {
    std::printf("%s\n", result.error().c_str());
    return;
  }
  const Verdict &v = result->verdict;
  std::printf("%s error %.3g bound %.3g e0 %.3g a priori %.3g\n", v.pass ? "pass" : "fail", v.error, v.bound,
              v.baselineError, result->aPrioriBound);
  for (const std::string &failure : v.failures)
    std::printf("  %s\n", failure.c_str());
}

/// The same block with the inner units of its feed-forward in another order: the same function, its sums
/// in another order. (hidden is the one size that no other axis has.)
std::vector<std::vector<float>> reordered(const Block &block, std::vector<std::vector<float>> values) {
  int64_t hidden = 0;
  for (const graph::Parameter &p : block.params)
    if (p.role == graph::Parameter::Role::weight && p.name == "ffn.down.weight")
      hidden = p.shape[1];
  for (size_t i = 0; i < values.size(); ++i) {
    const Shape &shape = block.params[i].shape;
    int64_t columns = shape.back(), rows = graph::elements(shape) / columns;
    std::vector<float> old = values[i];
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < columns; ++c) {
        int64_t fromRow = shape.size() == 2 && rows == hidden ? hidden - 1 - r : r;
        int64_t fromColumn = columns == hidden ? hidden - 1 - c : c;
        values[i][r * columns + c] = old[fromRow * columns + fromColumn];
      }
  }
  return values;
}

/// The same block with the channels of the stream in another order, as a target.
Forward permutedForward(const Block &block, const std::vector<std::vector<float>> &values) {
  size_t width = static_cast<size_t>(block.width);
  std::vector<size_t> order(width);
  for (size_t i = 0; i < width; ++i)
    order[i] = (i * 7 + 3) % width;
  auto permuted = std::make_shared<std::vector<std::vector<float>>>(values);
  for (size_t p = 0; p < values.size(); ++p) {
    const Shape &shape = block.params[p].shape;
    size_t columns = static_cast<size_t>(shape.back()), rows = values[p].size() / columns;
    for (size_t r = 0; r < rows; ++r)
      for (size_t c = 0; c < columns; ++c) {
        size_t row = shape.size() == 2 && rows == width ? order[r] : r,
               column = columns == width ? order[c] : c;
        (*permuted)[p][r * columns + c] = values[p][row * columns + column];
      }
  }
  Forward target = referenceForward(block, views(*permuted), reference::Arithmetic::baseline);
  return [=, &block](const reference::Batch &batch, std::span<const std::byte> x,
                     std::span<std::byte> y) -> core::Result<core::Done> {
    Numbers rows = decode(block.residual, x), turned(rows.size());
    for (size_t i = 0; i < rows.size(); ++i)
      turned[i] = rows[i / width * width + order[i % width]];
    std::vector<std::byte> in = encode(block.residual, std::span<const double>(turned)), out(in.size());
    if (auto done = target(batch, in, out); !done)
      return done;
    Numbers result = decode(block.residual, out), back(result.size());
    for (size_t i = 0; i < result.size(); ++i)
      back[i / width * width + order[i % width]] = result[i];
    std::vector<std::byte> bytes = encode(block.residual, std::span<const double>(back));
    std::copy(bytes.begin(), bytes.end(), y.begin());
    (void)permuted;
    return core::Done{};
  };
}

void passes(const std::string &name, Types types, size_t tokens, const core::Result<Report> &result) {
  bool pass = result && result->verdict.pass;
  if (!pass)
    report(name, types, tokens, result);
  checks.that(pass, "an honest kernel passes");
}

void soundFor(const std::string &name, const Recipe &recipe, Types types, size_t tokens, uint64_t seed) {
  Block block = recipe(types);
  auto values = seedParameters(block.params, seed);
  using reference::Arithmetic;
  passes(name + " exact", types, tokens,
         judge(block, values, referenceForward(block, views(values)), tokens, seed));
  auto baseline =
      judge(block, values, referenceForward(block, views(values), Arithmetic::baseline), tokens, seed);
  passes(name + " baseline", types, tokens, baseline);
  // Attention's widths equal that of the stream here, so that channels cannot be told from heads.
  if (name.find("decoder") == std::string::npos)
    passes(name + " permuted", types, tokens,
           judge(block, values, permutedForward(block, values), tokens, seed));
  auto other = reordered(block, values);
  passes(name + " reordered", types, tokens,
         judge(block, values, referenceForward(block, views(other), Arithmetic::baseline), tokens, seed));
  if (baseline && std::getenv("VERBOSE"))
    report(name, types, tokens, baseline);
}

/// e0 of normal rows stays below what the sizes and types say beforehand, and not far below.
void bounded(const std::string &name, Types types, uint64_t seed) {
  Block block = zoo().at(name)(types);
  auto values = seedParameters(block.params, seed);
  auto result = judge(block, values, referenceForward(block, views(values)), 128, seed);
  double e0 = result->verdict.groups.front().baselineError, bound = result->aPrioriBound;
  bool good = e0 <= bound && bound <= 100 * e0;
  if (!good)
    report(name + " a priori", types, 128, result);
  checks.that(good, "the a-priori bound holds and is near");
}

void allBounded() {
  for (const char *name :
       {"rms_norm", "layer_norm", "swiglu", "swiglu_wide", "gelu_erf", "gelu_tanh", "decoder"})
    for (Types types : allTypes)
      bounded(name, types, 5);
}

void sound() {
  for (const auto &[name, recipe] : zoo())
    for (Types types : allTypes)
      for (uint64_t seed : {1, 2})
        soundFor(name, recipe, types, 128, seed);
  for (size_t tokens : {1, 2, 3, 7, 17, 63, 129})
    for (const char *name : {"swiglu", "decoder", "layer_norm_3"})
      soundFor(name, zoo().at(name), {Format::bf16, Format::f32}, tokens, 4);
}

/// Which bug shows on which block, and in which types.
struct Case {
  const char *mutation, *block;
  Types types = {};
  size_t tokens = 128;
  std::vector<size_t> sequences{};
  size_t chunk = 0;
};

const Types halfInside{Format::bf16, Format::f32};

const Case cases[] = {
    {"eps-outside-root", "rms_norm"},
    {"eps-outside-root", "layer_norm"},
    {"eps-outside-root", "swiglu"},
    {"eps-times-ten", "rms_norm"},
    {"eps-times-ten", "swiglu", {Format::bf16, Format::bf16}},
    {"eps-dropped", "rms_norm"},
    {"eps-dropped", "layer_norm"},
    {"unbiased-variance", "layer_norm_3"},
    {"unbiased-variance", "layer_norm_wide"},
    {"uncentred-variance", "layer_norm"},
    {"uncentred-variance", "gelu_erf"},
    {"not-centred", "layer_norm"},
    {"sum-for-mean", "rms_norm"},
    {"gain-offset", "rms_norm"},
    {"gain-offset", "rms_norm_offset"},
    {"gain-dropped", "rms_norm", {Format::bf16, Format::bf16}},
    {"cast-after-gain", "rms_norm_cast", halfInside},
    {"cast-dropped", "rms_norm_cast", halfInside},
    {"double-rounding", "rms_norm", halfInside},
    {"rounded-statistic", "rms_norm", halfInside},
    {"rounded-statistic", "layer_norm", {Format::f16, Format::f32}},
    {"tanh-for-erf", "gelu_erf"},
    {"erf-for-tanh", "gelu_tanh"},
    {"silu-for-gelu", "gelu_erf", {Format::bf16, Format::bf16}},
    {"gate-up-swapped", "swiglu", {Format::bf16, Format::bf16}},
    {"square-dropped", "relu2", {Format::f16, Format::f16}},
    {"bias-dropped", "gelu_erf", {Format::bf16, Format::bf16}},
    {"residual-dropped", "swiglu", {Format::bf16, Format::bf16}},
    {"norm-dropped", "swiglu", {Format::bf16, Format::bf16}},
    {"post-for-pre-norm", "swiglu", {Format::bf16, Format::bf16}},
    {"causal-off-by-one", "decoder", {Format::bf16, Format::bf16}},
    {"causal-off-by-one", "decoder", {}, 2},
    {"window-off-by-one", "decoder_window"},
    {"mask-dropped", "decoder", {Format::bf16, Format::bf16}, 2},
    {"score-dropped", "decoder_scored"},
    {"scale-dropped", "decoder", {Format::bf16, Format::bf16}, 7},
    {"sinks-dropped", "decoder_scored", {}, 1},
    {"key-for-value", "decoder", {Format::bf16, Format::bf16}, 1},
    {"pairs-swapped", "decoder", {}, 7},
    {"rotated-backwards", "decoder", {}, 7},
    {"rotation-dropped", "decoder", {}, 7},
    {"stale-slot", "decoder", {Format::bf16, Format::bf16}, 0, {5, 5}, 2},
    {"stale-slot", "decoder_window", {}, 0, {9, 3, 1}, 1},
    {"position-behind", "decoder", {Format::bf16, Format::bf16}, 7, {}, 3},
    {"tail-row-missed", "swiglu", {}, 7},
    {"stale-row", "swiglu", {}, 7},
    {"rows-swapped", "rms_norm", {Format::bf16, Format::bf16}},
    {"tail-column-missed", "rms_norm", {Format::bf16, Format::bf16}},
    {"nan-leaks", "swiglu"},
    {"denormals-flushed", "swiglu", {Format::f16, Format::f16}},
    {"tile-transposed", "swiglu", {Format::bf16, Format::bf16}},
    {"depth-tail-missed", "swiglu_wide"},
    {"panel-shifted", "swiglu", {Format::bf16, Format::bf16}},
};

/// The bug is caught, and without it the same arithmetic passes.
void caught(const Case &test) {
  Block block = zoo().at(test.block)(test.types);
  auto values = seedParameters(block.params, 1);
  auto honest = referenceForward(block, views(values), reference::Arithmetic::baseline);
  passes(test.block, test.types, test.tokens,
         judge(block, values, honest, test.tokens, 1, test.sequences, test.chunk));
  auto target = mutatedForward(test.mutation, block, values);
  checks.that(bool(target), test.mutation);
  if (!target) {
    std::printf("%s\n", target.error().c_str());
    return;
  }
  auto result = judge(block, values, *target, test.tokens, 1, test.sequences, test.chunk);
  bool fails = result && !result->verdict.pass;
  if (!fails || std::getenv("VERBOSE"))
    report(std::string(test.mutation) + " in " + test.block, test.types, test.tokens, result);
  checks.that(fails, test.mutation);
}

void allCaught() {
  for (const Case &test : cases)
    caught(test);
  for (const Mutation &mutation : mutations())
    checks.that(std::any_of(std::begin(cases), std::end(cases),
                            [&](const Case &test) { return test.mutation == mutation.name; }),
                mutation.name.c_str());
}

/// Decoding with the cache slot of another sequence, or with one token too few in it.
void staleCache() {
  Block block = zoo().at("decoder")({});
  auto values = seedParameters(block.params, 1);
  std::vector<float> stored = seedRows(block, 1, 0, 16);
  Numbers x(stored.begin(), stored.end());
  size_t width = static_cast<size_t>(block.width), half = 8 * width;
  reference::Batch prefix{14, {0, 7, 14}, {0, 0}, {0, 1}}, next{1, {0, 1}, {7}, {0}};
  auto decode = [&](uint32_t slot, int64_t position, reference::Arithmetic arithmetic) {
    reference::Cache cache;
    reference::Options options{.arithmetic = arithmetic, .threads = 1, .cache = &cache};
    Numbers first(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(7 * width));
    first.insert(first.end(), x.begin() + static_cast<std::ptrdiff_t>(half),
                 x.begin() + static_cast<std::ptrdiff_t>(half + 7 * width));
    reference::run(block, views(values), prefix, first, options);
    next.slot = {slot};
    next.firstPosition = {position};
    std::span<const double> row(x.data() + 7 * width, width);
    return reference::run(block, views(values), next, row, options);
  };
  using reference::Arithmetic;
  Numbers exact = decode(0, 7, Arithmetic::exact), baseline = decode(0, 7, Arithmetic::baseline);
  auto pass = [&](const Numbers &got) {
    return compare({width, block.residual, got, exact, baseline, {}, {{"normal", {0}}}}).pass;
  };
  checks.that(pass(baseline), "decoding in the right slot passes");
  checks.that(!pass(decode(1, 7, Arithmetic::baseline)), "decoding in a stale slot fails");
  checks.that(!pass(decode(0, 6, Arithmetic::baseline)), "decoding one position too early fails");
}

} // namespace

int main(int argc, char **argv) {
  std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "sound") {
    sound();
    allBounded();
  } else if (mode == "mutations") {
    allCaught();
    staleCache();
  }
  return checks.failed();
}
