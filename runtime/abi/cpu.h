/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which of TENON_CPU_* this machine has. Shared by the support code that ships in
 * archives and by the tools, so that both answer alike. */
#ifndef TENON_CPU_H
#define TENON_CPU_H

#include "kernel.h"

/* What one leaf of CPUID answers. */
typedef struct tenon_cpuid_words {
  uint32_t eax, ebx, ecx, edx;
} tenon_cpuid_words;

static inline int tenon_has_bits(uint64_t word, uint64_t bits) { return (word & bits) == bits; }

#if defined(__x86_64__)

static inline tenon_cpuid_words tenon_cpuid(uint32_t leaf, uint32_t subleaf) {
  tenon_cpuid_words r;
  __asm__ volatile("cpuid" : "=a"(r.eax), "=b"(r.ebx), "=c"(r.ecx), "=d"(r.edx) : "a"(leaf), "c"(subleaf));
  return r;
}

/* Registers that the operating system saves: bits 1 and 2 SSE and AVX, 5 to 7 AVX-512, 17 and 18 AMX. */
static inline uint64_t tenon_saved_registers(void) {
  uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return ((uint64_t)high << 32) | low;
}

/* Linux gives a process the tile registers when it asks (arch_prctl, ARCH_REQ_XCOMP_PERM,
 * XFEATURE_XTILEDATA). Asking again is harmless. */
static inline int tenon_amx_allowed(void) {
#if defined(__linux__)
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(158L), "D"(0x1023L), "S"(18L) : "rcx", "r11", "memory");
  return result == 0;
#else
  return 0;
#endif
}

static inline uint64_t tenon_avx512_features(tenon_cpuid_words seven) {
  uint64_t found = 0;
  if (!tenon_has_bits(seven.ebx, 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31)) /* F DQ CD BW VL */
    return 0;
  found = TENON_CPU_AVX512;
  if (seven.ecx & 1u << 11)
    found |= TENON_CPU_VNNI;
  if (seven.eax >= 1 && (tenon_cpuid(7, 1).eax & 1u << 5))
    found |= TENON_CPU_BF16;
  return found;
}

/* `wanted`: with TENON_CPU_AMX the system is asked for permission to use it; without, it is not reported. */
static inline uint64_t tenon_cpu_features(uint64_t wanted) {
  uint64_t found = 0, saved;
  tenon_cpuid_words one, seven, extended;
  if (tenon_cpuid(0, 0).eax < 7 || tenon_cpuid(0x80000000u, 0).eax < 0x80000001u)
    return 0;
  one = tenon_cpuid(1, 0);
  seven = tenon_cpuid(7, 0);
  extended = tenon_cpuid(0x80000001u, 0);
  /* FMA, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE, AVX, F16C */
  if (!tenon_has_bits(one.ecx,
                      1u << 12 | 1u << 19 | 1u << 20 | 1u << 22 | 1u << 23 | 1u << 27 | 1u << 28 | 1u << 29))
    return 0;
  saved = tenon_saved_registers();
  /* BMI1, AVX2, BMI2; LZCNT */
  if (!tenon_has_bits(saved, 0x6) || !tenon_has_bits(seven.ebx, 1u << 3 | 1u << 5 | 1u << 8) ||
      !(extended.ecx & 1u << 5))
    return 0;
  found = TENON_CPU_AVX2;
  if (!tenon_has_bits(saved, 0xe6))
    return found;
  found |= tenon_avx512_features(seven);
  /* AMX-BF16, AMX-TILE */
  if ((wanted & TENON_CPU_AMX) && tenon_has_bits(saved, 0x60000) &&
      tenon_has_bits(seven.edx, 1u << 22 | 1u << 24) && tenon_amx_allowed())
    found |= TENON_CPU_AMX;
  return found;
}

#else

static inline uint64_t tenon_cpu_features(uint64_t wanted) {
  (void)wanted;
  return 0;
}

#endif
#endif
