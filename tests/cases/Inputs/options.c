// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  size_t offset;
} numbers[] = {
#define NUMBER(NAME) {#NAME, offsetof(Options, NAME)}
    NUMBER(tokens),      NUMBER(width),    NUMBER(element),     NUMBER(xStride),         NUMBER(yStride),
    NUMBER(xShift),      NUMBER(yShift),   NUMBER(weightShift), NUMBER(workspaceShift),  NUMBER(threads),
    NUMBER(repeats),     NUMBER(contexts), NUMBER(stackBytes),  NUMBER(misalignedStack), NUMBER(inplace),
    NUMBER(cacheTokens), NUMBER(prefill),  NUMBER(noWeights)};

_Noreturn void fail(const char *what, const char *which) {
  fprintf(stderr, "harness: %s %s\n", what, which);
  exit(3);
}

void parseArgument(Options *options, const char *argument) {
  const char *value = strchr(argument, '=');
  if (!value)
    fail("not name=value:", argument);
  size_t length = (size_t)(value++ - argument);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    if (strlen(numbers[i].name) == length && strncmp(numbers[i].name, argument, length) == 0) {
      *(size_t *)((char *)options + numbers[i].offset) = strtoull(value, NULL, 10);
      return;
    }
  if (strncmp(argument, "around=", 7) == 0)
    options->around = strcmp(value, "fault") == 0 ? aroundFault
                      : strcmp(value, "nan") == 0 ? aroundNan
                                                  : aroundGuard;
  else if (strncmp(argument, "x=", 2) == 0)
    options->x = value;
  else if (strncmp(argument, "weights=", 8) == 0)
    options->weights = value;
  else if (strncmp(argument, "y=", 2) == 0)
    options->y = value;
  else if (strncmp(argument, "rows=", 5) == 0)
    options->rows = value;
  else
    fail("unknown argument", argument);
}
