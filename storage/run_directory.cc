// SPDX-License-Identifier: MIT
#include "storage/run_directory.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

#include "core/base/check.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/net/collective.h"
#include "storage/certificate_file.h"
#include "storage/frame.h"

namespace questproof {
namespace {

constexpr std::size_t kLargestPack = std::size_t{16} << 20;  // bytes in memory between commits
constexpr std::size_t kMostOpenFiles = 64;                   // between commits

std::string parent_of(const std::string& folder) {
  std::filesystem::path path(folder);
  if (path.filename().empty()) path = path.parent_path();  // "runs/a/"
  const std::string parent = path.parent_path().string();
  return parent.empty() ? "." : parent;
}

// Left by a run that ended while it was being created.
bool is_of_beginning(const std::string& name) {
  return name == kLockName || name == kGameName || name == kGameTemporary ||
         name == kManifestTemporary;
}

}  // namespace

bool RunDirectory::holds_run(const FileSystem& files, const std::string& folder) {
  if (!files.is_folder(folder)) return false;
  const std::vector<std::string> names = files.list(folder);
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return manifest_number(name).has_value(); });
}

std::unique_ptr<RunDirectory> RunDirectory::create(FileSystem& files, const std::string& folder,
                                                   const NewRun& run, Transport* ranks) {
  std::unique_ptr<RunDirectory> directory(new RunDirectory(files, folder, ranks));
  if (directory->is_first()) {
    if (!files.is_folder(folder)) files.create_folder(folder);
    expect_empty(files, folder);
    directory->lock_folder();
    expect_empty(files, folder);  // nobody else can have begun a run from here on
    directory->begin(run);
  }
  directory->join_run();
  return directory;
}

void RunDirectory::expect_empty(const FileSystem& files, const std::string& folder) {
  for (const std::string& name : files.list(folder)) {
    if (is_of_beginning(name)) continue;
    const char* const problem =
        manifest_number(name)
            ? "there is a run in this folder already; resume it, or take another folder"
            : "this folder is not empty; take another one";
    throw Error(Error::Kind::kInput, fmt::format("{}: {} (it holds {})", folder, problem, name));
  }
}

std::unique_ptr<RunDirectory> RunDirectory::open(FileSystem& files, const std::string& folder,
                                                 const RunIdentity* expected, Transport* ranks) {
  std::unique_ptr<RunDirectory> directory(new RunDirectory(files, folder, ranks));
  if (directory->is_first()) {
    if (!holds_run(files, folder)) {
      throw Error(Error::Kind::kInput, fmt::format("{}: there is no run in this folder", folder));
    }
    directory->lock_folder();
    directory->take_over(recover_run(files, folder, expected));
  }
  directory->join_run();
  return directory;
}

RunDirectory::RunDirectory(FileSystem& files, std::string folder, Transport* ranks)
    : files_(files), folder_(std::move(folder)), ranks_(ranks == nullptr ? solo_ : *ranks) {}

RunDirectory::~RunDirectory() = default;

void RunDirectory::lock_folder() { lock_ = files_.lock(path(kLockName)); }

// What the first rank has found or begun is what all ranks go on from.
void RunDirectory::join_run() {
  const Bytes manifest =
      broadcast(ranks_, 0, is_first() ? encode_manifest(manifest_) : std::vector<std::uint8_t>());
  if (is_first()) {
    next_file_ = first_free_ = manifest_.next_file;
    return;
  }
  try {
    adopt(decode_manifest(manifest), manifest.size());
  } catch (const FormatProblem& problem) {
    throw Error(Error::Kind::kResource, "the manifest sent by rank 0 " + problem.text);
  }
  // Another file system would be found out at the first commit only, if at all.
  const auto file = files_.open(path(kGameName));
  const std::vector<std::uint8_t> game = file ? read_whole(*file) : std::vector<std::uint8_t>();
  if (hash_128(std::as_bytes(std::span(game))) != manifest_.game_checksum) {
    throw Error(Error::Kind::kResource,
                fmt::format("{}: the run that rank 0 sees in this folder is not here; all ranks "
                            "must see one and the same file system there",
                            folder_));
  }
  game_bytes_ = game.size();
}

