// SPDX-License-Identifier: MIT
#include "coordinator/sweep/manifest_values.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "coordinator/options.h"
#include "core/base/error.h"
#include "games/common/nearest_name.h"

namespace questproof {
namespace {

// "90", "90s", "10m", "1.5h"
std::optional<double> seconds_of(std::string_view text) {
  double unit = 1;
  if (text.ends_with('s'))
    text.remove_suffix(1);
  else if (text.ends_with('m'))
    text.remove_suffix(1), unit = 60;
  else if (text.ends_with('h'))
    text.remove_suffix(1), unit = 3600;
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  const double seconds = number * unit;
  if (!std::isfinite(seconds) || seconds <= 0 || seconds > 1e9) return std::nullopt;
  return seconds;
}

}  // namespace

std::vector<Diagnostic> ManifestValues::take_diagnostics() {
  std::stable_sort(diagnostics_.begin(), diagnostics_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) {
                     return std::pair(a.line, a.column) < std::pair(b.line, b.column);
                   });
  // What is wrong with the defaults is noticed with every game.
  diagnostics_.erase(std::unique(diagnostics_.begin(), diagnostics_.end()), diagnostics_.end());
  return std::exchange(diagnostics_, {});
}

void ManifestValues::refuse(const toml::source_region& where, std::string message,
                            std::string remedy) {
  Diagnostic diagnostic;
  diagnostic.file = path_;
  diagnostic.line = where.begin.line;
  diagnostic.column = where.begin.column;
  diagnostic.message = std::move(message);
  diagnostic.remedy = std::move(remedy);
  diagnostics_.push_back(std::move(diagnostic));
}

void ManifestValues::refuse(const toml::node& where, std::string message, std::string remedy) {
  ManifestValues::refuse(where.source(), std::move(message), std::move(remedy));
}

std::string ManifestValues::one_of(const std::vector<std::string>& names) {
  return fmt::format("there are: {}", fmt::join(names, ", "));
}

void ManifestValues::allow_only(const toml::table& table, const std::vector<std::string>& known,
                                const std::string& where) {
  for (const auto& [key, value] : table) {
    const std::string name(key.str());
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    ManifestValues::refuse(
        key.source(), fmt::format("{} has no key '{}'{}", where, name, did_you_mean(name, known)),
        ManifestValues::one_of(known));
  }
}

const toml::table* ManifestValues::table_at(const toml::table& table, const char* key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return nullptr;
  if (!node->is_table())
    ManifestValues::refuse(*node, fmt::format("{} should be a table", key),
                           fmt::format("write [{}] and the keys below it", key));
  return node->as_table();
}

std::optional<std::string> ManifestValues::text_of(const toml::node& node,
                                                   const std::string& what) {
  const std::optional<std::string> text = node.value_exact<std::string>();
  if (!text) refuse(node, fmt::format("{} should be a text", what), "write it in quotes");
  if (text && text->find('\0') != std::string::npos) {
    ManifestValues::refuse(node, fmt::format("{} holds a zero byte", what), "leave it out");
    return std::nullopt;
  }
  return text;
}

std::optional<std::string> ManifestValues::text_at(const toml::table& table, const char* key) {
  const toml::node* node = table.get(key);
  return node == nullptr ? std::nullopt : text_of(*node, key);
}

std::optional<bool> ManifestValues::flag_at(const toml::table& table, const char* key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  const std::optional<bool> flag = node->value_exact<bool>();
  if (!flag) refuse(*node, fmt::format("{} should be true or false", key), "without quotes");
  return flag;
}

std::optional<std::int64_t> ManifestValues::number_at(const toml::table& table, const char* key,
                                                      std::int64_t least, std::int64_t most) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  const std::optional<std::int64_t> number = node->value_exact<std::int64_t>();
  if (number && *number >= least && *number <= most) return number;
  ManifestValues::refuse(*node, fmt::format("{} should be a whole number", key),
                         fmt::format("from {} to {}", least, most));
  return std::nullopt;
}

std::optional<std::vector<std::string>> ManifestValues::texts_of(const toml::node& node,
                                                                 const char* key) {
  const toml::array* list = node.as_array();
  if (list == nullptr) {
    ManifestValues::refuse(node, fmt::format("{} should be a list", key), "as [\"one\", \"two\"]");
    return std::nullopt;
  }
  std::vector<std::string> texts;
  for (const toml::node& element : *list) {
    const std::optional<std::string> text = text_of(element, fmt::format("an entry of {}", key));
    if (!text) continue;
    if (std::find(texts.begin(), texts.end(), *text) != texts.end()) {
      ManifestValues::refuse(element, fmt::format("'{}' stands in {} twice", *text, key),
                             "name it once");
    }
    texts.push_back(*text);
  }
  return texts;
}

std::optional<Verdict> ManifestValues::verdict_of(const toml::node& node, const std::string& what) {
  static const std::vector<std::string> names = {"proved", "refuted", "unknown"};
  const std::optional<std::string> text = text_of(node, what);
  if (!text) return std::nullopt;
  for (const Verdict verdict : {Verdict::kProved, Verdict::kRefuted, Verdict::kUnknown}) {
    if (*text == to_string(verdict)) return verdict;
  }
  ManifestValues::refuse(node,
                         fmt::format("'{}' is no verdict{}", *text, did_you_mean(*text, names)),
                         ManifestValues::one_of(names));
  return std::nullopt;
}

std::optional<std::string> ManifestValues::choice_at(const toml::table& table, const char* key,
                                                     const std::vector<std::string>& choices) {
  const std::optional<std::string> text = text_at(table, key);
  if (!text || std::find(choices.begin(), choices.end(), *text) != choices.end()) return text;
  ManifestValues::refuse(
      *table.get(key), fmt::format("{} cannot be '{}'{}", key, *text, did_you_mean(*text, choices)),
      ManifestValues::one_of(choices));
  return std::nullopt;
}

std::optional<double> ManifestValues::seconds_at(const toml::table& table, const char* key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  std::optional<double> seconds;
  if (const auto text = node->value_exact<std::string>())
    seconds = seconds_of(*text);
  else if (node->is_number())
    seconds = node->value<double>();
  if (seconds && std::isfinite(*seconds) && *seconds > 0 && *seconds <= 1e9) return seconds;
  ManifestValues::refuse(*node, fmt::format("{} should be a span of time", key),
                         "a number of seconds, or as \"90s\", \"10m\", \"1.5h\"");
  return std::nullopt;
}

std::optional<std::uint64_t> ManifestValues::bytes_at(const toml::table& table, const char* key) {
  const toml::node* node = table.get(key);
  if (node == nullptr) return std::nullopt;
  try {
    if (const auto text = node->value_exact<std::string>()) {
      const std::uint64_t bytes = ByteSize::parse(*text).bytes;
      if (bytes > 0) return bytes;
    }
  } catch (const Error&) {
    // said below, with the place
  }
  if (const auto number = node->value_exact<std::int64_t>(); number && *number > 0) {
    return static_cast<std::uint64_t>(*number);
  }
  ManifestValues::refuse(*node, fmt::format("{} should be a number of bytes", key),
                         "as \"512M\" or \"4G\"");
  return std::nullopt;
}

}  // namespace questproof
