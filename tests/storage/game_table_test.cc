// SPDX-License-Identifier: MIT
#include "storage/game_table.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/compiled_model.h"
#include "tests/support/random_model.h"
#include "tests/support/sample_run.h"

namespace questproof {
namespace {

using testing_support::random_model;
using testing_support::reachable_valuations;
using testing_support::sample_run;

TEST(GameTableTest, GivesBackWhatWasPutIn) {
  const GameTable table = sample_run().game;
  EXPECT_EQ(decode_game_table(encode_game_table(table)), table);
  EXPECT_EQ(decode_game_table(encode_game_table({})), GameTable());
}

TEST(GameTableTest, SaysWhatDiffersForTheSearch) {
  const GameTable stored = sample_run().game;
  const auto difference_after = [&](auto&& change) {
    GameTable wanted = stored;
    change(wanted);
    return difference(stored, wanted);
  };
  EXPECT_EQ(difference_after([](GameTable&) {}), "");
  EXPECT_EQ(difference_after([](GameTable& table) {
              table.source_files = {"elsewhere/door.quest"};
              table.quests[0].title = "The door";
              table.labels[0].branches[1].where.line = 6;
            }),
            "");
  EXPECT_EQ(difference_after([](GameTable& table) { table.variables[1].shift = 2; }),
            "variable 1 is DOOR (-1 .. 3, word 0, bits 2 to 5) now, and was DOOR (-1 .. 3, word 0, "
            "bits 1 to 4)");
  EXPECT_EQ(difference_after([](GameTable& table) { table.variables.pop_back(); }),
            "there are 1 variables now, and were 2");
  EXPECT_EQ(difference_after([](GameTable& table) { table.events[0].name = "shut"; }),
            "label 0 is shut/0/1 now, and was open/0/1");
  EXPECT_EQ(difference_after([](GameTable& table) { table.labels[0].branches.pop_back(); }),
            "label 0 is open/0 now, and was open/0/1");
  EXPECT_EQ(difference_after([](GameTable& table) { table.labels.clear(); }),
            "there are 0 labels now, and were 1");
  EXPECT_EQ(difference_after([](GameTable& table) { table.quests[0].name = "SHUT"; }),
            "quest 0 is SHUT now, and was OPEN_THE_DOOR");
  EXPECT_EQ(difference_after([](GameTable& table) { table.quests.clear(); }),
            "there are 0 quests now, and were 1");
}

// With the table alone, states can be read and labels have names.
TEST(GameTableTest, IsEnoughToReadStates) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const CompiledModel space(random_model(seed));
    const GameModel& model = space.model();
    const GameTable table =
        decode_game_table(encode_game_table(make_game_table(model, space.layout(), space)));
    ASSERT_EQ(table.variables.size(), model.variables.size());
    std::vector<Word> state(space.word_count());
    for (const Valuation& values : reachable_valuations(model, 50)) {
      space.layout().pack(values, state);
      for (std::size_t i = 0; i < values.size(); ++i) {
        const GameTable::VariableRow& row = table.variables[i];
        EXPECT_EQ(row.name, model.variables[i].name);
        const Word stored = state[row.word] >> row.shift & ((Word{1} << row.bits) - 1);
        EXPECT_EQ(row.low + static_cast<Value>(stored), values[i]);
      }
    }
    ASSERT_EQ(table.labels.size(), space.label_count());
    for (std::size_t i = 0; i < table.labels.size(); ++i) {
      EXPECT_EQ(table.events[table.labels[i].event].name,
                model.events[space.label(i).event.index].name);
      EXPECT_EQ(table.labels[i].branches.size(), space.label(i).branches.size());
    }
    EXPECT_EQ(table.quests.size(), model.quests.size());
  }
}

}  // namespace
}  // namespace questproof
