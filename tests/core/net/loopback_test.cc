// SPDX-License-Identifier: MIT
#include "core/net/loopback.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "core/net/collective.h"
#include "core/net/message_wire.h"
#include "core/net/remote_error.h"
#include "tests/support/transport_script.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::TransportScript;

LoopbackPlan stepped(std::uint64_t seed, std::uint32_t longest_delay = 0) {
  LoopbackPlan plan;
  plan.seed = seed;
  plan.stepped = true;
  plan.longest_delay = longest_delay;
  return plan;
}

// What left a rank: "" where it returned.
std::string outcome(const LoopbackWorld& world, std::size_t rank) {
  if (!world.outcomes()[rank]) return "";
  try {
    std::rethrow_exception(world.outcomes()[rank]);
  } catch (const LoopbackWorld::Killed&) {
    return "killed";
  } catch (const RemoteError& error) {
    return std::string("remote ") + error.what();
  } catch (const std::exception& error) {
    return error.what();
  }
}

TEST(LoopbackTest, EverythingArrivesOnceInOrderAndNothingElse) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const int ranks = 1 + static_cast<int>(seed % 7);
    const TransportScript script(seed, {});
    LoopbackWorld world(ranks, stepped(seed, seed % 3 == 0 ? 0 : 40));
    std::atomic<int> right = 0;
    world.run([&](Transport& transport) {
      with_abandon(transport, [&] { right += script.run(transport); });
    });
    for (std::size_t rank = 0; rank < world.outcomes().size(); ++rank) {
      ASSERT_EQ(outcome(world, rank), "");
    }
    ASSERT_EQ(right, ranks);
    ASSERT_LE(world.most_bulk_to_one(), MessageWire::kBulkToOne);
    ASSERT_LE(world.most_bulk_to_all(), MessageWire::kBulkToAll);
  }
}

// The twin: queues in a map that all ranks share. What is sent is put there too, and what arrives must
// be next in its queue.
TEST(LoopbackTest, DeliversWhatAMapOfQueuesDelivers) {
  using Queue = std::tuple<std::size_t, int, int>;  // exchange, from, to
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::map<Queue, std::deque<Bytes>> queues;
    std::mutex mutex;
    const int ranks = 2 + static_cast<int>(seed % 4);
    std::atomic<int> wrong = 0;
    LoopbackWorld world(ranks, stepped(seed, 25));
    world.run([&](Transport& transport) {
      const int me = transport.rank();
      std::mt19937_64 random(seed * 100 + static_cast<std::uint64_t>(me));
      for (std::size_t round = 0; round < 5; ++round) {
        transport.exchange(
            [&](int to, Bytes& block) {
              if (random() % 4 == 0) return false;
              block.resize(1 + random() % 30);
              for (std::uint8_t& byte : block) byte = static_cast<std::uint8_t>(random());
              const std::lock_guard lock(mutex);
              queues[{round, me, to}].push_back(block);
              return true;
            },
            [&](int from, Bytes& block) {
              const std::lock_guard lock(mutex);
              std::deque<Bytes>& queue = queues[{round, from, me}];
              if (queue.empty() || queue.front() != block) return void(++wrong);
              queue.pop_front();
            });
        const std::lock_guard lock(mutex);  // all that was meant for this rank is here
        for (int from = 0; from < ranks; ++from) wrong += !queues[{round, from, me}].empty();
      }
    });
    world.rethrow();
    ASSERT_EQ(wrong, 0);
  }
}

TEST(LoopbackTest, ASeedGivesTheSameRunAgain) {
  const auto orders = [](std::uint64_t seed) {
    std::mutex mutex;
    std::vector<std::tuple<int, int, Bytes>> order;  // to, from, what
    LoopbackWorld world(4, stepped(seed, 30));
    world.run([&](Transport& transport) {
      int left[4] = {5, 5, 5, 5};
      transport.exchange(
          [&](int to, Bytes& block) {
            block = {static_cast<std::uint8_t>(left[to])};
            return left[to]-- > 0;
          },
          [&](int from, Bytes& block) {
            const std::lock_guard lock(mutex);
            order.emplace_back(transport.rank(), from, block);
          });
    });
    world.rethrow();
    std::vector<std::uint64_t> actions;
    for (int rank = 0; rank < 4; ++rank) actions.push_back(world.actions(rank));
    return std::pair(order, actions);
  };
  const auto first = orders(7);
  EXPECT_EQ(first.first.size(), 60u);
  EXPECT_EQ(orders(7), first);
  EXPECT_NE(orders(8), first);
}

