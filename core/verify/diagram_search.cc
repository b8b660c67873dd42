// SPDX-License-Identifier: MIT
#include "core/verify/diagram_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

#include "core/base/check.h"
#include "core/verify/path_sets.h"

namespace questproof {
namespace {

using Node = PlainDiagrams::Node;

constexpr std::size_t kBytesPerNode = 150;  // with edges and tables, more or less
constexpr std::size_t kFewNodes = 100'000;  // of the first tries
constexpr std::size_t kMostNodes = 100'000'000;
constexpr std::size_t kMostPaths = 1'000'000;
constexpr std::uint64_t kMostValues = 1'000'000;  // of all domains together: each is an edge

// Ends the exploration from deep inside; never leaves this file.
struct LimitHit {
  std::string which;
};

std::uint64_t saturating_sum(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b
             ? std::numeric_limits<std::uint64_t>::max()
             : a + b;
}

std::uint64_t value_count(const GameModel& model) {
  std::uint64_t sum = 0;
  for (const Variable& variable : model.variables) {
    sum += static_cast<std::uint64_t>(std::int64_t{variable.high} - variable.low + 1);
  }
  return sum;
}

class DiagramSearch {
 public:
  DiagramSearch(const GameModel& model, const DiagramLayout& layout, const PlainOptions& options,
                const PlainProgressCallback& progress, std::chrono::steady_clock::time_point begin,
                std::size_t most_nodes)
      : model_(model),
        layout_(layout),
        options_(options),
        progress_(progress),
        begin_(begin),
        sets_(model, layout, most_nodes),
        diagrams_(sets_.diagrams()) {}

  PlainResult run(bool by_levels) {
    if (!sets_.find_paths(kMostPaths)) {
      throw LimitHit{fmt::format("events can run in more than {} ways", kMostPaths)};
    }
    for (const Variant& variant : model_.variants) {
      initial_ =
          diagrams_.unite(initial_, diagrams_.single(layout_.packed(model_, variant.values)));
    }
    result_.lengths_known = by_levels;
    by_levels ? reach_by_levels() : reach();
    drop_idle_paths();
    count_profile();
    for (std::size_t quest = 0; quest < model_.quests.size(); ++quest) decide(quest);
    return std::move(result_);
  }

 private:
  void reach_by_levels() {
    reached_ = initial_;
    for (Node level = initial_; level != PlainDiagrams::kNothing;) {
      levels_.push_back(level);
      result_.states_per_level.push_back(diagrams_.count(level));
      Node next = PlainDiagrams::kNothing;
      for (const EventRun& path : sets_.paths()) {
        tick("forward");
        if (!path.is_fault) next = diagrams_.unite(next, sets_.image(level, path));
      }
      level = diagrams_.subtract(next, reached_);
      reached_ = diagrams_.unite(reached_, level);
    }
  }

  void reach() {
    reached_ = sets_.forward_closure(initial_, [&] { tick("forward"); });
  }

  // From here on only those ways that some state takes.
  void drop_idle_paths() {
    for (const EventRun& path : sets_.paths()) {
      tick("forward");
      const Node sources = diagrams_.intersect(reached_, sets_.preimage(sets_.everything(), path));
      if (sources == PlainDiagrams::kNothing) continue;
      if (path.is_fault) {
        result_.faults = saturating_sum(result_.faults, diagrams_.count(sources));
      } else {
        paths_.push_back(path);
        count_transitions(path, sources);
      }
    }
  }

  void count_transitions(const EventRun& path, Node sources) {
    const Node moved = diagrams_.subtract(sources, sets_.unchanged(path));
    left_ = diagrams_.unite(left_, moved);
    result_.transitions = saturating_sum(result_.transitions, diagrams_.count(moved));
  }

  void count_profile() {
    result_.states = diagrams_.count(reached_);
    result_.deadlocks = diagrams_.count(diagrams_.subtract(reached_, left_));
    for (const Valuation& values : options_.watched) result_.watched.push_back(watched(values));
  }

  WatchedState watched(const Valuation& values) const {
    WatchedState result;
    const std::vector<std::uint32_t> state = layout_.packed(model_, values);
    if (!diagrams_.contains(reached_, state)) return result;
    result.level = 0;
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      if (diagrams_.contains(levels_[level], state)) {
        result.level = static_cast<std::uint32_t>(level);
      }
    }
    result.done.resize(model_.quests.size());
    result.blocked.resize(model_.quests.size());
    return result;
  }

