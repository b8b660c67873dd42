// SPDX-License-Identifier: MIT
#include "coordinator/bench_run.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

#include "coordinator/console.h"
#include "core/net/solo_transport.h"
#include "tests/support/on_ranks.h"
#include "tests/support/scratch_folder.h"

namespace questproof {
namespace {

// The signature that every build on every machine must give.
std::string expected_signature() {
  std::ifstream file(QUESTPROOF_SOURCE_DIR "/tests/bench/signature.txt");
  std::string signature;
  file >> signature;
  return signature;
}

std::string signature(const SearchOptions& options, const std::string& reduce, Transport& ranks) {
  std::istringstream in;
  std::ostringstream out;
  const Console console{.in = in, .out = out, .error = out, .paint = {}, .error_paint = {}};
  std::vector<BenchResult> results;
  for (const BenchModel& model : bench_models()) {
    results.push_back(run_bench_model(model, reduce, options, console, ranks));
  }
  return bench_signature(results);
}

std::string signature(const SearchOptions& options, const std::string& reduce) {
  SoloTransport alone;
  return signature(options, reduce, alone);
}

TEST(BenchTest, ModelsHaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const BenchModel& model : bench_models()) {
    EXPECT_TRUE(names.insert(model.model.name).second) << model.model.name;
  }
  EXPECT_GE(names.size(), 12U);
}

TEST(BenchTest, TheSignatureIsTheRecordedOne) {
  EXPECT_EQ(signature({.threads = 1}, "none"), expected_signature());
}

TEST(BenchTest, ThreadsAndPartitionsDoNotChangeTheSignature) {
  EXPECT_EQ(signature({.threads = 2, .partitions = 1}, "none"), expected_signature());
  EXPECT_EQ(signature({.threads = 3, .partitions = 4}, "none"), expected_signature());
  EXPECT_EQ(signature({.threads = 4, .partitions = 256}, "none"), expected_signature());
}

TEST(BenchTest, RanksDoNotChangeTheSignature) {
  const auto found = testing_support::on_ranks<std::string>(3, {}, [](Transport& transport) {
    return signature({.threads = 1, .partitions = 16}, "auto", transport);
  });
  for (const std::string& one : found) EXPECT_EQ(one, expected_signature());
}

TEST(BenchTest, ScratchDoesNotChangeTheSignature) {
  const SearchOptions options{.threads = 2,
                              .scratch_directory = testing_support::scratch_folder(),
                              .scratch_from_bytes = 1,
                              .partitions = 16};
  EXPECT_EQ(signature(options, "none"), expected_signature());
}

TEST(BenchTest, ReductionsDoNotChangeTheSignature) {
  EXPECT_EQ(signature({.threads = 2, .partitions = 16}, "default"), expected_signature());
}

}  // namespace
}  // namespace questproof
