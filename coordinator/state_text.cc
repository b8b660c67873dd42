// SPDX-License-Identifier: MIT
#include "coordinator/state_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "coordinator/atomic_file.h"
#include "coordinator/json_parts.h"
#include "coordinator/json_reader.h"
#include "core/base/error.h"
#include "games/common/nearest_name.h"

namespace questproof {
namespace {

template <typename Named>
std::size_t find_named(const std::vector<Named>& list, const std::string& name,
                       const std::string& what, Error::Kind kind) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].name == name) return i;
    names.push_back(list[i].name);
  }
  throw Error(kind, fmt::format("{} '{}'{}", what, name, did_you_mean(name, names)));
}

std::string domain_text(const Variable& variable) {
  if (variable.value_names.empty()) return fmt::format("{}..{}", variable.low, variable.high);
  std::string text;
  for (const std::string& name : variable.value_names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::optional<Value> parse_value(const Variable& variable, const std::string& text) {
  for (std::size_t i = 0; i < variable.value_names.size(); ++i) {
    if (variable.value_names[i] == text) return variable.low + static_cast<Value>(i);
  }
  if (variable.low == 0 && variable.high == 1) {
    if (text == "true") return 1;
    if (text == "false") return 0;
  }
  Value value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, problem] = std::from_chars(text.data(), end, value);
  if (problem != std::errc{} || stopped != end) return std::nullopt;
  if (value < variable.low || value > variable.high) return std::nullopt;
  return value;
}

void assign(const GameModel& model, const std::string& name, const std::string& value,
            Valuation& values) {
  const std::size_t at =
      find_named(model.variables, name, "the game has no variable", Error::Kind::kInput);
  const Variable& variable = model.variables[at];
  const std::optional<Value> read = parse_value(variable, value);
  if (!read) {
    throw Error(Error::Kind::kInput,
                fmt::format("{} cannot be '{}'{}: it takes {}", name, value,
                            did_you_mean(value, variable.value_names), domain_text(variable)));
  }
  values[at] = *read;
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1));
}

// Splits at commas outside of brackets: indexed names hold commas of their own.
std::vector<std::string> split_assignments(std::string_view text) {
  std::vector<std::string> parts = {""};
  int depth = 0;
  for (char letter : text) {
    if (letter == '(' || letter == '[') ++depth;
    if (letter == ')' || letter == ']') --depth;
    if (letter == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

GivenState parse_inline(const GameModel& model, const std::string& text, std::size_t variant) {
  GivenState state{"the given state", variant, model.variants[variant].values, {}};
  for (const std::string& part : split_assignments(text)) {
    if (trimmed(part).empty()) continue;
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) {
      throw Error(Error::Kind::kInput,
                  fmt::format("'{}' is no part of a state: write VARIABLE=value", trimmed(part)));
    }
    assign(model, trimmed(std::string_view(part).substr(0, equals)),
           trimmed(std::string_view(part).substr(equals + 1)), state.values);
  }
  return state;
}

std::vector<Step> parse_history(const GameModel& model, const JsonReader& history) {
  std::vector<Step> steps;
  for (const JsonReader& entry : history.elements()) {
    entry.allow_only({"event", "branches"});
    const std::string name = entry.at("event").text();
    Step step;
    step.event.index = static_cast<std::uint32_t>(
        find_named(model.events, name, "the game has no event", Error::Kind::kInput));
    for (const JsonReader& branch : entry.at("branches").elements()) {
      const std::uint64_t index = branch.count();
      if (index >= model.branches.size()) branch.refuse("is no branch of the game");
      step.branches.push_back(BranchId{static_cast<std::uint32_t>(index)});
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace

std::size_t find_variant(const GameModel& model, const std::string& name) {
  if (name.empty()) return 0;
  return find_named(model.variants, name, "the game has no variant", Error::Kind::kInput);
}

std::size_t find_quest(const GameModel& model, const std::string& name) {
  std::vector<std::size_t> near;
  for (std::size_t i = 0; i < model.quests.size(); ++i) {
    if (model.quests[i].name == name) return i;
    if (lower_case(model.quests[i].name).find(lower_case(name)) != std::string::npos) {
      near.push_back(i);
    }
  }
  if (near.size() == 1) return near[0];
  if (!near.empty()) {
    std::string names;
    for (std::size_t i : near) names += (names.empty() ? "" : ", ") + model.quests[i].name;
    throw Error(Error::Kind::kUsage, fmt::format("'{}' can mean {}", name, names));
  }
  return find_named(model.quests, name, "the game has no quest", Error::Kind::kUsage);
}

std::string variant_text(const GameModel& model, std::size_t variant) {
  if (model.variants.size() == 1) return "the start of the game";
  return fmt::format("variant '{}'", model.variants[variant].name);
}

GivenState read_state(const GameModel& model, const std::string& text, const std::string& variant) {
  const std::size_t begin = find_variant(model, variant);
  if (trimmed(text).empty()) {
    return {variant_text(model, begin), begin, model.variants[begin].values, {}};
  }
  if (text.find('=') != std::string::npos) return parse_inline(model, text, begin);
  return parse_saved_state(model, read_file(text), text);
}

GivenState parse_saved_state(const GameModel& model, const std::string& contents,
                             const std::string& path) {
  const nlohmann::json document = parse_json(contents, path);
  const JsonReader root(document, path);
  root.allow_only({"schema", "version", "game", "variant", "values", "history"});
  root.at("schema").expect("questproof/state");
  if (root.at("version").count() != 1) root.at("version").refuse("is not supported: 1 is");
  const std::size_t variant =
      root.has("variant") ? find_variant(model, root.at("variant").text()) : 0;
  GivenState state{"the saved state", variant, model.variants[variant].values, {}};
  for (const auto& [name, value] : root.at("values").members()) {
    assign(model, name, value.scalar(), state.values);
  }
  if (root.has("history")) state.history = parse_history(model, root.at("history"));
  return state;
}

std::string state_json(const GameModel& model, const GivenState& state) {
  nlohmann::ordered_json document;
  document["schema"] = "questproof/state";
  document["version"] = 1;
  document["game"] = model.name;
  document["variant"] = model.variants[state.variant].name;
  document["values"] = nlohmann::ordered_json::object();
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    if (state.values[v] == model.variants[state.variant].values[v]) continue;
    document["values"][model.variables[v].name] = value_name(model.variables[v], state.values[v]);
  }
  document["history"] = nlohmann::ordered_json::array();
  for (const Step& step : state.history) {
    nlohmann::ordered_json branches = nlohmann::ordered_json::array();
    for (BranchId branch : step.branches) branches.push_back(branch.index);
    document["history"].push_back(
        {{"event", model.events[step.event.index].name}, {"branches", branches}});
  }
  return json_text(document);
}

}  // namespace questproof
