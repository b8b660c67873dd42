// SPDX-License-Identifier: MIT
#include "core/base/scratch_memory.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/base/check.h"
#include "core/base/exit_code.h"
#include "core/base/process_usage.h"

namespace questproof {
namespace {

std::uint64_t in_whole_pages(std::size_t bytes) {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

std::string text_of(int code) { return std::generic_category().message(code); }

// Only calls that a signal handler may make.
extern "C" void end_on_lost_page(int /*signal*/) {
  static constexpr char kMessage[] =
      "questproof: the disk failed: a page of the scratch folder, or of another mapped file, can "
      "no longer be read or written\n";
  // The process ends either way.
  if (write(STDERR_FILENO, kMessage, sizeof(kMessage) - 1) < 0) _exit(12);
  _exit(static_cast<int>(ExitCode::kResource));
}

void catch_lost_pages() {
  struct sigaction action = {};
  action.sa_handler = end_on_lost_page;
  sigaction(SIGBUS, &action, nullptr);
}

// A temporary file that is closed when its mapping stands.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  ~File() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace

ScratchMemory::ScratchMemory(std::string directory, const Limits& limits)
    : directory_(std::move(directory)),
      limits_(limits),
      smallest_block_(std::min<std::size_t>(16 << 10, limits.resident_bytes / 4096)) {
  std::error_code failure;
  std::filesystem::create_directories(directory_, failure);
  if (failure) {
    throw Error(Error::Kind::kResource, fmt::format("cannot make the scratch folder '{}': {}",
                                                    directory_, failure.message()));
  }
  const File probe(open_file());
  catch_lost_pages();
}

ScratchMemory::~ScratchMemory() = default;

int ScratchMemory::open_file() const {
#ifdef O_TMPFILE
  const int unnamed = open(directory_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (unnamed >= 0) return unnamed;
#endif
  std::string path = directory_ + "/questproof-XXXXXX";  // file systems that want a name
  const int named = mkostemp(path.data(), O_CLOEXEC);
  if (named < 0) {
    throw Error(Error::Kind::kResource,
                fmt::format("cannot make a file in the scratch folder '{}': {}", directory_,
                            text_of(errno)));
  }
  unlink(path.c_str());
  return named;
}

// A file of the given size, its space reserved and counted. The caller counts back on failure.
int ScratchMemory::reserve_file(std::size_t bytes) {
  QUEST_CHECK(bytes > 0);
  const std::uint64_t whole = in_whole_pages(bytes);
  count(whole);
  int file = -1;
  try {
    file = open_file();
  } catch (...) {
    count_back(whole);
    throw;
  }
  int result = 0;
  do {
    result = posix_fallocate(file, 0, static_cast<off_t>(whole));
  } while (result == EINTR);
  if (result != 0) {
    close(file);
    count_back(whole);
    const std::string text = fmt::format("the scratch folder '{}' has no room for {} MiB: {}",
                                         directory_, whole >> 20, text_of(result));
    if (result == ENOSPC || result == EDQUOT || result == EFBIG) throw DiskFull(text);
    throw Error(Error::Kind::kResource, text);
  }
  return file;
}

void* ScratchMemory::map_file(int file, std::size_t bytes, bool writable) {
  const std::uint64_t whole = in_whole_pages(bytes);
  void* const block =
      mmap(nullptr, whole, writable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, file, 0);
  if (block == MAP_FAILED) {
    const int code = errno;
    count_back(whole);
    throw DiskFull(fmt::format("the system maps no further {} MiB of scratch: {}", whole >> 20,
                               text_of(code)));
  }
  const std::lock_guard lock(mutex_);
  blocks_.emplace(block, whole);
  return block;
}

void* ScratchMemory::map_zeroed(std::size_t bytes) {
  const File file(reserve_file(bytes));
  return map_file(file.get(), bytes, true);
}

const void* ScratchMemory::map_copy(const void* source, std::size_t bytes) {
  const File file(reserve_file(bytes));
  const char* at = static_cast<const char*>(source);
  for (std::size_t left = bytes; left > 0;) {
    const ssize_t written = write(file.get(), at, std::min<std::size_t>(left, 1 << 30));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      const int code = errno;
      count_back(in_whole_pages(bytes));
      throw Error(Error::Kind::kResource, fmt::format("cannot write to the scratch folder '{}': {}",
                                                      directory_, text_of(code)));
    }
    at += written;
    left -= static_cast<std::size_t>(written);
  }
  return map_file(file.get(), bytes, false);
}

void ScratchMemory::unmap(const void* block, std::size_t bytes) noexcept {
  if (block == nullptr) return;
  const std::uint64_t whole = in_whole_pages(bytes);
  {
    const std::lock_guard lock(mutex_);
    blocks_.erase(block);
    disk_bytes_ -= whole;
  }
  munmap(const_cast<void*>(block), whole);
}

void ScratchMemory::count(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (limits_.disk_bytes != 0 && disk_bytes_ + other_disk_bytes_ + bytes > limits_.disk_bytes) {
    throw DiskFull(fmt::format("limit of {} MiB of disk reached", limits_.disk_bytes >> 20));
  }
  disk_bytes_ += bytes;
  peak_disk_bytes_ = std::max(peak_disk_bytes_, disk_bytes_);
}

void ScratchMemory::count_back(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  disk_bytes_ -= bytes;
}

bool ScratchMemory::crowded(std::uint64_t planned_bytes) const {
  return resident_memory().anonymous_bytes + planned_bytes > limits_.resident_bytes / 2;
}

// Where the heap alone comes close to the limit, a few pages of blocks may stay: dropping them after
// each step would gain nothing and cost much.
void ScratchMemory::relieve() {
  const ResidentMemory memory = resident_memory();
  if (memory.bytes > limits_.resident_bytes / 8 * 7 &&
      memory.bytes - memory.anonymous_bytes > limits_.resident_bytes / 16) {
    release_pages();
  }
}

// Holds the lock, so that no block is unmapped, and its address used again, meanwhile.
void ScratchMemory::release_pages() {
  const std::lock_guard lock(mutex_);
  for (const auto& [block, bytes] : blocks_)
    madvise(const_cast<void*>(block), bytes, MADV_DONTNEED);
}

std::uint64_t ScratchMemory::disk_bytes() const {
  const std::lock_guard lock(mutex_);
  return disk_bytes_;
}

std::uint64_t ScratchMemory::peak_disk_bytes() const {
  const std::lock_guard lock(mutex_);
  return peak_disk_bytes_;
}

void ScratchMemory::set_other_disk_bytes(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  other_disk_bytes_ = bytes;
}

bool ScratchMemory::disk_limit_hit() const {
  const std::lock_guard lock(mutex_);
  return limits_.disk_bytes != 0 && disk_bytes_ + other_disk_bytes_ > limits_.disk_bytes;
}

}  // namespace questproof
