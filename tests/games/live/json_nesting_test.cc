// SPDX-License-Identifier: MIT
#include "core/base/json_nesting.h"

#include <gtest/gtest.h>

#include <string>

#include "games/live/live_game.h"
#include "games/live/message.h"
#include "games/live/trace.h"

namespace questproof {
namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(JsonNestingTest, TheDeepestThatIsReadIsTold) {
  EXPECT_FALSE(nests_too_deep(""));
  EXPECT_FALSE(nests_too_deep(nested(kDeepestJson)));
  EXPECT_TRUE(nests_too_deep(nested(kDeepestJson + 1)));
  EXPECT_TRUE(nests_too_deep(R"({"a":)" + nested(kDeepestJson) + "}"));
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "[{}],";
  EXPECT_FALSE(nests_too_deep(many));
}

TEST(JsonNestingTest, BracketsInStringsDoNotCount) {
  const std::string brackets(1000, '[');
  EXPECT_FALSE(nests_too_deep("[\"" + brackets + "\"]"));
  EXPECT_FALSE(nests_too_deep("[\"\\\"" + brackets + "\"]"));
  EXPECT_TRUE(nests_too_deep("[\"\\\\\"," + brackets));
  EXPECT_TRUE(nests_too_deep("[\"\"," + brackets));
}

TEST(JsonNestingTest, AnswersAndTracesThatNestDeeperAreGarbage) {
  for (const std::size_t depth : {std::size_t{65}, std::size_t{60000}, std::size_t{2000000}}) {
    const std::string answer =
        R"({"ok":true,"x":)" + nested(depth) + R"(,"agents":{"hero":{"text":"q"}}})";
    try {
      decode_observation(answer);
      ADD_FAILURE() << "read at " << depth;
    } catch (const LiveFault& fault) {
      EXPECT_EQ(fault.kind(), LiveFault::Kind::kGarbage);
      EXPECT_NE(std::string(fault.what()).find("more than 64 levels"), std::string::npos);
    }
    EXPECT_THROW(decode_trace_line(R"({"reset":1,"x":)" + nested(depth) + "}"), LiveFault);
  }
}

}  // namespace
}  // namespace questproof
