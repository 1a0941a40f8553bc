// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the library, the spec and what it imports.
#include "dsl/check/Check.h"
#include "dsl/check/Module.h"
#include "dsl/parse/Parse.h"

#include <filesystem>

namespace tenon::checker {

std::optional<size_t> KindInfo::option(std::string_view wanted) const {
  for (size_t i = 0; i < options.size(); ++i)
    if (options[i].decl->name.text == wanted)
      return i;
  return std::nullopt;
}

std::vector<std::string> KindInfo::optionNames() const {
  std::vector<std::string> names;
  for (const OptionInfo &option : options)
    names.push_back(option.decl->name.text);
  return names;
}

const KindInfo *Module::kind(std::string_view name) const {
  auto it = kinds.find(std::string(name));
  return it == kinds.end() ? nullptr : &it->second;
}

std::vector<std::string> Module::kindNames(std::optional<ast::KindWord> word) const {
  std::vector<std::string> names;
  for (const auto &[name, info] : kinds)
    if (!word || info.decl->word == *word)
      names.push_back(name);
  return names;
}

namespace {

constexpr size_t maxOptions = 200;

class Loader {
public:
  Loader(Module &module, SourceManager &sources, Reporter &reporter)
      : module(module), sources(sources), reporter(reporter) {}

  void loadLibrary() {
    for (const LibraryFile &file : library()) {
      FileId id = sources.add("<std>/" + std::string(file.name), std::string(file.text));
      module.libraryFiles.insert(id);
      loadFile(id);
    }
  }

  void loadFile(FileId id) {
    module.files.push_back(parse(sources, id, reporter.diagnostics));
    for (const ast::Item &item : module.files.back().items)
      std::visit([&](const auto &each) { declare(each); }, item);
  }

  std::vector<std::string> active; ///< files on the way from the spec to here

  static std::string identity(const std::string &path) {
    std::error_code error;
    auto canonical = std::filesystem::weakly_canonical(path, error);
    return error ? path : canonical.string();
  }

private:
  void declare(const ast::Import &import);
  void declare(const ast::Kind &kind);
  void declare(const ast::Block &block);
  void declare(const ast::Stack &stack);

  template <typename Map> bool isNew(Map &map, const ast::Name &name, const char *what);
  void addParams(const std::vector<ast::Option> &options, std::vector<OptionInfo> &params,
                 std::map<std::string, SourceRange> &names);
  void addStatement(KindInfo &info, const ast::Statement &statement,
                    std::map<std::string, SourceRange> &names);
  bool claim(std::map<std::string, SourceRange> &names, const ast::Name &name);

