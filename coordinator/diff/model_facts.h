// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// What a game says about one of its things, as short sentences in which names stand for themselves:
//
//   event SCENE_PIER/OnActivate(ENTITY_CRAB) when ITEM_ROPE == 1
//   event SCENE_PIER/OnActivate(ENTITY_CRAB) does ITEM_CRAB := 1
//   variable ITEM_ROPE item 0 .. 1 starts 0
//
// Two builds of a game are compared by them: things of which nearly the same is said under another
// name were renamed.
struct ModelFact {
  enum class Kind { kVariable, kEvent, kQuest, kContent };
  Kind kind = Kind::kVariable;
  std::string name;   // of the thing
  std::string about;  // the sentence without the thing itself: "when ITEM_ROPE == 1"
  bool operator==(const ModelFact&) const = default;

  std::string sentence() const;
};

std::vector<ModelFact> model_facts(const GameModel& model);

// The identifiers that names of the model are made of (of variables, values, events, scenes, quests,
// contents): sorted, each once.
std::vector<std::string> name_tokens(const GameModel& model);

// Hands on the text in pieces: identifiers, and what stands between them.
void for_each_token(std::string_view text,
                    const std::function<void(std::string_view piece, bool identifier)>& visit);

}  // namespace questproof