  void decide(std::size_t index) {
    const Quest& quest = model_.quests[index];
    const Node done = sets_.where(reached_, quest.done);
    Node pending = sets_.where(diagrams_.subtract(reached_, done), quest.open);
    pending = diagrams_.subtract(pending, sets_.where(pending, quest.failed));
    const Node live = sets_.backward_closure(done, reached_, [&] { tick("backward"); });
    const Node blocked = diagrams_.subtract(pending, live);

    PlainQuest& found = result_.quests.emplace_back();
    found.done_states = diagrams_.count(done);
    found.pending_states = diagrams_.count(pending);
    found.blocked_states = diagrams_.count(blocked);
    found.initial_blocked = diagrams_.count(diagrams_.intersect(initial_, blocked));
    found.completion_length = first_level_in(done);
    found.counterexample_length = first_level_in(blocked);
    count_fatal(found, blocked);
    for (std::size_t w = 0; w < result_.watched.size(); ++w) {
      if (!result_.watched[w].level) continue;
      const std::vector<std::uint32_t> state = layout_.packed(model_, options_.watched[w]);
      result_.watched[w].done[index] = diagrams_.contains(done, state);
      result_.watched[w].blocked[index] = diagrams_.contains(blocked, state);
    }
  }

  std::optional<std::uint32_t> first_level_in(Node set) {
    for (std::size_t level = 0; level < levels_.size(); ++level) {
      if (diagrams_.intersect(levels_[level], set) == PlainDiagrams::kNothing) continue;
      return static_cast<std::uint32_t>(level);
    }
    return std::nullopt;
  }

  void count_fatal(PlainQuest& found, Node blocked) {
    if (blocked == PlainDiagrams::kNothing) return;
    const Node others = diagrams_.subtract(reached_, blocked);
    for (const EventRun& path : paths_) {
      tick("backward");
      const Node fatal = diagrams_.intersect(others, sets_.preimage(blocked, path));
      found.fatal_transitions = saturating_sum(found.fatal_transitions, diagrams_.count(fatal));
    }
  }

  void tick(const char* phase) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
    if (options_.time_seconds != 0 && elapsed.count() > options_.time_seconds) {
      throw LimitHit{"time limit reached"};
    }
    if (!progress_ || elapsed.count() - reported_ < 0.1) return;
    reported_ = elapsed.count();
    progress_({.phase = phase,
               .level = static_cast<std::uint32_t>(levels_.size()),
               .states = diagrams_.count(reached_),
               .memory_bytes = diagrams_.memory_bytes(),
               .seconds = elapsed.count()});
  }

  const GameModel& model_;
  const DiagramLayout& layout_;
  const PlainOptions& options_;
  const PlainProgressCallback& progress_;
  std::chrono::steady_clock::time_point begin_;
  double reported_ = 0;
  PathSets sets_;
  PlainDiagrams& diagrams_;
  Node initial_ = PlainDiagrams::kNothing;
  Node reached_ = PlainDiagrams::kNothing;
  Node left_ = PlainDiagrams::kNothing;  // states with a successor
  std::vector<Node> levels_;
  std::vector<EventRun> paths_;
  PlainResult result_;
};

// What was found again with lengths, if that came to an end; else what was found without.
template <typename Attempt>
PlainResult with_lengths(PlainResult found, const Attempt& attempt) {
  try {
    if (std::optional<PlainResult> again = attempt()) return std::move(*again);
  } catch (const LimitHit&) {
    // Time was over for the lengths alone.
  }
  return found;
}

}  // namespace

PlainResult diagram_search(const GameModel& model, const PlainOptions& options,
                           const PlainProgressCallback& progress, std::size_t nodes_for_levels) {
  QUEST_CHECK(!options.collapse_free_moves);
  const auto begin = std::chrono::steady_clock::now();
  PlainResult stopped;
  if (const std::uint64_t values = value_count(model); values > kMostValues) {
    stopped.limit = fmt::format("the variables have {} values together; decision diagrams take {}",
                                values, kMostValues);
    return stopped;
  }
  const DiagramLayout layouts[] = {DiagramLayout(model, false), DiagramLayout(model, true)};
  const std::size_t most =
      options.memory_bytes == 0
          ? kMostNodes
          : std::min<std::size_t>(kMostNodes, options.memory_bytes / kBytesPerNode);
  const auto attempt = [&](const DiagramLayout& layout, bool by_levels,
                           std::size_t nodes) -> std::optional<PlainResult> {
    try {
      return DiagramSearch(model, layout, options, progress, begin, nodes).run(by_levels);
    } catch (const PlainDiagrams::Full&) {
      return std::nullopt;
    }
  };
  try {
    for (std::size_t nodes = std::min(most, kFewNodes);; nodes = std::min(most, 8 * nodes)) {
      for (const DiagramLayout& layout : layouts) {
        auto found = attempt(layout, false, nodes);
        if (!found) continue;
        return with_lengths(std::move(*found), [&] {
          return attempt(layout, true, std::min(most, nodes_for_levels));
        });
      }
      if (nodes == most) break;
    }
    stopped.limit = "memory limit reached";
  } catch (const LimitHit& limit) {
    stopped.limit = limit.which;
  }
  return stopped;
}

}  // namespace questproof
