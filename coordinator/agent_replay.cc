// SPDX-License-Identifier: MIT
#include "coordinator/agent_replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "coordinator/agent_choices.h"
#include "coordinator/agent_evidence.h"
#include "coordinator/agent_options.h"
#include "coordinator/json_parts.h"
#include "coordinator/story_walks.h"
#include "core/base/error.h"
#include "core/base/json_nesting.h"
#include "games/live/trace.h"
#include "worker/search_player.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

struct Replayed {
  std::size_t steps = 0;
  std::size_t walks = 1;
  std::string difference;  // empty: none
  Evidence evidence;       // where there is a difference
};

std::string difference_between(const TraceStep& told, const TraceStep& seen) {
  if (distance(told.at, seen.at) > 0.001) {
    return fmt::format(
        "the agent stands at ({:.2f}, {:.2f}, {:.2f}) and not at ({:.2f}, {:.2f}, {:.2f})",
        seen.at.x, seen.at.y, seen.at.z, told.at.x, told.at.y, told.at.z);
  }
  for (const auto& [object, state] : told.sees) {
    const auto found = seen.sees.find(object);
    if (found == seen.sees.end()) return object + " is not seen";
    for (const auto& [property, value] : state) {
      const auto now = found->second.find(property);
      if (now == found->second.end() || now->second != value) {
        return fmt::format("{}.{} is {} and not {}", object, property,
                           now == found->second.end() ? "not told" : now->second, value);
      }
    }
  }
  for (const auto& [object, state] : seen.sees) {
    if (!told.sees.contains(object)) return object + " is seen";
  }
  if (told.choices != seen.choices) {
    return fmt::format("the choices are [{}] and not [{}]", fmt::join(seen.choices, " | "),
                       fmt::join(told.choices, " | "));
  }
  if (told.text != seen.text) {
    return fmt::format("the text is \"{}\" and not \"{}\"", seen.text, told.text);
  }
  return "";
}

// What a file holds, as `read` reads it. What is wrong with it is said with the file's name.
template <typename Read>
auto read_from(const std::string& path, const Read& read) {
  try {
    return read();
  } catch (const Json::exception& problem) {
    throw Error(Error::Kind::kInput, fmt::format("{}: {}", path, problem.what()));
  } catch (const Error& problem) {
    throw Error(problem.kind(), fmt::format("{}: {}", path, problem.what()));
  }
}

// A line that cannot be read is a fault of the file and not of the game.
TraceLine read_trace_line(const std::string& line, const std::string& path, std::size_t number) {
  try {
    return decode_trace_line(line);
  } catch (const LiveFault& problem) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}:{}: this is no line of a trace: {}", path, number, problem.what()));
  }
}

Replayed replay_trace(const std::string& text, const std::string& path, LiveGame& game) {
  Replayed result;
  std::istringstream lines(text);
  std::string line;
  std::string agent;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    const TraceLine read = read_trace_line(line, path, number);
    if (const auto* head = std::get_if<TraceHead>(&read)) {
      agent = head->agent;
    } else if (const auto* reset = std::get_if<TraceReset>(&read)) {
      game.reset(reset->seed);
    } else if (const auto* slot = std::get_if<TraceSlot>(&read)) {
      if (slot->restored) {
        game.restore(slot->slot);
      } else {
        game.save(slot->slot);
      }
    } else {
      const TraceStep& told = std::get<TraceStep>(read);
      ++result.steps;
      const Observation after = game.act({{agent, told.action}});
      const auto view = after.agents.find(agent);
      result.difference = view == after.agents.end()
                              ? agent + " sees nothing"
                              : difference_between(told, trace_step(told.action, view->second));
      if (!result.difference.empty()) return result;
    }
  }
  return result;
}

