// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/tenon/RunData.h"
#include "dsl/graph/Facts.h"
#include "import/Import.h"
#include "oracle/validate/Calls.h"
#include "oracle/validate/Seed.h"
#include "runtime/weights/Load.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

namespace tenon::cli {

namespace {

/// What files hold for it: quantised weights are given and saved as f32.
core::Type typeOf(graph::Format format) {
  return format == graph::Format::bf16  ? core::Type::bf16
         : format == graph::Format::f16 ? core::Type::f16
                                        : core::Type::f32;
}

std::vector<float> toFloats(const core::TensorView &view) {
  std::vector<double> values = core::toDoubles(view);
  return {values.begin(), values.end()};
}

std::optional<std::vector<std::vector<float>>> loadParameters(Session &session,
                                                              const std::vector<graph::Parameter> &parameters,
                                                              const DataOptions &options) {
  weights::NameMap names;
  if (!options.names.empty()) {
    auto map = take(session, weights::readNameMap(options.names));
    if (!map)
      return std::nullopt;
    names = std::move(*map);
  }
  auto file = take(session, weights::Checkpoint::open(options.weights));
  if (!file)
    return std::nullopt;
  std::vector<weights::Wanted> wanted;
  for (const graph::Parameter &parameter : parameters)
    wanted.push_back({parameter.name, parameter.shape, typeOf(parameter.storage)});
  auto isThere = [&](const weights::Wanted &one) { return file->contains(one.name); };
  if (options.names.empty() && !wanted.empty() && std::none_of(wanted.begin(), wanted.end(), isThere)) {
    session.error(fmt::format(
        "'{}' has no tensor '{}', nor any other that the spec names: --names says under which names "
        "it keeps them (tenon import writes such a map)",
        options.weights, wanted.front().name));
    return std::nullopt;
  }
  auto tensors = take(session, weights::loadAll(*file, wanted, names));
  if (!tensors)
    return std::nullopt;
  std::vector<std::vector<float>> values;
  for (size_t i = 0; i < parameters.size(); ++i) {
    values.push_back(toFloats((*tensors)[i].view()));
    if (graph::isQuantised(parameters[i].storage))
      validate::store(parameters[i].storage, values.back(), size_t(parameters[i].shape.back()));
  }
  return values;
}

bool fillParameters(Session &session, const std::vector<graph::Parameter> &parameters,
                    const DataOptions &options, RunData &data) {
  if (!fitsIntoMemory(session, parameters))
    return false;
  if (options.weights.empty()) {
    data.parameters = validate::seedParameters(parameters, options.seed);
    data.seeded.push_back("parameters");
    return true;
  }
  auto values = loadParameters(session, parameters, options);
  if (values)
    data.parameters = std::move(*values);
  return values.has_value();
}

/// A list of whole numbers; nothing where the file has none of that name or after an error.
std::optional<std::vector<int64_t>> readIntegers(Session &session, const weights::Safetensors &file,
                                                 const std::string &name) {
  if (!file.contains(name))
    return std::nullopt;
  auto view = take(session, file.find(name));
  if (!view)
    return std::nullopt;
  if (view->shape.size() != 1 || (view->type != core::Type::i32 && view->type != core::Type::i64)) {
    session.error(fmt::format("tensor '{}' of '{}' must be a list of i32 or i64, found {} {}", name,
                              file.path(), core::spelling(view->type), core::spelling(view->shape)));
    return std::nullopt;
  }
  std::vector<int64_t> values;
  for (size_t i = 0; i < view->elements(); ++i)
    values.push_back(int64_t(view->at(i)));
  return values;
}

/// One sequence, or those that `sequences` and `positions` say.
bool fillBatch(Session &session, const weights::Safetensors &file, size_t tokens, reference::Batch &batch) {
  batch = reference::Batch::sequence(tokens);
  auto sequences = readIntegers(session, file, "sequences"),
       positions = readIntegers(session, file, "positions");
  if (session.diagnostics.hasErrors())
    return false;
  if (sequences)
    batch.firstRow.assign(sequences->begin(), sequences->end());
  size_t count = batch.firstRow.empty() ? 0 : batch.firstRow.size() - 1;
  batch.firstPosition = positions ? *positions : std::vector<int64_t>(count, 0);
  batch.slot.clear();
  for (size_t i = 0; i < count; ++i)
    batch.slot.push_back(uint32_t(count - 1 - i)); // as Batch::of does
  return take(session, reference::check(batch)).has_value();
}

/// The rows of tensor `name`, as stored in `format`; nothing after an error.
std::optional<std::vector<float>> readMatrix(Session &session, const weights::Safetensors &file,
                                             const char *name, int64_t width, graph::Format format) {
  auto view = take(session, file.find(name));
  if (!view)
    return std::nullopt;
  if (view->shape.size() != 2 || view->shape[1] != width) {
    session.error(fmt::format("tensor '{}' of '{}' has shape {}, expected [tokens, {}]", name, file.path(),
                              core::spelling(view->shape), width));
    return std::nullopt;
  }
  auto rows = take(session, core::convert(*view, typeOf(format), name));
  return rows ? std::optional(toFloats(rows->view())) : std::nullopt;
}

bool readRows(Session &session, const weights::Safetensors &file, int64_t width, graph::Format format,
              RunData &data) {
  auto rows = readMatrix(session, file, "x", width, format);
  if (!rows || !fillBatch(session, file, rows->size() / size_t(width), data.batch))
    return false;
  data.x = std::move(*rows);
  return true;
}

/// Rows before the given ones: a limit far beyond what anybody waits for.
constexpr int64_t mostPastRows = int64_t(1) << 24;

/// With attention over earlier tokens those are given as `past` [their number, width], or seeded.
bool fillPast(Session &session, const graph::Block &block, const DataOptions &options, RunData &data) {
  if (!graph::attends(block) || graph::seesLaterTokens(block))
    return true;
  int64_t count = 0;
  for (int64_t position : data.batch.firstPosition)
    count = position < mostPastRows ? std::min(mostPastRows, count + position) : mostPastRows;
  if (count == mostPastRows) {
    session.error(fmt::format(
        "the sequences have {} or more earlier tokens, whose keys and values are needed", mostPastRows));
    return false;
  }
  if (count == 0)
    return true;
  if (!options.isSeeded()) {
    auto file = take(session, weights::Safetensors::open(options.input));
    if (!file)
      return false;
    if (file->contains("past")) {
      auto rows = readMatrix(session, *file, "past", block.width, block.residual);
      if (rows && rows->size() != size_t(count * block.width)) {
        session.error(
            fmt::format("tensor 'past' of '{}' has {} rows, but the sequences have {} earlier tokens",
                        file->path(), rows->size() / size_t(block.width), count));
        return false;
      }
      data.past = rows ? std::move(*rows) : std::vector<float>();
      return rows.has_value();
    }
  }
  data.past = validate::seedRows(block, options.seed, validate::firstPastRow, size_t(count));
  data.seeded.push_back("past");
  return true;
}

/// The sequences of seeded rows; false after an error.
bool seedBatch(Session &session, const DataOptions &options, reference::Batch &batch) {
  batch = options.sequences.empty() ? reference::Batch::sequence(options.tokens)
                                    : reference::Batch::of(options.sequences);
  if (options.positions.empty())
    return true;
  if (options.positions.size() != batch.slot.size()) {
    session.error(fmt::format("--positions has {} numbers for {} sequences", options.positions.size(),
                              batch.slot.size()));
    return false;
  }
  batch.firstPosition = options.positions;
  return true;
}

bool readIds(Session &session, const weights::Safetensors &file, RunData &data) {
  auto ids = readIntegers(session, file, "ids");
  if (!ids) {
    if (!session.diagnostics.hasErrors())
      session.error(
          fmt::format("'{}' has no tensor 'ids', which a stack with an embedding reads", file.path()));
    return false;
  }
  auto narrow = [](int64_t number) {
    return int32_t(std::min<int64_t>(std::max<int64_t>(number, -1), INT32_MAX));
  };
  auto types = readIntegers(session, file, "types");
  std::transform(ids->begin(), ids->end(), std::back_inserter(data.ids), narrow);
  if (types)
    std::transform(types->begin(), types->end(), std::back_inserter(data.types), narrow);
  if (types && types->size() != ids->size())
    session.error(fmt::format("'{}' has {} types for {} ids", file.path(), types->size(), ids->size()));
  return !session.diagnostics.hasErrors() && fillBatch(session, file, ids->size(), data.batch);
}

std::vector<const graph::Block *> blocksOf(const graph::Stack &stack) {
  std::vector<const graph::Block *> blocks;
  for (const auto &layer : stack.layers)
    blocks.push_back(layer.get());
  return blocks;
}

void addTensor(std::vector<std::pair<std::string, core::Tensor>> &tensors, Session &session,
               const std::string &name, const std::vector<double> &values, core::Shape shape,
               core::Type type) {
  if (auto tensor = take(session, core::fromDoubles(values, std::move(shape), type, name)))
    tensors.emplace_back(name, std::move(*tensor));
}

template <typename T>
void addIntegers(std::vector<std::pair<std::string, core::Tensor>> &tensors, Session &session,
                 const char *name, const std::vector<T> &values) {
  core::Type type = sizeof(T) == sizeof(int32_t) ? core::Type::i32 : core::Type::i64;
  auto tensor = take(session, core::makeTensor(type, {int64_t(values.size())}));
  if (!tensor)
    return;
  std::memcpy(tensor->data.data(), values.data(), values.size() * sizeof(T));
  tensors.emplace_back(name, std::move(*tensor));
}

/// Nothing for the plain case, one sequence from position 0.
void addBatch(std::vector<std::pair<std::string, core::Tensor>> &tensors, Session &session,
              const reference::Batch &batch) {
  if (batch.firstPosition == std::vector<int64_t>{0})
    return;
  addIntegers(tensors, session, "sequences",
              std::vector<int64_t>(batch.firstRow.begin(), batch.firstRow.end()));
  addIntegers(tensors, session, "positions", batch.firstPosition);
}

bool writeTensors(Session &session, const std::string &path,
                  const std::vector<std::pair<std::string, core::Tensor>> &tensors) {
  std::vector<std::pair<std::string, core::TensorView>> views;
  for (const auto &[name, tensor] : tensors)
    views.emplace_back(name, tensor.view());
  return !session.diagnostics.hasErrors() &&
         take(session, weights::writeSafetensors(path, views)).has_value();
}

} // namespace

bool fitsIntoMemory(Session &session, const std::vector<graph::Parameter> &parameters) {
  double elements = 0;
  for (const graph::Parameter &parameter : parameters)
    elements += double(graph::elements(parameter.shape));
  double needed = 2 * sizeof(float) * elements;
  double memory = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGE_SIZE));
  if (needed <= memory)
    return true;
  session.error(fmt::format("{} parameters take {} here, as f32 and packed, and this machine has {}",
                            scaled(elements), byteSize(needed), byteSize(memory)));
  return false;
}

