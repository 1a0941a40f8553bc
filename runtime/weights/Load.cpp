// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/weights/Load.h"
#include "runtime/weights/Json.h"
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::weights {

using core::Error;
using core::Result;
using core::Shape;
using core::Tensor;
using core::TensorView;

namespace {
/// "'ffn.gate.weight'", or with its name in the file where that differs.
std::string described(const Wanted &wanted, const NameSource &source) {
  if (source.from == wanted.name)
    return fmt::format("'{}'", wanted.name);
  return fmt::format("'{}' (from '{}')", wanted.name, printable(source.from));
}

Result<Tensor> transposed(const TensorView &view) {
  int64_t rows = view.shape[0], columns = view.shape[1];
  size_t size = core::sizeOf(view.type);
  Result<Tensor> result = core::makeTensor(view.type, {columns, rows});
  if (!result)
    return result;
  std::byte *out = result->data.data();
  for (int64_t column = 0; column < columns; ++column)
    for (int64_t row = 0; row < rows; ++row, out += size)
      std::memcpy(out, view.data + (row * columns + column) * size, size);
  return result;
}

/// The shape that the file's tensor must have before it is transposed and sliced;
/// -1 stands for "any size that holds the slice".
Shape shapeInFile(const Wanted &wanted, const NameSource &source) {
  Shape shape = wanted.shape;
  if (source.slice)
    shape[0] = -1;
  if (source.transpose)
    std::swap(shape[0], shape[1]);
  return shape;
}

bool matches(const Shape &got, const Shape &pattern, const NameSource &source) {
  if (got.size() != pattern.size())
    return false;
  for (size_t i = 0; i < got.size(); ++i)
    if (pattern[i] == -1 ? got[i] < source.slice->second : got[i] != pattern[i])
      return false;
  return true;
}

std::string spelled(const Shape &pattern, const NameSource &source) {
  std::vector<std::string> parts;
  for (int64_t size : pattern)
    parts.push_back(size == -1 ? fmt::format("at least {}", source.slice->second) : std::to_string(size));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

/// What the map asks of this parameter fits its rank and size.
std::optional<std::string> checkSource(const Wanted &wanted, const NameSource &source) {
  if (source.transpose && wanted.shape.size() != 2)
    return "only a matrix can be transposed";
  if (source.slice && source.slice->second - source.slice->first != wanted.shape[0])
    return fmt::format("slice [{}, {}] has {} rows, shape {} needs {}", source.slice->first,
                       source.slice->second, source.slice->second - source.slice->first,
                       core::spelling(wanted.shape), wanted.shape[0]);
  return std::nullopt;
}
} // namespace

Result<Tensor> loadTensor(const Safetensors &file, const Wanted &wanted, const NameMap &names) {
  auto mapped = names.find(wanted.name);
  NameSource source = mapped == names.end() ? NameSource{wanted.name, false, {}} : mapped->second;
  auto wrong = [&](const std::string &what) {
    return Error{fmt::format("{}: tensor {}: {}", file.path(), described(wanted, source), what)};
  };
  if (!file.contains(source.from))
    return wrong(fmt::format("missing; its shape is {}", core::spelling(wanted.shape)));
  Result<TensorView> found = file.find(source.from);
  if (!found)
    return found.failure();
  if (found->type == core::Type::i32 || found->type == core::Type::i64)
    return wrong(fmt::format("holds {}, not floating-point numbers", core::spelling(found->type)));
  if (std::optional<std::string> error = checkSource(wanted, source))
    return wrong(*error);
  Shape pattern = shapeInFile(wanted, source);
  if (!matches(found->shape, pattern, source))
    return wrong(fmt::format("shape {} in the file, {} in the block", core::spelling(found->shape),
                             spelled(pattern, source)));
  TensorView view = *found;
  std::optional<Tensor> turned;
  if (source.transpose) {
    Result<Tensor> result = transposed(view);
    if (!result)
      return wrong(result.error());
    turned = std::move(*result);
    view = turned->view();
  }
  if (source.slice) {
    size_t row = view.bytes() / size_t(view.shape[0]);
    view.data += size_t(source.slice->first) * row;
  }
  view.shape = wanted.shape;
  return core::convert(view, wanted.storage,
                       fmt::format("{}: tensor {}", file.path(), described(wanted, source)));
}

Result<std::vector<std::optional<Tensor>>> loadAll(const Safetensors &file, const std::vector<Wanted> &wanted,
                                                   const NameMap &names, bool optional) {
  std::vector<std::optional<Tensor>> tensors;
  std::string faults;
  for (const Wanted &one : wanted) {
    auto mapped = names.find(one.name);
    const std::string &from = mapped == names.end() ? one.name : mapped->second.from;
    if (optional && !file.contains(from)) {
      tensors.emplace_back();
      continue;
    }
    Result<Tensor> tensor = loadTensor(file, one, names);
    if (tensor)
      tensors.emplace_back(std::move(*tensor));
    else
      faults += (faults.empty() ? "" : "\n") + tensor.error();
  }
  if (!faults.empty())
    return Error{faults};
  return tensors;
}

} // namespace tenon::weights
