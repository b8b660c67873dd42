// SPDX-License-Identifier: MIT
// Runs that are broken off anywhere and resumed, until they are finished: the result must be that of an
// undisturbed run.
#include "core/search/run_recorder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>

#include "core/search/certify.h"
#include "core/search/result_codec.h"
#include "tests/support/graph_oracle.h"
#include "tests/support/graph_space.h"
#include "tests/support/memory_run_storage.h"
#include "tests/support/random_graph.h"
#include "tests/support/tripwire_space.h"

namespace questproof {
namespace {

using testing_support::difference;
using testing_support::explore_graph;
using testing_support::GraphSpace;
using testing_support::GraphTruth;
using testing_support::LabelledGraph;
using testing_support::MemoryRunStorage;
using testing_support::Random;
using testing_support::random_graph;
using testing_support::TripwireSpace;

struct Broken {};

// Another storage that breaks at its n-th call, as a full disk would.
class BreakingStorage final : public RunStorage {
 public:
  BreakingStorage(RunStorage& storage, std::int64_t calls) : storage_(storage), left_(calls) {}

  const std::optional<RunProgress>& progress() const override { return storage_.progress(); }
  std::unique_ptr<Writer> create(ColumnName name) override {
    call();
    return std::make_unique<BreakingWriter>(*this, storage_.create(name));
  }
  void drop(ColumnName name) override {
    call();
    storage_.drop(name);
  }
  void commit(const RunProgress& progress) override {
    call();
    storage_.commit(progress);
  }
  std::vector<ColumnName> columns() const override { return storage_.columns(); }
  std::vector<std::uint8_t> read(ColumnName name, std::size_t partition) const override {
    call();
    return storage_.read(name, partition);
  }
  std::uint64_t disk_bytes() const override { return storage_.disk_bytes(); }
  std::uint64_t disk_bytes(ColumnKind kind) const override { return storage_.disk_bytes(kind); }

 private:
  class BreakingWriter final : public Writer {
   public:
    BreakingWriter(const BreakingStorage& owner, std::unique_ptr<Writer> writer)
        : owner_(owner), writer_(std::move(writer)) {}
    void put(std::size_t partition, std::span<const std::uint8_t> bytes) override {
      owner_.call();
      writer_->put(partition, bytes);
    }
    void seal() override {
      owner_.call();
      writer_->seal();
    }

   private:
    const BreakingStorage& owner_;
    std::unique_ptr<Writer> writer_;
  };
  void call() const {
    if (left_.fetch_sub(1) <= 0) throw Broken{};
  }

  RunStorage& storage_;
  mutable std::atomic<std::int64_t> left_;
};

// A graph, what is true of it, and what an undisturbed run says.
class Subject {
 public:
  Subject(std::uint64_t seed, const testing_support::RandomGraphOptions& shape)
      : random_(seed),
        graph_(random_graph(random_, shape)),
        truth_(explore_graph(graph_)),
        space_(graph_, seed % 3),
        partitions_(std::array{1u, 4u, 256u}[random_.next() % 3]) {
    const Certification found = certify(space_, nullptr, options());
    EXPECT_EQ(difference(graph_, truth_, found), "");
    expected_ = result_bytes(found);
  }

  const GraphSpace& space() const { return space_; }
  const GraphTruth& truth() const { return truth_; }
  Random& random() { return random_; }

  // Other settings each time, but for those that must stay.
  SearchOptions options() {
    SearchOptions options;
    options.threads = static_cast<int>(random_.between(1, 4));
    options.partitions = partitions_;
    options.chunk_transitions = std::array<std::uint64_t, 3>{1, 20, 1 << 20}[random_.next() % 3];
    options.quests_at_once = static_cast<std::uint32_t>(std::array{1, 3, 64}[random_.next() % 3]);
    options.checkpoint_seconds = random_.next() % 2 == 0 ? 0 : 1000;
    options.checkpoint_states = std::array<std::uint64_t, 3>{1, 10, 1000}[random_.next() % 3];
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
    ASSERT_FALSE(found.stopped);
  }

