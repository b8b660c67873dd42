// SPDX-License-Identifier: MIT
#include "worker/edge_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "tests/support/random_edges.h"
#include "worker/fellow_message.h"

namespace questproof {
namespace {

using testing::HasSubstr;

const std::string kDeep = std::string(100000, '[') + std::string(100000, ']');

template <typename Read>
std::string refusal(const Read& read) {
  try {
    read();
  } catch (const Error& problem) {
    return problem.what();
  }
  return "";
}

TEST(EdgeTextTest, EdgesAreReadAsTheyWereWritten) {
  for (const Edge& edge : testing_support::random_edges(3)) {
    EXPECT_EQ(encode(decode_edge(encode(edge))), encode(edge));
  }
}

TEST(EdgeTextTest, WhatNestsTooDeepIsRefused) {
  const std::string what = "1:65: this nests more than 64 levels deep";
  EXPECT_THAT(refusal([] { decode_edge(kDeep); }), HasSubstr(what));
  EXPECT_THAT(refusal([] { decode_seen_edge(kDeep); }), HasSubstr(what));
  EXPECT_THAT(refusal([] { decode_fellow_message(kDeep + "\n"); }), HasSubstr(what));
  const std::string head = encode(FellowMessage{});
  EXPECT_THAT(refusal([&] { decode_fellow_message(head + kDeep); }), HasSubstr(what));
}

}  // namespace
}  // namespace questproof
