// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/net/solo_transport.h"
#include "core/net/transport.h"
#include "core/search/run_storage.h"
#include "storage/column_format.h"
#include "storage/column_writer.h"
#include "storage/file_system.h"
#include "storage/game_table.h"
#include "storage/run_identity.h"
#include "storage/run_manifest.h"
#include "storage/run_recovery.h"

namespace questproof {

struct Certification;
struct StoredCertificate;

// What a run is about, written when it begins.
struct NewRun {
  RunIdentity identity;
  std::vector<NamedText> texts;  // for people and for `resume`: game, options, revision, ...
  GameTable game;
};

// A run in a folder of its own:
//   LOCK              keeps a second engine out
//   GAME              what the numbers in the columns stand for (GameTable)
//   CERTIFICATE       what the run found, once it is finished
//   MANIFEST-<n>      commit n; the newest one counts, the one before it is kept to fall back on
//   columns-<n>       columns, one after the other
// Other names are left alone.
//
// A commit syncs the files of new columns and the folder, writes the manifest under another name,
// syncs it, renames it, and syncs the folder: the rename is the commit. Files that neither the newest
// commit nor the one before it refers to are removed then.
//
// After a commit that failed nothing more is committed: the system may hold pages for written that
// are lost. What was committed before stays, and can be read here or by opening the run again.
//
// Over ranks every rank has an object of this class for the same folder, on a file system that all of
// them see. Each writes the partitions that it owns into files of its own: a column has a part from
// each rank. Rank 0 holds the lock, writes the manifest when all have synced their files, and removes
// what nothing needs. create(), open() and commit() are collective; a column is created, sealed and
// dropped by all ranks between the same commits, and partitions that others put can be read once they are
// committed. How many ranks a run had does not matter to those that resume it.
//
// All methods may be called from any thread, those that are collective from the one that has the
// transport; drop() and a second seal() of a name not while that column is read.
class RunDirectory final : public RunStorage, private ColumnSink {
 public:
  // Whether there is a run, whole or not.
  static bool holds_run(const FileSystem& files, const std::string& folder);

  // Begins a run in a folder that is new or empty; its parent exists. Throws Error(kInput) when
  // there is something in the folder.
  // Without `ranks` there is one.
  static std::unique_ptr<RunDirectory> create(FileSystem& files, const std::string& folder,
                                              const NewRun& run, Transport* ranks = nullptr);

  // Opens a run and clears away what belongs to no commit. Throws Error(kInput) that names what
  // differs when the run has another identity than expected, and that names the file when it is
  // damaged in such a way that going back by one commit does not help.
  static std::unique_ptr<RunDirectory> open(FileSystem& files, const std::string& folder,
                                            const RunIdentity* expected = nullptr,
                                            Transport* ranks = nullptr);
  ~RunDirectory() override;

  const std::string& folder() const { return folder_; }
  const RunIdentity& identity() const { return manifest_.identity; }
  const std::vector<NamedText>& texts() const { return manifest_.texts; }
  GameTable read_game() const;

  // What opening had to give up, sentence by sentence; empty when all was well.
  const std::vector<std::string>& recovery_notes() const { return notes_; }

  // Replaces the certificate; it is durable at once. Nothing: there is none yet.
  void write_certificate(const Certification& certification);
  std::optional<StoredCertificate> read_certificate() const;

  // Reads every byte of all sealed columns. Throws Error(kInput) that names the first damaged file.
  void verify() const;

  std::uint64_t commit_number() const { return manifest_.commit; }

  const std::optional<RunProgress>& progress() const override { return manifest_.progress; }
  std::unique_ptr<Writer> create(ColumnName name) override;
  void drop(ColumnName name) override;
  void commit(const RunProgress& progress) override;
  std::vector<ColumnName> columns() const override;
  std::vector<std::uint8_t> read(ColumnName name, std::size_t partition) const override;
  std::uint64_t disk_bytes() const override;
  std::uint64_t disk_bytes(ColumnKind kind) const override;

 private:
  struct Part {
    StoredColumn place;
    mutable std::optional<ColumnIndex> index;  // read where another rank wrote it
  };
  struct Column {
    std::vector<Part> parts;  // while fresh, only this rank's
    bool fresh = false;       // sealed since the last commit
  };
  // Small columns on their way into one file.
  struct Pack {
    std::uint64_t number = 0;
    std::vector<std::uint8_t> bytes;
  };

  RunDirectory(FileSystem& files, std::string folder, Transport* ranks);

  NewFile new_file() override;
  void add_file(ColumnName name, NewFile file, ColumnIndex index) override;
  void add_bytes(ColumnName name, std::vector<std::uint8_t> bytes, ColumnIndex index) override;
  void forget(NewFile file) noexcept override;

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  bool is_first() const { return ranks_.rank() == 0; }
  void lock_folder();
  void join_run();
  std::uint64_t new_file_number();
  void seal_part(ColumnName name, std::uint64_t file, std::uint64_t offset, ColumnIndex index);
  const ColumnIndex& index_of(const Part& part) const;
  static void expect_empty(const FileSystem& files, const std::string& folder);
  void begin(const NewRun& run);
  void take_over(Recovery recovery);
  void write_atomically(const std::string& temporary, const std::string& name,
                        const std::vector<std::uint8_t>& bytes);
  void flush_pack();
  void sync_new_files();
  Manifest own_manifest() const;
  Manifest next_manifest(const RunProgress& progress, const std::vector<Manifest>& of_others) const;
  void commit_with_others(const RunProgress& progress);
  Bytes write_commit(Manifest manifest);
  void adopt(Manifest manifest, std::size_t size);
  void remove_what_nothing_needs();
  std::vector<std::uint8_t> read_stored(ColumnName name, std::uint64_t file, std::uint64_t offset,
                                        const ColumnBlock& block) const;

  FileSystem& files_;
  std::string folder_;
  SoloTransport solo_;
  Transport& ranks_;
  std::unique_ptr<FileSystem::Lock> lock_;
  std::vector<std::string> notes_;

  mutable std::mutex mutex_;
  Manifest manifest_;                                 // the newest commit
  std::set<std::uint64_t> committed_files_;           // that it refers to
  std::set<std::uint64_t> older_files_;               // that the commit before it refers to
  std::map<std::uint64_t, std::uint64_t> manifests_;  // that lie in the folder: commit to size
  std::map<ColumnName, Column> columns_;              // sealed
  std::map<std::uint64_t, std::uint64_t> on_disk_;    // number of a file to its size
  std::vector<NewFile> unsynced_;                     // files of sealed columns
  Pack pack_;
  std::uint64_t next_file_ = 0;   // ranks take numbers in turns
  std::uint64_t first_free_ = 0;  // above all that this rank knows to be taken
  std::uint64_t next_commit_ = 0;
  std::uint64_t game_bytes_ = 0;  // of the file GAME
  std::uint64_t certificate_bytes_ = 0;
  std::optional<std::string> failure_;  // of a commit
};

}  // namespace questproof
