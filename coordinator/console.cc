// SPDX-License-Identifier: MIT
#include "coordinator/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "coordinator/options.h"

namespace questproof {
namespace {

bool wants_color(const CommandOptions& options, int descriptor) {
  if (options.color != "auto") return options.color == "always";
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  if (refused != nullptr && *refused != '\0') return false;
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return isatty(descriptor) != 0;
}

// Lines longer than a hundred columns are hard to read however wide the window is.
std::size_t terminal_width() {
  constexpr std::size_t kNarrowest = 60;
  constexpr std::size_t kWidest = 100;
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 ||
      size.ws_col == 0) {
    return 80;
  }
  return std::clamp<std::size_t>(size.ws_col, kNarrowest, kWidest);
}

}  // namespace

std::string Paint::wrap(const char* code, std::string_view text) const {
  std::string result(text);
  if (on_ && !result.empty()) result = "\x1b[" + std::string(code) + "m" + result + "\x1b[0m";
  return result;
}

Console process_console(const CommandOptions& options) {
  return {.in = std::cin,
          .out = std::cout,
          .error = std::cerr,
          .paint = Paint(wants_color(options, STDOUT_FILENO)),
          .error_paint = Paint(wants_color(options, STDERR_FILENO)),
          .progress = options.progress || (!options.quiet && isatty(STDERR_FILENO) != 0),
          .interactive = isatty(STDIN_FILENO) != 0,
          .width = terminal_width()};
}

}  // namespace questproof
