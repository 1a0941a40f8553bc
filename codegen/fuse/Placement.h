// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which kernel and which slot computes a value: the decisions of fusion, on the
// unfused function. docs/design/fusion.md explains them.
#ifndef TENON_CODEGEN_FUSE_PLACEMENT_H
#define TENON_CODEGEN_FUSE_PLACEMENT_H

#include "codegen/dialect/Tenon.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/SetVector.h"

namespace tenon {

/// A fusion that the block implies and that is not done.
struct Refusal {
  mlir::Operation *op;    ///< in the unfused function
  llvm::StringRef fusion; ///< what was wanted: "epilogue"
  llvm::StringRef rule;   ///< machine-readable: "different-widths"
  std::string reason;
};

/// Where `value` comes from when it is needed in one slot of one kernel.
struct Source {
  enum class Kind : uint8_t {
    argument, ///< of the function: x or a parameter
    product,  ///< a tenon.linear or tenon.attend of this kernel
    computed, ///< an operation in `slot` of this kernel
    stored    ///< a result of kernel `kernel`
  } kind;
  Slot slot = Slot::finish;
  unsigned kernel = 0;
};

/// Level 0 is what depends on no product; level k what depends on the products
/// of kernel k and of none later. Kernel 0 is a row kernel, which exists where
/// there is no product, or where a value of level 0 is stored.
class Placement {
public:
  /// `function` has no dead operation and no bias in its products.
  explicit Placement(mlir::func::FuncOp function);

  /// Contraction k - 1 is kernel k: linears that share their left operand, or
  /// one tenon.attend. None: a row kernel, for what is made of an attention's result.
  llvm::ArrayRef<llvm::SmallVector<mlir::Operation *>> contractions() const { return groups; }

  unsigned levelOf(mlir::Value value) const { return levels.lookup(value); }

  /// Computes `value` once, in its home, and stores it, rather than wherever it
  /// is needed; decides the rest anew.
  void store(mlir::Value value);

  /// Where a use of `value` in `slot` of `kernel` finds it.
  Source sourceOf(mlir::Value value, unsigned kernel, Slot slot) const;

  /// Whether `op` is computed where it is needed rather than in one home.
  bool isRecomputed(mlir::Operation *op) const;

  /// Every fusion refused, in the order of the function.
  llvm::ArrayRef<Refusal> refusals() const { return refused; }

private:
  void groupProducts();
  void assignLevels();
  void assignHomes();
  Slot homeOf(mlir::Operation *op, llvm::IntEqClasses &segments);
  std::optional<Refusal> refuseEpilogue(mlir::Operation *op, llvm::ArrayRef<LinearOp> products);
  void sinkToFinish();
  bool leavesEpilogue(mlir::Operation *user, unsigned level) const;
  void assignDeferred();
  bool canDefer(mlir::Operation *op) const;
  bool crossesTooMuch(mlir::Value left) const;

  mlir::func::FuncOp function;
  llvm::SmallVector<llvm::SmallVector<mlir::Operation *>> groups;
  llvm::DenseMap<mlir::Value, unsigned> levels;
  llvm::DenseMap<mlir::Operation *, unsigned> products;     ///< number of each tenon.linear
  llvm::DenseMap<mlir::Operation *, unsigned> productBelow; ///< one product of an operation in an epilogue
  llvm::DenseMap<mlir::Operation *, Slot> homes;            ///< of operations of level 1 and above
  llvm::DenseSet<mlir::Operation *> deferred;               ///< to the prologues of later kernels
  llvm::DenseSet<mlir::Value> storedValues;
  llvm::SmallVector<Refusal> refused;
};

/// Whether `op` is what a contraction consists of.
inline bool isProduct(mlir::Operation *op) { return mlir::isa<LinearOp, AttendOp>(op); }

} // namespace tenon

#endif
