// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/model/game_model.h"
#include "games/common/diagnostics.h"
#include "games/script/source.h"
#include "games/script/symbols.h"
#include "games/script/syntax.h"

namespace questproof::script {

// What the name of a loop or a parameter stands for.
struct LoopValue {
  bool is_name = false;
  std::string name;         // when is_name
  std::int64_t number = 0;  // when not
};
using Environment = std::vector<std::pair<std::string, LoopValue>>;

// A piece of the syntax tree and what the loop names in it stand for.
struct Scoped {
  const Item* item = nullptr;
  Environment environment;
};

struct EnumerationInfo {
  std::string name;
  std::vector<std::string> values;
};

struct SceneInfo {
  std::string name;
  std::string label;
  SourceLocation where;
  bool no_map = false;
  std::optional<Scoped> on_enter;
  std::optional<Scoped> on_exit;
  std::vector<std::size_t> delays;  // into Program::delays
  std::size_t loop_names = 0;       // length of the environment around the scene
  std::size_t content = 0;          // into GameModel::contents, here and below
};

struct EntityInfo {
  std::string name;
  std::string label;
  std::size_t scene = 0;
  VariableId visible;
  VariableId interactive;
  std::size_t content = 0;
};

struct DelayInfo {
  std::string name;
  SourceLocation where;
  std::size_t scene = 0;
  VariableId pending;
  bool started = false;  // some StartDelay names it
};

struct ItemInfo {
  std::string label;
  std::size_t content = 0;
};

struct PropositionInfo {
  std::string name;
  std::string label;
  Scoped source;
  const Expression* condition = nullptr;  // none: always
  bool once = false;
  VariableId said;                       // when once
  std::size_t place = 0;                 // at which it is on offer; into Program::places
  std::optional<std::size_t> own_place;  // where its nested propositions are on offer
  std::size_t content = 0;
};

// Where a dialogue can stand: one value of the variable Dialogue (a puzzle: one for each step).
struct PlaceInfo {
  std::string name;
  std::size_t dialogue = 0;
  std::optional<std::size_t> parent;
  std::vector<std::size_t> offers;  // into Program::propositions
  Value value = 0;
};

struct DialogueInfo {
  std::string name;
  std::string label;
  SourceLocation where;
  std::optional<std::size_t> scene;  // in which it stands
  std::size_t first_place = 0;       // into Program::places, followed by its others
  std::size_t place_count = 1;
  std::vector<std::size_t> propositions;  // into Program::propositions
  std::size_t content = 0;
  bool started = false;
  std::vector<std::pair<std::size_t, SourceLocation>> starts;  // other dialogues

  bool is_puzzle = false;
  bool no_leave = false;
  std::vector<std::size_t> order;  // into Program::propositions
  std::optional<Scoped> on_solved;
  std::optional<Scoped> on_wrong;
};

struct PresentationInfo {
  std::vector<std::string> kinds;
};

struct NamedCondition {
  const Expression* expression = nullptr;
  Environment environment;
};

struct ProcedureInfo {
  const Item* item = nullptr;
  std::vector<std::string> parameters;
};

// A handler, exit or rule, in the order of the files.
struct EventSource {
  Scoped source;
  std::optional<std::size_t> scene;
};

// The variables that the language itself needs, where it needs them.
struct SystemVariables {
  std::optional<VariableId> scene;     // when there are scenes
  std::optional<VariableId> dialogue;  // when there are dialogues; 0 means none
  std::optional<VariableId> ending;    // when the game can end; 0 means not yet
  Value game_over = 0;                 // values of ending; 0: not used
  Value end_game = 0;
};

// Thrown when a game is too large once its repetitions are written out; caught by the front end.
struct GameTooLarge {
  SourceLocation where;
};

// A game on its way from syntax to model. The passes fill it in this order: declarations (names and
// variables), events, beginnings; after that the model is complete.
struct Program {
  Program(SourceSet source_set, Diagnostics& where_to_report)
      : sources(std::move(source_set)), diagnostics(where_to_report) {
    model.source_files = sources.paths;
  }

  SourceSet sources;
  Diagnostics& diagnostics;
  SymbolTable symbols;
  GameModel model;
  Valuation initial;  // of the variables, before variants
  SystemVariables system;

  std::vector<EnumerationInfo> enumerations;
  std::vector<ItemInfo> items;  // Symbol::index of items
  std::vector<SceneInfo> scenes;
  std::vector<EntityInfo> entities;
  std::vector<DelayInfo> delays;
  std::vector<PropositionInfo> propositions;
  std::vector<PlaceInfo> places;
  std::vector<DialogueInfo> dialogues;
  std::vector<PresentationInfo> presentations;
  std::vector<NamedCondition> conditions;
  std::vector<ProcedureInfo> procedures;
  std::unordered_map<std::string, SourceLocation> presentation_kinds;

  std::vector<EventSource> events;
  std::vector<Scoped> maps;
  std::vector<Scoped> quests;
  std::vector<Scoped> variants;
  std::vector<std::pair<VariableId, SourceLocation>> externals;
  std::optional<Scoped> start;

  std::map<SourceLocation, std::size_t> endings;  // contents, by the action that ends the game

  std::set<std::string> procedures_called;

  // Names that were used before all declarations were known; checked at the end of the pass.
  std::set<std::pair<std::string, SourceLocation>> names_to_check;
  std::set<std::pair<std::string, SourceLocation>> loop_names;

  // Counts what repetitions write out. Throws GameTooLarge beyond the limit.
  static constexpr std::size_t kMaximumWork = 2'000'000;
  void spend(std::size_t work, const SourceLocation& where) {
    work_ += work;
    if (work_ > kMaximumWork) throw GameTooLarge{where};
  }

 private:
  std::size_t work_ = 0;
};

// An expression as it was written, on one line.
std::string source_text(const Program& program, const Expression& expression);

// What people read when a name has no label: "ITEM_OLD_ROPE" gives "old rope".
std::string label_from_name(const std::string& name);

}  // namespace questproof::script
