// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Diagnostics as JSON for programs.
#include "dsl/ast/Diagnostics.h"

#include <nlohmann/json.hpp>

namespace tenon {

using nlohmann::json;

static void setPlace(json &object, const SourceManager &sources, const SourceRange &range) {
  LineColumn place = range.isValid() ? sources.lineColumn(range) : LineColumn();
  object["file"] = range.isValid() ? sources.file(range.file).path : std::string();
  object["line"] = place.line;
  object["column"] = place.column;
}

static json offsetToJson(const SourceManager &sources, FileId file, uint32_t offset) {
  LineColumn place = sources.lineColumn(file, offset);
  return {{"line", place.line}, {"column", place.column}, {"offset", offset}};
}

static json fixToJson(const SourceManager &sources, const std::optional<FixIt> &fix) {
  if (!fix)
    return nullptr;
  const SourceRange &range = fix->range;
  return {{"range",
           {{"begin", offsetToJson(sources, range.file, range.begin)},
            {"end", offsetToJson(sources, range.file, range.end)}}},
          {"text", fix->text}};
}

json Diagnostics::toJson() const {
  json result = json::array();
  for (const Diagnostic &diagnostic : list) {
    json object = {{"severity", spelling(diagnostic.severity)},
                   {"rule", diagnostic.rule},
                   {"path", diagnostic.path},
                   {"message", diagnostic.message},
                   {"notes", json::array()},
                   {"fix", fixToJson(sources, diagnostic.fix)}};
    setPlace(object, sources, diagnostic.range);
    for (const Note &note : diagnostic.notes) {
      json place = {{"message", note.message}};
      setPlace(place, sources, note.range);
      object["notes"].push_back(std::move(place));
    }
    result.push_back(std::move(object));
  }
  // A path may hold any bytes; JSON is UTF-8.
  return json::parse(result.dump(-1, ' ', false, json::error_handler_t::replace));
}

} // namespace tenon
