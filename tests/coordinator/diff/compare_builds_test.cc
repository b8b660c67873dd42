// SPDX-License-Identifier: MIT
#include "coordinator/diff/compare_builds.h"

#include <gtest/gtest.h>

#include "coordinator/diff/diff_json.h"
#include "coordinator/diff/diff_markdown.h"
#include "coordinator/diff/diff_text.h"
#include "coordinator/wrap.h"

// What certificates alone tell, without their games.
namespace questproof {
namespace {

FoundWalk walk(std::uint64_t length, const std::string& event = "pier/jump") {
  FoundWalk result;
  result.start = "the start of the game";
  result.length = length;
  for (std::uint64_t i = 0; i < length; ++i) {
    FoundStep step;
    step.event = event;
    step.label = "jump <b>off</b> the pier";
    step.trigger = "player";
    step.where = "/games/harbor.quest:12:3";
    step.changes = {{"WET", "0", "1"}};
    result.steps.push_back(step);
  }
  return result;
}

FoundQuest quest(const std::string& name, Verdict verdict) {
  FoundQuest result;
  result.name = name;
  result.verdict = verdict;
  result.done_states = 3;
  if (verdict == Verdict::kRefuted) result.counterexample = walk(2);
  return result;
}

ComparedBuild build(std::vector<FoundQuest> quests) {
  ComparedBuild result;
  result.title = "build";
  result.found.game = "Harbor";
  result.found.complete = true;
  result.found.states = "10";
  result.found.quests = std::move(quests);
  return result;
}

BuildComparison compare(const ComparedBuild& before, const ComparedBuild& after) {
  return compare_builds(before, nullptr, after, nullptr, {});
}

Weight weight_of_change(Verdict before, Verdict after) {
  const BuildComparison result = compare(build({quest("Q", before)}), build({quest("Q", after)}));
  EXPECT_EQ(result.findings.size(), 1u);
  return result.findings.empty() ? Weight::kChanged : result.findings.front().weight;
}

TEST(CompareBuildsTest, VerdictsWeighByWhatIsKnownNow) {
  EXPECT_EQ(weight_of_change(Verdict::kProved, Verdict::kRefuted), Weight::kWorse);
  EXPECT_EQ(weight_of_change(Verdict::kUnknown, Verdict::kRefuted), Weight::kWorse);
  EXPECT_EQ(weight_of_change(Verdict::kProved, Verdict::kUnknown), Weight::kUnknown);
  EXPECT_EQ(weight_of_change(Verdict::kRefuted, Verdict::kUnknown), Weight::kUnknown);
  EXPECT_EQ(weight_of_change(Verdict::kRefuted, Verdict::kProved), Weight::kBetter);
  EXPECT_EQ(weight_of_change(Verdict::kUnknown, Verdict::kProved), Weight::kBetter);
  const auto same = build({quest("Q", Verdict::kUnknown)});
  EXPECT_TRUE(compare(same, same).findings.empty());
}

TEST(CompareBuildsTest, AQuestWithAnotherNameAndTheSameTitleIsTheSame) {
  FoundQuest before = quest("OLD", Verdict::kProved);
  FoundQuest after = quest("NEW", Verdict::kProved);
  before.title = after.title = "Leave the harbour";
  EXPECT_TRUE(compare(build({before}), build({after})).findings.empty());
}

TEST(CompareBuildsTest, NewAndVanishedFatalEventsAreToldByEventAndLine) {
  const auto with_fatal = [](std::vector<std::pair<std::string, std::string>> events) {
    FoundQuest result = quest("Q", Verdict::kRefuted);
    for (const auto& [name, where] : events) {
      FoundFatalEvent event;
      event.event = name;
      event.where = where;
      event.count = 1;
      event.shortest = walk(3, name);
      result.fatal_events.push_back(event);
      ++result.fatal_transitions;
    }
    return build({result});
  };
  const BuildComparison result = compare(with_fatal({{"jump", "f:1:1"}, {"sell", "f:5:1"}}),
                                         with_fatal({{"jump", "f:1:1"}, {"jump", "f:9:1"}}));
  ASSERT_EQ(result.findings.size(), 2u);
  EXPECT_EQ(result.findings[0].weight, Weight::kWorse);
  EXPECT_EQ(result.findings[0].subject, "jump");
  EXPECT_EQ(result.findings[0].where, "f:9:1");
  EXPECT_EQ(result.findings[1].weight, Weight::kBetter);
  EXPECT_EQ(result.findings[1].subject, "sell");
}

TEST(CompareBuildsTest, AQuestThatCannotBeDoneAtAllIsWorse) {
  FoundQuest after = quest("Q", Verdict::kRefuted);
  after.done_states = 0;
  const BuildComparison result = compare(build({quest("Q", Verdict::kRefuted)}), build({after}));
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings[0].topic, BuildFinding::Topic::kImpossible);
  EXPECT_EQ(result.findings[0].weight, Weight::kWorse);
}

TEST(CompareBuildsTest, LengthsAndLevelsAreTold) {
  ComparedBuild before = build({quest("Q", Verdict::kProved)});
  ComparedBuild after = before;
  before.found.quests[0].completion = walk(7);
  after.found.quests[0].completion = walk(9);
  before.found.states_per_level = {1, 2, 3};
  after.found.states_per_level = {1, 2, 5, 1};
  after.found.states = "13";
  const BuildComparison result = compare(before, after);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].topic, BuildFinding::Topic::kLength);
  EXPECT_EQ(result.findings[0].weight, Weight::kChanged);
  EXPECT_EQ(result.findings[0].before, "7 steps");
  EXPECT_EQ(result.first_level_counts, 2u);
  EXPECT_EQ(result.level_states_after, 5u);
}

