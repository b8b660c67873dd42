// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/model/compiled_model.h"
#include "core/model/interpreted_model.h"
#include "core/model/reduce/reduce.h"
#include "core/search/certify.h"
#include "tests/support/oracle.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_model.h"
#include "tests/support/scratch_folder.h"

namespace questproof {
namespace {

using oracle::Label;
using testing_support::Random;

SearchOptions random_settings(Random& random) {
  constexpr std::uint32_t kPartitions[] = {1, 4, 256};
  constexpr std::uint64_t kChunks[] = {1, 16, 300, 1 << 22};
  SearchOptions options;
  options.threads = static_cast<int>(random.between(1, 4));
  options.partitions = kPartitions[random.between(0, 2)];
  options.chunk_transitions = kChunks[random.between(0, 3)];
  if (options.partitions <= 4 && random.chance(25)) {  // all that can lies in scratch
    options.scratch_directory = testing_support::scratch_folder();
    options.scratch_from_bytes = 1;
  }
  return options;
}

std::string to_text(const SearchOptions& options) {
  return fmt::format("threads {}, partitions {}, chunk {}, scratch '{}'", options.threads,
                     options.partitions, options.chunk_transitions, options.scratch_directory);
}

GameModel model_of(std::uint64_t seed) {
  if (seed % 3 == 0) return testing_support::random_adventure(seed, 1500);
  testing_support::RandomModelOptions options;
  options.maximum_states = 1500;
  if (seed % 3 == 1) options.minimum_states = 20;
  if (seed % 12 == 2) options.minimum_bits = 70;  // states of several words
  return testing_support::random_model(seed, options);
}

// Holds one certification against the figures of the oracle for the same model.
class Audit {
 public:
  Audit(const GameModel& model, const oracle::Figures& figures, const CompiledModel& space,
        const Certification& result)
      : model_(model), figures_(figures), space_(space), result_(result) {}

  void run() const {
    ASSERT_TRUE(result_.complete) << result_.limit;
    EXPECT_TRUE(result_.verified);
    EXPECT_EQ(result_.limit, "");
    compare_profile();
    compare_enabled();
    compare_faults();
    ASSERT_EQ(result_.quests.size(), figures_.quests.size());
    for (std::size_t i = 0; i < figures_.quests.size(); ++i) {
      SCOPED_TRACE(model_.quests[i].name);
      compare_quest(i);
    }
    EXPECT_EQ(result_.verdict, worst_verdict());
    compare_standings();
  }

  // A walkthrough from the start, and one from a state that can be reached.
  void compare_solutions(const SearchOptions& options, Random& random) const {
    const auto at = random.between(0, static_cast<std::int64_t>(figures_.states) - 1);
    GameModel from_here = model_;
    from_here.variants = {{"here", *std::next(figures_.reachable.begin(), at)}};
    const oracle::Figures there = oracle::explore(from_here).value();
    std::vector<Word> packed(space_.word_count());
    space_.layout().pack(from_here.variants[0].values, packed);
    for (std::size_t i = 0; i < model_.quests.size(); ++i) {
      const Solution solution = solve(space_, i, {}, options);
      EXPECT_EQ(length(solution.trace), figures_.quests[i].completion);
      EXPECT_EQ(solution.trace, result_.quests[i].completion);
      EXPECT_EQ(solution.verdict, solved(figures_.quests[i]));
      EXPECT_EQ(length(solve(space_, i, packed, options).trace), there.quests[i].completion);
    }
  }

 private:
  void compare_profile() const {
    EXPECT_EQ(result_.profile.states_per_level, figures_.states_per_level);
    EXPECT_EQ(result_.profile.states, figures_.states);
    EXPECT_EQ(result_.profile.transitions, figures_.transitions);
    EXPECT_EQ(result_.profile.deadlocks, figures_.deadlocks);
  }

  void compare_enabled() const {
    std::map<Label, std::uint64_t> enabled;
    ASSERT_EQ(result_.enabled.size(), space_.label_count());
    for (std::size_t i = 0; i < result_.enabled.size(); ++i) {
      const TransitionLabel& label = space_.label(i);
      if (result_.enabled[i] == 0) continue;
      enabled[{label.event, label.branches, label.fault}] += result_.enabled[i];
    }
    EXPECT_EQ(enabled, figures_.enabled);
  }

