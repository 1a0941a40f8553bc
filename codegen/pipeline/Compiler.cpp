// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the stages one after the other and hands out what was asked for.

#include "codegen/pipeline/Compiler.h"
#include "codegen/emit/Header.h"
#include "codegen/emit/Report.h"
#include "codegen/from_graph/FromGraph.h"
#include "codegen/pipeline/Messages.h"
#include "codegen/pipeline/Pipeline.h"
#include "codegen/pipeline/Register.h"
#include "codegen/target/TargetAttr.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "runtime/abi/Embedded.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace tenon {

namespace {

using Module = OwningOpRef<ModuleOp>;

std::string printed(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module << "\n";
  return text;
}

/// One compilation: its context, and what it has to say. Steps return false on
/// an error, which is then in `result`.
class Compilation {
public:
  explicit Compilation(const CompileOptions &options)
      : options(options), context(registry(), MLIRContext::Threading::DISABLED),
        messages(&context, result.messages) {}

  template <typename Graph> CompileResult run(const Graph &graph, const std::vector<std::string> &files);
  CompileResult run(StringRef text, StringRef name);

private:
  static DialectRegistry registry() {
    DialectRegistry dialects;
    registerDialects(dialects);
    return dialects;
  }

  bool readTargets();
  bool isForTarget(ModuleOp module, Stage stage);
  CompileResult runFrom(Module module, Stage stage);
  bool compileFrom(Module module, Stage stage);
  bool compileVariants(ModuleOp kernels, Stage stage);
  bool compileVariant(Module module, Stage stage, const TargetInfo &target);
  bool printAssembly(ModuleOp module, const TargetInfo &target);
  bool compileParts(ModuleOp module, const TargetInfo &target);
  bool enter(ModuleOp module, Stage stage, StringRef variant = "");
  bool advance(ModuleOp module, Stage stage, StringRef variant,
               llvm::function_ref<void(OpPassManager &)> passes);
  bool handOut(ModuleOp kernels, Stage stage);
  bool dump(StringRef text, Stage stage, StringRef variant);

  bool fail(std::string text, CompileResult::Status status) {
    result.messages.push_back({Message::Kind::error, "", 0, 0, std::move(text)});
    result.status = status;
    return false;
  }
  bool refuse(std::string text) { return fail(std::move(text), CompileResult::Status::badInput); }
  bool fault(std::string text) { return fail(std::move(text), CompileResult::Status::internal); }
  bool fault(llvm::Error error) { return fault(llvm::toString(std::move(error))); }
  void writeReproducer();
  void add(std::string name, std::string bytes) {
    result.files.push_back({std::move(name), std::move(bytes)});
  }
  std::string fileName(Stage stage, StringRef variant = "") const;

  bool wants(Stage stage) const {
    bool byDefault = stage == Stage::library || stage == Stage::header || stage == Stage::report;
    return options.emit ? *options.emit == stage : byDefault;
  }

