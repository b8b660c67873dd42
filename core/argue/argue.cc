// SPDX-License-Identifier: MIT
#include "core/argue/argue.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/argue/guided_search.h"
#include "core/argue/refinement.h"
#include "core/model/relaxed_model.h"
#include "core/model/undoable.h"
#include "core/search/run_watch.h"

namespace questproof {
namespace {

class Arguer {
 public:
  Arguer(const CompiledModel& model, const ArgueOptions& options, const ProgressCallback& progress)
      : model_(model),
        options_(options),
        watch_({.time_seconds = options.time_seconds}, progress) {}

  Argument run() {
    result_.quests.resize(game().quests.size());
    watch_.begin_phase("argument");
    find_bounds();
    find_way_back();
    for (std::size_t q = 0; q < result_.quests.size(); ++q) {
      quest_ = q;
      result_.quests[q] = argue_quest(q);
      if (result_.quests[q].ground == Ground::kNone && result_.quests[q].obstacle.empty()) {
        result_.quests[q].obstacle = "no argument was found";
      }
    }
    watch_.end_phase();
    result_.phases = watch_.phases();
    return std::move(result_);
  }

 private:
  const GameModel& game() const { return model_.model(); }

  void find_bounds() {
    relaxed_ = RelaxedModel::make(game(), options_.most_nodes);
    if (!relaxed_) return;
    std::vector<Valuation> starts;
    for (const Variant& variant : game().variants) starts.push_back(variant.values);
    closure_ = relaxed_->closure(starts);
    result_.bounds = closure_.values;
    result_.may_fault = closure_.may_fault;
  }

  void find_way_back() {
    UndoProof proof = prove_undoable(game());
    result_.undoable = proof.undoable;
    result_.one_way = proof.event;
    result_.one_way_reason = std::move(proof.reason);
  }

  QuestArgument argue_quest(std::size_t q) {
    if (!relaxed_) return undecided("the game has too many values for bounds");
    if (result_.may_fault) return undecided("a value may leave its range");
    if (!closure_.may_be_pending[q]) return never_open();
    if (!closure_.may_be_done[q]) return out_of_reach(q, {});
    if (!result_.undoable) {
      return undecided(fmt::format("{} cannot be undone, as far as was seen: {}",
                                   game().events[result_.one_way->index].name,
                                   result_.one_way_reason));
    }
    return way_back(q);
  }

  static QuestArgument undecided(std::string obstacle) {
    QuestArgument argument;
    argument.obstacle = std::move(obstacle);
    return argument;
  }

  static QuestArgument never_open() {
    QuestArgument argument;
    argument.ground = Ground::kNeverOpen;
    argument.verdict = Verdict::kProved;
    return argument;
  }

  // Wherever the quest is pending, it is blocked: it is enough that it is pending somewhere.
  QuestArgument out_of_reach(std::size_t q, std::vector<VariableId> kept) {
    QuestArgument argument;
    argument.kept = std::move(kept);
    for (std::size_t v = 0; v < game().variants.size(); ++v) {
      GuidedResult found = search(v, q, RelaxedPlanner::Goal::kPending, options_.most_states);
      argument.states += found.states;
      if (!found.trace) continue;
      argument.ways = {std::move(*found.trace)};
      argument.ground = Ground::kOutOfReach;
      argument.verdict = Verdict::kRefuted;
      return argument;
    }
    argument.obstacle = "it cannot be done, but whether it ever begins was not found";
    return argument;
  }

  // A short look for ways, then for a proof that there are none, then a long look for ways.
  QuestArgument way_back(std::size_t q) {
    constexpr std::uint64_t kShortLook = 2000;  // states
    QuestArgument argument = ways(q, std::min(kShortLook, options_.most_states));
    if (argument.ground != Ground::kNone) return argument;
    RefinementResult refined = refine(model_, q, {16 * options_.most_states, stopper()});
    if (refined.excluded) {
      QuestArgument excluded = out_of_reach(q, std::move(refined.kept));
      excluded.states += argument.states + refined.states;
      return excluded;
    }
    if (refined.trace && game().variants.size() == 1) {
      argument.ways = {std::move(*refined.trace)};
      argument.ground = Ground::kWayBack;
      argument.verdict = Verdict::kProved;
      argument.obstacle.clear();
      argument.states += refined.states;
      return argument;
    }
    const std::uint64_t before = argument.states + refined.states;
    argument = ways(q, options_.most_states);
    argument.states += before;
    return argument;
  }

  // One from each variant.
  QuestArgument ways(std::size_t q, std::uint64_t most_states) {
    QuestArgument argument;
    for (std::size_t v = 0; v < game().variants.size(); ++v) {
      GuidedResult found = search(v, q, RelaxedPlanner::Goal::kDone, most_states);
      argument.states += found.states;
      if (!found.trace) {
        argument.ways.clear();
        argument.obstacle = fmt::format("no way to it was found in {} states", found.states);
        return argument;
      }
      argument.ways.push_back(std::move(*found.trace));
    }
    argument.ground = Ground::kWayBack;
    argument.verdict = Verdict::kProved;
    return argument;
  }

  std::function<bool()> stopper() {
    return [this] {
      watch_.report({.states = quest_, .total = game().quests.size()});
      return watch_.limit_hit();
    };
  }

  GuidedResult search(std::size_t variant, std::size_t q, RelaxedPlanner::Goal goal,
                      std::uint64_t most_states) {
    return guided_search(model_, *relaxed_, variant, q, goal, {most_states, stopper()});
  }

  const CompiledModel& model_;
  const ArgueOptions options_;
  RunWatch watch_;
  std::optional<RelaxedModel> relaxed_;
  RelaxedModel::Closure closure_;
  std::size_t quest_ = 0;  // that is being argued
  Argument result_;
};

}  // namespace

const char* to_string(Ground ground) {
  switch (ground) {
    case Ground::kNone: return "none";
    case Ground::kWayBack: return "way-back";
    case Ground::kOutOfReach: return "out-of-reach";
    case Ground::kNeverOpen: return "never-open";
  }
  return "none";
}

Argument argue(const CompiledModel& model, const ArgueOptions& options,
               const ProgressCallback& progress) {
  return Arguer(model, options, progress).run();
}

}  // namespace questproof
