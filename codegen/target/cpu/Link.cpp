// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/Fault.h"
#include "codegen/target/cpu/Cpu.h"
#include "lld/Common/Driver.h"
#include <mutex>

LLD_HAS_DRIVER(elf)

using namespace llvm;

Error tenon::target::linkShared(const std::string &archive, const std::string &output) {
  static std::mutex turn; // the linker keeps global state
  std::lock_guard<std::mutex> lock(turn);
  const char *arguments[] = {
      "ld.lld",      "-shared", "--whole-archive", archive.c_str(), "--hash-style=gnu", "-z", "noexecstack",
      "--threads=1", "-o",      output.c_str()};
  std::string printed, problems;
  raw_string_ostream printedStream(printed), problemStream(problems);
  lld::Result result = lld::lldMain(arguments, printedStream, problemStream, {{lld::Gnu, &lld::elf::link}});
  if (result.retCode != 0)
    return fault("linking " + output + " failed: " + StringRef(problems).trim());
  return Error::success();
}
