// SPDX-License-Identifier: MIT
#include "core/net/loopback.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <queue>
#include <random>
#include <thread>
#include <utility>

#include "core/base/check.h"
#include "core/net/message_transport.h"
#include "core/net/message_wire.h"
#include "core/net/remote_error.h"

namespace questproof {

namespace {

constexpr std::uint64_t kActionsPerSwitch = 4;  // on average, where the seed decides

std::size_t index_of(MessageWire::Channel channel) { return static_cast<std::size_t>(channel); }
std::size_t index_of(int rank) { return static_cast<std::size_t>(rank); }

}  // namespace

// All that the ranks share, under one lock. A rank that waits sleeps until something has changed
// for it since it last looked: its version has moved on.
class LoopbackWorld::State {
 public:
  State(int count, LoopbackPlan plan)
      : plan_(std::move(plan)), random_(plan_.seed), ranks_(index_of(count)) {
    for (Rank& rank : ranks_) {
      for (auto& channel : rank.arrived) channel.resize(ranks_.size());
      rank.bulk_to.resize(ranks_.size());
    }
    outcomes_.resize(ranks_.size());
    if (plan_.stepped) turn_ = draw(ranks_.size());
  }

  int ranks() const { return static_cast<int>(ranks_.size()); }
  std::vector<std::exception_ptr>& outcomes() { return outcomes_; }
  std::uint64_t actions(int rank) const { return ranks_[index_of(rank)].actions; }
  std::size_t most_bulk_to_one() const { return most_bulk_to_one_; }
  std::size_t most_bulk_to_all() const { return most_bulk_to_all_; }

  void begin(int rank) {
    std::unique_lock lock(mutex_);
    await_turn(lock, index_of(rank));
  }
  void end(int rank, std::exception_ptr outcome) {
    const std::lock_guard lock(mutex_);
    Rank& mine = ranks_[index_of(rank)];
    mine.ended = true;
    mine.failed = outcome != nullptr;
    outcomes_[index_of(rank)] = std::move(outcome);
    for (std::size_t other = 0; other < ranks_.size(); ++other) changed(other);
    if (plan_.stepped) pass_turn();
    if (!plan_.stepped) detect_deadlock();
  }

  bool has_room(int from, int to) {
    const auto lock = act(from);
    const Rank& mine = ranks_[index_of(from)];
    return mine.bulk_to[index_of(to)] < MessageWire::kBulkToOne &&
           mine.bulk < MessageWire::kBulkToAll;
  }
  bool sent_all(int rank) {
    const auto lock = act(rank);
    return ranks_[index_of(rank)].bulk == 0;
  }
  void send(int from, int to, MessageWire::Channel channel, Bytes& message, bool bulk) {
    const auto lock = act(from);
    Rank& mine = ranks_[index_of(from)];
    if (bulk) {
      most_bulk_to_one_ = std::max(most_bulk_to_one_, ++mine.bulk_to[index_of(to)]);
      most_bulk_to_all_ = std::max(most_bulk_to_all_, ++mine.bulk);
    }
    auto& queue = ranks_[index_of(to)].arrived[index_of(channel)][index_of(from)];
    std::uint64_t due = clock_;
    if (plan_.longest_delay > 0) due += draw(plan_.longest_delay + 1);
    if (!queue.empty()) due = std::max(due, queue.back().due);
    queue.push_back({std::move(message), due, bulk});
    message = Bytes();
    if (due > clock_) {
      arrivals_.push({due, index_of(to)});
    } else {
      changed(index_of(to));
    }
  }
  bool receive(int rank, MessageWire::Channel channel, int& from, Bytes& message) {
    const auto lock = act(rank);
    auto& senders = ranks_[index_of(rank)].arrived[index_of(channel)];
    const std::size_t first = draw(senders.size());
    for (std::size_t i = 0; i < senders.size(); ++i) {
      const std::size_t sender = (first + i) % senders.size();
      auto& queue = senders[sender];
      if (queue.empty() || queue.front().due > clock_) continue;
      message = std::move(queue.front().bytes);
      if (queue.front().bulk) {
        --ranks_[sender].bulk;
        --ranks_[sender].bulk_to[index_of(rank)];
        changed(sender);
      }
      queue.pop_front();
      from = static_cast<int>(sender);
      return true;
    }
    if (channel == MessageWire::Channel::kAbandon) throw_if_lost(senders);
    return false;
  }
  void wait(int rank) {
    auto lock = act(rank);
    const std::size_t me = index_of(rank);
    Rank& mine = ranks_[me];
    if (mine.version == mine.seen) {
      mine.waits = true;
      if (plan_.stepped) {
        pass_turn();
        await_turn(lock, me);
      } else {
        detect_deadlock();
        mine.wake.wait(lock, [&] { return mine.version != mine.seen; });
      }
      mine.waits = false;
    }
    mine.seen = mine.version;
    if (deadlock_) throw Error(Error::Kind::kInternal, "all ranks wait for each other");
  }

 private:
  struct Message {
    Bytes bytes;
    std::uint64_t due;
    bool bulk;
  };
  struct Rank {
    std::array<std::vector<std::deque<Message>>, MessageWire::kChannels>
        arrived;  // by channel and sender
    std::vector<std::size_t> bulk_to;
    std::size_t bulk = 0;
    std::uint64_t actions = 0;
    std::uint64_t version = 0;
    std::uint64_t seen = 0;
    bool waits = false;
    bool ended = false;
    bool failed = false;
    std::condition_variable wake;

    bool can_run() const { return !ended && (!waits || version != seen); }
  };
  using Arrival = std::pair<std::uint64_t, std::size_t>;  // when, at whom

