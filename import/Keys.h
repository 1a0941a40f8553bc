// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model's configuration, key by key: every access checks the type, says what is
// wrong with which key, and remembers that the key was understood.
#ifndef TENON_IMPORT_KEYS_H
#define TENON_IMPORT_KEYS_H

#include "dsl/ast/Diagnostics.h"
#include "runtime/weights/Json.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::importer {

/// A number as a spec spells it: the shortest that reads back the same, "1e-5", "500000".
std::string spell(double value);

/// What is said about one configuration: sentences with the place of the key they are about.
class Report {
public:
  /// `file` holds the configuration's text; noFile where it has none (GGUF).
  Report(Diagnostics &diagnostics, FileId file) : diagnostics(diagnostics), file(file) {}

  void error(std::string_view key, std::string message) { say(Severity::error, key, std::move(message)); }
  void warning(std::string_view key, std::string message) { say(Severity::warning, key, std::move(message)); }
  void note(std::string message) { say(Severity::note, "", std::move(message)); }
  bool hasErrors() const { return diagnostics.hasErrors(); }

  /// `key` took the value that its class gives it where a file leaves it out.
  void tookDefault(const std::string &key, std::string value) { defaults.emplace(key, std::move(value)); }
  const std::map<std::string, std::string> &takenDefaults() const { return defaults; }

private:
  void say(Severity severity, std::string_view key, std::string message);
  /// Where `key` stands, if it stands in one place only.
  SourceRange locate(std::string_view key) const;

  Diagnostics &diagnostics;
  FileId file;
  std::map<std::string, std::string> defaults;
};

/// The keys of one JSON object. A name may list synonyms, "n_embd|hidden_size": those
/// that are there must agree. After an error a harmless value is returned, so that
/// one run reports several errors.
class Keys {
public:
  /// `path` is put in front of names in messages: "rope_scaling.". The object outlives this.
  Keys(const weights::Json &object, Report &report, std::string path = "");

  bool has(std::string_view name) const;    ///< there, and not null
  bool isNull(std::string_view name) const; ///< there, and null: what "none" looks like
  /// A whole number from 1 to 2^31; without `fallback` the key is needed.
  int64_t size(std::string_view name, std::optional<int64_t> fallback = std::nullopt);
  std::optional<int64_t> sizeOrNone(std::string_view name);
  double number(std::string_view name, std::optional<double> fallback = std::nullopt);
  /// A number above 0.
  double positive(std::string_view name, std::optional<double> fallback = std::nullopt);
  std::optional<double> positiveOrNone(std::string_view name);
  /// The same, where a null means none and an absent key `fallback`.
  std::optional<int64_t> sizeOrNone(std::string_view name, int64_t fallback);
  std::optional<double> positiveOrNone(std::string_view name, double fallback);
  bool flag(std::string_view name, bool fallback);
  std::string text(std::string_view name, std::optional<std::string> fallback = std::nullopt);
  /// An object, null where it is absent.
  const weights::Json *object(std::string_view name);
  /// A list, null where it is absent.
  const weights::Json *list(std::string_view name);

  /// The key's value is not one that a spec can express: "hidden_act = \"x\": <why>".
  void refuse(std::string_view name, std::string_view why);
  /// Refuses the key where it is true.
  void refuseIf(std::string_view name, std::string_view why);
  /// The key has no bearing on what is computed.
  void skip(std::string_view name) { known.insert(std::string(name)); }
  /// The key is known, and its value does not count.
  const weights::Json *peek(std::string_view name);

  /// Warns of every key that nothing asked for.
  void warnUnknown();
  Report &report() { return sink; }

private:
  const weights::Json *find(std::string_view name);
  void wrongType(std::string_view name, const weights::Json &value, std::string_view expected);
  void missing(std::string_view name);
  std::string shown(std::string_view name) const;

  const weights::Json &values;
  Report &sink;
  std::string path;
  std::set<std::string> known;
};

} // namespace tenon::importer

#endif
