// SPDX-License-Identifier: MIT
#include "games/script/system_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "games/script/declarer.h"

namespace questproof::script {
namespace {

bool mentions(const Item& item, std::string_view word) {
  if (item.head == word) return true;
  const auto inside = [&](const Item& part) { return mentions(part, word); };
  return std::any_of(item.block.begin(), item.block.end(), inside) ||
         std::any_of(item.alternatives.begin(), item.alternatives.end(), inside);
}

class SystemVariableMaker : private Declarer {
 public:
  explicit SystemVariableMaker(Program& program) : Declarer(program) {}
  void make() {
    SystemVariables& system = program_.system;
    if (!program_.scenes.empty()) system.scene = add_scene_variable();
    if (!program_.dialogues.empty()) system.dialogue = add_dialogue_variable();
    bool game_over = false;
    bool end_game = false;
    for (const auto& items : program_.sources.items) {
      for (const Item& item : items) {
        game_over = game_over || mentions(item, "GameOver");
        end_game = end_game || mentions(item, "EndGame");
      }
    }
    if (!game_over && !end_game) return;
    Variable ending;
    ending.name = "Ending";
    ending.kind = VariableKind::kInternal;
    ending.value_names = {"none"};
    if (game_over) {
      system.game_over = static_cast<Value>(ending.value_names.size());
      ending.value_names.emplace_back("game over");
    }
    if (end_game) {
      system.end_game = static_cast<Value>(ending.value_names.size());
      ending.value_names.emplace_back("the end");
    }
    ending.high = static_cast<Value>(ending.value_names.size()) - 1;
    system.ending = add_variable(std::move(ending), 0);
  }

 private:
  VariableId add_scene_variable() {
    Variable variable;
    variable.name = "Scene";
    variable.kind = VariableKind::kScene;
    for (const SceneInfo& scene : program_.scenes) variable.value_names.push_back(scene.name);
    variable.high = static_cast<Value>(program_.scenes.size()) - 1;
    if (!program_.start) {
      error(program_.scenes.front().where, "no Start says in which scene the game begins",
            "add Start(" + program_.scenes.front().name + ")");
      return add_variable(std::move(variable), 0);
    }
    const Symbol* start = expansion_.symbol(program_.start->item->arguments[0],
                                            program_.start->environment, SymbolKind::kScene);
    return add_variable(std::move(variable),
                        start == nullptr ? 0 : static_cast<Value>(start->index));
  }

  VariableId add_dialogue_variable() {
    Variable variable;
    variable.name = "Dialogue";
    variable.kind = VariableKind::kInternal;
    variable.value_names = {"none"};
    for (PlaceInfo& place : program_.places) {
      place.value = static_cast<Value>(variable.value_names.size());
      variable.value_names.push_back(place.name);
      const DialogueInfo& dialogue = program_.dialogues[place.dialogue];
      for (std::size_t step = 1; dialogue.is_puzzle && step < dialogue.order.size(); ++step) {
        variable.value_names.push_back(fmt::format("{} step {}", place.name, step));
      }
    }
    variable.high = static_cast<Value>(variable.value_names.size()) - 1;
    return add_variable(std::move(variable), 0);
  }
};

}  // namespace

void make_system_variables(Program& program) { SystemVariableMaker(program).make(); }

}  // namespace questproof::script
