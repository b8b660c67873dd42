// SPDX-License-Identifier: MIT
#include "coordinator/solved_quest.h"

#include "coordinator/console.h"
#include "coordinator/game.h"
#include "coordinator/replay.h"
#include "coordinator/search_run.h"
#include "core/base/error.h"

namespace questproof {
namespace {

// `start`: the name of the state that the only variant of the model begins in; "" for the game's own.
SolvedQuest solve_model(const GameModel& model, std::size_t quest, const std::string& start,
                        const std::string& reduce, const SearchOptions& options,
                        const Console& console, Transport* ranks) {
  const Game game(model, reduce, quest);
  const Solution solution = run_solve(game, 0, options, console, ranks);
  SolvedQuest result{quest, solution.verdict, {}, solution.limit, solution.profile.states};
  if (!solution.trace) return result;
  const Replayer replayer(game);
  result.walkthrough = replayer.replay(
      *solution.trace, [&](const Valuation& values) { return is_done(game.written(), 0, values); });
  if (!start.empty()) result.walkthrough->start = start;
  return result;
}

}  // namespace

SolvedQuest solve_quest(const GameModel& model, std::size_t quest, const std::string& reduce,
                        const SearchOptions& options, const Console& console, Transport* ranks) {
  return solve_model(model, quest, "", reduce, options, console, ranks);
}

SolvedQuest solve_quest_from(const GameModel& model, std::size_t quest, const GivenState& from,
                             const std::string& reduce, const SearchOptions& options,
                             const Console& console, Transport* ranks) {
  return solve_model(with_start(model, from.values), quest, from.name, reduce, options, console,
                     ranks);
}

std::vector<std::size_t> chosen_quests(const GameModel& model, const std::string& name) {
  if (!name.empty()) return {find_quest(model, name)};
  if (model.quests.empty()) {
    throw Error(
        Error::Kind::kInput,
        "the game has no quest: say what is to be reached with Quest(...) and DoneWhen(...)");
  }
  std::vector<std::size_t> main;
  std::vector<std::size_t> all;
  for (std::size_t quest = 0; quest < model.quests.size(); ++quest) {
    all.push_back(quest);
    if (model.quests[quest].main) main.push_back(quest);
  }
  return main.empty() ? all : main;
}

}  // namespace questproof
