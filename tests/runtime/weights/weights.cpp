// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The readers of runtime/weights from the command line, for tests that make files:
//   list FILE                          every tensor, its type, shape and numbers
//   copy FROM TO                       reads all and writes all
//   load FILE NAME TYPE N M [NAMES]    a parameter of shape [N, M], or [N] where M is 0
// Prints numbers or the error; exit 1 on an error.
#include "runtime/weights/Load.h"
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

int list(const weights::Safetensors &file) {
  for (const std::string &name : file.names()) {
    core::Result<core::TensorView> view = file.find(name);
    if (!view)
      return fail(view.error());
    fmt::print("{} {} {}:", name, core::spelling(view->type), core::spelling(view->shape));
    print(*view);
  }
  return 0;
}

int copy(const weights::Safetensors &file, const std::string &to) {
  std::vector<std::pair<std::string, core::TensorView>> tensors;
  for (const std::string &name : file.names()) {
    core::Result<core::TensorView> view = file.find(name);
    if (!view)
      return fail(view.error());
    tensors.emplace_back(name, *view);
  }
  core::Result<core::Done> written = weights::writeSafetensors(to, tensors);
  return written ? 0 : fail(written.error());
}

int load(const weights::Safetensors &file, int argc, char **argv) {
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
  core::Result<std::vector<std::optional<core::Tensor>>> tensors = weights::loadAll(file, {wanted}, names);
  if (!tensors)
    return fail(tensors.error());
  print((*tensors)[0]->view());
  return 0;
}
} // namespace

int main(int argc, char **argv) {
  std::string_view verb = argc > 2 ? argv[1] : "";
  if (verb.empty())
    return 2;
  core::Result<weights::Safetensors> file = weights::Safetensors::open(argv[2]);
  if (!file)
    return fail(file.error());
  if (verb == "list")
    return list(*file);
  if (verb == "copy" && argc == 4)
    return copy(*file, argv[3]);
  return verb == "load" && argc >= 7 ? load(*file, argc, argv) : 2;
}
