// SPDX-License-Identifier: MIT
#include "coordinator/diff/twin_names.h"

#include <algorithm>
#include <map>

namespace questproof {
namespace {

template <typename Id, typename Things>
std::map<std::string, Id> ids_by_name(const Things& things) {
  std::map<std::string, Id> ids;
  for (std::uint32_t i = 0; i < things.size(); ++i) ids.emplace(things[i].name, Id{i});
  return ids;
}

template <typename Id>
std::optional<Id> found(const std::map<std::string, Id>& ids, const std::string& name) {
  const auto place = ids.find(name);
  if (place == ids.end()) return std::nullopt;
  return place->second;
}

}  // namespace

TwinNames::TwinNames(const GameModel& before, const GameModel& after, const Renaming& renaming)
    : before_(before),
      after_(after),
      renaming_(renaming),
      event_before_(after.events.size()),
      event_after_(before.events.size()),
      quest_before_(after.quests.size()),
      place_(after.variables.size(), 0) {
  std::map<std::string, VariableId> old_variables;
  for (std::uint32_t v = 0; v < before.variables.size(); ++v) {
    old_variables.emplace(renaming.variable(before.variables[v].name), VariableId{v});
  }
  for (std::uint32_t v = 0; v < after.variables.size(); ++v) {
    const auto twin = found(old_variables, after.variables[v].name);
    if (!twin) continue;
    place_[v] = variables_.size();
    variables_.push_back({*twin, VariableId{v}});
    const Variable& old_one = before.variables[twin->index];
    const Variable& new_one = after.variables[v];
    std::vector<std::optional<Value>> values;
    if (!old_one.value_names.empty() && !new_one.value_names.empty()) {
      for (const std::string& name : old_one.value_names) {
        const auto& names = new_one.value_names;
        const auto place = std::find(names.begin(), names.end(), renaming.text(name));
        values.push_back(place == names.end()
                             ? std::optional<Value>()
                             : new_one.low + static_cast<Value>(place - names.begin()));
      }
    }
    named_values_.push_back(std::move(values));
  }
  const auto new_events = ids_by_name<EventId>(after.events);
  for (std::uint32_t e = 0; e < before.events.size(); ++e) {
    event_after_[e] = found(new_events, renaming.event(before.events[e].name));
    if (event_after_[e]) event_before_[event_after_[e]->index] = EventId{e};
  }
  const auto new_quests = ids_by_name<QuestId>(after.quests);
  for (std::uint32_t q = 0; q < before.quests.size(); ++q) {
    const auto twin = found(new_quests, renaming.quest(before.quests[q].name));
    if (twin) quest_before_[twin->index] = QuestId{q};
  }
}

std::vector<VariableId> TwinNames::only_before() const {
  std::vector<bool> known(before_.variables.size(), false);
  for (const Twins& twins : variables_) known[twins.before.index] = true;
  std::vector<VariableId> result;
  for (std::uint32_t v = 0; v < known.size(); ++v) {
    if (!known[v]) result.push_back({v});
  }
  return result;
}

std::vector<VariableId> TwinNames::only_after() const {
  std::vector<bool> known(after_.variables.size(), false);
  for (const Twins& twins : variables_) known[twins.after.index] = true;
  std::vector<VariableId> result;
  for (std::uint32_t v = 0; v < known.size(); ++v) {
    if (!known[v]) result.push_back({v});
  }
  return result;
}

const std::vector<std::optional<Value>>& TwinNames::named(const Twins& twins) const {
  return named_values_[place_[twins.after.index]];
}

std::optional<Value> TwinNames::value_after(const Twins& twins, Value before) const {
  const std::vector<std::optional<Value>>& values = named(twins);
  const Variable& old_one = before_.variables[twins.before.index];
  const Variable& new_one = after_.variables[twins.after.index];
  if (!values.empty()) return values[static_cast<std::size_t>(before - old_one.low)];
  if (before < new_one.low || before > new_one.high) return std::nullopt;
  return before;
}

bool TwinNames::agree(const Valuation& before, const Valuation& after) const {
  return std::all_of(variables_.begin(), variables_.end(), [&](const Twins& twins) {
    return value_after(twins, before[twins.before.index]) == after[twins.after.index];
  });
}

}  // namespace questproof
