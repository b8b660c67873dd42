// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace questproof {

// Parses a document; throws Error of kind kInput that names the file, line and column.
nlohmann::json parse_json(const std::string& contents, const std::string& path);

// Reads a parsed document strictly: what is missing, of the wrong type or unknown throws an Error of
// kind kInput that names the file and the place in the document ("harbor.json: quests[2].name ...").
// Borrows the document.
class JsonReader {
 public:
  JsonReader(const nlohmann::json& value, std::string place)
      : value_(&value), place_(std::move(place)) {}

  bool has(const char* key) const;
  JsonReader at(const char* key) const;
  std::vector<JsonReader> elements() const;                         // of an array
  std::vector<std::pair<std::string, JsonReader>> members() const;  // of an object

  std::string text() const;
  std::uint64_t count() const;  // a whole number, 0 or more
  std::int64_t number() const;  // a whole number
  double real() const;          // any number
  bool flag() const;
  bool is_null() const { return value_->is_null(); }
  std::string scalar() const;  // text, number or truth value, as text

  void expect(const std::string& text) const;
  void allow_only(std::initializer_list<const char*> keys) const;
  [[noreturn]] void refuse(const std::string& problem) const;

 private:
  const nlohmann::json* value_;
  std::string place_;
};

}  // namespace questproof
