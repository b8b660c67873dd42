// SPDX-License-Identifier: MIT
// The table of faults in storage/README.md, row by row, and what it says about every single byte.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "storage/frame.h"
#include "storage/run_directory.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/memory_run_storage.h"
#include "tests/support/run_contents.h"
#include "tests/support/sample_run.h"
#include "tests/support/scripted_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::contents_of;
using testing_support::error_of;
using testing_support::FaultyFileSystem;
using testing_support::kScriptPartitions;
using testing_support::MemoryRunStorage;
using testing_support::noise;
using testing_support::sample_run;
using testing_support::write_column;

using Bytes = std::vector<std::uint8_t>;
using Contents = MemoryRunStorage::Contents;

constexpr const char* kFolder = "/run";
constexpr ColumnName keys(std::uint32_t level) { return {ColumnKind::kLevelKeys, level}; }

// Three levels in three commits; each commit has a file of its own with one small column in it.
void fill(RunStorage& storage, std::uint32_t levels) {
  for (std::uint32_t level = 0; level < levels; ++level) {
    write_column(storage, keys(level), {{0, noise(20, level)}, {2, Bytes(200, 1)}});
    RunProgress progress;
    progress.level = level;
    storage.commit(progress);
  }
}

class FaultTableTest : public testing::Test {
 protected:
  FaultTableTest() {
    fill(*RunDirectory::create(disk_, kFolder, sample_run()), 3);
    for (const std::string& name : disk_.list(kFolder)) whole_[name] = disk_.contents(path(name));
  }

  static std::string path(const std::string& name) { return std::string(kFolder) + "/" + name; }

  // The same run on a disk of its own.
  void copy_to(FaultyFileSystem& disk) const {
    disk.create_folder(kFolder);
    for (const auto& [name, bytes] : whole_) disk.set_contents(path(name), bytes);
  }

  static Contents after(std::uint32_t levels) {
    MemoryRunStorage twin;
    fill(twin, levels);
    return twin.committed();
  }

  static Contents contents(const RunDirectory& run) { return contents_of(run, kScriptPartitions); }

  // Falls back by one commit, says so, and goes on: what is committed then is there.
  void expect_fallback(const std::string& name, const std::string& reason) {
    {
      const auto run = RunDirectory::open(disk_, kFolder);
      EXPECT_EQ(contents(*run), after(2));
      ASSERT_EQ(run->recovery_notes().size(), 1u);
      EXPECT_THAT(run->recovery_notes()[0], HasSubstr(path(name) + ": " + reason));
      EXPECT_THAT(run->recovery_notes()[0], HasSubstr("commit 3 is lost"));
      write_column(*run, keys(2), {{0, noise(20, 2)}, {2, Bytes(200, 1)}});
      RunProgress progress;
      progress.level = 2;
      run->commit(progress);
    }
    const auto run = RunDirectory::open(disk_, kFolder);
    EXPECT_TRUE(run->recovery_notes().empty());
    EXPECT_EQ(contents(*run), after(3));
  }

  void expect_refusal(const std::string& name, const std::string& reason) {
    const std::vector<std::string> names = disk_.list(kFolder);
    EXPECT_THAT(error_of(Error::Kind::kInput, [&] { RunDirectory::open(disk_, kFolder); }),
                HasSubstr(path(name) + ": " + reason));
    EXPECT_EQ(disk_.list(kFolder), names);  // nothing is touched
  }

  void shorten(const std::string& name, std::size_t size) {
    Bytes bytes = disk_.contents(path(name));
    bytes.resize(size);
    disk_.set_contents(path(name), bytes);
  }

  void flip(const std::string& name, std::size_t position) {
    Bytes bytes = disk_.contents(path(name));
    bytes.at(position) ^= 1;
    disk_.set_contents(path(name), bytes);
  }

  FaultyFileSystem disk_;
  std::map<std::string, Bytes> whole_;
};

