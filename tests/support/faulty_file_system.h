// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "storage/file_system.h"
#include "tests/support/random_model.h"

namespace questproof::testing_support {

// A disk in memory that can fail, lose its power and forget what was not synced.
//
// It promises no more than FileSystem does. A loss of power picks for each file what is left of what
// was not synced, and for each name whether its last change happened. A sync that failed once leaves
// the file's bytes unsure for good, though later ones succeed: as Linux does it (Rebello et al.,
// "Can Applications Recover from fsync Failures?", 2020).
class FaultyFileSystem final : public FileSystem {
 public:
  enum class Fault {
    kNoSpace,      // the call fails; half of what it should append is there
    kInputOutput,  // the same, with another message
    kPowerLoss     // nothing works any more until power_on()
  };
  // Of what was not synced: nothing is left, a random part, or all (the process died, not the machine).
  enum class Left { kNothing, kSome, kEverything };

  // Lets a call fail: the one that `call` calls come before. With `lasting`, all after it fail too.
  void fail_call(std::uint64_t call, Fault fault, bool lasting);
  void work_again();  // no call fails
  bool has_failed() const;
  std::uint64_t calls() const;  // so far
  std::uint64_t syncs() const;  // of files and folders, so far

  // What is there after a loss of power, and the disk works. Requires: no file or lock is open.
  void power_on(Left left, Random& random);

  // The bytes of a file as they are now, to be looked at or damaged; what is changed here is durable.
  // Nothing: no such file.
  bool exists(const std::string& path) const;
  std::vector<std::uint8_t> contents(const std::string& path) const;
  void set_contents(const std::string& path, std::vector<std::uint8_t> bytes);
  void erase(const std::string& path);

  std::unique_ptr<WritableFile> create(const std::string& path) override;
  std::unique_ptr<ReadableFile> open(const std::string& path) const override;
  void rename(const std::string& from, const std::string& to) override;
  void remove(const std::string& path) override;
  bool is_folder(const std::string& path) const override;
  void create_folder(const std::string& path) override;
  void sync_folder(const std::string& path) override;
  std::vector<std::string> list(const std::string& folder) const override;
  std::unique_ptr<Lock> lock(const std::string& path) override;

 private:
  struct Node {
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint8_t> durable;
    bool unsure = false;  // a sync has failed
  };
  using Names = std::map<std::string, std::size_t>;  // path to position in nodes_
  class Appender;
  class Viewer;
  class Holder;

  // Counts a call. Throws when its turn to fail has come. Requires: the lock is held.
  void expect_work(const std::string& path) const;
  bool fails_now() const;
  Node& node_at(const std::string& path);

  mutable std::mutex mutex_;
  mutable std::uint64_t calls_ = 0;
  mutable bool failed_ = false;
  std::uint64_t syncs_ = 0;
  std::uint64_t failing_call_ = ~std::uint64_t{0};
  Fault fault_ = Fault::kNoSpace;
  bool lasting_ = false;

  std::vector<Node> nodes_;
  Names names_;
  Names durable_names_;
  std::set<std::string> folders_ = {"/"};
  std::set<std::string> durable_folders_ = {"/"};
  std::set<std::string> locked_;
};

}  // namespace questproof::testing_support
