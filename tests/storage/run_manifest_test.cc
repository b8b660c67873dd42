// SPDX-License-Identifier: MIT
#include "storage/run_manifest.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/run_progress_samples.h"
#include "tests/support/sample_run.h"

namespace questproof {
namespace {

using testing_support::Random;
using testing_support::random_progress;
using testing_support::sample_run;

TEST(RunManifestTest, GivesBackWhatWasPutIn) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    Manifest manifest;
    manifest.commit = random.next();
    manifest.identity = sample_run().identity;
    if (random.chance(30)) manifest.identity.options.clear();
    if (random.chance(50)) manifest.identity.ownership = {1, 0b11100, 0b01100};
    if (random.chance(70)) manifest.texts = sample_run().texts;
    manifest.game_checksum = {random.next(), random.next()};
    if (random.chance(80)) manifest.progress = random_progress(random);
    for (std::uint64_t n = random.next() % 4; n > 0; --n) {
      manifest.files.push_back({random.next(), random.next()});
    }
    for (std::uint64_t n = random.next() % 7; n > 0; --n) {
      StoredColumn column;
      column.name = {column_kinds()[n % column_kinds().size()],
                     static_cast<std::uint32_t>(random.next())};
      column.file = random.next();
      column.offset = random.next();
      column.length = random.next();
      column.checksum = {random.next(), random.next()};
      manifest.columns.push_back(column);
    }
    manifest.first_new_file = random.next();
    manifest.next_file = random.next();
    EXPECT_EQ(decode_manifest(encode_manifest(manifest)), manifest);
  }
}

TEST(RunManifestTest, NamesAreReadAsTheyAreWritten) {
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{10}, ~std::uint64_t{0}}) {
    EXPECT_EQ(manifest_number(manifest_name(number)), number);
    EXPECT_EQ(file_number(file_name(number)), number);
  }
  for (const std::string name :
       {"MANIFEST-", "MANIFEST-01", "MANIFEST-1x", "MANIFEST--1", "MANIFEST-+1", "MANIFEST.tmp",
        "manifest-1", "MANIFEST-18446744073709551616", "columns-1", "MANIFEST- 1", ""}) {
    EXPECT_FALSE(manifest_number(name)) << name;
  }
  EXPECT_FALSE(file_number("MANIFEST-1"));
  EXPECT_EQ(to_string(ColumnName{ColumnKind::kVerifyMarks, 3}), "verify-marks 3");
}

}  // namespace
}  // namespace questproof
