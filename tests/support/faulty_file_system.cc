// SPDX-License-Identifier: MIT
#include "tests/support/faulty_file_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/base/error.h"

namespace questproof::testing_support {
namespace {

constexpr std::size_t kSector = 512;  // bytes that are written as a whole

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  QUEST_CHECK(slash != std::string::npos);
  return slash == 0 ? "/" : path.substr(0, slash);
}

// What of a file's new bytes is on disk by chance.
std::vector<std::uint8_t> torn(const std::vector<std::uint8_t>& durable,
                               const std::vector<std::uint8_t>& bytes, Random& random) {
  if (random.chance(25)) return durable;
  const bool grew =
      durable.size() <= bytes.size() && std::equal(durable.begin(), durable.end(), bytes.begin());
  const std::size_t kept = grew ? durable.size() : 0;
  const std::size_t length = kept + random.next() % (bytes.size() - kept + 1);
  std::vector<std::uint8_t> left(bytes.begin(),
                                 bytes.begin() + static_cast<std::ptrdiff_t>(length));
  for (std::size_t begin = kept; begin < length; begin += kSector) {
    if (!random.chance(25)) continue;
    const std::size_t end = std::min(begin + kSector, length);
    std::fill(left.begin() + static_cast<std::ptrdiff_t>(begin),
              left.begin() + static_cast<std::ptrdiff_t>(end), std::uint8_t{0});
  }
  return left;
}

}  // namespace

class FaultyFileSystem::Appender final : public FileSystem::WritableFile {
 public:
  Appender(FaultyFileSystem& disk, std::string path, std::size_t node)
      : disk_(disk), path_(std::move(path)), node_(node) {}

  void append(std::span<const std::uint8_t> bytes) override {
    const std::lock_guard lock(disk_.mutex_);
    std::vector<std::uint8_t>& to = disk_.nodes_[node_].bytes;
    if (disk_.fails_now()) bytes = bytes.first(bytes.size() / 2);
    to.insert(to.end(), bytes.begin(), bytes.end());
    disk_.expect_work(path_);
  }

  void sync() override {
    const std::lock_guard lock(disk_.mutex_);
    Node& node = disk_.nodes_[node_];
    if (disk_.fails_now()) node.unsure = true;
    disk_.expect_work(path_);
    ++disk_.syncs_;
    if (!node.unsure) node.durable = node.bytes;
  }

 private:
  FaultyFileSystem& disk_;
  std::string path_;
  std::size_t node_;
};

class FaultyFileSystem::Viewer final : public FileSystem::ReadableFile {
 public:
  Viewer(const FaultyFileSystem& disk, std::string path, std::size_t node)
      : disk_(disk), path_(std::move(path)), node_(node), size_(disk.nodes_[node].bytes.size()) {}

  std::uint64_t size() const override { return size_; }

  void read_at(std::uint64_t offset, std::span<std::uint8_t> bytes) const override {
    const std::lock_guard lock(disk_.mutex_);
    disk_.expect_work(path_);
    const std::vector<std::uint8_t>& from = disk_.nodes_[node_].bytes;
    QUEST_CHECK(offset <= from.size() && bytes.size() <= from.size() - offset);
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
  }

 private:
  const FaultyFileSystem& disk_;
  std::string path_;
  std::size_t node_;
  std::uint64_t size_;
};

class FaultyFileSystem::Holder final : public FileSystem::Lock {
 public:
  Holder(FaultyFileSystem& disk, std::string path) : disk_(disk), path_(std::move(path)) {}
  ~Holder() override {
    const std::lock_guard lock(disk_.mutex_);
    disk_.locked_.erase(path_);
  }

 private:
  FaultyFileSystem& disk_;
  std::string path_;
};

void FaultyFileSystem::fail_call(std::uint64_t call, Fault fault, bool lasting) {
  const std::lock_guard lock(mutex_);
  failing_call_ = calls_ + call;
  fault_ = fault;
  lasting_ = lasting || fault == Fault::kPowerLoss;
  failed_ = false;
}

void FaultyFileSystem::work_again() {
  const std::lock_guard lock(mutex_);
  failing_call_ = ~std::uint64_t{0};
}

bool FaultyFileSystem::has_failed() const {
  const std::lock_guard lock(mutex_);
  return failed_;
}

std::uint64_t FaultyFileSystem::calls() const {
  const std::lock_guard lock(mutex_);
  return calls_;
}

std::uint64_t FaultyFileSystem::syncs() const {
  const std::lock_guard lock(mutex_);
  return syncs_;
}

bool FaultyFileSystem::fails_now() const {
  return lasting_ ? calls_ >= failing_call_ : calls_ == failing_call_;
}

void FaultyFileSystem::expect_work(const std::string& path) const {
  const bool fails = fails_now();
  ++calls_;
  if (!fails) return;
  failed_ = true;
  const char* const reason = fault_ == Fault::kNoSpace       ? "No space left on device"
                             : fault_ == Fault::kInputOutput ? "Input/output error"
                                                             : "the power is gone";
  throw Error(Error::Kind::kResource, fmt::format("{}: {}", path, reason));
}