  // Resumed with nothing in its way, and once more when it is finished: then nothing is expanded.
  void finish(MemoryRunStorage& storage) {
    const bool anything = storage.progress().has_value();
    const Certification found = certify(space_, nullptr, options(), {}, &storage);
    EXPECT_EQ(found.resumption.has_value(), anything);
    expect_right(found);
    ASSERT_EQ(storage.progress()->phase, RunPhase::kFinished);
    const TripwireSpace idle(space_, 0, [] { throw Broken{}; });
    const Certification again = certify(idle, nullptr, options(), {}, &storage);
    expect_right(again);
    ASSERT_EQ(again.resumption.value().phase, RunPhase::kFinished);
    expect_same_standings(found, again);
  }

 private:
  void expect_same_standings(const Certification& one, const Certification& two) const {
    for (std::uint32_t s = 0; s < graph_.rows.size(); ++s) {
      const StateView state(graph_.rows[s]);
      ASSERT_EQ(one.solved->depth(state), truth_.depth[s]);
      ASSERT_EQ(two.solved->depth(state), truth_.depth[s]);
      ASSERT_EQ(one.solved->contains(state), two.solved->contains(state));
      for (std::size_t q = 0; q < graph_.quests.size(); ++q) {
        const auto a = one.solved->standing(state, q);
        const auto b = two.solved->standing(state, q);
        ASSERT_EQ(a.has_value(), b.has_value());
        if (!a) continue;
        ASSERT_EQ(a->done, b->done);
        ASSERT_EQ(a->live, b->live);
        ASSERT_EQ(a->blocked, b->blocked);
        ASSERT_EQ(a->distance, b->distance);
      }
    }
  }

  Random random_;
  LabelledGraph graph_;
  GraphTruth truth_;
  GraphSpace space_;
  std::uint32_t partitions_;
  std::vector<std::uint8_t> expected_;
};

constexpr auto kNever = std::numeric_limits<std::int64_t>::max();

TEST(RunRecorderTest, ARunWithAStorageFindsWhatOneWithoutFinds) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    Subject subject(seed, {});
    MemoryRunStorage storage;
    subject.finish(storage);
    if (HasFatalFailure()) return;
  }
}

