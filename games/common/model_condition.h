// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/model/game_model.h"
#include "games/common/condition_result.h"

namespace questproof {

// Reads a condition over nothing but the names of a model: for kinds of games whose own language has
// no conditions, and for variables that a game's language has no word for.
//
//   condition  = all { "||" all }              all = one { "&&" one }
//   one        = "!" one | "(" condition ")" | comparison
//   comparison = side [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) side ]
//   side       = a number | a name
//
// A name is a variable, or a value of the variable on the other side. It ends at a blank or an
// operator; a bracket that follows it directly belongs to it with all up to the bracket's end, as in
// `DOOR[A, B]` and `Said(KEEPER/ASK)`. Any other name stands between quotation marks. A variable of
// two values may stand alone and means that it is 1; `true` and `false` are its values 1 and 0.
// Two variables may be compared when their values are numbers, or have the same names.
//
// An unknown name is an error that names the nearest one; so is a value outside the domain.
ConditionResult parse_model_condition(std::string_view text, const GameModel& model);

}  // namespace questproof
