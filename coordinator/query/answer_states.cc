// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "coordinator/figures.h"
#include "coordinator/query/answer.h"
#include "coordinator/query/answer_parts.h"
#include "coordinator/query/asked_condition.h"
#include "coordinator/query/find_states.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 10;

std::string standings_text(const StoredGame& stored, const FoundState& state) {
  std::string text;
  for (std::size_t q = 0; q < state.distances.size(); ++q) {
    const std::uint32_t distance = state.distances[q];
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {}", stored.schema().quests[q].name, standing_name(distance));
    if (distance > 0 && is_live(distance)) text += fmt::format(" in {}", distance);
  }
  return text;
}

void refuse_what_is_not_kept(const StoredGame& stored, const Condition& condition) {
  const std::string unknown = variables_not_kept(stored, condition);
  if (unknown.empty()) return;
  std::string message = fmt::format(
      "the store holds the game reduced ({}) and cannot tell the values of {}. "
      "`certify --reduce none --store DIR` keeps everything",
      stored.database().identity().reduce, unknown);
  if (!stored.at_hand()) message += "; besides, " + stored.trouble();
  if (stored.at_hand()) message += "; `query DIR path --to CONDITION` can be answered as it is";
  throw Error(Error::Kind::kInput, message);
}

}  // namespace

QueryAnswer answer_states(const QueryContext& context) {
  const StoredGame& stored = context.stored;
  if (context.options.where.empty()) {
    throw Error(Error::Kind::kUsage,
                "`query DIR states` wants --where CONDITION, as in --where \"HasItem(ITEM_ROPE)\"");
  }
  const std::size_t limit = shown_limit(context.options.limit, kShown);
  const Condition condition =
      read_condition(stored, context.options.where, "--where", context.console);
  refuse_what_is_not_kept(stored, condition);
  WantedStates wanted;
  wanted.condition = condition;
  const FoundStates found = find_states(stored.database(), limit, context.parallel, wanted);

  QueryAnswer answer;
  const std::string shown = to_string(stored.model(), condition);
  answer.json["condition"] = shown;
  answer.json["count"] = found.count;
  answer.json["of_states"] = stored.figures().profile.states;
  answer.json["states"] = Json::array();
  answer.text =
      fmt::format("{} holds in {} of {}\n", context.console.paint.bold(shown), grouped(found.count),
                  counted(stored.figures().profile.states, "state"));
  for (const FoundState& state : found.states) {
    answer.json["states"].push_back(found_state_json(stored, state));
    const std::string values = state_text(stored, state.state);
    answer.text += hanging(fmt::format("level {}", state.depth),
                           values.empty() ? "as at the start" : values, 12, context.console.width);
    answer.text += hanging("", context.console.paint.dim(standings_text(stored, state)), 12,
                           context.console.width);
  }
  if (found.count > found.states.size()) {
    answer.text += fmt::format("... and {} more (--limit N shows more)\n",
                               grouped(found.count - found.states.size()));
  }
  if (!found.states.empty()) {
    answer.text += wrap(
        "The first states by distance from the start; of each what is otherwise than at the start, "
        "as --state reads it.",
        context.console.width, 0);
  }
  answer.code = found.count > 0 ? ExitCode::kProved : ExitCode::kRefuted;
  return answer;
}

}  // namespace questproof
