// SPDX-License-Identifier: MIT
#include "coordinator/console.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "coordinator/options.h"
#include "coordinator/terminal.h"
#include "core/net/mpi_session.h"

namespace questproof {
namespace {

bool wants_color(const CommandOptions& options, int descriptor, bool shown) {
  if (options.color != "auto") return options.color == "always";
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  if (refused != nullptr && *refused != '\0') return false;
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return shown && isatty(descriptor) != 0;
}

// Lines longer than a hundred columns are hard to read however wide the window is.
std::size_t text_width(const std::optional<Terminal>& terminal) {
  constexpr std::size_t kNarrowest = 60;
  constexpr std::size_t kWidest = 100;
  if (!terminal || terminal->columns == 0) return 80;
  return std::clamp<std::size_t>(terminal->columns, kNarrowest, kWidest);
}

}  // namespace

std::string Paint::wrap(const char* code, std::string_view text) const {
  std::string result(text);
  if (on_ && !result.empty()) result = "\x1b[" + std::string(code) + "m" + result + "\x1b[0m";
  return result;
}

Console process_console(const CommandOptions& options) {
  const bool launched = MpiSession::launched();
  const std::optional<Terminal> out = terminal_behind(STDOUT_FILENO, launched);
  const std::optional<Terminal> error = terminal_behind(STDERR_FILENO, launched);
  return {.in = std::cin,
          .out = std::cout,
          .error = std::cerr,
          .paint = Paint(wants_color(options, STDOUT_FILENO, out.has_value())),
          .error_paint = Paint(wants_color(options, STDERR_FILENO, error.has_value())),
          .progress = options.progress || (!options.quiet && isatty(STDERR_FILENO) != 0),
          .interactive = isatty(STDIN_FILENO) != 0,
          .width = text_width(out),
          .error_width = error ? error->columns : 0};
}

}  // namespace questproof
