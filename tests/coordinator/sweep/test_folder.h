// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/scratch_folder.h"

namespace questproof::testing_support {

// A scratch folder of this test alone: tests run beside each other. Links in its path are resolved.
inline std::string test_folder() {
  const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
  return std::filesystem::weakly_canonical(scratch_folder() + "_" + test->test_suite_name() + "_" +
                                           test->name())
      .string();
}

}  // namespace questproof::testing_support
