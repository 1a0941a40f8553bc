// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dsl/ast/Source.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace tenon {

/// Columns are counted from the start of a block of this many bytes, so that a
/// very long line costs no more than a short one.
static constexpr uint32_t blockBytes = 1024;

static bool startsCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

FileId SourceManager::add(std::string path, std::string text) {
  SourceFile &file = files.emplace_back();
  file.path = std::move(path);
  file.text = std::move(text);
  if (file.text.size() > maxBytes)
    file.text.resize(maxBytes + 1);
  file.lineStarts.push_back(0);
  uint32_t characters = 0;
  for (uint32_t i = 0; i < file.text.size(); ++i) {
    if (i % blockBytes == 0)
      file.charactersBefore.push_back(characters);
    characters += startsCharacter(file.text[i]);
    if (file.text[i] == '\n')
      file.lineStarts.push_back(i + 1);
  }
  if (file.text.size() % blockBytes == 0)
    file.charactersBefore.push_back(characters);
  return static_cast<FileId>(files.size() - 1);
}

std::optional<FileId> SourceManager::read(const std::string &path, std::string &reason) {
  bool isStandardInput = path == "-";
  std::FILE *stream = isStandardInput ? stdin : std::fopen(path.c_str(), "rb");
  if (!stream) {
    reason = std::strerror(errno);
    return std::nullopt;
  }
  std::string text;
  std::vector<char> buffer(1 << 16);
  errno = 0;
  while (text.size() <= maxBytes) {
    size_t count = std::fread(buffer.data(), 1, buffer.size(), stream);
    if (count == 0)
      break;
    text.append(buffer.data(), count);
  }
  bool failed = std::ferror(stream) != 0;
  int error = errno;
  if (!isStandardInput)
    std::fclose(stream);
  if (failed) {
    reason = std::strerror(error);
    return std::nullopt;
  }
  return add(isStandardInput ? "<stdin>" : path, std::move(text));
}

std::optional<FileId> SourceManager::find(std::string_view path) const {
  for (size_t i = 0; i < files.size(); ++i)
    if (files[i].path == path)
      return static_cast<FileId>(i);
  return std::nullopt;
}

std::string_view SourceManager::text(const SourceRange &range) const {
  if (!range.isValid())
    return {};
  return std::string_view(file(range.file).text).substr(range.begin, range.end - range.begin);
}

uint32_t SourceManager::charactersUpTo(const SourceFile &file, uint32_t offset) {
  uint32_t block = offset / blockBytes;
  auto first = file.text.begin();
  return file.charactersBefore[block] +
         static_cast<uint32_t>(std::count_if(first + block * blockBytes, first + offset, startsCharacter));
}

LineColumn SourceManager::lineColumn(FileId id, uint32_t offset) const {
  const SourceFile &source = file(id);
  offset = std::min(offset, static_cast<uint32_t>(source.text.size()));
  auto next = std::upper_bound(source.lineStarts.begin(), source.lineStarts.end(), offset);
  uint32_t column = charactersUpTo(source, offset) - charactersUpTo(source, *(next - 1)) + 1;
  return {static_cast<uint32_t>(next - source.lineStarts.begin()), column};
}

SourceRange SourceManager::line(FileId id, uint32_t offset) const {
  const SourceFile &source = file(id);
  auto size = static_cast<uint32_t>(source.text.size());
  offset = std::min(offset, size);
  auto next = std::upper_bound(source.lineStarts.begin(), source.lineStarts.end(), offset);
  uint32_t begin = *(next - 1);
  uint32_t end = next == source.lineStarts.end() ? size : *next - 1;
  if (end > begin && source.text[end - 1] == '\r')
    --end;
  return {id, begin, end};
}

} // namespace tenon
