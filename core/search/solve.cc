// SPDX-License-Identifier: MIT
#include <fmt/core.h>

#include "core/base/parallel.h"
#include "core/base/process_usage.h"
#include "core/base/scratch_memory.h"
#include "core/search/certify.h"
#include "core/search/forward_search.h"
#include "core/search/run_watch.h"
#include "core/search/shared_failure.h"
#include "core/search/state_store.h"
#include "core/search/trace_finder.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

template <unsigned W>
Solution solve_with_width(const StateSpace& space, std::size_t quest,
                          const std::vector<Word>& initial, const SearchOptions& options,
                          const ProgressCallback& progress, Transport* transport) {
  Solution solution;
  const Parallel parallel(options.threads);
  RunWatch watch(options, progress, transport);
  watch.begin_phase("forward");
  ForwardSearch<W> search(space, with_bounded_rounds(options, sizeof(Key<W>)), parallel, watch);
  search.start(initial);
  bool finished = true;
  bool faulty = false;
  while (finished && search.scan_level() && !search.quests()[quest].first_done) {
    finished = search.expand_level();
  }
  for (const auto& fault : search.faults()) faulty = faulty || fault.has_value();
  solution.profile = search.profile();
  if (const auto& done = search.quests()[quest].first_done) {
    watch.begin_phase("paths");
    const std::vector<Word> goal = done->state;
    try {
      const StateStore<W> store(search.codec(), search.format(), search.take_runs(),
                                watch.scratch(), search.ranks());
      solution.trace = TraceFinder<W>(space, store, initial, parallel).find({goal}).front();
      solution.verdict = Verdict::kProved;
    } catch (const DiskFull& full) {
      if (!may_give_up(search.ranks(), full)) throw;
      solution.limit = full.what();
    }
  } else if (finished && !faulty) {
    solution.verdict = Verdict::kRefuted;
  } else if (!finished) {
    solution.limit = fmt::format("{}, on level {} after {} states", watch.limit(), search.level(),
                                 solution.profile.states);
  } else {
    solution.limit = "an event is a fault (a value outside its domain), so paths may be missing";
  }
  watch.end_phase();
  solution.phases = watch.phases();
  return solution;
}

}  // namespace

Solution solve(const StateSpace& space, std::size_t quest, const std::vector<Word>& from,
               const SearchOptions& options, const ProgressCallback& progress,
               Transport* transport) {
  if (quest >= space.quest_count()) throw Error(Error::Kind::kUsage, "there is no such quest");
  prefer_mapped_blocks();
  const std::vector<Word> initial = from.empty() ? space.initial_states() : from;
  return with_width(space.word_count(), [&]<unsigned W>() {
    return solve_with_width<W>(space, quest, initial, options, progress, transport);
  });
}

}  // namespace questproof
