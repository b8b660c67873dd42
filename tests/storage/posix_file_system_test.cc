// SPDX-License-Identifier: MIT
#include "storage/posix_file_system.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/sample_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::error_of;
using Bytes = std::vector<std::uint8_t>;

class PosixFileSystemTest : public testing::Test {
 protected:
  PosixFileSystemTest() {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = fmt::format("{}posix_file_system_{}_{}", testing::TempDir(), getpid(), test);
    std::filesystem::remove_all(folder_);
    files_.create_folder(folder_);
  }
  ~PosixFileSystemTest() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void write(const std::string& name, const Bytes& bytes) {
    const auto file = files_.create(path(name));
    file->append(bytes);
    file->sync();
  }

  PosixFileSystem files_;
  std::string folder_;
};

TEST_F(PosixFileSystemTest, FilesGrowAndAreRead) {
  {
    const auto file = files_.create(path("a"));
    file->append(Bytes{1, 2, 3});
    file->append({});
    file->append(Bytes{4});
    file->sync();
  }
  const auto file = files_.open(path("a"));
  EXPECT_EQ(file->size(), 4u);
  EXPECT_EQ(read_whole(*file), (Bytes{1, 2, 3, 4}));
  Bytes middle(2);
  file->read_at(1, middle);
  EXPECT_EQ(middle, (Bytes{2, 3}));
  write("a", {9});
  EXPECT_EQ(read_whole(*files_.open(path("a"))), Bytes{9});
}

TEST_F(PosixFileSystemTest, NamesChange) {
  write("b", {1});
  write("a", {2});
  files_.rename(path("b"), path("a"));
  files_.create_folder(path("inside"));
  files_.create_folder(path("inside"));
  EXPECT_THAT(files_.list(folder_), testing::ElementsAre("a", "inside"));
  EXPECT_EQ(read_whole(*files_.open(path("a"))), Bytes{1});
  EXPECT_TRUE(files_.is_folder(path("inside")));
  EXPECT_FALSE(files_.is_folder(path("a")));
  EXPECT_FALSE(files_.is_folder(path("b")));
  files_.remove(path("a"));
  files_.remove(path("a"));
  files_.sync_folder(folder_);
  EXPECT_EQ(files_.open(path("a")), nullptr);
}

TEST_F(PosixFileSystemTest, ErrorsNameTheFileAndTheReason) {
  const auto kind = Error::Kind::kResource;
  EXPECT_THAT(error_of(kind, [&] { files_.create(path("no/a")); }),
              HasSubstr(path("no/a") + ": cannot create the file: No such file"));
  EXPECT_THAT(error_of(kind, [&] { files_.create_folder(path("no/a")); }),
              HasSubstr("cannot create the folder: No such file"));
  EXPECT_THAT(error_of(kind, [&] { files_.rename(path("x"), path("y")); }),
              HasSubstr(path("y") + ": cannot replace the file"));
  EXPECT_THAT(error_of(kind, [&] { files_.list(path("no")); }), HasSubstr(path("no")));
  EXPECT_THAT(error_of(kind, [&] { files_.sync_folder(path("no")); }), HasSubstr("No such file"));
  write("a", {1});
  EXPECT_THAT(error_of(kind, [&] { files_.create_folder(path("a")); }), HasSubstr("File exists"));
  EXPECT_THAT(error_of(Error::Kind::kInput, [&] { files_.open(folder_); }),
              HasSubstr("is no regular file"));
  EXPECT_THAT(error_of(kind, [&] { files_.create("/dev/full")->append(Bytes{1}); }),
              HasSubstr("/dev/full: cannot write: No space left on device"));
}

// The lock of a process that was killed is free, whatever its file says.
TEST_F(PosixFileSystemTest, LocksEndWithTheirProcess) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto lock = files_.lock(path("LOCK"));
    const bool told = ::write(ready[1], "x", 1) == 1;
    for (;;) told ? static_cast<void>(pause()) : _exit(1);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_THAT(error_of(Error::Kind::kResource, [&] { files_.lock(path("LOCK")); }),
              HasSubstr(fmt::format("{}: process {} is working", path("LOCK"), child)));
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  const auto lock = files_.lock(path("LOCK"));
  EXPECT_NE(lock, nullptr);
  close(ready[0]);
  close(ready[1]);
}

}  // namespace
}  // namespace questproof
