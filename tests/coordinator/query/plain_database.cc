// SPDX-License-Identifier: MIT
#include "tests/coordinator/query/plain_database.h"

#include <algorithm>
#include <deque>
#include <tuple>

#include "core/base/check.h"
#include "core/base/error.h"
#include "core/model/model_hash.h"
#include "core/search/certify.h"
#include "core/search/trace_finder.h"

namespace questproof::testing_support {
namespace {

using State = std::vector<Word>;

struct Edge {
  State source;
  std::uint32_t label;
  State target;
};

std::vector<Edge> edges_from(const StateSpace& space, Expander& expander, const State& state,
                             std::vector<std::uint64_t>& enabled) {
  const std::size_t stride = kBlockPadding;
  std::vector<Word> columns(space.word_count() * stride, 0);
  for (std::size_t w = 0; w < space.word_count(); ++w) columns[w * stride] = state[w];
  SuccessorBlock successors;
  expander.expand({columns.data(), stride, 1}, successors, enabled);
  std::vector<Edge> edges;
  for (const SuccessorBlock::Run& run : successors.runs) {
    for (std::size_t i = run.begin; i < run.end; ++i) {
      State target(space.word_count());
      for (std::size_t w = 0; w < target.size(); ++w) {
        target[w] = successors.words[w * successors.stride + i];
      }
      edges.push_back({state, run.label, std::move(target)});
    }
  }
  return edges;
}

// done and pending of one quest.
std::pair<bool, bool> judge(const StateSpace& space, const State& state, std::size_t quest) {
  const std::size_t stride = kBlockPadding;
  std::vector<Word> columns(space.word_count() * stride, 0);
  for (std::size_t w = 0; w < space.word_count(); ++w) columns[w * stride] = state[w];
  std::vector<std::uint64_t> done(1), pending(1);
  space.evaluate_quests({columns.data(), stride, 1}, quest / 64, done, pending);
  return {(done[0] >> (quest % 64) & 1) != 0, (pending[0] >> (quest % 64) & 1) != 0};
}

Sighting last_of(const Trace& trace, std::size_t words) {
  Sighting sighting;
  sighting.level = static_cast<std::uint32_t>(trace.steps.size());
  sighting.state.assign(trace.states.end() - static_cast<std::ptrdiff_t>(words),
                        trace.states.end());
  return sighting;
}

}  // namespace

DatabaseIdentity identity_of(const Game& game, std::string game_file) {
  DatabaseIdentity identity;
  identity.game_file = std::move(game_file);
  identity.game_name = game.written().name;
  identity.model_hash = game.hash();
  identity.reduce = game.reduce();
  identity.version = "0.0";
  return identity;
}

DatabaseSchema schema_of(const Game& game) {
  const GameModel& model = game.written();
  DatabaseSchema schema;
  for (std::size_t w = 0; w < game.space().word_count(); ++w) {
    schema.word_bits.push_back(static_cast<std::uint32_t>(game.space().word_bits(w)));
  }
  for (std::uint32_t v = 0; v < model.variables.size(); ++v) {
    schema.variables.push_back({game.searched().variables[v], game.layout().field(VariableId{v})});
  }
  for (const Event& event : model.events) {
    schema.events.push_back(
        {event.name, event.label, event.scene, event.trigger, to_string(model, event.where)});
  }
  for (const BranchInfo& branch : model.branches) schema.branch_texts.push_back(branch.text);
  for (std::size_t label = 0; label < game.space().label_count(); ++label) {
    schema.labels.push_back(game.space().label(label));
  }
  for (const Quest& quest : model.quests) {
    schema.quests.push_back({quest.name, quest.title, quest.main});
  }
  for (const Variant& variant : model.variants) schema.variants.push_back(variant.name);
  schema.initial_states = game.space().initial_states();
  return schema;
}

PlainDatabase::PlainDatabase(const Game& game, std::string game_file)
    : identity_(identity_of(game, std::move(game_file))), schema_(schema_of(game)) {
  explore(game);
  take_figures(game);
}

// Level by level; of all ways to a state the smallest event, outcome, parent.
void PlainDatabase::explore(const Game& game) {
  const StateSpace& space = game.space();
  const auto expander = space.make_expander();
  std::vector<std::uint64_t> enabled(space.label_count(), 0);
  figures_.labels.resize(space.label_count());
  std::vector<State> level;
  std::vector<Edge> all;
  for (std::size_t row = 0; row < schema_.initial_states.size(); row += space.word_count()) {
    State state(
        schema_.initial_states.begin() + static_cast<std::ptrdiff_t>(row),
        schema_.initial_states.begin() + static_cast<std::ptrdiff_t>(row + space.word_count()));
    if (records_.emplace(state, StateRecord{}).second) level.push_back(std::move(state));
  }
  for (std::uint32_t depth = 0; !level.empty(); ++depth) {
    std::map<State, Edge> fresh;
    for (const State& state : level) {
      for (const Edge& edge : edges_from(space, *expander, state, enabled)) {
        all.push_back(edge);
        StoredLabelFigures& label = figures_.labels[edge.label];
        ++label.transitions;
        Sighting::keep(label.first, depth, state);
        if (records_.count(edge.target) != 0) continue;
        const auto [known, is_new] = fresh.emplace(edge.target, edge);
        const auto rank = [&](const Edge& e) {
          const TransitionLabel& of = space.label(e.label);
          return std::tuple(of.event.index, of.outcome, e.source);
        };
        if (!is_new && rank(edge) < rank(known->second)) known->second = edge;
      }
    }
    level.clear();
    for (const auto& [state, edge] : fresh) {
      records_[state] = {depth + 1, edge.label, edge.source, {}};
      level.push_back(state);
    }
  }
  for (std::size_t label = 0; label < enabled.size(); ++label) {
    figures_.labels[label].enabled = enabled[label];
  }
  // Distances: as long as any becomes smaller.
  for (std::size_t q = 0; q < space.quest_count(); ++q) {
    for (auto& [state, record] : records_) {
      const auto [done, pending] = judge(space, state, q);
      record.distances.push_back(done ? 0 : pending ? kBlockedDistance : kLostDistance);
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const Edge& edge : all) {
        const std::uint32_t after = records_.at(edge.target).distances[q];
        std::uint32_t& before = records_.at(edge.source).distances[q];
        if (!is_live(after) || (is_live(before) && before <= after + 1)) continue;
        before = after + 1;
        changed = true;
      }
    }
  }
}

