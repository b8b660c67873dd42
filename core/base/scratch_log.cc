// SPDX-License-Identifier: MIT
#include "core/base/scratch_log.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace questproof {

ScratchLog::ScratchLog(ScratchMemory& scratch) : scratch_(scratch), file_(scratch.open_file()) {}

ScratchLog::~ScratchLog() {
  close(file_);
  scratch_.count_back(end_);
}

std::uint64_t ScratchLog::append(const void* bytes, std::size_t size) {
  scratch_.count(size);
  const std::uint64_t begin = end_.fetch_add(size);
  const char* from = static_cast<const char*>(bytes);
  for (std::size_t done = 0; done < size;) {
    const ssize_t written =
        pwrite(file_, from + done, size - done, static_cast<off_t>(begin + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw_cannot_write(scratch_.directory(), errno);
    done += static_cast<std::size_t>(written);
  }
  return begin;
}

void ScratchLog::read(std::uint64_t at, void* bytes, std::size_t size) const {
  char* const to = static_cast<char*>(bytes);
  for (std::size_t done = 0; done < size;) {
    const ssize_t got = pread(file_, to + done, size - done, static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      throw Error(
          Error::Kind::kResource,
          fmt::format("cannot read from the scratch folder '{}': {}", scratch_.directory(),
                      got == 0 ? "a file is too short" : std::generic_category().message(errno)));
    }
    done += static_cast<std::size_t>(got);
  }
}

}  // namespace questproof
