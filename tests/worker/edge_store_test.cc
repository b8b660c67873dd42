// SPDX-License-Identifier: MIT
#include "worker/edge_store.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "storage/record_table.h"
#include "tests/support/random_edges.h"
#include "tests/support/scratch_folder.h"
#include "worker/recall.h"

namespace questproof {
namespace {

using testing_support::random_edges;
using testing_support::ScratchFolder;

Belief believed(const EdgeBook& book) {
  Belief belief;
  recall(book, 0, belief);
  return belief;
}

// One run after the other keeps what it saw; the store holds what one book would that has seen it all.
TEST(EdgeStoreTest, SeveralRunsGiveWhatOneWouldThatSawItAll) {
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    const ScratchFolder scratch;
    EdgeBook whole;
    for (std::uint64_t run = 1; run <= 3; ++run) {
      EdgeStore store = EdgeStore::open(scratch.path() + "/memory");
      EdgeBook book = store.read();
      EXPECT_EQ(book.edges(), whole.edges());
      for (const Edge& edge : random_edges(seed)) {
        if (edge.by.run != run) continue;
        book.add(edge);
        whole.add(edge);
        if (edge.by.update % 3 == 0) store.write(book, Belief());
      }
      store.close(book, believed(book));
    }
    const EdgeBook read = EdgeStore::open_to_read(scratch.path() + "/memory").read();
    EXPECT_EQ(read.edges(), whole.edges());
    for (const auto& [door, evidence] : whole.doors()) {
      EXPECT_EQ(read.pairs_of(door), whole.pairs_of(door));
      EXPECT_EQ(read.doors().at(door).disputes(), evidence.disputes());
    }
  }
}

TEST(EdgeStoreTest, ConclusionsStandBesideTheEvidence) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/memory";
  EdgeBook book;
  for (const Edge& edge : random_edges(2)) book.add(edge);
  EdgeStore::open(folder).close(book, believed(book));
  const auto table = RecordTable::open(folder, RecordTable::Access::kRead);
  std::size_t pairs = 0;
  std::size_t zones = 0;
  table->scan("conclusion/wire/", [&](std::string_view, std::string_view value) {
    const auto json = nlohmann::json::parse(value);
    const std::vector<KnownPair> known = book.pairs_of(json.at("door").get<std::string>());
    const auto pair = std::find_if(known.begin(), known.end(), [&](const KnownPair& each) {
      return each.button == json.at("button").get<std::string>();
    });
    ASSERT_NE(pair, known.end());
    EXPECT_EQ(json.at("confidence").get<double>(), pair->confidence);
    EXPECT_EQ(json.at("wired").is_null(), !pair->wired);
    EXPECT_EQ(json.at("evidence").size(), pair->evidence.size());
    ++pairs;
  });
  table->scan("conclusion/zone/", [&](std::string_view, std::string_view) { ++zones; });
  std::size_t expected = 0;
  for (const auto& [door, evidence] : book.doors()) expected += book.pairs_of(door).size();
  EXPECT_EQ(pairs, expected);
  EXPECT_GT(pairs, 0U);
  EXPECT_GT(zones, 0U);
}

TEST(EdgeStoreTest, AKillLosesNothingThatWasWritten) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/memory";
  const std::vector<Edge> edges = random_edges(7);
  std::array<int, 2> told{};
  ASSERT_EQ(pipe(told.data()), 0);
  const pid_t writer = fork();
  if (writer == 0) {
    EdgeStore store = EdgeStore::open(folder);
    EdgeBook book;
    for (unsigned char i = 0; i < 120; ++i) {
      book.add(edges[i]);
      store.write(book, Belief());
      if (write(told[1], &i, 1) != 1) _exit(1);
    }
    pause();
  }
  close(told[1]);
  unsigned char last = 0;
  while (last < 60 && read(told[0], &last, 1) == 1) continue;
  kill(writer, SIGKILL);
  while (read(told[0], &last, 1) == 1) continue;
  close(told[0]);
  waitpid(writer, nullptr, 0);
  ASSERT_GE(last, 60);
  const EdgeBook book = EdgeStore::open(folder).read();
  for (unsigned char i = 0; i <= last; ++i) {
    const auto found = book.edges().find(key_of(edges[i].body));
    ASSERT_NE(found, book.edges().end());
    const std::vector<SeenBy>& seen = found->second.seen;
    EXPECT_NE(std::find(seen.begin(), seen.end(), edges[i].by), seen.end());
  }
}

TEST(EdgeStoreTest, WhatIsNoStoreOfEdgesIsRefusedByName) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/other";
  const auto expect_refused = [&] {
    try {
      EdgeStore::open(folder);
      ADD_FAILURE() << "it was opened";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kInput);
      EXPECT_NE(std::string(error.what()).find(folder), std::string::npos) << error.what();
    }
  };
  RecordTable::open(folder, RecordTable::Access::kWrite)->write({{"a", "b"}});
  expect_refused();
  RecordTable::open(folder, RecordTable::Access::kWrite)
      ->write({{"0/schema", R"({"schema":"questproof/learned-edges","version":2})"}});
  expect_refused();
  EXPECT_THROW(EdgeStore::open_to_read(scratch.path() + "/none"), Error);
}

TEST(EdgeStoreTest, AnEdgeUnderAWrongNameIsRefused) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path() + "/memory";
  EdgeBook book;
  EdgeStore::open(folder).close(book, Belief());
  RecordTable::open(folder, RecordTable::Access::kWrite)
      ->write({{"evidence/press/b", R"({"kind":"press","button":"c","seen":[[1,1]]})"}});
  EXPECT_THROW(EdgeStore::open(folder).read(), Error);
}

}  // namespace
}  // namespace questproof
