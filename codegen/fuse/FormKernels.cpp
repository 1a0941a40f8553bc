// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass: prepares the function, decides, builds, and says what was refused.

#include "codegen/fuse/Build.h"
#include "codegen/fuse/Parameters.h"
#include "codegen/fuse/Passes.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

#define DEBUG_TYPE "tenon-form-kernels"

namespace tenon {
#define GEN_PASS_DEF_FORMKERNELS
#include "codegen/fuse/Passes.h.inc"
} // namespace tenon

using namespace mlir;
using namespace tenon;

namespace {

/// What this pass can read: one block that maps rows to rows by operations on rows.
LogicalResult checkFunction(func::FuncOp function) {
  if (!llvm::hasSingleElement(function.getBody()) || function.getNumArguments() == 0 ||
      function.getNumResults() != 1)
    return function.emitError("expected a block: rows and parameters in, one tensor of rows out");
  Operation *end = function.getBody().front().getTerminator();
  if (!hasTokens(function.getArgumentTypes().front()) || !hasTokens(end->getOperand(0).getType()))
    return function.emitError("expected rows, with a leading token axis, in and out: ")
           << function.getFunctionType();
  for (Operation &op : function.getBody().front().without_terminator()) {
    if (isa<RotateOp, LookupOp, KernelOp>(op) || !isa<TenonDialect>(op.getDialect()))
      return op.emitOpError("has no place in a fused kernel yet");
    if (auto storage = op.getAttrOfType<TypeAttr>("storage"); storage && !isStorageType(storage.getValue()))
      return op.emitOpError("is stored as f32, bf16 or f16, not as ") << storage.getValue();
  }
  return checkParameters(function);
}

void eraseDead(func::FuncOp function) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

/// linear(x, w, b) becomes linear(x, w) + b, an addition like any other.
void splitBias(func::FuncOp function) {
  for (auto linear : llvm::make_early_inc_range(function.getOps<LinearOp>())) {
    if (!linear.getBias())
      continue;
    OpBuilder builder(linear);
    auto product = LinearOp::create(builder, linear.getLoc(), linear.getOperand(), linear.getWeight());
    auto sum = AddOp::create(builder, linear.getLoc(), product, linear.getBias(), linear.getStorageAttr());
    linear.replaceAllUsesWith(sum.getResult());
    linear.erase();
  }
}

/// The line of the spec behind `location`, if there is one.
FileLineColLoc lineOf(Location location) { return location->findInstanceOf<FileLineColLoc>(); }

/// Emits remarks, and records them for the kernel report.
class Refusals {
public:
  explicit Refusals(func::FuncOp function) : function(function), builder(function.getContext()) {}
  ~Refusals() {
    if (!records.empty())
      function->setAttr("tenon.refused", builder.getArrayAttr(records));
  }

  void add(Location location, StringRef fusion, StringRef rule, StringRef reason) {
    remark::missed(location,
                   remark::RemarkOpts::name(rule).category("tenon-fuse").function(function.getName()))
        << remark::reason("{0}: {1}", fusion, reason);
    SmallVector<NamedAttribute> record{builder.getNamedAttr("fusion", builder.getStringAttr(fusion)),
                                       builder.getNamedAttr("rule", builder.getStringAttr(rule)),
                                       builder.getNamedAttr("reason", builder.getStringAttr(reason))};
    if (auto line = lineOf(location)) {
      record.push_back(builder.getNamedAttr("file", line.getFilename()));
      record.push_back(builder.getNamedAttr("line", builder.getI64IntegerAttr(line.getLine())));
    }
    records.push_back(builder.getDictionaryAttr(record));
  }

private:
  func::FuncOp function;
  Builder builder;
  SmallVector<Attribute> records;
};

struct FormKernels : tenon::impl::FormKernelsBase<FormKernels> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(checkFunction(function)))
        return signalPassFailure();
    for (auto function : getOperation().getOps<func::FuncOp>())
      formKernels(function);
  }

  void formKernels(func::FuncOp function) {
    splitBias(function);
    eraseDead(function);
    Refusals refusals(function);
    Placement placement(function);
    Plan plan = planKernels(function, placement);
    while (auto costly = findCostly(function, placement, plan)) {
      auto [value, places] = *costly;
      placement.store(value);
      plan = planKernels(function, placement);
      refusals.add(
          value.getLoc(), placement.levelOf(value) ? "prologue" : "row kernel", "costly",
          llvm::formatv("{0} places need it, and computing it again costs more than storing it", places)
              .str());
    }
    for (const Refusal &refusal : placement.refusals())
      refusals.add(refusal.op->getLoc(), refusal.fusion, refusal.rule, refusal.reason);
    buildKernels(function, plan);
  }
};

} // namespace
