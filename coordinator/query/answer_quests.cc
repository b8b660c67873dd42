// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "coordinator/figures.h"
#include "coordinator/query/answer.h"
#include "coordinator/query/answer_parts.h"
#include "coordinator/report_text.h"
#include "coordinator/table.h"
#include "coordinator/wrap.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

// Where diagrams did not find a figure: "?" for people, null for programs, which are told in "not_known".
constexpr const char* kNotKnown = "?";

Json quest_json(const DatabaseSchema::StoredQuest& quest, const StoredQuestFigures& figures) {
  return {{"quest", quest.name},
          {"title", quest.title},
          {"main", quest.main},
          {"verdict", to_string(figures.verdict)},
          {"completion", steps_json(figures.first_done)},
          {"trap", steps_json(figures.first_blocked)},
          {"farthest", figures.farthest ? Json(figures.farthest_distance) : Json(nullptr)},
          {"done_states", figures.done_states},
          {"pending_states", figures.pending_states},
          {"blocked_states", figures.blocked_states},
          {"lost_states", figures.lost_states},
          {"initial_blocked", figures.initial_blocked},
          {"fatal_transitions", figures.fatal_transitions}};
}

}  // namespace

QueryAnswer answer_quests(const QueryContext& context) {
  const StoredGame& stored = context.stored;
  using Align = Table::Align;
  Table table({{"quest", Align::kLeft},
               {"verdict", Align::kLeft},
               {"done in", Align::kRight},
               {"trap after", Align::kRight},
               {"farthest", Align::kRight},
               {"done states", Align::kRight},
               {"blocked states", Align::kRight}});
  const KnownFigures& known = stored.figures().known;
  QueryAnswer answer;
  answer.json["quests"] = Json::array();
  for (std::size_t q = 0; q < stored.schema().quests.size(); ++q) {
    const DatabaseSchema::StoredQuest& quest = stored.schema().quests[q];
    const StoredQuestFigures& figures = stored.figures().quests[q];
    answer.json["quests"].push_back(quest_json(quest, figures));
    const bool completion = known.completions || figures.done_states == 0;
    table.add_row({quest.name, verdict_text(figures.verdict, context.console.paint),
                   completion ? steps_or_dash(figures.first_done) : kNotKnown,
                   steps_or_dash(figures.first_blocked),
                   figures.farthest ? std::to_string(figures.farthest_distance)
                   : known.farthest ? "-"
                                    : kNotKnown,
                   grouped(figures.done_states), grouped(figures.blocked_states)});
  }
  if (!known.completions) answer.json["not_known"].push_back("completion");
  if (!known.farthest) answer.json["not_known"].push_back("farthest");
  answer.text = table.to_string(context.console.paint, 2) + "\n";
  answer.text += indented(
      "done in: steps of the shortest completion. trap after: steps of the shortest way to a state "
      "in which the quest is open and can never be done. farthest: steps that are still needed, at "
      "least, in the worst open state from which it can be done.",
      context.console.width, 2);
  if (!known.completions || !known.farthest) {
    answer.text += indented(not_known_text("?"), context.console.width, 2);
  }
  return answer;
}

}  // namespace questproof
