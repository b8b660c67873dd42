// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/base/scratch_memory.h"
#include "core/search/ranks.h"

namespace questproof {

// A disk that is full, or that fails, on one rank: all ranks are thrown this at the same point, so that
// all of them end the run as one that has hit a limit. Any other exception is the end of its rank, and the
// transport's care.
class AgreedFailure : public DiskFull {
 public:
  using DiskFull::DiskFull;
};

// Whether a run may be ended in order after this: alone always.
bool may_give_up(const Ranks& ranks, const Error& error);

// Steps of work that may fail for want of a resource on some ranks. Alone, exceptions just go on.
class SharedFailure {
 public:
  explicit SharedFailure(const Ranks& ranks) : ranks_(ranks) {}

  // Runs `body`, unless something has failed before.
  template <typename Body>
  void attempt(const Body& body) {
    if (ranks_.alone()) return body();
    if (failure_) return;
    try {
      body();
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::kResource) throw;
      failure_ = error.what();
    }
  }
  // Collective. Throws AgreedFailure when something has failed on some rank.
  void settle();

 private:
  const Ranks& ranks_;
  std::optional<std::string> failure_;
};

}  // namespace questproof
