// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TENON_CODEGEN_DIALECT_TENONOPS_TD
#define TENON_CODEGEN_DIALECT_TENONOPS_TD

include "codegen/dialect/RowOpInterface.td"
include "codegen/dialect/TenonDialect.td"
include "codegen/dialect/LaunchOps.td"
include "codegen/dialect/TargetAttr.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

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

//===--- Types ---===//

// A row per token, or a parameter: an optional leading token axis, then static axes, none of them empty.
class Tenon_RowsOf<list<Type> elements, string summary>
    : Type<And<[RankedTensorOf<elements>.predicate, CPred<"::tenon::hasRowShape($_self)">]>,
           summary # " with static axes of length 1 or more behind the token axis", "::mlir::RankedTensorType">;

def Tenon_Rows : Tenon_RowsOf<[F32], "f32 tensor">;
def Tenon_Truth : Tenon_RowsOf<[I1], "i1 tensor">;
def Tenon_Any : Tenon_RowsOf<[F32, I1], "f32 or i1 tensor">;
def Tenon_Stored : Tenon_RowsOf<[F32, BF16, F16], "f32, bf16 or f16 tensor">;

//===--- Traits ---===//

class Tenon_Trait<string name> : NativeOpTrait<name> { let cppNamespace = "::tenon::OpTrait"; }

// How the result depends on the row: element by element, or on all of its last axis.
def Tenon_PerElement : Tenon_Trait<"PerElement">;
def Tenon_Reducing : Tenon_Trait<"Reducing">;

// What the type of the result is: each says so by a function that InferTypeOpInterface calls.
def Tenon_Broadcasting : Tenon_Trait<"Broadcasting">;
def Tenon_Comparing : Tenon_Trait<"Comparing">;
defvar Tenon_OwnType = DeclareOpInterfaceMethods<InferTypeOpInterface>;

//===--- Forms ---===//

class Tenon_Op<string mnemonic, list<Trait> traits = []> : Op<Tenon_Dialect, mnemonic, traits>;

// A builder of an operation whose type follows from its operands; `more` sets attributes of `properties`.
class Tenon_Builder<dag parameters, string operands, string more = "">
    : OpBuilder<!con(parameters, (ins CArg<"::mlir::TypeAttr", "{}">:$storage)), [{
        $_state.addOperands({}] # operands # [{});
        Properties &properties = $_state.getOrAddProperties<Properties>();
        properties.setStorage(storage);
        }] # more # [{
        inferResult($_builder, $_state);
      }]>;

// An operation on rows. `storage` is the type to which its result may be
// rounded (and is, where it is stored between kernels). What it costs: see RowOpInterface.
class Tenon_RowOp<string mnemonic, int cost, string flops, list<Trait> traits = []>
    : Tenon_Op<mnemonic, traits # [Pure, Tenon_RowOpInterface]> {
  dag attributes = (ins OptionalAttr<TypeAttr>:$storage);
  let results = (outs Tenon_Rows:$result);
  string costs = "int64_t getCost() { return " # cost # "; }\n" #
                 "int64_t getFlops() { return " # flops # "; }\n";
  let extraClassDeclaration = costs;
}
defvar none = "0";
defvar each = "rowElements(getType())";

class Tenon_Unary<string mnemonic, string formula, int cost = 1>
    : Tenon_RowOp<mnemonic, cost, each, [SameOperandsAndResultType, Tenon_PerElement]> {
  let summary = formula;
  let description = "Element by element: " # formula # ".";
  let arguments = !con((ins Tenon_Rows:$operand), attributes);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
  let skipDefaultBuilders = 1;
  let builders = [Tenon_Builder<(ins "::mlir::Value":$operand), "operand">];
}
// e^x and its kin: a polynomial, and putting together what it was cut into.
class Tenon_Function<string mnemonic, string formula> : Tenon_Unary<mnemonic, formula, 20>;

