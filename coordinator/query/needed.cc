// SPDX-License-Identifier: MIT
#include "coordinator/query/needed.h"

#include <algorithm>
#include <optional>

#include "coordinator/game.h"
#include "coordinator/interrupt.h"
#include "coordinator/progress_line.h"
#include "coordinator/search_run.h"
#include "core/search/unavoidable.h"

namespace questproof {
namespace {

struct Candidate {
  Passage passage;
  std::string name;
};

void keep_needed(const Game& game, const std::vector<Candidate>& candidates,
                 const SearchOptions& options, const Console& console, Needed& needed) {
  std::vector<Passage> passages;
  for (const Candidate& candidate : candidates) passages.push_back(candidate.passage);
  const InterruptGuard guard;
  ProgressLine line(console);
  try {
    const Unavoidable found =
        find_unavoidable(game.space(), QuestId{0}, passages, options,
                         [&](const Progress& progress) { line.update(progress); });
    needed.unknown = found.limit;
    if (!found.limit.empty()) return;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (found.needed[i]) needed.names.push_back(candidates[i].name);
    }
  } catch (const Interrupted&) {
    needed.unknown = "interrupted";
  }
}

// The first quest of the game by a shortest way; nothing, and `needed` says why, if there is none.
std::optional<Trace> shortest_way(const Game& game, const SearchOptions& options,
                                  const Console& console, Needed& needed) {
  Solution solution = run_solve(game, 0, options, console);
  needed.possible = solution.trace.has_value();
  if (!solution.trace && solution.verdict == Verdict::kUnknown) needed.unknown = solution.limit;
  return std::move(solution.trace);
}

void add_once(std::vector<Candidate>& candidates, const Candidate& candidate) {
  const bool known = std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& other) {
    return other.passage == candidate.passage;
  });
  if (!known) candidates.push_back(candidate);
}

std::optional<VariableId> scene_variable(const GameModel& model) {
  for (std::uint32_t v = 0; v < model.variables.size(); ++v) {
    if (model.variables[v].kind == VariableKind::kScene) return VariableId{v};
  }
  return std::nullopt;
}

}  // namespace

Needed needed_events(const GameModel& model, std::size_t quest, const SearchOptions& options,
                     const Console& console) {
  const Game game(model, "auto", quest);
  Needed needed;
  needed.walking_aside = game.is_collapsed();
  const std::optional<Trace> way = shortest_way(game, options, console, needed);
  if (!way) return needed;
  std::vector<Candidate> candidates;
  for (const Step& step : way->steps) {
    add_once(candidates, {Passage::of(step.event), model.events[step.event.index].name});
  }
  keep_needed(game, candidates, options, console, needed);
  return needed;
}

// Each scene becomes a quest that is done there: what reductions preserve of quests, they preserve
// of scenes.
Needed needed_scenes(const GameModel& model, std::size_t quest, const SearchOptions& options,
                     const Console& console) {
  const std::optional<VariableId> scene = scene_variable(model);
  if (!scene) return {false, {}, false, "the game has no scenes"};
  const Variable variable = model.variables[scene->index];
  GameModel asked = model;
  asked.quests = {model.quests[quest]};
  for (Value value = variable.low; value <= variable.high; ++value) {
    Quest visit;
    visit.name = value_name(variable, value) + " is visited";
    visit.done = Condition::equals(*scene, value);
    asked.quests.push_back(std::move(visit));
  }
  const Game game(std::move(asked), "default,cone-of-influence,no-free-moves");
  Needed needed;
  const std::optional<Trace> way = shortest_way(game, options, console, needed);
  if (!way) return needed;
  std::vector<Candidate> candidates;
  const std::size_t words = game.space().word_count();
  for (std::size_t row = 0; row < way->states.size(); row += words) {
    const Value value = game.layout().get(StateView(way->states).subspan(row, words), *scene);
    const auto index = static_cast<std::uint32_t>(value - variable.low);
    add_once(candidates, {Passage::of(QuestId{1 + index}), value_name(variable, value)});
  }
  keep_needed(game, candidates, options, console, needed);
  return needed;
}

}  // namespace questproof
