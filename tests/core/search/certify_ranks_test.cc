// SPDX-License-Identifier: MIT
// The whole search over several ranks: what one process finds, whoever owns what, whichever message comes
// first, and whoever dies when.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <string>

#include "core/search/certify.h"
#include "core/search/result_codec.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/graph_space.h"
#include "tests/support/on_ranks.h"
#include "tests/support/random_graph.h"
#include "tests/support/random_model.h"
#include "tests/support/random_ownership.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/shared_run.h"
#include "tests/support/tripwire_space.h"

namespace questproof {
namespace {

using testing_support::difference;
using testing_support::explore_graph;
using testing_support::GraphSpace;
using testing_support::GraphTruth;
using testing_support::LabelledGraph;
using testing_support::on_ranks;
using testing_support::plan_of;
using testing_support::Random;
using testing_support::random_graph;
using testing_support::RandomGraphOptions;
using testing_support::SharedRun;
using testing_support::TripwireSpace;

constexpr std::array kRankCounts = {1, 2, 3, 4, 7};

// A graph, what is true of it, and what one process finds.
class Subject {
 public:
  Subject(std::uint64_t seed, const RandomGraphOptions& shape)
      : random_(seed),
        graph_(random_graph(random_, shape)),
        truth_(explore_graph(graph_)),
        space_(graph_, seed % 3),
        partitions_(std::array{1u, 4u, 64u, 256u}[random_.next() % 4]),
        random_play_(partitions_ > 4 && shape.quests < 8 && seed % 2 == 0) {
    const Certification found = certify(space_, nullptr, options());
    EXPECT_EQ(difference(graph_, truth_, found), "");
    expected_ = result_bytes(found);
    if (random_.next() % 2 == 0) return;
    ownership_ = testing_support::random_ownership(
        random_, space_.word_count(), [&](std::size_t w) { return space_.word_bits(w); });
  }

  const GraphSpace& space() const { return space_; }
  Random& random() { return random_; }
  int some_ranks() { return kRankCounts[random_.next() % kRankCounts.size()]; }

  // Other settings each time, but for those that must stay. Ranks have the same, as they should.
  SearchOptions options() {
    SearchOptions options;
    options.threads = static_cast<int>(random_.between(1, 2));
    options.random_play = random_play_;
    options.partitions = partitions_;
    options.ownership = ownership_;
    options.chunk_transitions = std::array<std::uint64_t, 3>{1, 30, 1 << 20}[random_.next() % 3];
    options.quests_at_once = static_cast<std::uint32_t>(std::array{1, 3, 64}[random_.next() % 3]);
    options.checkpoint_seconds = random_.next() % 2 == 0 ? 0 : 1000;
    options.checkpoint_states = std::array<std::uint64_t, 3>{1, 10, 1000}[random_.next() % 3];
    if (partitions_ <= 4 && random_.chance(20)) {  // all that can lies in scratch
      options.scratch_directory = testing_support::scratch_folder();
      options.scratch_from_bytes = 1;
    }
    return options;
  }

  // Everything but times.
  static std::vector<std::uint8_t> result_bytes(const Certification& found) {
    return encode_result({found.verified, found.quests, found.faults, {}});
  }

  void expect_right(const Certification& found) const {
    ASSERT_EQ(found.limit, "");
    ASSERT_EQ(difference(graph_, truth_, found), "");
    ASSERT_EQ(result_bytes(found), expected_);
    ASSERT_TRUE(found.verified);
    for (std::uint32_t s = 0; s < graph_.rows.size(); ++s) {
      ASSERT_EQ(found.solved->depth(graph_.rows[s]), truth_.depth[s]);
    }
  }

  std::vector<Certification> certify_on(int ranks, const LoopbackPlan& plan) {
    const SearchOptions settings = options();
    return on_ranks<Certification>(ranks, plan, [&](Transport& transport) {
      return certify(space_, nullptr, settings, {}, nullptr, &transport);
    });
  }

