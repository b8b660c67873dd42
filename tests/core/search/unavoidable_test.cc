// SPDX-License-Identifier: MIT
#include "core/search/unavoidable.h"

#include <gtest/gtest.h>

#include <deque>
#include <set>

#include "core/model/compiled_model.h"
#include "tests/support/model_builder.h"
#include "tests/support/oracle.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

// Every passage by a search of its own over unpacked values: whether the target is reached without.
bool reached_without(const GameModel& model, std::size_t target,
                     const std::optional<Passage>& forbidden) {
  const auto inside = [&](const Valuation& values) {
    return forbidden && forbidden->kind == Passage::Kind::kQuestDone &&
           oracle::holds(model.quests[forbidden->index].done, values);
  };
  std::set<Valuation> seen;
  std::deque<Valuation> waiting;
  const auto visit = [&](const Valuation& values) {
    if (!inside(values) && seen.insert(values).second) waiting.push_back(values);
  };
  for (const Variant& variant : model.variants) visit(variant.values);
  while (!waiting.empty()) {
    const Valuation values = waiting.front();
    waiting.pop_front();
    if (oracle::holds(model.quests[target].done, values)) return true;
    for (const oracle::Run& run : oracle::runs(model, values)) {
      const bool stops = forbidden && forbidden->kind == Passage::Kind::kEvent &&
                         forbidden->index == run.label.event.index && run.values != values;
      if (!run.label.fault && !stops) visit(run.values);
    }
  }
  return false;
}

void expect_same(const GameModel& model) {
  std::vector<Passage> passages;
  for (std::uint32_t e = 0; e < model.events.size(); ++e)
    passages.push_back(Passage::of(EventId{e}));
  for (std::uint32_t q = 0; q < model.quests.size(); ++q)
    passages.push_back(Passage::of(QuestId{q}));
  while (passages.size() < 70) passages.push_back(passages[passages.size() / 2]);  // two groups
  const CompiledModel space{model};
  for (std::uint32_t target = 0; target < model.quests.size(); ++target) {
    const Unavoidable found = find_unavoidable(space, QuestId{target}, passages, {});
    ASSERT_EQ(found.limit, "");
    ASSERT_EQ(found.reachable, reached_without(model, target, {}));
    for (std::size_t i = 0; i < passages.size(); ++i) {
      ASSERT_EQ(found.needed[i], !reached_without(model, target, passages[i]))
          << "passage " << i << " of quest " << target << "\n"
          << testing_support::describe(model);
    }
  }
}

TEST(UnavoidableTest, EqualsASearchWithoutEachPassage) {
  testing_support::RandomModelOptions options;
  options.maximum_states = 150;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    expect_same(testing_support::random_model(seed, options));
  }
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    expect_same(testing_support::random_adventure(seed, 120));
  }
}

// Two ways to the key, one to open the door; the key is dropped behind it.
TEST(UnavoidableTest, OneOfTwoWaysIsNotNeeded) {
  testing_support::ModelBuilder builder;
  const VariableId key = builder.variable("KEY", 0, 1);
  const VariableId door = builder.variable("DOOR", 0, 1);
  const VariableId out = builder.variable("OUT", 0, 1);
  const auto is = [](VariableId v, Value value) { return Condition::equals(v, value); };
  const EventId find = builder.event("find", is(key, 0), {builder.assign(key, 1)});
  const EventId buy = builder.event("buy", is(key, 0), {builder.assign(key, 1)});
  const EventId open = builder.event("open", is(key, 1), {builder.assign(door, 1)});
  const EventId leave =
      builder.event("leave", is(door, 1), {builder.assign(out, 1), builder.assign(key, 0)});
  builder.quest("out", is(out, 1));
  builder.quest("has the key", is(key, 1));
  builder.quest("never", Condition::never());
  const CompiledModel space{builder.model()};
  const std::vector<Passage> passages = {
      Passage::of(find),       Passage::of(buy),        Passage::of(open),       Passage::of(leave),
      Passage::of(QuestId{0}), Passage::of(QuestId{1}), Passage::of(QuestId{2}),
  };
  const Unavoidable found = find_unavoidable(space, QuestId{0}, passages, {});
  EXPECT_TRUE(found.reachable);
  EXPECT_EQ(found.needed, (std::vector<bool>{false, false, true, true, true, true, false}));
  EXPECT_FALSE(find_unavoidable(space, QuestId{2}, passages, {}).reachable);
}

TEST(UnavoidableTest, ALimitIsTold) {
  const CompiledModel space{testing_support::random_adventure(3, 600)};
  SearchOptions options;
  options.memory_bytes = 1;
  const std::vector<Passage> passages = {Passage::of(EventId{0})};
  const Unavoidable found = find_unavoidable(space, QuestId{0}, passages, options);
  EXPECT_NE(found.limit, "");
}

}  // namespace
}  // namespace questproof
