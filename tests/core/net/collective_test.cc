// SPDX-License-Identifier: MIT
#include "core/net/collective.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "core/net/loopback.h"
#include "core/net/solo_transport.h"

namespace questproof {
namespace {

void on_ranks(int ranks, const LoopbackWorld::Body& body) {
  LoopbackPlan plan;
  plan.seed = static_cast<std::uint64_t>(ranks);
  plan.stepped = true;
  plan.longest_delay = 9;
  LoopbackWorld world(ranks, plan);
  world.run(body);
  world.rethrow();
}

TEST(CollectiveTest, EveryRankGetsTheSameAnswer) {
  for (int ranks = 1; ranks <= 17; ++ranks) {
    on_ranks(ranks, [&](Transport& transport) {
      const int me = transport.rank();
      EXPECT_EQ(sum<std::uint64_t>(transport, 1u << me), (1u << ranks) - 1);
      EXPECT_EQ(minimum(transport, 5 - me), 6 - ranks);
      EXPECT_EQ(maximum(transport, 0.5 * me), 0.5 * (ranks - 1));
      EXPECT_TRUE(any_rank(transport, me == ranks - 1));
      EXPECT_FALSE(any_rank(transport, false));
      EXPECT_EQ(every_rank(transport, me != 1), ranks == 1);
      EXPECT_TRUE(every_rank(transport, true));

      std::vector<int> expected(static_cast<std::size_t>(ranks));
      std::iota(expected.begin(), expected.end(), 10);
      EXPECT_EQ(all_gather_value(transport, 10 + me), expected);

      std::vector<std::uint32_t> pair{1, static_cast<std::uint32_t>(me)};
      sum_lists(transport, std::span<std::uint32_t>(pair));
      EXPECT_EQ(pair,
                (std::vector<std::uint32_t>{static_cast<std::uint32_t>(ranks),
                                            static_cast<std::uint32_t>(ranks * (ranks - 1) / 2)}));
    });
  }
}

TEST(CollectiveTest, ListsMayDifferInLength) {
  on_ranks(5, [](Transport& transport) {
    const auto me = static_cast<std::size_t>(transport.rank());
    const std::vector<std::uint16_t> mine(me * 3, static_cast<std::uint16_t>(me));
    const auto all = all_gather_lists(transport, std::span<const std::uint16_t>(mine));
    for (std::size_t rank = 0; rank < 5; ++rank) {
      EXPECT_EQ(all[rank], std::vector<std::uint16_t>(rank * 3, static_cast<std::uint16_t>(rank)));
    }
  });
}

TEST(CollectiveTest, BroadcastGivesWhatTheRootSays) {
  for (int root = 0; root < 4; ++root) {
    on_ranks(4, [&](Transport& transport) {
      const Bytes mine(static_cast<std::size_t>(transport.rank() + 1),
                       static_cast<std::uint8_t>(transport.rank()));
      EXPECT_EQ(broadcast(transport, root, mine),
                Bytes(static_cast<std::size_t>(root + 1), static_cast<std::uint8_t>(root)));
    });
  }
}

TEST(CollectiveTest, OneRankNeedsNobody) {
  SoloTransport transport;
  EXPECT_EQ(sum(transport, 7), 7);
  EXPECT_EQ(broadcast(transport, 0, Bytes{1, 2}), (Bytes{1, 2}));
  EXPECT_EQ(transport.all_gather({}), std::vector<Bytes>{Bytes()});
  bool asked = false;
  transport.exchange([&](int, Bytes&) { return asked = true; }, [&](int, Bytes&) { asked = true; });
  EXPECT_FALSE(asked);
  EXPECT_EQ(transport.figures().bytes_sent, 0u);
}

}  // namespace
}  // namespace questproof
