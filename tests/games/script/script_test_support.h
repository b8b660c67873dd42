// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/model/game_model.h"
#include "core/model/naive_evaluator.h"
#include "games/script/script_front_end.h"

namespace questproof::testing_script {

inline LoadResult load_text(const std::string& text) {
  const std::vector<SourceText> files = {{"game.quest", text}};
  return parse_script(files, "game");
}

inline std::vector<std::string> lines_of(const LoadResult& result) {
  std::vector<std::string> lines;
  for (const Diagnostic& diagnostic : result.diagnostics) lines.push_back(to_string(diagnostic));
  return lines;
}

inline std::string report_of(const LoadResult& result) {
  std::string report;
  for (const std::string& line : lines_of(result)) report += line + "\n";
  return report;
}

// The model of a game that is expected to be right.
inline GameModel model_of(const std::string& text) {
  LoadResult result = load_text(text);
  if (!result.model) throw std::runtime_error("no model:\n" + report_of(result));
  return std::move(*result.model);
}

// "3:5 message" for each error (warnings left out).
inline std::vector<std::string> errors_of(const LoadResult& result) {
  std::vector<std::string> errors;
  for (const Diagnostic& d : result.diagnostics) {
    if (d.severity != Severity::kError) continue;
    errors.push_back(std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.message +
                     (d.remedy.empty() ? "" : " (" + d.remedy + ")"));
  }
  return errors;
}
inline std::vector<std::string> errors_of(const std::string& text) {
  return errors_of(load_text(text));
}

inline std::vector<std::string> warnings_of(const std::string& text) {
  std::vector<std::string> warnings;
  for (const Diagnostic& d : load_text(text).diagnostics) {
    if (d.severity != Severity::kWarning) continue;
    warnings.push_back(std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.message);
  }
  return warnings;
}

// Plays a game by the names of its events.
class Player {
 public:
  explicit Player(GameModel model, std::size_t variant = 0) : model_(std::move(model)) {
    validate(model_);
    values_ = model_.variants.at(variant).values;
  }
  explicit Player(const std::string& text) : Player(model_of(text)) {}

  const GameModel& model() const { return model_; }
  const Valuation& values() const { return values_; }

  EventId event(const std::string& name) const {
    for (std::uint32_t i = 0; i < model_.events.size(); ++i) {
      if (model_.events[i].name == name) return EventId{i};
    }
    throw std::runtime_error("no event " + name);
  }

  bool can(const std::string& name) const {
    return !outcomes(model_, event(name), values_).empty();
  }

  std::vector<Outcome> ways(const std::string& name) const {
    return outcomes(model_, event(name), values_);
  }

  // Requires that the event is possible; takes the given way where chance decides.
  Player& play(const std::string& name, std::size_t way = 0) {
    const std::vector<Outcome> all = ways(name);
    if (way >= all.size()) throw std::runtime_error("cannot play " + name);
    if (all[way].fault) throw std::runtime_error("fault in " + name);
    values_ = all[way].values;
    return *this;
  }

  bool faults(const std::string& name) const {
    const std::vector<Outcome> all = ways(name);
    return !all.empty() && all[0].fault.has_value();
  }

  bool has_variable(const std::string& name) const {
    return std::any_of(model_.variables.begin(), model_.variables.end(),
                       [&](const Variable& variable) { return variable.name == name; });
  }

  Value value(const std::string& name) const {
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
      if (model_.variables[i].name == name) return values_[i];
    }
    throw std::runtime_error("no variable " + name);
  }

  // The value as people know it.
  std::string shown(const std::string& name) const {
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
      if (model_.variables[i].name == name) return value_name(model_.variables[i], values_[i]);
    }
    throw std::runtime_error("no variable " + name);
  }

  bool quest_done(const std::string& name) const { return quest_is(name, &Quest::done); }
  bool quest_open(const std::string& name) const { return quest_is(name, &Quest::open); }
  bool quest_failed(const std::string& name) const { return quest_is(name, &Quest::failed); }

  // Names of all events that are possible now.
  std::vector<std::string> possible() const {
    std::vector<std::string> names;
    for (const Event& candidate : model_.events) {
      if (can(candidate.name)) names.push_back(candidate.name);
    }
    return names;
  }

  // The number of states that can be reached from all variants.
  std::size_t count_states(std::size_t limit = 1'000'000) const {
    std::set<Valuation> known;
    std::vector<Valuation> open;
    for (const Variant& variant : model_.variants) {
      if (known.insert(variant.values).second) open.push_back(variant.values);
    }
    while (!open.empty() && known.size() < limit) {
      const Valuation state = open.back();
      open.pop_back();
      for (std::uint32_t i = 0; i < model_.events.size(); ++i) {
        for (const Outcome& outcome : outcomes(model_, EventId{i}, state)) {
          if (!outcome.fault && known.insert(outcome.values).second) open.push_back(outcome.values);
        }
      }
    }
    return known.size();
  }

 private:
  bool quest_is(const std::string& name, Condition Quest::*condition) const {
    for (const Quest& quest : model_.quests) {
      if (quest.name == name) return holds(model_, quest.*condition, values_);
    }
    throw std::runtime_error("no quest " + name);
  }

  GameModel model_;
  Valuation values_;
};

}  // namespace questproof::testing_script