TEST_F(FaultTableTest, ARunThatIsWholeIsOpened) {
  EXPECT_THAT(disk_.list(kFolder), testing::ElementsAre("GAME", "LOCK", "MANIFEST-2", "MANIFEST-3",
                                                        "columns-0", "columns-1", "columns-2"));
  const auto run = RunDirectory::open(disk_, kFolder);
  EXPECT_TRUE(run->recovery_notes().empty());
  EXPECT_EQ(contents(*run), after(3));
}

TEST_F(FaultTableTest, LeftoversAreClearedAway) {
  disk_.set_contents(path("MANIFEST.tmp"), {1, 2, 3});
  disk_.set_contents(path("columns-3"), {1, 2, 3});
  disk_.set_contents(path("columns-17"), {});
  disk_.set_contents(path("MANIFEST-1"), {1, 2, 3});
  disk_.set_contents(path("notes.txt"), {1, 2, 3});
  {
    const auto run = RunDirectory::open(disk_, kFolder);
    EXPECT_TRUE(run->recovery_notes().empty());
    EXPECT_EQ(contents(*run), after(3));
  }
  EXPECT_THAT(disk_.list(kFolder),
              testing::ElementsAre("GAME", "LOCK", "MANIFEST-2", "MANIFEST-3", "columns-0",
                                   "columns-1", "columns-2", "notes.txt"));
}

TEST_F(FaultTableTest, NewestManifestMissing) {
  disk_.erase(path("MANIFEST-3"));
  const auto run = RunDirectory::open(disk_, kFolder);
  EXPECT_EQ(contents(*run), after(2));
}

TEST_F(FaultTableTest, NewestManifestDamaged) {
  flip("MANIFEST-3", 100);
  expect_fallback("MANIFEST-3", "does not match its checksum");
}

TEST_F(FaultTableTest, NewestManifestDamagedThatDroppedColumns) {
  {
    const auto run = RunDirectory::open(disk_, kFolder);
    run->drop(keys(0));
    write_column(*run, keys(1), {{1, noise(30, 5)}});
    run->commit({});
    EXPECT_TRUE(disk_.exists(path("columns-0")));
  }
  const std::string newest = disk_.list(kFolder)[3];
  flip(newest, 70);
  {
    const auto run = RunDirectory::open(disk_, kFolder);
    EXPECT_EQ(contents(*run), after(3));
    EXPECT_EQ(run->recovery_notes().size(), 1u);
    run->drop(keys(0));
    run->commit({});
    EXPECT_TRUE(disk_.exists(path("columns-0")));
    run->commit({});
    EXPECT_FALSE(disk_.exists(path("columns-0")));  // two commits do without it
  }
  EXPECT_THAT(RunDirectory::open(disk_, kFolder)->columns(),
              testing::ElementsAre(keys(1), keys(2)));
}

TEST_F(FaultTableTest, FileOfTheNewestCommitMissing) {
  disk_.erase(path("columns-2"));
  expect_fallback("columns-2", "is missing");
}

TEST_F(FaultTableTest, FileOfTheNewestCommitCutShort) {
  shorten("columns-2", 100);
  expect_fallback("columns-2", "has 100 bytes");
}

TEST_F(FaultTableTest, FileOfTheNewestCommitDamaged) {
  flip("columns-2", kPrefixSize);
  expect_fallback("columns-2", "the block of partition 0 does not match its checksum");
}

TEST_F(FaultTableTest, OlderFileMissing) {
  disk_.erase(path("columns-0"));
  expect_refusal("columns-0", "is missing");
}

TEST_F(FaultTableTest, OlderFileCutShort) {
  shorten("columns-1", 100);
  expect_refusal("columns-1", "has 100 bytes");
}

TEST_F(FaultTableTest, OlderFileWithADamagedIndex) {
  flip("columns-0", whole_.at("columns-0").size() - 60);
  expect_refusal("columns-0", "has a damaged index");
}

