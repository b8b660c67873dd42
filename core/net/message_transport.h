// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include "core/net/message_wire.h"
#include "core/net/transport.h"

namespace questproof {

// The collectives, written once for every kind of wire. An exchange sends blocks wherever there is room
// and takes whatever has arrived, until every rank has said that it sends no more. Strings are
// gathered by dissemination: in step k every rank sends what it knows to the rank 2^k before it, so
// that all know all after log2(ranks) steps (Bruck, Ho, Kipnis, Upfal, Weathersby 1997).
//
// Every message ends with the number and kind of its collective: ranks that do not call the same
// collectives end with an Error(kInternal), not with a wait for ever.
class MessageTransport final : public Transport {
 public:
  explicit MessageTransport(std::unique_ptr<MessageWire> wire);

  int rank() const override { return wire_->rank(); }
  int ranks() const override { return wire_->ranks(); }
  void exchange(const NextBlock& next, const TakeBlock& take) override;
  std::vector<Bytes> all_gather(std::span<const std::uint8_t> mine) override;
  void abandon(const Error& error) noexcept override;
  void post_note(std::span<const std::uint8_t> note) override;
  bool next_note(int& from, Bytes& note) override;
  const TransportFigures& figures() const override { return figures_; }

 private:
  enum class Kind : std::uint8_t { kBlock, kEnd, kGather, kAbandon, kNote };
  class Exchange;
  class Idle;

  void begin_collective();
  MessageWire::Channel channel() const;
  void send(int to, MessageWire::Channel channel, Bytes& message, Kind kind, bool bulk);
  bool receive(int& from, Bytes& message, Kind& kind);
  void throw_if_abandoned();
  void finish_sending();
  Bytes receive_gathered(int from, std::vector<Bytes>& early);

  std::unique_ptr<MessageWire> wire_;
  std::thread::id thread_;  // the only one that may use this object
  std::uint32_t sequence_ = 0;
  TransportFigures figures_;
};

}  // namespace questproof
