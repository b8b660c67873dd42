// SPDX-License-Identifier: MIT
// Every question against an answer by looking at all states of the game as written, one after the
// other, with the oracle's evaluator.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>

#include "tests/coordinator/query/asked.h"
#include "tests/support/oracle.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_maze.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using Json = nlohmann::ordered_json;
using testing_support::Asked;
using testing_support::Random;

// All states of a game and what is true there.
struct Truth {
  explicit Truth(const GameModel& of) : model(of) {
    std::deque<Valuation> waiting;
    for (const Variant& variant : model.variants) {
      if (depth.emplace(variant.values, 0).second) waiting.push_back(variant.values);
    }
    while (!waiting.empty()) {
      const Valuation values = waiting.front();
      waiting.pop_front();
      for (const oracle::Run& run : oracle::runs(model, values)) {
        if (run.label.fault) continue;
        const std::uint32_t next = depth.at(values) + 1;
        if (depth.emplace(run.values, next).second) waiting.push_back(run.values);
      }
    }
    figures = *oracle::explore(model, {.state_limit = 100'000, .random_play = true});
  }

  std::uint64_t count(const std::function<bool(const Valuation&)>& wanted) const {
    std::uint64_t sum = 0;
    for (const auto& [values, level] : depth) sum += wanted(values) ? 1 : 0;
    return sum;
  }
  std::optional<std::uint32_t> lowest(const std::function<bool(const Valuation&)>& wanted) const {
    std::optional<std::uint32_t> best;
    for (const auto& [values, level] : depth) {
      if (wanted(values) && (!best || level < *best)) best = level;
    }
    return best;
  }

  const GameModel& model;
  std::map<Valuation, std::uint32_t> depth;
  oracle::Figures figures;
};

// Whether the quest can be done without an event, or without ever coming to a scene.
bool can_do_without(const GameModel& model, std::size_t quest, std::optional<std::uint32_t> event,
                    const std::function<bool(const Valuation&)>& closed) {
  std::set<Valuation> seen;
  std::deque<Valuation> waiting;
  const auto visit = [&](const Valuation& values) {
    if (!closed(values) && seen.insert(values).second) waiting.push_back(values);
  };
  for (const Variant& variant : model.variants) visit(variant.values);
  while (!waiting.empty()) {
    const Valuation values = waiting.front();
    waiting.pop_front();
    if (oracle::holds(model.quests[quest].done, values)) return true;
    for (const oracle::Run& run : oracle::runs(model, values)) {
      const bool stops = event && run.label.event.index == *event && run.values != values;
      if (!run.label.fault && !stops) visit(run.values);
    }
  }
  return false;
}

struct RandomCondition {
  std::string text;
  Condition condition;
};

RandomCondition random_condition(const GameModel& model, Random& random) {
  RandomCondition result;
  std::vector<Condition> parts;
  for (std::int64_t left = random.between(1, 3); left > 0; --left) {
    const auto v = static_cast<std::uint32_t>(
        random.between(0, static_cast<std::int64_t>(model.variables.size()) - 1));
    const Variable& variable = model.variables[v];
    const auto value = static_cast<Value>(random.between(variable.low, variable.high));
    const bool equal = random.chance(70);
    if (!result.text.empty()) result.text += " && ";
    result.text +=
        fmt::format("{} {} {}", variable.name, equal ? "==" : "!=", value_name(variable, value));
    parts.push_back(Condition::compare(Term::of(VariableId{v}),
                                       equal ? Comparison::kEqual : Comparison::kNotEqual,
                                       Term::of(value)));
  }
  result.condition = Condition::all(std::move(parts));
  return result;
}

GameModel adventure(std::uint64_t seed) { return testing_support::random_adventure(seed, 400); }

constexpr std::uint64_t kSeeds = 8;

TEST(QueryAnswersTest, PathsAreShortest) {
  int found = 0;
  int searched = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GameModel model = adventure(seed);
    const Truth truth(model);
    Asked plain(model, "none");
    Asked reduced(model, "default");
    Random random(seed);
    for (int i = 0; i < 12; ++i) {
      const RandomCondition asked = random_condition(model, random);
      const auto wanted = [&](const Valuation& v) { return oracle::holds(asked.condition, v); };
      const auto level = truth.lowest(wanted);
      for (Asked* store : {&plain, &reduced}) {
        const auto reply = store->ask("path", [&](auto& o) { o.to = asked.text; });
        ASSERT_EQ(reply.json["outcome"], level ? "found" : "none") << asked.text;
        ASSERT_EQ(reply.code, level ? ExitCode::kProved : ExitCode::kRefuted);
        if (level) {
          ASSERT_EQ(reply.json["walkthrough"]["length"], *level);
        }
        found += level.has_value();
        searched += reply.json["source"] == "search";
        if (store == &plain) {
          ASSERT_EQ(reply.json["states"], truth.count(wanted)) << asked.text;
        }
      }
    }
  }
  EXPECT_GT(found, 50);
  EXPECT_GT(searched, 10) << "conditions about what reductions leave out";
}

TEST(QueryAnswersTest, StatesAreCountedAndTheFirstAreShown) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GameModel model = adventure(seed);
    const Truth truth(model);
    Asked store(model);
    Random random(seed + 100);
    for (int i = 0; i < 12; ++i) {
      const RandomCondition asked = random_condition(model, random);
      const auto wanted = [&](const Valuation& v) { return oracle::holds(asked.condition, v); };
      const auto reply = store.ask("states", [&](auto& o) {
        o.where = asked.text;
        o.limit = 4;
      });
      const std::uint64_t count = truth.count(wanted);
      ASSERT_EQ(reply.json["count"], count) << asked.text;
      ASSERT_EQ(reply.json["states"].size(), std::min<std::uint64_t>(count, 4));
      ASSERT_EQ(reply.code, count > 0 ? ExitCode::kProved : ExitCode::kRefuted);
      std::multiset<std::uint32_t> depths;
      for (const auto& [values, level] : truth.depth) {
        if (wanted(values)) depths.insert(level);
      }
      auto next = depths.begin();
      for (const Json& state : reply.json["states"]) {
        ASSERT_EQ(state["depth"], *next++);
        Valuation values;
        for (const Variable& variable : model.variables) {
          values.push_back(std::stoi(state["values"][variable.name].get<std::string>()));
        }
        ASSERT_EQ(truth.depth.at(values), state["depth"]);
        ASSERT_TRUE(wanted(values));
      }
    }
  }
}

