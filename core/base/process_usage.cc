// SPDX-License-Identifier: MIT
#include "core/base/process_usage.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

namespace questproof {
namespace {

std::uint64_t read_number(const char* path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? number : 0;
}

}  // namespace

// Without streams: a search asks after every few megabytes.
ResidentMemory resident_memory() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  char text[128];
  const ssize_t length = read(file, text, sizeof(text) - 1);
  close(file);
  if (length <= 0) return {};
  text[length] = '\0';
  char* at = text;
  std::strtoull(at, &at, 10);
  const std::uint64_t resident = std::strtoull(at, &at, 10);
  const std::uint64_t in_files = std::strtoull(at, &at, 10);
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return {resident * page, (resident - std::min(resident, in_files)) * page};
}

std::uint64_t resident_bytes() { return resident_memory().bytes; }

std::uint64_t peak_resident_bytes() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

double cpu_seconds() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::uint64_t machine_memory_bytes() {
  const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
  std::uint64_t bytes = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  for (const char* path :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    if (const std::uint64_t limit = read_number(path); limit > 0) bytes = std::min(bytes, limit);
  }
  return bytes;
}

void release_free_memory() { malloc_trim(0); }

void prefer_mapped_blocks() { mallopt(M_MMAP_THRESHOLD, 256 * 1024); }

}  // namespace questproof
