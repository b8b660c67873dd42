// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/exit_code.h"
#include "core/search/verdict.h"

namespace questproof {

constexpr ExitCode exit_code(Verdict verdict) {
  switch (verdict) {
    case Verdict::kProved: return ExitCode::kProved;
    case Verdict::kRefuted: return ExitCode::kRefuted;
    case Verdict::kUnknown: return ExitCode::kUnknown;
  }
  return ExitCode::kUnknown;
}

}  // namespace questproof
