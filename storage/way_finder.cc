// SPDX-License-Identifier: MIT
#include "storage/way_finder.h"

#include <algorithm>
#include <set>

#include "core/base/check.h"
#include "core/search/trace_finder.h"

namespace questproof {

WayFinder::WayFinder(const StateDatabase& database, const StateSpace& space)
    : database_(database),
      space_(space),
      expander_(space.make_expander()),
      columns_(space.word_count()),
      enabled_(space.label_count()) {
  QUEST_CHECK(database.schema().word_count() == space.word_count() &&
              database.schema().labels.size() == space.label_count() &&
              database.schema().quests.size() == space.quest_count());
}

std::vector<WayFinder::Exit> WayFinder::exits(StateView state) {
  for (std::size_t w = 0; w < state.size(); ++w) columns_.column(w)[0] = state[w];
  expander_->expand(columns_.view(1), successors_, enabled_);
  std::vector<Exit> exits;
  for (const SuccessorBlock::Run& run : successors_.runs) {
    for (std::size_t i = run.begin; i < run.end; ++i) {
      Exit exit{run.label, {}};
      for (std::size_t w = 0; w < state.size(); ++w) {
        exit.state.push_back(successors_.words[w * successors_.stride + i]);
      }
      exits.push_back(std::move(exit));
    }
  }
  std::sort(exits.begin(), exits.end(), [&](const Exit& a, const Exit& b) {
    const TransitionLabel& one = space_.label(a.label);
    const TransitionLabel& two = space_.label(b.label);
    if (label_before(one, two)) return true;
    return !label_before(two, one) && a.state < b.state;
  });
  return exits;
}

// Whether the quest is done.
bool WayFinder::holds(StateView state, std::size_t quest, bool& pending) {
  for (std::size_t w = 0; w < state.size(); ++w) columns_.column(w)[0] = state[w];
  std::uint64_t done = 0;
  std::uint64_t open = 0;
  space_.evaluate_quests(columns_.view(1), quest / 64, std::span(&done, 1), std::span(&open, 1));
  pending = (open >> (quest % 64) & 1) != 0;
  return (done >> (quest % 64) & 1) != 0;
}

// Appends steps from a stored state at this distance.
void WayFinder::follow(StoredWay& way, std::vector<Word> state, std::uint32_t distance,
                       std::size_t quest, std::size_t most_steps) {
  if (distance == 0) return;  // done, though perhaps not stored
  if (const std::optional<Trace> whole = database_.way_to_done(state, quest)) {
    QUEST_CHECK(whole->steps.size() == distance);
    for (std::size_t i = 0; i < distance && way.trace.steps.size() < most_steps; ++i) {
      const auto after =
          whole->states.begin() + static_cast<std::ptrdiff_t>((i + 1) * state.size());
      way.trace.steps.push_back(whole->steps[i]);
      way.trace.states.insert(way.trace.states.end(), after,
                              after + static_cast<std::ptrdiff_t>(state.size()));
    }
    return;
  }
  for (; distance > 0 && way.trace.steps.size() < most_steps; --distance) {
    bool moved = false;
    for (Exit& exit : exits(state)) {
      const std::optional<std::uint32_t> next = database_.distance(exit.state, quest);
      QUEST_CHECK_MSG(next.has_value(), "a successor of a stored state is not stored");
      if (*next != distance - 1) continue;
      append_step(way.trace, space_.label(exit.label), exit.state);
      state = std::move(exit.state);
      moved = true;
      break;
    }
    QUEST_CHECK_MSG(moved, "a stored state has no successor nearer to done");
  }
}

// Breadth-first through states that are not stored. Stored ones, and those in which the quest is
// done, are ends: what lies behind them is known.
class WayFinder::Search {
 public:
  Search(WayFinder& finder, std::size_t quest, std::uint64_t most)
      : finder_(finder), quest_(quest), most_(most) {}

