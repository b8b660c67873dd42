// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/symbolic/diagram_image.h"
#include "core/symbolic/symbolic_certify.h"
#include "storage/database_tables.h"
#include "storage/file_system.h"

namespace questproof {

// A run that was decided with decision diagrams, as a store keeps it: everything that the questions need,
// in one file. Where single states stand in a store of record (storage/state_database.h), sets stand here.
struct StoredDiagrams {
  // How the diagrams did, and which details they found.
  struct Engine {
    SymbolicFigures figures;
    std::uint64_t samples = 0;
    std::string states, transitions, deadlocks;  // decimal, as large as they are
    bool levels_known = false;
    bool completions_known = false;
    bool routes_known = false;
    bool farthest_known = false;
    double seconds = 0;
  };
  struct QuestRoots {
    std::uint32_t done = 0, pending = 0, live = 0, blocked = 0;
    std::vector<std::uint32_t> distances;  // from 0 on, as far as they were found; empty: not kept
    bool operator==(const QuestRoots&) const = default;
  };

  DatabaseIdentity identity;
  DatabaseSchema schema;
  DatabaseFigures figures;
  std::vector<std::uint8_t> certificate;  // storage/certificate_file.h
  Engine engine;

  std::vector<std::uint32_t> order;  // variables as they come in tuples, by position in the schema
  DiagramImage image;           // its sets are those below, each once, in the order of this struct
  std::uint32_t reachable = 0;  // positions in image.sets
  std::vector<QuestRoots> quests;
  std::vector<std::uint32_t> levels;  // empty: not kept

  // How many values each position of a tuple has.
  std::vector<std::uint32_t> domains() const;
};

// As the bytes of the file, framed and back. decode_diagrams throws FormatProblem; Error of kind kInput where
// a part of it is of a version that this program does not know.
std::vector<std::uint8_t> encode_diagrams(const StoredDiagrams& stored);
StoredDiagrams decode_diagrams(std::span<const std::uint8_t> file);

// The file DIAGRAMS in the folder of a run. Writing replaces it at once, and it is durable then; throws
// Error(kResource) and changes nothing where the file would be larger than `most_bytes` (0: no limit).
// read_diagrams throws Error(kInput) that names the file, what is wrong with it and the remedy.
bool holds_diagrams(const FileSystem& files, const std::string& folder);
void write_diagrams(FileSystem& files, const std::string& folder, const StoredDiagrams& stored,
                    std::uint64_t most_bytes);
std::optional<StoredDiagrams> read_diagrams(const FileSystem& files, const std::string& folder);
std::uint64_t diagram_bytes(const FileSystem& files, const std::string& folder);

// Whether the sets are what the figures say they are: all of them are restored and counted, and levels
// and distances are parts of what they belong to. Throws Error(kInput) that names what differs.
void check_diagrams(const StoredDiagrams& stored);

}  // namespace questproof
