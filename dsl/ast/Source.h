// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source files, and places in them.
#ifndef TENON_DSL_AST_SOURCE_H
#define TENON_DSL_AST_SOURCE_H

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tenon {

using FileId = uint32_t; ///< index into a SourceManager
inline constexpr FileId noFile = UINT32_MAX;

/// Bytes [begin, end) of a file. A default-made range is no place at all.
struct SourceRange {
  FileId file = noFile;
  uint32_t begin = 0;
  uint32_t end = 0;

  bool isValid() const { return file != noFile; }
  /// From the begin of `*this` to the end of `last`, which lies in the same file.
  SourceRange to(const SourceRange &last) const { return {file, begin, last.end}; }
  friend bool operator==(const SourceRange &, const SourceRange &) = default;
};

/// Counted from 1. Columns count UTF-8 characters, not bytes; a tab is one.
struct LineColumn {
  uint32_t line = 0;
  uint32_t column = 0;
};

/// A file's name as diagnostics show it, and its bytes as they are on disk.
struct SourceFile {
  std::string path;
  std::string text;

private:
  friend class SourceManager;
  std::vector<uint32_t> lineStarts;       ///< byte offset of each line
  std::vector<uint32_t> charactersBefore; ///< UTF-8 characters before each block of `blockBytes`
};

/// Owns all source files of one run. Files keep their address and id.
class SourceManager {
public:
  /// The parser refuses longer files (P6); `add` and `read` keep one byte more.
  static constexpr size_t maxBytes = size_t(1) << 24;

  /// Takes over a file. The same path may be added twice; see `find`.
  FileId add(std::string path, std::string text);
  /// Reads a file from disk ("-" is standard input, shown as "<stdin>"), or
  /// returns nothing where it cannot be read; `reason` then says why.
  std::optional<FileId> read(const std::string &path, std::string &reason);
  /// The first file that was added under exactly this path.
  std::optional<FileId> find(std::string_view path) const;

  size_t size() const { return files.size(); }
  const SourceFile &file(FileId id) const { return files[id]; }
  /// The bytes of `range`; empty for an invalid range.
  std::string_view text(const SourceRange &range) const;
  /// Line and column of a byte offset (clamped to the file's end).
  LineColumn lineColumn(FileId id, uint32_t offset) const;
  LineColumn lineColumn(const SourceRange &range) const { return lineColumn(range.file, range.begin); }
  /// The whole line that holds `offset`, as a range without its line end.
  SourceRange line(FileId id, uint32_t offset) const;

private:
  static uint32_t charactersUpTo(const SourceFile &file, uint32_t offset);
  std::deque<SourceFile> files;
};

} // namespace tenon

#endif
