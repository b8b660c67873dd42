// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "games/script/conditions.h"
#include "games/script/event_context.h"
#include "games/script/program.h"
#include "games/script/vocabulary.h"
#include "games/script/writes.h"

namespace questproof::script {

// Turns lists of actions into statements of the model. Handlers, procedures and loops are written
// out in place, so that a statement of the model never calls anything.
class Actions {
 public:
  explicit Actions(Program& program)
      : program_(program), conditions_(program), writes_(program, conditions_) {}

  // Appends the statements of a list. True when the list always ends the whole event, so that
  // nothing after it runs. `place` says which actions may stand in the list.
  bool lower(const std::vector<Item>& items, const Environment& environment, EventContext& context,
             Places place, std::vector<Statement>& out);

  // The change of scene as README.md tells it: OnExit, delays, dialogue, scene, OnEnter.
  void change_scene(std::size_t target, const SourceLocation& where, EventContext& context,
                    std::vector<Statement>& out);

  // The first half of it: OnExit and delays of the scene in which the player is.
  void leave_scene(const SourceLocation& where, EventContext& context, std::vector<Statement>& out);

  // The second half: OnEnter of a scene that the player has come to. True when it ends the event.
  bool enter_scene(std::size_t scene, const SourceLocation& where, EventContext& context,
                   std::vector<Statement>& out);

  // After a proposition: on to the first of `first`, the places around it, and so on, at which
  // something is on offer; else the end of the dialogue.
  void go_on_talking(std::optional<std::size_t> first, const SourceLocation& where,
                     EventContext& context, std::vector<Statement>& out);

  Condition is_on_offer(const PropositionInfo& proposition);

  Conditions& conditions() { return conditions_; }

 private:
  bool action(const Item& item, const Environment& environment, EventContext& context, Places place,
              std::vector<Statement>& out);
  bool system_action(Word word, const Item& item, const Environment& environment,
                     EventContext& context, std::vector<Statement>& out);

  bool match(const Item& item, const Environment& environment, EventContext& context, Places place,
             std::vector<Statement>& out);
  void choose(const Item& item, const Environment& environment, EventContext& context,
              std::vector<Statement>& out);
  void options(const std::vector<Item>& items, const Environment& environment,
               EventContext& context, Statement& statement,
               std::vector<EventContext::Talk>& afterwards);
  bool loop(const Item& item, const Environment& environment, EventContext& context, Places place,
            std::vector<Statement>& out);
  bool call(const Item& item, const Environment& environment, EventContext& context, Places place,
            std::vector<Statement>& out);
  bool call_procedure(const ProcedureInfo& procedure, const Item& item,
                      const Environment& environment, EventContext& context, Places place,
                      std::vector<Statement>& out);
  std::optional<Environment> bind_parameters(const ProcedureInfo& procedure, const Item& item,
                                             const Environment& environment);

  void delay(Word word, const Item& item, const Environment& environment, EventContext& context,
             std::vector<Statement>& out);
  void set_start(const Item& item, const Environment& environment, std::vector<Statement>& out);
  void end_game(Word word, const Item& item, EventContext& context, std::vector<Statement>& out);
  bool go_to_scene(const Item& item, const Environment& environment, EventContext& context,
                   std::vector<Statement>& out);
  void start_dialogue(const Item& item, const Environment& environment, EventContext& context,
                      std::vector<Statement>& out);
  void exit_dialogue(const Item& item, EventContext& context, std::vector<Statement>& out);
  bool back(const Item& item, EventContext& context, std::vector<Statement>& out);

  void leave_known_scene(std::size_t scene, const SourceLocation& where, EventContext& context,
                         std::vector<Statement>& out);

  void error(const SourceLocation& where, std::string message, std::string remedy = {});
  void stop_event(const SourceLocation& where, EventContext& context, std::vector<Statement>& out);
  static void stop(const SourceLocation& where, std::vector<Statement>& out);

  Program& program_;
  Conditions conditions_;
  Writes writes_;
};

}  // namespace questproof::script
