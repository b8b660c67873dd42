// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "coordinator/figures.h"
#include "coordinator/json_parts.h"
#include "coordinator/query/answer.h"
#include "coordinator/query/answer_parts.h"
#include "coordinator/query/find_states.h"
#include "coordinator/replay.h"
#include "coordinator/walkthrough_text.h"
#include "coordinator/wrap.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 3;

class BlockedStates {
 public:
  explicit BlockedStates(const QueryContext& context)
      : context_(context),
        stored_(context.stored),
        limit_(shown_limit(context.options.limit, kShown)) {}

  void add(std::size_t quest) {
    FoundStates found;
    if (stored_.figures().quests[quest].blocked_states > 0) {
      WantedStates wanted;
      wanted.blocked = quest;
      found = find_states(stored_.database(), limit_, context_.parallel, wanted);
    }
    const std::string& name = stored_.schema().quests[quest].name;
    Json json = {{"quest", name}, {"count", found.count}, {"states", Json::array()}};
    text_ += fmt::format("{}  {}\n", context_.console.paint.bold(name), summary(found.count));
    for (const FoundState& state : found.states) add(quest, state, json["states"]);
    if (found.count > found.states.size()) {
      text_ += fmt::format("  ... and {} more (--limit N shows more)\n",
                           grouped(found.count - found.states.size()));
    }
    json_.push_back(std::move(json));
  }

  QueryAnswer answer() && {
    QueryAnswer answer;
    answer.json["quests"] = std::move(json_);
    answer.text = std::move(text_);
    return answer;
  }

 private:
  std::string summary(std::uint64_t count) const {
    if (count == 0) return "is blocked in no state";
    return fmt::format("is blocked in {} of {}", grouped(count),
                       counted(stored_.figures().profile.states, "state"));
  }

  void add(std::size_t quest, const FoundState& state, Json& list) {
    const Walkthrough walkthrough = stored_.walkthrough(
        stored_.database().path_to(state.state),
        [&](const Valuation& values) { return is_pending(stored_.model(), quest, values); });
    Json json = found_state_json(stored_, state);
    json["walkthrough"] = walkthrough_json(stored_.model(), walkthrough);
    list.push_back(std::move(json));
    const std::string values = state_text(stored_, state.state);
    text_ += indented(
        fmt::format("On level {}: {}", state.depth, values.empty() ? "as at the start" : values),
        context_.console.width, 2);
    text_ += walkthrough_text(stored_.model(), walkthrough, context_.console.paint,
                              context_.console.width, 4);
  }

  const QueryContext& context_;
  const StoredGame& stored_;
  const std::size_t limit_;
  Json json_ = Json::array();
  std::string text_;
};

}  // namespace

QueryAnswer answer_blocked(const QueryContext& context) {
  BlockedStates blocked(context);
  for (std::size_t quest : context.stored.quests(context.options.quest)) blocked.add(quest);
  return std::move(blocked).answer();
}

}  // namespace questproof
