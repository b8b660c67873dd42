// SPDX-License-Identifier: MIT
#include "coordinator/query/diagram_database.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "coordinator/findings/newest_manifest.h"
#include "core/base/check.h"
#include "core/base/error.h"
#include "storage/certificate_file.h"
#include "storage/frame.h"
#include "storage/posix_file_system.h"

namespace questproof {
namespace {

constexpr std::uint64_t kBytesPerNode = 40;  // with tables, cache and marks
constexpr std::uint64_t kFewestNodes = 1 << 16;

using Tuple = std::vector<std::uint32_t>;

VariableOrder order_of(const StoredDiagrams& stored) {
  VariableOrder order;
  order.method = stored.engine.figures.order;
  order.cost = stored.engine.figures.order_cost;
  for (const std::uint32_t variable : stored.order) order.variables.push_back({variable});
  return order;
}

std::vector<Trace> known_paths(const StoredDiagrams& stored) {
  std::vector<Trace> paths;
  const auto add = [&](const std::optional<Trace>& path) {
    if (path) paths.push_back(*path);
  };
  try {
    const StoredCertificate certificate = decode_certificate(stored.certificate);
    for (const QuestResult& quest : certificate.certification.quests) {
      add(quest.completion);
      add(quest.counterexample);
      add(quest.farthest);
      for (const FatalEvent& fatal : quest.fatal_events) {
        paths.push_back(fatal.shortest);  // but for its last step, which may be no shortest one
        paths.back().steps.pop_back();
        paths.back().states.resize(paths.back().states.size() - stored.schema.word_count());
      }
    }
  } catch (const FormatProblem& problem) {
    throw Error(Error::Kind::kInput,
                fmt::format("the certificate among the stored diagrams {}", problem.text));
  }
  return paths;
}

// The sets must be those of the run in whose folder they lie.
void expect_of_run(const std::string& folder, const DatabaseIdentity& found) {
  const std::optional<Manifest> manifest = newest_manifest(folder);
  if (!manifest) {
    throw Error(
        Error::Kind::kInput,
        fmt::format("{}: its newest manifest cannot be read, so that nothing says whose sets "
                    "these are; questproof check {} says more",
                    folder, folder));
  }
  const RunIdentity& run = manifest->identity;
  const auto quest = std::find_if(run.options.begin(), run.options.end(),
                                  [](const NamedText& option) { return option.name == "quest"; });
  const bool other_quest = quest != run.options.end() && quest->text != found.quest;
  if (run.model_hash == found.model_hash && !other_quest) return;
  throw Error(
      Error::Kind::kInput,
      fmt::format("{0}/DIAGRAMS is of another run, of {1}\nTo find its own again: remove the "
                  "file, then questproof resume {0}",
                  folder, found.game_name));
}

}  // namespace

std::unique_ptr<SymbolicSolution> restored_solution(const StoredDiagrams& stored,
                                                    const CompiledModel& compiled,
                                                    DiagramBudget budget) {
  auto space = std::make_unique<SymbolicSpace>(compiled, order_of(stored), std::move(budget));
  if (space->model().domains() != stored.domains()) {
    throw Error(Error::Kind::kInput, "the stored decision diagrams are of another game");
  }
  const std::vector<Diagram> all = space->restore(stored.image);
  space->set_reachable(all[stored.reachable]);
  const auto take = [&](const std::vector<std::uint32_t>& positions) {
    std::vector<Diagram> sets;
    for (const std::uint32_t position : positions) sets.push_back(all[position]);
    return sets;
  };
  SymbolicSolution::Sets sets;
  for (const StoredDiagrams::QuestRoots& quest : stored.quests) {
    sets.quests.push_back(
        {all[quest.done], all[quest.pending], all[quest.live], all[quest.blocked]});
    sets.distances.push_back(take(quest.distances));
  }
  sets.levels = take(stored.levels);
  return std::make_unique<SymbolicSolution>(std::move(space), std::move(sets));
}

// The sets in memory, and what is found out about them while questions are asked.
class DiagramDatabase::Session {
 public:
  Session(const StoredDiagrams& stored, const CompiledModel& compiled, DiagramBudget budget)
      : schema_(stored.schema),
        solution_(restored_solution(stored, compiled, std::move(budget))),
        space_(solution_->space()) {
    const SymbolicSolution::Sets& sets = solution_->sets();
    if (sets.levels.empty()) {
      levels_.emplace(space_);
    } else {
      levels_.emplace(space_, sets.levels);
    }
    for (std::size_t q = 0; q < sets.quests.size(); ++q) {
      if (sets.distances[q].empty()) {
        distances_.emplace_back(space_, sets.quests[q].done);
      } else {
        distances_.emplace_back(space_, sets.distances[q]);
      }
    }
  }

