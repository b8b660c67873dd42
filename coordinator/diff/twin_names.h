// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/diff/renaming.h"
#include "core/model/game_model.h"

namespace questproof {

// Which things of two builds are the same ones, by names and through renamings: variables, their values,
// events and quests. Borrows the models and the renaming.
class TwinNames {
 public:
  TwinNames(const GameModel& before, const GameModel& after, const Renaming& renaming);

  struct Twins {
    VariableId before;
    VariableId after;
  };
  const std::vector<Twins>& variables() const {
    return variables_;
  }  // in the order of the new build
  std::vector<VariableId> only_before() const;
  std::vector<VariableId> only_after() const;

  std::optional<EventId> event_before(EventId after) const { return event_before_[after.index]; }
  std::optional<EventId> event_after(EventId before) const { return event_after_[before.index]; }
  std::optional<QuestId> quest_before(QuestId after) const { return quest_before_[after.index]; }

  // The old value of the pair as the new variable has it: by its name where both have names, else by
  // number. Nothing where the new variable has no such value.
  std::optional<Value> value_after(const Twins& twins, Value before) const;

  // Whether the states agree on all common variables.
  bool agree(const Valuation& before, const Valuation& after) const;

  // A text with old names in it, with those of the new build.
  std::string now(const std::string& before) const { return renaming_.text(before); }

  const GameModel& before() const { return before_; }
  const GameModel& after() const { return after_; }

 private:
  const GameModel& before_;
  const GameModel& after_;
  const Renaming& renaming_;
  std::vector<Twins> variables_;
  std::vector<std::vector<std::optional<Value>>> named_values_;  // by twins; empty: by number
  std::vector<std::optional<EventId>> event_before_;
  std::vector<std::optional<EventId>> event_after_;
  std::vector<std::optional<QuestId>> quest_before_;

  const std::vector<std::optional<Value>>& named(const Twins& twins) const;
  std::vector<std::size_t> place_;  // in variables_, by new variable
};

}  // namespace questproof
