// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/check/Check.h"

#include "dsl/check/Blocks.h"
#include "dsl/check/Stacks.h"

namespace tenon {

using namespace checker;

namespace {

void expandAll(const Module &module, Reporter &reporter, graph::Program &program) {
  for (const BlockInfo *block : module.blockOrder)
    if (isClosed(block->params) && !reporter.isFull())
      if (auto expanded = expandBlock(module, reporter, *block, {}, nullptr))
        program.blocks.push_back(std::move(expanded));
  for (const StackInfo *stack : module.stackOrder)
    if (isClosed(stack->params) && !reporter.isFull())
      if (auto expanded = expandStack(module, reporter, *stack))
        program.stacks.push_back(std::move(*expanded));
}

} // namespace

std::optional<graph::Program> check(SourceManager &sources, FileId file, Diagnostics &diagnostics) {
  Reporter reporter(sources, diagnostics);
  Module module;
  load(module, sources, file, reporter);
  if (diagnostics.hasErrors())
    return std::nullopt;
  inferTypes(module, reporter);
  bool isExpandable = checkDeclarations(module, reporter);
  graph::Program program;
  if (isExpandable)
    expandAll(module, reporter, program);
  if (diagnostics.hasErrors())
    return std::nullopt;
  if (program.blocks.empty() && program.stacks.empty())
    reporter.warning(CheckWarning::NothingToCompile, {},
                     sources.file(file).path + " declares no block or stack without open parameters");
  for (FileId id = 0; id < sources.size(); ++id)
    program.files.push_back(sources.file(id).path);
  return program;
}

} // namespace tenon