// Every call of the storage fails once.
TEST(RunRecorderTest, ARunThatBreaksAtAnyCallIsResumed) {
  int breaks = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Subject subject(seed, {.largest_states = 25, .quests = seed % 2 == 0 ? 5u : 2u});
    bool broke = true;
    for (std::int64_t calls = 0; broke; ++calls) {
      SCOPED_TRACE(fmt::format("seed {}, broken at call {}", seed, calls));
      MemoryRunStorage storage;
      SearchOptions options = subject.options();
      options.checkpoint_seconds = 0;
      try {
        BreakingStorage breaking(storage, calls);
        subject.expect_right(certify(subject.space(), nullptr, options, {}, &breaking));
        broke = false;
      } catch (const Broken&) {
        ++breaks;
      }
      storage.lose_uncommitted();
      subject.finish(storage);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(breaks, 300);
}

// Again and again, at calls and inside of expansions, until it gets through.
TEST(RunRecorderTest, ARunThatBreaksManyTimesIsResumed) {
  int breaks = 0;
  for (std::uint64_t seed = 100; seed < 250; ++seed) {
    SCOPED_TRACE(seed);
    Subject subject(seed, {});
    MemoryRunStorage storage;
    for (int session = 0; session < 12; ++session) {
      SearchOptions options = subject.options();
      options.checkpoint_seconds = 0;
      try {
        const std::int64_t calls =
            subject.random().next() % 2 == 0 ? kNever : subject.random().between(5, 200);
        BreakingStorage breaking(storage, calls);
        const TripwireSpace space(subject.space(),
                                  static_cast<std::uint64_t>(subject.random().between(1, 60)), [&] {
                                    if (calls == kNever) throw Broken{};
                                  });
        subject.expect_right(certify(space, nullptr, options, {}, &breaking));
        break;
      } catch (const Broken&) {
        ++breaks;
        storage.lose_uncommitted();
      }
    }
    subject.finish(storage);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(breaks, 300);
}

// Stopped after any expansion: it says so, keeps every whole level, and goes on.
TEST(RunRecorderTest, ARunThatIsStoppedIsResumed) {
  int stops = 0;
  int in_forward = 0;
  for (std::uint64_t seed = 300; seed < 310; ++seed) {
    Subject subject(seed, {.largest_states = 30});
    bool stopped = true;
    for (std::uint64_t expansions = 0; stopped; ++expansions) {
      SCOPED_TRACE(fmt::format("seed {}, stopped at expansion {}", seed, expansions));
      MemoryRunStorage storage;
      std::atomic<bool> stop{false};
      SearchOptions options = subject.options();
      options.stop_requested = &stop;
      const TripwireSpace space(subject.space(), expansions, [&] { stop = true; });
      const Certification found = certify(space, nullptr, options, {}, &storage);
      stopped = found.stopped;
      ASSERT_NE(found.decided, stopped);
      if (stopped) {
        ++stops;
        ASSERT_NE(found.verdict, Verdict::kProved);
        ASSERT_TRUE(storage.progress().has_value());
        if (storage.progress()->phase == RunPhase::kForward) {
          ++in_forward;
          ASSERT_EQ(storage.progress()->level + 1, found.profile.states_per_level.size());
        }
      } else {
        subject.expect_right(found);
      }
      storage.lose_uncommitted();
      subject.finish(storage);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(stops, 100);
  EXPECT_GT(in_forward, 20);
}

// Stopped again and again, it comes through: every session gets a little further.
TEST(RunRecorderTest, StoppedSessionsAddUp) {
  for (std::uint64_t seed = 400; seed < 430; ++seed) {
    SCOPED_TRACE(seed);
    Subject subject(seed, {});
    MemoryRunStorage storage;
    bool stopped = true;
    for (int session = 0; stopped; ++session) {
      ASSERT_LT(session, 100);
      std::atomic<bool> stop{false};
      SearchOptions options = subject.options();
      options.stop_requested = &stop;
      options.checkpoint_seconds = 1000;
      const TripwireSpace space(subject.space(), 250, [&] { stop = true; });
      const Certification found = certify(space, nullptr, options, {}, &storage);
      stopped = found.stopped;
      if (!stopped) subject.expect_right(found);
      storage.lose_uncommitted();
    }
    subject.finish(storage);
    if (HasFatalFailure()) return;
  }
}

TEST(RunRecorderTest, ATimeLimitKeepsWhatWasFound) {
  Subject subject(500, {});
  MemoryRunStorage storage;
  SearchOptions options = subject.options();
  options.time_seconds = 1e-9;
  const Certification found = certify(subject.space(), nullptr, options, {}, &storage);
  EXPECT_EQ(found.verdict, Verdict::kUnknown);
  EXPECT_FALSE(found.stopped);
  ASSERT_TRUE(storage.progress().has_value());
  EXPECT_EQ(storage.progress()->profile.states, storage.progress()->profile.states_per_level[0]);
  subject.finish(storage);
}

TEST(RunRecorderTest, AStorageOfAnotherGameIsRefused) {
  Subject subject(600, {.words = 1, .quests = 3});
  Subject other(600, {.words = 1, .quests = 4});
  MemoryRunStorage storage;
  subject.finish(storage);
  EXPECT_THROW(certify(other.space(), nullptr, subject.options(), {}, &storage), Error);
}

TEST(CheckpointClockTest, SavesAreRareWhereTheyAreExpensive) {
  CheckpointClock always(0);
  EXPECT_TRUE(always.due(1000));
  CheckpointClock rarely(0.001);
  rarely.begin();
  rarely.end();
  EXPECT_FALSE(rarely.due(0));
  CheckpointClock unknown(1e-9);
  EXPECT_FALSE(unknown.due(1000)) << "a save of 1000 seconds after none";
}

}  // namespace
}  // namespace questproof
