// SPDX-License-Identifier: MIT
#include "coordinator/wrap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace questproof {
namespace {

TEST(WrapTest, BreaksAtBlanksAndHangs) {
  EXPECT_EQ(wrap("one two three four", 9, 2), "one two\n  three\n  four\n");
  EXPECT_EQ(indented("one two three", 9, 2), "  one two\n  three\n");
  EXPECT_EQ(wrap("incomprehensible", 5, 0), "incomprehensible\n");
}

TEST(WrapTest, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("Grüße"), 5U);
  EXPECT_EQ(display_width("\x1b[1;31mred\x1b[0m"), 3U);
  EXPECT_EQ(pad_right("ü", 3), "ü  ");
  EXPECT_EQ(pad_left("ü", 3), "  ü");
}

TEST(WrapTest, HangingTextBeginsBehindItsName) {
  EXPECT_EQ(hanging("look", "where you are", 6, 80), "  look  where you are\n");
  EXPECT_EQ(hanging("a long name", "text", 6, 80), "  a long name\n        text\n");
  EXPECT_EQ(hanging("x", "aaaaaaaaa bbbb", 3, 16), "  x  aaaaaaaaa\n     bbbb\n");
}

TEST(WrapTest, JoinsAsPeopleDo) {
  EXPECT_EQ(joined({}), "");
  EXPECT_EQ(joined({"a"}), "a");
  EXPECT_EQ(joined({"a", "b"}), "a and b");
  EXPECT_EQ(joined({"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace questproof
