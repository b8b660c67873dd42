// SPDX-License-Identifier: MIT
// Runs that older versions of this program have written. data/README.md says how they came about.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/net/collective.h"
#include "core/net/loopback.h"
#include "storage/certificate_file.h"
#include "storage/column_format.h"
#include "storage/frame.h"
#include "storage/game_table.h"
#include "storage/posix_file_system.h"
#include "storage/run_directory.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/owned_storage.h"
#include "tests/support/sample_run.h"
#include "tests/support/scripted_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::error_of;
using testing_support::FaultyFileSystem;
using testing_support::noise;
using testing_support::OwnedStorage;
using testing_support::sample_run;
using testing_support::write_column;
using Bytes = std::vector<std::uint8_t>;

constexpr const char* kFolder = "/run";
constexpr ColumnName kFirst{ColumnKind::kLevelKeys, 0};
constexpr ColumnName kSecond{ColumnKind::kLevelKeys, 1};
constexpr ColumnName kResult{ColumnKind::kResult, 0};

RunProgress old_progress(RunPhase phase) {
  RunProgress progress;
  progress.phase = phase;
  progress.level = 2;
  progress.profile = {{1, 2, 3}, 6, 7, 1, 0xFEDCBA9876543210};
  progress.quests = {{4, 5, Sighting{1, {8, 9}}}};
  progress.enabled = {10};
  progress.faults = {Sighting{2, {11, 12}}};
  progress.groups = {{0, 1}};
  progress.distance = 13;
  progress.verified_blocks = 14;
  progress.verified_transitions = 15;
  progress.verified_faulty = true;
  progress.seconds = 1.5;
  return progress;
}

Certification old_certification() {
  Certification certification;
  certification.verdict = Verdict::kRefuted;
  certification.complete = true;
  certification.verified = true;
  certification.profile = old_progress(RunPhase::kFinished).profile;
  QuestResult quest;
  quest.name = "OPEN_THE_DOOR";
  quest.verdict = Verdict::kRefuted;
  quest.blocked_states = 2;
  quest.counterexample = Trace{0, {{EventId{0}, {BranchId{0}, BranchId{1}}}}, {1, 0, 2, 0}};
  certification.quests.push_back(quest);
  certification.enabled = {3};
  return certification;
}

// What lies in data/format_1.
void write_old_run(FileSystem& files, const std::string& folder) {
  const auto run = RunDirectory::create(files, folder, sample_run());
  write_column(*run, kFirst, {{0, noise(24, 1)}, {3, noise(16, 2)}});
  run->commit(old_progress(RunPhase::kForward));
  write_column(*run, kSecond, {{1, Bytes(500, 9)}});
  write_column(*run, kResult, {{0, noise(30, 3)}});
  run->commit(old_progress(RunPhase::kFinished));
  run->write_certificate(old_certification());
}

// The same run over two ranks, which own two partitions each: columns of two parts, and states that a part of
// them assigns to its owner. What lies in data/format_2.
NewRun run_of_two_ranks() {
  NewRun run = sample_run();
  run.identity.ownership = {1, 0x7c, 0x14};
  return run;
}
void write_old_run_of_two_ranks(FileSystem& files, const std::string& folder) {
  LoopbackPlan plan;
  plan.stepped = true;
  LoopbackWorld world(2, plan);
  world.run([&](Transport& transport) {
    const auto run = RunDirectory::create(files, folder, run_of_two_ranks(), &transport);
    OwnedStorage owned(*run, [&](std::size_t partition) {
      return static_cast<int>(partition / 2) == transport.rank();
    });
    write_column(owned, kFirst, {{0, noise(24, 1)}, {3, noise(16, 2)}});
    owned.commit(old_progress(RunPhase::kForward));
    write_column(owned, kSecond, {{1, Bytes(500, 9)}});
    write_column(owned, kResult, {{0, noise(30, 3)}, {2, noise(20, 4)}});
    owned.commit(old_progress(RunPhase::kFinished));
    if (transport.rank() == 0) run->write_certificate(old_certification());
    barrier(transport);
  });
  world.rethrow();
}

// A copy of the run, because opening one may change it.
void load_old_run(FaultyFileSystem& disk, const char* format = "format_1") {
  const auto folder = std::filesystem::path(QUESTPROOF_SOURCE_DIR) / "tests/storage/data" / format;
  disk.create_folder(kFolder);
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const Bytes bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    disk.set_contents(std::string(kFolder) + "/" + entry.path().filename().string(), bytes);
  }
}

