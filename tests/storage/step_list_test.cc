// SPDX-License-Identifier: MIT
#include "storage/step_list.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "tests/support/on_ranks.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::on_ranks;
using testing_support::plan_of;
using testing_support::Random;

StepChange<2> step(std::uint32_t label, Word change) { return {label, {change, 1}}; }

TEST(StepListTest, FrequentStepsAreNumberedAndOthersWrittenInFull) {
  StepList<2> list(2, 3);
  std::vector<StepList<2>::Counts> counts(2);
  for (int i = 0; i < 3; ++i) counts[0].count(step(7, 5));
  counts[0].count(step(2, 6));
  counts[1].count(step(2, 6));
  list.extend(Ranks(1), counts);
  EXPECT_EQ(list.code(step(7, 5)), PageStep::kListed + 0);
  EXPECT_EQ(list.code(step(2, 6)), PageStep::kListed + 1);
  EXPECT_EQ(list.code(step(2, 7)), PageStep::kWritten);
  // The next pages: known steps keep their numbers, however often they occur; of the others one has room.
  for (int i = 0; i < 9; ++i) counts[1].count(step(2, 6));
  counts[1].count(step(9, 9));
  counts[0].count(step(9, 9));
  for (int i = 0; i < 3; ++i) counts[0].count(step(8, 8));
  list.extend(Ranks(1), counts);
  EXPECT_EQ(list.code(step(7, 5)), PageStep::kListed + 0);
  EXPECT_EQ(list.code(step(2, 6)), PageStep::kListed + 1);
  EXPECT_EQ(list.code(step(8, 8)), PageStep::kListed + 2);
  EXPECT_EQ(list.code(step(9, 9)), PageStep::kWritten);
  const std::vector<WrittenStep> expected = {{7, {5, 1}}, {2, {6, 1}}, {8, {8, 1}}};
  EXPECT_EQ(list.steps(), expected);
}

TEST(StepListTest, EquallyFrequentStepsComeInOrder) {
  StepList<1> list(1);
  std::vector<StepList<1>::Counts> counts(1);
  for (const std::uint32_t label : {5u, 1u, 3u}) counts[0].count({label, {label}});
  list.extend(Ranks(1), counts);
  const std::vector<WrittenStep> expected = {{1, {1}}, {3, {3}}, {5, {5}}};
  EXPECT_EQ(list.steps(), expected);
}

// Whoever counts what, and whichever message comes first.
TEST(StepListTest, AllRanksHaveTheListOfOneProcess) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Random random(seed);
    const int ranks = 1 + static_cast<int>(seed % 5);
    const std::size_t most = 1 + random.next() % 40;
    std::vector<std::vector<StepChange<2>>> batches(3);
    for (auto& batch : batches) {
      for (std::uint64_t i = random.next() % 200; i > 0; --i) {
        batch.push_back(step(static_cast<std::uint32_t>(random.next() % 6), random.next() % 9));
      }
    }
    const auto number = [&](Transport* transport) {
      const Ranks here(8, transport);
      StepList<2> list(2, most);
      for (const auto& batch : batches) {
        std::vector<StepList<2>::Counts> counts(2);
        for (std::size_t i = 0; i < batch.size(); ++i) {
          if (static_cast<int>(i) % here.count() == here.rank()) counts[i % 2].count(batch[i]);
        }
        list.extend(here, counts);
      }
      return list.steps();
    };
    const std::vector<WrittenStep> expected = number(nullptr);
    const auto found = on_ranks<std::vector<WrittenStep>>(
        ranks, plan_of(seed), [&](Transport& transport) { return number(&transport); });
    for (const auto& steps : found) ASSERT_EQ(steps, expected);
  }
}

}  // namespace
}  // namespace questproof
