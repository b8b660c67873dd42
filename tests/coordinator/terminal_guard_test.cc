// SPDX-License-Identifier: MIT
#include "coordinator/terminal_guard.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "coordinator/console.h"
#include "tests/support/random_model.h"

namespace questproof {
namespace {

using testing_support::Random;

std::string shown(const std::string& text, bool flush = false) {
  std::ostringstream stream;
  {
    const TerminalGuard guard(stream);
    for (const char letter : text) {
      stream << letter;
      if (flush) stream << std::flush;
    }
  }
  stream << "|";  // the guard is gone
  std::string result = stream.str();
  result.pop_back();
  return result;
}

TEST(TerminalGuardTest, WhatTheProgramWritesIsShown) {
  const Paint paint(true);
  const std::string own =
      paint.bad("REFUTED") + "  \xc3\x86r\xc3\xb8 \xc2\xb1 \xe4\xb8\xad\n\t1\n\r\x1b[2K12 states";
  EXPECT_EQ(shown(own), own);
}

TEST(TerminalGuardTest, WhatATerminalWouldObeyIsNot) {
  const std::string gone = "\xef\xbf\xbd";
  EXPECT_EQ(shown("a\x1b]0;title\x07z"), "a" + gone + "]0;title" + gone + "z");
  EXPECT_EQ(shown("\x1b[2J\x1b[H"), gone + "[2J" + gone + "[H");
  EXPECT_EQ(shown("\x1b[31\x1b[0m"), gone + "[31\x1b[0m");
  EXPECT_EQ(shown("REFUTED\rPROVED "), "REFUTED" + gone + "PROVED ");
  EXPECT_EQ(shown("\xc2\x9b"
                  "2J"),
            gone + "2J");
  EXPECT_EQ(shown(std::string("a\0b\x7f", 4)), "a" + gone + "b" + gone);
  EXPECT_EQ(shown("\x1b"), gone);
  EXPECT_EQ(shown("\xc2\x1b[2J"), gone + gone + "[2J");
}

// Whatever is written, and wherever it is flushed: every control character that is left belongs to a colour or clears a line.
TEST(TerminalGuardTest, NothingElseComesThrough) {
  const std::string letters = "\x1b[[2;K\rm0Jab\n\t\x07\xc2\x9b\xc3\x86]\x08";
  Random random(5);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (std::int64_t left = random.between(0, 30); left > 0; --left) {
      text += letters[static_cast<std::size_t>(
          random.between(0, static_cast<std::int64_t>(letters.size()) - 1))];
    }
    std::string left = shown(text, random.between(0, 3) == 0);
    for (std::size_t at = left.find_first_of("\r\x1b"); at != std::string::npos;
         at = left.find_first_of("\r\x1b", at)) {
      const bool clears = left.compare(at, 5, "\r\x1b[2K") == 0;
      const std::size_t end =
          clears ? at + 5 : left.find_first_not_of("0123456789;", std::min(at + 2, left.size()));
      ASSERT_NE(end, std::string::npos) << text;
      ASSERT_TRUE(clears || (left.compare(at, 2, "\x1b[") == 0 && left[end] == 'm')) << text;
      left.erase(at, clears ? 5 : end + 1 - at);
    }
    EXPECT_EQ(left.find_first_of("\x07\x08"), std::string::npos);
    EXPECT_EQ(left.find("\xc2\x9b"), std::string::npos);
  }
}

}  // namespace
}  // namespace questproof
