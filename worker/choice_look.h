// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "games/live/observation.h"
#include "worker/choice_task.h"

namespace questproof {

// All that a player of a game of choices sees of a state. Equal looks are what states are taken for
// equal by at first (choice_player.h).
struct ChoiceLook {
  std::string text;
  std::vector<std::string> choices;   // in the game's order; none at an end
  std::vector<std::string> repeated;  // those that are offered more than once: alike to read
  std::map<std::string, std::string> values;  // by value_name()
  bool over = false;
  bool shows_terrain = false;  // there may be somewhere to walk to
  std::string
      failure;  // the game broke here ("crash: exit code 3"): no ending, and nothing more to do
  bool operator==(const ChoiceLook&) const = default;

  // A proper ending.
  bool is_ending() const { return over && failure.empty(); }
  bool offers(const std::string& choice) const;
};

// In a game that offers nothing and is not over one can wait, and what can be used is a choice, too. A choice of
// the game that reads like one of these has one more prefix, so that no two choices share a name.
inline constexpr const char* kWaitChoice = "(wait)";
inline constexpr const char* kUsePrefix = "(use) ";
inline constexpr const char* kChoicePrefix = "(choice) ";
std::string choice_name(const std::string& text);

// "OBJECT.PROPERTY". No two values share a name: a dot or a backslash in the object's name has a backslash before it,
// and so has whatever else would read as a name that is given here: an object "view", a property "seen" or "blocks",
// a bracket at the beginning.
std::string value_name(const std::string& object, const std::string& property);

// With `whole` all that the view shows is a value: places, types and sizes, too. With `waits` one can wait where
// there are choices as well.
ChoiceLook look_of(const Observation& observation, const std::string& agent, bool whole = false,
                   bool waits = false);
ChoiceLook failed_look(const std::string& failure);
Action action_of_choice(const std::string& choice);

// "You wait. [Go on | Run]", cut to so many characters.
std::string short_text(const ChoiceLook& look, std::size_t characters);

// As names of states have it (choice_model.h).
inline constexpr std::size_t kShortText = 60;

// "story.gold 3 -> 4", or what differs in the texts or the choices.
std::string difference_text(const ChoiceLook& expected, const ChoiceLook& seen);

using LookId = std::uint32_t;

// Every look that was ever seen, once. With `by_text` looks that differ in their texts differ; without,
// only the first of the texts is kept. What the tasks are about always counts. With `waits` waiting is a choice
// wherever there are some.
class LookTable {
 public:
  LookTable(std::vector<ChoiceTask> tasks, bool by_text, bool waits = false);

  LookId intern(ChoiceLook look);

  const ChoiceLook& operator[](LookId id) const { return looks_[id].look; }
  // Whether the task holds in it.
  bool holds(LookId id, std::size_t task) const { return looks_[id].tasks[task]; }
  const std::vector<ChoiceTask>& tasks() const { return tasks_; }
  std::size_t size() const { return looks_.size(); }
  bool by_text() const { return by_text_; }
  bool waits() const { return waits_; }

 private:
  struct Entry {
    ChoiceLook look;
    std::vector<bool> tasks;
  };
  std::string key(const Entry& entry) const;

  std::vector<ChoiceTask> tasks_;
  bool by_text_ = true;
  bool waits_ = false;
  std::vector<Entry> looks_;
  std::unordered_map<std::string, LookId> ids_;
};

}  // namespace questproof
