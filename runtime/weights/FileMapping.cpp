// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/weights/FileMapping.h"
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tenon::weights {

using core::Error;

core::Result<FileMapping> mapFile(const std::string &path, uint64_t least, std::string_view format) {
  int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return Error{fmt::format("{}: {}", path, std::strerror(errno))};
  struct stat info{};
  bool isFile = ::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
  if (!isFile || uint64_t(info.st_size) < least) {
    ::close(descriptor);
    return Error{isFile ? fmt::format("{}: too short for a {} file", path, format)
                        : fmt::format("{}: not a regular file", path)};
  }
  size_t size = static_cast<size_t>(info.st_size);
  void *memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  ::close(descriptor);
  if (memory == MAP_FAILED)
    return Error{fmt::format("{}: {}", path, std::strerror(errno))};
  auto unmap = [size](const std::byte *bytes) { ::munmap(const_cast<std::byte *>(bytes), size); };
  return FileMapping{{static_cast<const std::byte *>(memory), unmap}, size};
}

} // namespace tenon::weights
