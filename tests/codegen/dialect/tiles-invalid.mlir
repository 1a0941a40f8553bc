// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// A register tile says which shapes, element types and encodings its product reads, and its operands are those words.

func.func @no_lanes(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{a register tile has at least one lane, vector, row and panel, and strides of at least 1}}
    <fma, f32, plain, lanes = 0, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// -----

func.func @no_vectors(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{a register tile has at least one lane, vector, row and panel, and strides of at least 1}}
    <fma, f32, plain, lanes = 8, vectors = 0, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// -----

func.func @no_rows(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{a register tile has at least one lane, vector, row and panel, and strides of at least 1}}
    <fma, f32, plain, lanes = 8, vectors = 2, rows = 0, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// -----

func.func @no_panels(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{a register tile has at least one lane, vector, row and panel, and strides of at least 1}}
    <fma, f32, plain, lanes = 8, vectors = 2, rows = 6, panels = 0, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// -----

func.func @no_left_row(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{a register tile has at least one lane, vector, row and panel, and strides of at least 1}}
    <fma, f32, plain, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 0, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// -----

func.func @no_left_step(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{a register tile has at least one lane, vector, row and panel, and strides of at least 1}}
    <fma, f32, plain, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 0, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// -----

func.func @no_right_step(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{a register tile has at least one lane, vector, row and panel, and strides of at least 1}}
    <fma, f32, plain, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 0, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// -----

// f64 is no storage type.
func.func @element(%left: memref<f32>, %right: memref<f64>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{a register tile reads f32, bf16 or f16, not 'f64'}}
    <fma, f64, plain, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<f64>, memref<f32>
  return
}

// -----

// The encoding of dots is theirs alone, and they read no other.
func.func @fma_of_dots(%left: memref<f32>, %right: memref<i32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{fma does not read pair_dot}}
    <fma, bf16, pair_dot, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<i32>, memref<f32>
  return
}

// -----

func.func @dots_of_pairs(%left: memref<i32>, %right: memref<i32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{dot_bf16 does not read paired}}
    <dot_bf16, bf16, paired, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<i32>, memref<i32>, memref<f32>
  return
}

// -----

func.func @dots_of_single_weights(%left: memref<i32>, %right: memref<bf16>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{dot_bf16 does not read plain}}
    <dot_bf16, bf16, plain, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<i32>, memref<bf16>, memref<f32>
  return
}

// -----

func.func @pairs_of_f16(%left: memref<f32>, %right: memref<i32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{pairs are of bf16, an even number of vectors}}
    <fma, f16, paired, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<i32>, memref<f32>
  return
}

// -----

func.func @pairs_of_odd_vectors(%left: memref<f32>, %right: memref<i32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{pairs are of bf16, an even number of vectors}}
    <fma, bf16, paired, lanes = 8, vectors = 3, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 12, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<i32>, memref<f32>
  return
}

// -----

func.func @dots_of_f16(%left: memref<i32>, %right: memref<i32>, %acc: memref<f32>, %n: index, %first: i1) {
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    // expected-error@below {{pairs are of bf16, an even number of vectors}}
    <dot_bf16, f16, pair_dot, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<i32>, memref<i32>, memref<f32>
  return
}

// -----

// What a word is follows from the tile: f32 on the left of multiply-adds, the element or a pair on the right.
func.func @left_of_fma(%left: memref<bf16>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  // expected-error@below {{takes 'memref<f32>' on the left, not 'memref<bf16>'}}
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<bf16>, memref<f32>, memref<f32>
  return
}

// -----

// What a word is follows from the tile: f32 on the left of multiply-adds, the element or a pair on the right.
func.func @left_of_fma_of_rank_1(%left: memref<?xbf16>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  // expected-error@below {{takes 'memref<f32>' on the left, not 'memref<?xbf16>'}}
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<?xbf16>, memref<f32>, memref<f32>
  return
}

// -----

func.func @left_of_dots(%left: memref<f32>, %right: memref<i32>, %acc: memref<f32>, %n: index, %first: i1) {
  // expected-error@below {{takes 'memref<i32>' on the left, not 'memref<f32>'}}
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <dot_bf16, bf16, pair_dot, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<i32>, memref<f32>
  return
}

// -----

func.func @right_of_another_type(%left: memref<f32>, %right: memref<f32>, %acc: memref<f32>, %n: index, %first: i1) {
  // expected-error@below {{takes 'memref<bf16>' on the right, not 'memref<f32>'}}
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, bf16, plain, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<f32>, memref<f32>
  return
}

// -----

func.func @right_of_pairs(%left: memref<f32>, %right: memref<bf16>, %acc: memref<f32>, %n: index, %first: i1) {
  // expected-error@below {{takes 'memref<i32>' on the right, not 'memref<bf16>'}}
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, bf16, paired, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<bf16>, memref<f32>
  return
}

// -----

func.func @right_of_dots(%left: memref<i32>, %right: memref<bf16>, %acc: memref<f32>, %n: index, %first: i1) {
  // expected-error@below {{takes 'memref<i32>' on the right, not 'memref<bf16>'}}
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <dot_bf16, bf16, pair_dot, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<i32>, memref<bf16>, memref<f32>
  return
}

// -----

func.func @accumulators(%left: memref<f32>, %right: memref<f32>, %acc: memref<f64>, %n: index, %first: i1) {
  // expected-error@below {{must be memref of 32-bit float values, but got 'memref<f64>'}}
  tenon.tile_product %left[%n], %right[%n, panel %n] into %acc[%n, row %n] over %n first %first prefetch %n step %n
    <fma, f32, plain, lanes = 8, vectors = 2, rows = 6, panels = 1, left_row = 1, left_step = 6, right_step = 16, prefetch = next, stream = <unroll = 2, ahead = 0, next_lines = 0>>
    : memref<f32>, memref<f32>, memref<f64>
  return
}
