// SPDX-License-Identifier: MIT
#include "core/search/choose_ownership.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "core/model/compiled_model.h"
#include "core/search/certify.h"
#include "core/search/key.h"
#include "core/search/widths.h"
#include "tests/support/explored.h"
#include "tests/support/graph_space.h"
#include "tests/support/quest_family.h"
#include "tests/support/random_graph.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::GraphSpace;
using testing_support::Random;
using testing_support::random_graph;

TEST(ChooseOwnershipTest, IsValidAndNotWorseThanTheWholeState) {
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const GraphSpace space(random_graph(random, {}));
    for (const std::uint32_t partitions : {1u, 16u, 256u}) {
      const ChosenOwnership chosen = choose_ownership(space, partitions, 2 + i % 5);
      ASSERT_TRUE(chosen.ownership.is_valid());
      ASSERT_LE(chosen.figures.remote_share, chosen.by_whole_state.remote_share);
      ASSERT_LE(chosen.figures.imbalance, kMostImbalance * chosen.by_whole_state.imbalance);
      with_width(space.word_count(),
                 [&]<unsigned W>() { return KeyCodec<W>(space, chosen.ownership).head_bits(); });
    }
  }
}

// All states and transitions of a space, by rank.
OwnershipFigures measure(const StateSpace& space, const Ownership& ownership,
                         std::uint32_t partitions, std::size_t ranks) {
  SearchOptions options;
  options.threads = 1;
  options.partitions = partitions;
  options.ownership = ownership;
  const testing_support::Explored<1> explored(space, options);
  const StateStore<1>& store = explored.store;
  const auto rank_of = [&](std::size_t partition) { return partition * ranks / partitions; };
  std::vector<std::vector<std::uint64_t>> sizes(explored.profile.states_per_level.size(),
                                                std::vector<std::uint64_t>(ranks));
  std::uint64_t remote = 0;
  const std::unique_ptr<Expander> expander = space.make_expander();
  std::vector<std::uint64_t> enabled(space.label_count());
  SuccessorBlock successors;
  BlockColumns columns(1);
  for (const RankRange& range : store.blocks()) {
    const SortedRun<1>& run = store.run(range.partition);
    const std::size_t count = columns.fill(run, store.codec(), range.begin, range.end);
    expander->expand(columns.view(count), successors, enabled);
    for (std::size_t i = 0; i < successors.count; ++i) {
      const Word head = store.codec().encode(&successors.words[i], 1).head();
      remote += rank_of(partition_of(head, store.partition_bits())) != rank_of(range.partition);
    }
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
      ++sizes[run.level(i)][rank_of(range.partition)];
    }
  }
  OwnershipFigures figures;
  figures.remote_share =
      static_cast<double>(remote) / static_cast<double>(explored.profile.transitions);
  for (const auto& level : sizes) {
    figures.imbalance += static_cast<double>(*std::max_element(level.begin(), level.end()) * ranks);
  }
  figures.imbalance /= static_cast<double>(explored.profile.states);
  return figures;
}

// An adventure game: where the player is changes all the time, which doors are open seldom.
TEST(ChooseOwnershipTest, FewTransitionsOfAnAdventureLeaveTheirRank) {
  const GameModel model = testing_support::quest_family("xs");
  const CompiledModel space(model);
  for (const std::uint32_t ranks : {2u, 4u, 16u}) {
    const ChosenOwnership chosen = choose_ownership(space, 256, ranks);
    const OwnershipFigures found = measure(space, chosen.ownership, 256, ranks);
    const OwnershipFigures whole = measure(space, {}, 256, ranks);
    EXPECT_LT(found.remote_share, 0.4 * whole.remote_share) << ranks;
    EXPECT_LT(found.imbalance, 1.1 * whole.imbalance) << ranks;
    EXPECT_NEAR(found.remote_share, chosen.figures.remote_share, 0.1) << ranks;
  }
}

}  // namespace
}  // namespace questproof