void addData(CLI::App &verb, DataOptions &options) {
  verb.add_option("--weights", options.weights,
                  "parameters by their names, instead of seeded ones: safetensors,\n"
                  "the index of several such files, or GGUF")
      ->type_name("FILE");
  verb.add_option("--names", options.names, "where the file of --weights keeps them, if under other names")
      ->type_name("MAP.json");
  CLI::Option *input = verb.add_option("--input", options.input,
                                       "tensor x [tokens, width] (a stack: ids [tokens]); sequences\n"
                                       "[n + 1] says where each of n sequences begins, positions [n] at\n"
                                       "which position, past [earlier tokens, width] what stood there")
                           ->type_name("FILE.safetensors");
  verb.add_option("--output", options.output, "where tensor y is written")->type_name("FILE.safetensors");
  verb.add_option("--save", options.save, "where all that was used is written, seeded or not")
      ->type_name("FILE.safetensors");
  verb.add_option("--seed", options.seed, "of what is not given")->type_name("N")->capture_default_str();
  CLI::Option *tokens = verb.add_option("--tokens", options.tokens, "rows of one sequence")
                            ->check(inRange(1, size_t(1) << 24))
                            ->type_name("N")
                            ->capture_default_str()
                            ->excludes(input);
  verb.add_option("--sequences", options.sequences, "several sequences in one batch: rows of each")
      ->delimiter(',')
      ->check(inRange(1, size_t(1) << 24))
      ->type_name("N,N")
      ->excludes(input)
      ->excludes(tokens);
  verb.add_option("--positions", options.positions,
                  "of the first row of each sequence, behind earlier tokens")
      ->delimiter(',')
      ->check(inRange(0, size_t(1) << 40))
      ->type_name("P,P")
      ->excludes(input);
}

