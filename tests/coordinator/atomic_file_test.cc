// SPDX-License-Identifier: MIT
#include "coordinator/atomic_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <iterator>
#include <string>

#include "coordinator/json_parts.h"
#include "core/base/error.h"

namespace questproof {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string message_of_writing(const std::string& path) {
  try {
    write_file_atomically(path, "contents");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kResource);
    return error.what();
  }
  return "";
}

TEST(AtomicFileTest, AFileHoldsWhatWasWrittenLastAndNothingElseIsLeft) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / ("atomic_file_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "out.json").string();
  write_file_atomically(path, "first, and longer");
  write_file_atomically(path, "second");
  EXPECT_EQ(read_file(path), "second");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
  std::filesystem::remove_all(folder);
}

TEST(AtomicFileTest, APipeIsWrittenToAndStaysAPipe) {
  const std::string path = testing::TempDir() + "atomic_file_pipe_" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::FILE* const reader = std::fopen(path.c_str(), "r+");
  ASSERT_NE(reader, nullptr);
  write_file_atomically(path, "contents\n");
  ASSERT_TRUE(std::filesystem::is_fifo(path));
  char line[32] = {};
  EXPECT_STREQ(std::fgets(line, sizeof line, reader), "contents\n");
  std::fclose(reader);
  std::filesystem::remove(path);
}

TEST(AtomicFileTest, MessagesNameTheFileThatWasAskedFor) {
  const std::string path = testing::TempDir() + "no_such_folder/out.json";
  EXPECT_THAT(message_of_writing(path), HasSubstr("no_such_folder/out.json: cannot create"));
  EXPECT_THAT(message_of_writing(testing::TempDir()), Not(HasSubstr(".tmp: ")));
}

TEST(JsonTextTest, BytesThatAreNoTextStillMakeValidJson) {
  const std::string text = json_text({{"title", "x\xff\xfe\xc3("}});
  EXPECT_EQ(nlohmann::json::parse(text).at("title"), "x\uFFFD\uFFFD\uFFFD(");
}

}  // namespace
}  // namespace questproof
