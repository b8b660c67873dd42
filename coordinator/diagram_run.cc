// SPDX-License-Identifier: MIT
#include "coordinator/diagram_run.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "coordinator/database_names.h"
#include "coordinator/query/diagram_database.h"
#include "core/base/check.h"
#include "core/base/error.h"
#include "storage/certificate_file.h"
#include "storage/frame.h"

namespace questproof {
namespace {

// Levels and distances are kept up to so many nodes in all (12 bytes each).
constexpr std::uint64_t kMostLayerNodes = 4'000'000;

Sighting end_of(const Trace& trace, std::size_t words) {
  const StateView last = StateView(trace.states).last(words);
  return {static_cast<std::uint32_t>(trace.steps.size()), {last.begin(), last.end()}};
}

std::optional<Sighting> end_of(const std::optional<Trace>& trace, std::size_t words) {
  if (!trace) return std::nullopt;
  return end_of(*trace, words);
}

class FiguresMaker {
 public:
  FiguresMaker(const Game& game, const Certification& found, const SymbolicCertification& diagrams)
      : game_(game),
        found_(found),
        solution_(*diagrams.solution),
        space_(solution_.space()),
        diagrams_(diagrams) {}

  DatabaseFigures run() {
    DatabaseFigures figures;
    figures.verdict = found_.verdict;
    figures.verified = found_.verified;
    figures.known = {diagrams_.levels_known, diagrams_.completions_known, diagrams_.routes_known,
                     diagrams_.farthest_known, false};
    figures.profile = found_.profile;
    for (std::size_t q = 0; q < found_.quests.size(); ++q) figures.quests.push_back(quest(q));
    for (std::uint32_t label = 0; label < found_.enabled.size(); ++label) {
      figures.labels.push_back({found_.enabled[label], count(space_.sources(label)), std::nullopt});
      space_.tidy();
    }
    return figures;
  }

 private:
  std::uint64_t count(const Diagram& set) { return clamped(space_.count(set)); }

  StoredQuestFigures quest(std::size_t q) {
    const QuestResult& found = found_.quests[q];
    const QuestSets& sets = solution_.sets().quests[q];
    const std::size_t words = game_.space().word_count();
    StoredQuestFigures figures;
    figures.verdict = found.verdict;
    figures.done_states = found.done_states;
    figures.pending_states = found.pending_states;
    figures.blocked_states = found.blocked_states;
    figures.initial_blocked = found.initial_blocked;
    const Diagram lost =
        space_.without(space_.without(space_.reachable(), sets.live), sets.blocked);
    figures.lost_states = count(lost);
    figures.first_done = end_of(found.completion, words);
    figures.first_blocked = end_of(found.counterexample, words);
    figures.farthest_distance = found.farthest_distance;
    figures.farthest = end_of(found.farthest, words);
    for (const Diagram& layer : solution_.sets().distances.at(q)) {
      if (diagrams_.farthest_known) figures.states_per_distance.push_back(count(layer));
    }
    for (const Diagram& level : solution_.sets().levels) {
      figures.done_per_level.push_back(count(space_.common(level, sets.done)));
      figures.blocked_per_level.push_back(count(space_.common(level, sets.blocked)));
      figures.lost_per_level.push_back(count(space_.common(level, lost)));
      space_.tidy();
    }
    figures.fatal_transitions = found.fatal_transitions;
    if (diagrams_.routes_known) {
      for (const FatalEvent& fatal : found.fatal_events)
        figures.fatal.push_back(this->fatal(fatal));
    } else {
      figures.fatal = fatal_without_routes(sets);
    }
    return figures;
  }

  std::vector<FatalFigures> fatal_without_routes(const QuestSets& sets) {
    std::vector<FatalFigures> all;
    if (sets.blocked.empty()) return all;
    const Diagram safe = space_.without(space_.reachable(), sets.blocked);
    for (std::uint32_t label = 0; label < game_.space().label_count(); ++label) {
      if (game_.space().label(label).fault) continue;
      const Diagram sources = space_.sources_into(label, safe, sets.blocked);
      if (!sources.empty()) all.push_back({label, count(sources), {}, {}});
      space_.tidy();
    }
    return all;
  }

  FatalFigures fatal(const FatalEvent& found) const {
    const std::size_t words = game_.space().word_count();
    const StateView states(found.shortest.states);
    const StateView source = states.subspan(states.size() - 2 * words, words);
    const StateView destination = states.last(words);
    return {label_of(found),
            found.count,
            {source.begin(), source.end()},
            {destination.begin(), destination.end()}};
  }

  std::uint32_t label_of(const FatalEvent& found) const {
    for (std::uint32_t label = 0; label < game_.space().label_count(); ++label) {
      const TransitionLabel& which = game_.space().label(label);
      if (which.event == found.event && which.branches == found.branches && !which.fault &&
          !which.coverage_only) {
        return label;
      }
    }
    QUEST_CHECK_MSG(false, "a fatal event has no label");
    return 0;
  }