  std::optional<Tuple> reachable(StateView state) const {
    if (!fits(state)) return std::nullopt;
    Tuple tuple = space_.model().tuple_of(state);
    const bool stored = space_.contains(space_.reachable(), tuple) && packed_is(tuple, state);
    if (!stored) return std::nullopt;
    return tuple;
  }

  // Requires: the tuple is reachable.
  std::uint32_t distance(const Tuple& tuple, std::size_t quest) {
    const QuestSets& sets = solution_->sets().quests.at(quest);
    if (space_.contains(sets.blocked, tuple)) return kBlockedDistance;
    if (!space_.contains(sets.live, tuple)) return kLostDistance;
    const BackwardLayers& layers = distances_[quest];
    for (std::uint32_t distance = 0; distance < layers.count(); ++distance) {
      if (space_.contains(layers.layer(distance), tuple)) return distance;
    }
    return static_cast<std::uint32_t>(corridor(tuple, quest).size() - 1);
  }

  // Requires: the quest can be done from there.
  Trace way_to_done(const Tuple& tuple, std::size_t quest) {
    return levels_->way_along(corridor(tuple, quest));
  }

  Trace path_to(const Tuple& tuple) {
    BackwardLayers target(space_, space_.only(tuple));
    return levels_->shortest_path(target);
  }

  FoundStates find(const WantedStates& wanted, std::size_t limit) {
    Diagram rest = space_.reachable();
    if (wanted.condition) rest = space_.where(rest, *wanted.condition);
    if (wanted.blocked) {
      rest = space_.common(rest, solution_->sets().quests.at(*wanted.blocked).blocked);
    }
    if (wanted.last_steps)
      rest = space_.common(rest, levels_->first_reached_by(*wanted.last_steps));
    FoundStates found;
    found.count = clamped(space_.count(rest));
    while (found.states.size() < limit && !rest.empty()) {
      BackwardLayers targets(space_, rest);
      SymbolicLayers::Nearest nearest = levels_->nearest(targets);
      while (found.states.size() < limit && !nearest.states.empty()) {
        const Tuple tuple = space_.smallest(nearest.states);
        found.states.push_back(described(tuple, nearest.level));
        const Diagram seen = space_.only(tuple);
        nearest.states = space_.without(nearest.states, seen);
        rest = space_.without(rest, seen);
      }
      space_.tidy();
    }
    return found;
  }

  std::optional<Sighting> first_with(std::uint32_t label) {
    const Diagram sources = space_.sources(label);
    if (sources.empty()) return std::nullopt;
    BackwardLayers targets(space_, sources);
    const SymbolicLayers::Nearest nearest = levels_->nearest(targets);
    return Sighting{nearest.level, space_.model().packed(space_.smallest(nearest.states))};
  }

  StateRecord record(const Tuple& tuple) {
    StateRecord record;
    const Trace trace = path_to(tuple);
    record.depth = static_cast<std::uint32_t>(trace.steps.size());
    if (record.depth > 0) {
      record.label = label_of(trace.steps.back());
      const std::size_t words = schema_.word_count();
      const StateView states(trace.states);
      const StateView parent = states.subspan(states.size() - 2 * words, words);
      record.parent.assign(parent.begin(), parent.end());
    }
    record.distances = distances(tuple);
    return record;
  }

  // Of all states, until visit(tuple) returns false.
  void enumerate(const std::function<bool(const Tuple&)>& visit) {
    Diagram rest = space_.reachable();
    bool more = true;
    while (more && !rest.empty()) {
      const Tuple tuple = space_.smallest(rest);
      more = visit(tuple);
      rest = space_.without(rest, space_.only(tuple));
      space_.tidy();
    }
  }

  std::vector<Word> packed(const Tuple& tuple) const { return space_.model().packed(tuple); }

 private:
  bool packed_is(const Tuple& tuple, StateView state) const {
    const std::vector<Word> words = packed(tuple);
    return std::equal(words.begin(), words.end(), state.begin(), state.end());
  }

  // Whether every variable has a value of its domain there.
  bool fits(StateView state) const {
    for (std::size_t v = 0; v < schema_.variables.size(); ++v) {
      const Variable& variable = schema_.variables[v].variable;
      const Value value = schema_.value(state, v);
      if (value < variable.low || value > variable.high) return false;
    }
    return true;
  }

  std::vector<std::uint32_t> distances(const Tuple& tuple) {
    std::vector<std::uint32_t> all;
    for (std::size_t q = 0; q < distances_.size(); ++q) all.push_back(distance(tuple, q));
    return all;
  }

  // The last one is often asked for twice: how far, and which way.
  const std::vector<Diagram>& corridor(const Tuple& tuple, std::size_t quest) {
    if (corridor_.empty() || corridor_of_ != std::pair(tuple, quest)) {
      corridor_ = levels_->corridor_from(tuple, distances_[quest]);
      corridor_of_ = {tuple, quest};
    }
    return corridor_;
  }

  FoundState described(const Tuple& tuple, std::uint32_t depth) {
    return {depth, packed(tuple), distances(tuple)};
  }

  std::uint32_t label_of(const Step& step) const {
    for (std::uint32_t label = 0; label < schema_.labels.size(); ++label) {
      const TransitionLabel& which = schema_.labels[label];
      if (which.event == step.event && which.branches == step.branches && !which.fault &&
          !which.coverage_only) {
        return label;
      }
    }
    QUEST_CHECK_MSG(false, "a step of a path has no label");
    return kNoLabel;
  }

  const DatabaseSchema& schema_;
  std::unique_ptr<SymbolicSolution> solution_;
  SymbolicSpace& space_;
  std::optional<SymbolicLayers> levels_;
  std::vector<BackwardLayers> distances_;
  std::vector<Diagram> corridor_;
  std::pair<Tuple, std::size_t> corridor_of_;
};

bool DiagramDatabase::exists(const std::string& run_directory) {
  return holds_diagrams(PosixFileSystem(), run_directory);
}

std::unique_ptr<DiagramDatabase> DiagramDatabase::open(const std::string& run_directory) {
  const PosixFileSystem files;
  std::optional<StoredDiagrams> stored = read_diagrams(files, run_directory);
  QUEST_CHECK(stored.has_value());
  expect_of_run(run_directory, stored->identity);
  return std::make_unique<DiagramDatabase>(std::move(*stored), diagram_bytes(files, run_directory));
}

DiagramDatabase::DiagramDatabase(StoredDiagrams stored, std::uint64_t bytes)
    : stored_(std::move(stored)), bytes_(bytes), known_(known_paths(stored_)) {}

DiagramDatabase::~DiagramDatabase() = default;

void DiagramDatabase::attach(const CompiledModel& compiled, std::uint64_t memory_bytes,
                             std::function<void()> look) {
  session_.reset();
  compiled_ = &compiled;
  if (memory_bytes != 0) budget_.most_nodes = std::max(kFewestNodes, memory_bytes / kBytesPerNode);
  budget_.look = std::move(look);
}

// Answers with the session, which is as good as before when something has been thrown.
template <typename Question>
auto DiagramDatabase::ask(const Question& question) const {
  const std::lock_guard lock(mutex_);
  if (compiled_ == nullptr) {
    throw Error(Error::Kind::kInput,
                "this run was decided with decision diagrams: what is asked about single states "
                "needs the game, which is not at hand. If it has moved, say --game FILE");
  }
  try {
    if (session_ == nullptr) session_ = std::make_unique<Session>(stored_, *compiled_, budget_);
    return question(*session_);
  } catch (const DiagramLimit& limit) {
    session_.reset();
    throw AnswerLimit(
        fmt::format("the answer was not found within {}; more: --memory, --time", limit.reason));
  } catch (const NotSymbolic& reason) {
    throw Error(Error::Kind::kInternal, reason.reason);
  }
}

std::optional<StateRecord> DiagramDatabase::find(StateView state) const {
  return ask([&](Session& session) -> std::optional<StateRecord> {
    const std::optional<Tuple> tuple = session.reachable(state);
    if (!tuple) return std::nullopt;
    return session.record(*tuple);
  });
}

std::optional<std::uint32_t> DiagramDatabase::distance(StateView state, std::size_t quest) const {
  return ask([&](Session& session) -> std::optional<std::uint32_t> {
    const std::optional<Tuple> tuple = session.reachable(state);
    if (!tuple) return std::nullopt;
    return session.distance(*tuple, quest);
  });
}

std::optional<Trace> DiagramDatabase::way_to_done(StateView state, std::size_t quest) const {
  return ask([&](Session& session) -> std::optional<Trace> {
    const std::optional<Tuple> tuple = session.reachable(state);
    QUEST_CHECK_MSG(tuple.has_value(), "a way is asked for from a state that is not reachable");
    return session.way_to_done(*tuple, quest);
  });
}

std::optional<FoundStates> DiagramDatabase::find_at_once(const WantedStates& wanted,
                                                         std::size_t limit) const {
  return ask([&](Session& session) { return std::optional(session.find(wanted, limit)); });
}

std::optional<Sighting> DiagramDatabase::first_with(std::uint32_t label) const {
  return ask([&](Session& session) { return session.first_with(label); });
}

// The canonical path to any state on a canonical path is the beginning of that.
std::optional<Trace> DiagramDatabase::known_path(StateView state) const {
  const std::size_t words = state.size();
  for (const Trace& path : known_) {
    for (std::size_t i = 0; i <= path.steps.size(); ++i) {
      const StateView here = StateView(path.states).subspan(i * words, words);
      if (!std::equal(here.begin(), here.end(), state.begin())) continue;
      Trace part = path;
      part.steps.resize(i);
      part.states.resize((i + 1) * words);
      return part;
    }
  }
  return std::nullopt;
}

Trace DiagramDatabase::path_to(StateView state) const {
  if (std::optional<Trace> known = known_path(state)) return std::move(*known);
  return ask([&](Session& session) {
    const std::optional<Tuple> tuple = session.reachable(state);
    if (!tuple) {
      throw Error(Error::Kind::kInput, "play cannot reach this state, so that no path leads there");
    }
    return session.path_to(*tuple);
  });
}

void DiagramDatabase::scan(std::size_t part,
                           const std::function<bool(const StatePage&)>& visit) const {
  QUEST_CHECK(part == 0);
  ask([&](Session& session) {
    session.enumerate([&](const Tuple& tuple) {
      const std::vector<Word> state = session.packed(tuple);
      const StateRecord record = session.record(tuple);
      return visit({{state.data(), 1, 1},
                    std::span(&record.depth, 1),
                    std::span(&record.label, 1),
                    record.distances});
    });
    return true;
  });
}

}  // namespace questproof