  void compare_faults() const {
    std::map<Label, std::uint32_t> faults;
    for (const FaultReport& fault : result_.faults) {
      const Label label{fault.event, fault.branches, true};
      faults[label] = length(fault.shortest);
      const Valuation last = replay(fault.shortest);
      const auto runs = oracle::runs(model_, last);
      EXPECT_TRUE(std::any_of(runs.begin(), runs.end(),
                              [&](const oracle::Run& run) { return run.label == label; }));
    }
    EXPECT_EQ(faults, figures_.faults);
  }

  Verdict verdict_of(const oracle::QuestFigures& quest) const {
    if (!figures_.faults.empty()) return Verdict::kUnknown;
    return quest.blocked > 0 ? Verdict::kRefuted : Verdict::kProved;
  }

  Verdict worst_verdict() const {
    Verdict worst = figures_.faults.empty() ? Verdict::kProved : Verdict::kUnknown;
    for (const oracle::QuestFigures& quest : figures_.quests) {
      if (verdict_of(quest) == Verdict::kRefuted) worst = Verdict::kRefuted;
    }
    return worst;
  }

  // A path that was found holds whatever else is a fault; that there is none does not.
  Verdict solved(const oracle::QuestFigures& quest) const {
    if (quest.completion) return Verdict::kProved;
    return figures_.faults.empty() ? Verdict::kRefuted : Verdict::kUnknown;
  }

  void compare_quest(std::size_t index) const {
    const oracle::QuestFigures& expected = figures_.quests[index];
    const QuestResult& quest = result_.quests[index];
    EXPECT_EQ(quest.verdict, verdict_of(expected));
    EXPECT_EQ(quest.done_states, expected.done);
    EXPECT_EQ(quest.pending_states, expected.pending);
    EXPECT_EQ(quest.blocked_states, expected.blocked);
    EXPECT_EQ(quest.initial_blocked, expected.initial_blocked);
    EXPECT_EQ(length(quest.completion), expected.completion);
    EXPECT_EQ(length(quest.counterexample), expected.counterexample);
    EXPECT_EQ(quest.farthest.has_value(), expected.farthest.has_value());
    EXPECT_EQ(quest.farthest_distance, expected.farthest.value_or(0));
    if (quest.completion) {
      EXPECT_TRUE(oracle::holds(model_.quests[index].done, replay(*quest.completion)));
    }
    if (quest.counterexample) {
      EXPECT_TRUE(blocked(replay(*quest.counterexample), index));
    }
    if (quest.farthest) replay(*quest.farthest);
    compare_fatal(quest, expected, index);
    compare_play(quest, expected);
  }

  void compare_fatal(const QuestResult& quest, const oracle::QuestFigures& expected,
                     std::size_t index) const {
    std::map<Label, oracle::Fatal> fatal;
    std::uint64_t transitions = 0;
    for (const FatalEvent& event : quest.fatal_events) {
      const Label label{event.event, event.branches, false};
      EXPECT_FALSE(fatal.contains(label));
      fatal[label] = {event.count, length(event.shortest)};
      transitions += event.count;
      EXPECT_TRUE(blocked(replay(event.shortest), index));
      ASSERT_FALSE(event.shortest.steps.empty());
      EXPECT_EQ(event.shortest.steps.back().event, event.event);
      EXPECT_EQ(event.shortest.steps.back().branches, event.branches);
    }
    EXPECT_EQ(fatal, expected.fatal);
    EXPECT_EQ(quest.fatal_transitions, transitions);
  }

  void compare_play(const QuestResult& quest, const oracle::QuestFigures& expected) const {
    ASSERT_TRUE(quest.random_play);
    if (!expected.play) return;
    const double stuck = expected.play->stuck_probability;
    const double events = expected.play->expected_events;
    if (quest.random_play->exact) {
      EXPECT_NEAR(quest.random_play->stuck_probability, stuck, 1e-6);
      EXPECT_NEAR(quest.random_play->expected_events, events, 1e-5 * (1 + events));
    } else {
      EXPECT_NEAR(quest.random_play->stuck_probability, stuck,
                  6 * quest.random_play->standard_error + 1e-2);
    }
  }

