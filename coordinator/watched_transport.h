// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "core/net/transport.h"

namespace questproof {

// What a rank does at the moment, readable from any thread.
struct Activity {
  std::atomic<std::uint64_t> collectives{0};  // begun so far
  std::atomic<bool> waits{false};             // inside one, so perhaps for another rank
};

// A transport that tells what it is doing.
class WatchedTransport final : public Transport {
 public:
  WatchedTransport(Transport& transport, Activity& activity)
      : transport_(transport), activity_(activity) {}

  int rank() const override { return transport_.rank(); }
  int ranks() const override { return transport_.ranks(); }
  void exchange(const NextBlock& next, const TakeBlock& take) override {
    const Inside inside(activity_);
    transport_.exchange(next, take);
  }
  std::vector<Bytes> all_gather(std::span<const std::uint8_t> mine) override {
    const Inside inside(activity_);
    return transport_.all_gather(mine);
  }
  void abandon(const Error& error) noexcept override { transport_.abandon(error); }
  void post_note(std::span<const std::uint8_t> note) override { transport_.post_note(note); }
  bool next_note(int& from, Bytes& note) override { return transport_.next_note(from, note); }
  const TransportFigures& figures() const override { return transport_.figures(); }

 private:
  struct Inside {
    explicit Inside(Activity& a) : activity(a) {
      ++activity.collectives;
      activity.waits = true;
    }
    ~Inside() { activity.waits = false; }
    Activity& activity;
  };

  Transport& transport_;
  Activity& activity_;
};

}  // namespace questproof
