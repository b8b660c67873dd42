// SPDX-License-Identifier: MIT
#include "games/script/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/base/error.h"
#include "games/registry.h"
#include "tests/games/script/script_test_support.h"

namespace questproof::testing_script {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const char* const kRule = "Rule(R, true) { SetVar(V, true); }\nQuest(Q) { DoneWhen(V) }\n";

TEST(ScriptSourceTest, IncludesAreTakenFromTheFolderOfTheFile) {
  const std::vector<SourceText> texts = {
      {"a/main.quest", std::string("Include(\"../shared/v.quest\")\n") + kRule},
      {"shared/v.quest", "Include(\"./w.quest\") Boolean(V, false)"},
      {"shared/w.quest", "Include(\"../shared/w2.quest\")"},
      {"shared/w2.quest", ""}};
  const LoadResult result = parse_script(texts, "game");
  ASSERT_TRUE(result.model.has_value()) << report_of(result);
  EXPECT_THAT(result.model->source_files,
              ElementsAre("a/main.quest", "shared/v.quest", "shared/w.quest", "shared/w2.quest"));
  EXPECT_EQ(result.model->name, "game");
}

TEST(ScriptSourceTest, AFileIsReadOnce) {
  const std::vector<SourceText> texts = {
      {"main.quest", std::string("Include(\"v.quest\")\nInclude(\"v.quest\")\n") + kRule},
      {"v.quest", "Boolean(V, false)"}};
  EXPECT_TRUE(parse_script(texts, "game").model.has_value());
}

TEST(ScriptSourceTest, CirclesOfIncludesAreAnError) {
  const std::vector<SourceText> texts = {
      {"main.quest", std::string("Include(\"v.quest\")\n") + kRule},
      {"v.quest", "Boolean(V, false)\nInclude(\"main.quest\")"}};
  EXPECT_THAT(lines_of(parse_script(texts, "game")),
              ElementsAre("v.quest:2:9: error: files include each other in a circle: main.quest -> "
                          "v.quest -> main.quest (remove one of these Includes)"));
}

TEST(ScriptSourceTest, MissingFilesAreNamedWhereTheyAreIncluded) {
  EXPECT_THAT(
      errors_of(std::string("Boolean(V, false)\nInclude(\"sub/x.quest\")\nInclude(3)\n") + kRule),
      ElementsAre("2:9 sub/x.quest: there is no such file (the path is taken from the folder "
                  "of the file that includes it)",
                  "3:1 Include takes the path of one file (Include(\"file.quest\"))"));
}

TEST(ScriptSourceTest, TooLargeFilesAreRejected) {
  const LoadResult result = load_text(std::string(5U << 20U, ' '));
  EXPECT_FALSE(result.model.has_value());
  EXPECT_THAT(report_of(result), HasSubstr("game.quest:1:1: error: the file is larger than 4 MiB"));
}

TEST(ScriptSourceTest, DeepNestingIsRejectedWithoutRecursionToTheBottom) {
  const auto nested = [](const std::string& open, const std::string& close, int depth) {
    std::string text = "Boolean(V, false)\nQuest(Q) { DoneWhen(";
    for (int i = 0; i < depth; ++i) text += open;
    text += "V";
    for (int i = 0; i < depth; ++i) text += close;
    return text + ") }\nRule(R, true) { SetVar(V, true); }";
  };
  EXPECT_TRUE(load_text(nested("(", ")", 90)).model.has_value());
  EXPECT_THAT(report_of(load_text(nested("(", ")", 100'000))),
              HasSubstr("nested more than 100 levels deep"));
  EXPECT_THAT(report_of(load_text(nested("!", "", 100'000))),
              HasSubstr("nested more than 100 levels deep"));
  EXPECT_THAT(report_of(load_text(nested("1 + ", "", 100'000))),
              HasSubstr("nested more than 100 levels deep"));
  std::string blocks = "Boolean(V, false)\nRule(R, true) ";
  for (int i = 0; i < 100'000; ++i) blocks += "{ BeginMatch(V) ";
  EXPECT_THAT(report_of(load_text(blocks)), HasSubstr("nested more than 100 levels deep"));
}

TEST(ScriptSourceTest, ManyFilesOfAFolderAreOneGame) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "questproof_source_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "town");
  std::ofstream(folder / "town" / "b.quest") << kRule;
  std::ofstream(folder / "town" / "a.quest") << "Boolean(V, false)";
  std::ofstream(folder / "town" / "note.txt") << "no script";
  const LoadResult result = load_game(folder / "town");
  ASSERT_TRUE(result.model.has_value()) << report_of(result);
  EXPECT_EQ(result.model->name, "town");
  EXPECT_EQ(result.model->source_files.size(), 2U);
  EXPECT_THAT(result.model->source_files[0], HasSubstr("a.quest"));
  EXPECT_TRUE(load_game((folder / "town").string() + "/").model.has_value());

  EXPECT_THAT(report_of(load_game(folder)), HasSubstr("the folder holds no game"));
  EXPECT_THAT(report_of(load_game(folder / "town" / "note.txt")), HasSubstr("the file is no game"));
  EXPECT_THAT(report_of(load_game(folder / "nothing")), HasSubstr("there is no such file"));
  std::ofstream(folder / "town" / "a.quest") << "Boolean(V, false) Game(\"A\")";
  std::ofstream(folder / "town" / "c.quest") << "Game(\"C\")";
  EXPECT_THAT(report_of(load_game(folder / "town")), HasSubstr("town holds 2 games"));
  std::filesystem::remove_all(folder);
}

TEST(ScriptSourceTest, ColumnsCountCharacters) {
  EXPECT_THAT(errors_of("Boolean(V, false) /* \xC3\xA9\xC3\xA9\xC3\xA9 */ X()\n"
                        "Quest(Q) { DoneWhen(V) }"),
              ElementsAre("1:29 X is not known outside of scenes"));
}

}  // namespace
}  // namespace questproof::testing_script
