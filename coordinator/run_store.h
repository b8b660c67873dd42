// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "coordinator/game.h"
#include "coordinator/options.h"
#include "core/search/search_options.h"
#include "core/symbolic/symbolic_certify.h"
#include "storage/diagram_file.h"
#include "storage/posix_file_system.h"
#include "storage/run_directory.h"

namespace questproof {

struct Console;

// The folder in which a run keeps all it finds (--store DIR), and what it remembers of the command that
// began it: enough for `questproof resume DIR`.
class RunStore {
 public:
  // Whether somebody began a run there.
  static bool exists(const std::string& folder);

  // Throws Error(kUsage), with the remedy, when it exists.
  static void expect_none(const std::string& folder);

  // Begins a run. Throws Error when the folder holds anything.
  // Over ranks (the same for open) all call it; only the first one looks at what is there.
  static std::unique_ptr<RunStore> create(const std::string& folder, const Game& game,
                                          const CommandOptions& options, Transport* ranks = nullptr,
                                          const Ownership& ownership = {});
  // Takes up a run; says on console.error what had to be given up after a crash. Throws
  // Error(kUsage) where there is none.
  static std::unique_ptr<RunStore> open(const std::string& folder, const Console& console,
                                        Transport* ranks = nullptr);

  const std::string& folder() const { return folder_; }
  ~RunStore();
  RunStore(const RunStore&) = delete;
  RunStore& operator=(const RunStore&) = delete;

  RunStorage& storage() { return *directory_; }

  // The command that began the run: its game file, and all options that shape its result or its
  // columns. Other options have their defaults.
  CommandOptions remembered_options() const;

  // Throws Error(kInput) that names what differs when this is not the game the run is about.
  void expect(const Game& game, const CommandOptions& options) const;

  // Puts the results of a finished run beside it, once, for readers that know nothing of columns.
  void keep_certificate(const Game& game, Certification& certification);

  // The same options for a search in this run: its partitions' owners; and where nothing is said about
  // scratch a folder for it inside this one, so that memory is no end. It goes with this object. Not over
  // ranks: one folder for all would be on the disk that they share, and gone with the first that ends.
  SearchOptions adapted(SearchOptions options);

  // A run that is decided with decision diagrams, whether it began so or was explored state by state until then:
  // from now on the folder holds what diagrams found, and nothing of that exploration. `options`: as for
  // create(). Throws Error(kInput) that names the file where it is damaged.
  void keep_diagrams(const Game& game, const Certification& certification,
                     const SymbolicCertification& diagrams, const CommandOptions& options);
  bool has_diagrams() const;
  std::optional<StoredDiagrams> read_diagrams() const;

  const RunDirectory& directory() const { return *directory_; }

  // How much of the disk it takes, and what for: for people, one line.
  std::string disk_text() const;

 private:
  explicit RunStore(std::string folder) : folder_(std::move(folder)) {}
  std::string scratch_folder() const { return folder_ + "/scratch"; }

  std::string folder_;
  PosixFileSystem files_;
  std::unique_ptr<RunDirectory> directory_;
  bool alone_ = true;
};

}  // namespace questproof