void RunDirectory::begin(const NewRun& run) {
  const std::vector<std::uint8_t> game = encode_game_table(run.game);
  write_atomically(kGameTemporary, kGameName, game);
  Manifest manifest;
  manifest.identity = run.identity;
  manifest.texts = run.texts;
  manifest.game_checksum = hash_128(std::as_bytes(std::span(game)));
  game_bytes_ = game.size();
  const Bytes bytes = write_commit(manifest);
  adopt(std::move(manifest), bytes.size());
  files_.sync_folder(parent_of(folder_));
}

void RunDirectory::take_over(Recovery recovery) {
  manifest_ = std::move(recovery.manifest);
  notes_ = std::move(recovery.notes);
  older_files_ = std::move(recovery.older_files);
  manifests_ = std::move(recovery.manifests);
  next_commit_ = recovery.next_commit;
  game_bytes_ = recovery.game_bytes;
  const auto certificate = files_.open(path(kCertificateName));
  if (certificate) certificate_bytes_ = certificate->size();
  for (const StoredFile& file : manifest_.files) {
    committed_files_.insert(file.number);
    on_disk_.emplace(file.number, file.size);
  }
  for (std::size_t i = 0; i < manifest_.columns.size(); ++i) {
    columns_[manifest_.columns[i].name].parts.push_back(
        {manifest_.columns[i], std::move(recovery.indexes[i])});
  }
  // The process before may have ended between a rename and its sync: what is relied on from here on
  // must be there after a loss of power. A damaged manifest goes before anything that it needs, or the
  // next start might blame something else.
  if (recovery.damaged_manifest) files_.remove(path(*recovery.damaged_manifest));
  files_.sync_folder(folder_);
  files_.sync_folder(parent_of(folder_));
  for (const std::string& name : recovery.leftovers) files_.remove(path(name));
  for (const std::uint64_t number : older_files_) {
    const auto file = files_.open(path(file_name(number)));
    if (file) on_disk_.emplace(number, file->size());
  }
}

GameTable RunDirectory::read_game() const {
  try {
    return decode_game_table(read_file_of_run(files_, folder_, kGameName));
  } catch (const FormatProblem& problem) {
    throw Error(Error::Kind::kInput, fmt::format("{}: {}", path(kGameName), problem.text));
  }
}

void RunDirectory::write_certificate(const Certification& certification) {
  const std::lock_guard lock(mutex_);
  const std::vector<std::uint8_t> bytes = encode_certificate(manifest_.identity, certification);
  write_atomically(kCertificateTemporary, kCertificateName, bytes);
  certificate_bytes_ = bytes.size();
}

std::optional<StoredCertificate> RunDirectory::read_certificate() const {
  const auto file = files_.open(path(kCertificateName));
  if (!file) return std::nullopt;
  try {
    return decode_certificate(read_whole(*file));
  } catch (const FormatProblem& problem) {
    throw Error(Error::Kind::kInput, fmt::format("{}: {}", path(kCertificateName), problem.text));
  }
}

void RunDirectory::verify() const {
  for (const ColumnName name : columns()) {
    std::vector<std::uint32_t> partitions;
    {
      const std::lock_guard lock(mutex_);
      for (const Part& part : columns_.at(name).parts) {
        for (const ColumnBlock& block : index_of(part).blocks) {
          partitions.push_back(block.partition);
        }
      }
    }
    for (const std::uint32_t partition : partitions) read(name, partition);
  }
}

std::unique_ptr<RunStorage::Writer> RunDirectory::create(ColumnName name) {
  ColumnSink& sink = *this;
  return std::make_unique<ColumnWriter>(sink, name, manifest_.identity.partitions);
}

void RunDirectory::drop(ColumnName name) {
  const std::lock_guard lock(mutex_);
  QUEST_CHECK_MSG(columns_.erase(name) == 1, "there is no such column");
}

