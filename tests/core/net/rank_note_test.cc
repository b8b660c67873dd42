// SPDX-License-Identifier: MIT
#include "core/net/rank_note.h"

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace questproof {
namespace {

TEST(RankNoteTest, ArrivesAsItWasSent) {
  const RankNote note{"node7", 4711,     "forward", 42, 10.5, 1.25,
                      20.75,   1u << 30, 2u << 30,  77, 88,   9};
  const Bytes bytes = encode_rank_note(note);
  EXPECT_EQ(decode_rank_note(bytes), note);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    Bytes damaged = bytes;
    damaged[i] ^= 4;
    EXPECT_THROW(decode_rank_note(damaged), Error);
  }
}

}  // namespace
}  // namespace questproof
