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

/// The row of the file's matrix, transposed if need be, that becomes row `row`.
int64_t rowInFile(const NameSource &source, int64_t row) {
  if (source.swap) {
    auto [a, b] = *source.swap;
    int64_t place = row % (a * b);
    row += place % a * b + place / a - place;
  }
  if (source.slice) {
    int64_t taken = source.slice->second - source.slice->first;
    row = source.slice->first + (source.every ? row / taken * *source.every + row % taken : row);
  }
  return row;
}

/// The parameter's elements in its order, as the file's type.
Result<Tensor> gather(const TensorView &view, const Shape &shape, const NameSource &source) {
  size_t size = core::sizeOf(view.type);
  Result<Tensor> result = core::makeTensor(view.type, shape);
  if (!result)
    return result;
  int64_t columns = shape.size() == 2 ? shape[1] : 1;
  int64_t rowStep = source.transpose ? 1 : columns, columnStep = source.transpose ? view.shape[1] : 1;
  std::byte *out = result->data.data();
  for (int64_t row = 0; row < shape[0]; ++row) {
    const std::byte *from = view.data + size_t(rowInFile(source, row) * rowStep) * size;
    for (int64_t column = 0; column < columns; ++column, out += size)
      std::memcpy(out, from + size_t(column * columnStep) * size, size);
  }
  return result;
}

/// The shape that the file's tensor must have before it is transposed and sliced;
/// -1 stands for "any size that holds the slice".
Shape shapeInFile(const Wanted &wanted, const NameSource &source) {
  Shape shape = wanted.shape;
  if (source.every)
    shape[0] = shape[0] / (source.slice->second - source.slice->first) * *source.every;
  else if (source.slice)
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
  if (!source.keepsRows() && (wanted.shape.empty() || wanted.shape.size() > 2))
    return "only a vector or a matrix has rows to slice or to swap";
  if (source.swap && wanted.shape[0] % (source.swap->first * source.swap->second) != 0)
    return fmt::format("swap [{}, {}] does not divide the {} rows of shape {}", source.swap->first,
                       source.swap->second, wanted.shape[0], core::spelling(wanted.shape));
  if (!source.slice)
    return std::nullopt;
  int64_t taken = source.slice->second - source.slice->first;
  if (source.every && wanted.shape[0] % taken != 0)
    return fmt::format("slice [{}, {}] has {} rows, which do not divide the {} rows of shape {}",
                       source.slice->first, source.slice->second, taken, wanted.shape[0],
                       core::spelling(wanted.shape));
  if (!source.every && taken != wanted.shape[0])
    return fmt::format("slice [{}, {}] has {} rows, shape {} needs {}", source.slice->first,
                       source.slice->second, taken, core::spelling(wanted.shape), wanted.shape[0]);
  return std::nullopt;
}

/// Rounded once, after the offset is added.
Result<Tensor> rounded(const TensorView &view, const Wanted &wanted, const NameSource &source,
                       const std::string &name) {
  if (source.offset == 0)
    return core::convert(view, wanted.storage, name);
  std::vector<double> values = core::toDoubles(view);
  for (double &value : values)
    value += source.offset;
  return core::fromDoubles(values, wanted.shape, wanted.storage, name);
}
} // namespace

Result<Tensor> loadTensor(const Checkpoint &file, const Wanted &wanted, const NameMap &names) {
  NameSource source = names.find(wanted.name);
  auto wrong = [&](const std::string &what) {
    return Error{fmt::format("{}: tensor {}: {}", file.path(), described(wanted, source), what)};
  };
  if (!file.contains(source.from))
    return wrong(fmt::format("missing; its shape is {}", core::spelling(wanted.shape)));
  if (std::optional<std::string> error = checkSource(wanted, source))
    return wrong(*error);
  Result<Numbers> numbers = file.read(source.from);
  if (!numbers)
    return numbers.failure();
  TensorView view = numbers->view;
  if (view.type == core::Type::i32 || view.type == core::Type::i64)
    return wrong(fmt::format("holds {}, not floating-point numbers", core::spelling(view.type)));
  Shape pattern = shapeInFile(wanted, source);
  if (!matches(view.shape, pattern, source))
    return wrong(fmt::format("shape {} in the file, {} in the block", core::spelling(view.shape),
                             spelled(pattern, source)));
  std::string name = fmt::format("{}: tensor {}", file.path(), described(wanted, source));
  if (source.keepsRows())
    return rounded(view, wanted, source, name);
  Result<Tensor> gathered = gather(view, wanted.shape, source);
  return gathered ? rounded(gathered->view(), wanted, source, name) : wrong(gathered.error());
}

Result<std::vector<Tensor>> loadAll(const Checkpoint &file, const std::vector<Wanted> &wanted,
                                    const NameMap &names) {
  constexpr size_t mostLines = 8;
  std::vector<Tensor> tensors;
  std::vector<std::string> faults;
  for (const Wanted &one : wanted) {
    Result<Tensor> tensor = loadTensor(file, one, names);
    if (!tensor)
      faults.push_back(tensor.error());
    else if (faults.empty())
      tensors.push_back(std::move(*tensor));
  }
  if (faults.empty())
    return tensors;
  size_t others = faults.size() > mostLines ? faults.size() - mostLines : 0;
  faults.resize(faults.size() - others);
  if (others)
    faults.push_back(fmt::format("{}: {} other tensors are at fault too", file.path(), others));
  return Error{fmt::format("{}", fmt::join(faults, "\n"))};
}

} // namespace tenon::weights
