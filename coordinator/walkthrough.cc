// SPDX-License-Identifier: MIT
#include "coordinator/walkthrough.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "coordinator/executed.h"
#include "core/base/check.h"

namespace questproof {
namespace {

const char* trigger_text(Trigger trigger) {
  switch (trigger) {
    case Trigger::kPlayer: return "";
    case Trigger::kDelay: return "after a while: ";
    case Trigger::kChance: return "by chance: ";
    case Trigger::kExternal: return "the engine: ";
  }
  return "";
}

}  // namespace

std::size_t Walkthrough::length() const {
  return static_cast<std::size_t>(std::count_if(
      steps.begin(), steps.end(), [](const Played& played) { return !played.is_move; }));
}

std::size_t Walkthrough::last_counted() const {
  std::size_t last = steps.size();
  while (last > 0 && steps[last - 1].is_move) --last;
  QUEST_CHECK(last > 0);
  return last - 1;
}

std::vector<Change> changes_between(const Valuation& before, const Valuation& after) {
  std::vector<Change> changes;
  for (std::uint32_t v = 0; v < before.size(); ++v) {
    if (before[v] != after[v]) changes.push_back({VariableId{v}, before[v], after[v]});
  }
  return changes;
}

std::string change_text(const GameModel& model, const Change& change) {
  const Variable& variable = model.variables[change.variable.index];
  return fmt::format("{} {} -> {}", variable.name, value_name(variable, change.from),
                     value_name(variable, change.to));
}

std::string scene_of(const GameModel& model, const Event& event, const Valuation& before) {
  if (!event.scene.empty()) return event.scene;
  std::optional<std::size_t> walker;
  std::size_t walkers = 0;
  for (std::size_t v = 0; v < model.variables.size(); ++v) {
    const Variable& variable = model.variables[v];
    if (variable.kind == VariableKind::kScene) return value_name(variable, before[v]);
    if (variable.kind != VariableKind::kPosition) continue;
    walker = v;
    ++walkers;
  }
  if (walkers == 1) return value_name(model.variables[*walker], before[*walker]);
  return "";
}

std::string step_text(const GameModel& model, const Step& step) {
  const Event& event = model.events[step.event.index];
  std::string text = trigger_text(event.trigger);
  text += event.label.empty() ? event.name : event.label;
  for (BranchId chance : executed(event, step.branches).chances) {
    text += fmt::format(" (chance: {})", model.branches[chance.index].text);
  }
  return text;
}

}  // namespace questproof
