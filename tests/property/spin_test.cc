// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/model/compiled_model.h"
#include "core/model/export_promela.h"
#include "core/model/reduce/reduce.h"
#include "core/search/certify.h"
#include "games/registry.h"
#include "tests/support/oracle.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_model.h"

// State counts against SPIN, a model checker that shares no line with this project.
namespace questproof {
namespace {

namespace fs = std::filesystem;

// Runs a shell command and returns what it prints.
std::string output_of(const std::string& command) {
  std::string text;
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return text;
  char buffer[4096];
  for (std::size_t size; (size = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    text.append(buffer, size);
  }
  pclose(pipe);
  return text;
}

bool has_spin() { return output_of("command -v spin") != "" && output_of("command -v gcc") != ""; }

class SpinRun : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_spin()) GTEST_SKIP() << "spin or gcc is not installed";
    folder_ = fs::temp_directory_path() / fmt::format("questproof-spin-{}", std::random_device{}());
    fs::create_directories(folder_);
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  // How many states SPIN stores; nothing when its output is not understood.
  std::optional<std::uint64_t> stored_states(const GameModel& model) {
    std::ofstream(folder_ / "model.pml") << to_promela(model);
    const std::string text =
        output_of(fmt::format("cd {} && spin -o2 -a model.pml && gcc -O0 -w -DSAFETY -DNOREDUCE "
                              "-DMEMLIM=1024 -o pan pan.c && "
                              "./pan -E -m1000000",
                              folder_.string()));
    std::uint64_t states = 0;
    const std::size_t at = text.find(" states, stored");
    const std::size_t line = at == std::string::npos ? at : text.rfind('\n', at);
    const bool bad = text.find("errors: 0") == std::string::npos ||
                     text.find("max search depth too small") != std::string::npos;
    if (bad || line == std::string::npos || std::sscanf(text.c_str() + line, "%lu", &states) != 1) {
      ADD_FAILURE() << text;
      return std::nullopt;
    }
    return states;
  }

  fs::path folder_;
};

class SpinSlowTest : public SpinRun, public testing::WithParamInterface<std::uint64_t> {};

// Moves the ids of variables and branches.
void shift(Condition& condition, std::uint32_t by) {
  condition.left.variable.index += by;
  condition.right.variable.index += by;
  for (Condition& part : condition.parts) shift(part, by);
}
void shift(std::vector<Statement>& body, std::uint32_t variables, std::uint32_t branches) {
  for (Statement& statement : body) {
    statement.target.index += variables;
    statement.value.variable.index += variables;
    for (Branch& branch : statement.branches) {
      branch.id.index += branches;
      shift(branch.condition, variables);
      shift(branch.body, variables, branches);
    }
  }
}

// One model that is any one of the given ones: a selector says which. Compiling SPIN's verifier takes
// a second, so many models share one. Its states are those of all parts together.
GameModel one_of(const std::vector<GameModel>& parts) {
  GameModel all;
  all.name = fmt::format("one of {} models", parts.size());
  Variable selector;
  selector.name = "MODEL";
  selector.high = static_cast<Value>(parts.size());
  all.variables.push_back(selector);
  for (const GameModel& part : parts) {
    for (const Variable& variable : part.variables) all.variables.push_back(variable);
  }
  std::uint32_t variables = 1;
  for (std::size_t number = 0; number < parts.size(); ++number) {
    const GameModel& part = parts[number];
    const auto branches = static_cast<std::uint32_t>(all.branches.size());
    for (const Variant& variant : part.variants) {
      Variant start{variant.name, {static_cast<Value>(number)}};
      for (std::size_t i = 1; i < all.variables.size(); ++i) {
        start.values.push_back(all.variables[i].low);
      }
      std::copy(variant.values.begin(), variant.values.end(), start.values.begin() + variables);
      all.variants.push_back(std::move(start));
    }
    for (Event event : part.events) {
      event.name = fmt::format("{}/{}", number, event.name);
      shift(event.guard, variables);
      event.guard = Condition::all(
          {Condition::equals({0}, static_cast<Value>(number)), std::move(event.guard)});
      event.body_branch.index += branches;
      shift(event.body, variables, branches);
      all.events.push_back(std::move(event));
    }
    all.branches.insert(all.branches.end(), part.branches.begin(), part.branches.end());
    variables += static_cast<std::uint32_t>(part.variables.size());
  }
  return all;
}

constexpr std::uint64_t kModelsPerRun = 10;

INSTANTIATE_TEST_SUITE_P(Seeds, SpinSlowTest, testing::Range<std::uint64_t>(0, 12));

TEST_P(SpinSlowTest, StoresOneStateMoreThanWeCount) {
  std::vector<GameModel> parts;
  std::uint64_t states = 0;
  for (std::uint64_t i = 0; i < kModelsPerRun; ++i) {
    const std::uint64_t seed = GetParam() * kModelsPerRun + i;
    const GameModel model = seed % 2 == 0 ? testing_support::random_adventure(seed)
                                          : testing_support::random_model(seed);
    // Now and then what the reductions make of it: they must be models like any other.
    parts.push_back(seed % 5 == 0 ? reduce(model, {}).model : model);
    states += oracle::explore(parts.back())->states;
  }
  const GameModel all = one_of(parts);
  ASSERT_EQ(oracle::explore(all)->states, states);
  EXPECT_EQ(stored_states(all), states + 1);
  if (!HasFailure()) return;
  for (const GameModel& part : parts) {  // which one was it?
    const std::uint64_t expected = oracle::explore(part)->states + 1;
    const auto stored = stored_states(part);
    if (stored == expected) continue;
    ADD_FAILURE() << "SPIN stores " << stored.value_or(0) << " states, not " << expected << ", of "
                  << testing_support::describe(part) << to_promela(part);
    return;
  }
}

using SpinSamplesSlowTest = SpinRun;

TEST_F(SpinSamplesSlowTest, StoresOneStateMoreThanWeCount) {
  const char* const kSamples[] = {"betrayal/broken",
                                  "betrayal/repaired_drop",
                                  "betrayal/repaired_sword",
                                  "teeny_tiny_mansion/as_designed",
                                  "teeny_tiny_mansion/both_bugs",
                                  "teeny_tiny_mansion/green_key_bug",
                                  "teeny_tiny_mansion/help_me_bug"};
  for (const std::string sample : kSamples) {
    SCOPED_TRACE(sample);
    const fs::path path = fs::path(QUESTPROOF_SOURCE_DIR) / "games/samples" / (sample + ".quest");
    const LoadResult loaded = load_game(path);
    ASSERT_TRUE(loaded.model);
    const auto figures = oracle::explore(*loaded.model);
    ASSERT_TRUE(figures);
    EXPECT_EQ(stored_states(*loaded.model), figures->states + 1);
  }
}

// The whole adventure: more states than the oracle likes to count, so the search counts them.
TEST_F(SpinSamplesSlowTest, AWholeAdventure) {
  const LoadResult loaded =
      load_game(fs::path(QUESTPROOF_SOURCE_DIR) / "games/samples/borrowed_hour/as_shipped.quest");
  ASSERT_TRUE(loaded.model);
  const ReducedModel reduced = reduce(*loaded.model, parse_reductions("saturate-counters"));
  const CompiledModel space(reduced.model);
  SearchOptions options;
  options.random_play = false;
  options.verify = false;
  const Certification result = certify(space, nullptr, options);
  ASSERT_TRUE(result.complete);
  EXPECT_EQ(stored_states(reduced.model), result.profile.states + 1);
}

}  // namespace
}  // namespace questproof
