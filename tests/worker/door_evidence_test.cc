// SPDX-License-Identifier: MIT
#include "worker/door_evidence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>

namespace questproof {
namespace {

using Names = std::vector<std::string>;

SightingEdge sighting(std::uint64_t run, std::uint64_t number, Names presses, bool open) {
  return {run, number, run, number * 10, "d", open, std::move(presses)};
}

// The rules of DoorEvidence in the plainest way: which sightings count, and of these every assignment of start and
// wires that agrees with all.
class NaiveEvidence {
 public:
  explicit NaiveEvidence(Names buttons) : buttons_(std::move(buttons)) {}

  void add(const SightingEdge& sighting) { sightings_.push_back(sighting); }

  std::vector<unsigned> assignments() {
    std::sort(sightings_.begin(), sightings_.end(),
              [](const SightingEdge& a, const SightingEdge& b) {
                return std::tuple(a.session, a.update, a.run, a.number) <
                       std::tuple(b.session, b.update, b.run, b.number);
              });
    std::size_t first = 0;
    conflicts_ = 0;
    for (std::size_t i = 0; i < sightings_.size(); ++i) {
      if (!agreeing(first, i + 1).empty()) continue;
      first = i;
      ++conflicts_;
    }
    return agreeing(first, sightings_.size());
  }
  std::size_t conflicts() const { return conflicts_; }

  // Bit 0 is the start, button i is bit i + 1.
  std::optional<bool> bit(const std::vector<unsigned>& agreeing, std::size_t bit) const {
    const bool value = (agreeing.front() >> bit & 1U) != 0;
    for (const unsigned each : agreeing) {
      if ((each >> bit & 1U) != value) return std::nullopt;
    }
    return value;
  }

 private:
  std::vector<unsigned> agreeing(std::size_t first, std::size_t end) const {
    std::vector<unsigned> result;
    for (unsigned each = 0; each < (1U << (buttons_.size() + 1)); ++each) {
      bool agrees = true;
      for (std::size_t i = first; i < end; ++i) {
        bool open = (each & 1U) != 0;
        for (const std::string& press : sightings_[i].presses) {
          const auto at = std::find(buttons_.begin(), buttons_.end(), press) - buttons_.begin();
          open = open != ((each >> (at + 1) & 1U) != 0);
        }
        agrees = agrees && open == sightings_[i].open;
      }
      if (agrees) result.push_back(each);
    }
    return result;
  }

