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

[[noreturn]] void throw_by_code(int code, const std::string& text) {
  if (code == ENOSPC || code == EDQUOT || code == EFBIG) throw DiskFull(text);
  throw Error(Error::Kind::kResource, text);
}

void write_all(int file, const void* source, std::size_t bytes, std::uint64_t place,
               const std::string& directory) {
  const char* const from = static_cast<const char*>(source);
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t written =
        pwrite(file, from + done, bytes - done, static_cast<off_t>(place + done));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw_cannot_write(directory, errno);
    done += static_cast<std::size_t>(written);
  }
}

std::string made(std::string directory) {
  std::error_code failure;
  std::filesystem::create_directories(directory, failure);
  if (failure) {
    throw Error(Error::Kind::kResource, fmt::format("cannot make the scratch folder '{}': {}",
                                                    directory, failure.message()));
  }
  return directory;
}

}  // namespace

void throw_cannot_write(const std::string& directory, int code) {
  throw_by_code(
      code, fmt::format("cannot write to the scratch folder '{}': {}", directory, text_of(code)));
}

ScratchMemory::ScratchMemory(std::string directory, const Limits& limits)
    : directory_(made(std::move(directory))),
      limits_(limits),
      smallest_block_(std::min<std::size_t>(16 << 10, limits.resident_bytes / 4096)),
      copies_file_(open_file()) {
  catch_lost_pages();
}

ScratchMemory::~ScratchMemory() { close(copies_file_); }

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

// Counts the bytes, and has the file system set them aside.
void ScratchMemory::reserve(int file, std::uint64_t begin, std::uint64_t bytes) {
  count(bytes);
  int result = 0;
  do {
    result = posix_fallocate(file, static_cast<off_t>(begin), static_cast<off_t>(bytes));
  } while (result == EINTR);
  if (result == 0) return;
  count_back(bytes);
  throw_by_code(result, fmt::format("the scratch folder '{}' has no room for {} KiB: {}",
                                    directory_, bytes >> 10, text_of(result)));
}

void* ScratchMemory::map(int file, std::uint64_t begin, const Block& block) {
  const int access = block.copy ? PROT_READ : PROT_READ | PROT_WRITE;
  void* const memory =
      mmap(nullptr, block.bytes, access, MAP_SHARED, file, static_cast<off_t>(begin));
  if (memory == MAP_FAILED) {
    throw DiskFull(fmt::format("the system maps no further {} MiB of scratch: {}",
                               block.bytes >> 20, text_of(errno)));
  }
  const std::lock_guard lock(mutex_);
  blocks_.emplace(memory, block);
  return memory;
}

void* ScratchMemory::map_zeroed(std::size_t bytes) {
  QUEST_CHECK(bytes > 0);
  const Block block{.bytes = in_whole_pages(bytes)};
  const File file(open_file());
  reserve(file.get(), 0, block.bytes);
  try {
    return map(file.get(), 0, block);
  } catch (...) {
    count_back(block.bytes);
    throw;
  }
}

// The file grows by more than is needed at once, where the limit allows it.
std::uint64_t ScratchMemory::take_place(std::uint64_t bytes) {
  const std::lock_guard growing(growing_);
  std::uint64_t missing = 0;
  std::uint64_t end = 0;
  {
    const std::lock_guard lock(mutex_);
    if (const auto place = copies_.take(bytes)) return *place;
    missing = copies_.missing(bytes);
    end = copies_.end();
  }
  const std::uint64_t step =
      limits_.disk_bytes == 0
          ? in_whole_pages(std::min<std::uint64_t>(end / 8, std::uint64_t{64} << 20))
          : 0;
  const std::uint64_t more = std::max(missing, step);
  reserve(copies_file_, end, more);
  const std::lock_guard lock(mutex_);
  copies_.grow(more);
  return copies_.take(bytes).value();
}

void ScratchMemory::give_back_place(const Block& block) {
  const std::lock_guard lock(mutex_);
  copies_.give_back(block.place, block.bytes);
}

const void* ScratchMemory::map_copy(const void* source, std::size_t bytes) {
  QUEST_CHECK(bytes > 0);
  Block block{.bytes = in_whole_pages(bytes), .copy = true};
  block.place = take_place(block.bytes);
  try {
    write_all(copies_file_, source, bytes, block.place, directory_);
    return map(copies_file_, block.place, block);
  } catch (...) {
    give_back_place(block);
    throw;
  }
}

void ScratchMemory::unmap(const void* memory) noexcept {
  if (memory == nullptr) return;
  Block block;
  {
    const std::lock_guard lock(mutex_);
    const auto at = blocks_.find(memory);
    block = at->second;
    blocks_.erase(at);
  }
  munmap(const_cast<void*>(memory), block.bytes);
  if (block.copy) {
    give_back_place(block);
  } else {
    count_back(block.bytes);
  }
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
  for (const auto& [memory, block] : blocks_) {
    madvise(const_cast<void*>(memory), block.bytes, MADV_DONTNEED);
  }
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
