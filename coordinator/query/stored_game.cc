// SPDX-License-Identifier: MIT
#include "coordinator/query/stored_game.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "coordinator/load_model.h"
#include "coordinator/replay.h"
#include "coordinator/state_text.h"
#include "core/base/check.h"
#include "core/base/error.h"
#include "core/model/model_hash.h"
#include "core/search/trace_finder.h"
#include "games/common/nearest_name.h"
#include "games/registry.h"

namespace questproof {
namespace {

// "file:line:column" as a place; no place when it is anything else.
class Places {
 public:
  explicit Places(std::vector<std::string>& files) : files_(files) {}

  SourceLocation read(std::string_view text) {
    SourceLocation where;
    where.column = take_number(text);
    where.line = take_number(text);
    if (where.line == 0 || where.column == 0) return {};
    const auto [found, fresh] =
        numbers_.emplace(std::string(text), static_cast<std::uint32_t>(files_.size()));
    if (fresh) files_.emplace_back(text);
    where.file = found->second;
    return where;
  }

 private:
  // The digits at the end, with the colon before them.
  static std::uint32_t take_number(std::string_view& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos) return 0;
    std::uint32_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data() + colon + 1, end, number);
    if (problem != std::errc{} || stopped != end) return 0;
    text.remove_suffix(text.size() - colon);
    return number;
  }

  std::vector<std::string>& files_;
  std::map<std::string, std::uint32_t> numbers_;
};

template <typename Named>
std::size_t find_name(const std::vector<Named>& list, const std::string& name, const char* what) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].name == name) return i;
    names.push_back(list[i].name);
  }
  throw Error(Error::Kind::kUsage, fmt::format("there is no {} '{}' in this run{}", what, name,
                                               did_you_mean(name, names)));
}

bool same_field(const StateLayout::Field& a, const StateLayout::Field& b) {
  return a.bits == b.bits && a.low == b.low &&
         (a.bits == 0 || (a.word == b.word && a.shift == b.shift));
}

// Whether states and labels of the store mean the same in the game as this program compiles it.
bool fits(const DatabaseSchema& schema, const Game& game) {
  if (schema.variables.size() != game.searched().variables.size() ||
      schema.labels.size() != game.space().label_count() ||
      schema.quests.size() != game.written().quests.size()) {
    return false;
  }
  for (std::uint32_t v = 0; v < schema.variables.size(); ++v) {
    if (!same_field(schema.variables[v].field, game.layout().field(VariableId{v}))) return false;
  }
  for (std::size_t label = 0; label < schema.labels.size(); ++label) {
    const TransitionLabel& ours = game.space().label(label);
    if (ours.event != schema.labels[label].event) return false;
    if (ours.branches != schema.labels[label].branches) return false;
  }
  return true;
}

std::string first_error(const LoadResult& loaded) {
  const auto error = std::find_if(
      loaded.diagnostics.begin(), loaded.diagnostics.end(),
      [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::kError; });
  return error == loaded.diagnostics.end() ? "it has no model" : to_string(*error);
}

}  // namespace

GameModel known_model(const DatabaseIdentity& identity, const DatabaseSchema& schema) {
  GameModel model;
  model.name = identity.game_name;
  for (const DatabaseSchema::StoredVariable& stored : schema.variables) {
    model.variables.push_back(stored.variable);
    model.variables.back().where = {};
  }
  Places places(model.source_files);
  for (const DatabaseSchema::StoredEvent& stored : schema.events) {
    Event event;
    event.name = stored.name;
    event.label = stored.label;
    event.scene = stored.scene;
    event.trigger = stored.trigger;
    event.where = places.read(stored.where);
    model.events.push_back(std::move(event));
  }
  for (const std::string& text : schema.branch_texts) model.branches.push_back({{}, {}, text});
  for (const DatabaseSchema::StoredQuest& stored : schema.quests) {
    Quest quest;
    quest.name = stored.name;
    quest.title = stored.title;
    quest.main = stored.main;
    model.quests.push_back(std::move(quest));
  }
  for (std::size_t i = 0; i < schema.variants.size(); ++i) {
    Variant variant{schema.variants[i], {}};
    const StateView state =
        StateView(schema.initial_states).subspan(i * schema.word_count(), schema.word_count());
    for (std::size_t v = 0; v < schema.variables.size(); ++v) {
      variant.values.push_back(schema.value(state, v));
    }
    model.variants.push_back(std::move(variant));
  }
  return model;
}

