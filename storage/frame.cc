// SPDX-License-Identifier: MIT
#include "storage/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/check.h"
#include "storage/little_endian.h"

namespace questproof {
namespace {

struct KindRow {
  FileKind kind;
  std::string_view letters;
  std::uint32_t version;
  std::string_view name;
};
constexpr std::array<KindRow, 5> kKinds = {{{FileKind::kManifest, "MANI", 2, "manifest"},
                                            {FileKind::kGame, "GAME", 1, "description of a game"},
                                            {FileKind::kCertificate, "CERT", 1, "certificate"},
                                            {FileKind::kColumn, "COLU", 1, "column"},
                                            {FileKind::kDiagrams, "DIAG", 1, "file of diagrams"}}};

constexpr std::string_view kMagic = "QPSTORE\n";
constexpr std::uint32_t kByteOrderMark = 0x0A0B0C0D;
constexpr std::size_t kContentsOffset = kPrefixSize + 8;

const KindRow& row_of(FileKind kind) {
  for (const KindRow& row : kKinds) {
    if (row.kind == kind) return row;
  }
  check_failed("a kind of file has a row", __FILE__, __LINE__, {});
}

void append_text(std::vector<std::uint8_t>& bytes, std::string_view text) {
  bytes.insert(bytes.end(), text.begin(), text.end());
}

bool has_text(std::span<const std::uint8_t> bytes, std::size_t offset, std::string_view text) {
  return std::equal(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset),
                    [](char c, std::uint8_t byte) { return static_cast<std::uint8_t>(c) == byte; });
}

[[noreturn]] void damaged(std::string text) {
  throw FormatProblem{FormatProblem::Kind::kDamaged, std::move(text)};
}

}  // namespace

std::uint32_t format_version(FileKind kind) { return row_of(kind).version; }

void append_prefix(std::vector<std::uint8_t>& bytes, FileKind kind, std::uint32_t version) {
  append_text(bytes, kMagic);
  append_text(bytes, row_of(kind).letters);
  append_number(bytes, version);
  append_number(bytes, kByteOrderMark);
  append_number(bytes, std::uint32_t{0});
}

void check_prefix(std::span<const std::uint8_t> bytes, FileKind kind) {
  const KindRow& row = row_of(kind);
  if (bytes.size() < kPrefixSize) damaged("is cut short");
  if (!has_text(bytes, 0, kMagic)) damaged("does not begin as the files of a store do");
  if (!has_text(bytes, 8, row.letters)) damaged(fmt::format("is no {}", row.name));
  const auto version = number_at<std::uint32_t>(bytes, 12);
  if (version < 1 || version > row.version) {
    throw FormatProblem{
        FormatProblem::Kind::kVersion,
        fmt::format("is a {} of format {}, written by {} version of questproof; this one reads "
                    "formats up to {}",
                    row.name, version, version > row.version ? "a newer" : "an older",
                    row.version)};
  }
  if (number_at<std::uint32_t>(bytes, 16) != kByteOrderMark) damaged("has another byte order");
  if (number_at<std::uint32_t>(bytes, 20) != 0) damaged("has something where nothing is");
}

void append_checksum(std::vector<std::uint8_t>& bytes, const Hash128& checksum) {
  for (const std::uint64_t half : {checksum.high, checksum.low}) {
    for (int i = 7; i >= 0; --i) bytes.push_back(static_cast<std::uint8_t>(half >> (8 * i)));
  }
}

Hash128 checksum_at(std::span<const std::uint8_t> bytes, std::size_t offset) {
  Hash128 checksum;
  for (std::size_t i = 0; i < 8; ++i) {
    checksum.high = checksum.high << 8 | bytes[offset + i];
    checksum.low = checksum.low << 8 | bytes[offset + 8 + i];
  }
  return checksum;
}

std::vector<std::uint8_t> make_frame(FileKind kind, std::span<const std::uint8_t> contents,
                                     std::uint32_t version) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(kContentsOffset + contents.size() + kChecksumSize);
  append_prefix(bytes, kind, version);
  append_number(bytes, std::uint64_t{contents.size()});
  bytes.insert(bytes.end(), contents.begin(), contents.end());
  append_checksum(bytes, hash_128(std::as_bytes(std::span<const std::uint8_t>(bytes))));
  return bytes;
}

std::span<const std::uint8_t> frame_contents(std::span<const std::uint8_t> file, FileKind kind) {
  if (file.size() < kContentsOffset + kChecksumSize) damaged("is cut short");
  const std::span<const std::uint8_t> whole = file.first(file.size() - kChecksumSize);
  if (checksum_at(file, whole.size()) != hash_128(std::as_bytes(whole))) {
    damaged("does not match its checksum");
  }
  check_prefix(file, kind);
  const std::span<const std::uint8_t> contents = whole.subspan(kContentsOffset);
  if (number_at<std::uint64_t>(file, kPrefixSize) != contents.size()) damaged("has a wrong length");
  return contents;
}

}  // namespace questproof
