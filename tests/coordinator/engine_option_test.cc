// SPDX-License-Identifier: MIT
// --engine through the whole product: whichever engine decides a game, the document that comes out is the same,
// but for what only one of them has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "coordinator/atomic_file.h"
#include "coordinator/command_certify.h"
#include "coordinator/command_line.h"
#include "coordinator/console.h"
#include "core/base/error.h"
#include "core/model/export_json.h"
#include "core/net/solo_transport.h"
#include "games/registry.h"
#include "tests/support/built_database.h"
#include "tests/support/program_run.h"
#include "tests/support/quest_family.h"
#include "tests/support/random_adventure.h"
#include "tests/support/random_level.h"
#include "tests/support/random_model.h"
#include "tests/support/shared_folder.h"

namespace questproof {
namespace {

using nlohmann::json;
using testing_support::sample_game;
using testing_support::TemporaryFolder;
using Words = std::vector<std::string>;

namespace fs = std::filesystem;

struct Certified {
  ExitCode code = ExitCode::kInternal;
  json document;
};

// As from a shell, but in this process.
Certified certify(const std::string& game, const char* engine, const Words& more) {
  Words arguments = {"certify", game, "--json", "--quiet", "--engine", engine};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const CommandOptions options = std::get<CommandOptions>(parse_command_line(arguments));
  std::istringstream in;
  std::ostringstream out, error;
  Console console{in, out, error, Paint(), Paint(), false, false, 80};
  SoloTransport alone;
  const ExitCode code = run_certify(options, console, alone);
  return {code, json::parse(out.str())};
}

// Without what differs between runs, what only one engine has, and what diagrams did not look for to the end.
json comparable(json document, const json& diagrams, bool distances) {
  for (const char* key : {"run", "engine", "engine_note", "diagrams"}) document.erase(key);
  document["options"].erase("engine");
  document.erase("distances");
  document["profile"].erase("fingerprint_sum");
  if (!diagrams["levels_known"]) document["profile"].erase("states_per_level");
  for (json& quest : document["quests"]) {
    quest.erase("random_play");
    if (!diagrams["completions_known"]) quest.erase("completion");
    if (!diagrams["routes_known"]) quest.erase("fatal_events");
    if (!diagrams["farthest_known"] || !distances) {
      quest.erase("farthest");
      quest.erase("farthest_distance");
    }
  }
  return document;
}

// Whether diagrams decided it; then the explicit search must have said the same.
bool expect_same(const std::string& game, Words more = {}) {
  more.insert(more.end(), {"--reduce", "none", "--no-random-play", "--method", "enumerate"});
  const Certified symbolic = certify(game, "symbolic", more);
  if (symbolic.code == ExitCode::kUnknown && symbolic.document["faults"].empty()) return false;
  const Certified states = certify(game, "explicit", more);
  const json& diagrams = symbolic.document["diagrams"];
  EXPECT_EQ(symbolic.document["engine"], "symbolic") << game;
  EXPECT_EQ(states.document["engine"], "explicit") << game;
  EXPECT_EQ(symbolic.code, states.code) << game;
  const bool distances =
      states.document["distances"];  // left out where verdicts follow without them
  EXPECT_EQ(comparable(symbolic.document, diagrams, distances).dump(1),
            comparable(states.document, diagrams, distances).dump(1))
      << game;
  return true;
}

std::string written(const TemporaryFolder& folder, const GameModel& model) {
  const std::string file = folder.path() + "/game.json";
  write_file_atomically(file, to_json(model));
  return file;
}

bool at_night() { return std::getenv("QUESTPROOF_LARGE_LEVELS") != nullptr; }

TEST(EngineOptionTest, DocumentsOfRandomModelsAreTheSame) {
  const TemporaryFolder folder;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const GameModel model = seed % 3 == 0   ? testing_support::random_model(9000 + seed)
                            : seed % 3 == 1 ? testing_support::random_adventure(9000 + seed, 400)
                                            : testing_support::random_level(9000 + seed);
    const Words more = seed % 10 == 0 ? Words{} : Words{"--no-verify"};
    EXPECT_TRUE(expect_same(written(folder, model), more));
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
}

TEST(EngineOptionTest, DocumentsOfSamplesAreTheSame) {
  int compared = 0;
  for (const auto& entry : fs::recursive_directory_iterator(sample_game(""))) {
    const std::string extension = entry.path().extension().string();
    const bool adventure = entry.path().string().find("borrowed_hour") !=
                           std::string::npos;  // below; its parts are no games
    if (adventure || (extension != ".quest" && extension != ".csv")) continue;
    const LoadResult loaded = load_game(entry.path());
    if (!loaded.model || loaded.model->quests.empty()) continue;
    EXPECT_TRUE(expect_same(entry.path().string())) << entry.path();
    ++compared;
  }
  EXPECT_GE(compared, 9);
}

// Sizes of the benchmark family, also with a trap. At night all up to l.
TEST(EngineOptionTest, DocumentsOfTheBenchmarkFamilyAreTheSame) {
  const TemporaryFolder folder;
  std::vector<std::pair<const char*, bool>> sizes = {{"xs", false}, {"xs", true}};
  if (at_night())
    sizes.insert(sizes.end(),
                 {{"s", false}, {"dm", true}, {"m", false}, {"dl", true}, {"l", false}});
  for (const auto& [size, dead] : sizes) {
    SCOPED_TRACE(size);
    const Words more = at_night() ? Words{"--no-verify"} : Words{};
    EXPECT_TRUE(expect_same(written(folder, testing_support::quest_family(size, dead)), more));
  }
}

// The adventure as it is written has 23 million states; without the counters' upper values fewer. At night as it is written.
TEST(EngineOptionTest, DocumentsOfTheAdventureAreTheSame) {
  if (!at_night()) GTEST_SKIP() << "QUESTPROOF_LARGE_LEVELS is not set";
  for (const char* variant : {"borrowed_hour/as_shipped.quest", "borrowed_hour/wrong_key.quest"}) {
    EXPECT_TRUE(expect_same(sample_game(variant), {"--no-verify"}));
  }
}

// Levels of up to a million states, at night.
TEST(EngineOptionTest, DocumentsOfRealLevelsAreTheSame) {
  if (!at_night()) GTEST_SKIP() << "QUESTPROOF_LARGE_LEVELS is not set";
  const auto shared = testing_support::shared_folder();
  if (!shared) GTEST_SKIP() << "there is no folder with real levels";
  int compared = 0;
  int larger = 0;
  int given_up = 0;
  for (const auto& file : fs::recursive_directory_iterator(*shared / "data" / "labrecruits")) {
    if (file.path().extension() != ".csv") continue;
    if (!load_game(file.path()).model) continue;
    SCOPED_TRACE(file.path().string());
    const Certified found = certify(file.path().string(), "symbolic",
                                    {"--reduce", "none", "--no-verify", "--time", "20"});
    if (found.document["diagrams"].is_null()) {
      ++given_up;
      continue;
    }
    const std::string states = found.document["diagrams"]["states"];
    if (states.size() > 7 || std::stoull(states) > 1'000'000) {
      ++larger;
      continue;
    }
    if (expect_same(file.path().string(), {"--no-verify"})) ++compared;
  }
  std::cout << compared << " levels are the same; " << larger
            << " have more than a million states, " << given_up << " were given up after 20 s\n";
  EXPECT_GT(compared, 50);
}

TEST(EngineOptionTest, AutoSeesFewStatesOneByOne) {
  const Certified found = certify(sample_game("betrayal/broken.quest"), "auto", {});
  EXPECT_EQ(found.code, ExitCode::kRefuted);
  EXPECT_EQ(found.document["engine"], "explicit");
}

TEST(EngineOptionTest, AutoTakesDiagramsWhereThereAreManyStates) {
  const TemporaryFolder folder;
  const Certified found = certify(written(folder, testing_support::quest_family("xl")), "auto", {});
  EXPECT_EQ(found.code, ExitCode::kProved);
  EXPECT_EQ(found.document["engine"], "symbolic");
  EXPECT_EQ(found.document["diagrams"]["states"], "1449636400");
  EXPECT_TRUE(found.document["verified"]);
}

TEST(EngineOptionTest, AnotherNameIsRefused) {
  EXPECT_THROW(parse_command_line({"certify", "game.quest", "--engine", "symbolc"}), Error);
  EXPECT_THROW(
      parse_command_line({"certify", "game.quest", "--engine", "symbolic", "--method", "argue"}),
      Error);
}

}  // namespace
}  // namespace questproof
