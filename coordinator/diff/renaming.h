// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/game_model.h"

namespace questproof {

// What things of an old build are called in the new one. A name that both builds have means the same in
// both. Of the others
//
// 1. identifiers are matched: names are made of them ("SCENE_PIER/OnUse(ITEM_ROPE, ENTITY_CRAB)"), so
//    that a renamed item is one renaming and not one for each event that uses it. Two belong together
//    when most of the sentences (model_facts.h) in which the one stands are said of the other too;
// 2. then whole names of events, variables and quests, by what is said of them: an event that has moved
//    to another scene.
//
// The most similar first, until none shares half of what is said, with something in it that is said of no
// other candidate (or nearly all of it, where that is a lot). A plain value.
class Renaming {
 public:
  struct Entry {
    std::string kind;  // "variable", "item", "event", "scene", "quest", "value" or "name"
    std::string before;
    std::string after;
    std::size_t names = 0;  // of variables, events and quests that changed by it
    bool operator==(const Entry&) const = default;
  };

  Renaming() = default;  // nothing was renamed
  Renaming(const GameModel& before, const GameModel& after);

  // What an old name, or a text with old names in it, reads like in the new build.
  std::string event(const std::string& before) const { return whole(events_, before); }
  std::string variable(const std::string& before) const { return whole(variables_, before); }
  std::string quest(const std::string& before) const { return whole(quests_, before); }
  std::string text(std::string_view before) const;

  const std::vector<Entry>& entries() const { return entries_; }  // for people

 private:
  using Names = std::map<std::string, std::string>;

  std::string whole(const Names& names, const std::string& before) const;
  void match_tokens(const GameModel& before, const GameModel& after);
  void match_names(const GameModel& before, const GameModel& after);
  void list_entries(const GameModel& before);

  std::map<std::string, std::string, std::less<>> tokens_;
  Names events_;
  Names variables_;
  Names quests_;
  std::vector<Entry> entries_;
};

}  // namespace questproof