TEST(QueryAnswersTest, BlockedStatesAreTheFirstOnes) {
  int blocked = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GameModel model = adventure(seed);
    const Truth truth(model);
    Asked store(model);
    const auto reply = store.ask("blocked", [](auto& o) { o.limit = 5; });
    for (std::size_t q = 0; q < model.quests.size(); ++q) {
      const oracle::QuestFigures& figures = truth.figures.quests[q];
      const Json& json = reply.json["quests"][q];
      ASSERT_EQ(json["count"], figures.blocked);
      ASSERT_EQ(json["states"].size(), std::min<std::uint64_t>(5, figures.blocked));
      if (figures.blocked == 0) continue;
      ++blocked;
      ASSERT_EQ(json["states"][0]["depth"], *figures.counterexample);
      for (const Json& state : json["states"]) {
        ASSERT_EQ(state["walkthrough"]["length"], state["depth"]);
        ASSERT_EQ(state["quests"][q]["standing"], "blocked");
      }
      const auto one =
          store.ask("blocked", [&](auto& o) { o.quest = model.quests[q].name; }).json["quests"];
      ASSERT_EQ(one.size(), 1U);
      ASSERT_EQ(one[0]["count"], figures.blocked);
    }
  }
  EXPECT_GT(blocked, 3);
}

