// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/backends/Backends.h"
#include "codegen/target/x86/Backend.h"

using namespace llvm;

namespace tenon::target {

ArrayRef<const Backend *> allBackends() {
  static const std::array<const Backend *, 1> all{&x86::backend};
  return all;
}

const Backend *backendOf(StringRef triple) {
  Triple::ArchType architecture = Triple(triple).getArch();
  for (const Backend *backend : allBackends())
    if (backend->architecture == architecture)
      return backend;
  return nullptr;
}

} // namespace tenon::target
