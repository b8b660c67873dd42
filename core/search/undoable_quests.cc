// SPDX-License-Identifier: MIT
#include "core/search/undoable_quests.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "core/base/check.h"
#include "core/search/state_block.h"
#include "core/search/survey.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

bool begins_in_one_state(const StateSpace& space) {
  const std::vector<Word> rows = space.initial_states();
  const std::size_t words = space.word_count();
  for (std::size_t row = words; row < rows.size(); row += words) {
    if (!std::equal(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(words),
                    rows.begin() + static_cast<std::ptrdiff_t>(row))) {
      return false;
    }
  }
  return !rows.empty();
}

struct Counts {
  std::uint64_t done = 0;
  std::uint64_t pending = 0;
};

// What one thread has counted.
struct Worker {
  BlockColumns columns;
  std::vector<std::uint64_t> done, pending;
  std::vector<Counts> counts;  // by quest
};

void count_block(const StateSpace& checker, Worker& worker, std::size_t count) {
  for (std::size_t group = 0; group * 64 < checker.quest_count(); ++group) {
    const auto done = std::span(worker.done).first(count);
    const auto pending = std::span(worker.pending).first(count);
    checker.evaluate_quests(worker.columns.view(count), group, done, pending);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::uint64_t bits = done[i]; bits != 0; bits &= bits - 1) {
        ++worker.counts[group * 64 + static_cast<std::size_t>(std::countr_zero(bits))].done;
      }
      for (std::uint64_t bits = pending[i]; bits != 0; bits &= bits - 1) {
        ++worker.counts[group * 64 + static_cast<std::size_t>(std::countr_zero(bits))].pending;
      }
    }
  }
}

}  // namespace

bool follow_from_exploration(const StateSpace& space, std::span<const QuestSightings> quests,
                             const Profile& profile) {
  const bool clear = std::all_of(quests.begin(), quests.end(), [&](const QuestSightings& quest) {
    return quest.done_states > 0 || quest.pending_states == 0 ||
           quest.pending_states == profile.states;
  });
  return clear && begins_in_one_state(space) && space.undoable();
}

template <unsigned W>
bool verify_counts(const StateSpace& checker, const StateStore<W>& store,
                   std::span<const QuestSightings> quests, const Parallel& parallel,
                   RunWatch& watch) {
  QUEST_CHECK_MSG(checker.undoable(), "verify: not every transition can be taken back");
  QUEST_CHECK_MSG(begins_in_one_state(checker), "verify: there are several initial states");
  QUEST_CHECK_MSG(checker.quest_count() == quests.size(), "verify: the checker has other quests");
  if (watch.limit_hit()) return false;
  std::vector<Worker> workers;
  for (int t = 0; t < parallel.threads(); ++t) {
    workers.push_back({BlockColumns(checker.word_count()), std::vector<std::uint64_t>(kSearchBlock),
                       std::vector<std::uint64_t>(kSearchBlock),
                       std::vector<Counts>(quests.size() + 64)});
  }
  const bool all = survey_blocks(store, parallel, watch, [&](const RankRange& range, int slot) {
    Worker& worker = workers[static_cast<std::size_t>(slot)];
    const std::size_t count =
        worker.columns.fill(store.run(range.partition), store.codec(), range.begin, range.end);
    count_block(checker, worker, count);
  });
  if (!all) return false;
  for (std::size_t q = 0; q < quests.size(); ++q) {
    Counts sum;
    for (const Worker& worker : workers) {
      sum.done += worker.counts[q].done;
      sum.pending += worker.counts[q].pending;
    }
    sum.done = store.ranks().sum(sum.done);
    sum.pending = store.ranks().sum(sum.pending);
    QUEST_CHECK_MSG(sum.done == quests[q].done_states, "verify: done in another number of states");
    QUEST_CHECK_MSG(sum.pending == quests[q].pending_states,
                    "verify: pending in another number of states");
  }
  return true;
}

#define QUESTPROOF_INSTANTIATE(W)                                         \
  template bool verify_counts<W>(const StateSpace&, const StateStore<W>&, \
                                 std::span<const QuestSightings>, const Parallel&, RunWatch&);
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