// The rank of every quest, by name.
std::map<std::string, Json> ranking(Asked& store, const std::string& by) {
  const auto reply = store.ask("hardest", [&](auto& o) { o.by = by; });
  std::map<std::string, Json> result;
  double last = -1;
  bool figures_began = false;
  for (const Json& ranked : reply.json["ranking"]) {
    result[ranked["quest"]] = ranked;
    if (ranked["figure"].is_null()) continue;
    if (figures_began) {
      EXPECT_LE(ranked["figure"], last) << "the hardest comes first";
    }
    figures_began = true;
    last = ranked["figure"];
  }
  EXPECT_EQ(result.size(), reply.json["ranking"].size());
  EXPECT_FALSE(reply.json["meaning"].get<std::string>().empty());
  return result;
}

TEST(QueryAnswersTest, TheHardestQuestsByStoredFigures) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GameModel model = adventure(seed);
    const Truth truth(model);
    Asked store(model);
    auto shortest = ranking(store, "shortest");
    auto farthest = ranking(store, "farthest");
    auto random = ranking(store, "random");
    auto blocked = ranking(store, "blocked");
    for (std::size_t q = 0; q < model.quests.size(); ++q) {
      const oracle::QuestFigures& figures = truth.figures.quests[q];
      const std::string& name = model.quests[q].name;
      if (figures.completion) {
        ASSERT_EQ(shortest[name]["figure"], *figures.completion);
        if (figures.farthest) {
          ASSERT_EQ(farthest[name]["figure"], *figures.farthest);
        }
        if (figures.play) {
          ASSERT_NEAR(random[name]["figure"].get<double>(), figures.play->expected_events,
                      1e-6 * (1 + figures.play->expected_events));
        }
      } else {
        ASSERT_EQ(shortest[name]["standing"], "impossible");
      }
      if (figures.pending > 0) {
        ASSERT_DOUBLE_EQ(
            blocked[name]["figure"].get<double>(),
            static_cast<double>(figures.blocked) / static_cast<double>(figures.pending));
      } else {
        ASSERT_EQ(blocked[name]["standing"], "none");
      }
    }
  }
}

TEST(QueryAnswersTest, BottlenecksAreTheEventsThatNoCompletionLeavesOut) {
  int some = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GameModel model = testing_support::random_adventure(seed, 150);
    Asked store(model);
    auto ranked = ranking(store, "bottlenecks");
    for (std::size_t q = 0; q < model.quests.size(); ++q) {
      const auto open = [](const Valuation&) { return false; };
      Json& json = ranked[model.quests[q].name];
      if (!can_do_without(model, q, std::nullopt, open)) {
        ASSERT_EQ(json["standing"], "impossible");
        continue;
      }
      std::set<std::string> expected;
      for (std::uint32_t e = 0; e < model.events.size(); ++e) {
        if (!can_do_without(model, q, e, open)) expected.insert(model.events[e].name);
      }
      ASSERT_EQ(json["events"].get<std::set<std::string>>(), expected) << seed;
      ASSERT_EQ(json["figure"], expected.size());
      some += expected.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(some, 3);
}

TEST(QueryAnswersTest, ScenesAreThoseThatNoCompletionLeavesOut) {
  int more_than_one = 0;
  for (std::uint64_t seed = 1; seed <= 2 * kSeeds; ++seed) {
    const GameModel model = testing_support::random_adventure(seed, 150);
    Asked store(model, seed % 2 == 0 ? "none" : "default");
    auto ranked = ranking(store, "scenes");
    const std::uint32_t scene = 0;  // the first variable of an adventure
    ASSERT_EQ(model.variables[scene].kind, VariableKind::kScene);
    for (std::size_t q = 0; q < model.quests.size(); ++q) {
      Json& json = ranked[model.quests[q].name];
      if (!can_do_without(model, q, std::nullopt, [](const Valuation&) { return false; })) {
        ASSERT_EQ(json["standing"], "impossible");
        continue;
      }
      std::set<std::string> expected;
      for (Value value = 0; value <= model.variables[scene].high; ++value) {
        if (!can_do_without(model, q, std::nullopt,
                            [&](const Valuation& values) { return values[scene] == value; })) {
          expected.insert(value_name(model.variables[scene], value));
        }
      }
      ASSERT_EQ(json["scenes"].get<std::set<std::string>>(), expected) << seed;
      more_than_one += expected.size() > 1 ? 1 : 0;
    }
  }
  EXPECT_GT(more_than_one, 0);
}

TEST(QueryAnswersTest, LevelsAreCounted) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GameModel model = adventure(seed);
    const Truth truth(model);
    Asked store(model);
    const Json levels = store.ask("levels").json["levels"];
    ASSERT_EQ(levels.size(), truth.figures.states_per_level.size());
    for (std::uint32_t level = 0; level < levels.size(); ++level) {
      ASSERT_EQ(levels[level]["states"], truth.figures.states_per_level[level]);
      for (std::size_t q = 0; q < model.quests.size(); ++q) {
        std::uint64_t done = 0;
        for (const auto& [values, depth] : truth.depth) {
          done += depth == level && oracle::holds(model.quests[q].done, values);
        }
        ASSERT_EQ(levels[level]["quests"][q]["done"], done);
      }
    }
  }
}

