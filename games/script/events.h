// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "games/script/actions.h"
#include "games/script/event_context.h"
#include "games/script/program.h"

namespace questproof::script {

// What an event is made of before its actions are lowered.
struct EventHead {
  std::string name;
  std::string label;
  std::optional<std::size_t> scene;
  Trigger trigger = Trigger::kPlayer;
  SourceLocation where;
  std::vector<Condition> guard;
};

// Adds events to the model: one context for each, unique names, contents and branches entered.
class EventMaker {
 public:
  using Body = std::function<void(EventContext&, std::vector<Statement>&)>;

  explicit EventMaker(Program& program) : program_(program) {}

  // Reports a second event of the same name and leaves it out.
  void make(EventHead head, EventContext context, const Body& body);

  // That the game is not over; for events of the player and of chance also that no dialogue goes on.
  void add_usual_guard(EventHead& head, bool in_dialogue_too) const;

 private:
  Program& program_;
  std::set<std::string> names_;
};

// The second pass: handlers, exits, rules, maps and external variables become events.
void lower_events(Program& program, Actions& actions, EventMaker& maker);

// Removes a kStop behind which nothing would run anyway.
void drop_final_stops(std::vector<Statement>& body);

}  // namespace questproof::script
