// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/lower/launch/Workspace.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tenon;

namespace {

constexpr int64_t cacheLine = 64;

/// A buffer and the kernels (counted in launch order) during which it is in use.
struct Lifetime {
  Value value;
  int64_t rowBytes;
  unsigned born, dies;
  int64_t offset = 0;

  bool overlaps(const Lifetime &other) const { return born <= other.dies && other.born <= dies; }
};

SmallVector<Lifetime> lifetimes(func::FuncOp function) {
  DenseMap<Operation *, unsigned> order;
  SmallVector<Lifetime> result;
  for (auto kernel : function.getOps<KernelOp>())
    order.try_emplace(kernel, order.size());
  for (auto kernel : function.getOps<KernelOp>())
    for (Value value : kernel.getResults()) {
      unsigned dies = 0;
      for (Operation *user : value.getUsers())
        if (isa<KernelOp>(user))
          dies = std::max(dies, order.lookup(user));
      if (dies)
        result.push_back({value, rowBytes(value.getType()), order.lookup(kernel), dies});
    }
  return result;
}

/// The lowest offset at which `wanted` meets none of `placed` that lives at the same time.
int64_t firstFit(const Lifetime &wanted, ArrayRef<Lifetime> placed) {
  SmallVector<std::pair<int64_t, int64_t>> taken;
  for (const Lifetime &other : placed)
    if (wanted.overlaps(other))
      taken.push_back({other.offset, other.offset + other.rowBytes});
  llvm::sort(taken);
  int64_t offset = 0;
  for (auto [from, to] : taken) {
    if (offset + wanted.rowBytes <= from)
      break;
    offset = std::max(offset, to);
  }
  return offset;
}

} // namespace

int64_t tenon::rowBytes(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  int64_t elements = 1;
  for (int64_t axis : rowShape(type))
    elements *= axis;
  return llvm::alignTo(elements * tensor.getElementTypeBitWidth() / 8, cacheLine);
}

Workspace tenon::planWorkspace(func::FuncOp function) {
  Workspace workspace;
  SmallVector<Lifetime> wanted = lifetimes(function);
  for (size_t i = 0; i < wanted.size(); ++i) {
    wanted[i].offset = firstFit(wanted[i], ArrayRef(wanted).take_front(i));
    workspace.buffers[wanted[i].value] = {wanted[i].offset, wanted[i].rowBytes};
    workspace.rowBytes = std::max(workspace.rowBytes, wanted[i].offset + wanted[i].rowBytes);
  }
  return workspace;
}
