// SPDX-License-Identifier: MIT
#include "storage/frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/hash.h"

namespace questproof {
namespace {

using testing::HasSubstr;
using Bytes = std::vector<std::uint8_t>;

std::optional<FormatProblem> problem_of(const Bytes& file, FileKind kind) {
  try {
    frame_contents(file, kind);
  } catch (const FormatProblem& problem) {
    return problem;
  }
  return std::nullopt;
}

TEST(FrameTest, HasTheBytesThatTheReadmeShows) {
  const Bytes frame = make_frame(FileKind::kManifest, Bytes{0xAA, 0xBB});
  Bytes expected = {'Q', 'P', 'S', 'T', 'O',  'R',  'E',  '\n', 'M',  'A', 'N', 'I',
                    1,   0,   0,   0,   0x0D, 0x0C, 0x0B, 0x0A, 0,    0,   0,   0,
                    2,   0,   0,   0,   0,    0,    0,    0,    0xAA, 0xBB};
  const Hash128 checksum = hash_128(std::as_bytes(std::span<const std::uint8_t>(expected)));
  append_checksum(expected, checksum);
  EXPECT_EQ(frame, expected);
  // The checksum's bytes are the digits that xxh128sum prints.
  std::string digits;
  for (std::size_t i = frame.size() - kChecksumSize; i < frame.size(); ++i) {
    digits += "0123456789abcdef"[frame[i] >> 4];
    digits += "0123456789abcdef"[frame[i] & 15];
  }
  EXPECT_EQ(digits, checksum.to_hex());
  EXPECT_EQ(checksum_at(frame, frame.size() - kChecksumSize), checksum);
}

TEST(FrameTest, GivesBackWhatWasPutIn) {
  for (std::size_t size = 0; size < 50; ++size) {
    const Bytes contents(size, static_cast<std::uint8_t>(size));
    const Bytes frame = make_frame(FileKind::kGame, contents);
    const auto read = frame_contents(frame, FileKind::kGame);
    EXPECT_EQ(Bytes(read.begin(), read.end()), contents);
  }
}

TEST(FrameTest, EveryBitCountsAndSoDoesTheLength) {
  const Bytes frame = make_frame(FileKind::kGame, Bytes{1, 2, 3});
  for (std::size_t bit = 0; bit < 8 * frame.size(); ++bit) {
    Bytes damaged = frame;
    damaged[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    const auto problem = problem_of(damaged, FileKind::kGame);
    ASSERT_TRUE(problem) << bit;
    EXPECT_EQ(problem->kind, FormatProblem::Kind::kDamaged) << bit;
  }
  for (std::size_t size = 0; size < frame.size(); ++size) {
    ASSERT_TRUE(problem_of(Bytes(frame.begin(), frame.begin() + size), FileKind::kGame)) << size;
  }
  Bytes longer = frame;
  longer.push_back(0);
  EXPECT_TRUE(problem_of(longer, FileKind::kGame));
}

TEST(FrameTest, TellsAnotherKindAndAnotherVersionFromDamage) {
  Bytes frame = make_frame(FileKind::kGame, Bytes{1, 2, 3});
  EXPECT_THAT(problem_of(frame, FileKind::kManifest)->text, HasSubstr("is no manifest"));
  frame.resize(frame.size() - kChecksumSize);
  frame[12] = static_cast<std::uint8_t>(format_version(FileKind::kGame) + 6);
  append_checksum(frame, hash_128(std::as_bytes(std::span<const std::uint8_t>(frame))));
  const auto problem = problem_of(frame, FileKind::kGame);
  EXPECT_EQ(problem->kind, FormatProblem::Kind::kVersion);
  EXPECT_THAT(problem->text, HasSubstr("a description of a game of format 7"));
}

}  // namespace
}  // namespace questproof
