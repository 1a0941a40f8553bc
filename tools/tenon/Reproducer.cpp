// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The path and the bytes are made beforehand: a signal handler may only write.

#include "tools/tenon/Reproducer.h"
#include "tools/tenon/Verbs.h"
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <string>
#include <unistd.h>

namespace tenon::cli {

namespace {

#if __has_feature(address_sanitizer)
constexpr bool isSanitized = true; // its own report says more
#else
constexpr bool isSanitized = false;
#endif

std::string path, contents, farewell;

void writeTo(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written <= 0)
      return;
    bytes.remove_prefix(size_t(written));
  }
}

bool writeReproducer() {
  int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (descriptor < 0)
    return false;
  writeTo(descriptor, contents);
  return close(descriptor) == 0;
}

void handleCrash(int) {
  writeTo(STDERR_FILENO, "tenon: internal error: crashed\n");
  if (writeReproducer())
    writeTo(STDERR_FILENO, farewell);
  _exit(internal);
}

/// On a stack of its own, so that an overflow of the stack is handled too.
void handleCrashes() {
  static char memory[64 * 1024];
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = sizeof memory;
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = handleCrash;
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    sigaction(signal, &action, nullptr);
}

} // namespace

void installReproducer(int argc, char **argv) {
  const char *folder = std::getenv("TMPDIR");
  path = fmt::format("{}/tenon-reproducer-{}.txt", folder && *folder ? folder : "/tmp", getpid());
  farewell = fmt::format("tenon: please report this with the file {}\n", path);
  contents = "# tenon " TENON_VERSION "\n#";
  for (int i = 0; i < argc; ++i)
    contents += fmt::format(" {}", argv[i]);
  contents += '\n';
  if (!isSanitized)
    handleCrashes();
}

void addToReproducer(std::string_view name, std::string_view text) {
  contents += fmt::format("#--- {}\n{}", name, text);
}

std::string moduleReproducerPath() { return path.substr(0, path.rfind('.')) + ".mlir"; }

std::string saveReproducer() { return writeReproducer() ? path : "(which cannot be written) " + path; }

int reportInternalError(std::string_view message) {
  fmt::print(stderr, "tenon: internal error: {}\ntenon: please report this with the file {}\n", message,
             saveReproducer());
  return internal;
}

} // namespace tenon::cli
