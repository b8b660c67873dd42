// SPDX-License-Identifier: MIT
#include "core/model/game_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "core/base/error.h"
#include "core/model/model_hash.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::random_model;

GameModel lamp() {
  GameModel model;
  model.name = "lamp";
  model.source_files = {"lamp.quest"};
  Variable lit;
  lit.name = "LAMP";
  lit.value_names = {"OUT", "LIT"};
  Variable oil;
  oil.name = "OIL";
  oil.high = 9;
  model.variables = {lit, oil};
  model.variants = {{"start", {0, 5}}};
  Event event;
  event.name = "LIGHT";
  event.where = {0, 3, 5};
  event.guard = Condition::equals({0}, 0);
  Statement set;
  set.target = {0};
  set.value = Term::of(1);
  event.body = {set};
  model.events = {event};
  model.branches = {{{0}, {}, "LIGHT"}};
  Quest quest;
  quest.name = "DAWN";
  quest.done = Condition::equals({0}, 1);
  model.quests = {quest};
  return model;
}

TEST(GameModelTest, AGoodModelPasses) { EXPECT_NO_THROW(validate(lamp())); }

struct Mistake {
  const char* message;
  std::function<void(GameModel&)> make;
};

TEST(GameModelTest, ValidateNamesWhatIsWrong) {
  const std::vector<Mistake> mistakes = {
      {"variant", [](GameModel& m) { m.variants.clear(); }},
      {"OIL = 10 lies outside 0 .. 9", [](GameModel& m) { m.variants[0].values[1] = 10; }},
      {"1 values for 2 variables", [](GameModel& m) { m.variants[0].values.pop_back(); }},
      {"domain 5 .. 4 is empty",
       [](GameModel& m) { m.variables[1].low = 5, m.variables[1].high = 4; }},
      {"1 names for 2 values", [](GameModel& m) { m.variables[0].value_names.pop_back(); }},
      {"name is used twice", [](GameModel& m) { m.variables[1].name = "LAMP"; }},
      {"name is used twice", [](GameModel& m) { m.quests.push_back(m.quests[0]); }},
      {"lamp.quest:3:5: model lamp: event LIGHT: variable 2 does not exist",
       [](GameModel& m) { m.events[0].guard = Condition::equals({2}, 0); }},
      {"LAMP := 2 lies outside 0 .. 1",
       [](GameModel& m) { m.events[0].body[0].value = Term::of(2); }},
      {"branch 1 does not exist", [](GameModel& m) { m.events[0].body_branch = {1}; }},
      {"branch 0 is used twice",
       [](GameModel& m) {
         Statement test;
         test.kind = Statement::Kind::kIf;
         test.branches = {Branch{}};
         m.events[0].body.push_back(test);
       }},
      {"negation of 0 parts", [](GameModel& m) { m.quests[0].open.kind = Condition::Kind::kNot; }},
      {"source file 3 does not exist", [](GameModel& m) { m.events[0].where.file = 3; }},
  };
  for (const Mistake& mistake : mistakes) {
    GameModel model = lamp();
    mistake.make(model);
    try {
      validate(model);
      ADD_FAILURE() << "passed in spite of: " << mistake.message;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kInput);
      EXPECT_THAT(error.what(), testing::HasSubstr(mistake.message));
    }
  }
}

TEST(GameModelTest, ConditionsReadAsTheyAreWritten) {
  const GameModel model = lamp();
  const Condition lit = Condition::equals({0}, 1);
  const Condition full =
      Condition::compare(Term::of(VariableId{1}), Comparison::kGreaterEqual, Term::of(9));
  EXPECT_EQ(to_string(model, Condition::all({lit, Condition::any({full, lit})})),
            "LAMP == LIT && (OIL >= 9 || LAMP == LIT)");
  EXPECT_EQ(to_string(model, Condition::any({Condition::all({full, lit}), full})),
            "(OIL >= 9 && LAMP == LIT) || OIL >= 9");
  EXPECT_EQ(to_string(model, Condition::negation(lit)), "!(LAMP == LIT)");
  EXPECT_EQ(to_string(model, Condition::always()), "true");
  EXPECT_EQ(to_string(model, Condition::any({})), "false");
}

TEST(GameModelTest, ValuesAndPlacesHaveNames) {
  const GameModel model = lamp();
  EXPECT_EQ(value_name(model.variables[0], 1), "LIT");
  EXPECT_EQ(value_name(model.variables[1], 7), "7");
  EXPECT_EQ(to_string(model, SourceLocation{0, 3, 5}), "lamp.quest:3:5");
  EXPECT_EQ(to_string(model, SourceLocation{}), "");
}

TEST(ModelHashTest, EqualModelsHashAlikeAndPlacesDoNotCount) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const GameModel model = random_model(seed);
    GameModel moved = random_model(seed);
    EXPECT_EQ(model, moved);
    for (Event& event : moved.events) {
      event.where.line += 10;
      event.label += "!";
    }
    EXPECT_EQ(model_hash(model), model_hash(moved));
  }
}

TEST(ModelHashTest, EveryLogicalChangeChangesTheHash) {
  const std::vector<std::function<void(GameModel&)>> changes = {
      [](GameModel& m) { m.name += "x"; },
      [](GameModel& m) { m.variables[1].high = 8; },
      [](GameModel& m) { m.variables[0].value_names[0] = "DARK"; },
      [](GameModel& m) { m.variants[0].values[1] = 6; },
      [](GameModel& m) { m.events[0].name = "KINDLE"; },
      [](GameModel& m) { m.events[0].guard = Condition::equals({0}, 1); },
      [](GameModel& m) { m.events[0].guard.comparison = Comparison::kLess; },
      [](GameModel& m) { m.events[0].body[0].overflow = Overflow::kWrap; },
      [](GameModel& m) { m.events[0].body[0].value = Term::of(VariableId{1}); },
      [](GameModel& m) { m.events[0].body.clear(); },
      [](GameModel& m) { m.quests[0].failed = Condition::always(); },
      [](GameModel& m) { m.quests[0].main = true; },
  };
  const Hash128 before = model_hash(lamp());
  for (std::size_t i = 0; i < changes.size(); ++i) {
    GameModel model = lamp();
    changes[i](model);
    EXPECT_NE(model_hash(model), before) << "change " << i;
  }
}

}  // namespace
}  // namespace questproof
