// SPDX-License-Identifier: MIT
#include "core/base/launcher_environment.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace questproof {
namespace {

bool holds(const std::string& variable) {
  for (const char* each : environment_without_launcher()) {
    if (each != nullptr && each == variable) return true;
  }
  return false;
}

TEST(LauncherEnvironmentTest, LeavesOutWhatMakesAProcessARank) {
  EXPECT_TRUE(is_of_launcher("OMPI_COMM_WORLD_SIZE=4"));
  EXPECT_TRUE(is_of_launcher("PMIX_RANK=0"));
  EXPECT_FALSE(is_of_launcher("PATH=/bin"));
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  setenv("QUESTPROOF_TEST_VARIABLE", "here", 1);
  EXPECT_FALSE(holds("OMPI_COMM_WORLD_SIZE=4"));
  EXPECT_TRUE(holds("QUESTPROOF_TEST_VARIABLE=here"));
  EXPECT_EQ(environment_without_launcher().back(), nullptr);
  unsetenv("OMPI_COMM_WORLD_SIZE");
  unsetenv("QUESTPROOF_TEST_VARIABLE");
}

}  // namespace
}  // namespace questproof
