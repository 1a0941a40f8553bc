// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What MLIR says while it works, as messages of the compiler.
#ifndef TENON_CODEGEN_PIPELINE_MESSAGES_H
#define TENON_CODEGEN_PIPELINE_MESSAGES_H

#include "codegen/pipeline/Compiler.h"
#include "mlir/IR/Diagnostics.h"

namespace tenon {

/// While it lives, diagnostics and fusion remarks of `context` are added to `messages`.
class MessageCollector {
public:
  MessageCollector(mlir::MLIRContext *context, std::vector<Message> &messages);

private:
  mlir::ScopedDiagnosticHandler handler;
};

/// A message at the line of the spec behind `location`, or without a place.
Message makeMessage(Message::Kind kind, mlir::Location location, std::string text);

} // namespace tenon

#endif
