// SPDX-License-Identifier: MIT
#include "coordinator/play_guide.h"

#include "coordinator/console.h"
#include "coordinator/search_run.h"
#include "core/model/naive_evaluator.h"

namespace questproof {
namespace {

// A player waits this long for the whole game to be explored, unless --time says otherwise, and this
// long for the answer about one state.
constexpr double kCertifySeconds = 20;
constexpr double kAnswerSeconds = 2;

SearchOptions certify_options(const CommandOptions& options) {
  SearchOptions search = search_options(options);
  search.verify = false;
  search.random_play = false;
  if (search.time_seconds == 0) search.time_seconds = kCertifySeconds;
  return search;
}

}  // namespace

PlayGuide::PlayGuide(const GameModel& model, const GivenState& start, const CommandOptions& options,
                     const Console& console)
    : model_(model),
      options_(options),
      console_(console),
      game_(with_start(model, start.values), options.reduce),
      replayer_(game_),
      certification_(run_certify(game_, certify_options(options), console)) {}

PlayPosition PlayGuide::start() const {
  return {game_.written().variants[0].values, game_.searched().variants[0].values};
}

PlayPosition PlayGuide::after(const PlayPosition& position, const Step& step,
                              Valuation written) const {
  return {std::move(written), replayer_.after(step, position.searched)};
}

std::optional<SolvedSpace::Standing> PlayGuide::look_up(const PlayPosition& position,
                                                        std::size_t quest) const {
  if (!certification_.complete || certification_.solved == nullptr) return std::nullopt;
  return certification_.solved->standing(game_.packed(position.searched), quest);
}

PlayGuide::Standing PlayGuide::standing(const PlayPosition& position, std::size_t quest) const {
  const Quest& which = model_.quests[quest];
  if (holds(model_, which.done, position.written)) return Standing::kDone;
  const bool failed = holds(model_, which.failed, position.written);
  if (failed) return Standing::kFailed;
  const bool open = holds(model_, which.open, position.written);
  if (!open) return Standing::kNotOpen;
  if (const auto known = look_up(position, quest)) {
    return known->live ? Standing::kPossible : Standing::kBlocked;
  }
  switch (way(position, quest).verdict) {
    case Verdict::kProved: return Standing::kPossible;
    case Verdict::kRefuted: return Standing::kBlocked;
    case Verdict::kUnknown: return Standing::kUnknown;
  }
  return Standing::kUnknown;
}

SolvedQuest PlayGuide::way(const PlayPosition& position, std::size_t quest) const {
  SearchOptions search = search_options(options_);
  search.time_seconds = kAnswerSeconds;
  return solve_quest_from(model_, quest, {"here", 0, position.written, {}}, options_.reduce, search,
                          console_);
}

StepRemedies PlayGuide::why(std::size_t quest, const PlayPosition& before, const Step& step,
                            const PlayPosition& after) const {
  RemedyFinder finder(game_, certification_.solved.get());
  return finder.of_step(quest, step, changes_between(before.written, after.written),
                        before.searched, after.searched);
}

}  // namespace questproof