TEST(QueryAnswersTest, FatalEventsAreCounted) {
  int fatal = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GameModel model = adventure(seed);
    const Truth truth(model);
    Asked store(model);
    const Json quests = store.ask("fatal-events").json["quests"];
    for (std::size_t q = 0; q < model.quests.size(); ++q) {
      std::map<std::string, std::uint64_t> expected;
      std::map<std::string, std::uint64_t> found;
      for (const auto& [label, figures] : truth.figures.quests[q].fatal) {
        expected[model.events[label.event.index].name] += figures.count;
      }
      for (const Json& event : quests[q]["events"]) {
        found[event["event"]] += event["count"].get<std::uint64_t>();
        EXPECT_EQ(event["shortest"]["steps"].back()["event"], event["event"]);
        ++fatal;
      }
      ASSERT_EQ(found, expected);
    }
  }
  EXPECT_GT(fatal, 5);
}

TEST(QueryAnswersTest, EventsAreFoundWhereTheyAreFirstPossible) {
  int changing = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GameModel model = adventure(seed);
    const Truth truth(model);
    Asked store(model);
    for (std::uint32_t e = 0; e < model.events.size(); ++e) {
      const Json json = store.ask("event", [&](auto& o) { o.name = model.events[e].name; }).json;
      ASSERT_EQ(json["enabled_states"], truth.count([&](const Valuation& values) {
        return oracle::holds(model.events[e].guard, values);
      })) << model.events[e].name;
      std::uint64_t transitions = 0;
      std::optional<std::uint32_t> first;
      for (const auto& [values, depth] : truth.depth) {
        for (const oracle::Run& run : oracle::runs(model, values)) {
          if (run.label.event.index != e || run.label.fault || run.values == values) continue;
          ++transitions;
          if (!first || depth < *first) first = depth;
        }
      }
      ASSERT_EQ(json["transitions"], transitions);
      ASSERT_EQ(json["first"].is_null(), !first.has_value());
      if (!first) continue;
      ++changing;
      ASSERT_EQ(json["first"]["level"], *first);
      ASSERT_EQ(json["first"]["walkthrough"]["length"], *first);
      ASSERT_FALSE(json["first"]["changes"].empty());
    }
  }
  EXPECT_GT(changing, 40);
}

