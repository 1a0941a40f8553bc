// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/Artifact.h"
#include "runtime/core/Status.h"
#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>

namespace tenon::core {

namespace {
/// Finds `<symbol>_<suffix>` and remembers the first name that is missing.
class Finder {
public:
  Finder(void *library, const std::string &symbol) : library(library), symbol(symbol) {}

  template <typename Function> void find(Function *&function, const char *suffix) {
    std::string name = fmt::format("{}_{}", symbol, suffix);
    function = reinterpret_cast<Function *>(dlsym(library, name.c_str()));
    if (!function && missing.empty())
      missing = name;
  }
  std::string missing;

private:
  void *library;
  const std::string &symbol;
};

Error failed(std::string_view what, tenon_status status) {
  return Error{fmt::format("{}: {} ({})", what, statusText(status), statusName(status))};
}
} // namespace

Result<Artifact> Artifact::load(const std::string &path, const std::string &symbol) {
  // dlopen looks for a name without a slash elsewhere than in the current folder.
  std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return Error{fmt::format("{} cannot be loaded: {}", path, dlerror())};
  Artifact artifact;
  artifact.library = std::shared_ptr<void>(handle, [](void *library) { dlclose(library); });
  Finder finder(handle, symbol);
  finder.find(artifact.functions.packedSize, "packed_size");
  finder.find(artifact.functions.pack, "pack");
  finder.find(artifact.functions.cacheSize, "cache_size");
  finder.find(artifact.functions.workspaceSize, "workspace_size");
  finder.find(artifact.functions.forward, "forward");
  finder.find(artifact.functions.variant, "variant");
  finder.find(artifact.functions.forceVariant, "force_variant");
  if (!finder.missing.empty())
    return Error{fmt::format("{} has no function {}", path, finder.missing)};
  return artifact;
}

std::string Artifact::variant() const {
  const char *name = functions.variant();
  return name ? name : "";
}

Result<PackedBlock> PackedBlock::pack(Artifact artifact, std::span<const tenon_tensor> weights,
                                      const tenon_parallel *parallel) {
  size_t size = artifact.packedSize();
  if (size == SIZE_MAX)
    return failed("pack", TENON_VARIANT);
  std::optional<Buffer> packed = Buffer::allocate(size);
  if (!packed)
    return Error{fmt::format("pack: {} bytes of memory cannot be had", size)};
  static const tenon_tensor none{};
  tenon_status status =
      artifact.pack(weights.empty() ? &none : weights.data(), packed->data(), size, parallel);
  if (status != TENON_OK)
    return failed("pack", status);
  PackedBlock block;
  block.artifact = std::move(artifact);
  block.packed = std::move(*packed);
  return block;
}

Result<Done> PackedBlock::growWorkspace(size_t tokens, const tenon_parallel *parallel) {
  size_t size = artifact.workspaceSize(tokens, parallel ? parallel->threads : 1);
  if (size == SIZE_MAX)
    return failed("forward", TENON_OVERFLOW);
  if (workspace.size() >= size)
    return Done{};
  std::optional<Buffer> larger = Buffer::allocate(size);
  if (!larger)
    return Error{fmt::format("forward: {} bytes of workspace cannot be had", size)};
  workspace = std::move(*larger);
  return Done{};
}

Result<Done> PackedBlock::growCache(const tenon_batch &batch) {
  size_t slotBytes = artifact.cacheSize(batch.cache_tokens), slots = batch.slot ? 0 : batch.sequences, size;
  for (size_t s = 0; batch.slot && s < batch.sequences; ++s)
    slots = std::max<size_t>(slots, size_t(batch.slot[s]) + 1);
  if (slotBytes == SIZE_MAX || __builtin_mul_overflow(slotBytes, slots, &size))
    return failed("forward", TENON_OVERFLOW);
  bool isKept = batch.cache_tokens == cacheTokens;
  if (isKept && size <= cache.size())
    return Done{};
  std::optional<Buffer> larger = Buffer::allocate(size);
  if (!larger)
    return Error{fmt::format("forward: {} bytes of cache cannot be had", size)};
  if (isKept && cache.size())
    std::memcpy(larger->data(), cache.data(), cache.size());
  cache = std::move(*larger);
  cacheTokens = batch.cache_tokens;
  return Done{};
}

Result<Done> PackedBlock::forward(const tenon_batch &batch, const void *x, void *y,
                                  const tenon_parallel *parallel) {
  if (Result<Done> grown = growWorkspace(batch.tokens, parallel); !grown)
    return grown;
  if (Result<Done> grown = growCache(batch); !grown)
    return grown;
  tenon_status status = artifact.forward(packed.data(), batch, x, y, cache.data(), workspace.data(),
                                         workspace.size(), parallel);
  if (status != TENON_OK)
    return failed("forward", status);
  return Done{};
}

tenon_batch plainBatch(size_t tokens) {
  tenon_batch batch{};
  batch.struct_size = sizeof(batch);
  batch.tokens = tokens;
  return batch;
}

} // namespace tenon::core
