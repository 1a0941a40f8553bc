// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the dialect's attributes on modules and arguments of blocks hold.

#include "codegen/dialect/Tenon.h"

using namespace mlir;
using namespace tenon;

namespace {

/// Reads an entry of a dictionary as one kind of attribute.
class Entries {
public:
  Entries(Operation *op, NamedAttribute attribute)
      : op(op), name(attribute.getName()), entries(dyn_cast<DictionaryAttr>(attribute.getValue())) {}

  LogicalResult verifyDictionary() {
    return entries ? success() : op->emitError() << "'" << name.getValue() << "' is no dictionary";
  }

  template <typename Kind> LogicalResult need(StringRef key, StringRef what) {
    return need(key, what, [](Attribute value) { return isa<Kind>(value); });
  }

  LogicalResult need(StringRef key, StringRef what, llvm::function_ref<bool(Attribute)> isRight) {
    Attribute value = entries.get(key);
    if (value && isRight(value))
      return success();
    auto error = op->emitError() << "'" << name.getValue() << "' needs '" << key << "', " << what;
    return value ? error << ", not " << value : error;
  }

private:
  Operation *op;
  StringAttr name;
  DictionaryAttr entries;
};

bool isStorage(Attribute value) {
  auto type = dyn_cast<TypeAttr>(value);
  return type && isStorageType(type.getValue());
}

bool isNumber(Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getType().isInteger(64) && number.getInt() >= 0;
}

bool isHash(Attribute value) {
  auto hash = dyn_cast<DenseI64ArrayAttr>(value);
  return hash && hash.size() == 2;
}

/// [{name, shape, type}]
bool areParameters(Attribute value) {
  auto list = dyn_cast<ArrayAttr>(value);
  return list && llvm::all_of(list, [](Attribute each) {
           auto entry = dyn_cast<DictionaryAttr>(each);
           return entry && entry.getAs<StringAttr>("name") && entry.getAs<DenseI64ArrayAttr>("shape") &&
                  entry.getAs<TypeAttr>("type") && isStorage(entry.get("type"));
         });
}

/// {type, width}
bool areRows(Attribute value) {
  auto entry = dyn_cast<DictionaryAttr>(value);
  return entry && entry.getAs<TypeAttr>("type") && entry.get("width") && isNumber(entry.get("width"));
}

LogicalResult verifyCommon(Entries &entries) {
  return failure(failed(entries.verifyDictionary()) || failed(entries.need<StringAttr>("name", "a string")) ||
                 failed(entries.need("hash", "two numbers", isHash)) ||
                 failed(entries.need("parameters", "a list of {name, shape, type}", areParameters)));
}

LogicalResult verifyBlock(Entries entries) {
  if (failed(verifyCommon(entries)) || failed(entries.need("width", "a number", isNumber)))
    return failure();
  for (StringRef key : {"dtype", "weights", "residual", "cache"})
    if (failed(entries.need(key, "one of f32, bf16 and f16", isStorage)))
      return failure();
  return success();
}

LogicalResult verifyStack(Entries entries) {
  if (failed(verifyCommon(entries)) || failed(entries.need<ArrayAttr>("layers", "a list")))
    return failure();
  for (StringRef key : {"x", "y", "stream"})
    if (failed(entries.need(key, "rows {type, width}", areRows)))
      return failure();
  for (StringRef key :
       {"vocabulary", "position_limit", "type_count", "end", "pooling", "first_member", "members", "repeats"})
    if (failed(entries.need(key, "a number", isNumber)))
      return failure();
  return success();
}

} // namespace

LogicalResult TenonDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() == "tenon.block")
    return verifyBlock({op, attribute});
  if (attribute.getName() == "tenon.stack")
    return verifyStack({op, attribute});
  if (attribute.getName() == "tenon.target" && !isa<TargetAttr>(attribute.getValue()))
    return op->emitError() << "'tenon.target' is a #tenon.target<...>";
  return success();
}

LogicalResult TenonDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned,
                                                     NamedAttribute attribute) {
  if (attribute.getName() != "tenon.param")
    return success();
  auto name = dyn_cast<StringAttr>(attribute.getValue());
  return name && !name.empty() ? success() : op->emitError("'tenon.param' is the name of a parameter");
}
