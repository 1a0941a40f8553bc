// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What harness.c is asked to do: `name=value` arguments.
#ifndef TENON_TESTS_CASES_OPTIONS_H
#define TENON_TESTS_CASES_OPTIONS_H

#include "memory.h"

typedef struct {
  size_t tokens, width, element; // element: bytes of one number of x and y
  size_t xStride, yStride;       // elements between rows; 0: the width
  size_t xShift, yShift, weightShift, workspaceShift;
  size_t threads, repeats, contexts;
  size_t stackBytes;      // forward runs on a thread with this stack
  size_t misalignedStack; // ... with a stack pointer that is 8 off
  size_t inplace;         // y is x
  size_t cacheTokens;     // tokens of the cache slot; 0: one call without a cache
  size_t prefill;         // with a cache: rows of the first call, before calls of one row each
  size_t noWeights;       // pack with no parameter pointers at all
  Around around;
  const char *x;       // file of raw rows, repeated until there are `tokens`
  const char *weights; // manifest: lines of "type elements file"
  const char *y;       // where the rows of `rows` go, raw
  const char *rows;    // "0,7,12"; all of them when null
} Options;

/// Reads one argument into `options`; ends the program where it is not one.
void parseArgument(Options *options, const char *argument);

/// Says what is wrong and ends the program with status 3.
_Noreturn void fail(const char *what, const char *which);

#endif
