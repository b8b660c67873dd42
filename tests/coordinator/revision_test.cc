// SPDX-License-Identifier: MIT
#include "coordinator/revision.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

namespace questproof {
namespace {

TEST(RevisionTest, VersionHasThreeNumbers) {
  EXPECT_TRUE(std::regex_match(program_version(), std::regex(R"(\d+\.\d+\.\d+)")))
      << program_version();
}

TEST(RevisionTest, RevisionIsACommitOrSaysThatItIsUnknown) {
  EXPECT_TRUE(std::regex_match(program_revision(), std::regex("[0-9a-f]{12}(-dirty)?|unknown")))
      << program_revision();
}

}  // namespace
}  // namespace questproof
