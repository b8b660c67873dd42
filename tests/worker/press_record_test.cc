// SPDX-License-Identifier: MIT
#include "worker/press_record.h"

#include <gtest/gtest.h>

namespace questproof {
namespace {

using Record = PressRecord;

TEST(PressRecordTest, APressCountsOnceTheDoorIsSeen) {
  Record record;
  record.see(0);
  record.press(0, {false});
  EXPECT_EQ(record.seen(0, 0), 0);
  EXPECT_EQ(record.added_by_look(0), Record::kClosed | Record::kFirst);
  record.see(0);
  EXPECT_EQ(record.seen(0, 0), Record::kClosed | Record::kFirst);
  for (const bool open : {true, false}) {
    EXPECT_FALSE(record.is_whole(0, 0));
    record.press(0, {open});
    record.see(0);
  }
  EXPECT_TRUE(record.is_whole(0, 0));
  EXPECT_EQ(record.total(), 8U);  // with what is known jointly
  record.begin_anew();
  EXPECT_TRUE(record.is_first(0));
  EXPECT_TRUE(record.is_whole(0, 0));
}

TEST(PressRecordTest, TwoPressesBetweenLooksTellNothing) {
  Record record;
  record.see(0);
  record.press(0, {false});
  record.press(1, {true});
  EXPECT_FALSE(record.is_fresh(0));
  record.see(0);
  EXPECT_EQ(record.seen(0, 0), 0);
  EXPECT_EQ(record.seen(1, 0), 0);
  EXPECT_TRUE(record.is_fresh(0));
}

TEST(PressRecordTest, WhatSeveralPressesDidIsKept) {
  Record record;
  record.see(0);
  record.press(0, {false});
  record.press(1, {true});
  record.press(1, {true});
  EXPECT_EQ(record.joint_added_by_look(1, 0), Record::kFirst | Record::kOdd);
  record.see(0);
  EXPECT_EQ(record.joint(0, 0), Record::kFirst);
  EXPECT_EQ(record.joint(1, 0), Record::kFirst | Record::kOdd);
  EXPECT_EQ(record.joint_added_by_look(1, 0), 0);
}

TEST(PressRecordTest, ButtonsThatAreKnownWhollyMayBePressedBetween) {
  Record record;
  record.see(0);
  record.press(0, {false});
  record.see(0);
  record.press(0, {true});
  record.see(0);
  record.press(0, {false});
  record.see(0);
  record.press(1, {false});
  record.press(0, {false});
  record.see(0);
  EXPECT_EQ(record.seen(1, 0), Record::kClosed | Record::kFirst);
}

TEST(PressRecordTest, NothingIsToldFromWhereNobodyKnows) {
  Record record;
  record.see(0);
  record.press(0, {std::nullopt});
  record.see(0);
  EXPECT_EQ(record.seen(0, 0), 0);
}

TEST(PressRecordTest, HowADoorIsAtTheStartHasToBeSeen) {
  Record record;
  record.press(0, {false});
  record.see(0);
  EXPECT_EQ(record.seen(0, 0), 0);
  record.begin_anew();
  EXPECT_FALSE(record.is_fresh(0));
  record.see(0);
  EXPECT_TRUE(record.is_fresh(0));
  record.begin_anew();
  EXPECT_TRUE(record.is_fresh(0));
  record.press(0, {false});
  record.see(0);
  EXPECT_EQ(record.seen(0, 0), Record::kClosed | Record::kFirst);
}

TEST(PressRecordTest, WhatContradictsIsForgotten) {
  Record record;
  record.see(0);
  record.see(1);
  record.press(0, {false, false});
  record.see(0);
  record.see(1);
  record.forget(0);
  EXPECT_EQ(record.seen(0, 0), 0);
  EXPECT_NE(record.seen(0, 1), 0);
}

}  // namespace
}  // namespace questproof
