// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/model/game_model.h"
#include "games/common/condition_result.h"

namespace questproof {

namespace script {
class FileProvider;
}

// A condition in the language of scripts (README.md, "Conditions"), about a game that is there
// already: with its constants, enumerations, named conditions, All and Any. Besides, what the
// language has no word for may be asked by the name that the model has for it, and walkthroughs
// show: `ITEM_ROPE == 1`, `Scene == SCENE_PIER`, `Dialogue == DIALOGUE_KEEPER`.
//
// The game's files (GameModel::source_files) are read again. Where that does not give the same
// variables - they have changed or are gone - only the names of the model are understood.
ConditionResult parse_script_condition(std::string_view text, const GameModel& model);
ConditionResult parse_script_condition(std::string_view text, const GameModel& model,
                                       const script::FileProvider& files);

}  // namespace questproof
