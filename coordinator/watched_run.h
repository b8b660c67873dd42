// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "coordinator/heartbeat.h"
#include "coordinator/watched_transport.h"

namespace questproof {

// The ranks of a run that keeps a store, watching each other: while it lives each gives signs of life in
// the store's folder, and a rank that has none for too long ends the job (coordinator/heartbeat.h). Without
// a folder only what the transport does is noted.
class WatchedRun {
 public:
  WatchedRun(Transport& ranks, const std::string& folder, double silence_seconds)
      : transport_(ranks, activity_) {
    if (folder.empty()) return;
    heartbeat_.emplace(Heartbeat::Settings{folder, ranks.rank(), ranks.ranks(), silence_seconds},
                       activity_);
  }

  Transport& transport() { return transport_; }

 private:
  Activity activity_;
  WatchedTransport transport_;
  std::optional<Heartbeat> heartbeat_;
};

}  // namespace questproof
