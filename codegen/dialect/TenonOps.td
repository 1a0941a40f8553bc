// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_CODEGEN_DIALECT_TENONOPS_TD
#define TENON_CODEGEN_DIALECT_TENONOPS_TD

include "codegen/dialect/TenonDialect.td"
include "codegen/dialect/LaunchOps.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

// Where an operation happens inside its kernel.
def Tenon_Slot : I32EnumAttr<"Slot", "slot of a fused kernel", [
  I32EnumAttrCase<"prologue", 0>,    // rows on their way into the left operand
  I32EnumAttrCase<"contraction", 1>, // products that share the left operand
  I32EnumAttrCase<"epilogue", 2>,    // accumulators on their way out, column by column or head by head
  I32EnumAttrCase<"finish", 3>       // complete rows, while they are in cache; all there is in a row kernel
]> {
  let cppNamespace = "::tenon";
  let genSpecializedAttr = 0;
}
def Tenon_SlotAttr : EnumAttr<Tenon_Dialect, Tenon_Slot, "slot"> {
  let assemblyFormat = "`<` $value `>`";
}

def Tenon_Pairs : I32EnumAttr<"Pairs", "which channels a rotation pairs", [
  I32EnumAttrCase<"half", 0>,       // channel i with channel i + dim / 2
  I32EnumAttrCase<"interleaved", 1> // channel 2 i with channel 2 i + 1
]> {
  let cppNamespace = "::tenon";
  let genSpecializedAttr = 0;
}
def Tenon_PairsAttr : EnumAttr<Tenon_Dialect, Tenon_Pairs, "pairs"> {
  let assemblyFormat = "`<` $value `>`";
}

def Tenon_EmbedIndex : I32EnumAttr<"EmbedIndex", "which number of a token names a row of a table", [
  I32EnumAttrCase<"token", 0>,    // its id, the block's x
  I32EnumAttrCase<"position", 1>, // its position in the sequence
  I32EnumAttrCase<"type", 2>      // its type
]> {
  let cppNamespace = "::tenon";
  let genSpecializedAttr = 0;
}
def Tenon_EmbedIndexAttr : EnumAttr<Tenon_Dialect, Tenon_EmbedIndex, "embed_index"> {
  let assemblyFormat = "`<` $value `>`";
}

// How the result depends on the row: element by element, or on all of its last axis.
def Tenon_PerElement : NativeOpTrait<"PerElement"> { let cppNamespace = "::tenon::OpTrait"; }
def Tenon_Reducing : NativeOpTrait<"Reducing"> { let cppNamespace = "::tenon::OpTrait"; }

class Tenon_Op<string mnemonic, list<Trait> traits = []> : Op<Tenon_Dialect, mnemonic, traits>;

// An operation on rows. `storage` is the type to which its result may be
// rounded (and is, where it is stored between kernels); `slot` is set once the
// operation lies in a kernel.
class Tenon_RowOp<string mnemonic, list<Trait> traits = []> : Tenon_Op<mnemonic, traits # [Pure]> {
  dag attributes = (ins OptionalAttr<TypeAttr>:$storage, OptionalAttr<Tenon_SlotAttr>:$slot);
  let results = (outs AnyRankedTensor:$result);
}

class Tenon_Unary<string mnemonic, string formula>
    : Tenon_RowOp<mnemonic, [SameOperandsAndResultType, Tenon_PerElement]> {
  let summary = formula;
  let description = "Element by element: " # formula # ". Operand and result are f32 tensors of one shape.";
  let arguments = !con((ins AnyRankedTensor:$operand), attributes);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
  let hasVerifier = 1;
}
class Tenon_Binary<string mnemonic, string formula> : Tenon_RowOp<mnemonic, [Tenon_PerElement]> {
  let summary = formula;
  let description = "Element by element: " # formula # [{. Operands and result are f32 tensors; the shape
    of the result is that to which the operands broadcast.}];
  let arguments = !con((ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs), attributes);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}
