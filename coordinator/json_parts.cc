// SPDX-License-Identifier: MIT
#include "coordinator/json_parts.h"

#include <fmt/core.h>

#include <string_view>
#include <type_traits>

#include "coordinator/executed.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

const char* trigger_name(Trigger trigger) {
  switch (trigger) {
    case Trigger::kPlayer: return "player";
    case Trigger::kDelay: return "delay";
    case Trigger::kChance: return "chance";
    case Trigger::kExternal: return "external";
  }
  return "player";
}

Json step_json(const GameModel& model, const Walkthrough& walkthrough, std::size_t at) {
  const Walkthrough::Played& played = walkthrough.steps[at];
  const Event& event = model.events[played.step.event.index];
  Json step;
  step["event"] = event.name;
  step["label"] = event.label;
  step["scene"] = scene_of(model, event, walkthrough.before(at));
  step["trigger"] = trigger_name(event.trigger);
  step["branches"] = Json::array();
  for (BranchId branch : played.step.branches) step["branches"].push_back(branch.index);
  step["chance"] = Json::array();
  for (BranchId chance : executed(event, played.step.branches).chances) {
    step["chance"].push_back(model.branches[chance.index].text);
  }
  step["where"] = to_string(model, event.where);
  if (played.is_move) step["move"] = true;  // free, and not counted
  step["changes"] = Json::array();
  for (const Change& change : changes_between(walkthrough.before(at), played.after)) {
    step["changes"].push_back(change_json(model, change));
  }
  return step;
}

// "-q,--quest" is recorded as "quest".
std::string long_name(const OptionInfo& option) {
  std::string_view names = option.names;
  const std::size_t dashes = names.find("--");
  names.remove_prefix(dashes + 2);
  return std::string(names.substr(0, names.find(',')));
}

}  // namespace

Json walkthrough_json(const GameModel& model, const Walkthrough& walkthrough) {
  Json result;
  result["variant"] = walkthrough.variant;
  result["start"] = walkthrough.start;
  result["length"] = walkthrough.length();
  result["steps"] = Json::array();
  for (std::size_t i = 0; i < walkthrough.steps.size(); ++i) {
    result["steps"].push_back(step_json(model, walkthrough, i));
  }
  return result;
}

Json change_json(const GameModel& model, const Change& change) {
  const Variable& variable = model.variables[change.variable.index];
  return {{"variable", variable.name},
          {"from", value_name(variable, change.from)},
          {"to", value_name(variable, change.to)}};
}

Json profile_json(const Profile& profile) {
  return {{"states", profile.states},
          {"transitions", profile.transitions},
          {"deadlocks", profile.deadlocks},
          {"fingerprint_sum", fmt::format("{:016x}", profile.fingerprint_sum)},
          {"states_per_level", profile.states_per_level}};
}

Json options_json(const CommandOptions& options) {
  Json result = Json::object();
  for_each_option(options, [&](const OptionInfo& option, const auto& member) {
    if ((option.commands & set_of(options.command)) == 0 || !option.shapes_result) return;
    using Member = std::decay_t<decltype(member)>;
    if constexpr (std::is_same_v<Member, ByteSize>) {
      result[long_name(option)] = member.to_string();
    } else {
      result[long_name(option)] = member;
    }
  });
  return result;
}

std::string json_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace questproof
