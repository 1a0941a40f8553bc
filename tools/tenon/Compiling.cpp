// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/tenon/Compiling.h"
#include "tools/tenon/Output.h"
#include "tools/tenon/Reproducer.h"
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

namespace fs = std::filesystem;

namespace tenon::cli {

namespace {

/// The place of a message; invalid where it names none that was read.
SourceRange placeOf(const SourceManager &sources, const Message &message) {
  std::optional<FileId> file = sources.find(message.file);
  if (!file || message.line == 0)
    return {};
  const std::string &text = sources.file(*file).text;
  size_t offset = 0;
  for (uint32_t line = 1; line < message.line && offset != std::string::npos; ++line)
    offset = text.find('\n', offset) == std::string::npos ? std::string::npos : text.find('\n', offset) + 1;
  if (offset == std::string::npos)
    return {};
  for (uint32_t column = 1; column < message.column && offset < text.size() && text[offset] != '\n'; ++column)
    do
      ++offset;
    while (offset < text.size() && (text[offset] & 0xc0) == 0x80);
  return {*file, uint32_t(offset), uint32_t(offset)};
}

/// The first line: MLIR shows operations below it, which the reproducer has too.
void absorb(Session &session, const Message &message, Diagnostic *&last) {
  SourceRange place = placeOf(session.sources, message);
  std::string text = message.text.substr(0, message.text.find('\n'));
  if (message.kind == Message::Kind::note && last)
    last->note(place, text);
  else if (message.kind == Message::Kind::error)
    last = &session.diagnostics.error("", place, text);
  else if (message.kind == Message::Kind::warning)
    last = &session.diagnostics.warning("", place, text);
  else
    last = &session.diagnostics.report(Severity::note, "", place, text);
}

/// A folder of our own that disappears with the object.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "tenon-XXXXXX").string();
    path = mkdtemp(name.data()) ? name : "";
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path.empty())
      fs::remove_all(path, ignored);
  }
  std::string path;
};

} // namespace

bool absorb(Session &session, const CompileResult &result, bool areRemarksWanted, Exit &exitCode) {
  Diagnostic *last = nullptr;
  for (const Message &message : result.messages) {
    bool isRemark = message.kind == Message::Kind::remark;
    if (isRemark && !areRemarksWanted)
      last = nullptr;
    else if (message.kind != Message::Kind::note || last)
      absorb(session, message, last);
  }
  if (result.status == CompileResult::Status::success)
    return true;
  exitCode = result.status == CompileResult::Status::internal ? internal : badInput;
  if (exitCode == internal && !result.reproducer.empty())
    session.error(fmt::format("the module that the compiler failed on is in {}", result.reproducer));
  return false;
}

template <typename Graph>
std::optional<Built> build(Session &session, const graph::Program &program, const Graph &graph,
                           const std::string &targets, Exit &exitCode) {
  CompileOptions options;
  options.targets = targets;
  options.reproducer = moduleReproducerPath();
  options.emit = parseStage("lib");
  CompileResult result = compile(graph, program.files, options);
  if (!absorb(session, result, false, exitCode))
    return std::nullopt;
  exitCode = internal;
  TemporaryFolder folder;
  std::string archive = folder.path + "/block.a", library = folder.path + "/block.so";
  if (folder.path.empty() || result.files.size() != 1 ||
      !writeFiles({{archive, result.files.front().bytes}})) {
    session.error("cannot make a temporary folder for what was compiled");
    return std::nullopt;
  }
  if (std::optional<std::string> reason = linkShared(archive, library)) {
    session.error(*reason);
    return std::nullopt;
  }
  core::Result<core::Artifact> artifact = core::Artifact::load(library, graph.name);
  if (artifact)
    return Built{*artifact, std::move(result.parameters)};
  session.error(artifact.error());
  return std::nullopt;
}

template <typename Graph>
std::optional<Json> buildReport(Session &session, const graph::Program &program, const Graph &graph,
                                const std::string &targets, Exit &exitCode) {
  CompileOptions options;
  options.targets = targets;
  options.reproducer = moduleReproducerPath();
  options.emit = parseStage("report");
  CompileResult result = compile(graph, program.files, options);
  if (!absorb(session, result, false, exitCode))
    return std::nullopt;
  Json report = Json::parse(result.files.empty() ? "" : result.files.front().bytes, nullptr, false);
  if (!report.is_discarded())
    return report;
  session.error("the kernel report is not JSON");
  exitCode = internal;
  return std::nullopt;
}

#define TENON_BUILDS(GRAPH)                                                                                  \
  template std::optional<Built> build(Session &, const graph::Program &, const GRAPH &, const std::string &, \
                                      Exit &);                                                               \
  template std::optional<Json> buildReport(Session &, const graph::Program &, const GRAPH &,                 \
                                           const std::string &, Exit &);
TENON_BUILDS(graph::Block)
TENON_BUILDS(graph::Stack)

} // namespace tenon::cli
