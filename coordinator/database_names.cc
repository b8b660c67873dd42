// SPDX-License-Identifier: MIT
#include "coordinator/database_names.h"

#include "coordinator/paths.h"
#include "coordinator/revision.h"

namespace questproof {

DatabaseIdentity database_identity(const Game& game, const CommandOptions& options) {
  DatabaseIdentity identity;
  identity.game_file = absolute_path(options.game_file);
  identity.settings = options.settings;
  identity.game_name = game.written().name;
  identity.model_hash = game.hash();
  identity.reduce = game.reduce();
  identity.quest = options.quest;
  identity.version = program_version();
  identity.revision = program_revision();
  return identity;
}

DatabaseSchema database_schema(const Game& game) {
  DatabaseSchema schema;
  const GameModel& searched = game.searched();
  for (std::uint32_t v = 0; v < searched.variables.size(); ++v) {
    schema.variables.push_back({searched.variables[v], game.layout().field(VariableId{v})});
    schema.variables.back().variable.where = {};
  }
  for (const Event& event : game.written().events) {
    schema.events.push_back({event.name, event.label, event.scene, event.trigger,
                             to_string(game.written(), event.where)});
  }
  for (const BranchInfo& branch : game.written().branches) {
    schema.branch_texts.push_back(branch.text);
  }
  for (const Quest& quest : searched.quests) {
    schema.quests.push_back({quest.name, quest.title, quest.main});
  }
  for (const Variant& variant : game.written().variants) schema.variants.push_back(variant.name);
  return schema;
}

}  // namespace questproof
