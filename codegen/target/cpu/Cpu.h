// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the `loops` stage to files for x86-64: one function per step, called by
// codegen/pipeline. A variant is one object (code and tables of one ISA); the
// block object holds what is exported; the support object walks the tables.
#ifndef TENON_CODEGEN_TARGET_CPU_CPU_H
#define TENON_CODEGEN_TARGET_CPU_CPU_H

#include "codegen/target/TargetInfo.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mlir {
class OpPassManager;
}

namespace tenon::target {

/// A parameter of the block as its packer expects it.
struct Parameter {
  std::string name; ///< canonical
  std::vector<int64_t> shape;
  std::string type; ///< what it is stored as: "f32", "bf16", "f16"
  int64_t elements() const;
};

/// What users of the block see: read off the module's `tenon.block`, at any stage.
struct Interface {
  std::string name;     ///< of the block
  std::string prefix;   ///< of the exported names, from the command line
  std::string residual; ///< type of x and y: "f32", "bf16", "f16"
  int64_t width = 0;
  std::vector<Parameter> parameters;
  std::array<uint64_t, 2> hash{}; ///< of the block graph and its parameter table

  std::string symbol() const { return prefix + name; } ///< exported names are symbol()_forward, ...
};
llvm::Expected<Interface> readInterface(mlir::ModuleOp module, llvm::StringRef prefix);

/// Stage `llvm`: the passes from `loops`. Afterwards only the llvm dialect is left,
/// and each phase still says what its arguments are bound to.
void addLowerToLLVM(mlir::OpPassManager &passes);

/// One compiled variant.
struct Variant {
  TargetInfo target;
  std::string object;      ///< ELF, relocatable, position independent
  int64_t kernelCount = 0; ///< entries of its tables
  int64_t packStepCount = 0;
  int64_t rowBytes = 0;    ///< workspace per token
  int64_t cacheKeyBytes = 0, keyGranule = 0; ///< of attention: tenon_variant in kernel.h
  int64_t packedBytes = 0; ///< without the header
  /// Code by kernel, in launch order: what runs, shared functions in each; no packers.
  std::vector<std::pair<std::string, int64_t>> codeBytes;
};

/// Compiles a module of stage `llvm` (which is left as it is). Undefined symbols
/// other than memcpy, memset and memmove are an error that names them.
llvm::Expected<Variant> compileVariant(mlir::ModuleOp module, const TargetInfo &target,
                                       const Interface &interface);

/// What compileVariant would put into the object, as assembly text.
llvm::Expected<std::string> printAssembly(mlir::ModuleOp module, const TargetInfo &target,
                                          const Interface &interface);

/// The object with tenon_block and the exported functions, for any x86-64.
llvm::Expected<std::string> compileBlock(const Interface &interface, llvm::ArrayRef<Variant> variants);

/// The archive of all objects, the support object among them; same input, same bytes.
llvm::Expected<std::string> makeArchive(const Interface &interface, llvm::StringRef block,
                                        llvm::ArrayRef<Variant> variants);

/// Links the archive at `archive` whole into the shared library `output`, in
/// this process. The same objects as an embedder links.
llvm::Error linkShared(const std::string &archive, const std::string &output);

} // namespace tenon::target

#endif
