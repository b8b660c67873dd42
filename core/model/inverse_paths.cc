// SPDX-License-Identifier: MIT
#include "core/model/inverse_paths.h"

#include <algorithm>
#include <map>

#include "core/base/check.h"
#include "core/model/comparison.h"

namespace questproof {
namespace {

using Kind = SymbolicValue::Kind;

constexpr std::int64_t kFar = std::int64_t{1} << 40;

// The values that compare so with a constant.
ValueSet comparing(Comparison comparison, std::int64_t constant) {
  switch (comparison) {
    case Comparison::kEqual: return ValueSet::single(constant);
    case Comparison::kNotEqual:
      return ValueSet::range(-kFar, kFar).without(ValueSet::single(constant));
    case Comparison::kLess: return ValueSet::range(-kFar, constant - 1);
    case Comparison::kLessEqual: return ValueSet::range(-kFar, constant);
    case Comparison::kGreater: return ValueSet::range(constant + 1, kFar);
    case Comparison::kGreaterEqual: return ValueSet::range(constant, kFar);
  }
  return {};
}

class Inverter {
 public:
  Inverter(const GameModel& model, const EventPath& path)
      : finder_(model, 0), path_(path), results_(path.results.begin(), path.results.end()) {}

  std::optional<std::vector<EventPath>> run(std::size_t limit) {
    find_old_values();
    std::vector<VariableId> free;
    std::uint64_t combinations = 1;
    for (const auto& [variable, result] : results_) {
      if (old_.contains(variable)) continue;
      free.push_back(variable);
      combinations *= finder_.initial_set(path_, variable).size();
      if (combinations > limit) return std::nullopt;
    }
    enumerate(free, 0);
    return std::move(inverses_);
  }

 private:
  // The values before the event that follow from what is known after it.
  void find_old_values() {
    for (const auto& [variable, result] : results_) {
      const ValueSet before = finder_.initial_set(path_, variable);
      if (before.is_single()) old_[variable] = SymbolicValue::constant(before.lowest());
    }
    for (const auto& [variable, result] : results_) {
      if (result.kind != Kind::kFlipped || old_.contains(variable)) continue;
      if (!is_used_elsewhere(variable)) old_[variable] = SymbolicValue::flipped(variable);
    }
    for (const auto& [variable, result] : results_) {
      if (result.kind != Kind::kShifted || old_.contains(result.origin)) continue;
      if (!results_.contains(result.origin)) continue;  // it survives anyway
      if (is_flipped(result.origin)) continue;
      old_[result.origin] = SymbolicValue::shifted(variable, -result.number);
    }
    for (bool more = true; more;) {
      more = false;
      for (const Relation& relation : path_.relations) {
        if (relation.comparison != Comparison::kEqual) continue;
        more = follow(relation.left, relation.right, relation.offset) ||
               follow(relation.right, relation.left, -relation.offset) || more;
      }
    }
  }
  // Before the event `variable` was `other` + offset.
  bool follow(VariableId variable, VariableId other, std::int64_t offset) {
    if (!results_.contains(variable) || old_.contains(variable)) return false;
    if (results_.contains(other) && !old_.contains(other)) return false;
    if (is_flipped(variable) || is_flipped(other)) return false;
    SymbolicValue value = old_value(other);
    value.number += offset;
    old_[variable] = value;
    return true;
  }

  bool is_flipped(VariableId variable) const {
    const auto result = results_.find(variable);
    return result != results_.end() && result->second.kind == Kind::kFlipped;
  }
  // A flipped variable that nothing else depends on is flipped back. Where something does, its old
  // value is one of two constants.
  bool is_used_elsewhere(VariableId variable) const {
    for (const auto& [target, result] : results_) {
      if (result.kind == Kind::kShifted && result.origin == variable) return true;
    }
    return std::any_of(path_.relations.begin(), path_.relations.end(), [&](const Relation& each) {
      return each.left == variable || each.right == variable;
    });
  }
  SymbolicValue flipped(VariableId variable, SymbolicValue value) const {
    QUEST_CHECK(value.kind == Kind::kConstant);
    const ValueSet domain = finder_.initial_set({}, variable);
    return SymbolicValue::constant(domain.lowest() + domain.highest() - value.number);
  }

  SymbolicValue old_value(VariableId variable) const {
    const auto known = old_.find(variable);
    return known != old_.end() ? known->second : SymbolicValue::shifted(variable, 0);
  }

  void enumerate(const std::vector<VariableId>& free, std::size_t index) {
    if (index == free.size()) {
      if (auto inverse = build()) inverses_.push_back(std::move(*inverse));
      return;
    }
    const ValueSet before = finder_.initial_set(path_, free[index]);
    for (const ValueSet::Interval& interval : before.intervals()) {
      for (std::int64_t value = interval.low; value <= interval.high; ++value) {
        old_[free[index]] = SymbolicValue::constant(value);
        enumerate(free, index + 1);
      }
    }
    old_.erase(free[index]);
  }

  // Everything the path says of the values before, said of the values after.
  std::optional<EventPath> build() const {
    EventPath inverse;
    inverse.branches = path_.branches;
    for (const auto& [variable, set] : path_.sets) {
      if (!require(inverse, old_value(variable), set)) return std::nullopt;
    }
    for (const auto& [variable, result] : results_) {
      const SymbolicValue before = old_value(variable);
      if (!require(inverse, before, finder_.initial_set(path_, variable))) return std::nullopt;
      inverse.results.emplace_back(variable, before);
      if (before.kind == Kind::kFlipped) continue;
      SymbolicValue after = result;
      if (result.kind == Kind::kFlipped) after = flipped(variable, before);
      if (result.kind == Kind::kShifted) {
        after = old_value(result.origin);
        after.number += result.number;
      }
      if (!require(inverse, SymbolicValue::shifted(variable, 0), Comparison::kEqual, after)) {
        return std::nullopt;
      }
    }
    for (const Relation& relation : path_.relations) {
      SymbolicValue right = old_value(relation.right);
      right.number += relation.offset;
      if (!require(inverse, old_value(relation.left), relation.comparison, right)) {
        return std::nullopt;
      }
    }
    if (!finder_.simplify(inverse)) return std::nullopt;
    return inverse;
  }

  bool require(EventPath& inverse, const SymbolicValue& value, const ValueSet& allowed) const {
    if (value.kind == Kind::kConstant) return allowed.contains(value.number);
    return finder_.restrict(inverse, value.origin, allowed.shifted(-value.number));
  }
  bool require(EventPath& inverse, const SymbolicValue& left, Comparison comparison,
               const SymbolicValue& right) const {
    if (right.kind == Kind::kConstant) {
      return require(inverse, left, comparing(comparison, right.number));
    }
    if (left.kind == Kind::kConstant) {
      return require(inverse, right, comparing(mirrored(comparison), left.number));
    }
    if (left.origin == right.origin) return compares(left.number, comparison, right.number);
    inverse.relations.push_back(
        {left.origin, comparison, right.origin, right.number - left.number});
    return true;
  }

  PathFinder finder_;
  const EventPath& path_;
  std::map<VariableId, SymbolicValue> results_;
  std::map<VariableId, SymbolicValue> old_;
  std::vector<EventPath> inverses_;
};

}  // namespace

std::optional<std::vector<EventPath>> invert(const GameModel& model, const EventPath& path,
                                             std::size_t limit) {
  QUEST_CHECK(path.exact && !path.fault);
  return Inverter(model, path).run(limit);
}

}  // namespace questproof
