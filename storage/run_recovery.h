// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "storage/column_format.h"
#include "storage/file_system.h"
#include "storage/run_identity.h"
#include "storage/run_manifest.h"

namespace questproof {

// Which commit of a run holds, by what lies in its folder. storage/README.md has the table of faults
// that this follows:
// - the newest manifest counts when it is whole and its files are: of all of them their sizes and the
//   indexes of their columns are checked, of those that the commit added every byte;
// - when it does not, the commit before it counts if it holds by the same measure;
// - everything else is refused by naming the file. So is another version, and another identity.
struct Recovery {
  Manifest manifest;
  std::vector<ColumnIndex> indexes;             // of its columns, at the same places
  std::vector<std::string> notes;               // for people: what was lost, and why
  std::optional<std::string> damaged_manifest;  // its name; it was fallen back from
  std::set<std::uint64_t> older_files;  // numbers of the files of the commit before, if it is there
  std::map<std::uint64_t, std::uint64_t> manifests;  // commits that are there, to bytes of the file
  std::vector<std::string> leftovers;                // names of files that nothing refers to
  std::uint64_t next_commit = 0;                     // larger than all that are there
  std::uint64_t game_bytes = 0;                      // of the file GAME
};

// Reads only. Requires: no other process changes the folder. Without `expected`, any identity will do.
// Throws Error(kInput) when the folder holds no run, or none that can be used.
Recovery recover_run(const FileSystem& files, const std::string& folder,
                     const RunIdentity* expected);

// A file in the folder as a whole. Throws Error(kInput) when it is missing.
std::vector<std::uint8_t> read_file_of_run(const FileSystem& files, const std::string& folder,
                                           const std::string& name);

}  // namespace questproof