  Names buttons_;
  std::vector<SightingEdge> sightings_;
  std::size_t conflicts_ = 0;
};

TEST(DoorEvidenceTest, RunsTogetherTellWhatNoneTellsAlone) {
  DoorEvidence door;
  EXPECT_TRUE(door.add(sighting(1, 1, {}, false)));
  EXPECT_FALSE(door.add(sighting(1, 1, {}, false)));
  EXPECT_FALSE(door.wire("b"));
  EXPECT_TRUE(door.add(sighting(2, 1, {"b"}, true)));
  std::vector<SightingId> evidence;
  EXPECT_EQ(door.wire("b", &evidence), true);
  EXPECT_EQ(evidence, (std::vector<SightingId>{{1, 1}, {2, 1}}));
  EXPECT_FALSE(door.wire("another"));
  EXPECT_TRUE(door.disputes().empty());
}

TEST(DoorEvidenceTest, AContradictionIsADisputeUntilThePressWasLookedAtAgain) {
  DoorEvidence door;
  door.add(sighting(1, 1, {}, false));
  door.add(sighting(1, 2, {"b"}, true));
  door.add(sighting(2, 1, {"b"}, false));
  ASSERT_EQ(door.disputes().size(), 1U);
  const Dispute& dispute = door.disputes().front();
  EXPECT_EQ(dispute.newer, (SightingId{2, 1}));
  EXPECT_EQ(dispute.older, (std::vector<SightingId>{{1, 2}}));
  EXPECT_EQ(dispute.buttons, Names{"b"});
  EXPECT_TRUE(door.is_disputed());
  EXPECT_FALSE(door.wire("b"));  // it is for play to tell
  door.add(sighting(2, 2, {}, false));
  EXPECT_FALSE(door.is_disputed());
  EXPECT_EQ(door.disputes().front().settled_by, (SightingId{2, 2}));
  EXPECT_EQ(door.wire("b"), false);
  EXPECT_EQ(door.sightings().size(), 4U);  // all are kept
  const auto witnesses = door.witnesses();
  EXPECT_EQ(witnesses.at("b").wired, 1U);
  EXPECT_EQ(witnesses.at("b").not_wired, 1U);
}

TEST(DoorEvidenceTest, TheNewTestMayConfirmTheOldRun) {
  DoorEvidence door;
  door.add(sighting(1, 1, {}, false));
  door.add(sighting(1, 2, {"b"}, true));
  door.add(sighting(2, 1, {"b"}, false));
  door.add(sighting(2, 2, {"b"}, true));  // contradicts once more
  EXPECT_EQ(door.disputes().size(), 2U);
  EXPECT_TRUE(door.is_disputed());
  door.add(sighting(2, 3, {}, false));
  EXPECT_FALSE(door.is_disputed());
  EXPECT_EQ(door.wire("b"), true);
}

// Several agents' sightings, some of them wrong, in any order: as the naive twin has it, and the same for all orders.
TEST(DoorEvidenceTest, AnyOrderGivesWhatTheNaiveTwinHas) {
  const Names buttons = {"a", "b", "c", "d"};
  std::mt19937 random(11);
  std::size_t disputed = 0;
  std::size_t settled = 0;
  for (int game = 0; game < 300; ++game) {
    const unsigned truth = static_cast<unsigned>(random() % 32);
    const unsigned error_in = game % 2 == 0 ? 0 : 6;
    NaiveEvidence naive(buttons);
    std::vector<SightingEdge> all;
    for (std::uint64_t run = 1; run <= 3; ++run) {
      const std::uint64_t session = run < 3 ? 1 : 3;  // two together, one after them
      std::uint64_t update = 0;
      const std::uint64_t count = 1 + random() % 6;
      for (std::uint64_t number = 1; number <= count; ++number) {
        update += random() % 3;
        SightingEdge each = {run, number, session, update, "d", (truth & 1U) != 0, {}};
        for (std::size_t i = 0; i < buttons.size(); ++i) {
          if (random() % 2 == 0) continue;
          each.presses.push_back(buttons[i]);
          each.open = each.open != ((truth >> (i + 1) & 1U) != 0);
        }
        if (error_in != 0 && random() % error_in == 0) each.open = !each.open;
        all.push_back(each);
        naive.add(each);
      }
    }
    const std::vector<unsigned> agreeing = naive.assignments();
    ASSERT_FALSE(agreeing.empty());
    std::optional<DoorEvidence> first;
    for (int order = 0; order < 4; ++order) {
      DoorEvidence door;
      for (const SightingEdge& each : all) EXPECT_TRUE(door.add(each));
      EXPECT_EQ(door.disputes().size(), naive.conflicts());
      for (std::size_t i = 0; i < buttons.size(); ++i) {
        EXPECT_EQ(door.wire(buttons[i]), naive.bit(agreeing, i + 1));
      }
      EXPECT_EQ(door.state({}), naive.bit(agreeing, 0));
      if (!first) first = door;
      EXPECT_EQ(door.disputes(), first->disputes());
      EXPECT_EQ(door.sightings(), first->sightings());
      EXPECT_EQ(door.witnesses(), first->witnesses());
      for (const std::string& button : buttons) {
        std::vector<SightingId> here;
        std::vector<SightingId> there;
        EXPECT_EQ(door.wire(button, &here), first->wire(button, &there));
        EXPECT_EQ(here, there);
      }
      std::shuffle(all.begin(), all.end(), random);
    }
    disputed += first->disputes().empty() ? 0 : 1;
    settled += !first->disputes().empty() && !first->is_disputed() ? 1 : 0;
    if (error_in == 0) {
      EXPECT_TRUE(first->disputes().empty());
    }
  }
  EXPECT_GT(disputed, 20U);
  EXPECT_GT(settled, 5U);
}

}  // namespace
}  // namespace questproof
