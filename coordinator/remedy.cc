// SPDX-License-Identifier: MIT
#include "coordinator/remedy.h"

#include <algorithm>
#include <utility>

#include "coordinator/executed.h"
#include "core/base/check.h"
#include "core/search/explain.h"

namespace questproof {
namespace {

// Advice to keep a thing says more than advice to be elsewhere.
std::pair<std::size_t, std::size_t> rank(const GameModel& model, const Remedy& remedy) {
  const auto places =
      std::count_if(remedy.parts.begin(), remedy.parts.end(), [&](const Remedy::Part& part) {
        const VariableKind kind = model.variables[part.change.variable.index].kind;
        return kind == VariableKind::kScene || kind == VariableKind::kInternal;
      });
  return {remedy.parts.size(), static_cast<std::size_t>(places)};
}

}  // namespace

StepRemedies RemedyFinder::of_last_step(std::size_t quest, const Replayer& replayer,
                                        const Walkthrough& walkthrough) {
  const std::size_t last = walkthrough.last_counted();
  Valuation before = game_.searched().variants.at(walkthrough.variant).values;
  for (std::size_t i = 0; i < last; ++i) before = replayer.after(walkthrough.steps[i].step, before);
  const Walkthrough::Played& fatal = walkthrough.steps[last];
  return of_step(quest, fatal.step, changes_between(walkthrough.before(last), fatal.after), before,
                 replayer.after(fatal.step, before));
}

StepRemedies RemedyFinder::of_step(std::size_t quest, const Step& step,
                                   const std::vector<Change>& changes, const Valuation& before,
                                   const Valuation& after) {
  std::vector<VariableId> candidates;
  for (const Change& change : changes) {
    const std::size_t variable = change.variable.index;
    if (before[variable] != after[variable]) candidates.push_back(change.variable);
  }
  std::vector<Word> packed_before(game_.layout().word_count());
  std::vector<Word> packed_after(game_.layout().word_count());
  game_.layout().pack(before, packed_before);
  game_.layout().pack(after, packed_after);
  ExplainOptions options;
  options.state_budget = std::min(options.state_budget, budget_);
  const Explanation explanation =
      explain_fatal_step(game_.space(), game_.layout(), solved_, quest, packed_before, packed_after,
                         candidates, options);
  budget_ -= explanation.states;
  StepRemedies result;
  result.complete = explanation.complete;
  for (const std::vector<VariableId>& set : explanation.sufficient) {
    result.remedies.push_back(remedy(step, set, changes));
  }
  std::stable_sort(result.remedies.begin(), result.remedies.end(),
                   [&](const Remedy& a, const Remedy& b) {
                     return rank(game_.written(), a) < rank(game_.written(), b);
                   });
  return result;
}

Remedy RemedyFinder::remedy(const Step& step, const std::vector<VariableId>& set,
                            const std::vector<Change>& changes) const {
  const Executed ran = executed(game_.written().events[step.event.index], step.branches);
  Remedy result;
  for (VariableId variable : set) {
    Remedy::Part part;
    part.change = *std::find_if(changes.begin(), changes.end(),
                                [&](const Change& change) { return change.variable == variable; });
    for (const Statement* write : ran.writes) {
      if (write->target == variable && write->where.line != 0) part.where.push_back(write->where);
    }
    result.parts.push_back(std::move(part));
  }
  return result;
}

}  // namespace questproof
