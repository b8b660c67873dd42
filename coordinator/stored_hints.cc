// SPDX-License-Identifier: MIT
#include "coordinator/stored_hints.h"

#include <fmt/core.h>

#include <algorithm>

#include "coordinator/figures.h"

namespace questproof {

StoredHints::StoredHints(const StoredGame& stored, const CommandOptions& options,
                         const Console& console)
    : stored_(stored),
      replayer_(stored.game()),
      finder_(stored.database(), stored.game().space()),
      search_(stored.model(), options, console) {}

// How the state came about is known: the searched model goes the same way.
std::optional<Valuation> StoredHints::played_form(const GivenState& from) const {
  const Game& game = stored_.game();
  const Valuation& start = game.written().variants[from.variant].values;
  if (from.history.empty() && from.values != start) return std::nullopt;
  Valuation searched = game.searched().variants[from.variant].values;
  for (const Step& step : from.history) searched = replayer_.after(step, searched);
  return searched;
}

// Variable by variable: one that was left out has the one value it has in the searched model, and a
// counter stops where nothing tells its values apart any more. A variable that is reset where nothing
// reads it may differ from the stored state; then the state is not found. If it is found it is right:
// the stored state stands for one that play can reach, and the two differ only in what was left out.
std::optional<Valuation> StoredHints::searched_form(const GivenState& from) const {
  if (std::optional<Valuation> played = played_form(from)) return played;
  const std::vector<Variable>& variables = stored_.game().searched().variables;
  Valuation searched = from.values;
  for (std::uint32_t v = 0; v < variables.size(); ++v) {
    const Value kept = std::clamp(searched[v], variables[v].low, variables[v].high);
    if (kept != searched[v] && stored_.keeps_values(VariableId{v})) return std::nullopt;
    searched[v] = kept;
  }
  return searched;
}

HintWay StoredHints::way(std::size_t quest, const GivenState& from) {
  const Game& game = stored_.game();
  const std::optional<Valuation> searched = searched_form(from);
  const bool known =
      searched && stored_.database().distance(game.packed(*searched), quest).has_value();
  if (known || (searched && !game.is_reduced() && !game.is_collapsed())) {
    HintWay way = stored_way(quest, from, *searched);
    way.unstored = !known;
    return way;
  }
  HintWay way = search_.way(quest, from);
  way.unstored = true;
  return way;
}

HintWay StoredHints::stored_way(std::size_t quest, const GivenState& from,
                                const Valuation& searched) {
  const StoredWay found = finder_.find(stored_.game().packed(searched), quest, {});
  HintWay way;
  way.from_store = true;
  way.shortest = found.shortest;
  way.unstored_steps = found.unstored_steps;
  way.solved.quest = quest;
  way.solved.states = found.searched;
  switch (found.outcome) {
    case StoredWay::Outcome::kNone: way.solved.verdict = Verdict::kRefuted; break;
    case StoredWay::Outcome::kUnknown:
      way.solved.limit = fmt::format("no stored state was met among {} around this one",
                                     counted(found.searched, "state"));
      break;
    case StoredWay::Outcome::kFound:
      way.solved.verdict = Verdict::kProved;
      way.solved.walkthrough = replayer_.replay_from(
          {from.values, searched}, from.name, found.trace,
          [&](const Valuation& values) { return is_done(stored_.model(), quest, values); });
      way.solved.walkthrough->variant = from.variant;
      break;
  }
  return way;
}

}  // namespace questproof