class Tenon_Two<string mnemonic, string formula, int cost, string flops, Type operand, list<Trait> traits>
    : Tenon_RowOp<mnemonic, cost, flops, traits # [InferTypeOpInterface, Tenon_PerElement]> {
  let summary = formula;
  let description = "Element by element: " # formula # ". The shape of the result is that to which the operands broadcast.";
  let arguments = !con((ins operand:$lhs, operand:$rhs), attributes);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)";
  let skipDefaultBuilders = 1;
  let builders = [Tenon_Builder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs), "lhs, rhs">];
}
class Tenon_Binary<string mnemonic, string formula, int cost = 1, list<Trait> traits = []>
    : Tenon_Two<mnemonic, formula, cost, each, Tenon_Rows, traits # [Tenon_Broadcasting]>;
class Tenon_Comparison<string mnemonic, string formula, list<Trait> traits = []>
    : Tenon_Two<mnemonic, formula, 1, none, Tenon_Rows, traits # [Tenon_Comparing]> {
  let description = "Element by element: " # formula # [{. The shape of the result is that to which the
    operands broadcast. A comparison with NaN is false.}];
  let results = (outs Tenon_Truth:$result);
}
class Tenon_Logical<string mnemonic, string formula>
    : Tenon_Two<mnemonic, formula, 1, none, Tenon_Truth, [Commutative, Tenon_Broadcasting]> {
  let results = (outs Tenon_Truth:$result);
}
class Tenon_Reduction<string mnemonic, string formula>
    : Tenon_RowOp<mnemonic, 1, "rowElements(getOperand().getType())", [InferTypeOpInterface, Tenon_Reducing]> {
  let summary = formula;
  let description = formula # [{: `[.., n]` becomes `[.., 1]`. Accumulates in f32 or better, in an
    order that depends on n and the target alone.}];
  let arguments = !con((ins Tenon_Rows:$operand), attributes);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
  let skipDefaultBuilders = 1;
  let builders = [Tenon_Builder<(ins "::mlir::Value":$operand), "operand">];
}

//===--- Leaves ---===//
// The graph's `input` and `param` are arguments of the function, its `argument`
// an argument of the region of `tenon.attend`.

def Tenon_ConstantOp : Tenon_Op<"constant", [Pure, ConstantLike, Tenon_OwnType, Tenon_RowOpInterface]> {
  let summary = "Numbers known when the block is compiled";
  let description = [{
    A row without token axis. The values are kept as f64 (or i1), as the
    language computed them; the result is an f32 (or i1) tensor of their shape.
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Tenon_Any:$result);
  let assemblyFormat = "$value attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::mlir::ElementsAttr":$value), [{
    $_state.getOrAddProperties<Properties>().setValue(value);
    inferResult($_builder, $_state);
  }]>];
  let extraClassDeclaration = "int64_t getCost() { return 0; }\nint64_t getFlops() { return 0; }";
}
def Tenon_PositionOp : Tenon_RowOp<"position", 0, none, [Tenon_OwnType]> {
  let summary = "Position of the token in its sequence";
  let description = "A number per token, counted from 0: `tensor<?x1xf32>`.";
  let arguments = attributes;
  let assemblyFormat = "attr-dict";
  let skipDefaultBuilders = 1;
  let builders = [Tenon_Builder<(ins), "">];
}
def Tenon_EmbedOp : Tenon_RowOp<"embed", 1, none, [Tenon_OwnType]> {
  let summary = "A row of a table for each token";
  let description = [{
    `table[offset + index]`: `[n, w]` in its storage type becomes `[w]` in f32. Indices are
    whole and have been checked by the caller. In row kernels only.
  }];
  let arguments = !con((ins Tenon_Stored:$table, Tenon_EmbedIndexAttr:$index, I64Attr:$offset),
                       attributes);
  let assemblyFormat = "$table `by` $index `+` $offset attr-dict `:` type($table)";
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [Tenon_Builder<(ins "::mlir::Value":$table, "EmbedIndex":$index, "int64_t":$offset), "table",
    [{properties.setIndex(EmbedIndexAttr::get($_builder.getContext(), index));
      properties.setOffset($_builder.getI64IntegerAttr(offset));}]>];
}

//===--- Element by element ---===//

