// SPDX-License-Identifier: MIT
#include "coordinator/paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/error.h"

namespace questproof {
namespace {

TEST(PathsTest, AreFromTheRoot) {
  EXPECT_EQ(absolute_path(""), "");
  EXPECT_EQ(absolute_path("/a/../b/c.quest"), "/b/c.quest");
  EXPECT_EQ(absolute_path("c.quest"), (std::filesystem::current_path() / "c.quest").string());
}

TEST(PathsTest, AFolderThatIsMissingIsToldBeforeTheWork) {
  EXPECT_NO_THROW(expect_folder_of(""));
  EXPECT_NO_THROW(expect_folder_of("model.json"));
  EXPECT_NO_THROW(expect_folder_of("/dev/stdout"));
  try {
    expect_folder_of("/proc/no such folder/model.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kResource);
    EXPECT_THAT(error.what(), testing::HasSubstr("there is no folder /proc/no such folder"));
  }
}

}  // namespace
}  // namespace questproof