  void run(StateView from) {
    meet({from.begin(), from.end()}, 0, 0, 0);
    for (std::size_t next = 0; next < unstored_.size(); ++next) {
      if (best_ && unstored_[next].depth + 1 >= best_->total) return;
      if (expanded_ == most_) {
        gave_up_ = true;
        return;
      }
      ++expanded_;
      const std::uint32_t depth = unstored_[next].depth + 1;
      for (Exit& exit : finder_.exits(unstored_[next].state)) {
        meet(std::move(exit.state), depth, next, exit.label);
      }
    }
  }

  StoredWay way(std::size_t most_steps) {
    StoredWay way;
    way.searched = expanded_;
    if (!best_) {
      way.outcome = gave_up_ ? StoredWay::Outcome::kUnknown : StoredWay::Outcome::kNone;
      return way;
    }
    way.outcome = StoredWay::Outcome::kFound;
    way.distance = best_->total;
    way.shortest = !gave_up_;
    way.unstored_steps = best_->depth;
    std::vector<const Met*> path;
    for (std::size_t at = best_->parent; unstored_[at].depth > 0; at = unstored_[at].parent) {
      path.push_back(&unstored_[at]);
    }
    way.trace.states = unstored_[0].state;
    for (auto met = path.rbegin(); met != path.rend() && way.trace.steps.size() < most_steps;
         ++met) {
      append_step(way.trace, finder_.space_.label((*met)->label), (*met)->state);
    }
    if (way.trace.steps.size() < most_steps) {
      append_step(way.trace, finder_.space_.label(best_->label), best_->state);
      finder_.follow(way, best_->state, best_->total - best_->depth, quest_, most_steps);
    }
    return way;
  }

 private:
  struct End {
    std::uint32_t total = 0;  // steps to done
    std::uint32_t depth = 0;  // of these, to here
    std::size_t parent = 0;
    std::uint32_t label = 0;
    std::vector<Word> state;
  };

  void meet(std::vector<Word> state, std::uint32_t depth, std::size_t parent, std::uint32_t label) {
    if (!seen_.insert(state).second) return;
    std::uint32_t distance = 0;
    bool stored = false;
    if (depth > 0) {
      if (const auto known = finder_.database_.distance(state, quest_)) {
        distance = *known;
        stored = true;
      }
    }
    bool pending = false;
    if (!stored && (depth == 0 || !finder_.holds(state, quest_, pending))) {
      unstored_.push_back({parent, label, depth, std::move(state)});
      return;
    }
    if (!is_live(distance)) return;
    if (!best_ || depth + distance < best_->total) {
      best_ = End{depth + distance, depth, parent, label, std::move(state)};
    }
  }

  WayFinder& finder_;
  std::size_t quest_;
  std::uint64_t most_;
  std::vector<Met> unstored_;
  std::set<std::vector<Word>> seen_;
  std::optional<End> best_;
  std::uint64_t expanded_ = 0;
  bool gave_up_ = false;
};

StoredWay WayFinder::find(StateView from, std::size_t quest, const Limits& limits) {
  StoredWay way;
  bool pending = false;
  const bool done = holds(from, quest, pending);
  if (done) {
    way.outcome = StoredWay::Outcome::kFound;
    way.trace.states.assign(from.begin(), from.end());
    return way;
  }
  if (const std::optional<std::uint32_t> distance = database_.distance(from, quest)) {
    if (is_live(*distance)) {
      way.outcome = StoredWay::Outcome::kFound;
      way.distance = *distance;
      way.trace.states.assign(from.begin(), from.end());
      follow(way, {from.begin(), from.end()}, *distance, quest, limits.steps);
    } else {
      way.outcome = StoredWay::Outcome::kNone;
    }
  } else {
    Search search(*this, quest, limits.searched);
    search.run(from);
    way = search.way(limits.steps);
  }
  way.pending = pending;
  return way;
}

}  // namespace questproof
