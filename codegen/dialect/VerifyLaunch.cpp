// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifiers of the launch list: afterwards its tables can be emitted without a question.

#include "codegen/dialect/Launch.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"

using namespace mlir;
using namespace tenon;

#define TENON_KERNEL_KIND(NAME, VALUE) static_assert(uint64_t(LaunchKind::NAME) == VALUE);
#include "runtime/abi/Kernel.def"

namespace {

constexpr int64_t cacheLine = 64; ///< to which the support code aligns what it lays out

/// A word of tenon_kernel that holds a number.
struct SizeRule {
  StringRef name;
  StringRef kind; ///< of the kernels that have it, or "any"
  int64_t least;
};
constexpr SizeRule sizeRules[] = {
#define TENON_KERNEL_SIZE(NAME, KIND, LEAST) {#NAME, #KIND, LEAST},
#include "runtime/abi/Kernel.def"
};

LogicalResult verifyNames(LaunchOp launch) {
  for (NamedAttribute size : launch.getSizes()) {
    bool isKnown =
        llvm::any_of(sizeRules, [&](const SizeRule &rule) { return rule.name == size.getName().getValue(); });
    auto value = dyn_cast<IntegerAttr>(size.getValue());
    if (!isKnown || !value || !value.getType().isInteger(64))
      return launch.emitOpError("has a size ") << size.getName() << ", which no kernel has as a number";
  }
  return success();
}

LogicalResult verifySizes(LaunchOp launch) {
  StringRef kind = stringifyLaunchKind(launch.getKind());
  for (const SizeRule &rule : sizeRules) {
    auto size = launch.getSizes().getAs<IntegerAttr>(rule.name);
    int64_t value = size ? size.getInt() : 0;
    if (rule.kind != "any" && rule.kind != kind && value)
      return launch.emitOpError("of kind ") << kind << " has no " << rule.name;
    if ((rule.kind == "any" || rule.kind == kind) && value < rule.least)
      return launch.emitOpError("needs ") << rule.name << " >= " << rule.least << ", not " << value;
  }
  return success();
}

LogicalResult verifyRowKernel(LaunchOp launch, const LaunchSizes &sizes) {
  if (bool(launch.getContraction()) != (sizes.column_chunks > 0))
    return launch.emitOpError("has column_chunks where it has a contraction");
  return success();
}

LogicalResult verifyAttention(LaunchOp launch, const LaunchSizes &sizes) {
  if (!launch.getPrologue() || !launch.getContraction() || launch.getFinish())
    return launch.emitOpError("of kind attention consists of a prologue and a contraction");
  if (sizes.cached > 1)
    return launch.emitOpError("has a cache (cached = 1) or none, not ") << sizes.cached;
  if (sizes.ring_keys && !sizes.cached)
    return launch.emitOpError("has ring_keys without a cache");
  return success();
}

/// How the functions that the list names are called.
enum class Role { phase, packer };

bool canBind(const Binding &binding, Role role) {
  if (!binding.isBuffer && (binding.name == "begin" || binding.name == "end"))
    return true;
  if (role == Role::packer)
    return binding.isBuffer && (binding.name == "source" || binding.name == "packed");
  if (binding.isBuffer && binding.name == "scratch")
    return true;
  std::optional<unsigned> index = frameIndex(binding.name);
  return index && frameWord(*index).isBuffer == binding.isBuffer;
}

bool hasBoundType(Type type, const Binding &binding) {
  if (binding.isBuffer)
    return isa<MemRefType, LLVM::LLVMPointerType>(type);
  return type.isIndex() || type.isInteger(64);
}

LogicalResult verifyArguments(Operation *op, FunctionOpInterface function, Role role) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    std::optional<Binding> binding = bindingOf(function, index);
    auto refuse = [&] {
      return op->emitOpError("argument ") << index << " of '" << function.getName() << "' ";
    };
    if (!binding)
      return refuse() << "is not bound to one buffer or size";
    if (!canBind(*binding, role))
      return refuse() << "is bound to '" << binding->name << "', which it cannot have";
    if (!hasBoundType(type, *binding))
      return refuse() << "is bound to '" << binding->name << "', which is no " << type;
    if (binding->offset < 0)
      return refuse() << "begins " << -binding->offset << " bytes in front of '" << binding->name << "'";
  }
  return success();
}

/// A phase returns nothing, a packer an i64.
bool returnsRight(FunctionOpInterface function, Role role) {
  auto results = llvm::make_filter_range(function.getResultTypes(),
                                         [](Type type) { return !isa<LLVM::LLVMVoidType>(type); });
  if (role == Role::phase)
    return results.empty();
  return llvm::hasSingleElement(results) && (*results.begin()).isInteger(64);
}

LogicalResult verifyFunction(Operation *op, FlatSymbolRefAttr name, Role role,
                             SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(op, name);
  if (!function || function.isExternal())
    return op->emitOpError("names '") << name.getValue() << "', which is no function with a body";
  if (failed(verifyArguments(op, function, role)))
    return failure();
  if (!returnsRight(function, role))
    return op->emitOpError("'") << name.getValue() << "' "
                                << (role == Role::phase ? "returns something" : "does not return an i64");
  return success();
}

} // namespace

LogicalResult LaunchOp::verify() {
  if (phases().empty())
    return emitOpError("runs no phase");
  if (failed(verifyNames(*this)) || failed(verifySizes(*this)))
    return failure();
  LaunchSizes sizes = LaunchSizes::of(*this);
  return getKind() == LaunchKind::attention ? verifyAttention(*this, sizes) : verifyRowKernel(*this, sizes);
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  for (FlatSymbolRefAttr phase : phases())
    if (failed(verifyFunction(*this, phase, Role::phase, symbols)))
      return failure();
  return success();
}

LogicalResult PackOp::verify() {
  if (llvm::none_of(sources(), [](FlatSymbolRefAttr source) { return bool(source); }))
    return emitOpError("converts from no type");
  return success();
}

LogicalResult PackOp::verifySymbolUses(SymbolTableCollection &symbols) {
  for (FlatSymbolRefAttr source : sources())
    if (source && failed(verifyFunction(*this, source, Role::packer, symbols)))
      return failure();
  return success();
}

LogicalResult PartOp::verify() {
  for (auto [name, bytes] : {std::pair("row_bytes", getRowBytes()), {"packed_bytes", getPackedBytes()}})
    if (bytes % cacheLine)
      return emitOpError("needs ") << name << " in whole cache lines of " << cacheLine << ", not " << bytes;
  return success();
}