  bool blocked(const Valuation& values, std::size_t index) const {
    const auto key = std::pair(index, values);
    const auto known = blocked_.find(key);
    if (known != blocked_.end()) return known->second;
    GameModel from_here = model_;
    from_here.variants = {{"here", values}};
    const auto figures = oracle::explore(from_here);
    const bool result = figures && figures->quests[index].initial_blocked == 1;
    blocked_[key] = result;
    return result;
  }

  // Follows a trace in the oracle and returns the state at its end.
  Valuation replay(const Trace& trace) const {
    const std::size_t words = space_.word_count();
    const auto state = [&](std::size_t i) {
      return space_.layout().unpack(StateView(trace.states).subspan(i * words, words));
    };
    EXPECT_EQ(trace.states.size(), (trace.steps.size() + 1) * words);
    EXPECT_LT(trace.variant, model_.variants.size());
    Valuation now = model_.variants.at(trace.variant).values;
    EXPECT_EQ(state(0), now);
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      const Label label{trace.steps[i].event, trace.steps[i].branches, false};
      bool found = false;
      for (oracle::Run& run : oracle::runs(model_, now)) {
        if (run.label != label) continue;
        found = true;
        now = std::move(run.values);
        break;
      }
      EXPECT_TRUE(found) << "step " << i << " of a trace cannot be taken";
      EXPECT_EQ(state(i + 1), now);
    }
    return now;
  }

  static std::uint32_t length(const Trace& trace) {
    return static_cast<std::uint32_t>(trace.steps.size());
  }
  static std::optional<std::uint32_t> length(const std::optional<Trace>& trace) {
    if (!trace) return std::nullopt;
    return length(*trace);
  }

  void compare_standings() const {
    ASSERT_TRUE(result_.solved);
    EXPECT_EQ(result_.solved->size(), figures_.states);
    std::vector<Word> packed(space_.word_count());
    std::size_t count = 0;
    for (const Valuation& values : figures_.reachable) {
      if (++count > 5) break;
      space_.layout().pack(values, packed);
      EXPECT_TRUE(result_.solved->contains(packed));
      for (std::size_t i = 0; i < model_.quests.size(); ++i) {
        const auto standing = result_.solved->standing(packed, i);
        ASSERT_TRUE(standing);
        EXPECT_EQ(standing->done, oracle::holds(model_.quests[i].done, values));
        EXPECT_EQ(standing->blocked, blocked(values, i));
      }
    }
  }

  const GameModel& model_;
  const oracle::Figures& figures_;
  const CompiledModel& space_;
  const Certification& result_;
  mutable std::map<std::pair<std::size_t, Valuation>, bool> blocked_;
};

// What must be the same however a run was made.
void expect_same_result(const Certification& one, const Certification& two) {
  EXPECT_EQ(one.verdict, two.verdict);
  EXPECT_EQ(one.profile, two.profile);
  EXPECT_EQ(one.enabled, two.enabled);
  ASSERT_EQ(one.quests.size(), two.quests.size());
  for (std::size_t i = 0; i < one.quests.size(); ++i) {
    const QuestResult& a = one.quests[i];
    const QuestResult& b = two.quests[i];
    EXPECT_EQ(a.completion, b.completion);
    EXPECT_EQ(a.counterexample, b.counterexample);
    EXPECT_EQ(a.farthest, b.farthest);
    ASSERT_EQ(a.fatal_events.size(), b.fatal_events.size());
    for (std::size_t j = 0; j < a.fatal_events.size(); ++j) {
      EXPECT_EQ(a.fatal_events[j].shortest, b.fatal_events[j].shortest);
      EXPECT_EQ(a.fatal_events[j].count, b.fatal_events[j].count);
    }
    EXPECT_EQ(a.random_play->stuck_probability, b.random_play->stuck_probability);
    EXPECT_EQ(a.random_play->expected_events, b.random_play->expected_events);
  }
  ASSERT_EQ(one.faults.size(), two.faults.size());
  for (std::size_t i = 0; i < one.faults.size(); ++i) {
    EXPECT_EQ(one.faults[i].shortest, two.faults[i].shortest);
  }
}

class CertifyPropertyTest : public testing::TestWithParam<std::uint64_t> {
 protected:
  static constexpr std::uint64_t kSeeds = 800;

