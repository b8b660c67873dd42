// SPDX-License-Identifier: MIT
#include "core/base/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/base/error.h"

namespace questproof {
namespace {

using ::testing::HasSubstr;

TEST(CheckTest, TrueConditionPassesAndIsEvaluatedOnce) {
  int evaluations = 0;
  QUEST_CHECK(++evaluations == 1);
  EXPECT_EQ(evaluations, 1);
}

TEST(CheckTest, FalseConditionThrowsInternalErrorThatNamesThePlace) {
  try {
    QUEST_CHECK(1 + 1 == 3);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInternal);
    const std::string place = "tests/core/base/check_test.cc:" + std::to_string(__LINE__ - 4);
    EXPECT_EQ(error.what(), place + ": broken invariant: 1 + 1 == 3");
  }
}

TEST(CheckTest, MessageIsAddedAndComputedOnlyOnFailure) {
  int computed = 0;
  const auto message = [&computed] {
    ++computed;
    return std::string("the sum is off");
  };
  QUEST_CHECK_MSG(true, message());
  EXPECT_EQ(computed, 0);
  try {
    QUEST_CHECK_MSG(false, message());
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("broken invariant: false: the sum is off"));
  }
  EXPECT_EQ(computed, 1);
}

}  // namespace
}  // namespace questproof
