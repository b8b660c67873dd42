// SPDX-License-Identifier: MIT
#include "core/verify/state_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "core/base/error.h"

namespace questproof {
namespace {

using testing::ElementsAre;

TEST(StateTableTest, NumbersStatesAsTheyCome) {
  StateTable table(1, 0);
  std::vector<std::uint32_t> numbers;
  table.insert(std::array<Word, 5>{7, 9, 7, 0, 9}, numbers);
  EXPECT_THAT(numbers, ElementsAre(0, 1, 0, 2, 1));
  EXPECT_EQ(table.size(), 3U);
  EXPECT_EQ(table.find(std::array<Word, 1>{0}), 2U);
  EXPECT_EQ(table.find(std::array<Word, 1>{8}), StateTable::kNoNumber);
}

TEST(StateTableTest, ComparesAllWordsOfAState) {
  StateTable table(2, 0);
  std::vector<std::uint32_t> numbers;
  table.insert(std::array<Word, 8>{1, 2, 1, 3, 4, 2, 1, 2}, numbers);
  EXPECT_THAT(numbers, ElementsAre(0, 1, 2, 0));
  std::array<Word, 2> row{};
  table.read(1, row);
  EXPECT_THAT(row, ElementsAre(1, 3));
}

TEST(StateTableTest, GrowsAndForgetsNothing) {
  StateTable table(1, 0);
  std::vector<std::uint32_t> numbers;
  constexpr Word kStates = 100'000;
  for (Word begin = 0; begin < kStates; begin += 100) {
    std::vector<Word> rows;
    for (Word i = begin; i < begin + 100; ++i) rows.push_back(i * i);
    table.insert(rows, numbers);
    table.insert(rows, numbers);
    EXPECT_EQ(numbers[0], begin);
  }
  EXPECT_EQ(table.size(), kStates);
  for (Word i = 0; i < kStates; i += 997) {
    EXPECT_EQ(table.find(std::array<Word, 1>{i * i}), i);
  }
  table.drop_slots();
  EXPECT_EQ(table.size(), kStates);
  EXPECT_THROW(table.find(std::array<Word, 1>{0}), Error);
}

}  // namespace
}  // namespace questproof
