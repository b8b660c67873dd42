// SPDX-License-Identifier: MIT
#include "coordinator/command_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "coordinator/agent_choices.h"
#include "coordinator/agent_loop.h"
#include "coordinator/agent_memory.h"
#include "coordinator/agent_options.h"
#include "coordinator/agent_replay.h"
#include "coordinator/agent_run.h"
#include "coordinator/json_parts.h"
#include "core/base/error.h"
#include "games/common/nearest_name.h"
#include "games/live/conformance.h"
#include "games/live/process_game.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;

ExitCode check(const CommandOptions& options, Console& console) {
  const std::vector<ConformanceCheck> checks =
      check_conformance(options.game_command, patience_of(options));
  const bool kept = std::all_of(checks.begin(), checks.end(),
                                [](const ConformanceCheck& each) { return each.kept; });
  if (options.json) {
    Json document = {{"schema", "questproof/agent-check"}, {"version", 1}, {"kept", kept}};
    document["checks"] = Json::array();
    for (const ConformanceCheck& each : checks) {
      document["checks"].push_back(
          {{"rule", each.rule}, {"kept", each.kept}, {"detail", each.detail}});
    }
    console.out << json_text(document);
  } else {
    for (const ConformanceCheck& each : checks) {
      console.out << (each.kept ? console.paint.good("kept  ") : console.paint.bad("BROKEN"))
                  << "  " << each.rule
                  << (each.detail.empty() ? "" : fmt::format(" ({})", each.detail)) << "\n";
    }
  }
  return kept ? ExitCode::kProved : ExitCode::kRefuted;
}

// What stands in for --player auto: the game is asked.
bool plays_choices(const CommandOptions& options, LiveGame& game) {
  const std::string& player = options.player;
  if (player == "auto") return offers_choices(game, options.seed);
  const std::vector<std::string> players = {"auto", "search", "choices", "random", "q"};
  if (std::find(players.begin(), players.end(), player) == players.end()) {
    throw Error(Error::Kind::kUsage,
                fmt::format("--player is {}, not '{}'", fmt::join(players, ", "), player));
  }
  return player == "choices";
}

ExitCode run(const CommandOptions& options, Console& console, Transport& ranks) {
  {
    ProcessGame game(options.game_command, patience_of(options));
    if (plays_choices(options, game)) {
      if (ranks.ranks() > 1 || !options.memory_folder.empty()) {
        throw Error(Error::Kind::kUsage,
                    "games of choices are played by one agent, which keeps no memory\nLeave out "
                    "--memory and --agents; what was learned is written by --model-out");
      }
      return run_choice_agent(options, game, console);
    }
  }
  return run_agent_run(options, patience_of(options), console, ranks);
}

}  // namespace

ExitCode run_agent(const CommandOptions& options, Console& console, Transport& ranks) {
  const std::string& action = options.agent_action;
  if (action == "run") return run(options, console, ranks);
  if (ranks.ranks() > 1) {
    throw Error(Error::Kind::kUsage, "only `questproof agent run` has several agents");
  }
  if (action == "check") return check(options, console);
  if (action == "replay") return run_agent_replay(options, patience_of(options), console);
  if (action == "show") return run_agent_show(options, console);
  if (action == "loop") {
    ProcessGame game(options.game_command, patience_of(options));
    return run_agent_loop(options, game, console);
  }
  const std::vector<std::string> actions = {"run", "check", "replay", "loop", "show"};
  throw Error(Error::Kind::kUsage,
              fmt::format("`questproof agent` does run, check, replay, loop and show, not '{}'{}",
                          action, did_you_mean(action, actions)));
}

}  // namespace questproof
