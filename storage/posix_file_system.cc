// SPDX-License-Identifier: MIT
#include "storage/posix_file_system.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/base/check.h"
#include "core/base/error.h"

namespace questproof {
namespace {

[[noreturn]] void fail(const std::string& path, const char* doing, int reason) {
  throw Error(Error::Kind::kResource,
              fmt::format("{}: cannot {}: {}", path, doing, std::strerror(reason)));
}
[[noreturn]] void fail(const std::string& path, const char* doing) { fail(path, doing, errno); }

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (value_ >= 0) close(value_);
  }
  int get() const { return value_; }
  bool is_open() const { return value_ >= 0; }

 private:
  int value_;
};

// open() may be interrupted by a signal.
int open_retrying(const std::string& path, int flags) {
  for (;;) {
    const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EINTR) return descriptor;
  }
}

int sync_retrying(int descriptor) {
  for (;;) {
    if (fsync(descriptor) == 0) return 0;
    if (errno != EINTR) return -1;
  }
}

class PosixWritableFile final : public FileSystem::WritableFile {
 public:
  explicit PosixWritableFile(std::string path)
      : path_(std::move(path)), file_(open_retrying(path_, O_WRONLY | O_CREAT | O_TRUNC)) {
    if (!file_.is_open()) fail(path_, "create the file");
  }

  void append(std::span<const std::uint8_t> bytes) override {
    while (!bytes.empty()) {
      const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) fail(path_, "write", written == 0 ? EIO : errno);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
  }

  void sync() override {
    if (sync_retrying(file_.get()) != 0) fail(path_, "sync");
  }

 private:
  std::string path_;
  Descriptor file_;
};

class PosixReadableFile final : public FileSystem::ReadableFile {
 public:
  PosixReadableFile(std::string path, Descriptor file)
      : path_(std::move(path)), file_(std::move(file)) {
    struct stat status;
    if (fstat(file_.get(), &status) != 0) fail(path_, "read the size");
    if (!S_ISREG(status.st_mode)) {
      throw Error(Error::Kind::kInput, fmt::format("{}: is no regular file", path_));
    }
    size_ = static_cast<std::uint64_t>(status.st_size);
  }

  std::uint64_t size() const override { return size_; }

  void read_at(std::uint64_t offset, std::span<std::uint8_t> bytes) const override {
    QUEST_CHECK(offset <= size_ && bytes.size() <= size_ - offset);
    while (!bytes.empty()) {
      const ssize_t count =
          pread(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail(path_, "read");
      if (count == 0) {
        throw Error(Error::Kind::kResource,
                    fmt::format("{}: cannot read: the file became shorter", path_));
      }
      bytes = bytes.subspan(static_cast<std::size_t>(count));
      offset += static_cast<std::uint64_t>(count);
    }
  }

 private:
  std::string path_;
  Descriptor file_;
  std::uint64_t size_ = 0;
};

class PosixLock final : public FileSystem::Lock {
 public:
  explicit PosixLock(Descriptor file) : file_(std::move(file)) {}

 private:
  Descriptor file_;
};

// What the holder of a lock wrote into it; its process may have ended since.
std::string holder_of(int descriptor) {
  char text[32] = {};
  const ssize_t count = pread(descriptor, text, sizeof text - 1, 0);
  std::string digits;
  for (ssize_t i = 0; i < count && text[i] >= '0' && text[i] <= '9'; ++i) digits += text[i];
  return digits.empty() ? "another process" : "process " + digits;
}

}  // namespace

std::unique_ptr<FileSystem::WritableFile> PosixFileSystem::create(const std::string& path) {
  return std::make_unique<PosixWritableFile>(path);
}

std::unique_ptr<FileSystem::ReadableFile> PosixFileSystem::open(const std::string& path) const {
  Descriptor file(open_retrying(path, O_RDONLY));
  if (!file.is_open() && (errno == ENOENT || errno == ENOTDIR)) return nullptr;
  if (!file.is_open()) fail(path, "open the file");
  return std::make_unique<PosixReadableFile>(path, std::move(file));
}

void PosixFileSystem::rename(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) fail(to, "replace the file");
}

void PosixFileSystem::remove(const std::string& path) {
  if (unlink(path.c_str()) != 0 && errno != ENOENT) fail(path, "remove the file");
}

bool PosixFileSystem::is_folder(const std::string& path) const {
  struct stat status;
  if (stat(path.c_str(), &status) == 0) return S_ISDIR(status.st_mode);
  if (errno != ENOENT && errno != ENOTDIR) fail(path, "look at the folder");
  return false;
}

void PosixFileSystem::create_folder(const std::string& path) {
  if (mkdir(path.c_str(), 0777) == 0) return;
  const int reason = errno;
  if (reason != EEXIST || !is_folder(path)) fail(path, "create the folder", reason);
}

void PosixFileSystem::sync_folder(const std::string& path) {
  const Descriptor folder(open_retrying(path, O_RDONLY | O_DIRECTORY));
  if (!folder.is_open()) fail(path, "open the folder");
  // Some file systems cannot sync a folder and say so.
  if (sync_retrying(folder.get()) != 0 && errno != EINVAL) fail(path, "sync the folder");
}

std::vector<std::string> PosixFileSystem::list(const std::string& folder) const {
  std::error_code problem;
  std::vector<std::string> names;
  std::filesystem::directory_iterator entry(folder, problem);
  const std::filesystem::directory_iterator end;
  while (!problem && entry != end) {
    names.push_back(entry->path().filename().string());
    entry.increment(problem);
  }
  if (problem) fail(folder, "list the folder", problem.value());
  std::sort(names.begin(), names.end());
  return names;
}

std::unique_ptr<FileSystem::Lock> PosixFileSystem::lock(const std::string& path) {
  Descriptor file(open_retrying(path, O_RDWR | O_CREAT));
  if (!file.is_open()) fail(path, "create the file");
  if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) fail(path, "lock the file");
    throw Error(Error::Kind::kResource,
                fmt::format("{}: {} is working in this folder; wait for it, or end it", path,
                            holder_of(file.get())));
  }
  const std::string text = fmt::format("{}\n", getpid());
  if (ftruncate(file.get(), 0) != 0) fail(path, "write");
  const ssize_t written = pwrite(file.get(), text.data(), text.size(), 0);
  if (written != static_cast<ssize_t>(text.size())) fail(path, "write", written < 0 ? errno : EIO);
  return std::make_unique<PosixLock>(std::move(file));
}

}  // namespace questproof
