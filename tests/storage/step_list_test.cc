// SPDX-License-Identifier: MIT
#include "storage/step_list.h"

#include <gtest/gtest.h>

#include <thread>

namespace questproof {
namespace {

TEST(StepListTest, StepsAreNumberedOnceAndWrittenInFullWhenTheListIsFull) {
  StepList<2> list(2, 3);
  StepList<2>::View one(list);
  StepList<2>::View two(list);
  const auto step = [](std::uint32_t label, Word change) {
    return StepChange<2>{label, {change, 1}};
  };
  EXPECT_EQ(one.code(step(1, 5)), PageStep::kListed + 0);
  EXPECT_EQ(two.code(step(2, 5)), PageStep::kListed + 1);
  EXPECT_EQ(two.code(step(1, 5)), PageStep::kListed + 0);
  EXPECT_EQ(one.code(step(1, 6)), PageStep::kListed + 2);
  EXPECT_EQ(one.code(step(1, 7)), PageStep::kWritten);
  EXPECT_EQ(one.code(step(2, 5)), PageStep::kListed + 1);
  EXPECT_EQ(two.code(step(9, 9)), PageStep::kWritten);
  EXPECT_EQ(two.code(step(1, 6)), PageStep::kListed + 2);
  const std::vector<WrittenStep> expected = {{1, {5, 1}}, {2, {5, 1}}, {1, {6, 1}}};
  EXPECT_EQ(list.steps(), expected);
}

TEST(StepListTest, ThreadsAgree) {
  StepList<1> list(1);
  std::vector<std::vector<std::uint64_t>> codes(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < codes.size(); ++t) {
    threads.emplace_back([&, t] {
      StepList<1>::View view(list);
      for (std::uint32_t i = 0; i < 5000; ++i) codes[t].push_back(view.code({i % 977, {i % 13}}));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& other : codes) EXPECT_EQ(other, codes[0]);
  const std::vector<WrittenStep> steps = list.steps();
  for (std::uint32_t i = 0; i < 5000; ++i) {
    const WrittenStep& step = steps[codes[0][i] - PageStep::kListed];
    ASSERT_EQ(step, (WrittenStep{i % 977, {i % 13}}));
  }
}

}  // namespace
}  // namespace questproof
