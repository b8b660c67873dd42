// SPDX-License-Identifier: MIT
#include "coordinator/atomic_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "core/base/error.h"

namespace questproof {
namespace {

[[noreturn]] void fail(const std::string& path, const char* doing) {
  const int reason = errno;
  throw Error(Error::Kind::kResource,
              fmt::format("{}: cannot {}: {}", path, doing, std::strerror(reason)));
}

// Devices and pipes cannot be replaced by a file: they are written to as they are.
bool is_special(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

void write_all_to(int descriptor, const std::string& target, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t written = ::write(descriptor, contents.data(), contents.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(target, "write");
    contents.remove_prefix(static_cast<std::size_t>(written));
  }
}

void write_special(const std::string& path, std::string_view contents) {
  std::FILE* const file = std::fopen(path.c_str(), "we");
  if (file == nullptr) fail(path, "open the file");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> closed_at_the_end(file, &std::fclose);
  write_all_to(fileno(file), path, contents);
}

// A file beside the target that is removed unless it takes the target's place. Messages name the target.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string target)
      : target_(std::move(target)),
        path_(fmt::format("{}.{}.tmp", target_, getpid())),
        descriptor_(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) fail(target_, "create the file");
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!renamed_) unlink(path_.c_str());
  }

  void write_all(std::string_view contents) {
    write_all_to(descriptor_, target_, contents);
    if (fsync(descriptor_) != 0) fail(target_, "sync");
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (close(descriptor) != 0) fail(target_, "close");
  }

  void replace_target() {
    if (rename(path_.c_str(), target_.c_str()) != 0) fail(target_, "replace the file");
    renamed_ = true;
  }

 private:
  std::string target_;
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
  if (is_special(path)) return write_special(path, contents);
  TemporaryFile file(path);
  file.write_all(contents);
  file.replace_target();
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
  // A pipe is welcome; what never ends is not.
  constexpr std::size_t kLargestFile = std::size_t{1} << 30;
  std::string contents;
  std::string piece(std::size_t{1} << 16, '\0');
  while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())), file.gcount() > 0) {
    contents.append(piece, 0, static_cast<std::size_t>(file.gcount()));
    if (contents.size() > kLargestFile) {
      throw Error(Error::Kind::kInput, fmt::format("{}: is larger than a gibibyte", path));
    }
  }
  if (file.bad()) throw Error(Error::Kind::kInput, fmt::format("{}: reading failed", path));
  return contents;
}

}  // namespace questproof
