// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "coordinator/console.h"
#include "coordinator/options.h"
#include "core/base/exit_code.h"
#include "games/live/live_game.h"
#include "worker/choice_player.h"

namespace questproof {

// Whether the game offers choices, or is over at once, and shows no terrain. False also when it cannot be begun.
bool offers_choices(LiveGame& game, std::uint64_t seed);

// `agent run` on a game of choices (worker/choice_player.h).
ExitCode run_choice_agent(const CommandOptions& options, LiveGame& game, Console& console);

// What `agent run` and `agent loop` show of what was learned.
ChoicePlayerOptions choice_options(const CommandOptions& options);
nlohmann::ordered_json choice_graph_json(const ChoiceGraph& graph, const LookTable& looks,
                                         const ChoiceResult& result);
std::string conflicts_text(const ChoiceGraph& graph, const Console& console);

}  // namespace questproof
