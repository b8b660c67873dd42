// SPDX-License-Identifier: MIT
#include "storage/run_recovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "storage/frame.h"

namespace questproof {
namespace {

constexpr const char* kRemedy =
    "put back the file as it was, or remove the folder and begin the run again";

std::string path_of(const std::string& folder, const std::string& name) {
  return folder + "/" + name;
}

// A commit that can be used.
struct Candidate {
  Manifest manifest;
  std::vector<ColumnIndex> indexes;
};

// Thrown when a commit cannot be used: which file is to blame, and why.
struct Damage {
  std::string text;
};

class CommitReader {
 public:
  CommitReader(const FileSystem& files, const std::string& folder)
      : files_(files), folder_(folder) {}

  Manifest read_manifest(std::uint64_t commit) const {
    const std::string name = manifest_name(commit);
    Manifest manifest;
    naming(name, [&] {
      const auto file = open(name);
      manifest = decode_manifest(read_whole(*file));
    });
    if (manifest.commit != commit) throw Damage{path_of(folder_, name) + ": has a wrong name"};
    return manifest;
  }

  // Checks all files of the commit.
  Candidate read(std::uint64_t commit) const {
    Candidate candidate;
    candidate.manifest = read_manifest(commit);
    const std::vector<StoredColumn>& columns = candidate.manifest.columns;
    candidate.indexes.resize(columns.size());
    std::map<std::uint64_t, std::vector<std::size_t>> columns_of;
    for (std::size_t i = 0; i < columns.size(); ++i) columns_of[columns[i].file].push_back(i);
    for (const StoredFile& file : candidate.manifest.files) {
      read_file(file, columns_of[file.number], candidate);
      columns_of.erase(file.number);
    }
    if (!columns_of.empty()) {
      const StoredColumn& column = columns[columns_of.begin()->second.front()];
      throw Damage{fmt::format("{}: names the column {} in no file of its own",
                               path_of(folder_, manifest_name(commit)), to_string(column.name))};
    }
    expect_distinct_partitions(candidate);
    return candidate;
  }

 private:
  std::unique_ptr<FileSystem::ReadableFile> open(const std::string& name) const {
    std::unique_ptr<FileSystem::ReadableFile> file = files_.open(path_of(folder_, name));
    if (!file) throw FormatProblem{FormatProblem::Kind::kDamaged, "is missing"};
    return file;
  }

  // Of the parts of a column, each has partitions of its own.
  void expect_distinct_partitions(const Candidate& candidate) const {
    std::map<ColumnName, std::set<std::uint32_t>> partitions;
    for (std::size_t i = 0; i < candidate.indexes.size(); ++i) {
      const ColumnName name = candidate.manifest.columns[i].name;
      for (const ColumnBlock& block : candidate.indexes[i].blocks) {
        if (partitions[name].insert(block.partition).second) continue;
        throw Damage{fmt::format("{}: names two parts of the column {} that hold partition {}",
                                 path_of(folder_, manifest_name(candidate.manifest.commit)),
                                 to_string(name), block.partition)};
      }
    }
  }

  void read_file(const StoredFile& stored, const std::vector<std::size_t>& columns,
                 Candidate& candidate) const {
    const std::string name = file_name(stored.number);
    naming(name, [&] {
      const auto file = open(name);
      if (file->size() != stored.size) {
        throw FormatProblem{
            FormatProblem::Kind::kDamaged,
            fmt::format("has {} bytes, and was written with {}", file->size(), stored.size)};
      }
      const bool fresh = stored.number >= candidate.manifest.first_new_file;
      for (const std::size_t place : columns) {
        const StoredColumn& column = candidate.manifest.columns[place];
        ColumnIndex index = read_column_index(*file, column.offset, column.length, column.checksum);
        if (fresh) {
          for (const ColumnBlock& block : index.blocks) read_block(*file, column.offset, block);
        }
        candidate.indexes[place] = std::move(index);
      }
    });
  }

  // Turns problems of a format into damage of the named file, or, when another version is to
  // blame, into an error: falling back would throw away what that version has done.
  template <typename Read>
  void naming(const std::string& name, const Read& read) const {
    try {
      read();
    } catch (const FormatProblem& problem) {
      const std::string text = fmt::format("{}: {}", path_of(folder_, name), problem.text);
      if (problem.kind == FormatProblem::Kind::kVersion) throw Error(Error::Kind::kInput, text);
      throw Damage{text};
    }
  }

