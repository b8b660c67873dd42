// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include "core/net/transport.h"

namespace questproof {

// How the ranks of a loopback run are scheduled and disturbed.
struct LoopbackPlan {
  // Ends a rank at one of its actions on the wire (looks for room, sends, receives, waits), counted from 1.
  struct Kill {
    int rank = 0;
    std::uint64_t action = 1;
  };

  std::uint64_t seed = 0;
  // One rank runs at a time, and the seed decides when another one takes over: the same plan
  // gives the same run, action by action. False: all run at once, as the cores allow.
  bool stepped = false;
  std::uint32_t longest_delay = 0;  // of a message, in actions of all ranks; drawn for each message
  std::vector<Kill> kills;
};

// Several ranks in one process, each in a thread of its own, which exchange messages in memory.
class LoopbackWorld {
 public:
  // What leaves a rank that its plan ends. Not a std::exception: like a real death, nothing on the way
  // out may take it for an error that can be reported.
  struct Killed {
    int rank = 0;
  };
  using Body = std::function<void(Transport& transport)>;

  // Throws Error(kUsage) where `ranks` is not in 1 .. kMaxRanks.
  explicit LoopbackWorld(int ranks, LoopbackPlan plan = {});
  ~LoopbackWorld();

  static constexpr int kMaxRanks = 64;

  // Runs `body` on every rank and returns when all have ended. Called once.
  void run(const Body& body);

  // Of a finished run: what left the body of each rank; nullptr where it returned.
  const std::vector<std::exception_ptr>& outcomes() const;
  std::uint64_t actions(int rank) const;
  // The most bulk messages that were under way from one rank to another, and from one rank to all.
  std::size_t most_bulk_to_one() const;
  std::size_t most_bulk_to_all() const;

  // Throws what ended the run, if anything did: a rank's own failure before what it made of others.
  void rethrow() const;

 private:
  class State;
  class RankWire;

  std::unique_ptr<State> state_;
};

}  // namespace questproof
