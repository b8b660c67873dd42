// SPDX-License-Identifier: MIT
#include "coordinator/game.h"

#include "core/model/model_hash.h"
#include "core/model/reduce/reduce.h"

namespace questproof {
namespace {

GameModel keep_quest(GameModel model, std::optional<std::size_t> quest) {
  if (quest) model.quests = {model.quests.at(*quest)};
  return model;
}

ReductionOptions reduction_options(const std::string& text) {
  return parse_reductions(text == "auto" ? "default" : text);
}

ReducedModel reduced_model(const GameModel& model, const std::string& text, bool one_quest) {
  const ReductionOptions options = reduction_options(text);
  const bool none = options == parse_reductions("none");
  return one_quest && !none ? cone(model, QuestId{0}, options) : questproof::reduce(model, options);
}

}  // namespace

Game::Game(GameModel model, const std::string& reduce, std::optional<std::size_t> quest)
    : hash_(model_hash(model).to_hex()),
      reduce_(to_string(reduction_options(reduce))),
      written_(keep_quest(std::move(model), quest)),
      reduced_(reduced_model(written_, reduce, quest.has_value())),
      space_(std::make_unique<CompiledModel>(reduced_.model)) {}

Game::~Game() = default;

GameModel with_start(const GameModel& model, const Valuation& values) {
  GameModel result = model;
  result.variants = {{"the given state", values}};
  return result;
}

}  // namespace questproof
