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

// A new, empty one, which goes with the object. `name`: one for each that lives at a time in a process.
class ScratchFolder {
 public:
  explicit ScratchFolder(const std::string& name = "one")
      : path_(scratch_folder() + "_" + name + "_" + test_name()) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  static std::string test_name() {
    const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
    return std::string(test.test_suite_name()) + "_" + test.name();
  }

  std::string path_;
};

}  // namespace questproof::testing_support
