// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "core/base/error.h"

namespace questproof {

// Another rank cannot go on, so this one cannot either. The message names that rank.
class RemoteError : public Error {
 public:
  RemoteError(Kind kind, int rank, std::string message)
      : Error(kind, "rank " + std::to_string(rank) + ": " + message),
        rank_(rank),
        message_(std::move(message)) {}
  int rank() const { return rank_; }
  const std::string& message() const { return message_; }  // without the rank

 private:
  int rank_;
  std::string message_;
};

}  // namespace questproof
