// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The readers of runtime/weights from the command line, for tests that make files:
//   list FILE                          every tensor, its type, shape and numbers
//   copy FROM TO                       reads all and writes all, as safetensors
//   checksums FILE                     of every tensor the bits of f32, weighted by place and summed
//   metadata FILE                      version, metadata and encodings of a GGUF file
//   load FILE NAME TYPE N M [NAMES]    a parameter of shape [N, M], or [N] where M is 0
// Prints numbers or the error; exit 1 on an error.
#include "runtime/weights/Load.h"
#include <bit>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>

using namespace tenon;

namespace {
int fail(const std::string &error) {
  fmt::print("error: {}\n", error);
  return 1;
}

void print(const core::TensorView &view) {
  for (double value : core::toDoubles(view))
    fmt::print(" {}", value);
  fmt::print("\n");
}

int list(const weights::Checkpoint &file) {
  for (const std::string &name : file.names()) {
    core::Result<weights::Numbers> numbers = file.read(name);
    if (!numbers)
      return fail(numbers.error());
    fmt::print("{} {} {}:", name, core::spelling(numbers->view.type), core::spelling(numbers->view.shape));
    print(numbers->view);
  }
  return 0;
}

int checksums(const weights::Checkpoint &file) {
  for (const std::string &name : file.names()) {
    core::Result<weights::Numbers> numbers = file.read(name);
    if (!numbers)
      return fail(numbers.error());
    uint64_t sum = 0;
    for (size_t i = 0; i < numbers->view.elements(); ++i)
      sum += std::bit_cast<uint32_t>(float(numbers->view.at(i))) * uint64_t(i + 1);
    fmt::print("{} {} {}\n", name, core::spelling(numbers->view.shape), sum);
  }
  return 0;
}

int copy(const weights::Checkpoint &file, const std::string &to) {
  std::vector<weights::Numbers> kept;
  std::vector<std::pair<std::string, core::TensorView>> tensors;
  for (const std::string &name : file.names()) {
    core::Result<weights::Numbers> numbers = file.read(name);
    if (!numbers)
      return fail(numbers.error());
    kept.push_back(std::move(*numbers));
    tensors.emplace_back(name, kept.back().view);
  }
  core::Result<core::Done> written = weights::writeSafetensors(to, tensors);
  return written ? 0 : fail(written.error());
}

void print(const weights::MetadataValue &value) {
  if (std::optional<std::string_view> text = value.asText())
    fmt::print(" '{}'", *text);
  else if (std::optional<bool> truth = value.asBool())
    fmt::print(" {}", *truth);
  else if (std::optional<uint64_t> whole = value.asUnsigned())
    fmt::print(" {}", *whole);
  else if (std::optional<int64_t> integer = value.asInteger())
    fmt::print(" {}", *integer);
  else if (std::optional<double> number = value.asNumber())
    fmt::print(" {}", *number);
  if (value.type() != weights::MetadataType::array)
    return;
  fmt::print(" {} of {}:", value.count(), weights::spelling(value.elementType()));
  if (std::optional<std::vector<weights::MetadataValue>> elements = value.asArray(9))
    for (const weights::MetadataValue &element : *elements)
      print(element);
}

int metadata(const std::string &path) {
  core::Result<weights::Gguf> file = weights::Gguf::open(path);
  if (!file)
    return fail(file.error());
  fmt::print("version {}\n", file->version());
  for (const auto &[key, value] : file->metadata()) {
    fmt::print("{} {}", key, weights::spelling(value.type()));
    print(value);
    fmt::print("\n");
  }
  for (const std::string &name : file->names())
    fmt::print("{} {} {}\n", name, file->encodingOf(name), core::spelling(*file->shapeOf(name)));
  return 0;
}

int load(const weights::Checkpoint &file, int argc, char **argv) {
  std::string_view type = argv[4];
  weights::Wanted wanted{argv[3], {std::atoll(argv[5])}, core::Type::f32};
  if (int64_t columns = std::atoll(argv[6]))
    wanted.shape.push_back(columns);
  if (type != "f32")
    wanted.storage = type == "bf16" ? core::Type::bf16 : core::Type::f16;
  weights::NameMap names;
  if (argc > 7) {
    core::Result<weights::NameMap> read = weights::readNameMap(argv[7]);
    if (!read)
      return fail(read.error());
    names = *read;
  }
  core::Result<std::vector<core::Tensor>> tensors = weights::loadAll(file, {wanted}, names);
  if (!tensors)
    return fail(tensors.error());
  print((*tensors)[0].view());
  return 0;
}
} // namespace

int main(int argc, char **argv) {
  std::string_view verb = argc > 2 ? argv[1] : "";
  if (verb.empty())
    return 2;
  if (verb == "metadata")
    return metadata(argv[2]);
  core::Result<weights::Checkpoint> file = weights::Checkpoint::open(argv[2]);
  if (!file)
    return fail(file.error());
  if (verb == "list")
    return list(*file);
  if (verb == "checksums")
    return checksums(*file);
  if (verb == "copy" && argc == 4)
    return copy(*file, argv[3]);
  return verb == "load" && argc >= 7 ? load(*file, argc, argv) : 2;
}
