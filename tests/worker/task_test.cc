// SPDX-License-Identifier: MIT
#include "worker/task.h"

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace questproof {
namespace {

TEST(AgentTaskTest, ReadsWhatPeopleWrite) {
  EXPECT_EQ(AgentTask::parse("door6.isOpen"), (AgentTask{"door6", "isOpen", "true", false}));
  EXPECT_EQ(AgentTask::parse("!door6.isOpen"), (AgentTask{"door6", "isOpen", "false", false}));
  EXPECT_EQ(AgentTask::parse("s.color=#ff0000"), (AgentTask{"s", "color", "#ff0000", false}));
  EXPECT_EQ(AgentTask::parse("s.1.color!=red"), (AgentTask{"s.1", "color", "red", true}));
  EXPECT_EQ(AgentTask::parse("!d.isOpen=true").wanted_truth(), false);
}

TEST(AgentTaskTest, RefusesWhatIsNoTask) {
  for (const char* text : {"", "door6", ".isOpen", "door6.", "door6.isOpen=", "!"}) {
    EXPECT_THROW(AgentTask::parse(text), Error) << text;
  }
}

TEST(AgentTaskTest, LooksAtTheObjectsState) {
  SeenObject door;
  door.id = "d";
  EXPECT_FALSE(AgentTask::parse("d.isOpen").is_done(door));
  EXPECT_FALSE(AgentTask::parse("d.isOpen!=true").is_done(door));  // nothing is known of it
  door.state["isOpen"] = "true";
  EXPECT_TRUE(AgentTask::parse("d.isOpen").is_done(door));
  EXPECT_FALSE(AgentTask::parse("!d.isOpen").is_done(door));
  EXPECT_FALSE(AgentTask::parse("e.isOpen").is_done(door));
}

}  // namespace
}  // namespace questproof
