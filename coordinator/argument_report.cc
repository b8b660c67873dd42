// SPDX-License-Identifier: MIT
#include "coordinator/argument_report.h"

#include <algorithm>

#include "coordinator/json_parts.h"
#include "coordinator/replay.h"
#include "coordinator/state_text.h"
#include "core/base/error.h"
#include "core/model/naive_evaluator.h"
#include "core/model/state_layout.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

Json bounds_json(const GameModel& model, const std::vector<ValueSet>& bounds) {
  Json result = Json::array();
  for (std::size_t v = 0; v < bounds.size(); ++v) {
    Json values = Json::array();
    for (const ValueSet::Interval& interval : bounds[v].intervals()) {
      values.push_back({interval.low, interval.high});
    }
    result.push_back({{"variable", model.variables[v].name}, {"values", std::move(values)}});
  }
  return result;
}

[[noreturn]] void refuse_way() {
  throw Error(Error::Kind::kInternal,
              "a way that an argument rests on cannot be played; please report this with the game");
}

// Played on the model; the trace's states say which way chance went.
Walkthrough walked(const GameModel& model, const Trace& trace) {
  const StateLayout layout(model.variables);
  const std::size_t words = layout.word_count();
  Walkthrough way{trace.variant,
                  variant_text(model, trace.variant),
                  model.variants.at(trace.variant).values,
                  {}};
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const Valuation wanted = layout.unpack(StateView(trace.states).subspan((i + 1) * words, words));
    std::vector<Outcome> all = outcomes(model, trace.steps[i].event, way.last());
    const auto next = std::find_if(all.begin(), all.end(), [&](const Outcome& outcome) {
      return !outcome.fault && outcome.values == wanted;
    });
    if (next == all.end()) refuse_way();
    way.steps.push_back({{trace.steps[i].event, next->branches}, next->values});
  }
  return way;
}

}  // namespace

ArgumentReport make_argument_report(const GameModel& model, const Argument& argument) {
  ArgumentReport report;
  report.undoable = argument.undoable;
  report.one_way = argument.one_way;
  report.one_way_reason = argument.one_way_reason;
  report.bounds = argument.bounds;
  for (std::size_t q = 0; q < argument.quests.size(); ++q) {
    const QuestArgument& found = argument.quests[q];
    ArguedQuest quest{found.ground, found.verdict, {}, found.kept, found.obstacle};
    for (const Trace& way : found.ways) {
      quest.ways.push_back(walked(model, way));
      const Valuation& last = quest.ways.back().last();
      const bool ends_well =
          found.ground == Ground::kWayBack ? is_done(model, q, last) : is_pending(model, q, last);
      if (!ends_well) refuse_way();
    }
    report.quests.push_back(std::move(quest));
  }
  return report;
}

Json argument_json(const GameModel& model, const ArgumentReport& argument) {
  Json result;
  result["undoable"] = argument.undoable;
  result["one_way"] = argument.one_way ? Json{{"event", model.events[argument.one_way->index].name},
                                              {"reason", argument.one_way_reason}}
                                       : Json(nullptr);
  result["bounds"] = bounds_json(model, argument.bounds);
  result["quests"] = Json::array();
  for (std::size_t q = 0; q < argument.quests.size(); ++q) {
    const ArguedQuest& quest = argument.quests[q];
    Json ways = Json::array();
    for (const Walkthrough& way : quest.ways) ways.push_back(walkthrough_json(model, way));
    Json kept = Json::array();
    for (const VariableId variable : quest.kept) {
      kept.push_back(model.variables[variable.index].name);
    }
    result["quests"].push_back({{"name", model.quests[q].name},
                                {"ground", to_string(quest.ground)},
                                {"verdict", to_string(quest.verdict)},
                                {"obstacle", quest.obstacle},
                                {"kept", std::move(kept)},
                                {"ways", std::move(ways)}});
  }
  return result;
}

}  // namespace questproof
