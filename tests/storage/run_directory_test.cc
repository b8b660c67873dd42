// SPDX-License-Identifier: MIT
#include "storage/run_directory.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "storage/posix_file_system.h"
#include "tests/support/run_progress_samples.h"
#include "tests/support/sample_run.h"
#include "tests/support/scripted_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::error_of;
using testing_support::noise;
using testing_support::Random;
using testing_support::random_progress;
using testing_support::sample_run;
using testing_support::write_column;

constexpr ColumnName kKeys{ColumnKind::kLevelKeys, 0};
constexpr ColumnName kMarks{ColumnKind::kVerifyMarks, 0};

// On the disk of this machine.
class RunDirectoryTest : public testing::Test {
 protected:
  RunDirectoryTest() {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = fmt::format("{}run_directory_{}_{}", testing::TempDir(), getpid(), test);
    std::filesystem::remove_all(folder_);
  }
  ~RunDirectoryTest() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<RunDirectory> reopen() { return RunDirectory::open(files_, folder_); }

  PosixFileSystem files_;
  std::string folder_;
};

TEST_F(RunDirectoryTest, KeepsWhatWasCommitted) {
  Random random(1);
  const RunProgress progress = random_progress(random);
  const std::vector<std::uint8_t> small = {1, 2, 3};
  const std::vector<std::uint8_t> large = noise(3'000'000, 2);
  const std::vector<std::uint8_t> even(1'000'000, 7);
  {
    const auto run = RunDirectory::create(files_, folder_, sample_run());
    EXPECT_FALSE(run->progress());
    write_column(*run, kKeys, {{0, small}, {3, even}});
    write_column(*run, kMarks, {{1, large}, {2, {}}});
    EXPECT_EQ(run->read(kKeys, 3), even);
    EXPECT_EQ(run->read(kMarks, 1), large);
    run->commit(progress);
    EXPECT_EQ(run->read(kKeys, 0), small);
    write_column(*run, {ColumnKind::kLevelKeys, 1}, {{0, large}});
  }
  const auto run = reopen();
  EXPECT_TRUE(run->recovery_notes().empty());
  EXPECT_EQ(run->progress(), progress);
  EXPECT_THAT(run->columns(), testing::ElementsAre(kKeys, kMarks));
  EXPECT_EQ(run->read(kKeys, 0), small);
  EXPECT_TRUE(run->read(kKeys, 1).empty());
  EXPECT_EQ(run->read(kKeys, 3), even);
  EXPECT_EQ(run->read(kMarks, 1), large);
  EXPECT_TRUE(run->read(kMarks, 2).empty());
  EXPECT_EQ(run->identity(), sample_run().identity);
  EXPECT_EQ(run->texts(), sample_run().texts);
  EXPECT_EQ(run->read_game(), sample_run().game);
  run->verify();
}

TEST_F(RunDirectoryTest, CompressesWhatCanBe) {
  const auto run = RunDirectory::create(files_, folder_, sample_run());
  write_column(*run, kKeys, {{0, std::vector<std::uint8_t>(1'000'000, 7)}});
  write_column(*run, kMarks, {{0, noise(1'000'000, 3)}});
  EXPECT_LT(run->disk_bytes(ColumnKind::kLevelKeys), 1000u);
  EXPECT_GT(run->disk_bytes(ColumnKind::kVerifyMarks), 1'000'000u);
  EXPECT_LT(run->disk_bytes(ColumnKind::kVerifyMarks), 1'000'200u);
  EXPECT_EQ(run->disk_bytes(ColumnKind::kResult), 0u);
}

