// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/net/transport.h"

namespace questproof {

// What MessageTransport needs of the means by which messages go from rank to rank. No call waits, wait()
// aside.
//
// Messages of one sender, receiver and channel arrive in order; others in any.
class MessageWire {
 public:
  // Two channels for collectives, used in turns, so that a rank that is one collective ahead does not
  // disturb those behind; one for ranks that cannot go on; and one for notes.
  enum class Channel : std::uint8_t { kEven, kOdd, kAbandon, kNote };
  static constexpr std::size_t kChannels = 4;

  // How many bulk messages to one rank, and to all, may wait for being received.
  static constexpr std::size_t kBulkToOne = 2;
  static constexpr std::size_t kBulkToAll = 64;

  virtual ~MessageWire() = default;

  virtual int rank() const = 0;
  virtual int ranks() const = 0;

  // Whether another bulk message may be sent to `to` now.
  virtual bool has_room(int to) = 0;
  // Sends; `message` is left empty, with another's capacity where there is one. A bulk message counts
  // as under way until its receiver takes it, so bulk is what bounds memory; other messages are small and few.
  // Requires: has_room(to) when bulk.
  virtual void send(int to, Channel channel, Bytes& message, bool bulk) = 0;
  // Whether all that was sent has left this rank: it may stay away from the wire for a while.
  virtual bool sent_all() = 0;
  // The next message that has arrived from anyone; false: none is here.
  virtual bool receive(Channel channel, int& from, Bytes& message) = 0;
  // Nothing to do: gives the processor away for a while. `rounds`: how many times in a row.
  virtual void wait(std::uint32_t rounds) = 0;
};

}  // namespace questproof
