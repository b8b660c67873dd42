// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/hash.h"

namespace questproof {

// What a file of a store is: four letters in its beginning.
enum class FileKind { kManifest, kGame, kCertificate, kColumn, kDiagrams };

// The newest version of each kind. All from 1 on are read.
std::uint32_t format_version(FileKind kind);

// The first 24 bytes of every file and of every column: magic, kind, version, mark of the byte order.
// They never change between versions, so that each version can be told by all others.
inline constexpr std::size_t kPrefixSize = 24;
void append_prefix(std::vector<std::uint8_t>& bytes, FileKind kind, std::uint32_t version = 1);

// A small file: prefix, length, contents, and 128 bits of XXH3 over all of that. `version`: the oldest
// one that can say what is in it.
std::vector<std::uint8_t> make_frame(FileKind kind, std::span<const std::uint8_t> contents,
                                     std::uint32_t version = 1);

// What is wrong with bytes, for a person; thrown by nobody but those below.
// kDamaged: not as they were written. kVersion: written by another version of this program.
struct FormatProblem {
  enum class Kind { kDamaged, kVersion } kind = Kind::kDamaged;
  std::string text;
};

// The contents of a frame. Throws FormatProblem: kDamaged when a single byte differs from what was
// written, and only when it is whole, kVersion.
std::span<const std::uint8_t> frame_contents(std::span<const std::uint8_t> file, FileKind kind);

// Throws FormatProblem unless the bytes begin with the prefix of this kind and of a version that this
// program reads. Requires: they are known to be whole, or else a flipped bit may be taken for a version.
void check_prefix(std::span<const std::uint8_t> bytes, FileKind kind);

// 16 bytes as xxh128sum prints them.
inline constexpr std::size_t kChecksumSize = 16;
void append_checksum(std::vector<std::uint8_t>& bytes, const Hash128& checksum);
Hash128 checksum_at(std::span<const std::uint8_t> bytes, std::size_t offset);

}  // namespace questproof
