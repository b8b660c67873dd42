// SPDX-License-Identifier: MIT
#include "coordinator/figures.h"

#include <gtest/gtest.h>

namespace questproof {
namespace {

TEST(FiguresTest, CountsArePlainOrShort) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(40569300), "40,569,300");
  EXPECT_EQ(shortened(9999), "9,999");
  EXPECT_EQ(shortened(90768), "90.8 k");
  EXPECT_EQ(shortened(40569300), "40.6 M");
  EXPECT_EQ(shortened(999'960), "1.0 M");
  EXPECT_EQ(counted(1, "step"), "1 step");
  EXPECT_EQ(counted(0, "step"), "0 steps");
  EXPECT_EQ(counted(2, "branch", "branches"), "2 branches");
}

TEST(FiguresTest, SharesNeverClaimAllOrNothingFalsely) {
  EXPECT_EQ(percent_text(0), "0 %");
  EXPECT_EQ(percent_text(1), "100 %");
  EXPECT_EQ(percent_text(0.7846), "78.46 %");
  EXPECT_EQ(percent_text(1e-9), "< 0.01 %");
  EXPECT_EQ(percent_text(1 - 1e-9), "> 99.99 %");
}

TEST(FiguresTest, TimesAndSizes) {
  EXPECT_EQ(seconds_text(0.084), "0.08 s");
  EXPECT_EQ(seconds_text(12.41), "12.4 s");
  EXPECT_EQ(seconds_text(200), "3 min 20 s");
  EXPECT_EQ(bytes_text(1023), "1023 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(std::uint64_t{5} << 30), "5.0 GiB");
}

}  // namespace
}  // namespace questproof