TEST(OldStoreTest, Format1IsRead) {
  FaultyFileSystem disk;
  load_old_run(disk);
  const RunIdentity identity = sample_run().identity;
  const auto run = RunDirectory::open(disk, kFolder, &identity);
  EXPECT_TRUE(run->recovery_notes().empty());
  EXPECT_EQ(run->commit_number(), 2u);
  EXPECT_EQ(run->progress(), old_progress(RunPhase::kFinished));
  EXPECT_EQ(run->texts(), sample_run().texts);
  EXPECT_EQ(run->read_game(), sample_run().game);
  EXPECT_THAT(run->columns(), testing::ElementsAre(kFirst, kSecond, kResult));
  EXPECT_EQ(run->read(kFirst, 0), noise(24, 1));
  EXPECT_TRUE(run->read(kFirst, 1).empty());
  EXPECT_EQ(run->read(kFirst, 3), noise(16, 2));
  EXPECT_EQ(run->read(kSecond, 1), Bytes(500, 9));
  EXPECT_EQ(run->read(kResult, 0), noise(30, 3));
  const StoredCertificate certificate = run->read_certificate().value();
  EXPECT_EQ(certificate.identity, identity);
  EXPECT_EQ(certificate.certification.verdict, Verdict::kRefuted);
  EXPECT_EQ(certificate.certification.quests.at(0).counterexample,
            old_certification().quests[0].counterexample);
}

TEST(OldStoreTest, Format1IsGoneOnWith) {
  FaultyFileSystem disk;
  load_old_run(disk);
  {
    const auto run = RunDirectory::open(disk, kFolder);
    run->drop(kResult);
    run->commit(old_progress(RunPhase::kPaths));
  }
  const auto run = RunDirectory::open(disk, kFolder);
  EXPECT_EQ(run->progress(), old_progress(RunPhase::kPaths));
  EXPECT_EQ(run->read(kSecond, 1), Bytes(500, 9));
}

// Whoever changes a format unawares learns it here. What zstd has compressed may differ between its
// versions.
TEST(OldStoreTest, WhatIsWrittenTodayIsFormat1) {
  FaultyFileSystem old;
  load_old_run(old);
  FaultyFileSystem today;
  write_old_run(today, kFolder);
  const std::vector<std::string> names = today.list(kFolder);
  EXPECT_EQ(names.size(), old.list(kFolder).size() + 1);  // the lock
  for (const std::string& name : names) {
    const std::string path = std::string(kFolder) + "/" + name;
    if (name == "GAME" || name == "CERTIFICATE" || name == "MANIFEST-1" || name == "columns-0") {
      EXPECT_EQ(today.contents(path), old.contents(path)) << name;
    }
  }
}

std::uint8_t version_of(const FaultyFileSystem& disk, const char* name) {
  return disk.contents(std::string(kFolder) + "/" + name).at(12);
}

TEST(OldStoreTest, Format2IsRead) {
  FaultyFileSystem disk;
  load_old_run(disk, "format_2");
  EXPECT_EQ(version_of(disk, "MANIFEST-2"), 2);
  const RunIdentity identity = run_of_two_ranks().identity;
  const auto run = RunDirectory::open(disk, kFolder, &identity);
  EXPECT_TRUE(run->recovery_notes().empty());
  EXPECT_EQ(run->commit_number(), 2u);
  EXPECT_EQ(run->progress(), old_progress(RunPhase::kFinished));
  EXPECT_EQ(run->identity().ownership, identity.ownership);
  EXPECT_EQ(run->read_game(), sample_run().game);
  EXPECT_THAT(run->columns(), testing::ElementsAre(kFirst, kSecond, kResult));
  EXPECT_EQ(run->read(kFirst, 0), noise(24, 1));
  EXPECT_EQ(run->read(kFirst, 3), noise(16, 2));
  EXPECT_EQ(run->read(kSecond, 1), Bytes(500, 9));
  EXPECT_EQ(run->read(kResult, 0), noise(30, 3));
  EXPECT_EQ(run->read(kResult, 2), noise(20, 4));
  EXPECT_EQ(run->read_certificate().value().identity, identity);
  run->verify();
}

