// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>
#include <vector>

#include "core/base/error.h"

namespace questproof {

using Bytes = std::vector<std::uint8_t>;

// What went through a transport since it was made.
struct TransportFigures {
  std::uint64_t collectives = 0;
  std::uint64_t messages_sent = 0;  // to other ranks; blocks, ends and gathered strings alike
  std::uint64_t messages_received = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  double waiting_seconds = 0;  // inside collectives with nothing to send, take or encode
};

// How the ranks of a run talk. A run has ranks 0 .. ranks() - 1, each with its own Transport, and goes
// in rounds: the ranks call the same collectives in the same order, and between them each works alone.
//
// Failure: a rank that cannot go on calls abandon() with its Error and calls nothing else afterwards.
// Every other rank is thrown that Error, with the rank's name before the message, out of the
// collective that it is in or comes to next; a rank that is gone without a word ends the others with
// an Error(kResource) that names it (over MPI the launcher ends them). Collectives that
// have returned stay valid. After any exception out of a collective only abandon() may be called.
//
// Threads: the one that made the object, and no other.
class Transport {
 public:
  // Fills in the next block for a rank; false: there are no more, and it is not asked again in this
  // exchange. `block` comes empty, with the capacity of an earlier one. A block is not empty and
  // should hold about kBlockBytes; it may hold kMaxBlockBytes.
  using NextBlock = std::function<bool(int to, Bytes& block)>;
  // Takes a block that has arrived; may move its bytes away.
  using TakeBlock = std::function<void(int from, Bytes& block)>;

  static constexpr std::size_t kBlockBytes = std::size_t{256} << 10;
  static constexpr std::size_t kMaxBlockBytes = std::size_t{1} << 30;

  virtual ~Transport() = default;

  virtual int rank() const = 0;
  virtual int ranks() const = 0;

  // Collective. Every rank sends blocks to every other one. Asks `next` for blocks of each rank but
  // this one, when there is room to send them, and hands every block that arrives to `take`: those of
  // one sender in order, those of several in any order. Returns when this rank has sent all of its
  // blocks and has taken all that were meant for it.
  //
  // Memory: at most a few blocks for each other rank at a time, however slow it is; so `next` is asked
  // no faster than blocks are taken. `next` and `take` run between sends and receives on the calling
  // thread, call no collective, and may throw.
  virtual void exchange(const NextBlock& next, const TakeBlock& take) = 0;

  // Collective, for small strings: those of all ranks, in order of ranks. Also a barrier: none returns
  // before all have called.
  virtual std::vector<Bytes> all_gather(std::span<const std::uint8_t> mine) = 0;

  // Tells the other ranks that this one cannot go on. Never throws, waits a few seconds at most.
  virtual void abandon(const Error& error) noexcept = 0;

  // Not collective: a short note to rank 0, which may look for one at any time between collectives. A
  // note may be lost where nobody looks. What a note says shapes no result.
  virtual void post_note(std::span<const std::uint8_t>) {}
  virtual bool next_note(int& /*from*/, Bytes& /*note*/) { return false; }

  virtual const TransportFigures& figures() const = 0;
};

// Runs `body`; an exception that leaves it is made known to the other ranks before it goes on.
// Everything that a rank does with its transport runs inside one of these.
template <typename Body>
void with_abandon(Transport& transport, Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    transport.abandon(error);
    throw;
  } catch (const std::exception& error) {
    transport.abandon(Error(Error::Kind::kInternal, error.what()));
    throw;
  }
}

}  // namespace questproof
