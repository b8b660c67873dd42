// SPDX-License-Identifier: MIT
#include "worker/edge_book.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/base/error.h"
#include "tests/support/random_edges.h"

namespace questproof {
namespace {

using testing_support::random_edges;

void expect_same(const EdgeBook& a, const EdgeBook& b) {
  EXPECT_EQ(a.edges(), b.edges());
  EXPECT_EQ(a.buttons(), b.buttons());
  ASSERT_EQ(a.doors().size(), b.doors().size());
  for (const auto& [door, evidence] : a.doors()) {
    EXPECT_EQ(a.pairs_of(door), b.pairs_of(door));
    EXPECT_EQ(evidence.disputes(), b.doors().at(door).disputes());
  }
}

TEST(EdgeBookTest, EdgesComeBackFromTextAsTheyWere) {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    for (const Edge& edge : random_edges(seed)) {
      EXPECT_EQ(decode_edge(encode(edge)), edge);
      const SeenEdge seen = {edge.body, {edge.by, {edge.by.run + 1, 4}}};
      EXPECT_EQ(decode_seen_edge(encode(seen)), seen);
    }
  }
}

TEST(EdgeBookTest, WhatIsNoEdgeIsRefused) {
  for (const char* text : {"", "{", "[]", "{}", R"({"kind":"fish","by":[1,1]})",
                           R"({"kind":"press","by":[1,1]})", R"({"kind":"press","button":"b"})"}) {
    EXPECT_THROW(decode_edge(text), Error) << text;
    EXPECT_THROW(decode_seen_edge(text), Error) << text;
  }
}

TEST(EdgeBookTest, NamesWithSlashesAreNotMixedUp) {
  EXPECT_NE(key_of(StateEdge{"a/b", "c", "d"}), key_of(StateEdge{"a", "b/c", "d"}));
  EXPECT_NE(key_of(StateEdge{"a%2F", "c", "d"}), key_of(StateEdge{"a/", "c", "d"}));
}

// All edges of several runs, entered in several orders, and by way of several books that are put together.
TEST(EdgeBookTest, AnyOrderGivesTheSameBook) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    std::vector<Edge> edges = random_edges(seed);
    EdgeBook first;
    for (const Edge& edge : edges) first.add(edge);
    std::mt19937 random(seed);
    for (int order = 0; order < 3; ++order) {
      std::shuffle(edges.begin(), edges.end(), random);
      EdgeBook whole;
      EdgeBook parts[2];
      for (const Edge& edge : edges) {
        whole.add(edge);
        parts[random() % 2].add(edge);
      }
      expect_same(whole, first);
      for (const auto& [key, edge] : parts[1].edges()) parts[0].add(edge);
      expect_same(parts[0], first);
    }
    for (const Edge& edge : edges) EXPECT_FALSE(first.add(edge));
  }
}

TEST(EdgeBookTest, ConfidenceGrowsWithRunsThatTellTheSame) {
  EdgeBook book;
  const auto see = [&](std::uint64_t run, std::uint64_t number, bool pressed, bool open) {
    SightingEdge sighting = {run, number, run, number, "d", open, {}};
    if (pressed) sighting.presses.push_back("b");
    book.add(Edge{sighting, {run, number}});
  };
  see(1, 1, false, false);
  EXPECT_TRUE(book.pairs_of("d").empty());
  see(1, 2, true, true);
  ASSERT_EQ(book.pairs_of("d").size(), 1U);
  EXPECT_DOUBLE_EQ(book.pairs_of("d")[0].confidence, 2.0 / 3);
  see(2, 1, false, false);
  see(2, 2, true, true);
  EXPECT_DOUBLE_EQ(book.pairs_of("d")[0].confidence, 3.0 / 4);
  EXPECT_FALSE(book.pairs_of("d")[0].disputed);
  see(3, 1, true, false);
  EXPECT_TRUE(book.pairs_of("d")[0].disputed);
  EXPECT_FALSE(book.pairs_of("d")[0].wired);
  see(3, 2, false, false);
  const KnownPair settled = book.pairs_of("d")[0];
  EXPECT_FALSE(settled.disputed);
  EXPECT_EQ(settled.wired, false);
  EXPECT_DOUBLE_EQ(settled.confidence, 2.0 / 5);  // one run says so, two the reverse
}

TEST(EdgeBookTest, AnotherGameIsRefused) {
  EdgeBook book;
  book.add(Edge{RunBegin{1, 1, 0, "maze", 1, {}}, {1, 0}});
  EXPECT_THROW(book.add(Edge{RunBegin{2, 2, 0, "harbor", 1, {}}, {2, 0}}), Error);
  book.add(Edge{PlaceEdge{{7, {1, 0, 2}, {8}}}, {1, 0}});
  EXPECT_THROW(book.add(Edge{PlaceEdge{{7, {1, 0, 3}, {8}}}, {2, 0}}), Error);
  book.add(Edge{PlaceEdge{{7, {1, 0, 2}, {8}}}, {2, 0}});
  EXPECT_THROW(book.add(Edge{PlaceEdge{{7, {1, 0, 2}, {8, 9}}}, {2, 0}}), Error);
  ThingEdge thing;
  thing.thing.id = "b";
  thing.thing.type = "button";
  book.add(Edge{thing, {1, 0}});
  thing.thing.type = "door";
  EXPECT_THROW(book.add(Edge{thing, {2, 0}}), Error);
  EXPECT_EQ(book.edges().at(key_of(PlaceEdge{{7, {}, {}}})).seen.size(), 2U);
}

}  // namespace
}  // namespace questproof