  template <typename Check>
  void for_all_seeds(const Check& check) const {
    for (std::uint64_t i = 0; i < kSeeds && !HasFailure(); ++i) {
      const std::uint64_t seed = GetParam() * kSeeds + i;
      const GameModel model = model_of(seed);
      Random random(seed ^ 0x5eed);
      const SearchOptions settings = random_settings(random);
      SCOPED_TRACE(fmt::format("seed {}, {}", seed, to_text(settings)));
      check(model, settings, random);
      if (HasFailure()) ADD_FAILURE() << testing_support::describe(model);
    }
  }

  static oracle::Figures explore(const GameModel& model) {
    oracle::Options options;
    options.random_play = true;
    return oracle::explore(model, options).value();
  }
};

INSTANTIATE_TEST_SUITE_P(Seeds, CertifyPropertyTest, testing::Range<std::uint64_t>(0, 7));

TEST_P(CertifyPropertyTest, AllFiguresAreThoseOfTheOracle) {
  for_all_seeds([](const GameModel& model, const SearchOptions& settings, Random& random) {
    const CompiledModel space(model);
    const InterpretedModel checker(space);
    const Certification result = certify(space, &checker, settings);
    const oracle::Figures figures = explore(model);
    const Audit audit(model, figures, space, result);
    audit.run();
    audit.compare_solutions(settings, random);
  });
}

TEST_P(CertifyPropertyTest, ReducedModelsToo) {
  for_all_seeds([](const GameModel& model, const SearchOptions& settings, Random& random) {
    ReductionOptions options;
    for (const Reduction& reduction : reductions()) {
      options.*reduction.enabled = random.chance(70);
    }
    SCOPED_TRACE(to_string(options));
    const ReducedModel reduced = reduce(model, options);
    const CompiledModel space(reduced.model);
    const InterpretedModel checker(space);
    const Certification result = certify(space, &checker, settings);
    const oracle::Figures figures = explore(reduced.model);
    Audit(reduced.model, figures, space, result).run();
    const auto original = oracle::explore(model);
    for (std::size_t i = 0; i < model.quests.size(); ++i) {
      const oracle::QuestFigures& quest = original->quests[i];
      EXPECT_EQ(result.quests[i].verdict == Verdict::kUnknown, !original->faults.empty());
      EXPECT_EQ(result.quests[i].blocked_states > 0, quest.blocked > 0);
      EXPECT_EQ(result.quests[i].farthest_distance, quest.farthest.value_or(0));
    }
  });
}

TEST_P(CertifyPropertyTest, SettingsDoNotChangeAnything) {
  for_all_seeds([](const GameModel& model, const SearchOptions& settings, Random& random) {
    const CompiledModel space(model);
    CompileOptions slow;
    slow.maximum_tree_rules = 0;
    slow.maximum_rules = random.chance(50) ? 0 : 2;
    const CompiledModel other_space(model, slow);
    expect_same_result(certify(space, nullptr, settings),
                       certify(other_space, nullptr, random_settings(random)));
  });
}

TEST_P(CertifyPropertyTest, ALimitThatIsHitMeansUnknown) {
  constexpr std::uint64_t kModels = 40;
  std::uint64_t limited = 0;
  for (std::uint64_t i = 0; i < kModels && !HasFailure(); ++i) {
    const GameModel model = model_of(GetParam() * kModels + i);
    Random random(i);
    SearchOptions settings = random_settings(random);
    settings.memory_bytes = std::uint64_t{1} << random.between(0, 34);
    SCOPED_TRACE(fmt::format("seed {}, {}, memory {}", GetParam() * kModels + i, to_text(settings),
                             settings.memory_bytes));
    const CompiledModel space(model);
    const Certification result = certify(space, nullptr, settings);
    const oracle::Figures figures = explore(model);
    if (result.complete) {
      EXPECT_EQ(result.profile.states_per_level, figures.states_per_level);
      continue;
    }
    ++limited;
    EXPECT_EQ(result.verdict, Verdict::kUnknown);
    EXPECT_NE(result.limit, "");
    EXPECT_FALSE(result.verified);
    for (const QuestResult& quest : result.quests) EXPECT_EQ(quest.verdict, Verdict::kUnknown);
  }
  EXPECT_GT(limited, 0u);
}

}  // namespace
}  // namespace questproof
