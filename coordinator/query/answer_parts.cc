// SPDX-License-Identifier: MIT
#include "coordinator/query/answer_parts.h"

#include <fmt/core.h>

#include "coordinator/source_quotes.h"
#include "core/base/error.h"

namespace questproof {

using Json = nlohmann::ordered_json;

std::string steps_or_dash(const std::optional<Sighting>& sighting) {
  return sighting ? std::to_string(sighting->level) : "-";
}

Json steps_json(const std::optional<Sighting>& sighting) {
  return sighting ? Json(sighting->level) : Json(nullptr);
}

const char* standing_name(std::uint32_t distance) {
  if (distance == 0) return "done";
  if (distance == kBlockedDistance) return "blocked";
  if (distance == kLostDistance) return "lost";
  return "possible";
}

std::string state_text(const StoredGame& stored, StateView state) {
  const GameModel& model = stored.model();
  const Valuation values = stored.values(state);
  const Valuation& start = model.variants.front().values;
  std::string text;
  for (std::uint32_t v = 0; v < values.size(); ++v) {
    if (!stored.keeps_values(VariableId{v}) || values[v] == start[v]) continue;
    const Variable& variable = model.variables[v];
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", variable.name,
                        value_name(variable, values[v]));
  }
  return text;
}

Json found_state_json(const StoredGame& stored, const FoundState& state) {
  const GameModel& model = stored.model();
  const Valuation values = stored.values(state.state);
  Json result;
  result["depth"] = state.depth;
  result["values"] = Json::object();
  for (std::uint32_t v = 0; v < values.size(); ++v) {
    if (!stored.keeps_values(VariableId{v})) continue;
    result["values"][model.variables[v].name] = value_name(model.variables[v], values[v]);
  }
  result["quests"] = Json::array();
  for (std::size_t q = 0; q < state.distances.size(); ++q) {
    const std::uint32_t distance = state.distances[q];
    result["quests"].push_back({{"quest", stored.schema().quests[q].name},
                                {"standing", standing_name(distance)},
                                {"distance", is_live(distance) ? Json(distance) : Json(nullptr)}});
  }
  return result;
}

std::size_t shown_limit(std::int64_t limit, std::size_t otherwise) {
  if (limit < 0) throw Error(Error::Kind::kUsage, "--limit wants a number, 1 or more");
  return limit == 0 ? otherwise : static_cast<std::size_t>(limit);
}

std::string not_known_text(const std::string& what) {
  return fmt::format(
      "{}: not known. Decision diagrams decided this run and left it out, since it takes much more "
      "work than the verdicts. A run that sees states one by one has it: certify GAME --engine "
      "explicit --store NEW_FOLDER",
      what);
}

std::string quoted_source(const StoredGame& stored, const SourceLocation& where,
                          std::size_t width) {
  if (!stored.at_hand()) return "";
  return SourceQuotes().quote(stored.model(), where, width);
}

}  // namespace questproof