TEST_F(RunDirectoryTest, DiskBytesAreThoseOnDisk) {
  const auto on_disk = [&] {
    std::uint64_t sum = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      if (entry.path().filename() != "LOCK") sum += entry.file_size();
    }
    return sum;
  };
  auto run = RunDirectory::create(files_, folder_, sample_run());
  for (std::uint32_t level = 0; level < 6; ++level) {
    write_column(*run, {ColumnKind::kLevelKeys, level}, {{0, noise(200'000 * level, level)}});
    if (level >= 2) run->drop({ColumnKind::kLevelKeys, level - 2});
    run->commit({});
    EXPECT_EQ(run->disk_bytes(), on_disk()) << level;
  }
  const std::uint64_t before = run->disk_bytes();
  run.reset();
  EXPECT_EQ(reopen()->disk_bytes(), before);
}

TEST_F(RunDirectoryTest, ManyThreadsFillOneColumn) {
  NewRun sample = sample_run();
  sample.identity.partitions = 64;
  const auto run = RunDirectory::create(files_, folder_, sample);
  const std::unique_ptr<RunStorage::Writer> writer = run->create(kKeys);
  std::vector<std::thread> threads;
  for (std::size_t first = 0; first < 4; ++first) {
    threads.emplace_back([&, first] {
      for (std::size_t partition = first; partition < 64; partition += 4) {
        writer->put(partition, noise(1000 * partition, partition));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  writer->seal();
  for (std::size_t partition = 0; partition < 64; ++partition) {
    EXPECT_EQ(run->read(kKeys, partition), noise(1000 * partition, partition));
  }
}

TEST_F(RunDirectoryTest, KeepsASecondEngineOut) {
  auto run = RunDirectory::create(files_, folder_, sample_run());
  const std::string message = error_of(Error::Kind::kResource, [&] { reopen(); });
  EXPECT_THAT(message, HasSubstr(fmt::format("process {} is working in this folder", getpid())));
  EXPECT_THAT(message, HasSubstr(folder_));
  run.reset();
  reopen();
}

TEST_F(RunDirectoryTest, BeginsInAnEmptyFolderOnly) {
  std::filesystem::create_directory(folder_);
  EXPECT_FALSE(RunDirectory::holds_run(files_, folder_));
  EXPECT_THAT(error_of(Error::Kind::kInput, [&] { reopen(); }), HasSubstr("there is no run"));
  { const auto file = files_.create(folder_ + "/novel.txt"); }
  EXPECT_THAT(
      error_of(Error::Kind::kInput, [&] { RunDirectory::create(files_, folder_, sample_run()); }),
      HasSubstr("not empty"));
  std::filesystem::remove(folder_ + "/novel.txt");
  RunDirectory::create(files_, folder_, sample_run());
  EXPECT_TRUE(RunDirectory::holds_run(files_, folder_));
  EXPECT_THAT(
      error_of(Error::Kind::kInput, [&] { RunDirectory::create(files_, folder_, sample_run()); }),
      HasSubstr("there is a run in this folder already"));
}

TEST_F(RunDirectoryTest, RefusesAnotherIdentityByName) {
  RunDirectory::create(files_, folder_, sample_run());
  const auto refusal = [&](RunIdentity identity) {
    return error_of(Error::Kind::kInput, [&] { RunDirectory::open(files_, folder_, &identity); });
  };
  RunIdentity same = sample_run().identity;
  RunDirectory::open(files_, folder_, &same);

  RunIdentity other = same;
  other.model_hash = "ffff";
  EXPECT_THAT(refusal(other), HasSubstr("the model is ffff now, and was"));
  other = same;
  other.options[0].text = "none";
  EXPECT_THAT(refusal(other), HasSubstr("the option reduce is \"none\" now, and was \"all\""));
  other = same;
  other.options.push_back({"quest", "ESCAPE"});
  EXPECT_THAT(refusal(other), HasSubstr("the option quest is \"ESCAPE\" now, and was not set"));
  other = same;
  other.options.clear();
  EXPECT_THAT(refusal(other), HasSubstr("the option reduce is not set now, and was \"all\""));
  other = same;
  other.partitions = 5;
  EXPECT_THAT(refusal(other), HasSubstr("5 partitions now, and were 4"));
  other = same;
  other.ownership = {1, 1, 1};
  EXPECT_THAT(refusal(other), HasSubstr("spread over the partitions in another way"));
  other = same;
  other.word_bits = {64, 9};
  EXPECT_THAT(refusal(other), HasSubstr("words of 64, 9 bits now, and had 64, 7"));
}

}  // namespace
}  // namespace questproof
