// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/error.h"

namespace questproof {

// What the program hands to the shell. Scripts depend on these figures: they never change meaning.
enum class ExitCode : int {
  kProved = 0,  // also: done, for commands that have no verdict
  kRefuted = 1,
  kUnknown = 2,
  kUsage = 10,
  kInput = 11,
  kResource = 12,
  kInternal = 13,
  kStopped = 75,  // a signal ended a run that keeps a store: `questproof resume` goes on
};

constexpr ExitCode exit_code(Error::Kind kind) {
  switch (kind) {
    case Error::Kind::kUsage: return ExitCode::kUsage;
    case Error::Kind::kInput: return ExitCode::kInput;
    case Error::Kind::kResource: return ExitCode::kResource;
    case Error::Kind::kInternal: return ExitCode::kInternal;
  }
  return ExitCode::kInternal;
}

}  // namespace questproof
