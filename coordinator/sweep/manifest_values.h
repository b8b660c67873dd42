// SPDX-License-Identifier: MIT
#pragma once

#include <toml++/toml.h>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/search/verdict.h"
#include "games/common/diagnostic.h"

namespace questproof {

// Values of a manifest as they should be; what is otherwise is noted, with its place and a remedy, and reads as
// nothing. One thread.
class ManifestValues {
 public:
  // `path`: of the file, for messages.
  explicit ManifestValues(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  // What was noted, each thing once, in the order of the file.
  std::vector<Diagnostic> take_diagnostics();

  void refuse(const toml::source_region& where, std::string message, std::string remedy);
  void refuse(const toml::node& where, std::string message, std::string remedy);
  // A remedy that lists what there is.
  static std::string one_of(const std::vector<std::string>& names);

  // Keys that are not known are refused; `where` names the table.
  void allow_only(const toml::table& table, const std::vector<std::string>& known,
                  const std::string& where);

  // Of a key; nothing, too, where the table does not have it.
  const toml::table* table_at(const toml::table& table, const char* key);
  std::optional<std::string> text_at(const toml::table& table, const char* key);
  std::optional<bool> flag_at(const toml::table& table, const char* key);
  std::optional<std::int64_t> number_at(const toml::table& table, const char* key,
                                        std::int64_t least, std::int64_t most);
  std::optional<std::string> choice_at(const toml::table& table, const char* key,
                                       const std::vector<std::string>& choices);
  std::optional<double> seconds_at(const toml::table& table, const char* key);
  std::optional<std::uint64_t> bytes_at(const toml::table& table, const char* key);

  // Of a value; `what` and `key` name it in messages.
  std::optional<std::string> text_of(const toml::node& node, const std::string& what);
  std::optional<std::vector<std::string>> texts_of(const toml::node& node, const char* key);
  std::optional<Verdict> verdict_of(const toml::node& node, const std::string& what);

 private:
  std::string path_;
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace questproof
