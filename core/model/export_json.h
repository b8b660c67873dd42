// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/model/game_model.h"

namespace questproof {

// The whole model as JSON, for other programs. Lists are in the order of the model, and positions in
// them (counted from 0) are the ids that the rest of the document uses.
//
//   document   {"format": "questproof-model", "version": 1, "name": text, "source_files": [text],
//               "variables": [variable], "variants": [{"name": text, "values": [integer]}],
//               "events": [event], "branches": [{"event": id, "where": where, "text": text}],
//               "quests": [quest], "contents": [content]}
//   variable   {"name": text, "kind": "variable" | "item" | "scene" | "entity-visible" |
//               "entity-interactive" | "internal" | "position", "low": integer,
//               "high": integer, "value_names": [text], "where": where}
//   event      {"name": text, "label": text, "scene": text, "trigger": "player" | "delay" | "chance" |
//               "external", "where": where, "branch": id, "guard": condition, "body": [statement]}
//   condition  true | false | {"all": [condition]} | {"any": [condition]} | {"not": condition} |
//              {"compare": "==" | "!=" | "<" | "<=" | ">" | ">=", "left": term, "right": term}
//   term       integer | {"variable": id}
//   statement  {"do": "assign" | "add" | "subtract", "target": id, "value": term,
//               "overflow": "saturate" | "wrap" | "error", "where": where} |
//              {"do": "if" | "choose", "branches": [{"branch": id, "condition": condition,
//               "body": [statement]}], "where": where} |
//              {"do": "stop", "where": where}
//   quest      {"name": text, "title": text, "main": boolean, "where": where, "open": condition,
//               "done": condition, "failed": condition}
//   content    {"kind": text, "name": text, "where": where, "sites": [id of a branch],
//               "at_start": boolean}
//   where      null | {"file": position in source_files, "line": integer, "column": integer}
std::string to_json(const GameModel& model);

}  // namespace questproof