// To read all of an old run when it is opened would take too long: its blocks are checked when they
// are read.
TEST_F(FaultTableTest, OlderFileWithADamagedBlock) {
  flip("columns-0", kPrefixSize + 3);
  const auto run = RunDirectory::open(disk_, kFolder);
  const std::string expected =
      path("columns-0") + ": the block of partition 0 does not match its checksum";
  EXPECT_THAT(error_of(Error::Kind::kInput, [&] { run->read(keys(0), 0); }), HasSubstr(expected));
  EXPECT_THAT(error_of(Error::Kind::kInput, [&] { run->verify(); }), HasSubstr(expected));
  EXPECT_EQ(run->read(keys(0), 2), Bytes(200, 1));
}

TEST_F(FaultTableTest, FilesOfTwoCommitsDamaged) {
  flip("MANIFEST-3", 100);
  flip("MANIFEST-2", 100);
  expect_refusal("MANIFEST-3", "does not match its checksum");
}

TEST_F(FaultTableTest, ARunThatHasJustBegun) {
  FaultyFileSystem disk;
  RunDirectory::create(disk, kFolder, sample_run());
  EXPECT_FALSE(RunDirectory::open(disk, kFolder)->progress());
  Bytes bytes = disk.contents(path("MANIFEST-0"));
  bytes.pop_back();
  disk.set_contents(path("MANIFEST-0"), bytes);
  EXPECT_THAT(error_of(Error::Kind::kInput, [&] { RunDirectory::open(disk, kFolder); }),
              testing::AllOf(HasSubstr(path("MANIFEST-0") + ": does not match its checksum"),
                             HasSubstr("there is no commit before it")));
}

TEST_F(FaultTableTest, DescriptionOfTheGameDamagedOrMissing) {
  flip("GAME", 50);
  expect_refusal("GAME", "does not match the checksum");
  disk_.erase(path("GAME"));
  expect_refusal("GAME", "is missing");
}

TEST_F(FaultTableTest, FileOfAnotherRun) {
  FaultyFileSystem other;
  write_column(*RunDirectory::create(other, kFolder, sample_run()), keys(0), {{0, noise(20, 9)}});
  {
    const auto run = RunDirectory::open(other, kFolder);
    write_column(*run, keys(0), {{0, noise(20, 77)}, {2, Bytes(200, 1)}});
    run->commit({});
  }
  const Bytes foreign = other.contents(path("columns-0"));
  ASSERT_EQ(foreign.size(), whole_.at("columns-0").size());
  disk_.set_contents(path("columns-0"), foreign);
  expect_refusal("columns-0", "has a damaged end of a column");
}

TEST_F(FaultTableTest, OtherVersionsAreRefusedByName) {
  // A manifest that is whole, of another version.
  const auto with_version = [](Bytes bytes, std::uint8_t version) {
    bytes.resize(bytes.size() - kChecksumSize);
    bytes[12] = version;
    append_checksum(bytes, hash_128(std::as_bytes(std::span<const std::uint8_t>(bytes))));
    return bytes;
  };
  disk_.set_contents(path("MANIFEST-3"), with_version(whole_.at("MANIFEST-3"), 3));
  expect_refusal("MANIFEST-3", "is a manifest of format 3, written by a newer version");
  disk_.set_contents(path("MANIFEST-3"), with_version(whole_.at("MANIFEST-3"), 0));
  expect_refusal("MANIFEST-3", "is a manifest of format 0, written by an older version");
}

// A disk that does not answer is no damage: nothing is given up for it.
TEST_F(FaultTableTest, ADiskThatFailsWhileOpening) {
  for (std::uint64_t call = 0;; ++call) {
    FaultyFileSystem disk;
    copy_to(disk);
    const std::vector<std::string> names = disk.list(kFolder);
    disk.fail_call(call, FaultyFileSystem::Fault::kInputOutput, false);
    try {
      RunDirectory::open(disk, kFolder);
      if (!disk.has_failed()) break;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kResource) << error.what();
    }
    disk.work_again();
    EXPECT_EQ(disk.list(kFolder), names);
    EXPECT_EQ(contents(*RunDirectory::open(disk, kFolder)), after(3));
  }
}