StoredGame::StoredGame(const StateDatabase& database, std::optional<GameModel> game,
                       std::string trouble)
    : database_(database),
      trouble_(std::move(trouble)),
      known_(known_model(database.identity(), database.schema())) {
  if (game) take(std::move(*game));
  learn_what_is_kept();
}

StoredGame StoredGame::load(const StateDatabase& database, const std::string& game_file) {
  const std::string& path = game_file.empty() ? database.identity().game_file : game_file;
  LoadResult loaded = load_game(path, parse_settings(database.identity().settings));
  if (loaded.model) return StoredGame(database, std::move(*loaded.model), "");
  return StoredGame(database, std::nullopt,
                    fmt::format("the game cannot be read from {} ({}); answers come from the store "
                                "alone. If it has moved, say --game FILE",
                                path, first_error(loaded)));
}

void StoredGame::take(GameModel game) {
  const DatabaseIdentity& identity = database_.identity();
  if (model_hash(game).to_hex() != identity.model_hash) {
    trouble_ =
        "the game has changed since this run; answers are about the game as it was, from the "
        "store alone. For the game as it is now, certify it again";
    return;
  }
  std::optional<std::size_t> only;
  if (!identity.quest.empty()) only = find_quest(game, identity.quest);
  auto made = std::make_unique<Game>(std::move(game), identity.reduce, only);
  if (!fits(schema(), *made)) {
    trouble_ = fmt::format(
        "this store was made by version {} of the program, which stored states in another form; "
        "answers come from the store alone. To ask more, certify the game again",
        identity.version);
    return;
  }
  game_ = std::move(made);
}

void StoredGame::learn_what_is_kept() {
  const bool all = game_ ? !game_->is_reduced() : database_.identity().reduce == "none";
  keeps_values_.assign(schema().variables.size(), all || game_);
  if (!game_) return;
  for (const FreeMoves::Walker& walker : game_->moves().walkers) {  // anywhere in a region
    keeps_values_[walker.position.index] = false;
  }
  if (all) return;
  for (const ReducedModel::Note& note : game_->reduced().notes) {
    if (!note.keeps_values) keeps_values_[note.variable.index] = false;
  }
}

Valuation StoredGame::values(StateView state) const {
  Valuation values;
  for (std::size_t v = 0; v < schema().variables.size(); ++v) {
    values.push_back(schema().value(state, v));
  }
  return values;
}

Walkthrough StoredGame::walkthrough(const Trace& trace, const Replayer::Claim& claim,
                                    Replayer::End end) const {
  if (game_) return Replayer(*game_).replay(trace, claim, end);
  const std::size_t words = schema().word_count();
  const StateView states(trace.states);
  Walkthrough walkthrough{
      trace.variant, variant_text(known_, trace.variant), values(states.subspan(0, words)), {}};
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    walkthrough.steps.push_back({trace.steps[i], values(states.subspan((i + 1) * words, words))});
  }
  return walkthrough;
}

Trace StoredGame::with_step(Trace trace, std::uint32_t label) const {
  const StateSpace& space = game_->space();
  const std::size_t words = space.word_count();
  std::vector<Word> columns(words * kBlockPadding, 0);
  for (std::size_t w = 0; w < words; ++w) {
    columns[w * kBlockPadding] = trace.states[trace.states.size() - words + w];
  }
  SuccessorBlock successors;
  std::vector<std::uint64_t> enabled(space.label_count());
  space.make_expander()->expand({columns.data(), kBlockPadding, 1}, successors, enabled);
  std::vector<Word> best;
  for (const SuccessorBlock::Run& run : successors.runs) {
    if (run.label != label) continue;
    for (std::size_t i = run.begin; i < run.end; ++i) {
      std::vector<Word> state(words);
      for (std::size_t w = 0; w < words; ++w) {
        state[w] = successors.words[w * successors.stride + i];
      }
      if (best.empty() || state < best) best = std::move(state);
    }
  }
  QUEST_CHECK(!best.empty());
  append_step(trace, space.label(label), best);
  return trace;
}

std::size_t StoredGame::quest(const std::string& name) const {
  return find_name(schema().quests, name, "quest");
}

std::size_t StoredGame::event(const std::string& name) const {
  return find_name(schema().events, name, "event");
}

std::vector<std::size_t> StoredGame::quests(const std::string& name) const {
  if (!name.empty()) return {quest(name)};
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < schema().quests.size(); ++i) all.push_back(i);
  return all;
}

}  // namespace questproof