  const Game& game_;
  const Certification& found_;
  SymbolicSolution& solution_;
  SymbolicSpace& space_;
  const SymbolicCertification& diagrams_;
};

DatabaseSchema schema_of(const Game& game) {
  DatabaseSchema schema = database_schema(game);
  for (std::size_t w = 0; w < game.space().word_count(); ++w) {
    schema.word_bits.push_back(static_cast<std::uint32_t>(game.space().word_bits(w)));
  }
  for (std::size_t label = 0; label < game.space().label_count(); ++label) {
    schema.labels.push_back(game.space().label(label));
  }
  schema.initial_states = game.space().initial_states();
  return schema;
}

// Collects sets and says where each one stands.
class SetCollector {
 public:
  explicit SetCollector(const SymbolicSolution& solution) : solution_(solution) {}

  void collect(bool with_layers, StoredDiagrams& stored) {
    sets_.clear();
    stored.quests.clear();
    stored.levels.clear();
    stored.reachable = add(solution_.space().reachable());
    const SymbolicSolution::Sets& sets = solution_.sets();
    for (std::size_t q = 0; q < sets.quests.size(); ++q) {
      StoredDiagrams::QuestRoots quest;
      quest.done = add(sets.quests[q].done);
      quest.pending = add(sets.quests[q].pending);
      quest.live = add(sets.quests[q].live);
      quest.blocked = add(sets.quests[q].blocked);
      if (with_layers) quest.distances = add(sets.distances.at(q));
      stored.quests.push_back(std::move(quest));
    }
    if (with_layers) stored.levels = add(sets.levels);
    stored.image = solution_.space().image(sets_);
  }

 private:
  std::uint32_t add(const Diagram& set) {
    sets_.push_back(set);
    return static_cast<std::uint32_t>(sets_.size() - 1);
  }
  std::vector<std::uint32_t> add(const std::vector<Diagram>& sets) {
    std::vector<std::uint32_t> positions;
    for (const Diagram& set : sets) positions.push_back(add(set));
    return positions;
  }

  const SymbolicSolution& solution_;
  std::vector<Diagram> sets_;
};

}  // namespace

StoredDiagrams diagrams_to_store(const Game& game, const Certification& certification,
                                 const SymbolicCertification& diagrams, const RunIdentity& identity,
                                 const CommandOptions& options) {
  QUEST_CHECK(diagrams.solution != nullptr && certification.solved.get() == diagrams.solution);
  StoredDiagrams stored;
  stored.identity = database_identity(game, options);
  stored.schema = schema_of(game);
  stored.figures = FiguresMaker(game, certification, diagrams).run();
  stored.certificate = encode_certificate(identity, certification);
  StoredDiagrams::Engine& engine = stored.engine;
  engine.figures = diagrams.figures;
  engine.samples = diagrams.samples;
  engine.states = diagrams.states.to_string();
  engine.transitions = diagrams.transitions.to_string();
  engine.deadlocks = diagrams.deadlocks.to_string();
  engine.levels_known = diagrams.levels_known;
  engine.completions_known = diagrams.completions_known;
  engine.routes_known = diagrams.routes_known;
  engine.farthest_known = diagrams.farthest_known;
  for (const PhaseFigures& phase : certification.phases) engine.seconds += phase.seconds;
  for (const VariableId variable : diagrams.solution->space().model().order().variables) {
    stored.order.push_back(variable.index);
  }
  SetCollector collector(*diagrams.solution);
  collector.collect(true, stored);
  if (stored.image.nodes.size() > kMostLayerNodes) collector.collect(false, stored);
  return stored;
}

Certification certification_of(const StoredDiagrams& stored, const Game& game) {
  Certification found;
  try {
    found = std::move(decode_certificate(stored.certificate).certification);
  } catch (const FormatProblem& problem) {
    throw Error(Error::Kind::kInput,
                fmt::format("the certificate among the stored diagrams {}", problem.text));
  }
  found.solved = restored_solution(stored, game.compiled());
  found.resumption =
      Resumption{RunPhase::kFinished, 0, found.profile.states, stored.engine.seconds};
  return found;
}

DiagramReport diagram_report(const SymbolicCertification& found) {
  return {found.figures,
          found.states.to_string(),
          found.transitions.to_string(),
          found.deadlocks.to_string(),
          found.samples,
          found.levels_known,
          found.completions_known,
          found.routes_known,
          found.farthest_known};
}

DiagramReport diagram_report(const StoredDiagrams& stored) {
  const StoredDiagrams::Engine& engine = stored.engine;
  return {engine.figures,           engine.states,       engine.transitions,
          engine.deadlocks,         engine.samples,      engine.levels_known,
          engine.completions_known, engine.routes_known, engine.farthest_known};
}

}  // namespace questproof
