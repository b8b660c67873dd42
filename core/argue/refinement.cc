// SPDX-License-Identifier: MIT
#include "core/argue/refinement.h"

#include <algorithm>

#include "core/model/event_parts.h"
#include "core/model/naive_evaluator.h"
#include "core/model/projection.h"
#include "core/search/certify.h"

namespace questproof {
namespace {

// Ends an exploration from inside its progress callback; never leaves this file.
struct TooLarge {};

class Refiner {
 public:
  Refiner(const CompiledModel& model, std::size_t quest, const RefinementOptions& options)
      : model_(model),
        game_(model.model()),
        quest_(quest),
        options_(options),
        kept_(game_.variables.size(), false) {}

  RefinementResult run() {
    keep(variables_of(game_.quests.at(quest_).done));
    while (true) {
      keep_sources(game_, kept_);
      const CompiledModel projection(projected(game_, quest_, kept_));
      const std::optional<Solution> solution = explore(projection);
      if (!solution) return std::move(result_);
      if (solution->verdict == Verdict::kRefuted) {
        result_.excluded = true;
        for (std::uint32_t v = 0; v < kept_.size(); ++v) {
          if (kept_[v]) result_.kept.push_back(VariableId{v});
        }
        return std::move(result_);
      }
      if (!solution->trace || play(projection, *solution->trace)) return std::move(result_);
    }
  }

 private:
  // Whether any of them is new.
  bool keep(const std::vector<VariableId>& variables) {
    bool fresh = false;
    for (const VariableId variable : variables) {
      fresh = fresh || !kept_[variable.index];
      kept_[variable.index] = true;
    }
    return fresh;
  }

  std::optional<Solution> explore(const CompiledModel& projection) {
    std::uint64_t states = 0;
    const auto watch = [&](const Progress& progress) {
      states = std::max(states, progress.states);
      if (states > options_.most_states || (options_.stopped && options_.stopped())) {
        throw TooLarge{};
      }
    };
    try {
      Solution solution = solve(projection, 0, {}, {}, watch);
      result_.states += solution.profile.states;
      if (!solution.limit.empty() || solution.profile.states > options_.most_states) {
        return std::nullopt;  // also where the callback came too late to say so
      }
      return solution;
    } catch (const TooLarge&) {
      result_.states += states;
      return std::nullopt;
    }
  }

  // Plays a way of the projection on the game. True when there is nothing more to refine: the way
  // leads to a done state and is the result, or what hinders it is not known.
  bool play(const CompiledModel& projection, const Trace& abstract) {
    Trace trace;
    trace.variant = abstract.variant;
    Valuation values = game_.variants.at(abstract.variant).values;
    add_state(values, trace);
    for (std::size_t i = 0; i < abstract.steps.size(); ++i) {
      const std::size_t words = projection.word_count();
      const Valuation wanted =
          projection.layout().unpack(StateView(abstract.states).subspan((i + 1) * words, words));
      const EventId event = abstract.steps[i].event;
      std::optional<Outcome> next = matching(event, values, wanted);
      if (!next) return !keep(hindrances(event, values));
      trace.steps.push_back({event, next->branches});
      values = std::move(next->values);
      add_state(values, trace);
    }
    if (holds(game_, game_.quests[quest_].done, values)) result_.trace = std::move(trace);
    return true;
  }

  void add_state(const Valuation& values, Trace& trace) const {
    std::vector<Word> row(model_.word_count(), 0);
    model_.layout().pack(values, row);
    trace.states.insert(trace.states.end(), row.begin(), row.end());
  }

  std::optional<Outcome> matching(EventId event, const Valuation& values,
                                  const Valuation& wanted) const {
    for (Outcome& outcome : outcomes(game_, event, values)) {
      bool fits = !outcome.fault;
      for (std::size_t v = 0; v < wanted.size() && fits; ++v) {
        fits = !kept_[v] || outcome.values[v] == wanted[v];
      }
      if (fits) return std::move(outcome);
    }
    return std::nullopt;
  }

  // The variables for which an event cannot run as it should.
  std::vector<VariableId> hindrances(EventId event, const Valuation& values) const {
    std::vector<VariableId> found;
    for (const EventPart& part : parts_of(game_.events[event.index], game_.variables.size())) {
      for (const Condition& conjunct : part.guard.parts) {
        if (holds(game_, conjunct, values)) continue;
        const std::vector<VariableId> variables = variables_of(conjunct);
        found.insert(found.end(), variables.begin(), variables.end());
      }
    }
    const auto is_new = [&](VariableId variable) { return !kept_[variable.index]; };
    if (std::any_of(found.begin(), found.end(), is_new)) return found;
    found = variables_of(game_.events[event.index].guard);
    const std::vector<VariableId> body = variables_of(game_.events[event.index].body);
    found.insert(found.end(), body.begin(), body.end());
    return found;
  }

  const CompiledModel& model_;
  const GameModel& game_;
  const std::size_t quest_;
  const RefinementOptions& options_;
  std::vector<bool> kept_;
  RefinementResult result_;
};

}  // namespace

RefinementResult refine(const CompiledModel& model, std::size_t quest,
                        const RefinementOptions& options) {
  return Refiner(model, quest, options).run();
}

}  // namespace questproof