// The buttons that the walkthrough to the object of the task presses.
std::vector<std::string> pressed_buttons(const std::string& text, const AgentTask& task) {
  if (const auto fault = nesting_fault(text)) throw Error(Error::Kind::kInput, *fault);
  const Json document = Json::parse(text, nullptr, false);
  if (document.is_object() && document.contains("quests")) {
    if (!document["quests"].is_array()) {
      throw Error(Error::Kind::kInput, "\"quests\" is no list");
    }
    for (const Json& quest : document["quests"]) {
      const std::string name = quest.value("quest", quest.value("name", std::string()));
      if (name != task.object) continue;
      for (const char* key : {"walkthrough", "counterexample", "completion"}) {
        if (!quest.contains(key) || !quest[key].is_object()) continue;
        std::vector<std::string> buttons;
        const Json steps = quest[key].value("steps", Json::array());
        if (!steps.is_array()) throw Error(Error::Kind::kInput, "\"steps\" is no list");
        for (const Json& step : steps) {
          const std::string event = step.value("event", std::string());
          if (event.starts_with("press ")) buttons.push_back(event.substr(6));
        }
        return buttons;
      }
    }
  }
  throw Error(
      Error::Kind::kInput,
      fmt::format("there is no walkthrough to {} in this file; write one with `questproof solve "
                  "--json`",
                  task.object));
}

Replayed replay_walkthrough(const std::string& text, const CommandOptions& options,
                            LiveGame& game) {
  if (options.task.empty()) {
    throw Error(Error::Kind::kUsage, "say what the walkthrough leads to: --task door6.isOpen");
  }
  PlayerOptions player;
  player.task = AgentTask::parse(options.task);
  player.script = read_from(options.trace, [&] { return pressed_buttons(text, *player.task); });
  player.follow_script = true;
  SessionOptions limits;
  limits.seed = options.seed;
  Session session(game, limits, nullptr);
  SearchPlayer follower(session, player);
  const PlayResult played = follower.run();
  Replayed result;
  result.steps = player.script.size();
  result.difference = played.difference;
  if (result.difference.empty() && !played.done) result.difference = played.reason;
  result.evidence.presses = player.script;
  result.evidence.look = player.task->to_string();
  return result;
}

// All walks of the file, or those of the quest that --task names, up to the first difference.
Replayed replay_story(const std::string& text, const CommandOptions& options, LiveGame& game) {
  const std::vector<StoryWalk> walks =
      read_from(options.trace, [&] { return parse_story_walks(text, options.task); });
  LookTable looks({}, true);
  ChoiceSession session(game, session_options(options), looks, nullptr);
  Replayed result;
  result.walks = 0;
  if (!session.begin()) {
    result.difference = "the game could not be begun";
    return result;
  }
  for (const StoryWalk& walk : walks) {
    ++result.walks;
    result.steps += walk.steps.size();
    const std::optional<StoryDifference> difference = replay_story_walk(walk, session, looks);
    if (!difference) continue;
    result.steps = difference->step;
    result.difference = fmt::format("{} ({} of {})", difference->what, walk.kind, walk.quest);
    result.evidence.choices = walk.choices();
    result.evidence.choices.resize(std::min(walk.steps.size(), difference->step));
    return result;
  }
  return result;
}

}  // namespace

ExitCode run_agent_replay(const CommandOptions& options, const Patience& patience,
                          Console& console) {
  const std::string text = trace_text(options);
  ProcessGame game(options.game_command, patience);
  Replayed result;
  try {
    if (text.starts_with(R"({"trace":)")) {
      result = replay_trace(text, options.trace, game);
    } else if (offers_choices(game, options.seed)) {
      result = replay_story(text, options, game);
    } else {
      result = replay_walkthrough(text, options, game);
    }
  } catch (const LiveFault& fault) {
    result.difference = fmt::format("{}: {}", to_string(fault.kind()), fault.what());
  }
  const bool same = result.difference.empty();
  if (options.json) {
    console.out << json_text({{"schema", "questproof/agent-replay"},
                              {"version", 1},
                              {"same", same},
                              {"walks", result.walks},
                              {"steps", result.steps},
                              {"difference", result.difference}});
  } else {
    console.out << (same ? fmt::format("{}  the game did the same in all {} steps{}\n",
                                       console.paint.good("SAME"), result.steps,
                                       result.walks > 1 ? fmt::format(" of {} walks", result.walks)
                                                        : std::string())
                         : fmt::format("{}  step {}: {}\n", console.paint.bad("DIFFERS"),
                                       result.steps, result.difference));
  }
  const Evidence& evidence = result.evidence;
  if (!same && !options.evidence.empty() && !(evidence.choices.empty() && evidence.look.empty())) {
    result.evidence.difference = result.difference;
    append_evidence(options.evidence, result.evidence);
  }
  return same ? ExitCode::kProved : ExitCode::kRefuted;
}

}  // namespace questproof
