// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands before and behind the layers (rule 12).
#include "dsl/check/StackExpansion.h"

#include <algorithm>

namespace tenon::checker {

using ast::ExprKind;
using ast::KindWord;

namespace {

const EndForm embeddingForm = {"embedding", {"vocab", "scale", "positions", "types", "norm"}, 1};
const EndForm tiedForm = {"tied", {"scale", "bias", "logits"}};
const EndForm untiedForm = {"untied", {"scale", "bias", "logits"}};
const EndForm learnedForm = {"learned", {"n", "offset"}, 1};
const EndForm sinusoidalForm = {"sinusoidal", {"n"}, 1};

} // namespace

/// The arguments of one of the words that may stand here.
std::optional<EndArguments> StackExpansion::match(const ast::Expr &expr,
                                                  std::initializer_list<const EndForm *> forms,
                                                  const EndForm **which, const char *key) {
  const EndForm *form = nullptr;
  std::vector<std::string> words;
  for (const EndForm *each : forms) {
    words.emplace_back(each->word);
    if (expr.kind == ExprKind::Call && expr.path.isSimple() && expr.path.names[0].text == each->word)
      form = each;
  }
  auto bad = [&](SourceRange range, std::string message) {
    reporter.error(CheckError::BadEnd, range, std::move(message));
    return std::nullopt;
  };
  if (!form)
    return bad(expr.range, "'" + std::string(key) + "' is one of " + join(words) + ", found '" +
                               std::string(reporter.sources.text(expr.range)) + "'");
  *which = form;
  EndArguments arguments;
  size_t next = 0;
  if (expr.hasSemicolon)
    return bad(expr.range, "'" + std::string(form->word) + "' takes its options without ';'");
  for (const ast::Argument &argument : expr.data) {
    size_t index = next;
    if (argument.name)
      index = size_t(std::find(form->options.begin(), form->options.end(), argument.name->text) -
                     form->options.begin());
    else
      ++next;
    if (index >= form->options.size()) {
      Diagnostic &diagnostic = reporter.error(
          argument.name ? CheckError::UnknownOption : CheckError::TooManyArguments, argument.range,
          "'" + std::string(form->word) + "' has the options " + join(form->options));
      if (argument.name)
        suggest(diagnostic, argument.name->range, argument.name->text, form->options);
      return std::nullopt;
    }
    if (!arguments.emplace(form->options[index], argument.value.get()).second) {
      reporter.error(CheckError::OptionTwice, argument.range,
                     "'" + form->options[index] + "' is given twice");
      return std::nullopt;
    }
  }
  for (size_t i = 0; i < form->required; ++i)
    if (!arguments.count(form->options[i])) {
      reporter.error(CheckError::MissingOption, expr.range,
                     "'" + std::string(form->word) + "' needs '" + form->options[i] + "'");
      return std::nullopt;
    }
  return arguments;
}

double StackExpansion::number(const ast::Expr *expr, const char *what, double otherwise) {
  if (!expr)
    return otherwise;
  Thunk place;
  place.what = what;
  Value value = numbers.evaluateAs(*expr, scope, Type::number(), &place);
  return asNumber(value) ? asNumber(value)->toDouble() : otherwise;
}

/// A whole number that may be 0 if `least` is.
int64_t StackExpansion::count(const ast::Expr *expr, const char *what, int64_t least, int64_t otherwise) {
  if (!expr)
    return otherwise;
  Thunk place;
  place.what = what;
  if (least == 0) {
    size_t before = reporter.errorCount();
    Value value = numbers.evaluateAs(*expr, scope, Type::number(), &place);
    auto *given = asNumber(value);
    if (!given || reporter.errorCount() != before || given->toDouble() == 0)
      return 0;
  }
  return numbers.sizeOf(*expr, scope, what).value_or(otherwise);
}

bool StackExpansion::truth(const ast::Expr *expr, bool otherwise) {
  return expr ? numbers.condition(*expr, scope).value_or(otherwise) : otherwise;
}

BlockRef StackExpansion::end(const std::string &path, const ast::Expr *kind, KindWord word, int64_t width) {
  if (!kind)
    return nullptr;
  return expandEnd(module, reporter, path, {kind, &scope}, word, width, formats, kind->range);
}

void StackExpansion::readPositions(const ast::Expr &expr, graph::Embedding &embedding) {
  if (expr.kind == ExprKind::None)
    return;
  const EndForm *which = nullptr;
  auto arguments = match(expr, {&learnedForm, &sinusoidalForm}, &which, "positions");
  if (!arguments)
    return;
  embedding.positions =
      which == &learnedForm ? graph::Embedding::Positions::learned : graph::Embedding::Positions::sinusoidal;
  embedding.positionCount = count((*arguments)["n"], "n", 1, 1);
  embedding.positionOffset = count((*arguments)["offset"], "offset", 0, 0);
}

void StackExpansion::readEmbedding() {
  const ast::Setting *each = setting("embedding");
  if (!each)
    return;
  const EndForm *which = nullptr;
  auto arguments = match(*each->value, {&embeddingForm}, &which, "embedding");
  if (!arguments)
    return;
  graph::Embedding embedding;
  embedding.vocab = count((*arguments)["vocab"], "vocab", 1, 1);
  embedding.scale = number((*arguments)["scale"], "scale", 1);
  embedding.types = count((*arguments)["types"], "types", 0, 0);
  if (const ast::Expr *positions = (*arguments)["positions"])
    readPositions(*positions, embedding);
  stack.entry = end("embedding.norm", (*arguments)["norm"], KindWord::Norm, stack.width);
  stack.embedding = embedding;
}

void StackExpansion::readFinalNorm() {
  if (const ast::Setting *each = setting("final_norm"))
    stack.exit = end("final_norm", each->value.get(), KindWord::Norm, stack.width);
}

void StackExpansion::readHead() {
  const ast::Setting *each = setting("head");
  if (!each)
    return;
  const EndForm *which = nullptr;
  auto arguments = match(*each->value, {&tiedForm, &untiedForm}, &which, "head");
  if (!arguments)
    return;
  if (!stack.embedding) {
    if (!setting("embedding"))
      reporter.error(CheckError::HeadWithoutEmbedding, each->value->range,
                     "a head gives a number for each word of the embedding, and the stack has none");
    return;
  }
  graph::Head head;
  head.tied = which == &tiedForm;
  head.vocab = stack.embedding->vocab;
  head.scale = number((*arguments)["scale"], "scale", 1);
  head.bias = truth((*arguments)["bias"], false);
  stack.logits = end("head.logits", (*arguments)["logits"], KindWord::Activation, head.vocab);
  stack.head = head;
}

void StackExpansion::readPool() {
  if (const ast::Setting *each = setting("pool")) {
    Value value = numbers.evaluateAs(*each->value, scope, Type::oneOf({"mean", "first"}));
    if (auto *symbol = std::get_if<Symbol>(&value))
      stack.pool = symbol->name == "mean" ? graph::Pool::mean : graph::Pool::first;
  }
  if (const ast::Setting *each = setting("normalize"))
    stack.normalize = truth(each->value.get(), false);
}

} // namespace tenon::checker