TEST(LoopbackTest, ARankThatIsKilledAnywhereEndsTheOthersWithItsName) {
  const TransportScript script(11, {4, 4, 40});
  for (int victim = 0; victim < 3; ++victim) {
    for (std::uint64_t action = 1;; ++action) {
      SCOPED_TRACE(testing::Message() << "rank " << victim << ", action " << action);
      LoopbackPlan plan = stepped(action, 10);
      plan.kills = {{victim, action}};
      LoopbackWorld world(3, plan);
      world.run(
          [&](Transport& transport) { with_abandon(transport, [&] { script.run(transport); }); });
      const auto dead = static_cast<std::size_t>(victim);
      if (outcome(world, dead).empty()) {  // the run has fewer actions
        ASSERT_GT(action, 20u);
        break;
      }
      ASSERT_EQ(outcome(world, dead), "killed");
      for (std::size_t rank = 0; rank < 3; ++rank) {
        if (rank == dead) continue;
        const std::string end = outcome(world, rank);
        // A rank may have got all that it needs.
        if (!end.empty()) {
          ASSERT_EQ(end, "remote rank " + std::to_string(victim) + ": lost");
        }
      }
      // The first collective ends for nobody when a rank dies before it.
      if (action == 1) {
        ASSERT_THAT(outcome(world, (dead + 1) % 3), HasSubstr("lost"));
      }
    }
  }
}

TEST(LoopbackTest, AnErrorOfOneRankIsThrownOnAllWithItsName) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const TransportScript script(seed, {8, 4, 40});
    const std::size_t step = seed % script.steps();
    LoopbackWorld world(4, stepped(seed, 20));
    world.run([&](Transport& transport) {
      with_abandon(transport, [&] {
        script.run(transport, [&](std::size_t at) {
          if (transport.rank() == 2 && at == step) {
            throw Error(Error::Kind::kResource, "the disk is full");
          }
        });
      });
    });
    ASSERT_EQ(outcome(world, 2), "the disk is full");
    for (const std::size_t rank : {0, 1, 3}) {
      ASSERT_EQ(outcome(world, rank), "remote rank 2: the disk is full");
      try {
        std::rethrow_exception(world.outcomes()[rank]);
      } catch (const RemoteError& error) {
        ASSERT_EQ(error.kind(), Error::Kind::kResource);
        ASSERT_EQ(error.rank(), 2);
      }
    }
    try {
      world.rethrow();
      FAIL();
    } catch (const Error& error) {
      ASSERT_STREQ(error.what(), "the disk is full");
    }
  }
}

TEST(LoopbackTest, ABlockThatCannotBeTakenEndsAllRanks) {
  LoopbackWorld world(3, stepped(1));
  world.run([&](Transport& transport) {
    with_abandon(transport, [&] {
      int left = 100;
      transport.exchange(
          [&](int, Bytes& block) {
            block = {1};
            return left-- > 0;
          },
          [&](int, Bytes&) {
            if (transport.rank() == 1) throw Error(Error::Kind::kInternal, "damaged");
          });
    });
  });
  EXPECT_EQ(outcome(world, 1), "damaged");
  EXPECT_EQ(outcome(world, 0), "remote rank 1: damaged");
  EXPECT_EQ(outcome(world, 2), "remote rank 1: damaged");
}

TEST(LoopbackTest, RanksThatCallDifferentCollectivesAreToldSo) {
  LoopbackWorld world(2, stepped(3));
  world.run([&](Transport& transport) {
    with_abandon(transport, [&] {
      if (transport.rank() == 0) {
        barrier(transport);
      } else {
        transport.exchange([](int, Bytes&) { return false; }, [](int, Bytes&) {});
      }
    });
  });
  EXPECT_THAT(outcome(world, 0) + outcome(world, 1), HasSubstr("collective 1"));
}