class Tenon_Comparison<string mnemonic, string formula> : Tenon_Binary<mnemonic, formula> {
  let description = "Element by element: " # formula # [{. Operands are f32 tensors, the result is an i1
    tensor of the shape to which they broadcast. A comparison with NaN is false.}];
}
class Tenon_Logical<string mnemonic, string formula> : Tenon_Binary<mnemonic, formula> {
  let description = "Element by element: " # formula # [{. Operands and result are i1 tensors; the shape of
    the result is that to which the operands broadcast.}];
}
class Tenon_Reduction<string mnemonic, string formula> : Tenon_RowOp<mnemonic, [Tenon_Reducing]> {
  let summary = formula;
  let description = formula # [{: `[.., n]` becomes `[.., 1]`. Accumulates in f32 or better, in an
    order that depends on n and the target alone.}];
  let arguments = !con((ins AnyRankedTensor:$operand), attributes);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

//===--- Leaves ---===//
// The graph's `input` and `param` are arguments of the function, its `argument`
// an argument of the region of `tenon.attend`.

def Tenon_ConstantOp : Tenon_Op<"constant", [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "Numbers known when the block is compiled";
  let description = [{
    A row without token axis. The values are kept as f64 (or i1), as the
    language computed them; the result is an f32 (or i1) tensor of their shape.
  }];
  let arguments = (ins ElementsAttr:$value, OptionalAttr<Tenon_SlotAttr>:$slot);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$value attr-dict";
  let hasVerifier = 1;
}
def Tenon_PositionOp : Tenon_RowOp<"position"> {
  let summary = "Position of the token in its sequence";
  let description = "A number per token, counted from 0: `tensor<?x1xf32>`.";
  let arguments = attributes;
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tenon_EmbedOp : Tenon_RowOp<"embed"> {
  let summary = "A row of a table for each token";
  let description = [{
    `table[offset + index]`: `[n, w]` in its storage type becomes `[w]` in f32. Indices are
    whole and have been checked by the caller. In row kernels only.
  }];
  let arguments = !con((ins AnyRankedTensor:$table, Tenon_EmbedIndexAttr:$index, I64Attr:$offset),
                       attributes);
  let assemblyFormat = "$table `by` $index `+` $offset attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

//===--- Element by element ---===//

def Tenon_NegOp : Tenon_Unary<"neg", "-x">;
def Tenon_AbsOp : Tenon_Unary<"abs", "|x|">;
def Tenon_ExpOp : Tenon_Unary<"exp", "e^x">;
def Tenon_Expm1Op : Tenon_Unary<"expm1", "e^x - 1, without cancellation near 0">;
def Tenon_LogOp : Tenon_Unary<"log", "natural logarithm of x">;
def Tenon_Log1pOp : Tenon_Unary<"log1p", "log(1 + x), without cancellation near 0">;
def Tenon_TanhOp : Tenon_Unary<"tanh", "hyperbolic tangent of x">;
def Tenon_SigmoidOp : Tenon_Unary<"sigmoid", "1 / (1 + e^-x)">;
def Tenon_SqrtOp : Tenon_Unary<"sqrt", "square root of x">;
def Tenon_NormalCdfOp : Tenon_Unary<"normal_cdf", "erfc(-x / sqrt 2) / 2, accurate in relative terms">;
def Tenon_FloorOp : Tenon_Unary<"floor", "largest whole number that is at most x">;

def Tenon_RoundOp : Tenon_RowOp<"round", [SameOperandsAndResultType, Tenon_PerElement]> {
  let summary = "Required rounding to a storage type";
  let description = [{
    Rounds to the nearest value of `format`, ties to even. This is how a spec
    states the cast order of a published model: no pass moves or drops it. The
    result is still an f32 tensor.
  }];
  let arguments = !con((ins AnyRankedTensor:$operand, TypeAttr:$format), attributes);
  let assemblyFormat = "$operand `to` $format attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}
def Tenon_PowerOp : Tenon_RowOp<"power", [SameOperandsAndResultType, Tenon_PerElement]> {
  let summary = "x to a whole power >= 0";
  let description = "Element by element: x multiplied by itself; x^0 is 1 for every x, NaN included.";
  let arguments = !con((ins AnyRankedTensor:$operand,
                            ConfinedAttr<I64Attr, [IntNonNegative]>:$exponent), attributes);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tenon_AddOp : Tenon_Binary<"add", "a + b">;
def Tenon_SubOp : Tenon_Binary<"sub", "a - b">;
def Tenon_MulOp : Tenon_Binary<"mul", "a * b">;
def Tenon_DivOp : Tenon_Binary<"div", "a / b">;
def Tenon_MaxOp : Tenon_Binary<"max", "the larger of a and b; NaN where one of them is NaN">;
def Tenon_MinOp : Tenon_Binary<"min", "the smaller of a and b; NaN where one of them is NaN">;

def Tenon_LtOp : Tenon_Comparison<"lt", "a < b">;
def Tenon_LeOp : Tenon_Comparison<"le", "a <= b">;
def Tenon_EqOp : Tenon_Comparison<"eq", "a == b">;
def Tenon_AndOp : Tenon_Logical<"and", "a and b">;
def Tenon_OrOp : Tenon_Logical<"or", "a or b">;
def Tenon_NotOp : Tenon_RowOp<"not", [SameOperandsAndResultType, Tenon_PerElement]> {
  let summary = "not a";
  let description = "Element by element: the other truth value. Operand and result are i1 tensors.";
  let arguments = !con((ins AnyRankedTensor:$operand), attributes);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
  let hasVerifier = 1;
}
def Tenon_SelectOp : Tenon_RowOp<"select", [Tenon_PerElement]> {
  let summary = "a where the condition holds, else b";
  let description = [{
    Selects per element. The untaken value never matters, NaN included. The
    condition is an i1 tensor; the shape of the result is that to which all
    three operands broadcast.
  }];
  let arguments = !con((ins AnyRankedTensor:$condition, AnyRankedTensor:$lhs, AnyRankedTensor:$rhs),
                       attributes);
  let assemblyFormat = "$condition `,` $lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Tenon_CastOp : Tenon_RowOp<"cast", [Tenon_PerElement]> {
  let summary = "From a storage type to f32, or back";
  let description = [{
    The load or store of a stored value: bf16 or f16 to f32 is exact, f32 to
    bf16 or f16 rounds to nearest, ties to even. It stands only next to
    arguments and results; rounding that a spec requires is `tenon.round`.
  }];
  let arguments = !con((ins AnyRankedTensor:$operand), attributes);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===--- Whole rows ---===//

def Tenon_MeanOp : Tenon_Reduction<"mean", "Mean over the last axis">;
def Tenon_SumOp : Tenon_Reduction<"sum", "Sum over the last axis">;

def Tenon_LinearOp : Tenon_RowOp<"linear"> {
  let summary = "x times the transposed weight, plus the bias";
  let description = [{
    `y[j] = sum over i of x[i] * weight[j, i], + bias[j]`: `[a]` becomes `[b]`.
    The weight is `[b, a]` (out x in) in its storage type, products accumulate
    in f32. In a kernel the bias is an addition of its own.
  }];
  let arguments = !con((ins AnyRankedTensor:$operand, AnyRankedTensor:$weight,
                            Optional<AnyRankedTensor>:$bias), attributes);
  let assemblyFormat = [{
    $operand `,` $weight (`,` $bias^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}
def Tenon_SplitOp : Tenon_RowOp<"split"> {
  let summary = "A row as a row of heads";
  let description = "`[h * n]` becomes `[h, n]`, elements in the same order.";
  let arguments = !con((ins AnyRankedTensor:$operand), attributes);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
  let hasFolder = 1;
}
def Tenon_MergeOp : Tenon_RowOp<"merge"> {
  let summary = "A row of heads as a row";
  let description = "`[h, n]` becomes `[h * n]`, elements in the same order.";
  let arguments = !con((ins AnyRankedTensor:$operand), attributes);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
  let hasFolder = 1;
}
def Tenon_RotateOp : Tenon_RowOp<"rotate"> {
  let summary = "Rotary position embedding";
  let description = [{
    Rotates the leading `dim` channels of each head in pairs, pair i by the
    angle position * frequency[i]; cos and sin are multiplied by `magnitude`.
    The frequencies are `[dim / 2]`.
  }];
  let arguments = !con((ins AnyRankedTensor:$operand, AnyRankedTensor:$frequencies, I64Attr:$dim,
                            Tenon_PairsAttr:$pairs, F64Attr:$magnitude), attributes);
  let assemblyFormat = "$operand `,` $frequencies attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}
def Tenon_ColumnsOp : Tenon_RowOp<"columns"> {
  let summary = "Columns of a row in another order";
  let description = [{
    Along the last axis, `result[j] = operand[from[j]]`; heads stay apart. This
    is what remains of a rotation once its angles are operations of their own.
  }];
  let arguments = !con((ins AnyRankedTensor:$operand, DenseI64ArrayAttr:$from), attributes);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}
class Tenon_Wave<string mnemonic, string formula> : Tenon_RowOp<mnemonic, [Tenon_PerElement]> {
  let summary = formula;
  let description = formula # [{, with the product and the function in f64: a frequency is the sum
    of two f32 numbers, so that angles are right at positions of millions.}];
  let arguments = !con((ins AnyRankedTensor:$position, AnyRankedTensor:$high, AnyRankedTensor:$low), attributes);
  let assemblyFormat = "$position `,` $high `,` $low attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}
def Tenon_CosineOp : Tenon_Wave<"cosine", "cos(position * (high + low))">;
def Tenon_SineOp : Tenon_Wave<"sine", "sin(position * (high + low))">;

def Tenon_AttendOp : Tenon_RowOp<"attend", [AttrSizedOperandSegments, IsolatedFromAbove]> {
  let summary = "Attention of each query head over the keys it may see";
  let description = [{
    q `[h, n]`, k `[g, n]`, v `[g, m]` and optional sinks `[h]` become `[h, m]`;
    g divides h. The order is dot product, `scale`, score, mask, sink, softmax.
    The regions take s, q, k and head (score) or q, k and head (mask) as
    `tensor<1xf32>`, then the parameters, and yield one value; an empty one is
    the identity, or true.
  }];
  let arguments = !con((ins AnyRankedTensor:$query, AnyRankedTensor:$key, AnyRankedTensor:$value,
                            Optional<AnyRankedTensor>:$sinks, Variadic<AnyRankedTensor>:$parameters,
                            F64Attr:$scale), attributes);
  let regions = (region MaxSizedRegion<1>:$score, MaxSizedRegion<1>:$mask);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`sinks` $sinks^)? (`with` $parameters^)? `score` $score `mask` $mask attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}
def Tenon_LookupOp : Tenon_RowOp<"lookup", [Tenon_PerElement]> {
  let summary = "An element of a table";
  let description = "`table[row, column]`, in the score and mask of `tenon.attend` only. Indices are whole.";
  let arguments = !con((ins AnyRankedTensor:$table, AnyRankedTensor:$row, AnyRankedTensor:$column),
                       attributes);
  let assemblyFormat = "$table `,` $row `,` $column attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

//===--- Kernels ---===//

def Tenon_KernelOp : Tenon_Op<"kernel", [IsolatedFromAbove, SingleBlock, RecursiveMemoryEffects]> {
  let summary = "Operations that run as one fused kernel";
  let description = [{
    Each operation of the body states its slot; values flow from earlier slots
    to later ones only. The arguments of the body mirror the operands, and
    `tenon.yield` returns what crosses to later kernels or leaves the block.

    - prologue: from the arguments to the left operand of the products;
    - contraction: `tenon.linear`, all with the same left operand, without bias;
      or one `tenon.attend`, on operands that earlier kernels stored;
    - epilogue: on columns of the products, so without reductions;
    - finish: on complete rows of what the slots before it made.

    A kernel without products is a row kernel: all of it is `finish`.
  }];
  let arguments = (ins StrAttr:$name, Variadic<AnyRankedTensor>:$inputs);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $name `(` $inputs `)` attr-dict-with-keyword `:` functional-type($inputs, $outputs) $body
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::tenon::YieldOp getYield();
  }];
}
def Tenon_YieldOp : Tenon_Op<"yield", [Pure, Terminator, ReturnLike,
                                       ParentOneOf<["KernelOp", "AttendOp"]>]> {
  let summary = "Results of a kernel, or the value of a score or mask";
  let description = "Types equal those of the results of the surrounding `tenon.kernel`.";
  let arguments = (ins Variadic<AnyRankedTensor>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif
