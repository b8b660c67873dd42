// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/model/compiled_model.h"
#include "core/symbolic/symbolic_layers.h"
#include "core/symbolic/symbolic_solution.h"
#include "storage/diagram_file.h"
#include "storage/state_database.h"

namespace questproof {

// The sets of a stored run as they were when it ended. Requires: the game is the one that the run was about, as the
// run searched it. Throws Error of kind kInput where the sets are none of this game.
std::unique_ptr<SymbolicSolution> restored_solution(const StoredDiagrams& stored,
                                                    const CompiledModel& compiled,
                                                    DiagramBudget budget = {});

// A limit of memory or time was hit before the answer was found: it is unknown.
class AnswerLimit : public Error {
 public:
  explicit AnswerLimit(const std::string& message) : Error(Kind::kResource, message) {}
};

// A run that was decided with decision diagrams, behind the interface of the store of record: the same
// questions get the same answers, from sets. Figures stand in the file. All that is about certain states
// needs the game too: what leads to what stands in no set. Levels and distances that were not kept are
// found when they are asked for, with all the work that takes.
//
// Throws Error of kind kInput for such a question without the game, AnswerLimit where a limit of memory or time
// was hit. All const methods may run in several threads; they wait for each other.
class DiagramDatabase final : public StateDatabase {
 public:
  static bool exists(const std::string& run_directory);
  // Throws Error(kInput) where the file is damaged, or is not of the run beside it. Requires: it exists.
  static std::unique_ptr<DiagramDatabase> open(const std::string& run_directory);

  DiagramDatabase(StoredDiagrams stored, std::uint64_t bytes);
  ~DiagramDatabase() override;

  // The game is at hand: as the run searched it. It must outlive this object. `look` is called now and then
  // while something takes long; it may throw.
  void attach(const CompiledModel& compiled, std::uint64_t memory_bytes = 0,
              std::function<void()> look = {});

  const StoredDiagrams& stored() const { return stored_; }

  const DatabaseIdentity& identity() const override { return stored_.identity; }
  const DatabaseSchema& schema() const override { return stored_.schema; }
  const DatabaseFigures& figures() const override { return stored_.figures; }
  std::uint64_t disk_bytes() const override { return bytes_; }

  std::optional<StateRecord> find(StateView state) const override;
  std::optional<std::uint32_t> distance(StateView state, std::size_t quest) const override;
  std::optional<Trace> way_to_done(StateView state, std::size_t quest) const override;
  std::optional<FoundStates> find_at_once(const WantedStates& wanted,
                                          std::size_t limit) const override;
  std::optional<Sighting> first_with(std::uint32_t label) const override;
  Trace path_to(StateView state) const override;

  // One state a page, in the order of tuples: for games of few states.
  std::size_t part_count() const override { return 1; }
  void scan(std::size_t part, const std::function<bool(const StatePage&)>& visit) const override;

 private:
  class Session;

  std::optional<Trace> known_path(StateView state) const;

  template <typename Question>
  auto ask(const Question& question) const;

  StoredDiagrams stored_;
  std::uint64_t bytes_ = 0;
  std::vector<Trace> known_;  // shortest paths that stand in the certificate
  const CompiledModel* compiled_ = nullptr;
  DiagramBudget budget_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<Session> session_;  // made when it is first needed
};

}  // namespace questproof
