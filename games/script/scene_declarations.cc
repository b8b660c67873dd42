// SPDX-License-Identifier: MIT
#include "games/script/scene_declarations.h"

#include <fmt/format.h>

#include <utility>

#include "games/script/dialogue_declarations.h"

namespace questproof::script {

void SceneDeclarations::declare_scene(const Scoped& source) {
  const Item& item = *source.item;
  const MixedArguments arguments = sort_arguments(program_, item, 1, {}, 0);
  const std::size_t index = program_.scenes.size();
  const Symbol* symbol = declare(item, source.environment, of_kind(SymbolKind::kScene, index));
  if (symbol == nullptr) return;
  SceneInfo info;
  info.name = symbol->name;
  info.label = arguments.label.value_or(label_from_name(symbol->name));
  info.where = symbol->where;
  info.loop_names = source.environment.size();
  info.content = add_content("scene", info.name, info.where);
  program_.scenes.push_back(std::move(info));
  scene_items(item.block, source.environment, index);
}

void SceneDeclarations::scene_items(const std::vector<Item>& items, const Environment& environment,
                                    std::size_t scene) {
  for (const Item& item : items) {
    if (const std::optional<Word> word = accept(program_, item, kInScene)) {
      scene_item(*word, {&item, environment}, scene);
    }
  }
}

void SceneDeclarations::scene_item(Word word, const Scoped& source, std::size_t scene) {
  const Item& item = *source.item;
  switch (word) {
    case Word::kForEach:
      expansion_.for_each(item.arguments, item.where, source.environment,
                          [&](const Environment& inner) { scene_items(item.block, inner, scene); });
      break;
    case Word::kEntity: declare_entity(item, source.environment, scene); break;
    case Word::kNoMap: program_.scenes[scene].no_map = true; break;
    case Word::kOnEnter: set_handler(program_.scenes[scene].on_enter, source); break;
    case Word::kOnExit: set_handler(program_.scenes[scene].on_exit, source); break;
    case Word::kDialogue:
    case Word::kPuzzle: declare_dialogue(program_, source, scene); break;
    case Word::kOnDelay: declare_delay(source, scene); break;
    default: program_.events.push_back({source, scene}); break;
  }
}

void SceneDeclarations::set_handler(std::optional<Scoped>& handler, const Scoped& source) {
  if (handler) {
    error(source.item->where, fmt::format("a second {} in this scene", source.item->head),
          "write both into one");
  }
  handler = source;
}

void SceneDeclarations::declare_entity(const Item& item, const Environment& environment,
                                       std::size_t scene) {
  const MixedArguments arguments =
      sort_arguments(program_, item, 1, {{"visible", "hidden"}, {"interactive", "inert"}}, 0);
  const Symbol* symbol =
      declare(item, environment, of_kind(SymbolKind::kEntity, program_.entities.size()));
  if (symbol == nullptr) return;
  EntityInfo info;
  info.name = symbol->name;
  info.label = arguments.label.value_or(label_from_name(symbol->name));
  info.scene = scene;
  info.visible = add_flag("IsVisible(" + info.name + ")", VariableKind::kEntityVisible,
                          symbol->where, !arguments.has("hidden"));
  info.interactive = add_flag("IsInteractive(" + info.name + ")", VariableKind::kEntityInteractive,
                              symbol->where, !arguments.has("inert"));
  info.content = add_content("entity", info.name, symbol->where);
  program_.entities.push_back(std::move(info));
}

void SceneDeclarations::declare_delay(const Scoped& source, std::size_t scene) {
  const std::size_t index = program_.delays.size();
  const Symbol* symbol =
      declare(*source.item, source.environment, of_kind(SymbolKind::kDelay, index));
  if (symbol == nullptr) return;
  DelayInfo info;
  info.name = symbol->name;
  info.where = symbol->where;
  info.scene = scene;
  info.pending =
      add_flag("IsPending(" + info.name + ")", VariableKind::kInternal, symbol->where, false);
  program_.delays.push_back(std::move(info));
  program_.scenes[scene].delays.push_back(index);
  program_.events.push_back({source, scene});
}

}  // namespace questproof::script
