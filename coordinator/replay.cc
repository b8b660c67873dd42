// SPDX-License-Identifier: MIT
#include "coordinator/replay.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include "coordinator/state_text.h"
#include "core/base/check.h"
#include "core/base/error.h"

namespace questproof {
namespace {

// Ways that are tried before a trace counts as one that cannot be replayed.
constexpr std::size_t kMostTries = 100'000;

void mark_chances(const std::vector<Statement>& body, std::vector<bool>& chance) {
  for (const Statement& statement : body) {
    for (const Branch& branch : statement.branches) {
      if (statement.kind == Statement::Kind::kChoose) chance[branch.id.index] = true;
      mark_chances(branch.body, chance);
    }
  }
}

bool runs_in_order(const std::vector<BranchId>& wanted, const std::vector<BranchId>& branches) {
  auto next = wanted.begin();
  for (BranchId branch : branches) {
    if (next != wanted.end() && *next == branch) ++next;
  }
  return next == wanted.end();
}

}  // namespace

// The members of a region in the order in which a player walks to them: by number of moves, then by the
// events of the way. Found one after the other, as far as they are asked for.
class Replayer::Walk {
 public:
  Walk(const Replayer& replayer, StatePair from) : replayer_(replayer) {
    members_.push_back({std::move(from), 0, {}});
    seen_.insert(members_[0].at.searched);
  }

  // False when there are no more than that.
  bool reaches(std::size_t member) {
    while (members_.size() <= member && expanded_ < members_.size()) expand(expanded_++);
    return member < members_.size();
  }
  const StatePair& at(std::size_t member) const { return members_[member].at; }

  // Appends the way to a member.
  void append_way(std::size_t member, Walkthrough& walkthrough) const {
    std::vector<std::size_t> way;
    for (; member != 0; member = members_[member].parent) way.push_back(member);
    for (auto next = way.rbegin(); next != way.rend(); ++next) {
      walkthrough.steps.push_back({members_[*next].step, members_[*next].at.written, true});
    }
  }

 private:
  struct Member {
    StatePair at;
    std::size_t parent = 0;
    Step step;
  };

  void expand(std::size_t member) {
    const Game& game = replayer_.game_;
    const StatePair here = members_[member].at;
    std::vector<EventId> events;
    for (std::size_t w = 0; w < game.moves().walkers.size(); ++w) {
      const VariableId walker = game.moves().walkers[w].position;
      const Value low = game.searched().variables[walker.index].low;
      const auto position = static_cast<std::size_t>(here.searched[walker.index] - low);
      const std::vector<EventId>& from_here = replayer_.moves_from_[w][position];
      events.insert(events.end(), from_here.begin(), from_here.end());
    }
    std::sort(events.begin(), events.end());
    for (const EventId event : events) {
      for (Outcome& moved : outcomes(game.searched(), event, here.searched)) {
        if (!seen_.insert(moved.values).second) continue;
        for (Outcome& outcome : replayer_.matching({event, moved.branches}, here.written)) {
          members_.push_back({{std::move(outcome.values), std::move(moved.values)},
                              member,
                              {event, std::move(outcome.branches)}});
          break;
        }
      }
    }
  }

