// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libFuzzer: any bytes parse without a crash, errors can be shown, and what
// parses is formatted to a text that means the same and stays as it is.
#include "dsl/parse/Format.h"

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace tenon;

static void require(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "property violated: %s\n", what);
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SourceManager sources;
  Diagnostics diagnostics(sources);
  FileId file = sources.add("input", std::string(reinterpret_cast<const char *>(data), size));
  std::optional<std::string> text = format(sources, file, diagnostics);
  diagnostics.sort();
  (void)diagnostics.render(true);
  (void)diagnostics.toJson().dump(-1, ' ', false, nlohmann::json::error_handler_t::strict);
  require(text.has_value() == !diagnostics.hasErrors(), "no text without an error that says why");
  // Only the error about a formatter that failed its own check has no number.
  for (const Diagnostic &diagnostic : diagnostics.all())
    require(!diagnostic.rule.empty(), "formatting keeps the meaning");
  if (!text)
    return 0;
  Diagnostics again(sources);
  require(format(sources, sources.add("formatted", *text), again) == text,
          "formatting twice changes nothing");
  return 0;
}
