// SPDX-License-Identifier: MIT
#include "core/model/position_paths.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace questproof {
namespace {

using Kind = SymbolicValue::Kind;

class PathDivider {
 public:
  PathDivider(const GameModel& model, const FreeMoves& moves, std::size_t limit)
      : model_(model), moves_(moves), limit_(limit), finder_(model, 0) {}

  std::optional<std::vector<PositionPath>> run(const EventPath& path) {
    QUEST_CHECK(path.exact);
    divide(path, 0);
    if (too_many_) return std::nullopt;
    return std::move(result_);
  }

 private:
  VariableId walker(std::size_t index) const { return moves_.walkers[index].position; }

  // Fixes the positions, walker after walker, that matter beyond being in a set.
  void divide(const EventPath& path, std::size_t index) {
    if (too_many_) return;
    if (index == moves_.walkers.size()) {
      EventPath whole = path;
      if (!finder_.simplify(whole)) return;
      if (result_.size() == limit_) {
        too_many_ = true;
        return;
      }
      result_.push_back(taken_apart(std::move(whole)));
      return;
    }
    const ValueSet set = finder_.initial_set(path, walker(index));
    if (set.is_single() || !uses(path, walker(index))) {
      divide(path, index + 1);
      return;
    }
    for (const ValueSet::Interval& interval : set.intervals()) {
      for (std::int64_t value = interval.low; value <= interval.high; ++value) {
        EventPath piece = path;
        if (finder_.restrict(piece, walker(index), ValueSet::single(value))) {
          divide(piece, index + 1);
        }
      }
    }
  }

  static bool uses(const EventPath& path, VariableId position) {
    for (const auto& [target, result] : path.results) {
      const bool reads = result.kind == Kind::kShifted || result.kind == Kind::kFlipped;
      if (reads && result.origin == position) return true;
    }
    return std::any_of(path.relations.begin(), path.relations.end(), [&](const Relation& each) {
      return each.left == position || each.right == position;
    });
  }

  PositionPath taken_apart(EventPath path) const {
    PositionPath result;
    for (std::size_t w = 0; w < moves_.walkers.size(); ++w) {
      const VariableId position = walker(w);
      const Variable& info = model_.variables[position.index];
      const ValueSet set = finder_.initial_set(path, position);
      if (set.is_single()) replace(path, position, set.lowest());
      result.starts.push_back(start_of(set, info));
      std::erase_if(path.sets, [&](const auto& item) { return item.first == position; });
      result.written.push_back(
          std::any_of(path.results.begin(), path.results.end(),
                      [&](const auto& item) { return item.first == position; }));
    }
    result.path = std::move(path);
    return result;
  }

  static PositionPath::Start start_of(const ValueSet& set, const Variable& info) {
    PositionPath::Start start;
    start.any = set == ValueSet::range(info.low, info.high);
    if (start.any) return start;
    for (const ValueSet::Interval& interval : set.intervals()) {
      for (std::int64_t value = interval.low; value <= interval.high; ++value) {
        start.positions.push_back(static_cast<std::uint32_t>(value - info.low));
      }
    }
    return start;
  }

  // Results that come from the position become constants; it is known.
  void replace(EventPath& path, VariableId position, std::int64_t value) const {
    const Variable& info = model_.variables[position.index];
    for (auto& [target, result] : path.results) {
      if (result.origin != position) continue;
      if (result.kind == Kind::kShifted) result = SymbolicValue::constant(value + result.number);
      if (result.kind == Kind::kFlipped) {
        result = SymbolicValue::constant(std::int64_t{info.low} + info.high - value);
      }
    }
  }

  const GameModel& model_;
  const FreeMoves& moves_;
  std::size_t limit_;
  PathFinder finder_;
  bool too_many_ = false;
  std::vector<PositionPath> result_;
};

}  // namespace

std::optional<std::vector<PositionPath>> position_paths(const GameModel& model,
                                                        const FreeMoves& moves,
                                                        const EventPath& path, std::size_t limit) {
  return PathDivider(model, moves, limit).run(path);
}

}  // namespace questproof
