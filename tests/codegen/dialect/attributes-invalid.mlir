// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %tenon-opt %s --split-input-file -verify-diagnostics
// REQUIRES: codegen
// What a block and a stack say of themselves is there and of its type: nothing is f32 by default.

// expected-error@below {{'tenon.block' is no dictionary}}
module attributes {tenon.block = 1 : i64} {}

// -----

// expected-error@below {{'tenon.block' needs 'cache', one of f32, bf16 and f16}}
module attributes {tenon.block = {dtype = f32, hash = array<i64: 1, 2>, name = "b", parameters = [], residual = f32, weights = f32, width = 8 : i64}} {}

// -----

// expected-error@below {{'tenon.block' needs 'dtype', one of f32, bf16 and f16, not f64}}
module attributes {tenon.block = {cache = f32, dtype = f64, hash = array<i64: 1, 2>, name = "b", parameters = [], residual = f32, weights = f32, width = 8 : i64}} {}

// -----

// expected-error@below {{'tenon.block' needs 'parameters', a list of {name, shape, type}, not [1]}}
module attributes {tenon.block = {hash = array<i64: 1, 2>, name = "b", parameters = [1]}} {}

// -----

// expected-error@below {{'tenon.block' needs 'hash', two numbers, not array<i64: 1>}}
module attributes {tenon.block = {hash = array<i64: 1>, name = "b"}} {}

// -----

// expected-error@below {{'tenon.stack' needs 'x', rows {type, width}}}
module attributes {tenon.stack = {hash = array<i64: 1, 2>, layers = [], name = "s", parameters = []}} {}

// -----

// expected-error@below {{'tenon.param' is the name of a parameter}}
func.func @parameter(%x: tensor<?x8xf32>, %g: tensor<8xf32> {tenon.param = 1 : i64}) { return }
