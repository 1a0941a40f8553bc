// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a run works on: parameters and rows, from files or seeded.
#ifndef TENON_TOOLS_TENON_RUNDATA_H
#define TENON_TOOLS_TENON_RUNDATA_H

#include "oracle/reference/Stack.h"
#include "tools/tenon/Session.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tenon::cli {

struct DataOptions {
  std::string weights; ///< a checkpoint; empty: seeded
  std::string names;   ///< a name map for `weights`
  std::string input;   ///< safetensors with `x`, or `ids` for a stack with an embedding; empty: seeded
  std::string output;  ///< where `y` goes; empty: nowhere
  std::string save;    ///< where all that was used goes
  uint64_t seed = 1;
  size_t tokens = 128;            ///< of seeded rows, one sequence
  std::vector<size_t> sequences;  ///< or rows of several seeded sequences
  std::vector<int64_t> positions; ///< of their first rows; empty: 0

  bool isSeeded() const { return input.empty(); }
};
void addData(CLI::App &verb, DataOptions &options);

/// All as stored: numbers that the storage types hold.
struct RunData {
  std::vector<std::vector<float>> parameters; ///< in the order of the block's
  std::vector<float> x;                       ///< [batch.tokens, width]
  std::vector<float> past;                    ///< rows of validate::pastOf(batch), where attention sees them
  std::vector<int32_t> ids;                   ///< [batch.tokens], of a stack with an embedding
  std::vector<int32_t> types;                 ///< [batch.tokens] or none: all 0
  reference::Batch batch;
  std::vector<std::string> seeded; ///< what was not given: "parameters", "x", "past"
};

/// Parameters are held once as f32 and once packed: false, with an error, where that takes more
/// memory than there is.
bool fitsIntoMemory(Session &session, const std::vector<graph::Parameter> &parameters);

/// Reads what is given and seeds the rest; nothing after an error.
std::optional<RunData> gather(Session &session, const graph::Block &block, const DataOptions &options);
std::optional<RunData> gather(Session &session, const graph::Stack &stack, const DataOptions &options);

/// Writes y [rows, columns] and what was used, where that is wanted; false after an error.
bool save(Session &session, const DataOptions &options, const std::vector<graph::Parameter> &parameters,
          const RunData &data, graph::Format rowFormat, const std::vector<double> &y, size_t columns);

} // namespace tenon::cli

#endif
