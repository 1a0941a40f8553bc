// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/TargetAttr.h"

using namespace mlir;

namespace tenon {

TargetAttr attributeOf(const TargetInfo &target, MLIRContext *context) {
  SmallVector<int64_t> tiles;
  for (const TileShape &tile : target.tiles)
    tiles.append({tile.rows, tile.vectors});
  return TargetAttr::get(context, target.name, target.triple, target.cpu, target.tuneCpu, target.features,
                         target.needs, target.vectorBits, target.vectorRegisters,
                         DenseI64ArrayAttr::get(context, tiles), target.kBlock, target.columnChunk,
                         target.blockRows, target.rowTile, target.unroll, target.prefetchAhead,
                         target.prefetchNextLines, target.rowPadding, target.dotsBf16);
}

TargetAttr targetOf(ModuleOp module) { return module->getAttrOfType<TargetAttr>("tenon.target"); }

LogicalResult setTarget(ModuleOp module, const TargetInfo &target) {
  if (targetOf(module))
    return checkTarget(module, target);
  module->setAttr("tenon.target", attributeOf(target, module.getContext()));
  return success();
}

LogicalResult checkTarget(ModuleOp module, const TargetInfo &target) {
  TargetAttr stated = targetOf(module);
  if (!stated)
    return module.emitError("the module does not say what it was lowered for (tenon.target)");
  if (stated.getName() != target.name)
    return module.emitError("the module was lowered for ") << stated.getName() << ", not for " << target.name;
  // Sizes are recorded for the schedule; these decide on which machines code runs.
  if (stated.getTriple() != target.triple || stated.getCpu() != target.cpu ||
      stated.getFeatures() != target.features || stated.getNeeds() != target.needs)
    return module.emitError("the module was lowered for another ") << target.name << " than this one";
  return success();
}

} // namespace tenon
