// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace questproof {

// A warning is advice. A game with an error has no model.
enum class Severity { kWarning, kError };

// One thing that is wrong with a game, said to the person who wrote it: where, what, and what to do.
// Line and column count from 1, columns in characters; line 0 means the file or game as a whole.
struct Diagnostic {
  Severity severity = Severity::kError;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string message;
  std::string remedy;  // may be empty
  bool operator==(const Diagnostic&) const = default;
};

// "harbor.quest:12:5: error: VAR_STROM is not declared (did you mean VAR_STORM?)"
std::string to_string(const Diagnostic& diagnostic);

}  // namespace questproof
