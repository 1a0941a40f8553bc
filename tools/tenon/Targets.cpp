// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tenon targets: what can be compiled for, and what this machine has.

#include "codegen/pipeline/Compiler.h"
#include "runtime/cpu/Features.h"
#include "tools/tenon/Output.h"
#include "tools/tenon/Session.h"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <thread>

namespace tenon::cli {

namespace {

int runTargets(bool isJson) {
  using enum Table::Align;
  Session session(isJson);
  Table table({left, left, left, left});
  Json targets = Json::array({{{"name", "reference"}, {"runs_here", true}}});
  table.row({"reference", "yes", "", "the interpreter in double precision: what a spec means"});
  for (const TargetSummary &target : listTargets()) {
    table.row({target.name, target.runsHere ? "yes" : "no", target.cpu, target.description});
    targets.push_back({{"name", target.name}, {"cpu", target.cpu}, {"runs_here", target.runsHere}});
  }
  session.document["targets"] = targets;
  session.document["machine"] = {{"cpu", cpu::brand()},
                                 {"features", cpu::featureNames()},
                                 {"threads", std::thread::hardware_concurrency()}};
  return session.succeed(fmt::format("{}\nThis machine: {}, {} thread{}, {}\n", table.str(), cpu::brand(),
                                     std::thread::hardware_concurrency(),
                                     std::thread::hardware_concurrency() == 1 ? "" : "s",
                                     fmt::join(cpu::featureNames(), " ")));
}

} // namespace

void addTargets(CLI::App &app, Action &action) {
  auto isJson = std::make_shared<bool>(false);
  CLI::App *verb = app.add_subcommand("targets", "Lists targets and what this machine has");
  verb->footer("Names joined by + become variants in one library, and the best one that a machine runs\n"
               "is chosen there: --target=x86-64-v3+x86-64-v4. `cpu` is this machine.");
  verb->add_flag("--json", *isJson, "one JSON document on standard output");
  verb->callback([isJson, &action] { action = [isJson] { return runTargets(*isJson); }; });
}

} // namespace tenon::cli