std::optional<RunData> gather(Session &session, const graph::Block &block, const DataOptions &options) {
  RunData data;
  if (!options.weights.empty())
    importer::warnOfEpsilon(session.diagnostics, {&block}, options.weights);
  if (!fillParameters(session, block.params, options, data))
    return std::nullopt;
  if (!options.input.empty()) {
    auto file = take(session, weights::Safetensors::open(options.input));
    if (!file || !readRows(session, *file, block.width, block.residual, data))
      return std::nullopt;
  } else {
    if (!seedBatch(session, options, data.batch))
      return std::nullopt;
    data.x = validate::seedRows(block, options.seed, 0, data.batch.tokens);
    data.seeded.push_back("x");
  }
  return fillPast(session, block, options, data) ? std::optional(std::move(data)) : std::nullopt;
}

std::optional<RunData> gather(Session &session, const graph::Stack &stack, const DataOptions &options) {
  RunData data;
  if (!options.weights.empty())
    importer::warnOfEpsilon(session.diagnostics, blocksOf(stack), options.weights);
  if (!fillParameters(session, stack.params, options, data))
    return std::nullopt;
  if (!options.input.empty()) {
    auto file = take(session, weights::Safetensors::open(options.input));
    bool isRead = file && (stack.embedding ? readIds(session, *file, data)
                                           : readRows(session, *file, stack.width, stack.dtype, data));
    return isRead ? std::optional(std::move(data)) : std::nullopt;
  }
  if (!seedBatch(session, options, data.batch))
    return std::nullopt;
  if (stack.embedding)
    data.ids = validate::seedIds(stack.embedding->vocab, options.seed, data.batch.tokens);
  else if (!stack.layers.empty())
    data.x = validate::seedRows(*stack.layers.front(), options.seed, 0, data.batch.tokens);
  data.seeded.push_back(stack.embedding ? "ids" : "x");
  return data;
}

