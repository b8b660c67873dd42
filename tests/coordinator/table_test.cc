// SPDX-License-Identifier: MIT
#include "coordinator/table.h"

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace questproof {
namespace {

TEST(TableTest, AlignsColumnsByWhatIsSeen) {
  Table table({{"quest", Table::Align::kLeft}, {"states", Table::Align::kRight}});
  table.add_row({Paint(true).good("ok"), "1"});
  table.add_row({"blocked", "12,000"});
  EXPECT_EQ(table.to_string(Paint(false), 2),
            "  quest    states\n"
            "  \x1b[1;32mok\x1b[0m            1\n"
            "  blocked  12,000\n");
}

TEST(TableTest, RefusesRowsOfAnotherLength) {
  Table table({{"a", Table::Align::kLeft}});
  EXPECT_THROW(table.add_row({"1", "2"}), Error);
}

}  // namespace
}  // namespace questproof
