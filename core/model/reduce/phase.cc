// SPDX-License-Identifier: MIT
#include "core/model/reduce/phase.h"

#include <algorithm>

namespace questproof {
namespace {

void rule_out(const std::vector<Statement>& body, std::vector<bool>& possible) {
  for (const Statement& statement : body) {
    const bool constant =
        statement.kind == Statement::Kind::kAssign && !statement.value.is_variable;
    if (is_write(statement) && !constant) possible[statement.target.index] = false;
    for (const Branch& branch : statement.branches) rule_out(branch.body, possible);
  }
}

}  // namespace

std::vector<VariableId> choose_phases(const GameModel& model, std::size_t count) {
  std::vector<bool> possible(model.variables.size(), true);
  for (const Event& event : model.events) rule_out(event.body, possible);

  // A guard that leaves few of the values scores nearly 1, one that leaves all scores 0.
  const std::vector<ValueSet> base = domains(model);
  std::vector<double> score(model.variables.size(), 0);
  for (const Event& event : model.events) {
    ValueState state(base);
    state.assume(event.guard);
    if (!state.possible()) continue;
    for (std::uint32_t i = 0; i < score.size(); ++i) {
      score[i] += 1 - static_cast<double>(state.of(VariableId{i}).size()) /
                          static_cast<double>(base[i].size());
    }
  }
  std::vector<VariableId> result;
  for (std::uint32_t i = 0; i < score.size(); ++i) {
    const bool asked = score[i] >= 1 && base[i].size() >= 2 && base[i].size() <= kMaximumLocations;
    if (possible[i] && asked) result.push_back(VariableId{i});
  }
  std::stable_sort(result.begin(), result.end(), [&score](VariableId a, VariableId b) {
    return score[a.index] > score[b.index];
  });
  if (result.size() > count) result.resize(count);
  return result;
}

}  // namespace questproof
