// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/emit/Report.h"
#include "codegen/dialect/Tenon.h"
#include "codegen/lower/launch/KernelPlan.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/abi/kernel.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace llvm;
using namespace mlir;

namespace tenon::emit {

namespace {
using Json = nlohmann::ordered_json;

int64_t bytesOf(mlir::Type type) {
  return rowElements(type) * cast<RankedTensorType>(type).getElementTypeBitWidth() / 8;
}

/// Floating-point operations of an attention for one token and each key that it sees: two products for each
/// query head.
int64_t flopsPerKey(AttendOp attend) {
  return 2 * (rowElements(attend.getQuery().getType()) + rowElements(attend.getType()));
}

/// "mul"; a product with its parameter: "linear(ffn.gate.weight)".
std::string nameOf(Operation *op, KernelOp kernel) {
  std::string name = op->getName().stripDialect().str();
  auto linear = dyn_cast<LinearOp>(op);
  auto inside = linear ? dyn_cast<BlockArgument>(linear.getWeight()) : nullptr;
  auto argument = inside ? dyn_cast<BlockArgument>(kernel.getInputs()[inside.getArgNumber()]) : nullptr;
  auto function = kernel->getParentOfType<func::FuncOp>();
  if (!argument || !function)
    return name;
  auto parameter = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "tenon.param");
  return parameter ? fmt::format("{}({})", name, parameter.str()) : name;
}

/// Bytes of the code of `kernel` of a part, in the variant where it is largest.
int64_t codeBytes(StringRef kernel, size_t part, ArrayRef<target::Variant> variants) {
  int64_t most = 0;
  for (const target::Variant &variant : variants)
    for (const auto &[name, bytes] : variant.parts[part].codeBytes)
      if (name == kernel)
        most = std::max(most, bytes);
  return most;
}

/// How the variants multiply in the contraction of `kernel`.
Json productsOf(KernelOp kernel, ArrayRef<target::Variant> variants) {
  Json products = Json::object();
  for (const target::Variant &variant : variants)
    products[variant.target.name] = multipliesPairs(kernel, variant.target)
                                        ? "dots of bf16 pairs, denormals flushed"
                                        : "multiply-adds of f32";
  return products;
}

Json describe(KernelOp kernel, size_t part, ArrayRef<target::Variant> variants) {
  Json slots[] = {Json::array(), Json::array(), Json::array(), Json::array()};
  int64_t flops = 0, weightBytes = 0, rowBytes = 0;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    flops += cast<RowOpInterface>(op).getFlops();
    if (std::optional<Slot> slot = slotOf(&op); slot && !isa<CastOp, ConstantOp>(op))
      slots[unsigned(*slot)].push_back(nameOf(&op, kernel));
  }
  for (Value input : kernel.getInputs())
    (hasTokens(input.getType()) ? rowBytes : weightBytes) += bytesOf(input.getType());
  for (Value output : kernel.getOutputs())
    rowBytes += bytesOf(output.getType());
  Json description = {{"name", kernel.getName().str()},
                      {"prologue", slots[unsigned(Slot::prologue)]},
                      {"contraction", slots[unsigned(Slot::contraction)]},
                      {"epilogue", slots[unsigned(Slot::epilogue)]},
                      {"finish", slots[unsigned(Slot::finish)]},
                      {"flops", flops},
                      {"bytes", weightBytes + rowBytes},
                      {"weight_bytes", weightBytes},
                      {"row_bytes", rowBytes},
                      {"code_bytes", codeBytes(kernel.getName(), part, variants)}};
  if (!slots[unsigned(Slot::contraction)].empty())
    description["products"] = productsOf(kernel, variants);
  for (auto attend : kernel.getBody().front().getOps<AttendOp>())
    description["flops_per_key"] = flopsPerKey(attend);
  return description;
}

/// The records that fusion left on the function.
Json refusals(func::FuncOp function) {
  Json list = Json::array();
  auto records = function->getAttrOfType<ArrayAttr>("tenon.refused");
  for (Attribute attribute : records ? records.getValue() : ArrayRef<Attribute>()) {
    auto record = cast<DictionaryAttr>(attribute);
    Json entry;
    for (StringRef key : {"fusion", "rule", "reason"})
      if (auto text = record.getAs<StringAttr>(key))
        entry[key.str()] = text.str();
    auto line = record.getAs<IntegerAttr>("line");
    auto file = record.getAs<StringAttr>("file");
    entry["location"] = line ? fmt::format("{}:{}", file ? file.str() : "", line.getInt()) : "";
    list.push_back(entry);
  }
  return list;
}

/// Of which part of a stack a kernel is, and how many layers run it.
void addPart(Json &kernel, size_t part, const target::Interface &interface) {
  kernel["part"] = interface.parts[part];
  kernel["layers"] =
      count_if(interface.layers, [&](const target::Layer &layer) { return layer.part == int64_t(part); });
}

/// Figures of each variant; the largest of them stand beside the kernels.
Json describe(const target::Variant &variant, const target::Interface &interface) {
  Json code = Json::object();
  for (auto [part, prefix] : zip_equal(variant.parts, interface.parts))
    for (const auto &[name, bytes] : part.codeBytes)
      code[interface.isStack ? prefix + "." + name : name] = bytes;
  return {{"name", variant.target.name},
          {"workspace_bytes_per_token", variant.rowBytes() + int64_t(sizeof(int64_t))},
          {"packed_bytes", variant.packedBytes(interface) + TENON_PACK_HEADER},
          {"code_bytes", code}};
}
} // namespace

std::string makeReport(ModuleOp kernels, const target::Interface &interface,
                       ArrayRef<target::Variant> variants) {
  Json kernelList = Json::array(), refused = Json::array(), variantList = Json::array();
  for (auto [part, module] : enumerate(target::partsOf(kernels))) {
    module.walk([&](KernelOp kernel) {
      kernelList.push_back(describe(kernel, part, variants));
      if (interface.isStack)
        addPart(kernelList.back(), part, interface);
    });
    for (auto function : module.getOps<func::FuncOp>())
      for (const Json &entry : refusals(function))
        refused.push_back(entry);
  }
  std::string targets;
  int64_t workspace = 0, packed = 0;
  for (const target::Variant &variant : variants) {
    targets += (targets.empty() ? "" : "+") + variant.target.name;
    variantList.push_back(describe(variant, interface));
    workspace = std::max(workspace, int64_t(variantList.back()["workspace_bytes_per_token"]));
    packed = std::max(packed, int64_t(variantList.back()["packed_bytes"]));
  }
  Json report = {{"format", 1},
                 {interface.isStack ? "stack" : "block", interface.name},
                 {"target", targets},
                 {"kernels", kernelList},
                 {"refused", refused},
                 {"workspace_bytes_per_token", workspace},
                 {"packed_bytes", packed},
                 {"variants", variantList}};
  if (interface.isStack)
    for (const target::Layer &layer : interface.layers)
      report["layers"].push_back(interface.parts[layer.part]);
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace tenon::emit