bool save(Session &session, const DataOptions &options, const std::vector<graph::Parameter> &parameters,
          const RunData &data, graph::Format rowFormat, const std::vector<double> &y, size_t columns) {
  if (!options.output.empty() && options.output == options.save) {
    session.error(fmt::format("--output and --save both name '{}'", options.output));
    return false;
  }
  std::vector<std::pair<std::string, core::Tensor>> results, used;
  core::Shape shape = {int64_t(y.size() / columns), int64_t(columns)};
  if (!options.output.empty()) {
    addTensor(results, session, "y", y, shape, typeOf(rowFormat));
    if (!writeTensors(session, options.output, results))
      return false;
  }
  if (options.save.empty())
    return true;
  for (size_t i = 0; i < parameters.size(); ++i)
    addTensor(used, session, parameters[i].name, {data.parameters[i].begin(), data.parameters[i].end()},
              parameters[i].shape, typeOf(parameters[i].storage));
  int64_t tokens = int64_t(data.batch.tokens), width = data.x.empty() ? 0 : int64_t(data.x.size()) / tokens;
  for (const auto &[name, rows] : {std::pair("x", &data.x), std::pair("past", &data.past)})
    if (!rows->empty())
      addTensor(used, session, name, {rows->begin(), rows->end()}, {int64_t(rows->size()) / width, width},
                typeOf(rowFormat));
  if (!data.ids.empty())
    addIntegers(used, session, "ids", data.ids);
  addBatch(used, session, data.batch);
  return writeTensors(session, options.save, used);
}

} // namespace tenon::cli
