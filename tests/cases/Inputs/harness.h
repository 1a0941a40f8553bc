// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What harness.c calls of one compiled block. The test driver writes the few lines
// that bind these to the block's generated header.
#ifndef TENON_TESTS_CASES_HARNESS_H
#define TENON_TESTS_CASES_HARNESS_H

#include "tenon.h"

size_t blockPackedSize(void);
/// `weights` in the order of the driver's manifest.
tenon_status blockPack(const tenon_tensor *weights, void *packed, size_t size,
                       const tenon_parallel *parallel);
size_t blockCacheSize(size_t cacheTokens);
size_t blockWorkspaceSize(size_t tokens, size_t threads);
tenon_status blockForward(const void *packed, const tenon_batch *batch, const void *x, void *y, void *cache,
                          void *workspace, size_t size, const tenon_parallel *parallel);
const char *blockVariant(void);

#endif
