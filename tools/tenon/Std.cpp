// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon std: print the standard library, which is part of the binary.

#include "dsl/check/Check.h"
#include "tools/tenon/Output.h"
#include "tools/tenon/Session.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::cli {

namespace {

/// `norm` and `norm.tenon` name the same file.
bool isNamed(std::string_view file, std::string_view name) {
  return name.empty() || file == name || (file.starts_with(name) && file.substr(name.size()) == ".tenon");
}

int runStd(const std::string &name) {
  Session session(false);
  std::string text;
  std::vector<std::string> names;
  for (const LibraryFile &file : library()) {
    names.emplace_back(file.name);
    if (isNamed(file.name, name))
      text += fmt::format("{}# {}\n\n{}", text.empty() ? "" : "\n", file.name, file.text);
  }
  if (!text.empty())
    return session.succeed(text);
  session.error(fmt::format("the library has no file '{}'; it has {}", name, fmt::join(names, ", ")));
  return session.fail();
}

} // namespace

void addStd(CLI::App &app, Action &action) {
  auto name = std::make_shared<std::string>();
  CLI::App *verb = app.add_subcommand("std", "Prints the standard library");
  verb->footer("Norms, activations, placements, attention: everything that has a name is written in\n"
               "the language itself. These are the texts to learn from and to start one's own with.\n\n"
               "  tenon std\n"
               "  tenon std norm");
  verb->add_option("FILE", *name, "one file of it");
  verb->callback([name, &action] { action = [name] { return runStd(*name); }; });
}

} // namespace tenon::cli