std::vector<ColumnName> RunDirectory::columns() const {
  const std::lock_guard lock(mutex_);
  std::vector<ColumnName> names;
  for (const auto& entry : columns_) names.push_back(entry.first);
  return names;
}

std::vector<std::uint8_t> RunDirectory::read(ColumnName name, std::size_t partition) const {
  std::unique_lock lock(mutex_);
  const auto place = columns_.find(name);
  QUEST_CHECK_MSG(place != columns_.end(), "there is no such column");
  const Part* holder = nullptr;
  const ColumnBlock* found = nullptr;
  for (const Part& part : place->second.parts) {
    holder = &part;
    found = index_of(part).find(static_cast<std::uint32_t>(partition));
    if (found != nullptr) break;
  }
  if (found == nullptr) return {};
  const ColumnBlock block = *found;
  const std::uint64_t file = holder->place.file;
  const std::uint64_t offset = holder->place.offset;
  if (!pack_.bytes.empty() && file == pack_.number) {
    const auto begin = pack_.bytes.begin() + static_cast<std::ptrdiff_t>(offset + block.offset);
    std::vector<std::uint8_t> stored(begin, begin + static_cast<std::ptrdiff_t>(block.stored_size));
    lock.unlock();
    return decode_block(block, std::move(stored));
  }
  lock.unlock();
  return read_stored(name, file, offset, block);
}

// Requires: the lock is held. What this rank wrote it knows; what others wrote is committed.
const ColumnIndex& RunDirectory::index_of(const Part& part) const {
  if (part.index) return *part.index;
  const StoredColumn& place = part.place;
  const std::string file_path = path(file_name(place.file));
  const auto opened = files_.open(file_path);
  try {
    if (!opened) throw FormatProblem{FormatProblem::Kind::kDamaged, "is missing"};
    part.index = read_column_index(*opened, place.offset, place.length, place.checksum);
  } catch (const FormatProblem& problem) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: {} (column {})", file_path, problem.text, to_string(place.name)));
  }
  return *part.index;
}

std::vector<std::uint8_t> RunDirectory::read_stored(ColumnName name, std::uint64_t file,
                                                    std::uint64_t offset,
                                                    const ColumnBlock& block) const {
  const std::string file_path = path(file_name(file));
  const auto opened = files_.open(file_path);
  try {
    if (!opened) throw FormatProblem{FormatProblem::Kind::kDamaged, "is missing"};
    return read_block(*opened, offset, block);
  } catch (const FormatProblem& problem) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: {} (column {})", file_path, problem.text, to_string(name)));
  }
}

std::uint64_t RunDirectory::disk_bytes() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = game_bytes_ + certificate_bytes_ + pack_.bytes.size();
  for (const auto& entry : manifests_) sum += entry.second;
  for (const auto& entry : on_disk_) sum += entry.second;
  return sum;
}

std::uint64_t RunDirectory::disk_bytes(ColumnKind kind) const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = 0;
  for (const auto& [name, column] : columns_) {
    if (name.kind != kind) continue;
    for (const Part& part : column.parts) sum += part.place.length;
  }
  return sum;
}

ColumnSink::NewFile RunDirectory::new_file() {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = new_file_number();
  }
  return {number, files_.create(path(file_name(number)))};
}

// Requires: the lock is held.
std::uint64_t RunDirectory::new_file_number() {
  const std::uint64_t number = next_file_;
  next_file_ += static_cast<std::uint64_t>(ranks_.ranks());
  first_free_ = number + 1;
  return number;
}

void RunDirectory::seal_part(ColumnName name, std::uint64_t file, std::uint64_t offset,
                             ColumnIndex index) {
  Part part{{name, file, offset, index.length, index.checksum}, std::move(index)};
  columns_[name] = Column{{std::move(part)}, true};
}

void RunDirectory::add_file(ColumnName name, NewFile file, ColumnIndex index) {
  const std::lock_guard lock(mutex_);
  if (unsynced_.size() >= kMostOpenFiles) sync_new_files();
  on_disk_.emplace(file.number, index.length);
  seal_part(name, file.number, 0, std::move(index));
  unsynced_.push_back(std::move(file));
}