  Module &module;
  SourceManager &sources;
  Reporter &reporter;
  std::set<std::string> loaded;
};

void Loader::declare(const ast::Import &import) {
  std::filesystem::path base(sources.file(import.range.file).path);
  std::string path = (base.parent_path() / import.file).string();
  std::string name = identity(path);
  if (reporter.isFull())
    return;
  for (const std::string &file : active)
    if (file == name) {
      reporter.error(CheckError::ImportCycle, import.fileRange,
                     "'" + import.file + "' imports this file again");
      return;
    }
  if (!loaded.insert(name).second)
    return;
  if (active.size() > 64) {
    reporter.error(CheckError::TooMuch, import.fileRange, "imports are nested more than 64 deep");
    return;
  }
  std::string reason;
  auto id = import.file.empty() ? std::nullopt : sources.read(path, reason);
  if (!id) {
    reporter.error(CheckError::ImportFailed, import.fileRange,
                   "cannot read '" + path + "'" + (reason.empty() ? "" : ": " + reason));
    return;
  }
  active.push_back(name);
  loadFile(*id);
  active.pop_back();
}

template <typename Map> bool Loader::isNew(Map &map, const ast::Name &name, const char *what) {
  auto it = map.find(name.text);
  if (it == map.end())
    return true;
  const SourceRange &first = it->second.decl->name.range;
  if (module.isLibrary(first) && !module.isLibrary(name.range))
    reporter
        .error(CheckError::LibraryKind, name.range,
               "'" + name.text + "' is a kind of the library: choose another name")
        .note(first, "declared here");
  else
    reporter
        .error(CheckError::DeclaredTwice, name.range,
               std::string(what) + " '" + name.text + "' is declared twice")
        .note(first, "first declared here");
  return false;
}

bool Loader::claim(std::map<std::string, SourceRange> &names, const ast::Name &name) {
  auto [it, isNew] = names.emplace(name.text, name.range);
  if (!isNew)
    reporter.error(CheckError::NameTwice, name.range, "'" + name.text + "' is declared twice")
        .note(it->second, "first declared here");
  return isNew;
}

void Loader::addParams(const std::vector<ast::Option> &options, std::vector<OptionInfo> &params,
                       std::map<std::string, SourceRange> &names) {
  // Types and values of options may depend on each other in a chain.
  if (options.size() > maxOptions) {
    reporter.error(CheckError::TooMuch, options[maxOptions].range,
                   "more than " + std::to_string(maxOptions) + " options");
    return;
  }
  for (const ast::Option &option : options)
    if (claim(names, option.name))
      params.push_back({&option, {}, false});
}

/// An option and a param or linear of one name are one thing (rule 4); any
/// other two names must differ.
void Loader::addStatement(KindInfo &info, const ast::Statement &statement,
                          std::map<std::string, SourceRange> &names) {
  auto claimParameter = [&](const ast::Name &name) {
    auto option = info.option(name.text);
    if (option && !info.options[*option].isSwitch) {
      info.options[*option].isSwitch = true;
      return true;
    }
    return claim(names, name);
  };
  if (auto *param = std::get_if<ast::Param>(&statement)) {
    if (claimParameter(param->name))
      info.params.emplace(param->name.text, param);
  } else if (auto *linear = std::get_if<ast::Linear>(&statement)) {
    if (claimParameter(linear->name))
      info.linears.emplace(linear->name.text, linear);
  } else if (auto *let = std::get_if<ast::Let>(&statement)) {
    if (claim(names, let->name))
      info.lets.emplace(let->name.text, let);
  } else if (auto *require = std::get_if<ast::Require>(&statement)) {
    info.isRefused |= require->condition->kind == ast::ExprKind::False;
  }
}

void Loader::declare(const ast::Kind &kind) {
  if (!isNew(module.kinds, kind.name, "kind"))
    return;
  KindInfo info;
  info.decl = &kind;
  info.isLibrary = module.isLibrary(kind.range);
  std::map<std::string, SourceRange> names;
  for (const ast::Name &name : kind.params)
    claim(names, name);
  addParams(kind.options, info.options, names);
  for (const ast::Statement &statement : kind.statements)
    addStatement(info, statement, names);
  module.kinds.emplace(kind.name.text, std::move(info));
}

void Loader::declare(const ast::Block &block) {
  if (!isNew(module.blocks, block.name, "block"))
    return;
  if (auto it = module.stacks.find(block.name.text); it != module.stacks.end())
    reporter
        .error(CheckError::DeclaredTwice, block.name.range, "'" + block.name.text + "' is a stack already")
        .note(it->second.decl->name.range, "declared here");
  BlockInfo info{&block, {}};
  std::map<std::string, SourceRange> names;
  addParams(block.options, info.params, names);
  auto it = module.blocks.emplace(block.name.text, std::move(info)).first;
  module.blockOrder.push_back(&it->second);
}

void Loader::declare(const ast::Stack &stack) {
  if (!isNew(module.stacks, stack.name, "stack"))
    return;
  if (auto it = module.blocks.find(stack.name.text); it != module.blocks.end())
    reporter
        .error(CheckError::DeclaredTwice, stack.name.range, "'" + stack.name.text + "' is a block already")
        .note(it->second.decl->name.range, "declared here");
  StackInfo info{&stack, {}};
  std::map<std::string, SourceRange> names;
  addParams(stack.options, info.params, names);
  auto it = module.stacks.emplace(stack.name.text, std::move(info)).first;
  module.stackOrder.push_back(&it->second);
}

} // namespace

void load(Module &module, SourceManager &sources, FileId file, Reporter &reporter) {
  Loader loader(module, sources, reporter);
  loader.loadLibrary();
  loader.active.push_back(Loader::identity(sources.file(file).path));
  loader.loadFile(file);
}

} // namespace tenon::checker