  const FileSystem& files_;
  const std::string& folder_;
};

struct Listing {
  std::vector<std::uint64_t> manifests;  // ascending
  std::vector<std::uint64_t> files;      // ascending
  std::vector<std::string> temporary;
};

Listing list_run(const FileSystem& files, const std::string& folder) {
  Listing listing;
  for (const std::string& name : files.list(folder)) {
    if (const auto commit = manifest_number(name)) listing.manifests.push_back(*commit);
    if (const auto number = file_number(name)) listing.files.push_back(*number);
    if (name == kGameTemporary || name == kManifestTemporary || name == kCertificateTemporary ||
        name == kDiagramsTemporary) {
      listing.temporary.push_back(name);
    }
  }
  std::sort(listing.manifests.begin(), listing.manifests.end());
  std::sort(listing.files.begin(), listing.files.end());
  return listing;
}

// The newest commit, or the one before it.
Candidate choose(const CommitReader& reader, const Listing& listing, Recovery& recovery) {
  const std::uint64_t newest = listing.manifests.back();
  std::string damage;
  try {
    return reader.read(newest);
  } catch (const Damage& found) {
    damage = found.text;
  }
  if (listing.manifests.size() < 2) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}; there is no commit before it to go back to: {}", damage, kRemedy));
  }
  try {
    Candidate before = reader.read(listing.manifests[listing.manifests.size() - 2]);
    recovery.damaged_manifest = manifest_name(newest);
    recovery.notes.push_back(
        fmt::format("{}; commit {} is lost, and the run goes on from commit {}", damage, newest,
                    before.manifest.commit));
    return before;
  } catch (const Damage& older) {
    const bool same = older.text == damage;
    throw Error(
        Error::Kind::kInput,
        fmt::format("{}; the commit before needs {} too: {}", damage,
                    same ? std::string("it") : "what is damaged (" + older.text + ")", kRemedy));
  }
}

void check_identity(const std::string& folder, const RunIdentity& stored,
                    const RunIdentity* expected) {
  if (expected == nullptr) return;
  const std::string text = difference(stored, *expected);
  if (text.empty()) return;
  throw Error(Error::Kind::kInput,
              fmt::format("{}: this run belongs to another search: {}", folder, text));
}

std::uint64_t check_game(const FileSystem& files, const std::string& folder,
                         const Manifest& manifest) {
  const std::vector<std::uint8_t> bytes = read_file_of_run(files, folder, kGameName);
  if (hash_128(std::as_bytes(std::span(bytes))) != manifest.game_checksum) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: does not match the checksum in the manifest: {}",
                            path_of(folder, kGameName), kRemedy));
  }
  return bytes.size();
}

std::set<std::uint64_t> files_of(const Manifest& manifest) {
  std::set<std::uint64_t> numbers;
  for (const StoredFile& file : manifest.files) numbers.insert(file.number);
  return numbers;
}

// The commit before the chosen one stays as long as it can be read.
std::set<std::uint64_t> older_files(const CommitReader& reader, const Recovery& recovery) {
  const auto chosen = recovery.manifests.find(recovery.manifest.commit);
  if (chosen == recovery.manifests.begin()) return {};
  try {
    return files_of(reader.read_manifest(std::prev(chosen)->first));
  } catch (const Damage&) {
    return {};
  }
}

}  // namespace

std::vector<std::uint8_t> read_file_of_run(const FileSystem& files, const std::string& folder,
                                           const std::string& name) {
  const auto file = files.open(path_of(folder, name));
  if (!file) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: is missing: {}", path_of(folder, name), kRemedy));
  }
  return read_whole(*file);
}

Recovery recover_run(const FileSystem& files, const std::string& folder,
                     const RunIdentity* expected) {
  const Listing listing = list_run(files, folder);
  if (listing.manifests.empty()) {
    throw Error(Error::Kind::kInput, fmt::format("{}: there is no run in this folder", folder));
  }
  const CommitReader reader(files, folder);
  Recovery recovery;
  Candidate chosen = choose(reader, listing, recovery);
  recovery.manifest = std::move(chosen.manifest);
  recovery.indexes = std::move(chosen.indexes);
  check_identity(folder, recovery.manifest.identity, expected);
  recovery.game_bytes = check_game(files, folder, recovery.manifest);

  for (const std::uint64_t commit : listing.manifests) {
    const auto file = files.open(path_of(folder, manifest_name(commit)));
    if (file) recovery.manifests.emplace(commit, file->size());
  }
  recovery.next_commit = listing.manifests.back() + 1;
  if (recovery.damaged_manifest) recovery.manifests.erase(listing.manifests.back());
  // Those before the last two are there when they could not be removed.
  while (recovery.manifests.size() > 2) {
    recovery.leftovers.push_back(manifest_name(recovery.manifests.begin()->first));
    recovery.manifests.erase(recovery.manifests.begin());
  }
  recovery.older_files = older_files(reader, recovery);
  recovery.leftovers.insert(recovery.leftovers.end(), listing.temporary.begin(),
                            listing.temporary.end());
  const std::set<std::uint64_t> needed = files_of(recovery.manifest);
  for (const std::uint64_t number : listing.files) {
    recovery.manifest.next_file = std::max(recovery.manifest.next_file, number + 1);
    if (!needed.contains(number) && !recovery.older_files.contains(number)) {
      recovery.leftovers.push_back(file_name(number));
    }
  }
  return recovery;
}

}  // namespace questproof
