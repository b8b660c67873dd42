// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include <optional>

#include "coordinator/figures.h"
#include "coordinator/json_parts.h"
#include "coordinator/query/answer.h"
#include "coordinator/query/asked_condition.h"
#include "coordinator/query/find_states.h"
#include "coordinator/solved_quest.h"
#include "coordinator/walkthrough_text.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"
#include "core/model/naive_evaluator.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

struct Way {
  std::optional<Walkthrough> walkthrough;
  std::string limit;         // why it is not known; else ""
  bool from_store = true;    // false: the game was searched
  std::uint64_t states = 0;  // stored states that fulfil the condition; not known after a search
};

Way stored_way(const QueryContext& context, const Condition& condition) {
  const StoredGame& stored = context.stored;
  WantedStates wanted;
  wanted.condition = condition;
  const FoundStates found = find_states(stored.database(), 1, context.parallel, wanted);
  Way way;
  way.states = found.count;
  if (found.states.empty()) return way;
  way.walkthrough = stored.walkthrough(
      stored.database().path_to(found.states.front().state),
      [&](const Valuation& values) { return holds(stored.model(), condition, values); });
  return way;
}

// As if the condition were a quest of the game.
Way searched_way(const QueryContext& context, const Condition& condition) {
  GameModel model = context.stored.game().written();
  Quest quest;
  quest.name = "the condition";
  quest.done = condition;
  model.quests = {quest};
  SolvedQuest solved =
      solve_quest(model, 0, "auto", search_options(context.options), context.console);
  Way way;
  way.from_store = false;
  way.limit = std::move(solved.limit);
  way.walkthrough = std::move(solved.walkthrough);
  return way;
}

Way find_way(const QueryContext& context, const Condition& condition) {
  const std::string unknown = variables_not_kept(context.stored, condition);
  if (unknown.empty()) return stored_way(context, condition);
  if (context.stored.at_hand()) return searched_way(context, condition);
  throw Error(
      Error::Kind::kInput,
      fmt::format("the store was made with reductions ({}) and cannot tell the values of "
                  "{}, and {}",
                  context.stored.database().identity().reduce, unknown, context.stored.trouble()));
}

std::string text_of(const QueryContext& context, const std::string& condition, const Way& way) {
  const Paint& paint = context.console.paint;
  const std::size_t width = context.console.width;
  std::string text = fmt::format("To {}\n", paint.bold(condition));
  if (way.walkthrough) {
    text += walkthrough_text(context.stored.model(), *way.walkthrough, paint, width, 2);
    text += way.walkthrough->steps.empty()
                ? "It holds there already.\n"
                : fmt::format("It holds after {}; there is no shorter way.\n",
                              length_text(*way.walkthrough));
    if (way.from_store) text += fmt::format("It holds in {}.\n", counted(way.states, "state"));
  } else if (way.limit.empty()) {
    text +=
        wrap(paint.bad("NONE") + "  In no state that play can reach does it hold: all were seen.",
             width, 0);
  } else {
    text += wrap(fmt::format("{}  {}.", paint.warning("UNKNOWN"), way.limit), width, 0);
  }
  if (!way.from_store) {
    text += wrap(
        "The game was searched for this, since the store holds it reduced, without all that the "
        "condition asks about. `certify --reduce none --store DIR` keeps everything.",
        width, 0);
  }
  return text;
}

}  // namespace

QueryAnswer answer_path(const QueryContext& context) {
  if (context.options.to.empty()) {
    throw Error(Error::Kind::kUsage,
                "`query DIR path` wants --to CONDITION, as in --to \"HasItem(ITEM_ROPE)\"");
  }
  const Condition condition =
      read_condition(context.stored, context.options.to, "--to", context.console);
  const std::string shown = to_string(context.stored.model(), condition);
  const Way way = find_way(context, condition);
  QueryAnswer answer;
  answer.json["condition"] = shown;
  answer.json["outcome"] = way.walkthrough ? "found" : way.limit.empty() ? "none" : "unknown";
  answer.json["limit"] = way.limit;
  answer.json["source"] = way.from_store ? "store" : "search";
  answer.json["states"] = way.from_store ? Json(way.states) : Json(nullptr);
  answer.json["walkthrough"] =
      way.walkthrough ? walkthrough_json(context.stored.model(), *way.walkthrough) : Json(nullptr);
  answer.text = text_of(context, shown, way);
  answer.code = way.walkthrough     ? ExitCode::kProved
                : way.limit.empty() ? ExitCode::kRefuted
                                    : ExitCode::kUnknown;
  return answer;
}

}  // namespace questproof
