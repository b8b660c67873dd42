// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "core/base/parallel.h"
#include "core/search/distance_table.h"
#include "core/search/forward_search.h"
#include "core/search/predecessor_lists.h"
#include "core/search/run_watch.h"
#include "core/search/state_store.h"

namespace questproof::testing_support {

// A space explored forwards, and the parts that the later phases of a search need. With a transport: of one
// of several ranks; then everything is collective.
template <unsigned W>
class Explored {
 public:
  explicit Explored(const StateSpace& space, const SearchOptions& with = {.threads = 1},
                    Transport* transport = nullptr)
      : options(with),
        parallel(options.threads),
        watch(options, {}, transport),
        initial(space.initial_states()),
        store(explore(space)) {}

  std::vector<PredecessorLists> lists(const StateSpace& space) {
    if (!space.make_one_way_expander()) return {};
    return *list_one_way_predecessors<W>(space, store, profile.transitions, options, parallel,
                                         watch);
  }
  // Of the quests from `first` on: of all of them, if they fit into one group.
  DistanceTable distances(const StateSpace& space, std::uint32_t first = 0) {
    DistanceTable table(store.own_size(), QuestGroup::beginning_at(first, space.quest_count(), 64),
                        1, nullptr, store.first());
    compute_distances<W>(space, store, lists(space), table, options, parallel, watch);
    return table;
  }

  SearchOptions options;
  Parallel parallel;
  RunWatch watch;
  std::vector<Word> initial;
  Profile profile;
  RunFormat<W> format;
  StateStore<W> store;

 private:
  StateStore<W> explore(const StateSpace& space) {
    ForwardSearch<W> search(space, options, parallel, watch);
    search.start(initial);
    while (search.scan_level() && search.expand_level()) {
    }
    profile = search.profile();
    format = search.format();
    return StateStore<W>(search.codec(), search.format(), search.take_runs(), watch.scratch(),
                         search.ranks());
  }
};

}  // namespace questproof::testing_support
