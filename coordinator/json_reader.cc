// SPDX-License-Identifier: MIT
#include "coordinator/json_reader.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/base/json_nesting.h"
#include "games/common/nearest_name.h"

namespace questproof {

nlohmann::json parse_json(const std::string& contents, const std::string& path) {
  if (const auto fault = nesting_fault(contents, kDeepestJsonFile)) {
    throw Error(Error::Kind::kInput, fmt::format("{}:{}", path, *fault));
  }
  try {
    return nlohmann::json::parse(contents);
  } catch (const nlohmann::json::parse_error& problem) {
    const std::size_t end = std::min<std::size_t>(problem.byte, contents.size());
    const auto stop = contents.begin() + static_cast<std::ptrdiff_t>(end);
    const auto line = 1 + std::count(contents.begin(), stop, '\n');
    const std::size_t newline = end == 0 ? std::string::npos : contents.rfind('\n', end - 1);
    const std::size_t column = newline == std::string::npos ? end : end - newline - 1;
    throw Error(Error::Kind::kInput,
                fmt::format("{}:{}:{}: error: this is not JSON", path, line, column + 1));
  } catch (const nlohmann::json::out_of_range&) {
    throw Error(Error::Kind::kInput, fmt::format("{}: error: a number in it is too large", path));
  }
}

bool JsonReader::has(const char* key) const { return value_->is_object() && value_->contains(key); }

JsonReader JsonReader::at(const char* key) const {
  if (!value_->is_object()) refuse("should be an object");
  const auto found = value_->find(key);
  if (found == value_->end()) refuse(fmt::format("lacks \"{}\"", key));
  return {*found, fmt::format("{}: {}", place_, key)};
}

std::vector<JsonReader> JsonReader::elements() const {
  if (!value_->is_array()) refuse("should be a list");
  std::vector<JsonReader> result;
  for (const nlohmann::json& element : *value_) {
    result.emplace_back(element, fmt::format("{}[{}]", place_, result.size()));
  }
  return result;
}

std::vector<std::pair<std::string, JsonReader>> JsonReader::members() const {
  if (!value_->is_object()) refuse("should be an object");
  std::vector<std::pair<std::string, JsonReader>> result;
  for (const auto& [key, value] : value_->items()) {
    result.emplace_back(key, JsonReader(value, fmt::format("{}: {}", place_, key)));
  }
  return result;
}

std::string JsonReader::text() const {
  if (!value_->is_string()) refuse("should be a text");
  return value_->get<std::string>();
}

std::uint64_t JsonReader::count() const {
  if (!value_->is_number_unsigned()) refuse("should be a whole number, 0 or more");
  return value_->get<std::uint64_t>();
}

std::int64_t JsonReader::number() const {
  if (!value_->is_number_integer()) refuse("should be a whole number");
  return value_->get<std::int64_t>();
}

double JsonReader::real() const {
  if (!value_->is_number()) refuse("should be a number");
  return value_->get<double>();
}

bool JsonReader::flag() const {
  if (!value_->is_boolean()) refuse("should be true or false");
  return value_->get<bool>();
}

std::string JsonReader::scalar() const {
  if (value_->is_string()) return value_->get<std::string>();
  if (value_->is_number_integer() || value_->is_boolean()) return value_->dump();
  refuse("should be a number or a name");
}

void JsonReader::expect(const std::string& text_wanted) const {
  if (text() != text_wanted) refuse(fmt::format("is not \"{}\"", text_wanted));
}

void JsonReader::allow_only(std::initializer_list<const char*> keys) const {
  const std::vector<std::string> known(keys.begin(), keys.end());
  for (const auto& [key, value] : members()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      refuse(fmt::format("has an unknown key \"{}\"{}", key, did_you_mean(key, known)));
    }
  }
}

void JsonReader::refuse(const std::string& problem) const {
  throw Error(Error::Kind::kInput, fmt::format("{}: {}", place_, problem));
}

}  // namespace questproof
