// SPDX-License-Identifier: MIT
#include "core/verify/argument_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "core/model/event_parts.h"
#include "core/model/naive_evaluator.h"

namespace questproof {
namespace {

class BoundsChecker {
 public:
  BoundsChecker(const GameModel& model, const std::vector<ValueSet>& bounds,
                std::uint64_t most_cases)
      : model_(model), bounds_(bounds), most_cases_(most_cases) {
    for (const Variable& variable : model.variables) {
      Variable bare;
      bare.low = variable.low;
      bare.high = variable.high;
      bench_.variables.push_back(bare);
      some_.push_back(variable.low);
    }
    bench_.events.resize(1);
  }

  std::string fault_of_starts() const {
    if (bounds_.size() != model_.variables.size()) return "not one set for each variable";
    for (std::size_t v = 0; v < bounds_.size(); ++v) {
      const Variable& variable = model_.variables[v];
      if (!bounds_[v].without(ValueSet::range(variable.low, variable.high)).empty()) {
        return fmt::format("{} cannot have such values", variable.name);
      }
    }
    for (const Variant& variant : model_.variants) {
      for (std::size_t v = 0; v < bounds_.size(); ++v) {
        if (!bounds_[v].contains(variant.values[v])) {
          return fmt::format("{} begins outside of them", model_.variables[v].name);
        }
      }
    }
    return "";
  }

  std::optional<std::string> fault_of_event(const Event& event) {
    const std::vector<EventPart> parts = parts_of(event, model_.variables.size());
    const bool too_many = std::any_of(parts.begin(), parts.end(), [&](const EventPart& part) {
      return cases(part.variables) > most_cases_;
    });
    if (too_many) return std::nullopt;
    const bool enabled = std::all_of(parts.begin(), parts.end(),
                                     [&](const EventPart& part) { return may_hold(part); });
    if (!enabled) return "";
    for (const EventPart& part : parts) {
      if (!stays_inside(part)) return fmt::format("{} leads outside of them", event.name);
    }
    return "";
  }

  std::optional<std::string> fault_of_exclusion(const Condition& condition) {
    Event asks;
    asks.guard = condition;
    bool too_many = false;
    for (const EventPart& part : parts_of(asks, model_.variables.size())) {
      if (cases(part.variables) > most_cases_) {
        too_many = true;
      } else if (!may_hold(part)) {
        return "";
      }
    }
    if (too_many) return std::nullopt;
    return "it may hold inside the bounds";
  }

 private:
  std::uint64_t cases(const std::vector<VariableId>& variables) const {
    std::uint64_t product = 1;
    for (const VariableId variable : variables) {
      const std::uint64_t size = bounds_[variable.index].size();
      if (size == 0) return 0;
      if (product > most_cases_ / size) return most_cases_ + 1;
      product *= size;
    }
    return product;
  }

  // Calls `holds` with all values inside the bounds; whether it was always true.
  bool for_all(const std::vector<VariableId>& variables, Valuation& values, std::size_t at,
               const std::function<bool(const Valuation&)>& holds) const {
    if (at == variables.size()) return holds(values);
    const std::size_t index = variables[at].index;
    for (const ValueSet::Interval& interval : bounds_[index].intervals()) {
      for (std::int64_t value = interval.low; value <= interval.high; ++value) {
        values[index] = static_cast<Value>(value);
        if (!for_all(variables, values, at + 1, holds)) return false;
      }
    }
    return true;
  }

  bool may_hold(const EventPart& part) {
    return !for_all(part.variables, some_, 0,
                    [&](const Valuation& values) { return !holds(bench_, part.guard, values); });
  }

  bool stays_inside(const EventPart& part) {
    bench_.events[0].guard = part.guard;
    bench_.events[0].body = part.body;
    return for_all(part.variables, some_, 0, [&](const Valuation& values) {
      const std::vector<Outcome> all = outcomes(bench_, EventId{0}, values);
      return std::all_of(all.begin(), all.end(), [&](const Outcome& outcome) {
        return !outcome.fault &&
               std::all_of(part.variables.begin(), part.variables.end(), [&](VariableId variable) {
                 return bounds_[variable.index].contains(outcome.values[variable.index]);
               });
      });
    });
  }

  const GameModel& model_;
  const std::vector<ValueSet>& bounds_;
  const std::uint64_t most_cases_;
  GameModel bench_;  // the variables, and the part that is being tried
  Valuation some_;
};

}  // namespace

std::optional<std::string> fault_of_bounds(const GameModel& model,
                                           const std::vector<ValueSet>& bounds,
                                           std::uint64_t most_cases) {
  BoundsChecker checker(model, bounds, most_cases);
  std::string fault = checker.fault_of_starts();
  if (!fault.empty()) return fault;
  bool open = false;
  for (const Event& event : model.events) {
    const std::optional<std::string> found = checker.fault_of_event(event);
    if (found && !found->empty()) return found;
    open = open || !found;
  }
  if (open) return std::nullopt;
  return "";
}

std::optional<std::string> fault_of_exclusion(const GameModel& model,
                                              const std::vector<ValueSet>& bounds,
                                              const Condition& condition,
                                              std::uint64_t most_cases) {
  if (bounds.size() != model.variables.size()) return "not one set for each variable";
  return BoundsChecker(model, bounds, most_cases).fault_of_exclusion(condition);
}

}  // namespace questproof
