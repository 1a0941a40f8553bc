// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libFuzzer: any bytes are checked without a crash or hang; what passes can be
// printed and counted, and what does not says why.
#include "dsl/check/Check.h"
#include "dsl/graph/Facts.h"

#include <cstdio>
#include <cstdlib>

using namespace tenon;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SourceManager sources;
  Diagnostics diagnostics(sources);
  FileId file = sources.add("input", std::string(reinterpret_cast<const char *>(data), size));
  auto program = check(sources, file, diagnostics);
  diagnostics.sort();
  (void)diagnostics.render();
  if (program.has_value() == diagnostics.hasErrors()) {
    std::fputs("property violated: no program without an error that says why\n", stderr);
    std::abort();
  }
  if (!program)
    return 0;
  for (const auto &block : program->blocks) {
    (void)graph::print(*block);
    (void)graph::facts(*block);
  }
  for (const graph::Stack &stack : program->stacks) {
    (void)graph::print(stack);
    (void)graph::facts(stack);
  }
  return 0;
}