TEST_F(FaultTableTest, NewestManifestCutShortAnywhere) {
  const Bytes whole = whole_.at("MANIFEST-3");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    FaultyFileSystem disk;
    copy_to(disk);
    disk.set_contents(path("MANIFEST-3"), Bytes(whole.begin(), whole.begin() + size));
    const auto run = RunDirectory::open(disk, kFolder);
    ASSERT_EQ(contents(*run), after(2)) << size;
    ASSERT_THAT(run->recovery_notes().at(0), HasSubstr("MANIFEST-3")) << size;
  }
}

// What becomes of a run in which one file is damaged: all is there, or all but the last commit, which
// is said, or it is refused by the name of the file.
enum class Outcome { kWhole, kFellBack, kRefused };

TEST_F(FaultTableTest, EveryByteOfEveryFileFlipped) {
  const std::map<std::string, Outcome> expected = {
      {"GAME", Outcome::kRefused},       {"LOCK", Outcome::kWhole},
      {"MANIFEST-2", Outcome::kWhole},   {"MANIFEST-3", Outcome::kFellBack},
      {"columns-0", Outcome::kRefused},  {"columns-1", Outcome::kRefused},
      {"columns-2", Outcome::kFellBack},
  };
  const Contents all = after(3);
  const Contents but_last = after(2);
  for (const auto& [name, whole] : whole_) {
    for (std::size_t position = 0; position < whole.size(); ++position) {
      SCOPED_TRACE(fmt::format("{} {}", name, position));
      FaultyFileSystem disk;
      copy_to(disk);
      Bytes bytes = whole;
      bytes[position] ^= static_cast<std::uint8_t>(1 << position % 8);
      disk.set_contents(path(name), bytes);
      Outcome outcome = Outcome::kWhole;
      try {
        const auto run = RunDirectory::open(disk, kFolder);
        const Contents found = contents(*run);
        if (run->recovery_notes().empty()) {
          ASSERT_EQ(found, all);
        } else {
          outcome = Outcome::kFellBack;
          ASSERT_THAT(run->recovery_notes()[0], HasSubstr(path(name) + ": "));
          ASSERT_EQ(found, but_last);
        }
      } catch (const Error& error) {
        outcome = Outcome::kRefused;
        ASSERT_EQ(error.kind(), Error::Kind::kInput);
        ASSERT_THAT(error.what(), HasSubstr(path(name) + ": "));
      }
      ASSERT_EQ(outcome, expected.at(name));
    }
  }
}

TEST_F(FaultTableTest, EveryFileCutShortAnywhere) {
  const Contents all = after(3);
  const Contents but_last = after(2);
  for (const auto& [name, whole] : whole_) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
      FaultyFileSystem disk;
      copy_to(disk);
      disk.set_contents(path(name), Bytes(whole.begin(), whole.begin() + size));
      try {
        const auto run = RunDirectory::open(disk, kFolder);
        const bool fell_back = !run->recovery_notes().empty();
        ASSERT_EQ(contents(*run), fell_back ? but_last : all) << name << ' ' << size;
        ASSERT_EQ(fell_back, name == "MANIFEST-3" || name == "columns-2") << name << ' ' << size;
      } catch (const Error& error) {
        ASSERT_EQ(error.kind(), Error::Kind::kInput);
        ASSERT_THAT(error.what(), HasSubstr(path(name) + ": "));
        ASSERT_TRUE(name == "GAME" || name == "columns-0" || name == "columns-1") << name;
      }
    }
  }
}

}  // namespace
}  // namespace questproof
