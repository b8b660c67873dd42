// SPDX-License-Identifier: MIT
#include "coordinator/terminal.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

namespace questproof {
namespace {

constexpr int kMostAncestors = 16;

std::optional<Terminal> terminal_at(int descriptor) {
  if (isatty(descriptor) == 0) return std::nullopt;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return Terminal{};
  return Terminal{size.ws_col};
}

std::string stream_path(int process, int descriptor) {
  return fmt::format("/proc/{}/fd/{}", process, descriptor);
}

// Of the process that has started this one; 0 where that is not known. Its name, in brackets, may hold anything.
int parent_of(int process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = text.rfind(')');
  int parent = 0;
  if (name_end == std::string::npos || name_end + 4 > text.size()) return 0;
  for (std::size_t at = name_end + 4; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
    parent = parent * 10 + (text[at] - '0');
  return parent;
}

bool is_same_stream(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

std::optional<Terminal> terminal_of_launcher(int descriptor) {
  struct stat own {};
  if (fstat(descriptor, &own) != 0) return std::nullopt;
  int process = getppid();
  for (int i = 0; i < kMostAncestors && process > 1; ++i, process = parent_of(process)) {
    const std::string path = stream_path(process, descriptor);
    struct stat its {};
    if (stat(path.c_str(), &its) != 0) return std::nullopt;
    if (is_same_stream(own, its)) continue;
    const int opened = open(path.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (opened < 0) return std::nullopt;
    const std::optional<Terminal> found = terminal_at(opened);
    close(opened);
    return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Terminal> terminal_behind(int descriptor, bool launched) {
  return launched ? terminal_of_launcher(descriptor) : terminal_at(descriptor);
}

}  // namespace questproof
