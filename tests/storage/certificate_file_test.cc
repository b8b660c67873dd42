// SPDX-License-Identifier: MIT
#include "storage/certificate_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "core/model/compiled_model.h"
#include "storage/frame.h"
#include "storage/run_directory.h"
#include "tests/support/faulty_file_system.h"
#include "tests/support/random_model.h"
#include "tests/support/sample_run.h"

namespace questproof {
namespace {

using testing_support::error_of;
using testing_support::FaultyFileSystem;
using testing_support::random_model;
using testing_support::sample_run;

void expect_equal(const QuestResult& a, const QuestResult& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.verdict, b.verdict);
  EXPECT_EQ(a.done_states, b.done_states);
  EXPECT_EQ(a.pending_states, b.pending_states);
  EXPECT_EQ(a.blocked_states, b.blocked_states);
  EXPECT_EQ(a.initial_blocked, b.initial_blocked);
  EXPECT_EQ(a.completion, b.completion);
  EXPECT_EQ(a.counterexample, b.counterexample);
  EXPECT_EQ(a.fatal_transitions, b.fatal_transitions);
  EXPECT_EQ(a.farthest_distance, b.farthest_distance);
  EXPECT_EQ(a.farthest, b.farthest);
  ASSERT_EQ(a.fatal_events.size(), b.fatal_events.size());
  for (std::size_t i = 0; i < a.fatal_events.size(); ++i) {
    EXPECT_EQ(a.fatal_events[i].event, b.fatal_events[i].event);
    EXPECT_EQ(a.fatal_events[i].branches, b.fatal_events[i].branches);
    EXPECT_EQ(a.fatal_events[i].count, b.fatal_events[i].count);
    EXPECT_EQ(a.fatal_events[i].shortest, b.fatal_events[i].shortest);
  }
  ASSERT_EQ(a.random_play.has_value(), b.random_play.has_value());
  if (!a.random_play) return;
  EXPECT_EQ(a.random_play->stuck_probability, b.random_play->stuck_probability);
  EXPECT_EQ(a.random_play->expected_events, b.random_play->expected_events);
  EXPECT_EQ(a.random_play->exact, b.random_play->exact);
  EXPECT_EQ(a.random_play->standard_error, b.random_play->standard_error);
  EXPECT_EQ(a.random_play->events_standard_error, b.random_play->events_standard_error);
  EXPECT_EQ(a.random_play->samples, b.random_play->samples);
  EXPECT_EQ(a.random_play->unfinished, b.random_play->unfinished);
}

void expect_equal(const Certification& a, const Certification& b) {
  EXPECT_EQ(a.verdict, b.verdict);
  EXPECT_EQ(a.limit, b.limit);
  EXPECT_EQ(a.complete, b.complete);
  EXPECT_EQ(a.verified, b.verified);
  EXPECT_EQ(a.profile, b.profile);
  EXPECT_EQ(a.enabled, b.enabled);
  ASSERT_EQ(a.quests.size(), b.quests.size());
  for (std::size_t i = 0; i < a.quests.size(); ++i) expect_equal(a.quests[i], b.quests[i]);
  ASSERT_EQ(a.faults.size(), b.faults.size());
  for (std::size_t i = 0; i < a.faults.size(); ++i) {
    EXPECT_EQ(a.faults[i].event, b.faults[i].event);
    EXPECT_EQ(a.faults[i].branches, b.faults[i].branches);
    EXPECT_EQ(a.faults[i].shortest, b.faults[i].shortest);
  }
}

TEST(CertificateFileTest, GivesBackWhatWasPutIn) {
  bool proved = false;
  bool refuted = false;
  bool faulty = false;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const CompiledModel space(random_model(seed));
    Certification made = certify(space, nullptr, SearchOptions{});
    if (seed == 0) made.limit = "a limit";
    if (!made.quests.empty()) made.quests[0].random_play = RandomPlay{0.25, 9, false, 1, 2, 3, 4};
    const StoredCertificate read =
        decode_certificate(encode_certificate(sample_run().identity, made));
    EXPECT_EQ(read.identity, sample_run().identity);
    expect_equal(read.certification, made);
    proved |= made.verdict == Verdict::kProved;
    refuted |= made.verdict == Verdict::kRefuted;
    faulty |= !made.faults.empty();
  }
  EXPECT_TRUE(proved && refuted && faulty);
}

TEST(CertificateFileTest, LiesInTheRunsFolder) {
  FaultyFileSystem disk;
  testing_support::Random random(1);
  const CompiledModel space(random_model(3));
  const Certification made = certify(space, nullptr, SearchOptions{});
  {
    const auto run = RunDirectory::create(disk, "/run", sample_run());
    EXPECT_FALSE(run->read_certificate());
    const std::uint64_t before = run->disk_bytes();
    run->write_certificate(made);
    EXPECT_EQ(run->disk_bytes() - before, disk.contents("/run/CERTIFICATE").size());
  }
  disk.power_on(FaultyFileSystem::Left::kNothing, random);
  std::vector<std::uint8_t> bytes = disk.contents("/run/CERTIFICATE");
  {
    const auto run = RunDirectory::open(disk, "/run");
    const std::optional<StoredCertificate> read = run->read_certificate();
    ASSERT_TRUE(read);
    expect_equal(read->certification, made);
  }
  bytes[bytes.size() / 2] ^= 4;
  disk.set_contents("/run/CERTIFICATE", bytes);
  const auto run = RunDirectory::open(disk, "/run");
  EXPECT_THAT(error_of(Error::Kind::kInput, [&] { run->read_certificate(); }),
              testing::HasSubstr("/run/CERTIFICATE: does not match its checksum"));
}

}  // namespace
}  // namespace questproof
