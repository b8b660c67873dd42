// SPDX-License-Identifier: MIT
#include "core/base/exit_code.h"

#include <gtest/gtest.h>

namespace questproof {
namespace {

TEST(ExitCodeTest, VerdictsAreBelowTenAndErrorsAbove) {
  EXPECT_EQ(static_cast<int>(ExitCode::kProved), 0);
  EXPECT_EQ(static_cast<int>(ExitCode::kRefuted), 1);
  EXPECT_EQ(static_cast<int>(ExitCode::kUnknown), 2);
  EXPECT_EQ(static_cast<int>(exit_code(Error::Kind::kUsage)), 10);
  EXPECT_EQ(static_cast<int>(exit_code(Error::Kind::kInput)), 11);
  EXPECT_EQ(static_cast<int>(exit_code(Error::Kind::kResource)), 12);
  EXPECT_EQ(static_cast<int>(exit_code(Error::Kind::kInternal)), 13);
}

}  // namespace
}  // namespace questproof
