// SPDX-License-Identifier: MIT
#include "core/net/mpi_session.h"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <exception>
#include <initializer_list>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/error.h"
#include "core/net/message_transport.h"
#include "core/net/message_wire.h"

namespace questproof {

namespace {

// Messages of one channel that are on their way in. More than a few would only cost memory.
constexpr std::size_t kMostArriving = 4;
constexpr std::size_t kSpareBuffers = 16;

}  // namespace

class MpiSession::SessionWire final : public MessageWire {
 public:
  SessionWire() {
    MPI_Comm_dup(MPI_COMM_WORLD,
                 &ranks_in_touch_);  // whoever else uses MPI does not see our messages
    MPI_Comm_rank(ranks_in_touch_, &rank_);
    MPI_Comm_size(ranks_in_touch_, &ranks_);
    bulk_to_.resize(static_cast<std::size_t>(ranks_));
  }
  // An exception may have left requests open: they are MPI's until the process ends.
  ~SessionWire() override {
    if (requests_.empty() && std::uncaught_exceptions() == 0) MPI_Comm_free(&ranks_in_touch_);
  }

  int rank() const override { return rank_; }
  int ranks() const override { return ranks_; }

  bool has_room(int to) override {
    if (room_for(to)) return true;
    complete_sends();
    return room_for(to);
  }

  void send(int to, Channel channel, Bytes& message, bool bulk) override {
    sends_.push_back({std::move(message), to, bulk});
    message = spare();
    const Bytes& bytes = sends_.back().message;  // its bytes stay where they are
    const auto start = bulk ? MPI_Issend : MPI_Isend;
    requests_.emplace_back();
    start(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, static_cast<int>(channel),
          ranks_in_touch_, &requests_.back());
    if (bulk) {
      ++bulk_;
      ++bulk_to_[static_cast<std::size_t>(to)];
    }
  }

  bool sent_all() override {
    complete_sends();
    return requests_.empty();
  }

  bool receive(Channel channel, int& from, Bytes& message) override {
    auto& arriving = arriving_[static_cast<std::size_t>(channel)];
    while (arriving.size() < kMostArriving && start_receive(channel, arriving)) {
    }
    if (arriving.empty()) return false;
    int done = 0;
    MPI_Test(&arriving.front().request, &done, MPI_STATUS_IGNORE);
    if (done == 0) return false;
    from = arriving.front().from;
    message.swap(arriving.front().message);
    keep_spare(std::move(arriving.front().message));
    arriving.pop_front();
    return true;
  }

  // Others may need this core; those that wait for long need none.
  void wait(std::uint32_t rounds) override {
    complete_sends();
    if (rounds < 200) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(rounds < 2000 ? 50 : 500));
    }
  }

 private:
  struct Sending {
    Bytes message;
    int to = 0;
    bool bulk = false;
  };
  struct Arriving {
    Bytes message;
    int from = 0;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  bool room_for(int to) const {
    return bulk_ < kBulkToAll && bulk_to_[static_cast<std::size_t>(to)] < kBulkToOne;
  }

  void complete_sends() {
    if (requests_.empty()) return;
    indices_.resize(requests_.size());
    int completed = 0;
    MPI_Testsome(static_cast<int>(requests_.size()), requests_.data(), &completed, indices_.data(),
                 MPI_STATUSES_IGNORE);
    if (completed == MPI_UNDEFINED || completed == 0) return;
    indices_.resize(static_cast<std::size_t>(completed));
    std::sort(indices_.begin(), indices_.end(), std::greater<>());
    for (const int index : indices_) forget_send(static_cast<std::size_t>(index));
  }
  void forget_send(std::size_t index) {
    Sending& sent = sends_[index];
    if (sent.bulk) {
      --bulk_;
      --bulk_to_[static_cast<std::size_t>(sent.to)];
    }
    keep_spare(std::move(sent.message));
    if (index + 1 < sends_.size()) {
      sent = std::move(sends_.back());
      requests_[index] = requests_.back();
    }
    sends_.pop_back();
    requests_.pop_back();
  }

  bool start_receive(Channel channel, std::deque<Arriving>& arriving) {
    int found = 0;
    MPI_Message handle = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, static_cast<int>(channel), ranks_in_touch_, &found, &handle,
                &status);
    if (found == 0) return false;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    arriving.push_back({spare(), status.MPI_SOURCE, MPI_REQUEST_NULL});
    Arriving& last = arriving.back();
    last.message.resize(static_cast<std::size_t>(size));
    MPI_Imrecv(last.message.data(), size, MPI_BYTE, &handle, &last.request);
    return true;
  }

  Bytes spare() {
    if (spares_.empty()) return {};
    Bytes bytes = std::move(spares_.back());
    spares_.pop_back();
    bytes.clear();
    return bytes;
  }
  void keep_spare(Bytes bytes) {
    if (bytes.capacity() > 0 && spares_.size() < kSpareBuffers) spares_.push_back(std::move(bytes));
  }

  MPI_Comm ranks_in_touch_ = MPI_COMM_NULL;
  int rank_ = 0;
  int ranks_ = 1;
  std::vector<Sending> sends_;  // and, at the same places,
  std::vector<MPI_Request> requests_;
  std::vector<int> indices_;
  std::size_t bulk_ = 0;
  std::vector<std::size_t> bulk_to_;
  std::array<std::deque<Arriving>, kChannels> arriving_;  // by channel
  std::vector<Bytes> spares_;
};

bool MpiSession::launched() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"}) {
    if (std::getenv(name) != nullptr) return true;
  }
  return false;
}

MpiSession::MpiSession() : exceptions_(std::uncaught_exceptions()) {
  int initialized = 0;
  MPI_Initialized(&initialized);
  QUEST_CHECK_MSG(initialized == 0, "one session at a time");
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  if (provided < MPI_THREAD_FUNNELED) {
    MPI_Finalize();
    throw Error(Error::Kind::kResource,
                "this MPI does not allow other threads beside the one that sends; please use one "
                "that provides MPI_THREAD_FUNNELED, as Open MPI does");
  }
  transport_ = std::make_unique<MessageTransport>(std::make_unique<SessionWire>());
}

MpiSession::~MpiSession() {
  transport_.reset();
  if (std::uncaught_exceptions() == exceptions_) MPI_Finalize();
}

int MpiSession::ranks_on_this_machine() const {
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  int count = 1;
  MPI_Comm_size(here, &count);
  MPI_Comm_free(&here);
  return count;
}

void MpiSession::abort(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::abort();
}

}  // namespace questproof