TEST(CompareBuildsTest, AJobWithoutAResultIsUnknownAndABrokenGameWorse) {
  const ComparedBuild before = build({quest("Q", Verdict::kProved)});
  ComparedBuild after = before;
  after.has_result = false;
  after.message = "harbor.quest:3:1: error: VAR_STROM is not declared\n  help: VAR_STORM";
  EXPECT_EQ(compare(before, after).weight(), Weight::kUnknown);
  after.invalid = true;
  const BuildComparison result = compare(before, after);
  EXPECT_EQ(result.weight(), Weight::kWorse);
  DiffResult all;
  all.builds = {result};
  EXPECT_NE(diff_text(all, Paint(), 80).find("VAR_STROM is not declared"), std::string::npos);
  EXPECT_EQ(compare(after, before).weight(), Weight::kBetter);
}

TEST(CompareBuildsTest, ContentThatIsLostIsWorseUnlessItWasNotExamined) {
  ComparedBuild before = build({quest("Q", Verdict::kProved)});
  before.found.content = std::vector<FoundContent>{{"scene", 3, 3, 0}};
  ComparedBuild after = before;
  after.found.missing = {{"scene", "SCENE_PIER", "f:3:1", ""}};
  EXPECT_EQ(compare(before, after).weight(), Weight::kWorse);
  EXPECT_EQ(compare(after, before).weight(), Weight::kBetter);
  before.found.content = std::vector<FoundContent>{{"scene", 3, 2, 1}};
  EXPECT_EQ(compare(before, after).weight(), Weight::kChanged);
}

TEST(CompareBuildsTest, MarkdownIsNeverTooLongAndNeverMarkupOfTheGame) {
  DiffResult all;
  for (int i = 0; i < 300; ++i) {
    const std::string name = "QUEST_" + std::to_string(i);
    FoundQuest worse = quest(name, Verdict::kRefuted);
    worse.counterexample = walk(20);
    all.builds.push_back(compare(build({quest(name, Verdict::kProved)}), build({worse})));
  }
  for (const std::size_t most : {2'000u, 20'000u, 60'000u}) {
    const std::string text = diff_markdown(all, most);
    EXPECT_LE(text.size(), most);
    EXPECT_NE(text.find("left out for their length"), std::string::npos);
    EXPECT_NE(text.find("QUEST\\_0 was proved and is refuted now"), std::string::npos);
  }
  const std::string text = diff_markdown(all, 60'000);
  std::size_t open = 0;
  std::size_t closed = 0;
  for (std::size_t at = text.find("<details>"); at != std::string::npos;
       at = text.find("<details>", at + 1)) {
    ++open;
  }
  for (std::size_t at = text.find("</details>"); at != std::string::npos;
       at = text.find("</details>", at + 1)) {
    ++closed;
  }
  EXPECT_GT(open, 0u);
  EXPECT_EQ(open, closed);
}

TEST(CompareBuildsTest, TheTextFitsTheTerminal) {
  FoundQuest worse = quest("QUEST_WITH_A_NAME_OF_SOME_LENGTH", Verdict::kRefuted);
  worse.counterexample = walk(60);
  DiffResult all;
  all.before = "a.json";
  all.after = "b.json";
  all.builds.push_back(compare(build({quest("QUEST_WITH_A_NAME_OF_SOME_LENGTH", Verdict::kProved)}),
                               build({worse})));
  const std::string text = diff_text(all, Paint(), 80);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    EXPECT_LE(display_width(text.substr(begin, end - begin)), 80u);
    begin = end + 1;
  }
  EXPECT_NE(text.find("... 34 steps ..."), std::string::npos) << text;
  EXPECT_NE(text.find("60. jump"), std::string::npos) << text;
}

}  // namespace
}  // namespace questproof
