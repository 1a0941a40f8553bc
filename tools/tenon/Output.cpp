// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/tenon/Output.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace tenon::cli {

namespace {

bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes.remove_prefix(size_t(written));
  }
  return true;
}

core::Error cannotWrite(const std::string &path, int reason) {
  return {fmt::format("cannot write {}: {}", path == "-" ? "standard output" : "'" + path + "'",
                      std::strerror(reason))};
}

/// A temporary file beside `file.path` with its bytes.
core::Result<std::string> writeTemporary(const OutputFile &file) {
  std::string name = file.path + ".XXXXXX";
  int descriptor = mkstemp(name.data());
  if (descriptor < 0)
    return cannotWrite(file.path, errno);
  mode_t mask = umask(0);
  umask(mask);
  bool isWritten = writeAll(descriptor, file.bytes) && fchmod(descriptor, 0666 & ~mask) == 0;
  int reason = errno;
  if (close(descriptor) == 0 && isWritten)
    return name;
  unlink(name.c_str());
  return cannotWrite(file.path, reason);
}

/// Devices, pipes and standard output are written in place: no file may replace them.
bool isWrittenInPlace(const std::string &path) {
  struct stat status;
  return path == "-" || (stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode));
}

core::Result<core::Done> writeInPlace(const OutputFile &file) {
  bool isStdout = file.path == "-";
  int descriptor = isStdout ? STDOUT_FILENO : open(file.path.c_str(), O_WRONLY);
  if (descriptor < 0)
    return cannotWrite(file.path, errno);
  bool isWritten = writeAll(descriptor, file.bytes);
  int reason = errno;
  if (!isStdout && close(descriptor) != 0 && isWritten)
    return cannotWrite(file.path, errno);
  return isWritten ? core::Result<core::Done>(core::Done()) : cannotWrite(file.path, reason);
}

/// Files that wait for their names; what is not given one disappears.
struct Temporaries {
  std::vector<std::pair<std::string, std::string>> files; ///< temporary, final

  ~Temporaries() {
    for (const auto &[temporary, path] : files)
      unlink(temporary.c_str());
  }
  core::Result<core::Done> add(const OutputFile &file) {
    core::Result<std::string> name = writeTemporary(file);
    if (!name)
      return name.failure();
    files.emplace_back(*name, file.path);
    return core::Done();
  }
  core::Result<core::Done> rename() {
    for (const auto &[temporary, path] : files)
      if (std::rename(temporary.c_str(), path.c_str()) != 0)
        return cannotWrite(path, errno);
    files.clear();
    return core::Done();
  }
};

} // namespace

core::Result<core::Done> writeFiles(const std::vector<OutputFile> &files) {
  Temporaries temporaries;
  for (const OutputFile &file : files)
    if (!isWrittenInPlace(file.path))
      if (auto done = temporaries.add(file); !done)
        return done;
  for (const OutputFile &file : files)
    if (isWrittenInPlace(file.path))
      if (auto done = writeInPlace(file); !done)
        return done;
  return temporaries.rename();
}

core::Result<core::Done> makeFolder(const std::string &path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && fs::is_directory(path, error))
    return core::Done();
  return core::Error{
      fmt::format("cannot make the folder '{}': {}", path, error ? error.message() : "a file is there")};
}

bool isColourWanted() {
  const char *noColour = std::getenv("NO_COLOR");
  return isatty(STDERR_FILENO) && !(noColour && *noColour);
}

size_t displayWidth(std::string_view text) {
  return size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string Table::str(size_t indent) const {
  std::vector<size_t> widths(columns.size(), 0);
  for (const auto &row : rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], displayWidth(row[i]));
  std::string text;
  for (const auto &row : rows) {
    std::string line(indent, ' ');
    for (size_t i = 0; i < row.size(); ++i) {
      std::string padding(widths[i] - displayWidth(row[i]), ' ');
      line += (i ? "  " : "") + (columns[i] == Align::left ? row[i] + padding : padding + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string grouped(int64_t value) {
  std::string digits = std::to_string(value);
  for (size_t i = digits.size(); i > 3 + (value < 0); i -= 3)
    digits.insert(i - 3, " ");
  return digits;
}

std::string byteSize(double bytes) {
  static constexpr const char *units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < std::size(units); ++unit)
    bytes /= 1024;
  return bytes < 999.5 ? fmt::format("{:.3g} {}", bytes, units[unit])
                       : fmt::format("{:.0f} {}", bytes, units[unit]);
}

std::string scaled(double value) {
  static constexpr const char *prefixes[] = {"", " k", " M", " G", " T", " P"};
  size_t prefix = 0;
  for (; std::abs(value) >= 999.5 && prefix + 1 < std::size(prefixes); ++prefix)
    value /= 1000;
  return fmt::format("{:.3g}{}", value, prefixes[prefix]);
}

void Progress::show(std::string step) {
  if (!isatty(STDERR_FILENO))
    return;
  {
    std::lock_guard lock(mutex);
    current = std::move(step);
    isChanged = true;
  }
  wakeUp.notify_one();
  if (!thread.joinable())
    thread = std::jthread([this](std::stop_token stop) { run(stop); });
}

void Progress::clear() {
  thread.request_stop();
  if (thread.joinable())
    thread.join();
  thread = {};
}

void Progress::run(std::stop_token stop) {
  std::unique_lock lock(mutex);
  wakeUp.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; });
  bool isShown = false;
  while (!stop.stop_requested()) {
    fmt::print(stderr, "\r\x1b[K{} ...", current);
    std::fflush(stderr);
    isShown = true;
    isChanged = false;
    wakeUp.wait(lock, stop, [this] { return isChanged; });
  }
  if (isShown)
    fmt::print(stderr, "\r\x1b[K");
}

} // namespace tenon::cli