  std::uint64_t draw(std::uint64_t bound) { return random_() % bound; }

  // Every action of a rank begins here: time goes on, and another rank may come first.
  std::unique_lock<std::mutex> act(int rank) {
    std::unique_lock lock(mutex_);
    Rank& mine = ranks_[index_of(rank)];
    ++mine.actions;
    for (const LoopbackPlan::Kill& kill : plan_.kills) {
      if (kill.rank == rank && kill.action == mine.actions) throw Killed{rank};
    }
    ++clock_;
    deliver();
    if (plan_.stepped && draw(kActionsPerSwitch) == 0) {
      pass_turn();
      await_turn(lock, index_of(rank));
    }
    return lock;
  }

  void deliver() {
    while (!arrivals_.empty() && arrivals_.top().first <= clock_) {
      changed(arrivals_.top().second);
      arrivals_.pop();
    }
  }
  void changed(std::size_t rank) {
    ++ranks_[rank].version;
    if (!plan_.stepped) ranks_[rank].wake.notify_one();
  }

  // Where nobody can run, the next message arrives at once; where there is none, nobody ever will.
  bool anyone_can_run() {
    const auto can_run = [](const Rank& rank) { return rank.can_run(); };
    while (std::none_of(ranks_.begin(), ranks_.end(), can_run)) {
      if (std::all_of(ranks_.begin(), ranks_.end(), [](const Rank& r) { return r.ended; })) {
        return false;
      }
      if (arrivals_.empty()) {
        deadlock_ = true;
        for (std::size_t rank = 0; rank < ranks_.size(); ++rank) changed(rank);
      } else {
        clock_ = arrivals_.top().first;
        deliver();
      }
    }
    return true;
  }
  void detect_deadlock() { anyone_can_run(); }

  void pass_turn() {
    if (!anyone_can_run()) return;
    const std::size_t first = draw(ranks_.size());
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
      turn_ = (first + i) % ranks_.size();
      if (ranks_[turn_].can_run()) break;
    }
    ranks_[turn_].wake.notify_one();
  }
  void await_turn(std::unique_lock<std::mutex>& lock, std::size_t rank) {
    if (plan_.stepped) ranks_[rank].wake.wait(lock, [&] { return turn_ == rank; });
  }

  // A rank that has ended in failure, and has sent no word of it.
  void throw_if_lost(const std::vector<std::deque<Message>>& abandoned) {
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      if (ranks_[rank].failed && abandoned[rank].empty()) {
        throw RemoteError(Error::Kind::kResource, static_cast<int>(rank), "lost");
      }
    }
  }

  const LoopbackPlan plan_;
  std::mutex mutex_;
  std::mt19937_64 random_;
  std::vector<Rank> ranks_;
  std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals_;
  std::vector<std::exception_ptr> outcomes_;
  std::uint64_t clock_ = 0;
  std::size_t turn_ = 0;
  bool deadlock_ = false;
  std::size_t most_bulk_to_one_ = 0;
  std::size_t most_bulk_to_all_ = 0;
};

class LoopbackWorld::RankWire final : public MessageWire {
 public:
  RankWire(State& state, int rank) : state_(state), rank_(rank) {}

  int rank() const override { return rank_; }
  int ranks() const override { return state_.ranks(); }
  bool has_room(int to) override { return state_.has_room(rank_, to); }
  void send(int to, Channel channel, Bytes& message, bool bulk) override {
    state_.send(rank_, to, channel, message, bulk);
  }
  bool sent_all() override { return state_.sent_all(rank_); }
  bool receive(Channel channel, int& from, Bytes& message) override {
    return state_.receive(rank_, channel, from, message);
  }
  void wait(std::uint32_t) override { state_.wait(rank_); }

 private:
  State& state_;
  const int rank_;
};

LoopbackWorld::LoopbackWorld(int ranks, LoopbackPlan plan) {
  if (ranks < 1 || ranks > kMaxRanks) {
    throw Error(Error::Kind::kUsage,
                fmt::format("{} ranks asked for; choose 1 to {}", ranks, kMaxRanks));
  }
  state_ = std::make_unique<State>(ranks, std::move(plan));
}

LoopbackWorld::~LoopbackWorld() = default;

void LoopbackWorld::run(const Body& body) {
  const auto run_rank = [this, &body](int rank) {
    std::exception_ptr outcome;
    try {
      state_->begin(rank);
      MessageTransport transport(std::make_unique<RankWire>(*state_, rank));
      body(transport);
    } catch (...) {
      outcome = std::current_exception();
    }
    state_->end(rank, std::move(outcome));
  };
  std::vector<std::thread> threads;
  for (int rank = 1; rank < state_->ranks(); ++rank) threads.emplace_back(run_rank, rank);
  run_rank(0);
  for (std::thread& thread : threads) thread.join();
}

const std::vector<std::exception_ptr>& LoopbackWorld::outcomes() const {
  return state_->outcomes();
}
std::uint64_t LoopbackWorld::actions(int rank) const { return state_->actions(rank); }
std::size_t LoopbackWorld::most_bulk_to_one() const { return state_->most_bulk_to_one(); }
std::size_t LoopbackWorld::most_bulk_to_all() const { return state_->most_bulk_to_all(); }

void LoopbackWorld::rethrow() const {
  std::exception_ptr remote;
  for (const std::exception_ptr& outcome : outcomes()) {
    if (!outcome) continue;
    try {
      std::rethrow_exception(outcome);
    } catch (const RemoteError&) {
      remote = outcome;
    } catch (...) {
      throw;
    }
  }
  if (remote) std::rethrow_exception(remote);
}

}  // namespace questproof
