// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace questproof::testing_support {

// A scratch folder for tests that make many small files: in memory where that is possible, since some
// disks let the process wait for each of them.
inline std::string scratch_folder() {
  const bool shared_memory = std::filesystem::is_directory("/dev/shm");
  return (shared_memory ? "/dev/shm/" : testing::TempDir()) + "questproof_test_scratch";
}

}  // namespace questproof::testing_support
