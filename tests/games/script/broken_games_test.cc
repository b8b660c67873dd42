// SPDX-License-Identifier: MIT
// Games that are wrong, each with all that is to be said about it. broken/NAME.quest is the game;
// broken/NAME.txt holds the errors in order, one a line, as people see them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/games/script/script_test_support.h"

namespace questproof::testing_script {
namespace {

const std::filesystem::path kFolder = QUESTPROOF_SOURCE_DIR "/tests/games/script/broken";

std::string content_of(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<std::string> broken_games() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".quest") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class ScriptBrokenGamesTest : public testing::TestWithParam<std::string> {};

TEST_P(ScriptBrokenGamesTest, AllErrorsAreReportedInOneRun) {
  const std::string file = GetParam() + ".quest";
  const std::vector<SourceText> texts = {{file, content_of(kFolder / file)}};
  const LoadResult result = parse_script(texts, "broken");
  EXPECT_FALSE(result.model.has_value());
  std::string errors;
  for (const Diagnostic& diagnostic : result.diagnostics) {
    if (diagnostic.severity == Severity::kError) errors += to_string(diagnostic) + "\n";
  }
  EXPECT_EQ(errors, content_of(kFolder / (GetParam() + ".txt")));
}

INSTANTIATE_TEST_SUITE_P(Files, ScriptBrokenGamesTest, testing::ValuesIn(broken_games()),
                         [](const auto& game) { return game.param; });

}  // namespace
}  // namespace questproof::testing_script
