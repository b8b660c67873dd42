// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/hash.h"
#include "core/search/run_progress.h"
#include "core/search/run_storage.h"
#include "storage/run_identity.h"

namespace questproof {

// A file that holds columns one after the other. Its name is file_name(number).
struct StoredFile {
  std::uint64_t number = 0;
  std::uint64_t size = 0;
  bool operator==(const StoredFile&) const = default;
};

// A column, or one of its parts: each rank of a run writes the partitions that it owns.
struct StoredColumn {
  ColumnName name;
  std::uint64_t file = 0;  // number
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  Hash128 checksum;  // ColumnIndex::checksum
  bool operator==(const StoredColumn&) const = default;
};

// What a commit says: all of the run, by naming the columns that belong to it.
struct Manifest {
  std::uint64_t commit = 0;  // 0 when the run was created
  RunIdentity identity;
  std::vector<NamedText> texts;  // for people
  Hash128 game_checksum;         // of the file GAME
  std::optional<RunProgress> progress;
  std::vector<StoredFile> files;      // ascending
  std::vector<StoredColumn> columns;  // ascending by name, parts of one column by file
  std::uint64_t first_new_file = 0;   // files from this number on were added by this commit
  std::uint64_t next_file = 0;        // number of the next new file
  bool operator==(const Manifest&) const = default;
};

// As the bytes of a file, framed and back. decode_manifest throws FormatProblem. Version 2 says that
// a column has several parts; a manifest without is of version 1.
std::vector<std::uint8_t> encode_manifest(const Manifest& manifest);
Manifest decode_manifest(std::span<const std::uint8_t> file);

const char* to_string(ColumnKind kind);  // "level-keys"
std::string to_string(ColumnName name);  // "level-keys 12"

// All kinds, in their order.
std::span<const ColumnKind> column_kinds();

// Names in a run's folder.
inline constexpr const char* kLockName = "LOCK";
inline constexpr const char* kGameName = "GAME";
inline constexpr const char* kCertificateName = "CERTIFICATE";
inline constexpr const char* kDiagramsName = "DIAGRAMS";
inline constexpr const char* kGameTemporary = "GAME.tmp";  // what is about to be renamed
inline constexpr const char* kManifestTemporary = "MANIFEST.tmp";
inline constexpr const char* kCertificateTemporary = "CERTIFICATE.tmp";
inline constexpr const char* kDiagramsTemporary = "DIAGRAMS.tmp";
std::string manifest_name(std::uint64_t commit);
std::string file_name(std::uint64_t number);

// The number in such a name; nothing for other names.
std::optional<std::uint64_t> manifest_number(const std::string& name);
std::optional<std::uint64_t> file_number(const std::string& name);

}  // namespace questproof
