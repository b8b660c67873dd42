// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/model/game_model.h"
#include "core/search/trace.h"

namespace questproof {

// A state of a game as a person gives it, or as `play` saves it.
struct GivenState {
  std::string name;         // for people: "variant 'by night'", "the given state"
  std::size_t variant = 0;  // that it began from
  Valuation values;
  std::vector<Step> history;  // how it was played, from the variant; empty when not known
};

// Reads what --from and --state take:
// - "" is the start of the variant;
// - "ITEM_ROPE=2,Scene=SCENE_PIER" is the start with some variables changed; commas inside
//   brackets do not separate, and a value is a number or one of the variable's names for values;
// - anything without '=' is the name of a file that `play` saved (see state_json()).
// `variant` names the variant, "" the first. Throws Error of kind kInput that names what is unknown,
// the nearest name, and the domain of a value outside.
GivenState read_state(const GameModel& model, const std::string& text, const std::string& variant);

// The same from the contents of a saved file; `path` is for messages.
GivenState parse_saved_state(const GameModel& model, const std::string& contents,
                             const std::string& path);

// A saved file: {"schema": "questproof/state", "version": 1, "game": ..., "variant": ...,
// "values": {VARIABLE: value, ...}, "history": [{"event": ..., "branches": [...]}, ...]}.
// Variables that are not listed have the value of the variant's start.
std::string state_json(const GameModel& model, const GivenState& state);

// The positions of names; throw Error of kind kInput with the nearest name. `find_quest` with
// kind kUsage, since a quest is named on the command line only; there a part of a name will do, in
// upper or lower case, when it stands in no other quest's.
std::size_t find_variant(const GameModel& model, const std::string& name);
std::size_t find_quest(const GameModel& model, const std::string& name);

std::string variant_text(const GameModel& model, std::size_t variant);

}  // namespace questproof
