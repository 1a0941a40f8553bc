// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Register tiles: what contractions and both products of attention consist of.
#ifndef TENON_CODEGEN_DIALECT_TILEOPS_TD
#define TENON_CODEGEN_DIALECT_TILEOPS_TD

include "codegen/dialect/KernelOps.td"

def Tenon_Prefetch : Tenon_Enum<"Prefetch", "what a register tile prefetches of the right operand", [
  I32EnumAttrCase<"next", 0>, // the panel that is used next, since this one is used again by the next tiles
  I32EnumAttrCase<"ahead", 1> // its own panels some way ahead, since they are read once
]>;

def Tenon_TileAttr : AttrDef<Tenon_Dialect, "Tile"> {
  let mnemonic = "tile";
  let summary = "A register tile: its product, its shape, and how its operands lie";
  let description = [{
    `rows` rows times `panels` panels, whose steps hold `vectors` vectors of `lanes`
    values of `element` in `encoding`. Of the left operand, row r and step k stand
    at `r * left_row + k * left_step` (f32, or words of a pair); step k of a panel
    starts at word `k * right_step`.

    Every shape sums each column over ascending steps in a chain of its own, so all
    of them give the same bits.
  }];
  let parameters = (ins "::tenon::Product":$product, "::mlir::Type":$element, "::tenon::Encoding":$encoding,
                        "int64_t":$lanes, "int64_t":$vectors, "int64_t":$rows, "int64_t":$panels,
                        "int64_t":$left_row, "int64_t":$left_step, "int64_t":$right_step,
                        "::tenon::Prefetch":$prefetch, "::tenon::StreamAttr":$stream);
  let assemblyFormat = [{
    `<` $product `,` $element `,` $encoding `,`
    struct($lanes, $vectors, $rows, $panels, $left_row, $left_step, $right_step, $prefetch, $stream) `>`
  }];
  let genVerifyDecl = 1;
}

def Tenon_TileProductOp : Tenon_Op<"tile_product", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "One register tile: rows of the left operand times panels of the right";
  let description = [{
    Runs over `depth` steps of k and adds to f32 accumulators `[row][panel after
    panel]`, `row_stride` apart, or starts from zero where `first` holds. Panels lie
    `panel_stride` words apart. Offsets and strides count elements of the left
    operand and the accumulators, and words of the right operand.

    With `prefetch = next`, `prefetch_offset` is where the panel that comes next
    starts, and `prefetch_step` how far each step of k moves on in it.
  }];
  let arguments = (ins AnyMemRef:$left, Index:$left_offset, AnyMemRef:$right, Index:$right_offset,
                       Index:$panel_stride, MemRefOf<[F32]>:$accumulators, Index:$accumulator_offset,
                       Index:$row_stride, Index:$depth, I1:$first, Index:$prefetch_offset,
                       Index:$prefetch_step, Tenon_TileAttr:$tile);
  let assemblyFormat = [{
    $left `[` $left_offset `]` `,` $right `[` $right_offset `,` `panel` $panel_stride `]`
    `into` $accumulators `[` $accumulator_offset `,` `row` $row_stride `]`
    `over` $depth `first` $first `prefetch` $prefetch_offset `step` $prefetch_step $tile attr-dict
    `:` type($left) `,` type($right) `,` type($accumulators)
  }];
  let hasVerifier = 1;
}

#endif
