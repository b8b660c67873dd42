// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/parallel.h"
#include "core/search/distance_table.h"
#include "core/search/forward_search.h"
#include "core/search/quest_outcome.h"
#include "core/search/result_codec.h"
#include "core/search/run_reader.h"
#include "core/search/run_storage.h"
#include "core/search/run_watch.h"
#include "core/search/verify_pass.h"

namespace questproof {

// Says when it is time to save: not so often that it costs more than a twentieth of the time.
class CheckpointClock {
 public:
  // At least so many seconds apart; 0: always.
  explicit CheckpointClock(double least_seconds) : least_seconds_(least_seconds) {}

  // Whether a save that may take `seconds` (if none has been measured yet) is due.
  bool due(double seconds) const;
  void begin() { begin_ = Clock::now(); }
  void end();  // of a save

 private:
  using Clock = std::chrono::steady_clock;
  double least_seconds_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point end_ = begin_;
  double cost_ = -1;  // seconds of the last save
};

// Keeps what a run finds in a RunStorage as the run goes on, and takes it from there when the run is
// resumed. Everything stands between two rounds or levels when it is called. Without a storage nothing
// is kept, but the progress is still the place where the run's findings are.
//
// What is committed, and when:
//   level keys    after a level, when enough states or seconds have passed since the last commit; levels
//                 in between wait in memory, encoded
//   distances     between rounds of the backward search, now and then; and when they are final
//   verify marks  between rounds of the verify pass, now and then
//   outcome       of a group of quests, when all about it is known
//   result        at the end
// All of them also when a limit was hit or somebody asked to stop.
//
// With several ranks each has a recorder and puts what its own partitions hold; everything that keeps or
// reads something is collective. Progress is the same on all ranks.
template <unsigned W>
class RunRecorder {
 public:
  RunRecorder(RunStorage* storage, const StateSpace& space, const SearchOptions& options,
              const Parallel& parallel, RunWatch& watch);

  // Where the run stands.
  const RunProgress& progress() const { return progress_; }
  bool resumed() const { return resumed_; }  // there was something to go on from
  double earlier_seconds() const { return earlier_seconds_; }

  // Forward.
  void restore(ForwardSearch<W>& search) const;
  void level_done(const ForwardSearch<W>& search);  // it is scanned
  void forward_stopped();                           // inside of a level
  void forward_done(const ForwardSearch<W>& search);
  void take_counts(const ForwardSearch<W>& search);  // for showing them; nothing is kept
  std::vector<SortedRun<W>> read_runs() const {
    return reader_->all_states(parallel_, 0, kLastLevel, watch_.scratch());
  }

  // Groups of quests. finished_groups() are behind; the next one may have been begun.
  std::uint32_t finished_groups() const { return finished_groups_; }
  std::vector<QuestOutcome> read_outcomes() const;
  void begin_group(QuestGroup group);  // anew: what was kept of the group so far is forgotten
  std::optional<QuestGroup> begun_group() const;  // with distances that can be read
  DistanceTable read_distances(const StateStore<W>& store) const;
  void round_done(const StateStore<W>& store, const DistanceTable& table, std::uint32_t distance);
  void distances_done(const StateStore<W>& store, const DistanceTable& table);

  VerifyProgress read_marks(const StateStore<W>& store, bool levels) const;
  void verify_round_done(const StateStore<W>& store, const VerifyProgress& marks);
  void verify_stopped(const StateStore<W>& store, const VerifyProgress& marks);

  void group_done(const std::vector<QuestOutcome>& outcomes);

  void finish(const StoredResult& result);
  StoredResult read_result() const;

 private:
  using Encode = std::function<std::vector<std::uint8_t>(std::size_t partition)>;

  ColumnName group_column(ColumnKind kind) const { return {kind, finished_groups_}; }
  void write_column(ColumnName name, const Encode& encode);
  void write_column(ColumnName name, const std::vector<std::uint8_t>& bytes);
  void write_cells(const StateStore<W>& store, const DistanceTable& table);
  std::uint32_t checked_in_order(const StateStore<W>& store, std::size_t partition) const;
  void write_marks(const StateStore<W>& store, const VerifyProgress& marks);
  bool due(std::uint64_t bytes);
  void commit();

  RunStorage* storage_;
  std::optional<RunReader<W>> reader_;
  std::size_t quest_count_;
  RunFormat<W> format_;
  Ranks ranks_;
  std::uint64_t most_pending_;  // states
  const Parallel& parallel_;
  RunWatch& watch_;

  RunProgress progress_;
  bool resumed_ = false;
  double earlier_seconds_ = 0;
  std::uint32_t finished_groups_ = 0;
  CheckpointClock clock_;

  // Levels that are not in a column yet.
  std::uint32_t first_pending_ = 0;
  std::uint64_t pending_states_ = 0;
  std::vector<std::vector<std::uint8_t>> pending_;  // by partition
};

}  // namespace questproof
