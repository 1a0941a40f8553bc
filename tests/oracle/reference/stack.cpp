// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stack against its parts: lookup by hand, blocks by the interpreter, head by hand.
#include "oracle/reference/Stack.h"
#include "oracle/validate/Seed.h"
#include "tests/Inputs/Check.h"
#include "tests/oracle/Inputs/Blocks.h"

#include <algorithm>

using namespace tenon;
using namespace tenon::tests;
using Numbers = std::vector<double>;
using reference::Batch;

namespace {

Checks checks;
constexpr size_t width = 8, vocab = 11;

graph::Parameter table(std::string name, int64_t rows, int64_t columns = width) {
  graph::Parameter p;
  p.name = std::move(name);
  p.shape = {rows, columns};
  p.role = graph::Parameter::Role::weight;
  return p;
}

Block layerBlock() {
  Maker m("layer", width);
  ValueId h = m.residual(m.x, m.attention(m.rmsNorm("n", m.x, 1e-5), {.mask = causalMask()}));
  return m.finish(m.residual(h, m.mlp(h, 12, [&](ValueId z) { return m.silu(z); })));
}

Block normBlock() {
  Maker m("exit", width);
  return m.finish(m.layerNorm("final_norm", m.x, 1e-5));
}

/// Two layers, positions from a table with one spare row, types, tied head with a scale.
graph::Stack makeStack() {
  graph::Stack stack;
  stack.name = "stack";
  stack.width = width;
  auto layer = std::make_shared<Block>(layerBlock());
  stack.layers = {layer, layer};
  stack.embedding = graph::Embedding{vocab, 3, graph::Embedding::Positions::learned, 6, 1, 2};
  stack.exit = std::make_shared<Block>(normBlock());
  stack.head = graph::Head{true, 0.5, true, vocab};
  stack.params = {table("embedding.weight", vocab), table("embedding.positions", 7),
                  table("embedding.types", 2)};
  for (int i = 0; i < 2; ++i)
    for (graph::Parameter p : layer->params) {
      p.name = "layers." + std::to_string(i) + "." + p.name;
      stack.params.push_back(p);
    }
  for (const graph::Parameter &p : stack.exit->params)
    stack.params.push_back(p);
  graph::Parameter bias;
  bias.name = "head.bias";
  bias.shape = {vocab};
  stack.params.push_back(bias);
  return stack;
}

reference::Parameters slice(const reference::Parameters &all, size_t first, size_t count) {
  return {all.begin() + static_cast<std::ptrdiff_t>(first),
          all.begin() + static_cast<std::ptrdiff_t>(first + count)};
}

void wholeStack(const graph::Stack &stack, const reference::Parameters &p) {
  std::vector<int32_t> ids{3, 0, 10, 3, 7}, types{0, 1, 1, 0, 1};
  Batch batch = Batch::sequence(5);
  Numbers h;
  for (size_t t = 0; t < 5; ++t)
    for (size_t i = 0; i < width; ++i)
      h.push_back(3.0 * p[0][ids[t] * width + i] + p[1][(t + 1) * width + i] + p[2][types[t] * width + i]);
  size_t each = stack.layers[0]->params.size();
  for (size_t layer = 0; layer < 2; ++layer)
    h = reference::run(*stack.layers[layer], slice(p, 3 + layer * each, each), batch, h);
  h = reference::run(*stack.exit, slice(p, 3 + 2 * each, 2), batch, h);
  Numbers logits;
  for (size_t t = 0; t < 5; ++t)
    for (size_t v = 0; v < vocab; ++v) {
      double sum = 0;
      for (size_t i = 0; i < width; ++i)
        sum += h[t * width + i] * p[0][v * width + i];
      logits.push_back(0.5 * sum + p.back()[v]);
    }
  auto got = reference::run(stack, p, batch, {.ids = ids, .types = types, .rows = {}});
  checks.that(got && got->rows == 5 && got->columns == vocab, "a row of logits for each token");
  checks.near(got->values, logits, 1e-13, 1e-12, "logits");

  std::vector<reference::Cache> caches;
  Numbers decoded;
  for (int64_t t = 0; t < 5; ++t) {
    std::span<const int32_t> id(&ids[t], 1), type(&types[t], 1);
    auto step = reference::run(stack, p, Batch::sequence(1, t), {.ids = id, .types = type, .rows = {}},
                               {.threads = 1, .caches = &caches});
    decoded.insert(decoded.end(), step->values.begin(), step->values.end());
  }
  checks.near(decoded, got->values, 0, 0, "token by token");
}

void encoder(graph::Stack stack, const reference::Parameters &p) {
  stack.head.reset();
  std::vector<int32_t> ids{1, 2, 3, 4, 5};
  Batch batch{5, {0, 2, 5}, {0, 0}, {0, 1}};
  reference::StackInput input{ids, {}, {}};
  Numbers rows = reference::run(stack, p, batch, input)->values;
  for (auto pool : {graph::Pool::mean, graph::Pool::first})
    for (bool normalize : {false, true}) {
      stack.pool = pool;
      stack.normalize = normalize;
      Numbers want;
      for (auto [first, end] : {std::pair(0, 2), std::pair(2, 5)}) {
        Numbers pooled(width);
        double squares = 0;
        for (size_t i = 0; i < width; ++i) {
          for (int t = first; t < (pool == graph::Pool::mean ? end : first + 1); ++t)
            pooled[i] += rows[t * width + i] / (pool == graph::Pool::mean ? end - first : 1);
          squares += pooled[i] * pooled[i];
        }
        for (double x : pooled)
          want.push_back(normalize ? x / std::sqrt(squares) : x);
      }
      checks.near(reference::run(stack, p, batch, input)->values, want, 1e-15, 1e-14, "pooled rows");
    }
}

/// sin and cos of position / 10000^(2i / width), alternating; no layers.
void sinusoids() {
  graph::Stack stack;
  stack.width = 4;
  stack.embedding = graph::Embedding{1, 1, graph::Embedding::Positions::sinusoidal, 100, 0, 0};
  stack.params = {table("embedding.weight", 1, 4)};
  std::vector<float> zero(4, 0.0f);
  std::vector<int32_t> ids{0};
  auto got = reference::run(stack, {zero}, Batch::sequence(1, 50), {.ids = ids, .types = {}, .rows = {}});
  checks.near(got->values, Numbers{std::sin(50.0), std::cos(50.0), std::sin(0.5), std::cos(0.5)}, 1e-14, 0,
              "sinusoidal positions");
}

void misuse(const graph::Stack &stack, const reference::Parameters &p) {
  auto rejected = [&](std::vector<int32_t> ids, const Batch &batch, const reference::Parameters &values) {
    return !reference::run(stack, values, batch, {.ids = ids, .types = {}, .rows = {}});
  };
  checks.that(!rejected({1, 2}, Batch::sequence(2), p), "a good call");
  checks.that(rejected({1, 11}, Batch::sequence(2), p), "an id beyond the vocabulary");
  checks.that(rejected({1, -1}, Batch::sequence(2), p), "a negative id");
  checks.that(rejected({1}, Batch::sequence(2), p), "too few ids");
  checks.that(rejected({1, 2}, Batch::sequence(2, 5), p), "a position beyond the table");
  checks.that(rejected({1, 2}, {2, {0, 1}, {0}, {0}}, p), "a row of no sequence");
  checks.that(rejected({1, 2}, Batch::sequence(2), {}), "no parameters");
}

} // namespace

int main() {
  graph::Stack stack = makeStack();
  auto values = validate::seedParameters(stack.params, 1);
  reference::Parameters p(values.begin(), values.end());
  wholeStack(stack, p);
  encoder(stack, p);
  sinusoids();
  misuse(stack, p);
  return checks.failed();
}