  const CompileOptions &options;
  CompileResult result;
  MLIRContext context;
  MessageCollector messages;
  llvm::SmallVector<TargetInfo, 1> targets;
  target::Interface interface;
  std::vector<target::Variant> variants;
  std::vector<Module> scheduled; ///< by variant, for the report
  bool isOurs = true;            ///< the module came from a graph: whatever fails is a fault of ours
  std::string lastGood;          ///< the module before the stage that runs, for the reproducer
};

/// "block.mlir", or with its variant where there may be several: "block.x86-64-v4.s".
std::string Compilation::fileName(Stage stage, StringRef variant) const {
  std::string name = interface.symbol();
  if (!variant.empty())
    name += "." + variant.str();
  return name + "." + std::string(allStages()[unsigned(stage)].suffix);
}

bool Compilation::dump(StringRef text, Stage stage, StringRef variant) {
  if (options.dumpDir.empty())
    return true;
  const StageInfo &info = allStages()[unsigned(stage)];
  std::string name = llvm::formatv("{0,0+2}-{1}{2}{3}.{4}", unsigned(stage), info.spelling,
                                   variant.empty() ? "" : ".", variant, info.suffix);
  llvm::SmallString<128> path(options.dumpDir);
  llvm::sys::path::append(path, name);
  std::error_code error = llvm::sys::fs::create_directories(options.dumpDir);
  if (error)
    return refuse(llvm::formatv("cannot make the folder {0}: {1}", options.dumpDir, error.message()));
  llvm::raw_fd_ostream file(path, error);
  file << text;
  file.close();
  if (!error && !file.has_error())
    return true;
  file.clear_error();
  return refuse(llvm::formatv("cannot write {0}", path));
}

/// The gate of `stage`, and its text where that is wanted.
bool Compilation::enter(ModuleOp module, Stage stage, StringRef variant) {
  auto isThrough = [&](ModuleOp part) { return succeeded(checkGate(part, stage)); };
  if (failed(mlir::verify(module)) || !llvm::all_of(target::partsOf(module), isThrough)) {
    result.status = isOurs ? CompileResult::Status::internal : CompileResult::Status::badInput;
    return false;
  }
  lastGood = printed(module);
  if (options.emit == stage)
    add(fileName(stage, targets.size() > 1 ? variant : ""), lastGood);
  return dump(lastGood, stage, variant);
}

bool Compilation::advance(ModuleOp module, Stage stage, StringRef variant,
                          llvm::function_ref<void(OpPassManager &)> passes) {
  PassManager manager(&context);
  passes(manager);
  for (ModuleOp part : target::partsOf(module))
    if (failed(manager.run(part))) {
      result.status = isOurs ? CompileResult::Status::internal : CompileResult::Status::badInput;
      return false;
    }
  return enter(module, stage, variant);
}

bool Compilation::compileVariant(Module module, Stage stage, const TargetInfo &info) {
  // A module of stage `schedule` keeps its schedules; places follow from them.
  if (stage <= Stage::schedule && !advance(*module, Stage::schedule, info.name,
                                           [&](OpPassManager &passes) { addScheduleStage(passes, info); }))
    return false;
  if (options.emit == Stage::schedule)
    return true;
  if (stage <= Stage::schedule && wants(Stage::report))
    scheduled.push_back(module->clone());
  if (stage < Stage::loops && !advance(*module, Stage::loops, info.name, addLoopsStage))
    return false;
  if (options.emit == Stage::loops)
    return true;
  if (stage < Stage::llvm &&
      !advance(*module, Stage::llvm, info.name, [&](OpPassManager &passes) { addLlvmStage(passes, info); }))
    return false;
  if (options.emit == Stage::llvm)
    return true;
  return wants(Stage::assembly) ? printAssembly(*module, info) : compileParts(*module, info);
}

bool Compilation::printAssembly(ModuleOp module, const TargetInfo &info) {
  std::string assembly;
  for (auto [part, name] : llvm::zip_equal(target::partsOf(module), interface.parts)) {
    auto text = target::printAssembly(part, name, info, interface);
    if (!text)
      return fault(text.takeError());
    assembly += *text;
  }
  add(fileName(Stage::assembly, targets.size() > 1 ? info.name : ""), std::move(assembly));
  return true;
}

bool Compilation::compileParts(ModuleOp module, const TargetInfo &info) {
  target::Variant variant{info, {}};
  for (auto [module, name] : llvm::zip_equal(target::partsOf(module), interface.parts)) {
    auto part = target::compilePart(module, name, info, interface);
    if (!part)
      return fault(part.takeError());
    variant.parts.push_back(std::move(*part));
  }
  variants.push_back(std::move(variant));
  return true;
}

bool Compilation::compileVariants(ModuleOp kernels, Stage stage) {
  for (const TargetInfo &info : targets)
    if (!compileVariant(kernels.clone(), stage, info))
      return false;
  return variants.empty() || handOut(kernels, stage);
}

/// The files that users take away.
bool Compilation::handOut(ModuleOp kernels, Stage stage) {
  if (wants(Stage::library) || wants(Stage::objects)) {
    auto block = target::compileBlock(interface, variants);
    if (!block)
      return fault(block.takeError());
    auto archive = target::makeArchive(interface, *block, variants);
    if (!archive)
      return fault(archive.takeError());
    if (wants(Stage::library)) {
      add(fileName(Stage::library), std::move(*archive));
    } else {
      for (target::Variant &variant : variants)
        for (auto [name, part] : llvm::zip_equal(interface.parts, variant.parts))
          add(fileName(Stage::objects,
                       interface.isStack ? variant.target.name + "." + name : variant.target.name),
              std::move(part.object));
      add(fileName(Stage::objects), std::move(*block));
    }
  }
  if (wants(Stage::header)) {
    auto header = emit::makeHeader(interface);
    if (!header)
      return refuse(llvm::toString(header.takeError()));
    add(fileName(Stage::header), std::move(*header));
  }
  if (wants(Stage::report))
    add(fileName(Stage::report),
        emit::makeReport(kernels, interface, variants,
                         llvm::map_to_vector(scheduled, [](Module &module) { return module.get(); })));
  if (!options.emit)
    add("tenon.h", std::string(abi::tenonHeader()));
  return true;
}

bool Compilation::readTargets() {
  auto parsed = parseTargets(options.targets);
  if (!parsed)
    return refuse(llvm::toString(parsed.takeError()));
  targets.assign(parsed->begin(), parsed->end());
  return true;
}

/// Whether a module that has a schedule has it for the target that is asked for.
bool Compilation::isForTarget(ModuleOp module, Stage stage) {
  auto isForIt = [&](ModuleOp part) { return succeeded(checkTarget(part, targets.front())); };
  if (stage < Stage::schedule || llvm::all_of(target::partsOf(module), isForIt))
    return true;
  result.status = CompileResult::Status::badInput;
  return false;
}

bool Compilation::compileFrom(Module module, Stage stage) {
  auto read = target::readInterface(*module, options.prefix);
  if (!read)
    return isOurs ? fault(read.takeError()) : refuse(llvm::toString(read.takeError()));
  interface = std::move(*read);
  for (const target::Parameter &parameter : interface.parameters)
    result.parameters.push_back(parameter.name);
  if (options.emit && *options.emit < stage)
    return refuse(llvm::formatv("the module is at stage {0} already and cannot go back to {1}",
                                allStages()[unsigned(stage)].spelling,
                                allStages()[unsigned(*options.emit)].spelling));
  if (stage >= Stage::schedule && targets.size() > 1)
    return refuse("a module of stage schedule or later is for one target, and several are named");
  // Names that C cannot have are found before any work is done for them.
  if (!options.emit || *options.emit > Stage::llvm)
    if (auto header = emit::makeHeader(interface); !header)
      return refuse(llvm::toString(header.takeError()));
  if (!enter(*module, stage, "") || !isForTarget(*module, stage))
    return false;
  if (options.emit == stage)
    return true;
  if (stage < Stage::kernels) {
    if (!advance(*module, Stage::kernels, "", addKernelsStage))
      return false;
    if (options.emit == Stage::kernels)
      return true;
    stage = Stage::kernels;
  }
  return compileVariants(*module, stage);
}

CompileResult Compilation::runFrom(Module module, Stage stage) {
  if (!readTargets() || !compileFrom(std::move(module), stage))
    result.files.clear();
  if (result.status == CompileResult::Status::internal)
    writeReproducer();
  return std::move(result);
}

void Compilation::writeReproducer() {
  std::error_code error;
  llvm::raw_fd_ostream file(options.reproducer, error);
  if (error)
    return;
  file << "// tenon compile --target=" << options.targets << " on this module fails:\n";
  for (const Message &message : result.messages)
    file << "// " << message.text << "\n";
  file << lastGood;
  file.close();
  if (!file.has_error())
    result.reproducer = options.reproducer;
  file.clear_error();
}

Module read(const graph::Block &block, const std::vector<std::string> &files, MLIRContext *context) {
  return fromGraph(block, files, context);
}
Module read(const graph::Stack &stack, const std::vector<std::string> &files, MLIRContext *context) {
  return fromStack(stack, files, context);
}

template <typename Graph>
CompileResult Compilation::run(const Graph &graph, const std::vector<std::string> &files) {
  Module module = read(graph, files, &context);
  if (module)
    return runFrom(std::move(module), Stage::tenon);
  result.status = CompileResult::Status::badInput;
  return std::move(result);
}

CompileResult Compilation::run(StringRef text, StringRef name) {
  isOurs = false;
  ParserConfig config(&context);
  Module module = parseSourceString<ModuleOp>(text, config, name);
  if (module) {
    auto parts = target::partsOf(*module);
    Stage stage = parts.empty() ? Stage::tenon : stageOf(parts.front());
    return runFrom(std::move(module), stage);
  }
  result.status = CompileResult::Status::badInput;
  return std::move(result);
}

} // namespace

CompileResult compile(const graph::Block &block, const std::vector<std::string> &files,
                      const CompileOptions &options) {
  return Compilation(options).run(block, files);
}

CompileResult compile(const graph::Stack &stack, const std::vector<std::string> &files,
                      const CompileOptions &options) {
  return Compilation(options).run(stack, files);
}

CompileResult compileModule(std::string_view text, std::string_view name, const CompileOptions &options) {
  return Compilation(options).run({text.data(), text.size()}, {name.data(), name.size()});
}

} // namespace tenon
