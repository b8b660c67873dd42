// SPDX-License-Identifier: MIT
#include "core/net/message_transport.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/check.h"
#include "core/net/remote_error.h"

namespace questproof {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMarkBytes = 5;  // number and kind of the collective, behind each message
constexpr std::size_t kAbandonText = 2000;  // small enough to be sent at once
constexpr std::chrono::seconds kAbandonPatience{3};

void put_number(Bytes& bytes, std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

// Reads what this file wrote, on another rank: a fault of it is a fault of the program.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  bool at_end() const { return bytes_.empty(); }
  std::uint64_t number(int count) {
    std::uint64_t value = 0;
    const auto taken = take(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      value |= std::uint64_t{taken[static_cast<std::size_t>(i)]} << (8 * i);
    }
    return value;
  }
  std::span<const std::uint8_t> take(std::size_t count) {
    QUEST_CHECK(count <= bytes_.size());
    const auto taken = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return taken;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

const char* name_of(bool gathers) { return gathers ? "gathers" : "exchanges"; }

}  // namespace

// Measures the time for which nothing moved, and waits longer the longer nothing moves.
class MessageTransport::Idle {
 public:
  explicit Idle(MessageTransport& transport) : transport_(transport) {}
  ~Idle() { moved(); }

  void moved() {
    if (rounds_ == 0) return;
    const std::chrono::duration<double> waited = Clock::now() - since_;
    transport_.figures_.waiting_seconds += waited.count();
    rounds_ = 0;
  }
  void wait() {
    if (rounds_ == 0) since_ = Clock::now();
    transport_.throw_if_abandoned();
    transport_.wire_->wait(rounds_++);
  }

 private:
  MessageTransport& transport_;
  std::uint32_t rounds_ = 0;
  Clock::time_point since_;
};

// One exchange on one rank.
class MessageTransport::Exchange {
 public:
  Exchange(MessageTransport& transport, const NextBlock& next, const TakeBlock& take)
      : transport_(transport),
        next_(next),
        take_(take),
        sending_(static_cast<std::size_t>(transport.ranks()), true),
        receiving_(sending_.size(), true),
        open_sends_(transport.ranks() - 1),
        open_receives_(transport.ranks() - 1) {}

  void run() {
    Idle idle(transport_);
    while (open_sends_ + open_receives_ > 0) {
      const bool sent = open_sends_ > 0 && send_round();
      const bool taken = open_receives_ > 0 && take_arrived();
      if (sent || taken) {
        idle.moved();
      } else {
        idle.wait();
      }
    }
  }

 private:
  // One block for each rank that has room, the next ranks first: not all send to the same one.
  bool send_round() {
    bool moved = false;
    for (int distance = 1; distance < transport_.ranks(); ++distance) {
      const int to = (transport_.rank() + distance) % transport_.ranks();
      if (!sending_[static_cast<std::size_t>(to)] || !transport_.wire_->has_room(to)) continue;
      block_.clear();
      if (next_(to, block_)) {
        QUEST_CHECK(!block_.empty() && block_.size() <= kMaxBlockBytes);
        transport_.send(to, transport_.channel(), block_, Kind::kBlock, true);
      } else {
        block_.clear();
        transport_.send(to, transport_.channel(), block_, Kind::kEnd, false);
        sending_[static_cast<std::size_t>(to)] = false;
        --open_sends_;
      }
      moved = true;
    }
    return moved;
  }

  // All that is here, but not for ever: others wait for what this rank sends.
  bool take_arrived() {
    bool moved = false;
    int from = 0;
    Kind kind = Kind::kBlock;
    for (int taken = 0; taken < transport_.ranks() && open_receives_ > 0; ++taken) {
      if (!transport_.receive(from, arrived_, kind)) break;
      moved = true;
      QUEST_CHECK(receiving_[static_cast<std::size_t>(from)]);
      if (kind == Kind::kBlock) {
        take_(from, arrived_);
      } else {
        receiving_[static_cast<std::size_t>(from)] = false;
        --open_receives_;
      }
    }
    return moved;
  }

  MessageTransport& transport_;
  const NextBlock& next_;
  const TakeBlock& take_;
  std::vector<char> sending_;
  std::vector<char> receiving_;
  int open_sends_;
  int open_receives_;
  Bytes block_;
  Bytes arrived_;
};

MessageTransport::MessageTransport(std::unique_ptr<MessageWire> wire)
    : wire_(std::move(wire)), thread_(std::this_thread::get_id()) {}

void MessageTransport::exchange(const NextBlock& next, const TakeBlock& take) {
  begin_collective();
  Exchange(*this, next, take).run();
  finish_sending();
}

std::vector<Bytes> MessageTransport::all_gather(std::span<const std::uint8_t> mine) {
  begin_collective();
  const int ranks = wire_->ranks();
  std::vector<Bytes> known;  // of this rank and those behind it
  known.emplace_back(mine.begin(), mine.end());
  std::vector<Bytes> early(static_cast<std::size_t>(ranks));
  for (int distance = 1; distance < ranks; distance *= 2) {
    Bytes message;
    for (int i = 0; i < std::min(distance, ranks - distance); ++i) {
      const Bytes& bytes = known[static_cast<std::size_t>(i)];
      put_number(message, bytes.size(), 8);
      message.insert(message.end(), bytes.begin(), bytes.end());
    }
    send((rank() - distance + ranks) % ranks, channel(), message, Kind::kGather, false);
    const Bytes gathered = receive_gathered((rank() + distance) % ranks, early);
    Reader reader(gathered);
    while (!reader.at_end()) {
      const auto bytes = reader.take(static_cast<std::size_t>(reader.number(8)));
      known.emplace_back(bytes.begin(), bytes.end());
    }
  }
  finish_sending();
  QUEST_CHECK(known.size() == static_cast<std::size_t>(ranks));
  std::rotate(known.begin(), known.end() - rank(), known.end());
  return known;
}

// Each rank sends to this one at most once in a gathering; what comes before its turn waits in `early`.
Bytes MessageTransport::receive_gathered(int from, std::vector<Bytes>& early) {
  Idle idle(*this);
  Bytes& wanted = early[static_cast<std::size_t>(from)];
  while (wanted.empty()) {
    int sender = 0;
    Kind kind = Kind::kGather;
    Bytes message;
    if (receive(sender, message, kind)) {
      early[static_cast<std::size_t>(sender)] = std::move(message);
      idle.moved();
    } else {
      idle.wait();
    }
  }
  return std::move(wanted);
}

void MessageTransport::abandon(const Error& error) noexcept {
  try {
    // What came from another rank is handed on in that rank's name.
    const auto* remote = dynamic_cast<const RemoteError*>(&error);
    const int origin = remote ? remote->rank() : rank();
    std::string_view text = remote ? std::string_view(remote->message()) : error.what();
    text = text.substr(0, kAbandonText);
    for (int to = 0; to < ranks(); ++to) {
      if (to == rank()) continue;
      Bytes message(text.begin(), text.end());
      message.push_back(static_cast<std::uint8_t>(error.kind()));
      put_number(message, static_cast<std::uint64_t>(origin), 4);
      send(to, MessageWire::Channel::kAbandon, message, Kind::kAbandon, false);
    }
    const auto end = Clock::now() + kAbandonPatience;
    for (std::uint32_t round = 0; !wire_->sent_all() && Clock::now() < end; ++round) {
      wire_->wait(round);
    }
  } catch (...) {  // the wire is broken too: whoever launched the ranks sees this one end
  }
}

void MessageTransport::post_note(std::span<const std::uint8_t> note) {
  if (rank() == 0) return;
  Bytes message(note.begin(), note.end());
  send(0, MessageWire::Channel::kNote, message, Kind::kNote, false);
}

bool MessageTransport::next_note(int& from, Bytes& note) {
  if (!wire_->receive(MessageWire::Channel::kNote, from, note)) return false;
  QUEST_CHECK(note.size() >= kMarkBytes);
  note.resize(note.size() - kMarkBytes);
  return true;
}

void MessageTransport::begin_collective() {
  QUEST_CHECK(std::this_thread::get_id() == thread_);
  throw_if_abandoned();
  ++sequence_;
  ++figures_.collectives;
}

MessageWire::Channel MessageTransport::channel() const {
  return sequence_ % 2 == 0 ? MessageWire::Channel::kEven : MessageWire::Channel::kOdd;
}

void MessageTransport::send(int to, MessageWire::Channel channel, Bytes& message, Kind kind,
                            bool bulk) {
  put_number(message, sequence_, 4);
  message.push_back(static_cast<std::uint8_t>(kind));
  ++figures_.messages_sent;
  figures_.bytes_sent += message.size();
  wire_->send(to, channel, message, bulk);
}

// In and out, `kind` says what collective this rank is in: kGather, or any of the others.
bool MessageTransport::receive(int& from, Bytes& message, Kind& kind) {
  if (!wire_->receive(channel(), from, message)) return false;
  ++figures_.messages_received;
  figures_.bytes_received += message.size();
  QUEST_CHECK(message.size() >= kMarkBytes);
  Reader mark(std::span<const std::uint8_t>(message).last(kMarkBytes));
  const auto sequence = static_cast<std::uint32_t>(mark.number(4));
  const auto arrived = static_cast<Kind>(mark.number(1));
  const bool gathers = kind == Kind::kGather;
  if (sequence != sequence_ || (arrived == Kind::kGather) != gathers) {
    throw Error(Error::Kind::kInternal,
                fmt::format("rank {} {} (collective {}) where rank {} {} (collective {})", from,
                            name_of(arrived == Kind::kGather), sequence, rank(), name_of(gathers),
                            sequence_));
  }
  kind = arrived;
  message.resize(message.size() - kMarkBytes);
  return true;
}

void MessageTransport::throw_if_abandoned() {
  int from = 0;
  Bytes message;
  if (!wire_->receive(MessageWire::Channel::kAbandon, from, message)) return;
  constexpr std::size_t kTail = 5;  // kind and rank
  QUEST_CHECK(message.size() >= kTail + kMarkBytes);
  Reader reader(std::span<const std::uint8_t>(message).last(kTail + kMarkBytes));
  const auto kind = static_cast<Error::Kind>(reader.number(1));
  const auto origin = static_cast<int>(reader.number(4));
  message.resize(message.size() - kTail - kMarkBytes);
  throw RemoteError(kind, origin, std::string(message.begin(), message.end()));
}

// A rank that computes does not answer: before it leaves, all that it sent must be out.
void MessageTransport::finish_sending() {
  Idle idle(*this);
  while (!wire_->sent_all()) idle.wait();
}

}  // namespace questproof