  const Replayer& replayer_;
  std::vector<Member> members_;
  std::size_t expanded_ = 0;
  std::set<Valuation> seen_;
};

Replayer::Replayer(const Game& game)
    : game_(game), examined_chance_(game.written().branches.size(), false) {
  const std::vector<bool>& examined = game.reduced().examined;
  QUEST_CHECK(examined.size() == examined_chance_.size());
  for (const Event& event : game.written().events) mark_chances(event.body, examined_chance_);
  for (std::size_t branch = 0; branch < examined.size(); ++branch) {
    if (!examined[branch]) examined_chance_[branch] = false;
  }
  for (const FreeMoves::Walker& walker : game.moves().walkers) {
    const Variable& info = game.searched().variables[walker.position.index];
    moves_from_.emplace_back(static_cast<std::size_t>(std::int64_t{info.high} - info.low + 1));
    for (const FreeMoves::Passage& passage : walker.passages) {
      for (const EventId event : passage.events) {
        const Value to = game.searched().events[event.index].body.at(0).value.constant;
        const Value from = to == passage.to ? passage.from : passage.to;
        moves_from_.back()[static_cast<std::size_t>(from - info.low)].push_back(event);
      }
    }
  }
}

std::vector<BranchId> Replayer::examined_chances(const std::vector<BranchId>& branches) const {
  std::vector<BranchId> result;
  std::copy_if(branches.begin(), branches.end(), std::back_inserter(result),
               [&](BranchId branch) { return examined_chance_.at(branch.index); });
  return result;
}

bool Replayer::fits(const Step& step, const std::vector<BranchId>& branches) const {
  return runs_in_order(step.branches, branches) &&
         examined_chances(step.branches) == examined_chances(branches);
}

std::vector<Outcome> Replayer::matching(const Step& step, const Valuation& values) const {
  std::vector<Outcome> result;
  for (Outcome& outcome : outcomes(game_.written(), step.event, values)) {
    if (!outcome.fault && fits(step, outcome.branches)) result.push_back(std::move(outcome));
  }
  return result;
}

Valuation Replayer::after(const Step& step, const Valuation& searched) const {
  for (Outcome& outcome : outcomes(game_.searched(), step.event, searched)) {
    if (outcome.fault || !fits({step.event, outcome.branches}, step.branches)) continue;
    return std::move(outcome.values);
  }
  return searched;
}

bool Replayer::holds_nearby(const StatePair& from, const Claim& claim) const {
  Walk walk(*this, from);
  for (std::size_t member = 0; walk.reaches(member); ++member) {
    if (claim(walk.at(member).written)) return true;
  }
  return false;
}

bool Replayer::extend(Attempt& attempt, const StatePair& here) const {
  if (attempt.done == attempt.trace.steps.size()) return finish(attempt, here);
  Walk walk(*this, here);
  for (std::size_t member = 0; walk.reaches(member); ++member) {
    if (take_step(attempt, walk, member)) return true;
  }
  return false;
}

// Takes the next step of the trace in one member of the region, and all others behind it.
bool Replayer::take_step(Attempt& attempt, Walk& walk, std::size_t member) const {
  const Step& step = attempt.trace.steps[attempt.done];
  const std::size_t words = game_.layout().word_count();
  for (Outcome& outcome : matching(step, walk.at(member).written)) {
    if (++attempt.tries > kMostTries) return false;
    const Step taken{step.event, std::move(outcome.branches)};
    StatePair next{std::move(outcome.values), after(taken, walk.at(member).searched)};
    if (game_.is_collapsed()) {
      const std::vector<Word> reached = game_.packed(next.searched);
      const auto wanted =
          attempt.trace.states.begin() + static_cast<std::ptrdiff_t>((attempt.done + 1) * words);
      if (!std::equal(reached.begin(), reached.end(), wanted)) continue;
    }
    const std::size_t before = attempt.walkthrough.steps.size();
    walk.append_way(member, attempt.walkthrough);
    attempt.walkthrough.steps.push_back({taken, next.written});
    ++attempt.done;
    if (extend(attempt, next)) return true;
    --attempt.done;
    attempt.walkthrough.steps.resize(before);
  }
  return false;
}

bool Replayer::finish(Attempt& attempt, const StatePair& here) const {
  if (attempt.end == End::kNearby) return holds_nearby(here, attempt.claim);
  Walk walk(*this, here);
  for (std::size_t member = 0; walk.reaches(member); ++member) {
    if (!attempt.claim(walk.at(member).written)) continue;
    walk.append_way(member, attempt.walkthrough);
    return true;
  }
  return false;
}

Walkthrough Replayer::replay(const Trace& trace, const Claim& claim, End end) const {
  return replay_from({game_.written().variants.at(trace.variant).values,
                      game_.searched().variants.at(trace.variant).values},
                     variant_text(game_.written(), trace.variant), trace, claim, end);
}

Walkthrough Replayer::replay_from(const StatePair& from, std::string start, const Trace& trace,
                                  const Claim& claim, End end) const {
  Attempt attempt{trace, claim, end, 0, 0, {}};
  attempt.walkthrough = {trace.variant, std::move(start), from.written, {}};
  if (!extend(attempt, from)) {
    throw Error(Error::Kind::kInternal,
                fmt::format("a walkthrough of {} steps that the search found cannot be replayed on "
                            "the game as written; please report this with the game",
                            trace.steps.size()));
  }
  return std::move(attempt.walkthrough);
}

bool is_done(const GameModel& model, std::size_t quest, const Valuation& values) {
  return holds(model, model.quests[quest].done, values);
}

bool is_pending(const GameModel& model, std::size_t quest, const Valuation& values) {
  const Quest& which = model.quests[quest];
  return holds(model, which.open, values) && !holds(model, which.done, values) &&
         !holds(model, which.failed, values);
}

}  // namespace questproof
