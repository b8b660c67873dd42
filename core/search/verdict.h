// SPDX-License-Identifier: MIT
#pragma once

namespace questproof {

// kUnknown whenever any limit was hit or any event is a fault: never better.
enum class Verdict { kProved, kRefuted, kUnknown };

constexpr const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kProved: return "proved";
    case Verdict::kRefuted: return "refuted";
    case Verdict::kUnknown: return "unknown";
  }
  return "unknown";
}

}  // namespace questproof
