// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <string_view>

namespace questproof {

struct CommandOptions;

// Puts colours around text, or leaves it alone.
class Paint {
 public:
  Paint() = default;
  explicit Paint(bool on) : on_(on) {}

  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }
  std::string good(std::string_view text) const { return wrap("1;32", text); }
  std::string bad(std::string_view text) const { return wrap("1;31", text); }
  std::string warning(std::string_view text) const { return wrap("1;33", text); }
  std::string place(std::string_view text) const { return wrap("36", text); }

 private:
  std::string wrap(const char* code, std::string_view text) const;

  bool on_ = false;
};

// Where a command writes and reads: the process's streams, or strings in a test.
struct Console {
  std::istream& in;
  std::ostream& out;    // results
  std::ostream& error;  // messages and progress
  Paint paint;          // of `out`
  Paint error_paint;
  bool progress = false;        // show a progress line on `error`
  bool interactive = false;     // a person types at `in`
  std::size_t width = 80;       // columns of `out`
  std::size_t error_width = 0;  // of `error`; 0: as many as one likes, or not known
};

// The process's own streams. Colours where `color` of the options says so; "auto" means on a terminal
// unless NO_COLOR is set (no-color.org). Progress on a terminal unless --quiet. Under an MPI launcher a terminal is where
// the launcher's own output goes to one (coordinator/terminal.h).
Console process_console(const CommandOptions& options);

}  // namespace questproof
