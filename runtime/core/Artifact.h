// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiled block in a shared library, and how it is run.
#ifndef TENON_RUNTIME_CORE_ARTIFACT_H
#define TENON_RUNTIME_CORE_ARTIFACT_H

#include "runtime/abi/tenon.h"
#include "runtime/core/Result.h"
#include "runtime/core/Tensor.h"
#include <memory>
#include <span>
#include <string>

namespace tenon::core {

/// The function family of one block (docs/abi.md), found by name. The library
/// stays loaded while a copy of this exists.
class Artifact {
public:
  /// Loads the shared library at `path` and finds `<symbol>_forward` and its
  /// sisters, where `symbol` is prefix and block name. The file may be removed
  /// afterwards.
  static Result<Artifact> load(const std::string &path, const std::string &symbol);

  size_t packedSize() const { return functions.packedSize(); }
  size_t workspaceSize(size_t tokens, size_t threads) const {
    return functions.workspaceSize(tokens, threads);
  }
  size_t cacheSize(size_t cacheTokens) const { return functions.cacheSize(cacheTokens); }
  /// The variant that runs here; empty when none does.
  std::string variant() const;
  /// Null: back to the best one. TENON_VARIANT when it does not exist or does not run here.
  tenon_status forceVariant(const char *name) const { return functions.forceVariant(name); }

  tenon_status pack(const tenon_tensor *weights, void *packed, size_t size,
                    const tenon_parallel *parallel) const {
    return functions.pack(weights, packed, size, parallel);
  }
  tenon_status forward(const void *packed, const tenon_batch &batch, const void *x, void *y, void *cache,
                       void *workspace, size_t size, const tenon_parallel *parallel) const {
    return functions.forward(packed, &batch, x, y, cache, workspace, size, parallel);
  }

private:
  struct Functions {
    size_t (*packedSize)();
    tenon_status (*pack)(const void *, void *, size_t, const tenon_parallel *);
    size_t (*cacheSize)(size_t);
    size_t (*workspaceSize)(size_t, size_t);
    tenon_status (*forward)(const void *, const tenon_batch *, const void *, void *, void *, void *, size_t,
                            const tenon_parallel *);
    const char *(*variant)();
    tenon_status (*forceVariant)(const char *);
  };
  Functions functions{};
  std::shared_ptr<void> library;
};

/// A block with its weights packed and its buffers allocated, for tools; what an
/// embedder does by hand.
class PackedBlock {
public:
  /// Packs `weights` (in the order of the block's parameters).
  static Result<PackedBlock> pack(Artifact artifact, std::span<const tenon_tensor> weights,
                                  const tenon_parallel *parallel);

  /// Runs rows x into y (both as tenon.h says). The workspace grows as needed; so does the cache, to
  /// the slots that the batch names. What slots hold stays from call to call as long as
  /// `cache_tokens` is the same; another one starts with an empty cache.
  Result<Done> forward(const tenon_batch &batch, const void *x, void *y, const tenon_parallel *parallel);

  const Artifact &block() const { return artifact; }

private:
  Result<Done> growWorkspace(size_t tokens, const tenon_parallel *parallel);
  Result<Done> growCache(const tenon_batch &batch);

  Artifact artifact;
  Buffer packed;
  Buffer workspace;
  Buffer cache;
  size_t cacheTokens = 0; ///< for which `cache` is laid out
};

/// One sequence of `tokens` rows from position 0.
tenon_batch plainBatch(size_t tokens);

} // namespace tenon::core

#endif