TEST(OldStoreTest, Format2IsGoneOnWithByAnyNumberOfRanks) {
  for (int ranks = 1; ranks <= 3; ++ranks) {
    FaultyFileSystem disk;
    load_old_run(disk, "format_2");
    LoopbackWorld world(ranks);
    world.run([&](Transport& transport) {
      const auto run = RunDirectory::open(disk, kFolder, nullptr, &transport);
      run->drop(kResult);
      run->commit(old_progress(RunPhase::kPaths));
    });
    world.rethrow();
    const auto run = RunDirectory::open(disk, kFolder);
    EXPECT_EQ(run->progress(), old_progress(RunPhase::kPaths));
    EXPECT_EQ(run->read(kFirst, 3), noise(16, 2));
    EXPECT_EQ(run->read(kSecond, 1), Bytes(500, 9));
  }
}

// Its manifest says that it is older than what is in it: refused, by file and format.
TEST(OldStoreTest, AManifestOfANewerFormatIsRefusedByName) {
  FaultyFileSystem disk;
  load_old_run(disk, "format_2");
  for (const char* const path : {"/run/MANIFEST-1", "/run/MANIFEST-2"}) {
    Bytes file = disk.contents(path);
    file.at(12) = 3;
    const std::size_t end = file.size() - 16;
    const std::span<const std::uint8_t> covered(file.data(), end);
    Bytes sum;
    append_checksum(sum, hash_128(std::as_bytes(covered)));
    std::copy(sum.begin(), sum.end(), file.begin() + static_cast<std::ptrdiff_t>(end));
    disk.set_contents(path, file);
  }
  EXPECT_THAT(error_of(Error::Kind::kInput, [&] { RunDirectory::open(disk, kFolder); }),
              HasSubstr("/run/MANIFEST-2: is a manifest of format 3, written by a newer version of "
                        "questproof; this one reads formats up to 2"));
}

TEST(OldStoreTest, WhatTwoRanksWriteTodayIsFormat2) {
  FaultyFileSystem old;
  load_old_run(old, "format_2");
  FaultyFileSystem today;
  write_old_run_of_two_ranks(today, kFolder);
  EXPECT_EQ(today.list(kFolder).size(), old.list(kFolder).size() + 1);  // the lock
  for (const char* const name : {"MANIFEST-1", "MANIFEST-2", "GAME", "CERTIFICATE"}) {
    EXPECT_EQ(version_of(today, name), version_of(old, name)) << name;
  }
  for (const char* const path : {"/run/GAME", "/run/CERTIFICATE", "/run/MANIFEST-1"}) {
    EXPECT_EQ(today.contents(path), old.contents(path)) << path;
  }
}

// A column is whole, and of a version that does not exist yet.
TEST(OldStoreTest, AColumnOfANewerFormatIsRefusedByName) {
  FaultyFileSystem disk;
  load_old_run(disk);
  Bytes file = disk.contents("/run/columns-0");
  file.at(12) = 2;
  const std::size_t end = file.size() - 40;
  Bytes covered(file.begin(), file.begin() + kPrefixSize);
  covered.insert(covered.end(), file.end() - 40 - 2 * 40, file.end() - 24);
  const Hash128 checksum = hash_128(std::as_bytes(std::span<const std::uint8_t>(covered)));
  Bytes sum;
  append_checksum(sum, checksum);
  std::copy(sum.begin(), sum.end(), file.begin() + static_cast<std::ptrdiff_t>(end + 16));
  disk.set_contents("/run/columns-0", file);
  Manifest manifest = decode_manifest(disk.contents("/run/MANIFEST-2"));
  ASSERT_EQ(manifest.columns.at(0).file, 0u);
  manifest.columns[0].checksum = checksum;
  disk.set_contents("/run/MANIFEST-2", encode_manifest(manifest));
  EXPECT_THAT(error_of(Error::Kind::kInput, [&] { RunDirectory::open(disk, kFolder); }),
              HasSubstr("/run/columns-0: is a column of format 2, written by a newer version"));
}

TEST(OldStoreTest, WritesRunsWhenAskedTo) {
  const char* const folder = std::getenv("QUESTPROOF_WRITE_STORE");
  if (folder == nullptr)
    GTEST_SKIP() << "QUESTPROOF_WRITE_STORE does not name a folder to write to";
  PosixFileSystem files;
  write_old_run(files, folder + std::string("/format_1"));
  write_old_run_of_two_ranks(files, folder + std::string("/format_2"));
  EXPECT_TRUE(RunDirectory::holds_run(files, folder + std::string("/format_2")));
}

}  // namespace
}  // namespace questproof
