// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "storage/file_system.h"

namespace questproof {

// The disk of this machine, through POSIX calls. Locks are flock()s: they hold between processes of
// one machine, and on network file systems that pass them on (NFS from Linux 2.6.12).
class PosixFileSystem final : public FileSystem {
 public:
  std::unique_ptr<WritableFile> create(const std::string& path) override;
  std::unique_ptr<ReadableFile> open(const std::string& path) const override;
  void rename(const std::string& from, const std::string& to) override;
  void remove(const std::string& path) override;
  bool is_folder(const std::string& path) const override;
  void create_folder(const std::string& path) override;
  void sync_folder(const std::string& path) override;
  std::vector<std::string> list(const std::string& folder) const override;
  std::unique_ptr<Lock> lock(const std::string& path) override;
};

}  // namespace questproof
