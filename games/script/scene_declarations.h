// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "games/script/declarer.h"
#include "games/script/placement.h"

namespace questproof::script {

// Scenes and what is in them: entities, delays, handlers. What only has an effect is collected.
class SceneDeclarations : private Declarer {
 public:
  explicit SceneDeclarations(Program& program) : Declarer(program) {}

  void declare_scene(const Scoped& source);

 private:
  void scene_items(const std::vector<Item>& items, const Environment& environment,
                   std::size_t scene);
  void scene_item(Word word, const Scoped& source, std::size_t scene);
  void set_handler(std::optional<Scoped>& handler, const Scoped& source);
  void declare_entity(const Item& item, const Environment& environment, std::size_t scene);
  void declare_delay(const Scoped& source, std::size_t scene);
};

}  // namespace questproof::script