void PlainDatabase::take_figures(const Game& game) {
  SearchOptions options;
  options.threads = 1;
  const Certification found = certify(game.space(), nullptr, options);
  const std::size_t words = game.space().word_count();
  figures_.verdict = found.verdict;
  figures_.verified = found.verified;
  figures_.profile = found.profile;
  QUEST_CHECK(found.profile.states == records_.size());
  for (std::size_t q = 0; q < found.quests.size(); ++q) {
    const QuestResult& quest = found.quests[q];
    StoredQuestFigures figures;
    figures.verdict = quest.verdict;
    figures.done_states = quest.done_states;
    figures.pending_states = quest.pending_states;
    figures.blocked_states = quest.blocked_states;
    figures.initial_blocked = quest.initial_blocked;
    if (quest.completion) figures.first_done = last_of(*quest.completion, words);
    if (quest.counterexample) figures.first_blocked = last_of(*quest.counterexample, words);
    if (quest.farthest) figures.farthest = last_of(*quest.farthest, words);
    figures.farthest_distance = quest.farthest_distance;
    figures.fatal_transitions = quest.fatal_transitions;
    const std::size_t levels = found.profile.states_per_level.size();
    figures.done_per_level.resize(levels);
    figures.blocked_per_level.resize(levels);
    figures.lost_per_level.resize(levels);
    for (const auto& [state, record] : records_) {
      const std::uint32_t distance = record.distances[q];
      figures.done_per_level[record.depth] += distance == 0;
      figures.blocked_per_level[record.depth] += distance == kBlockedDistance;
      figures.lost_per_level[record.depth] += distance == kLostDistance;
      figures.lost_states += distance == kLostDistance;
    }
    for (const FatalEvent& event : quest.fatal_events) {
      FatalFigures fatal;
      for (std::uint32_t label = 0; label < schema_.labels.size(); ++label) {
        const TransitionLabel& which = schema_.labels[label];
        if (which.event == event.event && which.branches == event.branches && !which.fault) {
          fatal.label = label;
        }
      }
      fatal.count = event.count;
      const std::vector<Word>& states = event.shortest.states;
      const auto end = states.end();
      const auto step = static_cast<std::ptrdiff_t>(words);
      fatal.source.assign(end - 2 * step, end - step);
      fatal.destination.assign(end - step, end);
      figures.fatal.push_back(std::move(fatal));
    }
    if (quest.random_play) {
      const RandomPlay& play = *quest.random_play;
      figures.random_play = RandomPlayFigures{
          play.stuck_probability,     play.expected_events, play.exact,     play.standard_error,
          play.events_standard_error, play.samples,         play.unfinished};
    }
    figures_.quests.push_back(std::move(figures));
  }
}

std::optional<StateRecord> PlainDatabase::find(StateView state) const {
  const auto found = records_.find(State(state.begin(), state.end()));
  if (found == records_.end()) return std::nullopt;
  return found->second;
}

Trace PlainDatabase::path_to(StateView state) const {
  State here(state.begin(), state.end());
  if (records_.count(here) == 0) throw Error(Error::Kind::kInput, "no such state");
  std::deque<State> states = {here};
  std::deque<std::uint32_t> labels;
  for (const StateRecord* record = &records_.at(here); record->depth > 0;
       record = &records_.at(states.front())) {
    labels.push_front(record->label);
    states.push_front(record->parent);
  }
  Trace trace;
  const std::size_t words = schema_.word_count();
  while (!std::equal(
      states.front().begin(), states.front().end(),
      schema_.initial_states.begin() + static_cast<std::ptrdiff_t>(trace.variant * words))) {
    ++trace.variant;
  }
  trace.states = states.front();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    append_step(trace, schema_.labels[labels[i]], states[i + 1]);
  }
  return trace;
}

// One state a page would hide mistakes of columns; all states of a part are shown at once.
void PlainDatabase::scan(std::size_t part,
                         const std::function<bool(const StatePage&)>& visit) const {
  std::vector<const std::pair<const State, StateRecord>*> chosen;
  std::size_t number = 0;
  for (const auto& entry : records_) {
    if (number++ % part_count() == part) chosen.push_back(&entry);
  }
  const std::size_t count = chosen.size();
  const std::size_t quests = schema_.quests.size();
  std::vector<Word> words(schema_.word_count() * (count + 1));
  std::vector<std::uint32_t> depths, labels, distances(quests * count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t w = 0; w < schema_.word_count(); ++w) {
      words[w * (count + 1) + i] = chosen[i]->first[w];
    }
    depths.push_back(chosen[i]->second.depth);
    labels.push_back(chosen[i]->second.label);
    for (std::size_t q = 0; q < quests; ++q) {
      distances[q * count + i] = chosen[i]->second.distances[q];
    }
  }
  visit({{words.data(), count + 1, count}, depths, labels, distances});
}

}  // namespace questproof::testing_support
