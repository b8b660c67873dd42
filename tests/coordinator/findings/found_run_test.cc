// SPDX-License-Identifier: MIT
#include "coordinator/findings/found_run.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/base/error.h"
#include "tests/support/built_database.h"
#include "tests/support/program_run.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using testing_support::run_program;
using testing_support::sample_game;
using testing_support::TemporaryFolder;

std::string trouble_with(const std::string& folder) {
  try {
    read_found_run(folder);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(FoundRunTest, ARunKeepsTheCertificateThatItWrites) {
  const TemporaryFolder folder;
  const std::string run = folder.path() + "/run";
  const std::string file = folder.path() + "/c.json";
  run_program(fmt::format("certify {} --quiet --store {} --certificate {}",
                          sample_game("betrayal/broken.quest"), run, file));
  EXPECT_EQ(read_found_run(run), read_found_game(file));
  // A finished run writes it again.
  std::filesystem::remove(run_certificate_path(run));
  EXPECT_THAT(trouble_with(run), HasSubstr("questproof resume " + run));
  run_program(fmt::format("resume {} --quiet", run));
  FoundGame found = read_found_run(run);
  FoundGame expected = read_found_game(file);
  found.phases = expected.phases = {};
  EXPECT_EQ(found, expected);
}

TEST(FoundRunTest, ARunThatHasNotEndedHasNone) {
  const TemporaryFolder folder;
  const std::string run = folder.path() + "/run";
  run_program(fmt::format("certify {} --quiet --time 1e-9 --store {}",
                          sample_game("betrayal/broken.quest"), run));
  EXPECT_THAT(trouble_with(run), HasSubstr("no certificate yet"));
  EXPECT_THAT(trouble_with(folder.path()), HasSubstr("holds no run"));
}

}  // namespace
}  // namespace questproof