 private:
  Random random_;
  LabelledGraph graph_;
  GraphTruth truth_;
  GraphSpace space_;
  std::uint32_t partitions_;
  Ownership ownership_;  // by the whole state for what is expected, and for half of the subjects
  bool random_play_;
  std::vector<std::uint8_t> expected_;
};

void check_seeds(std::uint64_t first, std::uint64_t count, const RandomGraphOptions& shape) {
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Subject subject(seed, shape);
    for (const int ranks : kRankCounts) {
      SCOPED_TRACE(fmt::format("seed {}, {} ranks", seed, ranks));
      for (const Certification& found : subject.certify_on(ranks, plan_of(seed))) {
        subject.expect_right(found);
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(CertifyRanksTest, EveryRankFindsWhatOneProcessFinds) { check_seeds(0, 30, {}); }
TEST(CertifyRanksTest, EveryRankFindsWhatOneProcessFindsWithManyQuests) {
  for (const std::size_t quests : {8u, 9u, 33u, 64u, 70u}) {
    check_seeds(1000 + 10 * quests, 2, {.largest_states = 40, .quests = quests});
  }
}
TEST(CertifyRanksTest, EveryRankFindsWhatOneProcessFindsWithFaults) {
  check_seeds(2000, 15, {.faulty_percent = 100});
}
TEST(CertifyRanksTest, EveryRankFindsWhatOneProcessFindsOnLargerGraphs) {
  check_seeds(3000, 2, {.largest_states = 3000, .quests = 2});
}

// One small graph each, under very many schedules.
TEST(CertifyRanksTest, NoScheduleChangesAnything) {
  for (std::uint64_t graph = 0; graph < 10; ++graph) {
    Subject subject(4000 + graph, {.largest_states = 20, .quests = 2});
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const int ranks = 2 + static_cast<int>(seed % 3);
      SCOPED_TRACE(fmt::format("graph {}, seed {}, {} ranks", 4000 + graph, seed, ranks));
      LoopbackPlan plan = plan_of(seed);
      plan.stepped = true;
      subject.expect_right(subject.certify_on(ranks, plan).back());
      if (HasFailure()) return;
    }
  }
}

// One session of a run over ranks that keeps what it finds in `run`. Nothing when a rank was killed.
std::vector<Certification> session(const StateSpace& space, const SearchOptions& options,
                                   SharedRun& run, int ranks, const LoopbackPlan& plan) {
  std::vector<Certification> found;
  try {
    found = on_ranks<Certification>(ranks, plan, [&](Transport& transport) {
      RunStorage& storage = run.view(transport);
      return certify(space, nullptr, options, {}, &storage, &transport);
    });
  } catch (const LoopbackWorld::Killed&) {
  }
  run.storage.lose_uncommitted();
  return found;
}

TEST(CertifyRanksTest, KilledRunsAreResumedByAnyNumberOfRanks) {
  int kills = 0;
  for (std::uint64_t seed = 5000; seed < 5040; ++seed) {
    Subject subject(seed, {.largest_states = 40});
    SharedRun run;
    std::vector<Certification> found;
    for (int attempt = 0; found.empty(); ++attempt) {
      const int ranks = subject.some_ranks();
      LoopbackPlan plan = plan_of(seed + 7 * static_cast<std::uint64_t>(attempt));
      plan.stepped = true;
      if (attempt < 6 && ranks > 1) {
        plan.kills = {{static_cast<int>(subject.random().next() % static_cast<unsigned>(ranks)),
                       static_cast<std::uint64_t>(subject.random().between(1, 1500))}};
      }
      SCOPED_TRACE(fmt::format("seed {}, attempt {}, {} ranks", seed, attempt, ranks));
      SearchOptions options = subject.options();
      options.checkpoint_seconds = 0;
      found = session(subject.space(), options, run, ranks, plan);
      kills += found.empty();
      for (const Certification& one : found) subject.expect_right(one);
      if (HasFailure()) return;
    }
    // And read by one that finds nothing left to do.
    subject.expect_right(certify(subject.space(), nullptr, subject.options(), {}, &run.storage));
    if (HasFailure()) return;
  }
  EXPECT_GT(kills, 40);
}

// A stop that one rank is asked for stops all of them at one point, and other ranks go on from there.
TEST(CertifyRanksTest, AStopOfOneRankStopsAll) {
  int stops = 0;
  for (std::uint64_t seed = 6000; seed < 6030; ++seed) {
    Subject subject(seed, {.largest_states = 40});
    SharedRun run;
    bool stopped = true;
    for (std::uint64_t attempt = 0; stopped; ++attempt) {
      ASSERT_LT(attempt, 200u);
      SCOPED_TRACE(fmt::format("seed {}, attempt {}", seed, attempt));
      std::atomic<bool> stop{false};
      const SearchOptions options = subject.options();
      const auto asked = static_cast<int>(seed % 2);
      const TripwireSpace space(subject.space(),
                                attempt > 20 ? ~std::uint64_t{0} : 3 + 11 * attempt,
                                [&] { stop = true; });
      const auto found =
          on_ranks<Certification>(2, plan_of(seed + attempt), [&](Transport& transport) {
            SearchOptions mine = options;
            if (transport.rank() == asked) mine.stop_requested = &stop;
            RunStorage& storage = run.view(transport);
            return certify(space, nullptr, mine, {}, &storage, &transport);
          });
      ASSERT_EQ(found[0].stopped, found[1].stopped);
      ASSERT_EQ(found[0].limit, found[1].limit);
      ASSERT_EQ(found[0].profile.to_string(), found[1].profile.to_string());
      stopped = found[0].stopped;
      stops += stopped;
      if (!stopped) subject.expect_right(found[0]);
      run.storage.lose_uncommitted();
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(stops, 30);
}

TEST(CertifyRanksTest, ALimitOfOneRankIsALimitOfAll) {
  Subject subject(7000, {});
  const auto found = on_ranks<Certification>(3, {}, [&](Transport& transport) {
    SearchOptions options;
    options.threads = 1;
    if (transport.rank() == 1) options.memory_bytes = 1;
    return certify(subject.space(), nullptr, options, {}, nullptr, &transport);
  });
  for (const Certification& one : found) {
    EXPECT_EQ(one.verdict, Verdict::kUnknown);
    EXPECT_EQ(one.limit, found[0].limit);
    EXPECT_NE(one.limit.find("on rank 1"), std::string::npos) << one.limit;
  }
}

}  // namespace
}  // namespace questproof