void RunDirectory::add_bytes(ColumnName name, std::vector<std::uint8_t> bytes, ColumnIndex index) {
  const std::lock_guard lock(mutex_);
  if (index.blocks.empty() && !is_first()) {  // the first rank's part says that there is a column
    columns_[name] = Column{{}, true};
    return;
  }
  if (pack_.bytes.size() + bytes.size() > kLargestPack) flush_pack();
  if (pack_.bytes.empty()) pack_.number = new_file_number();
  seal_part(name, pack_.number, pack_.bytes.size(), std::move(index));
  pack_.bytes.insert(pack_.bytes.end(), bytes.begin(), bytes.end());
}

void RunDirectory::forget(NewFile file) noexcept {
  try {
    file.file.reset();
    files_.remove(path(file_name(file.number)));
  } catch (const Error&) {
    // Opening the run again clears it away.
  }
}

// The pack's file is complete or, after a failure, not there for anybody: its columns stay in memory.
void RunDirectory::flush_pack() {
  if (pack_.bytes.empty()) return;
  NewFile file{pack_.number, files_.create(path(file_name(pack_.number)))};
  file.file->append(pack_.bytes);
  on_disk_.emplace(pack_.number, pack_.bytes.size());
  unsynced_.push_back(std::move(file));
  pack_ = {};
}

// A file that could not be synced must not be synced again: the system may have forgotten what it did
// not write, and call the file clean.
void RunDirectory::sync_new_files() {
  try {
    for (const NewFile& file : unsynced_) file.file->sync();
  } catch (const Error& problem) {
    failure_ = problem.what();
    throw;
  }
  unsynced_.clear();
}

void RunDirectory::commit(const RunProgress& progress) {
  const std::lock_guard lock(mutex_);
  if (failure_) {
    throw Error(Error::Kind::kResource,
                fmt::format("{}: nothing is committed after a failure: {}", folder_, *failure_));
  }
  try {
    const bool has_new_files = !unsynced_.empty() || !pack_.bytes.empty();
    flush_pack();
    sync_new_files();
    if (has_new_files) files_.sync_folder(folder_);
    commit_with_others(progress);
  } catch (const Error& problem) {
    failure_ = problem.what();
    throw;
  }
  remove_what_nothing_needs();
}

// Each rank says what it has added, as a manifest of just that; the first one commits, and all go on from
// what it has committed. The files are safe when the first gathering returns.
void RunDirectory::commit_with_others(const RunProgress& progress) {
  const std::vector<Bytes> added =
      ranks_.all_gather(is_first() ? std::vector<std::uint8_t>() : encode_manifest(own_manifest()));
  try {
    Bytes committed;
    if (is_first()) {
      std::vector<Manifest> of_others;
      for (std::size_t rank = 1; rank < added.size(); ++rank) {
        of_others.push_back(decode_manifest(added[rank]));
      }
      committed = write_commit(next_manifest(progress, of_others));
    }
    if (ranks_.ranks() > 1) committed = broadcast(ranks_, 0, committed);
    adopt(decode_manifest(committed), committed.size());
  } catch (const FormatProblem& problem) {
    throw Error(Error::Kind::kResource, "a manifest sent between ranks " + problem.text);
  }
}

// What this rank has sealed since the last commit.
Manifest RunDirectory::own_manifest() const {
  Manifest manifest;
  std::set<std::uint64_t> needed;
  for (const auto& [name, column] : columns_) {
    if (!column.fresh) continue;
    for (const Part& part : column.parts) {
      manifest.columns.push_back(part.place);
      needed.insert(part.place.file);
    }
  }
  for (const std::uint64_t number : needed) {
    manifest.files.push_back({number, on_disk_.at(number)});
  }
  manifest.next_file = first_free_;
  return manifest;
}