def Tenon_NegOp : Tenon_Unary<"neg", "-x">;
def Tenon_AbsOp : Tenon_Unary<"abs", "|x|">;
def Tenon_ExpOp : Tenon_Function<"exp", "e^x">;
def Tenon_Expm1Op : Tenon_Function<"expm1", "e^x - 1, without cancellation near 0">;
def Tenon_LogOp : Tenon_Function<"log", "natural logarithm of x">;
def Tenon_Log1pOp : Tenon_Function<"log1p", "log(1 + x), without cancellation near 0">;
def Tenon_TanhOp : Tenon_Function<"tanh", "hyperbolic tangent of x">;
def Tenon_SigmoidOp : Tenon_Function<"sigmoid", "1 / (1 + e^-x)">;
def Tenon_SqrtOp : Tenon_Unary<"sqrt", "square root of x", 4>;
def Tenon_NormalCdfOp : Tenon_Function<"normal_cdf", "erfc(-x / sqrt 2) / 2, accurate in relative terms">;
def Tenon_FloorOp : Tenon_Unary<"floor", "largest whole number that is at most x">;

def Tenon_RoundOp : Tenon_RowOp<"round", 2, none, [SameOperandsAndResultType, Tenon_PerElement]> {
  let summary = "Required rounding to a storage type";
  let description = [{
    Rounds to the nearest value of `format`, ties to even. This is how a spec
    states the cast order of a published model: no pass moves or drops it. The
    result is still an f32 tensor.
  }];
  let arguments = !con((ins Tenon_Rows:$operand, TypeAttr:$format), attributes);
  let assemblyFormat = "$operand `to` $format attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}
def Tenon_PowerOp : Tenon_RowOp<"power", 4, each # " * std::max<int64_t>(0, int64_t(getExponent()) - 1)",
                                [SameOperandsAndResultType, Tenon_PerElement]> {
  let summary = "x to a whole power >= 0";
  let description = "Element by element: x multiplied by itself; x^0 is 1 for every x, NaN included.";
  let arguments = !con((ins Tenon_Rows:$operand,
                            ConfinedAttr<I64Attr, [IntNonNegative]>:$exponent), attributes);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

def Tenon_AddOp : Tenon_Binary<"add", "a + b", 1, [Commutative]>;
def Tenon_SubOp : Tenon_Binary<"sub", "a - b">;
def Tenon_MulOp : Tenon_Binary<"mul", "a * b", 1, [Commutative]>;
def Tenon_DivOp : Tenon_Binary<"div", "a / b", 4>;
def Tenon_MaxOp : Tenon_Binary<"max", "the larger of a and b; NaN where one of them is NaN", 1, [Commutative]>;
def Tenon_MinOp : Tenon_Binary<"min", "the smaller of a and b; NaN where one of them is NaN", 1, [Commutative]>;

def Tenon_LtOp : Tenon_Comparison<"lt", "a < b">;
def Tenon_LeOp : Tenon_Comparison<"le", "a <= b">;
def Tenon_EqOp : Tenon_Comparison<"eq", "a == b", [Commutative]>;
def Tenon_AndOp : Tenon_Logical<"and", "a and b">;
def Tenon_OrOp : Tenon_Logical<"or", "a or b">;
def Tenon_NotOp : Tenon_RowOp<"not", 1, none, [SameOperandsAndResultType, Tenon_PerElement]> {
  let summary = "not a";
  let description = "Element by element: the other truth value.";
  let arguments = !con((ins Tenon_Truth:$operand), attributes);
  let results = (outs Tenon_Truth:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}
def Tenon_SelectOp : Tenon_RowOp<"select", 1, none, [InferTypeOpInterface, Tenon_Broadcasting, Tenon_PerElement,
                                                     AllElementTypesMatch<["lhs", "rhs", "result"]>]> {
  let summary = "a where the condition holds, else b";
  let description = [{
    Selects per element. The untaken value never matters, NaN included. The
    shape of the result is that to which all three operands broadcast.
  }];
  let arguments = !con((ins Tenon_Truth:$condition, Tenon_Any:$lhs, Tenon_Any:$rhs), attributes);
  let results = (outs Tenon_Any:$result);
  let assemblyFormat = "$condition `,` $lhs `,` $rhs attr-dict `:` type($condition) `,` type($lhs) `,` type($rhs)";
  let skipDefaultBuilders = 1;
  let builders = [Tenon_Builder<(ins "::mlir::Value":$condition, "::mlir::Value":$lhs, "::mlir::Value":$rhs),
                                "condition, lhs, rhs">];
}

def Tenon_CastOp : Tenon_RowOp<"cast", 2, none, [SameOperandsAndResultShape, Tenon_PerElement]> {
  let summary = "From a storage type to f32, or back";
  let description = [{
    The load or store of a stored value: bf16 or f16 to f32 is exact, f32 to
    bf16 or f16 rounds to nearest, ties to even. It stands only next to
    arguments and results; rounding that a spec requires is `tenon.round`.
  }];
  let arguments = !con((ins Tenon_Stored:$operand), attributes);
  let results = (outs Tenon_Stored:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$operand), [{
    $_state.addOperands(operand);
    $_state.addTypes(type);
  }]>];
}
def Tenon_SpreadOp : Tenon_RowOp<"spread", 0, none, [Tenon_OwnType, Tenon_PerElement]> {
  let summary = "A parameter as a row of every token";
  let description = "What depends on no token gets a token axis: `[n]` without one becomes `[n]` with one.";
  let arguments = !con((ins Tenon_Rows:$operand), attributes);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [Tenon_Builder<(ins "::mlir::Value":$operand), "operand">];
}

//===--- Whole rows ---===//

def Tenon_MeanOp : Tenon_Reduction<"mean", "Mean over the last axis">;
def Tenon_SumOp : Tenon_Reduction<"sum", "Sum over the last axis">;

def Tenon_LinearOp
    : Tenon_RowOp<"linear", 1, "2 * lastAxis(getOperand().getType()) * lastAxis(getType())", [Tenon_OwnType]> {
  let summary = "x times the transposed weight, plus the bias";
  let description = [{
    `y[j] = sum over i of x[i] * weight[j, i], + bias[j]`: `[a]` becomes `[b]`.
    The weight is `[b, a]` (out x in) in its storage type, products accumulate
    in f32. In a kernel the bias is an addition of its own.
  }];
  let arguments = !con((ins Tenon_Rows:$operand, Tenon_Stored:$weight, Optional<Tenon_Rows>:$bias),
                       attributes);
  let assemblyFormat = [{
    $operand `,` $weight (`,` $bias^)? attr-dict `:` type($operand) `,` type($weight) (`,` type($bias)^)?
  }];
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [Tenon_Builder<(ins "::mlir::Value":$operand, "::mlir::Value":$weight,
                                     CArg<"::mlir::Value", "{}">:$bias), "operand, weight",
                                "if (bias) $_state.addOperands(bias);">];
}
def Tenon_SplitOp : Tenon_RowOp<"split", 0, none> {
  let summary = "A row as a row of heads";
  let description = "`[h * n]` becomes `[h, n]`, elements in the same order.";
  let arguments = !con((ins Tenon_Rows:$operand), attributes);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}
def Tenon_MergeOp : Tenon_RowOp<"merge", 0, none, [Tenon_OwnType]> {
  let summary = "A row of heads as a row";
  let description = "`[h, n]` becomes `[h * n]`, elements in the same order.";
  let arguments = !con((ins Tenon_Rows:$operand), attributes);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let skipDefaultBuilders = 1;
  let builders = [Tenon_Builder<(ins "::mlir::Value":$operand), "operand">];
}
def Tenon_RotateOp : Tenon_RowOp<"rotate", 4, each, [AllTypesMatch<["operand", "result"]>]> {
  let summary = "Rotary position embedding";
  let description = [{
    Rotates the leading `dim` channels of each head in pairs, pair i by the
    angle position * frequency[i]; cos and sin are multiplied by `magnitude`.
    The frequencies are `[dim / 2]`.
  }];
  let arguments = !con((ins Tenon_Rows:$operand, Tenon_Rows:$frequencies, I64Attr:$dim,
                            Tenon_PairsAttr:$pairs, F64Attr:$magnitude), attributes);
  let assemblyFormat = "$operand `,` $frequencies attr-dict `:` type($operand) `,` type($frequencies)";
  let hasVerifier = 1;
}
def Tenon_ColumnsOp : Tenon_RowOp<"columns", 4, none, [Tenon_OwnType]> {
  let summary = "Columns of a row in another order";
  let description = [{
    Along the last axis, `result[j] = operand[from[j]]`; heads stay apart. This
    is what remains of a rotation once its angles are operations of their own.
  }];
  let arguments = !con((ins Tenon_Rows:$operand, DenseI64ArrayAttr:$from), attributes);
  let assemblyFormat = "$operand `from` $from attr-dict `:` type($operand)";
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [Tenon_Builder<(ins "::mlir::Value":$operand, "::llvm::ArrayRef<int64_t>":$from), "operand",
                                "properties.setFrom($_builder.getDenseI64ArrayAttr(from));">];
}
class Tenon_Wave<string mnemonic, string formula>
    : Tenon_RowOp<mnemonic, 60, each, [InferTypeOpInterface, Tenon_Broadcasting, Tenon_PerElement]> {
  let summary = formula;
  let description = formula # [{, with the product and the function in f64: a frequency is the sum
    of two f32 numbers, so that angles are right at positions of millions.}];
  let arguments = !con((ins Tenon_Rows:$position, Tenon_Rows:$high, Tenon_Rows:$low), attributes);
  let assemblyFormat = "$position `,` $high `,` $low attr-dict `:` type($position) `,` type($high) `,` type($low)";
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [Tenon_Builder<(ins "::mlir::Value":$position, "::mlir::Value":$high, "::mlir::Value":$low),
                                "position, high, low">];
}
def Tenon_CosineOp : Tenon_Wave<"cosine", "cos(position * (high + low))">;
def Tenon_SineOp : Tenon_Wave<"sine", "sin(position * (high + low))">;

