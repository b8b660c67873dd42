// SPDX-License-Identifier: MIT
#include "coordinator/game.h"

#include "core/model/interpreted_collapsed.h"
#include "core/model/interpreted_model.h"
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
      reduced_(reduced_model(written_, reduce, quest.has_value())) {
  if (reduction_options(reduce).free_moves) moves_ = find_free_moves(reduced_.model);
  if (moves_.empty()) {
    space_ = std::make_unique<CompiledModel>(reduced_.model);
  } else {
    collapsed_ = std::make_unique<CollapsedModel>(reduced_.model, moves_);
  }
}

Game::~Game() = default;

const StateSpace& Game::space() const {
  if (collapsed_) return *collapsed_;
  return *space_;
}

std::unique_ptr<StateSpace> Game::make_checker() const {
  if (collapsed_) return std::make_unique<InterpretedCollapsed>(*collapsed_);
  return std::make_unique<InterpretedModel>(*space_);
}

std::vector<Word> Game::packed(const Valuation& searched) const {
  std::vector<Word> state(layout().word_count(), 0);
  layout().pack(searched, state);
  if (collapsed_) collapsed_->canonicalise(state);
  return state;
}

GameModel with_start(const GameModel& model, const Valuation& values) {
  GameModel result = model;
  result.variants = {{"the given state", values}};
  return result;
}

}  // namespace questproof
