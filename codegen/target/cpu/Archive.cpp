// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/target/Fault.h"
#include "codegen/target/cpu/Cpu.h"
#include "runtime/abi/Embedded.h"
#include "llvm/Object/ArchiveWriter.h"

using namespace llvm;

namespace tenon::target {

Expected<std::string> makeArchive(const Interface &interface, StringRef block, ArrayRef<Variant> variants) {
  // Members keep references to their names and bytes until the archive is written.
  std::vector<std::string> names{interface.symbol() + ".o"};
  std::vector<StringRef> contents{block};
  for (const Variant &variant : variants) {
    for (auto [name, part] : zip_equal(interface.parts, variant.parts)) {
      std::string inside = interface.isStack ? "." + name : "";
      names.push_back(interface.symbol() + "." + variant.target.name + inside + ".o");
      contents.push_back(part.object);
    }
  }
  std::string_view support = abi::supportObject(variants.front().target.triple);
  if (support.empty())
    return fault("no support code was built for " + variants.front().target.triple);
  names.push_back("tenon_support.o");
  contents.push_back(StringRef(support.data(), support.size()));

  std::vector<NewArchiveMember> members;
  for (auto [name, bytes] : zip_equal(names, contents))
    members.emplace_back(
        MemoryBufferRef(bytes, name)); // time, owner and mode stay those of a new member: 0, 0, 0644
  Expected<std::unique_ptr<MemoryBuffer>> archive =
      writeArchiveToBuffer(members, SymtabWritingMode::NormalSymtab, object::Archive::K_GNU,
                           /*Deterministic=*/true, /*Thin=*/false);
  if (!archive)
    return archive.takeError();
  return (*archive)->getBuffer().str();
}

} // namespace tenon::target
