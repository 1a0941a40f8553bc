// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tenon/Profile.h"
#include "dsl/graph/Ends.h"
#include "oracle/validate/Validate.h"
#include "tools/tenon/RunData.h"
#include "tools/tenon/RunnableStack.h"
#include <chrono>

namespace tenon::cli {

namespace {

constexpr int calls = 3; ///< after one that warms up

/// What tenon_batch::observe calls.
class Observer {
public:
  void attach(tenon_batch &batch) {
    batch.observer = this;
    batch.observe = [](void *self, const char *kernel, size_t layer) {
      static_cast<Observer *>(self)->observe(kernel, layer);
    };
  }
  double total() const {
    double sum = 0;
    for (const auto &[kernel, seconds] : profile)
      sum += seconds;
    return sum;
  }
  Profile profile;

private:
  using Clock = std::chrono::steady_clock;

  void observe(const char *kernel, size_t layer) {
    auto now = Clock::now();
    if (!current.second.empty())
      profile[current] += std::chrono::duration<double>(now - start).count();
    current = {layer, kernel ? kernel : ""};
    start = Clock::now();
  }

  std::pair<size_t, std::string> current; ///< an empty name: nothing runs
  Clock::time_point start;
};

/// What goes in, and room for what comes out.
struct Data {
  std::vector<std::byte> x, y;
};

Data dataFor(const graph::Block &block, size_t tokens) {
  auto rows = validate::seedRowsOf(block, validate::rowSections(block).front(), 1, 0, tokens); // normal ones
  auto x = validate::encode(block.residual, std::span<const float>(rows));
  return {x, x};
}

Data dataFor(const graph::Stack &stack, size_t tokens) {
  Data data;
  if (stack.embedding) {
    auto ids = validate::seedIds(stack.embedding->vocab, 1, tokens);
    auto bytes = std::as_bytes(std::span(ids));
    data.x.assign(bytes.begin(), bytes.end());
  } else {
    data.x = dataFor(*stack.layers.front(), tokens).x;
  }
  data.y.resize(tokens * size_t(graph::outputWidth(stack)) * sizeof(float));
  return data;
}

/// Only the last row comes out of a head, as in generation.
bool isPooled(const graph::Block &) { return false; }
bool isPooled(const graph::Stack &stack) { return stack.pool != graph::Pool::none; }

std::vector<tenon_tensor> tensorsFor(const graph::Block &, const Built &,
                                     const std::vector<std::vector<float>> &parameters) {
  std::vector<tenon_tensor> tensors;
  for (const std::vector<float> &values : parameters)
    tensors.push_back({values.data(), TENON_F32, values.size()});
  return tensors;
}

std::vector<tenon_tensor> tensorsFor(const graph::Stack &stack, const Built &built,
                                     const std::vector<std::vector<float>> &parameters) {
  return tensorsOf(stack, built.parameters, parameters);
}

} // namespace

template <typename Graph>
std::optional<Profile> profile(Session &session, const graph::Program &program, const Graph &graph,
                               const std::string &target, size_t tokens, Exit &exitCode) {
  exitCode = badInput;
  if (!fitsIntoMemory(session, graph.params))
    return std::nullopt;
  std::optional<Built> built = build(session, program, graph, target, exitCode);
  if (!built)
    return std::nullopt;
  exitCode = badInput;
  auto parameters = validate::seedParameters(graph.params, 1);
  auto packed =
      take(session, core::PackedBlock::pack(built->artifact, tensorsFor(graph, *built, parameters), nullptr));
  if (!packed)
    return std::nullopt;
  Data data = dataFor(graph, tokens);
  reference::Batch sequence = reference::Batch::sequence(tokens);
  size_t last = tokens - 1;
  Observer best;
  for (int i = 0; i <= calls; ++i) {
    Observer observer;
    tenon_batch batch = core::plainBatch(tokens);
    batch.sequences = 1;
    batch.first_row = sequence.firstRow.data();
    batch.cache_tokens = tokens;
    batch.outputs = 1;
    batch.output_row = isPooled(graph) ? nullptr : &last;
    observer.attach(batch);
    if (!take(session, packed->forward(batch, data.x.data(), data.y.data(), nullptr)))
      return std::nullopt;
    if (i == 1 || (i > 1 && observer.total() < best.total()))
      best = observer;
  }
  return best.profile;
}

#define TENON_PROFILES(GRAPH)                                                                                \
  template std::optional<Profile> profile(Session &, const graph::Program &, const GRAPH &,                  \
                                          const std::string &, size_t, Exit &);
TENON_PROFILES(graph::Block)
TENON_PROFILES(graph::Stack)

} // namespace tenon::cli
