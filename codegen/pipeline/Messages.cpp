// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/pipeline/Messages.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tenon;

namespace {

Message::Kind kindOf(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return Message::Kind::error;
  case DiagnosticSeverity::Warning:
    return Message::Kind::warning;
  case DiagnosticSeverity::Remark:
    return Message::Kind::remark;
  case DiagnosticSeverity::Note:
    return Message::Kind::note;
  }
  llvm_unreachable("a severity");
}

/// Hands each remark on as a message: "reason [rule]".
class RemarkCollector : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit RemarkCollector(std::vector<Message> &messages) : messages(messages) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    std::string text;
    for (const auto &argument : remark.getArgs())
      text += argument.val;
    text += " [" + remark.getRemarkName().str() + "]";
    messages.push_back(makeMessage(Message::Kind::remark, remark.getLocation(), text));
  }

private:
  std::vector<Message> &messages;
};

} // namespace

Message tenon::makeMessage(Message::Kind kind, Location location, std::string text) {
  Message message{kind, "", 0, 0, std::move(text)};
  if (auto place = location->findInstanceOf<FileLineColLoc>()) {
    message.file = place.getFilename().str();
    message.line = place.getLine();
    message.column = place.getColumn();
  }
  return message;
}

MessageCollector::MessageCollector(MLIRContext *context, std::vector<Message> &messages)
    : handler(context, [&messages](Diagnostic &diagnostic) {
        messages.push_back(
            makeMessage(kindOf(diagnostic.getSeverity()), diagnostic.getLocation(), diagnostic.str()));
        for (Diagnostic &note : diagnostic.getNotes())
          messages.push_back(makeMessage(Message::Kind::note, note.getLocation(), note.str()));
        return success();
      }) {
  remark::RemarkCategories categories;
  categories.missed = "tenon-.*"; // only what was not done is told
  (void)remark::enableOptimizationRemarks(*context, std::make_unique<RemarkCollector>(messages),
                                          std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}
