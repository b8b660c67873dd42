// SPDX-License-Identifier: MIT
#include "worker/choice_task.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "worker/choice_look.h"

namespace questproof {
namespace {

ChoiceLook look() {
  ChoiceLook result;
  result.text = "You are home at last.";
  result.choices = {"Sit down", "Sleep"};
  result.values = {{"story.gold", "3"}, {"story.x.y", "true"}};
  return result;
}

bool holds(const char* task, const ChoiceLook& where) {
  return ChoiceTask::parse(task).holds(where);
}

TEST(ChoiceTaskTest, HoldsWhereItIsSeen) {
  EXPECT_TRUE(holds("text contains home at", look()));
  EXPECT_FALSE(holds("text contains Home", look()));
  EXPECT_TRUE(holds("choices contain Sl", look()));
  EXPECT_FALSE(holds("choices contain home", look()));
  EXPECT_TRUE(holds("story.gold=3", look()));
  EXPECT_FALSE(holds("story.gold!=3", look()));
  EXPECT_TRUE(holds("story.x.y", look()));
  EXPECT_FALSE(holds("!story.x.y", look()));
  EXPECT_FALSE(holds("story.silver!=1", look()));  // it is not seen
  EXPECT_FALSE(holds("ending", look()));
}

TEST(ChoiceTaskTest, AnEndingIsOverAndWhole) {
  ChoiceLook end = look();
  end.choices.clear();
  end.over = true;
  EXPECT_TRUE(holds("ending", end));
  EXPECT_TRUE(holds("ending contains home", end));
  EXPECT_FALSE(holds("ending contains sea", end));
  EXPECT_FALSE(holds("ending", failed_look("crash: exit code 1")));
}

TEST(ChoiceTaskTest, ListsAndNamesGoToAndFro) {
  const auto tasks = ChoiceTask::parse_list("ending; text contains a b ;  story.gold=3");
  ASSERT_EQ(tasks.size(), 3U);
  for (const ChoiceTask& task : tasks) EXPECT_EQ(ChoiceTask::parse(task.to_string()), task);
  EXPECT_TRUE(ChoiceTask::parse_list("").empty());
}

TEST(ChoiceTaskTest, RefusesWhatIsNoTask) {
  for (const char* text : {"text contains", "gold", "", "ending in tears", "choices contain "}) {
    EXPECT_THROW(ChoiceTask::parse(text), Error) << text;
  }
  EXPECT_THROW(ChoiceTask::parse_list("ending;"), Error);
}

}  // namespace
}  // namespace questproof