Manifest RunDirectory::next_manifest(const RunProgress& progress,
                                     const std::vector<Manifest>& of_others) const {
  Manifest manifest;
  manifest.identity = manifest_.identity;
  manifest.texts = manifest_.texts;
  manifest.game_checksum = manifest_.game_checksum;
  manifest.progress = progress;
  manifest.first_new_file = manifest_.next_file;
  manifest.next_file = first_free_;
  std::map<std::uint64_t, std::uint64_t> sizes = on_disk_;
  for (const auto& [name, column] : columns_) {
    for (const Part& part : column.parts) manifest.columns.push_back(part.place);
  }
  for (const Manifest& added : of_others) {
    for (const StoredColumn& part : added.columns) {
      const auto column = columns_.find(part.name);
      QUEST_CHECK_MSG(column != columns_.end() && column->second.fresh,
                      "ranks have sealed different columns");
      manifest.columns.push_back(part);
    }
    for (const StoredFile& file : added.files) sizes.emplace(file.number, file.size);
    manifest.next_file = std::max(manifest.next_file, added.next_file);
  }
  std::sort(manifest.columns.begin(), manifest.columns.end(),
            [](const StoredColumn& one, const StoredColumn& other) {
              return std::tie(one.name, one.file, one.offset) <
                     std::tie(other.name, other.file, other.offset);
            });
  std::set<std::uint64_t> needed;
  for (const StoredColumn& column : manifest.columns) needed.insert(column.file);
  for (const std::uint64_t number : needed) manifest.files.push_back({number, sizes.at(number)});
  return manifest;
}

// Makes a commit the one that this object stands for.
void RunDirectory::adopt(Manifest manifest, std::size_t size) {
  std::map<ColumnName, Column> columns;
  for (const StoredColumn& place : manifest.columns) {
    Part part{place, std::nullopt};
    const auto known = columns_.find(place.name);
    if (known != columns_.end()) {
      for (Part& old : known->second.parts) {
        if (old.place == place) part.index = std::move(old.index);
      }
    }
    columns[place.name].parts.push_back(std::move(part));
  }
  const bool begins = !manifest.progress.has_value();
  for (const auto& entry : columns_) QUEST_CHECK(begins || columns.contains(entry.first));
  columns_ = std::move(columns);
  manifests_.emplace(manifest.commit, size);
  older_files_ = std::exchange(committed_files_, {});
  for (const StoredFile& file : manifest.files) {
    committed_files_.insert(file.number);
    on_disk_.emplace(file.number, file.size);
  }
  next_commit_ = manifest.commit + 1;
  first_free_ = manifest.next_file;
  next_file_ = first_free_ + static_cast<std::uint64_t>(ranks_.rank());
  manifest_ = std::move(manifest);
}

// From the rename on, the new manifest may count. It does so here only when that is sure: adopt().
Bytes RunDirectory::write_commit(Manifest manifest) {
  manifest.commit = next_commit_;
  Bytes bytes = encode_manifest(manifest);
  write_atomically(kManifestTemporary, manifest_name(manifest.commit), bytes);
  return bytes;
}

void RunDirectory::write_atomically(const std::string& temporary, const std::string& name,
                                    const std::vector<std::uint8_t>& bytes) {
  const std::unique_ptr<FileSystem::WritableFile> file = files_.create(path(temporary));
  file->append(bytes);
  file->sync();
  files_.rename(path(temporary), path(name));
  files_.sync_folder(folder_);
}

// What cannot be removed now is tried again after the next commit, and when the run is opened.
void RunDirectory::remove_what_nothing_needs() {
  try {
    while (manifests_.size() > 2) {
      if (is_first()) files_.remove(path(manifest_name(manifests_.begin()->first)));
      manifests_.erase(manifests_.begin());
    }
    for (auto file = on_disk_.begin(); file != on_disk_.end();) {
      if (committed_files_.contains(file->first) || older_files_.contains(file->first)) {
        ++file;
        continue;
      }
      if (is_first()) files_.remove(path(file_name(file->first)));
      file = on_disk_.erase(file);
    }
  } catch (const Error&) {
  }
}

}  // namespace questproof
