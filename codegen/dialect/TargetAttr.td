// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine that a module was scheduled for.
#ifndef TENON_CODEGEN_DIALECT_TARGETATTR_TD
#define TENON_CODEGEN_DIALECT_TARGETATTR_TD

include "codegen/dialect/TenonDialect.td"

def Tenon_TargetAttr : AttrDef<Tenon_Dialect, "Target"> {
  let mnemonic = "target";
  let summary = "The machine that a module was scheduled for";
  let description = [{
    The values of `TargetInfo` (codegen/target/TargetInfo.h says what each means), as `tenon.target` on the
    modules of stages `schedule` to `llvm`. `tiles` are rows and vectors, for one to four interleaved linears.
  }];
  let parameters = (ins StringRefParameter<>:$name, StringRefParameter<>:$triple, StringRefParameter<>:$cpu,
    StringRefParameter<>:$tune_cpu, StringRefParameter<>:$features, "uint64_t":$needs, "int64_t":$vector_bits,
    "int64_t":$vector_registers, "::mlir::DenseI64ArrayAttr":$tiles, "int64_t":$k_block,
    "int64_t":$column_chunk, "int64_t":$block_rows, "int64_t":$row_tile, "int64_t":$unroll,
    "int64_t":$prefetch_ahead, "int64_t":$prefetch_next_lines, "int64_t":$row_padding, "bool":$dots_bf16);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif
