// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracle/validate/Trials.h"
#include "dsl/graph/Facts.h"

#include <algorithm>
#include <numeric>

namespace tenon::validate {
namespace {

using graph::Block;
using reference::Batch;

bool isIn(const RowSection &section, size_t row) {
  return row >= section.first && row < section.first + section.count;
}

RowGroup groupOf(const RowSection &section, const char *prefix = "") {
  return {prefix + std::string(spelling(section.kind)), {}, section.kind == RowKind::equal};
}

/// Adds trials of the rows from 0 on until `enough` of them are there.
void addCalls(const Request &request, const std::vector<RowSection> &sections, size_t enough,
              Trials &trials) {
  Batch batch = Batch::of(request.rowsOfSequences());
  for (size_t first = 0; first < enough; first += batch.tokens) {
    Trial trial{batch, {}, seedRows(*request.block, request.seed, first, batch.tokens), {}};
    for (size_t row = first; row < first + batch.tokens; ++row) {
      auto found = std::find_if(sections.begin(), sections.end(),
                                [&](const RowSection &section) { return isIn(section, row); });
      trial.groupOf.push_back(found == sections.end() ? 0 : size_t(found - sections.begin()));
    }
    trials.all.push_back(std::move(trial));
  }
}

Trials withoutAttention(const Request &request) {
  std::vector<RowSection> sections = rowSections(*request.block);
  Trials trials;
  for (const RowSection &section : sections)
    trials.groups.push_back(groupOf(section));
  addCalls(request, sections, sections.back().first + sections.back().count, trials);
  return trials;
}

/// The sequences of one kind: its rows among normal ones, cut so that none is longer than `longest`.
void addKind(const Block &block, const RowSection &section, size_t longest, Trials &trials,
             std::vector<size_t> &rowsOfEach) {
  size_t kind = trials.groups.size(), beside = kind + 1;
  trials.groups.push_back(groupOf(section));
  trials.groups.push_back(groupOf(section, "beside "));
  bool seesLater = graph::seesLaterTokens(block);
  size_t begin = adversarialSequence(section), end = begin + adversarialRows;
  for (size_t first = begin; first < end; first += longest) {
    size_t last = std::min(end, first + longest);
    rowsOfEach.push_back(last - first);
    for (size_t row = first; row < last; ++row) {
      bool sees = section.first < (seesLater ? last : row) && section.first + section.count > first;
      trials.all.back().groupOf.push_back(isIn(section, row) ? kind : sees ? beside : 0);
    }
  }
}

Trials withAttention(const Request &request) {
  const Block &block = *request.block;
  std::vector<RowSection> sections = rowSections(block);
  std::vector<size_t> rows = request.rowsOfSequences(), rowsOfEach;
  Trials trials;
  trials.groups.push_back(groupOf(sections.front()));
  addCalls(request, {}, sections.front().count, trials);
  trials.all.emplace_back();
  size_t longest = *std::max_element(rows.begin(), rows.end());
  for (size_t i = 1; i < sections.size(); ++i)
    addKind(block, sections[i], longest, trials, rowsOfEach);
  Trial &adversarial = trials.all.back();
  adversarial.batch = Batch::of(rowsOfEach);
  adversarial.x = seedRows(block, request.seed, adversarialSequence(sections[1]), adversarial.batch.tokens);
  return trials;
}

} // namespace

std::vector<size_t> Request::rowsOfSequences() const {
  return sequences.empty() ? std::vector<size_t>{tokens} : sequences;
}

Trials trialsOf(const Request &request) {
  if (!request.x)
    return graph::attends(*request.block) ? withAttention(request) : withoutAttention(request);
  Trial trial;
  trial.x = *request.x;
  trial.past = request.past;
  trial.batch =
      request.batch ? *request.batch : Batch::sequence(trial.x.size() / size_t(request.block->width));
  return {{std::move(trial)}, {}};
}

} // namespace tenon::validate
