// SPDX-License-Identifier: MIT
#include "core/verify/projection_check.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

#include "core/model/event_parts.h"
#include "core/model/naive_evaluator.h"

namespace questproof {
namespace {

class ProjectionChecker {
 public:
  ProjectionChecker(const GameModel& model, const GameModel& projection,
                    const std::vector<bool>& kept, std::uint64_t most_cases)
      : model_(model), projection_(projection), kept_(kept), most_cases_(most_cases) {
    there_ = bench_of(model);
    here_ = bench_of(projection);
    for (const Variable& variable : model.variables) some_.push_back(variable.low);
  }

  std::string fault_of_shape(std::size_t quest) const {
    if (kept_.size() != model_.variables.size() || quest >= model_.quests.size() ||
        projection_.variables.size() != model_.variables.size() ||
        projection_.events.size() != model_.events.size() || projection_.quests.size() != 1 ||
        projection_.variants.size() != model_.variants.size()) {
      return "the models do not match";
    }
    for (std::size_t v = 0; v < kept_.size(); ++v) {
      const Variable& from = model_.variables[v];
      const Variable& to = projection_.variables[v];
      if (kept_[v] ? from.low != to.low || from.high != to.high : to.low != to.high) {
        return fmt::format("{} has other values", from.name);
      }
    }
    for (std::size_t v = 0; v < model_.variants.size(); ++v) {
      if (projection_.variants[v].values != seen(model_.variants[v].values)) {
        return "another start";
      }
    }
    return "";
  }

  std::optional<std::string> fault_of_quest(std::size_t quest) {
    const Condition& done = model_.quests[quest].done;
    const std::vector<VariableId> variables = variables_of(done);
    if (cases(variables) > most_cases_) return std::nullopt;
    const bool implied = for_all(variables, 0, [&](const Valuation& values) {
      return !holds(there_, done, values) || holds(here_, projection_.quests[0].done, seen(values));
    });
    return implied ? "" : "the quest is done where the projection does not know it";
  }

  std::optional<std::string> fault_of_event(std::size_t e) {
    const std::vector<EventPart> parts = parts_of(model_.events[e], kept_.size());
    const bool too_many = std::any_of(parts.begin(), parts.end(), [&](const EventPart& part) {
      return cases(part.variables) > most_cases_;
    });
    if (too_many) return std::nullopt;
    const bool possible = std::all_of(parts.begin(), parts.end(),
                                      [&](const EventPart& part) { return may_run(part); });
    if (!possible) return "";
    const bool unseen = std::all_of(parts.begin(), parts.end(), [&](const EventPart& part) {
      return changes_nothing_kept(part);
    });
    if (unseen || is_followed(parts, parts_of(projection_.events[e], kept_.size()))) return "";
    return fmt::format("{} can do what its projection cannot", model_.events[e].name);
  }

 private:
  static GameModel bench_of(const GameModel& model) {
    GameModel bench;
    for (const Variable& variable : model.variables) {
      Variable bare;
      bare.low = variable.low;
      bare.high = variable.high;
      bench.variables.push_back(bare);
    }
    bench.events.resize(1);
    return bench;
  }

  // What the projection knows of a state.
  Valuation seen(Valuation values) const {
    for (std::size_t v = 0; v < kept_.size(); ++v) {
      if (!kept_[v]) values[v] = projection_.variables[v].low;
    }
    return values;
  }

  std::uint64_t cases(const std::vector<VariableId>& variables) const {
    std::uint64_t product = 1;
    for (const VariableId variable : variables) {
      const Variable& info = model_.variables[variable.index];
      const auto size = static_cast<std::uint64_t>(std::int64_t{info.high} - info.low + 1);
      if (product > most_cases_ / size) return most_cases_ + 1;
      product *= size;
    }
    return product;
  }

  // Calls `holds` with all values of the variables; whether it was always true.
  bool for_all(const std::vector<VariableId>& variables, std::size_t at,
               const std::function<bool(const Valuation&)>& holds) {
    if (at == variables.size()) return holds(some_);
    const std::size_t index = variables[at].index;
    const Variable& info = model_.variables[index];
    for (std::int64_t value = info.low; value <= info.high; ++value) {
      some_[index] = static_cast<Value>(value);
      if (!for_all(variables, at + 1, holds)) return false;
    }
    return true;
  }

  bool may_run(const EventPart& part) {
    return !for_all(part.variables, 0,
                    [&](const Valuation& values) { return !holds(there_, part.guard, values); });
  }

  bool changes_nothing_kept(const EventPart& part) {
    set(there_, part);
    return for_all(part.variables, 0, [&](const Valuation& values) {
      const std::vector<Outcome> all = outcomes(there_, EventId{0}, values);
      return std::all_of(all.begin(), all.end(), [&](const Outcome& outcome) {
        return outcome.fault || seen(outcome.values) == seen(values);
      });
    });
  }

  // Each part of the event, with the parts of the projected event that belong to it.
  bool is_followed(const std::vector<EventPart>& parts, const std::vector<EventPart>& projected) {
    std::vector<bool> used(projected.size(), false);
    for (const EventPart& part : parts) {
      set(there_, part);
      Event together;
      together.guard = Condition::all({});
      for (std::size_t p = 0; p < projected.size(); ++p) {
        if (used[p] ||
            !std::includes(part.variables.begin(), part.variables.end(),
                           projected[p].variables.begin(), projected[p].variables.end())) {
          continue;
        }
        used[p] = true;
        together.guard.parts.push_back(projected[p].guard);
        together.body.insert(together.body.end(), projected[p].body.begin(),
                             projected[p].body.end());
      }
      here_.events[0] = std::move(together);
      if (!for_all(part.variables, 0, [&](const Valuation& values) { return follows(values); })) {
        return false;
      }
    }
    return std::find(used.begin(), used.end(), false) == used.end();
  }

  bool follows(const Valuation& values) const {
    const std::vector<Outcome> there = outcomes(there_, EventId{0}, values);
    if (there.empty()) return true;
    const std::vector<Outcome> here = outcomes(here_, EventId{0}, seen(values));
    return std::all_of(there.begin(), there.end(), [&](const Outcome& outcome) {
      const Valuation wanted = seen(outcome.values);
      return outcome.fault || std::any_of(here.begin(), here.end(), [&](const Outcome& other) {
               return !other.fault && other.values == wanted;
             });
    });
  }

  static void set(GameModel& bench, const EventPart& part) {
    bench.events[0].guard = part.guard;
    bench.events[0].body = part.body;
  }

  const GameModel& model_;
  const GameModel& projection_;
  const std::vector<bool>& kept_;
  const std::uint64_t most_cases_;
  GameModel there_, here_;  // variables, and what is being tried
  Valuation some_;
};

}  // namespace

std::optional<std::string> fault_of_projection(const GameModel& model, std::size_t quest,
                                               const GameModel& projection,
                                               const std::vector<bool>& kept,
                                               std::uint64_t most_cases) {
  if (kept.size() != model.variables.size()) return "the models do not match";
  ProjectionChecker checker(model, projection, kept, most_cases);
  const std::string fault = checker.fault_of_shape(quest);
  if (!fault.empty()) return fault;
  std::optional<std::string> found = checker.fault_of_quest(quest);
  bool open = !found;
  for (std::size_t e = 0; e < model.events.size() && (!found || found->empty()); ++e) {
    found = checker.fault_of_event(e);
    open = open || !found;
  }
  if (found && !found->empty()) return found;
  if (open) return std::nullopt;
  return "";
}

}  // namespace questproof
