// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/Tensor.h"
#include "runtime/core/Half.h"
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tenon::core {

std::string_view spelling(Type type) {
  switch (type) {
  case Type::f32:
    return "f32";
  case Type::bf16:
    return "bf16";
  case Type::f16:
    return "f16";
  case Type::f64:
    return "f64";
  case Type::i32:
    return "i32";
  case Type::i64:
    return "i64";
  }
  return "?";
}

size_t sizeOf(Type type) {
  switch (type) {
  case Type::bf16:
  case Type::f16:
    return 2;
  case Type::f32:
  case Type::i32:
    return 4;
  case Type::f64:
  case Type::i64:
    return 8;
  }
  return 0;
}

std::optional<tenon_type> abiType(Type type) {
  switch (type) {
  case Type::f32:
    return TENON_F32;
  case Type::bf16:
    return TENON_BF16;
  case Type::f16:
    return TENON_F16;
  default:
    return std::nullopt;
  }
}

Type fromAbi(tenon_type type) {
  return type == TENON_BF16 ? Type::bf16 : type == TENON_F16 ? Type::f16 : Type::f32;
}

std::optional<size_t> elementsOf(const Shape &shape) {
  size_t product = 1;
  bool overflow = false, isEmpty = false;
  for (int64_t size : shape) {
    if (size < 0)
      return std::nullopt;
    isEmpty |= size == 0;
    overflow |= __builtin_mul_overflow(product, size_t(size), &product);
  }
  if (isEmpty)
    return 0;
  return overflow ? std::nullopt : std::optional(product);
}

std::string spelling(const Shape &shape) { return fmt::format("[{}]", fmt::join(shape, ", ")); }

std::optional<Buffer> Buffer::allocate(size_t bytes) {
  constexpr size_t alignment = 64;
  if (bytes > SIZE_MAX - 2 * alignment)
    return std::nullopt;
  size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  void *pointer = std::aligned_alloc(alignment, rounded ? rounded : alignment);
  if (!pointer)
    return std::nullopt;
  std::memset(pointer, 0, rounded);
  Buffer buffer;
  buffer.memory.reset(static_cast<std::byte *>(pointer));
  buffer.bytes = bytes;
  return buffer;
}

namespace {
template <typename T> T read(const std::byte *data, size_t index) {
  T value;
  std::memcpy(&value, data + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T> void write(std::byte *data, size_t index, T value) {
  std::memcpy(data + index * sizeof(T), &value, sizeof(T));
}

/// Rounds `value` once and stores it; returns what was stored.
double store(std::byte *data, size_t index, double value, Type type) {
  if (type == Type::bf16) {
    uint16_t bits = toBf16(value);
    write(data, index, bits);
    return fromBf16(bits);
  }
  if (type == Type::f16) {
    uint16_t bits = toF16(value);
    write(data, index, bits);
    return fromF16(bits);
  }
  float rounded = static_cast<float>(value);
  write(data, index, rounded);
  return rounded;
}

/// Converts elements `at(i)`; the one place that notices a value becoming infinite.
template <typename At> Result<Tensor> build(At at, Shape shape, Type type, std::string_view name) {
  if (!abiType(type))
    return Error{fmt::format("{}: cannot convert to {}", name, spelling(type))};
  Result<Tensor> result = makeTensor(type, std::move(shape));
  if (!result)
    return Error{fmt::format("{}: {}", name, result.error())};
  for (size_t i = 0, n = result->elements(); i < n; ++i) {
    double value = at(i);
    double stored = store(result->data.data(), i, value, type);
    if (std::isinf(stored) && std::isfinite(value))
      return Error{fmt::format("{}: element {} ({}) becomes infinite in {}", name, i, value, spelling(type))};
  }
  return result;
}
} // namespace

double TensorView::at(size_t index) const {
  switch (type) {
  case Type::f32:
    return read<float>(data, index);
  case Type::bf16:
    return fromBf16(read<uint16_t>(data, index));
  case Type::f16:
    return fromF16(read<uint16_t>(data, index));
  case Type::f64:
    return read<double>(data, index);
  case Type::i32:
    return read<int32_t>(data, index);
  case Type::i64:
    return static_cast<double>(read<int64_t>(data, index));
  }
  return 0;
}

tenon_tensor Tensor::abi() const { return {data.data(), abiType(type).value_or(TENON_F32), elements()}; }

Result<Tensor> makeTensor(Type type, Shape shape) {
  std::optional<size_t> count = elementsOf(shape);
  size_t bytes = 0;
  if (!count || __builtin_mul_overflow(*count, sizeOf(type), &bytes))
    return Error{fmt::format("a tensor of shape {} is too large", spelling(shape))};
  std::optional<Buffer> buffer = Buffer::allocate(bytes);
  if (!buffer)
    return Error{fmt::format("{} bytes for a tensor of shape {} cannot be had", bytes, spelling(shape))};
  Tensor tensor;
  tensor.type = type;
  tensor.shape = std::move(shape);
  tensor.data = std::move(*buffer);
  return tensor;
}

std::vector<double> toDoubles(const TensorView &view) {
  std::vector<double> values(view.elements());
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = view.at(i);
  return values;
}

Result<Tensor> fromDoubles(const std::vector<double> &values, Shape shape, Type type, std::string_view name) {
  if (elementsOf(shape) != values.size())
    return Error{fmt::format("{}: {} values for shape {}", name, values.size(), spelling(shape))};
  return build([&](size_t i) { return values[i]; }, std::move(shape), type, name);
}

Result<Tensor> convert(const TensorView &view, Type type, std::string_view name) {
  if (view.type == type) { // nothing is rounded, so nothing can become infinite
    Result<Tensor> copy = makeTensor(type, view.shape);
    if (!copy)
      return Error{fmt::format("{}: {}", name, copy.error())};
    if (view.bytes())
      std::memcpy(copy->data.data(), view.data, view.bytes());
    return copy;
  }
  return build([&](size_t i) { return view.at(i); }, view.shape, type, name);
}

} // namespace tenon::core
