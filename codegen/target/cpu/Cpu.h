// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the `loops` stage to files for a CPU: one function per step, called by
// codegen/pipeline. A part of a variant is one object (code and tables of one ISA);
// the block object holds what is exported; the support object walks the tables.
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

/// A parameter as its packer expects it.
struct Parameter {
  std::string name; ///< canonical; empty: a member of the weights struct that its layer does not have
  std::vector<int64_t> shape;
  std::string type; ///< what it is stored as: "f32", "bf16", "f16"
  int64_t elements() const;
};

/// Rows of the caller: "f32", "bf16", "f16", or "i32" for ids.
struct Rows {
  std::string type;
  int64_t width = 0;
};

/// A part (by its place among partsOf) on parameters of its own (by their place in the weights struct).
struct Layer {
  int64_t part = 0;
  std::vector<int64_t> parameters;
};

/// What users of a block or stack see: read off the module's `tenon.block` or
/// `tenon.stack`, at any stage.
struct Interface {
  std::string name;
  std::string prefix;                ///< of the exported names, from the command line
  Rows x, y, stream;                 ///< what goes in, what comes out, what passes between layers
  std::vector<Parameter> parameters; ///< in the order of the weights struct
  std::array<uint64_t, 2> hash{};    ///< of the graph and its parameter table
  std::vector<std::string> parts;    ///< names
  std::vector<Layer> layers;         ///< a block is one

  // Of stacks; see tenon_block in runtime/abi/kernel.h.
  bool isStack = false;
  int64_t vocabulary = 0, positionLimit = 0, typeCount = 0, end = 1, pooling = 0;
  /// Parameters [firstMember, firstMember + repeats * members) are an array of structs, one for each layer.
  int64_t firstMember = 0, members = 0, repeats = 0;

  std::string symbol() const { return prefix + name; } ///< exported names are symbol()_forward, ...
};
llvm::Expected<Interface> readInterface(mlir::ModuleOp module, llvm::StringRef prefix);

/// The modules that are compiled: those inside a stack's, or the block's own.
llvm::SmallVector<mlir::ModuleOp> partsOf(mlir::ModuleOp module);

/// Stage `llvm`: the passes from `loops`. Afterwards only the llvm dialect is left,
/// and each phase still says what its arguments are bound to.
void addLowerToLLVM(mlir::OpPassManager &passes, const TargetInfo &target);

/// A part compiled for one target.
struct Part {
  std::string object;      ///< ELF, relocatable, position independent
  int64_t kernelCount = 0; ///< entries of its tables
  int64_t packStepCount = 0;
  int64_t rowBytes = 0;    ///< workspace per token
  int64_t keyGranule = 0;  ///< of attention: tenon_variant in kernel.h
  int64_t packedBytes = 0; ///< without the header
  /// Code by kernel, in launch order: what runs, shared functions in each; no packers.
  std::vector<std::pair<std::string, int64_t>> codeBytes;
};

/// One compiled variant.
struct Variant {
  TargetInfo target;
  std::vector<Part> parts;

  int64_t rowBytes() const;                              ///< workspace per token
  int64_t keyGranule() const;                            ///< 0 without attention
  int64_t packedBytes(const Interface &interface) const; ///< of all layers, without the header
};

/// Compiles a module of stage `llvm` (which is left as it is). Undefined symbols
/// other than memcpy, memset and memmove are an error that names them.
llvm::Expected<Part> compilePart(mlir::ModuleOp module, llvm::StringRef name, const TargetInfo &target,
                                 const Interface &interface);

/// What compilePart would put into the object, as assembly text.
llvm::Expected<std::string> printAssembly(mlir::ModuleOp module, llvm::StringRef name,
                                          const TargetInfo &target, const Interface &interface);

/// The object with tenon_block and the exported functions, for any machine of the variants' architecture.
llvm::Expected<std::string> compileBlock(const Interface &interface, llvm::ArrayRef<Variant> variants);

/// The archive of all objects, the support object among them; same input, same bytes.
llvm::Expected<std::string> makeArchive(const Interface &interface, llvm::StringRef block,
                                        llvm::ArrayRef<Variant> variants);

/// Links the archive at `archive` whole into the shared library `output`, in
/// this process. The same objects as an embedder links.
llvm::Error linkShared(const std::string &archive, const std::string &output);

} // namespace tenon::target

#endif
