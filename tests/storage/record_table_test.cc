// SPDX-License-Identifier: MIT
#include "storage/record_table.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "core/base/error.h"
#include "tests/support/scratch_folder.h"

namespace questproof {
namespace {

using testing_support::ScratchFolder;
using Access = RecordTable::Access;
using Contents = std::map<std::string, std::string>;

Contents contents_of(const RecordTable& table, const std::string& prefix = "") {
  Contents contents;
  table.scan(prefix,
             [&](std::string_view key, std::string_view value) { contents.emplace(key, value); });
  return contents;
}

// Against a map, over several processes' lives.
TEST(RecordTableTest, HoldsWhatAMapHolds) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/table";
  std::mt19937 random(3);
  Contents expected;
  for (int life = 0; life < 4; ++life) {
    const auto table = RecordTable::open(folder, Access::kWrite);
    EXPECT_EQ(contents_of(*table), expected);
    for (int write = 0; write < 20; ++write) {
      std::vector<RecordTable::Change> changes;
      for (int i = 0; i < 5; ++i) {
        const std::string key = std::to_string(random() % 60);
        if (random() % 4 == 0) {
          changes.emplace_back(key, std::nullopt);
          expected.erase(key);
        } else {
          changes.emplace_back(key, std::string(random() % 40, 'x'));
          expected[key] = *changes.back().second;
        }
      }
      table->write(changes);
    }
    EXPECT_EQ(contents_of(*table), expected);
    for (int i = 0; i < 60; ++i) {
      const std::string key = std::to_string(i);
      const auto found = expected.find(key);
      EXPECT_EQ(table->get(key),
                found == expected.end() ? std::nullopt : std::optional(found->second));
    }
    if (life % 2 == 0) table->close();
  }
}

TEST(RecordTableTest, AScanIsOfAPrefix) {
  const ScratchFolder scratch;
  const auto table = RecordTable::open(scratch.path() + "/table", Access::kWrite);
  table->write({{"a/1", "x"}, {"a/2", "y"}, {"b/1", "z"}});
  EXPECT_EQ(contents_of(*table, "a/"), (Contents{{"a/1", "x"}, {"a/2", "y"}}));
}

TEST(RecordTableTest, OneWritesAndOthersReadWhatWasThere) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/table";
  const auto table = RecordTable::open(folder, Access::kWrite);
  table->write({{"a", "1"}});
  EXPECT_EQ(contents_of(*RecordTable::open(folder, Access::kRead)), (Contents{{"a", "1"}}));
  EXPECT_THROW(RecordTable::open(folder, Access::kWrite), Error);
}

TEST(RecordTableTest, WhatIsNoTableIsRefusedByName) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/none";
  try {
    RecordTable::open(folder, Access::kRead);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    EXPECT_NE(std::string(error.what()).find(folder), std::string::npos);
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/notes.txt") << "mine";
  EXPECT_THROW(RecordTable::open(folder, Access::kWrite), Error);
}

// A process that writes and is killed: what write() took is there.
TEST(RecordTableTest, AKillLosesNothingThatWasWritten) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/table";
  std::array<int, 2> written{};
  ASSERT_EQ(pipe(written.data()), 0);
  const pid_t writer = fork();
  if (writer == 0) {
    const auto table = RecordTable::open(folder, Access::kWrite);
    for (char i = 1; i < 100; ++i) {
      table->write({{"key" + std::to_string(i), std::string(1000, i)}});
      if (write(written[1], &i, 1) != 1) _exit(1);
    }
    pause();
  }
  close(written[1]);
  char last = 0;
  while (last < 40 && read(written[0], &last, 1) == 1) continue;
  kill(writer, SIGKILL);
  while (read(written[0], &last, 1) == 1) continue;
  close(written[0]);
  waitpid(writer, nullptr, 0);
  ASSERT_GE(last, 40);
  const auto table = RecordTable::open(folder, Access::kWrite);
  for (char i = 1; i <= last; ++i) {
    EXPECT_EQ(table->get("key" + std::to_string(i)), std::string(1000, i)) << int{i};
  }
}

// Any byte of any file that holds data, turned over.
TEST(RecordTableTest, DamageIsRefusedByName) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/table";
  {
    const auto table = RecordTable::open(folder, Access::kWrite);
    for (int i = 0; i < 200; ++i) table->write({{std::to_string(i), std::string(300, 'v')}});
    table->close();
  }
  std::mt19937 random(5);
  int files = 0;
  int refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".sst") && !name.starts_with("MANIFEST") && name != "CURRENT") continue;
    ++files;
    for (int flip = 0; flip < 3; ++flip) {
      const std::string copy = scratch.path() + "/copy";
      std::filesystem::remove_all(copy);
      std::filesystem::copy(folder, copy);
      std::fstream file(copy + "/" + name, std::ios::in | std::ios::out | std::ios::binary);
      const auto at = static_cast<std::streamoff>(random() % std::filesystem::file_size(entry));
      file.seekg(at);
      const int byte = file.get();
      file.seekp(at);
      file.put(static_cast<char>(byte ^ 0x55));
      file.close();
      for (const Access access : {Access::kRead, Access::kWrite}) {
        try {
          const auto table = RecordTable::open(copy, access);
          EXPECT_EQ(contents_of(*table).size(), 200U) << name << " byte " << at;
        } catch (const Error& error) {
          EXPECT_NE(std::string(error.what()).find(copy), std::string::npos) << error.what();
          ++refused;
        }
      }
    }
  }
  EXPECT_GE(files, 3);
  EXPECT_GE(refused, files * 4);  // of six; a few bytes say nothing
}

}  // namespace
}  // namespace questproof