void FaultyFileSystem::power_on(Left left, Random& random) {
  const std::lock_guard lock(mutex_);
  QUEST_CHECK(locked_.empty());
  failing_call_ = ~std::uint64_t{0};
  if (left == Left::kEverything) return;
  for (Node& node : nodes_) {
    if (left == Left::kSome && node.bytes != node.durable) {
      node.durable = torn(node.durable, node.bytes, random);
    }
    node.bytes = node.durable;
    node.unsure = false;
  }
  if (left == Left::kSome) {
    std::set<std::string> changed;
    for (const auto& entry : names_) changed.insert(entry.first);
    for (const auto& entry : durable_names_) changed.insert(entry.first);
    for (const std::string& path : changed) {
      const auto now = names_.find(path);
      if (random.chance(50)) continue;  // as it was
      if (now == names_.end()) {
        durable_names_.erase(path);
      } else {
        durable_names_[path] = now->second;
      }
    }
    for (const std::string& folder : folders_) {
      if (random.chance(50)) durable_folders_.insert(folder);
    }
  }
  folders_ = durable_folders_;
  std::erase_if(durable_names_,
                [&](const auto& entry) { return !folders_.contains(folder_of(entry.first)); });
  names_ = durable_names_;
}

bool FaultyFileSystem::exists(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  return names_.contains(path);
}

FaultyFileSystem::Node& FaultyFileSystem::node_at(const std::string& path) {
  return nodes_[names_.at(path)];
}

std::vector<std::uint8_t> FaultyFileSystem::contents(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  return nodes_[names_.at(path)].bytes;
}

void FaultyFileSystem::set_contents(const std::string& path, std::vector<std::uint8_t> bytes) {
  const std::lock_guard lock(mutex_);
  if (!names_.contains(path)) {
    names_[path] = nodes_.size();
    nodes_.emplace_back();
  }
  durable_names_[path] = names_.at(path);
  Node& node = node_at(path);
  node.durable = bytes;
  node.bytes = std::move(bytes);
}

void FaultyFileSystem::erase(const std::string& path) {
  const std::lock_guard lock(mutex_);
  names_.erase(path);
  durable_names_.erase(path);
}

std::unique_ptr<FileSystem::WritableFile> FaultyFileSystem::create(const std::string& path) {
  const std::lock_guard lock(mutex_);
  expect_work(path);
  QUEST_CHECK(folders_.contains(folder_of(path)));
  const auto [place, fresh] = names_.emplace(path, nodes_.size());
  if (fresh) nodes_.emplace_back();
  nodes_[place->second].bytes.clear();
  return std::make_unique<Appender>(*this, path, place->second);
}

std::unique_ptr<FileSystem::ReadableFile> FaultyFileSystem::open(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  expect_work(path);
  const auto place = names_.find(path);
  if (place == names_.end()) return nullptr;
  return std::make_unique<Viewer>(*this, path, place->second);
}

void FaultyFileSystem::rename(const std::string& from, const std::string& to) {
  const std::lock_guard lock(mutex_);
  expect_work(to);
  names_[to] = names_.at(from);
  names_.erase(from);
}

void FaultyFileSystem::remove(const std::string& path) {
  const std::lock_guard lock(mutex_);
  expect_work(path);
  names_.erase(path);
}

bool FaultyFileSystem::is_folder(const std::string& path) const {
  const std::lock_guard lock(mutex_);
  expect_work(path);
  return folders_.contains(path);
}

void FaultyFileSystem::create_folder(const std::string& path) {
  const std::lock_guard lock(mutex_);
  expect_work(path);
  QUEST_CHECK(folders_.contains(folder_of(path)));
  folders_.insert(path);
}

void FaultyFileSystem::sync_folder(const std::string& path) {
  const std::lock_guard lock(mutex_);
  expect_work(path);
  ++syncs_;
  std::erase_if(durable_names_, [&](const auto& entry) { return folder_of(entry.first) == path; });
  for (const auto& entry : names_) {
    if (folder_of(entry.first) == path) durable_names_.insert(entry);
  }
  for (const std::string& folder : folders_) {
    if (folder != "/" && folder_of(folder) == path) durable_folders_.insert(folder);
  }
}

std::vector<std::string> FaultyFileSystem::list(const std::string& folder) const {
  const std::lock_guard lock(mutex_);
  expect_work(folder);
  std::vector<std::string> names;
  for (const auto& entry : names_) {
    if (folder_of(entry.first) == folder) names.push_back(entry.first.substr(folder.size() + 1));
  }
  return names;
}

std::unique_ptr<FileSystem::Lock> FaultyFileSystem::lock(const std::string& path) {
  const std::lock_guard lock(mutex_);
  expect_work(path);
  if (!locked_.insert(path).second) {
    throw Error(Error::Kind::kResource, fmt::format("{}: locked", path));
  }
  if (!names_.contains(path)) {
    names_[path] = nodes_.size();
    nodes_.emplace_back();
  }
  return std::make_unique<Holder>(*this, path);
}

}  // namespace questproof::testing_support
