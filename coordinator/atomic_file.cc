// SPDX-License-Identifier: MIT
#include "coordinator/atomic_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/error.h"

namespace questproof {
namespace {

[[noreturn]] void fail(const std::string& path, const char* doing) {
  const int reason = errno;
  throw Error(Error::Kind::kResource,
              fmt::format("{}: cannot {}: {}", path, doing, std::strerror(reason)));
}

// A file descriptor that is closed at the end of its life; and a file that is removed unless kept.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path)
      : path_(std::move(path)),
        descriptor_(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) fail(path_, "create the file");
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!renamed_) unlink(path_.c_str());
  }

  void write_all(std::string_view contents) {
    while (!contents.empty()) {
      const ssize_t written = ::write(descriptor_, contents.data(), contents.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) fail(path_, "write");
      contents.remove_prefix(static_cast<std::size_t>(written));
    }
    if (fsync(descriptor_) != 0) fail(path_, "sync");
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (close(descriptor) != 0) fail(path_, "close");
  }

  void rename_to(const std::string& path) {
    if (rename(path_.c_str(), path.c_str()) != 0) fail(path, "replace the file");
    renamed_ = true;
  }

 private:
  std::string path_;
  int descriptor_;
  bool renamed_ = false;
};

void sync_folder(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) fail(folder, "open the folder");
  const int result = fsync(descriptor);
  close(descriptor);
  if (result != 0 && errno != EINVAL) fail(folder, "sync the folder");
}

}  // namespace

void write_file_atomically(const std::string& path, std::string_view contents) {
  TemporaryFile file(fmt::format("{}.{}.tmp", path, getpid()));
  file.write_all(contents);
  file.rename_to(path);
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  sync_folder(folder.empty() ? "." : folder.string());
}

std::string read_file(const std::string& path) {
  std::error_code problem;
  if (std::filesystem::is_directory(path, problem)) {
    throw Error(Error::Kind::kInput, fmt::format("{}: is a folder, not a file", path));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: cannot read the file: {}", path, std::strerror(errno)));
  }
  std::ostringstream contents;
  contents << file.rdbuf();
  if (file.bad()) throw Error(Error::Kind::kInput, fmt::format("{}: reading failed", path));
  return contents.str();
}

}  // namespace questproof
