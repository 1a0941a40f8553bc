// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/emit/Report.h"
#include "codegen/dialect/Tenon.h"
#include "codegen/schedule/PanelLayout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/abi/kernel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
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

/// The kernel of scheduled module `part` of a variant that is called `name`.
KernelOp findKernel(ModuleOp scheduled, size_t part, StringRef name) {
  KernelOp found;
  target::partsOf(scheduled)[part].walk([&](KernelOp kernel) {
    if (kernel.getName() == name)
      found = kernel;
  });
  return found;
}

Json describePanel(SlotOp contraction) {
  PanelLayout layout = PanelLayout::of(contraction);
  int64_t chunk = contraction.getPanel()->getChunk();
  return {{"encoding", stringifyEncoding(layout.encoding).str()},
          {"vectors", layout.vectors},
          {"linears", layout.linears},
          {"columns", layout.columns},
          {"chunk", chunk},
          {"units", divideCeil(layout.panels(), chunk)},
          {"bytes", layout.bytes()}};
}

Json describe(ContractionAttr schedule, KernelOp kernel) {
  Json panels = Json::array();
  for (SlotOp slot : kernel.getBody().front().getOps<SlotOp>())
    if (slot.getPanel())
      panels.push_back(describePanel(slot));
  return {{"product", stringifyProduct(schedule.getProduct()).str()},
          {"rows", schedule.getRows()},
          {"lanes", schedule.getLanes()},
          {"k_block", schedule.getKBlock()},
          {"block_rows", schedule.getBlockRows()},
          {"panel_bytes", *kernel.getPanelBytes()},
          {"panels", panels}};
}

Json describe(AttentionAttr schedule) {
  std::string stored;
  raw_string_ostream(stored) << schedule.getStored();
  return {{"product", "fma"},
          {"tokens", schedule.getTokens()},
          {"heads", schedule.getHeads()},
          {"lanes", schedule.getLanes()},
          {"key_block", schedule.getKeyBlock()},
          {"key_chunk", schedule.getKeyChunk()},
          {"stored", stored},
          {"encoding", stringifyEncoding(schedule.getEncoding()).str()},
          {"cached", schedule.getCached()},
          {"ring_keys", schedule.getRingKeys()}};
}

/// How `kernel` runs, by variant.
Json schedulesOf(StringRef kernel, size_t part, ArrayRef<target::Variant> variants,
                 ArrayRef<ModuleOp> scheduled) {
  Json schedules = Json::object();
  for (auto [variant, module] : zip(variants, scheduled)) {
    KernelOp found = findKernel(module, part, kernel);
    if (!found)
      continue;
    schedules[variant.target.name] =
        llvm::TypeSwitch<Attribute, Json>(found.getScheduleAttr())
            .Case([&](ContractionAttr schedule) { return describe(schedule, found); })
            .Case([](AttentionAttr schedule) { return describe(schedule); })
            .Case([](RowsAttr schedule) {
              return Json{{"lanes", schedule.getLanes()}, {"tile", schedule.getTile()}};
            });
  }
  return schedules;
}

Json describe(KernelOp kernel, size_t part, ArrayRef<target::Variant> variants,
              ArrayRef<ModuleOp> scheduled) {
  std::map<Slot, Json> slots;
  int64_t flops = 0, weightBytes = 0, rowBytes = 0, perKey = 0;
  kernel.walk([&](Operation *op) {
    auto slot = dyn_cast<SlotOp>(op->getParentOp());
    if (!slot || isa<YieldOp>(op))
      return;
    flops += cast<RowOpInterface>(op).getFlops();
    if (auto attend = dyn_cast<AttendOp>(op))
      perKey += flopsPerKey(attend);
    if (!isa<CastOp, ConstantOp>(op))
      slots[slot.getSlot()].push_back(nameOf(op, kernel));
  });
  for (Value input : kernel.getInputs())
    (hasTokens(input.getType()) ? rowBytes : weightBytes) += bytesOf(input.getType());
  for (Value output : kernel.getOutputs())
    rowBytes += bytesOf(output.getType());
  Json description = {{"name", kernel.getName().str()}};
  for (Slot slot : {Slot::prologue, Slot::contraction, Slot::epilogue, Slot::finish, Slot::rows})
    description[stringifySlot(slot).str()] = slots.count(slot) ? slots[slot] : Json::array();
  description.update({{"flops", flops},
                      {"bytes", weightBytes + rowBytes},
                      {"weight_bytes", weightBytes},
                      {"row_bytes", rowBytes},
                      {"code_bytes", codeBytes(kernel.getName(), part, variants)},
                      {"schedule", schedulesOf(kernel.getName(), part, variants, scheduled)}});
  if (perKey)
    description["flops_per_key"] = perKey;
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
                       ArrayRef<target::Variant> variants, ArrayRef<ModuleOp> scheduled) {
  Json kernelList = Json::array(), refused = Json::array(), variantList = Json::array();
  for (auto [part, module] : enumerate(target::partsOf(kernels))) {
    module.walk([&](KernelOp kernel) {
      kernelList.push_back(describe(kernel, part, variants, scheduled));
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