TEST(QueryAnswersTest, CoverageNamesWhatIsNeverPossible) {
  int never = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    GameModel model = adventure(seed);
    for (std::uint32_t b = 0; b < model.branches.size(); ++b) {
      model.branches[b].where = {0, b + 1, 1};  // branches of one place count as one
    }
    const Truth truth(model);
    Asked with_game(model);
    Asked store_alone(model, "none", "gone");
    std::set<std::string> expected;
    for (const Event& event : model.events) {
      if (!truth.figures.branch_runs[event.body_branch.index]) expected.insert(event.name);
    }
    for (Asked* store : {&with_game, &store_alone}) {
      std::set<std::string> found;
      const Json never_seen = store->ask("coverage").json["never"];
      for (const Json& missing : never_seen) {
        if (missing["kind"] == "event") found.insert(missing["name"]);
      }
      ASSERT_EQ(found, expected) << "seed " << seed;
    }
    never += static_cast<int>(expected.size());
  }
  EXPECT_GT(never, 2);
}

// Games in which somebody walks about for free: states are regions, and their walkthroughs are those of
// the game as written all the same.
TEST(QueryAnswersTest, GamesWithFreeWalking) {
  int collapsed = 0;
  int found = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GameModel model = testing_support::random_maze(seed);
    const Truth truth(model);
    Asked store(model, "default");
    collapsed += store.stored().game().is_collapsed() ? 1 : 0;
    Random random(seed);
    for (int i = 0; i < 8; ++i) {
      const RandomCondition asked = random_condition(model, random);
      const auto wanted = [&](const Valuation& v) { return oracle::holds(asked.condition, v); };
      const auto reply = store.ask("path", [&](auto& o) { o.to = asked.text; });
      ASSERT_EQ(reply.json["outcome"], truth.lowest(wanted) ? "found" : "none") << asked.text;
      found += truth.lowest(wanted).has_value();
    }
    for (const Event& event : model.events) {
      store.ask("event", [&](auto& o) { o.name = event.name; });
    }
    for (const char* question : {"blocked", "fatal-events", "coverage", "levels", "quests"}) {
      store.ask(question);
    }
    const Json blocked = store.ask("blocked").json;
    auto scenes = ranking(store, "scenes");
    auto events = ranking(store, "bottlenecks");
    for (std::size_t q = 0; q < model.quests.size(); ++q) {
      ASSERT_EQ(blocked["quests"][q]["count"].get<std::uint64_t>() > 0,
                truth.figures.quests[q].blocked > 0);
      const Json& json = events[model.quests[q].name];
      ASSERT_EQ(json["standing"] == "impossible", !truth.figures.quests[q].completion);
      if (json["standing"] == "impossible") continue;
      for (const Json& name : json["events"]) {
        const auto event = static_cast<std::uint32_t>(store.stored().event(name));
        ASSERT_FALSE(can_do_without(model, q, event, [](const Valuation&) { return false; }));
      }
    }
  }
  EXPECT_GT(collapsed, 3);
  EXPECT_GT(found, 20);
}

// What needs no logic is answered the same without the game.
TEST(QueryAnswersTest, TheStoreAloneAnswersTheSame) {
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GameModel model = adventure(seed);
    Asked with_game(model);
    Asked store_alone(model, "none", "gone");
    for (const char* question : {"quests", "levels", "hardest"}) {
      Json a = with_game.ask(question).json;
      Json b = store_alone.ask(question).json;
      for (Json* json : {&a, &b}) {
        json->erase("game_at_hand");
        json->erase("trouble");
      }
      ASSERT_EQ(a, b);
    }
    const auto lengths = [](const Json& reply) {
      std::vector<Json> result;
      for (const Json& quest : reply["quests"]) {
        for (const Json& state : quest["states"]) {
          Json walkthrough = state["walkthrough"];
          for (Json& step : walkthrough["steps"]) {
            for (const char* known_by_the_game : {"branches", "chance", "where", "scene"}) {
              step.erase(known_by_the_game);
            }
          }
          result.push_back(walkthrough);
        }
      }
      return result;
    };
    ASSERT_EQ(lengths(with_game.ask("blocked").json), lengths(store_alone.ask("blocked").json));
  }
}

}  // namespace
}  // namespace questproof
