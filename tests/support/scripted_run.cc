// SPDX-License-Identifier: MIT
#include "tests/support/scripted_run.h"

#include <memory>

#include "core/base/check.h"
#include "storage/little_endian.h"
#include "tests/support/random_model.h"
#include "tests/support/run_progress_samples.h"

namespace questproof::testing_support {
namespace {

constexpr ColumnName keys(std::uint32_t level) { return {ColumnKind::kLevelKeys, level}; }
constexpr ColumnName kCells{ColumnKind::kDistances, 0};
constexpr ColumnName kMarks{ColumnKind::kVerifyMarks, 0};

void fill(RunStorage& storage, ColumnName name, std::size_t size, std::uint64_t seed) {
  const std::unique_ptr<RunStorage::Writer> writer = storage.create(name);
  for (std::size_t partition = kScriptPartitions; partition-- > 0;) {
    writer->put(partition, noise(size * partition / (kScriptPartitions - 1), seed + partition));
  }
  writer->seal();
}

}  // namespace

std::vector<std::uint8_t> noise(std::size_t size, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint8_t> bytes;
  bytes.reserve(size + 8);
  while (bytes.size() < size) append_number(bytes, random.next());
  bytes.resize(size);
  return bytes;
}

void run_step(RunStorage& storage, std::size_t step) {
  switch (step) {
    case 0:
      fill(storage, keys(0), 40, 10);
      fill(storage, keys(1), 90, 20);
      break;
    case 1:
      fill(storage, keys(2), 200'000, 30);  // 400 kB in all
      fill(storage, kMarks, 10, 40);
      break;
    case 2: {
      storage.drop(kMarks);
      fill(storage, kCells, 300, 50);
      const auto forgotten = storage.create(keys(3));
      forgotten->put(0, noise(300'000, 60));
      break;
    }
    case 3:
      fill(storage, kCells, 310, 70);  // replaced
      fill(storage, keys(3), 10, 80);
      storage.drop(keys(2));
      break;
    case 4:
      fill(storage, keys(3), 260'000, 90);
      fill(storage, keys(3), 20, 95);  // twice between two commits
      break;
    default: QUEST_CHECK(false);
  }
  Random random(step);
  storage.commit(random_progress(random));
}

std::vector<MemoryRunStorage::Contents> script_contents() {
  MemoryRunStorage storage;
  std::vector<MemoryRunStorage::Contents> contents = {storage.committed()};
  for (std::size_t step = 0; step < kScriptSteps; ++step) {
    run_step(storage, step);
    contents.push_back(storage.committed());
  }
  return contents;
}

}  // namespace questproof::testing_support
