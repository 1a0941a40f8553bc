// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/dialect/Launch.h"

using namespace mlir;
using namespace tenon;

LaunchSizes LaunchSizes::of(LaunchOp launch) {
  LaunchSizes sizes;
#define TENON_KERNEL_SIZE(NAME, KIND, LEAST)                                                                 \
  if (auto value = launch.getSizes().getAs<IntegerAttr>(#NAME))                                              \
    sizes.NAME = value.getInt();
#include "runtime/abi/Kernel.def"
  return sizes;
}

DictionaryAttr LaunchSizes::attribute(MLIRContext *context) const {
  Builder b(context);
  SmallVector<NamedAttribute> sizes;
#define TENON_KERNEL_SIZE(NAME, KIND, LEAST)                                                                 \
  if (NAME)                                                                                                  \
    sizes.push_back(b.getNamedAttr(#NAME, b.getI64IntegerAttr(NAME)));
#include "runtime/abi/Kernel.def"
  return b.getDictionaryAttr(sizes);
}

PartOp tenon::partOpOf(ModuleOp module) {
  auto parts = module.getOps<PartOp>();
  return parts.empty() ? PartOp() : *parts.begin();
}

namespace {
constexpr FrameWord frameWords[] = {
#define TENON_FRAME_BUFFER(TYPE, NAME) {#NAME, true, false},
#define TENON_FRAME_CONSTANT(TYPE, NAME) {#NAME, true, true},
#define TENON_FRAME_SIZE(NAME) {#NAME, false, false},
#include "runtime/abi/Kernel.def"
};
} // namespace

std::optional<unsigned> tenon::frameIndex(StringRef name) {
  const auto *word = llvm::find_if(frameWords, [&](const FrameWord &word) { return word.name == name; });
  if (word == std::end(frameWords))
    return std::nullopt;
  return word - std::begin(frameWords);
}

const FrameWord &tenon::frameWord(unsigned index) { return frameWords[index]; }

std::optional<Binding> tenon::bindingOf(FunctionOpInterface function, unsigned index) {
  auto buffer = function.getArgAttrOfType<StringAttr>(index, "tenon.buffer");
  auto size = function.getArgAttrOfType<StringAttr>(index, "tenon.size");
  auto offset = function.getArgAttrOfType<IntegerAttr>(index, "tenon.offset");
  if (!buffer == !size)
    return std::nullopt;
  return Binding{buffer ? buffer.getValue() : size.getValue(), bool(buffer), offset ? offset.getInt() : 0};
}

SmallVector<FlatSymbolRefAttr, 3> LaunchOp::phases() {
  SmallVector<FlatSymbolRefAttr, 3> phases;
#define TENON_KERNEL_PHASE(NAME)                                                                             \
  if (auto phase = (*this)->getAttrOfType<FlatSymbolRefAttr>(#NAME))                                         \
    phases.push_back(phase);
#include "runtime/abi/Kernel.def"
  return phases;
}

ParseResult tenon::parseLaunchKind(OpAsmParser &parser, LaunchKindAttr &kind) {
  StringRef keyword;
  SMLoc place = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<LaunchKind> parsed = symbolizeLaunchKind(keyword);
  if (!parsed)
    return parser.emitError(place, "a kernel is of kind rows or attention, not ") << keyword;
  kind = LaunchKindAttr::get(parser.getContext(), *parsed);
  return success();
}

void tenon::printLaunchKind(OpAsmPrinter &printer, Operation *, LaunchKindAttr kind) {
  printer << stringifyLaunchKind(kind.getValue());
}

ParseResult tenon::parseLaunchSizes(OpAsmParser &parser, DictionaryAttr &sizes) {
  NamedAttrList list;
  auto parseSize = [&]() -> ParseResult {
    std::string name;
    int64_t value;
    SMLoc place = parser.getCurrentLocation();
    if (parser.parseKeywordOrString(&name) || parser.parseEqual() || parser.parseInteger(value))
      return failure();
    if (list.set(name, parser.getBuilder().getI64IntegerAttr(value)))
      return parser.emitError(place, "'") << name << "' is given twice";
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseSize))
    return failure();
  sizes = list.getDictionary(parser.getContext());
  return success();
}

void tenon::printLaunchSizes(OpAsmPrinter &printer, Operation *, DictionaryAttr sizes) {
  StringRef separator = "{";
#define TENON_KERNEL_SIZE(NAME, KIND, LEAST)                                                                 \
  if (auto value = sizes.getAs<IntegerAttr>(#NAME)) {                                                        \
    printer << separator << #NAME " = " << value.getInt();                                                   \
    separator = ", ";                                                                                        \
  }
#include "runtime/abi/Kernel.def"
  printer << (sizes.empty() ? "{}" : "}");
}
