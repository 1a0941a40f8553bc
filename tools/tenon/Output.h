// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the verbs write: files that are whole or not there, tables, progress.
#ifndef TENON_TOOLS_TENON_OUTPUT_H
#define TENON_TOOLS_TENON_OUTPUT_H

#include "runtime/core/Result.h"
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace tenon::cli {

/// One file to be written; the path "-" is standard output.
struct OutputFile {
  std::string path;
  std::string bytes;
};

/// Writes all of them or none: each goes to a temporary file beside its place,
/// which takes its name once all are written.
core::Result<core::Done> writeFiles(const std::vector<OutputFile> &files);

/// Makes a folder and its parents.
core::Result<core::Done> makeFolder(const std::string &path);

/// Whether stderr is a terminal that wants colours (NO_COLOR is honoured).
bool isColourWanted();

/// Rows of cells in aligned columns, two blanks between them.
class Table {
public:
  enum class Align { left, right };
  explicit Table(std::vector<Align> columns) : columns(std::move(columns)) {}
  void row(std::vector<std::string> cells) { rows.push_back(std::move(cells)); }
  /// Each line is indented and ends without blanks.
  std::string str(size_t indent = 0) const;

private:
  std::vector<Align> columns;
  std::vector<std::vector<std::string>> rows;
};

/// 1234567 -> "1 234 567".
std::string grouped(int64_t value);
/// Bytes in the largest binary unit that keeps a whole part: "16.5 MiB".
std::string byteSize(double bytes);
/// Three significant digits with an SI prefix: "4.33 G".
std::string scaled(double value);
/// Columns that `text` takes on a terminal: UTF-8 characters, not bytes.
size_t displayWidth(std::string_view text);

/// Says on stderr what is being done, once it has taken a second, and only on
/// a terminal. A thread of its own, because the work does not look up.
class Progress {
public:
  Progress() = default;
  ~Progress() { clear(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  /// From now on `step` is what is being done.
  void show(std::string step);
  /// Takes the line away; call it before anything else is printed.
  void clear();

private:
  void run(std::stop_token stop);

  std::mutex mutex;
  std::condition_variable_any wakeUp;
  std::string current;
  bool isChanged = false;
  std::jthread thread;
};

} // namespace tenon::cli

#endif
