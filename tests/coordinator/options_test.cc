// SPDX-License-Identifier: MIT
#include "coordinator/options.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/base/error.h"

namespace questproof {
namespace {

TEST(ByteSizeTest, ReadsUnits) {
  EXPECT_EQ(ByteSize::parse("1048576").bytes, 1048576U);
  EXPECT_EQ(ByteSize::parse("512M").bytes, 512ULL << 20);
  EXPECT_EQ(ByteSize::parse("4G").bytes, 4ULL << 30);
  EXPECT_EQ(ByteSize::parse("4GiB").bytes, 4ULL << 30);
  EXPECT_EQ(ByteSize::parse("1.5k").bytes, 1536U);
}

TEST(ByteSizeTest, WritesWhatItReads) {
  for (const char* text : {"0", "1", "1023", "1K", "3M", "4G", "2T"}) {
    EXPECT_EQ(ByteSize::parse(text).to_string(), text);
  }
}

TEST(ByteSizeTest, RefusesWhatIsNoSize) {
  for (const char* text : {"", "G", "4X", "-1", "4 G", "nan", "1e300", "0x10"}) {
    EXPECT_THROW(ByteSize::parse(text), Error) << text;
  }
}

TEST(OptionsTest, EveryOptionHasAnUniqueNameAndAHelpText) {
  std::set<std::string> names;
  CommandOptions options;
  for_each_option(options, [&](const OptionInfo& option, auto&) {
    EXPECT_TRUE(names.insert(option.names).second) << option.names;
    EXPECT_NE(std::string(option.names).find("--"), std::string::npos) << option.names;
    EXPECT_GT(std::string(option.help).size(), 5U) << option.names;
    EXPECT_NE(option.commands, 0U) << option.names;
  });
  EXPECT_GT(names.size(), 10U);
}

TEST(OptionsTest, SearchOptionsTakeOverWhatWasAsked) {
  CommandOptions options;
  options.threads = 3;
  options.memory = {1 << 20};
  options.time_seconds = 2.5;
  options.partitions = 16;
  options.no_verify = true;
  const SearchOptions search = search_options(options);
  EXPECT_EQ(search.threads, 3);
  EXPECT_EQ(search.memory_bytes, 1U << 20);
  EXPECT_EQ(search.time_seconds, 2.5);
  EXPECT_EQ(search.partitions, 16U);
  EXPECT_FALSE(search.verify);
}

TEST(OptionsTest, RefusesWhatIsOutOfRange) {
  CommandOptions options;
  options.partitions = 3;
  EXPECT_THROW(search_options(options), Error);
  options.partitions = 8192;
  EXPECT_THROW(search_options(options), Error);
  options.partitions = 256;
  options.threads = -1;
  EXPECT_THROW(search_options(options), Error);
  options.threads = 0;
  options.time_seconds = -1;
  EXPECT_THROW(search_options(options), Error);
}

}  // namespace
}  // namespace questproof