TEST(LoopbackTest, RanksThatWaitForEachOtherForEverAreFound) {
  for (const bool by_steps : {true, false}) {
    LoopbackPlan plan;
    plan.stepped = by_steps;
    LoopbackWorld world(3, plan);
    world.run([&](Transport& transport) {
      with_abandon(transport, [&] {
        if (transport.rank() != 2) barrier(transport);
      });
    });
    EXPECT_THAT(outcome(world, 0) + outcome(world, 1), HasSubstr("all ranks wait"));
    EXPECT_EQ(outcome(world, 2), "");
  }
}

TEST(LoopbackTest, AllAtOnceIsRightToo) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const int ranks = 1 + static_cast<int>(seed % 5);
    const TransportScript script(seed, {10, 10, 3000});
    LoopbackPlan plan;
    plan.seed = seed;
    LoopbackWorld world(ranks, plan);
    std::atomic<int> right = 0;
    world.run([&](Transport& transport) { right += script.run(transport); });
    world.rethrow();
    ASSERT_EQ(right, ranks);
    ASSERT_LE(world.most_bulk_to_one(), MessageWire::kBulkToOne);
  }
}

// A rank that takes its time holds up those that send to it, and nothing piles up.
TEST(LoopbackTest, ASlowRankHoldsUpTheOthers) {
  LoopbackWorld world(3);
  std::atomic<int> sent = 0;
  std::atomic<int> taken = 0;
  std::atomic<int> most_ahead = 0;
  world.run([&](Transport& transport) {
    int left[3] = {50, 50, 50};
    transport.exchange(
        [&](int to, Bytes& block) {
          if (to != 2 || left[to]-- == 0) return false;
          block.assign(1000, 1);
          ++sent;
          return true;
        },
        [&](int, Bytes&) {
          most_ahead = std::max(most_ahead.load(), sent.load() - taken.load());
          std::this_thread::sleep_for(std::chrono::microseconds(200));
          ++taken;
        });
  });
  world.rethrow();
  EXPECT_EQ(taken, 100);
  // Two senders, each with what may be under way, a block in hand, and one that is being taken.
  EXPECT_LE(most_ahead, 2 * static_cast<int>(MessageWire::kBulkToOne) + 3);
}

TEST(LoopbackTest, FiguresOfSendersAndReceiversAgree) {
  std::mutex mutex;
  TransportFigures all;
  LoopbackWorld world(4, stepped(5, 10));
  const TransportScript script(5, {6, 6, 100});
  world.run([&](Transport& transport) {
    script.run(transport);
    const std::lock_guard lock(mutex);
    const TransportFigures& mine = transport.figures();
    EXPECT_EQ(mine.collectives, script.steps());
    EXPECT_GE(mine.waiting_seconds, 0);
    all.bytes_sent += mine.bytes_sent;
    all.bytes_received += mine.bytes_received;
    all.messages_sent += mine.messages_sent;
    all.messages_received += mine.messages_received;
  });
  world.rethrow();
  EXPECT_GT(all.bytes_sent, 100u);
  EXPECT_EQ(all.bytes_sent, all.bytes_received);
  EXPECT_EQ(all.messages_sent, all.messages_received);
}

TEST(LoopbackTest, NotesReachRankZeroInBetween) {
  LoopbackWorld world(3, stepped(2));
  std::vector<Bytes> notes(3);
  world.run([&](Transport& transport) {
    transport.post_note(Bytes(2, static_cast<std::uint8_t>(transport.rank())));
    barrier(transport);
    int from = 0;
    Bytes note;
    while (transport.next_note(from, note)) notes[static_cast<std::size_t>(from)] = note;
  });
  world.rethrow();
  EXPECT_EQ(notes, (std::vector<Bytes>{{}, {1, 1}, {2, 2}}));
}

TEST(LoopbackTest, RefusesNumbersOfRanksThatItCannotRun) {
  EXPECT_THROW(LoopbackWorld(0), Error);
  EXPECT_THROW(LoopbackWorld(LoopbackWorld::kMaxRanks + 1), Error);
}

}  // namespace
}  // namespace questproof
