// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of kernels.
#include "codegen/fuse/Build.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tenon;

namespace {

constexpr size_t maxNamed = 4; // products named one by one

/// "ffn.norm": `norm`.
StringRef lastPart(StringRef path) {
  auto [owner, name] = path.rsplit('.');
  return name.empty() ? owner : name;
}

/// The last part of the slot path of the instance that made `op`; empty where none is known.
StringRef instanceOf(Operation *op) {
  auto name = dyn_cast<NameLoc>(op->getLoc());
  return name ? lastPart(name.getName()) : StringRef();
}

/// The instances that reduce rows in `ops`: norms, as a rule.
void addNorms(ArrayRef<Operation *> ops, SetVector<StringRef> &parts) {
  for (Operation *op : ops)
    if (op->hasTrait<tenon::OpTrait::Reducing>())
      parts.insert(instanceOf(op).empty() ? StringRef("norm") : instanceOf(op));
}

/// "ffn.gate.weight": `gate`.
StringRef nameOfWeight(LinearOp linear, func::FuncOp function) {
  auto argument = dyn_cast<BlockArgument>(linear.getWeight());
  auto name =
      argument ? function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "tenon.param") : StringAttr();
  if (!name)
    return "linear";
  return lastPart(name.getValue().rsplit('.').first);
}

/// Names become parts of symbols.
std::string asSymbol(StringRef text) {
  std::string symbol = text.str();
  for (char &c : symbol)
    if (!llvm::isAlnum(c))
      c = '_';
  return symbol;
}

} // namespace

std::string tenon::nameOf(const PlannedKernel &kernel, func::FuncOp function) {
  auto opsOf = [&](Slot slot) -> ArrayRef<Operation *> { return kernel.ops[unsigned(slot)]; };
  SetVector<StringRef> parts;
  addNorms(opsOf(Slot::prologue), parts);
  ArrayRef<Operation *> products = opsOf(Slot::contraction);
  for (Operation *op : products.take_front(maxNamed))
    parts.insert(isa<AttendOp>(op) ? StringRef("attend") : nameOfWeight(cast<LinearOp>(op), function));
  std::string more =
      products.size() > maxNamed ? "and_" + std::to_string(products.size() - maxNamed) + "_more" : "";
  if (!more.empty())
    parts.insert(more);
  addNorms(opsOf(Slot::finish), parts);
  return parts.empty() ? "rows" : asSymbol(llvm::join(parts, "_"));
}