def Tenon_AttendOp : Tenon_RowOp<"attend", 0, none, [AttrSizedOperandSegments, IsolatedFromAbove, Tenon_OwnType]> {
  let summary = "Attention of each query head over the keys it may see";
  let description = [{
    q `[h, n]`, k `[g, n]`, v `[g, m]` and optional sinks `[h]` become `[h, m]`;
    g divides h. The order is dot product, `scale`, score, mask, sink, softmax.
    The regions take s, q, k and head (score) or q, k and head (mask) as
    `tensor<1xf32>`, then the parameters, and yield one `tensor<1xf32>` (score)
    or `tensor<1xi1>` (mask); an empty one is the identity, or true. In them
    stand operations that work element by element, on values of one element
    (tables of `tenon.lookup` apart).
    Its floating-point operations grow with the keys: the report counts them for each.
  }];
  let arguments = !con((ins Tenon_Rows:$query, Tenon_Rows:$key, Tenon_Rows:$value,
                            Optional<Tenon_Rows>:$sinks, Variadic<Tenon_Rows>:$parameters,
                            F64Attr:$scale), attributes);
  let regions = (region MaxSizedRegion<1>:$score, MaxSizedRegion<1>:$mask);
  let assemblyFormat = [{
    $query `,` $key `,` $value (`sinks` $sinks^)? (`with` $parameters^)? `score` $score `mask` $mask attr-dict
    `:` type(operands)
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [Tenon_Builder<
    (ins "::mlir::Value":$query, "::mlir::Value":$key, "::mlir::Value":$value, "::mlir::Value":$sinks,
         "::mlir::ValueRange":$parameters, "double":$scale), "query, key, value", [{
    if (sinks)
      $_state.addOperands(sinks);
    $_state.addOperands(parameters);
    properties.operandSegmentSizes = {1, 1, 1, sinks ? 1 : 0, int32_t(parameters.size())};
    properties.setScale($_builder.getF64FloatAttr(scale));
    $_state.addRegion();
    $_state.addRegion();
  }]>];
}
def Tenon_LookupOp : Tenon_RowOp<"lookup", 4, none, [HasParent<"AttendOp">, Tenon_OwnType, Tenon_PerElement]> {
  let summary = "An element of a table";
  let description = "`table[row, column]`, in the score and mask of `tenon.attend` only. Indices are whole.";
  let arguments = !con((ins Tenon_Rows:$table, Tenon_Rows:$row, Tenon_Rows:$column), attributes);
  let assemblyFormat = "$table `,` $row `,` $column attr-dict `:` type($table) `,` type($row) `,` type($column)";
  let hasVerifier = 1;
}

#endif
