// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "coordinator/options.h"
#include "coordinator/walkthrough.h"
#include "core/model/game_model.h"
#include "core/search/profile.h"

namespace questproof {

// Pieces that several JSON outputs share; the keys are documented in coordinator/README.md.

// {"variant", "start", "length", "steps": [{"event", "label", "scene", "trigger", "branches", "chance", "where",
// "changes": [{"variable", "from", "to"}]}]}
nlohmann::ordered_json walkthrough_json(const GameModel& model, const Walkthrough& walkthrough);

// {"variable": ..., "from": ..., "to": ...}, values as people know them
nlohmann::ordered_json change_json(const GameModel& model, const Change& change);

// {"states", "transitions", "deadlocks", "fingerprint_sum", "states_per_level"}
nlohmann::ordered_json profile_json(const Profile& profile);

// The options that shape results of the command, by their long names.
nlohmann::ordered_json options_json(const CommandOptions& options);

// The document as it is printed and written. Bytes that are not UTF-8 (a script's texts and the names of
// files may hold them) become U+FFFD, so that the text is valid JSON whatever the game holds.
std::string json_text(const nlohmann::ordered_json& document);

}  // namespace questproof
