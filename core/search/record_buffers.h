// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace questproof {

// Where the workers of a phase put what they found for each partition, and where the partitions
// take it from afterwards: one list of fixed-size blocks for each worker and partition, so that
// nothing is copied or grown. Blocks are kept and used again.
//
// Appending: one thread per worker slot. Reading and clearing: when nobody appends.
template <typename Record>
class RecordBuffers {
 public:
  static constexpr std::size_t kBlockRecords = 256;

  RecordBuffers(int workers, std::size_t partitions)
      : partitions_(partitions), workers_(static_cast<std::size_t>(workers)) {
    for (Worker& worker : workers_) worker.lists.resize(partitions);
  }

  [[gnu::always_inline]] void append(int worker, std::size_t partition, const Record& record) {
    Worker& mine = workers_[static_cast<std::size_t>(worker)];
    List& list = mine.lists[partition];
    if (list.next == list.end) open_block(mine, list);
    *list.next++ = record;
  }

  std::size_t size(std::size_t partition) const {
    std::size_t total = 0;
    for (const Worker& worker : workers_) total += list_size(worker.lists[partition]);
    return total;
  }
  std::size_t size() const {
    std::size_t total = 0;
    for (std::size_t p = 0; p < partitions_; ++p) total += size(p);
    return total;
  }

  template <typename Visit>  // Visit(std::span<const Record>)
  void for_each_block(std::size_t partition, Visit&& visit) const {
    for (const Worker& worker : workers_) {
      const List& list = worker.lists[partition];
      for (std::size_t b = 0; b < list.blocks.size(); ++b) {
        const bool last = b + 1 == list.blocks.size();
        const std::size_t count =
            last ? static_cast<std::size_t>(list.next - list.blocks[b]) : kBlockRecords;
        visit(std::span<const Record>(list.blocks[b], count));
      }
    }
  }

  // Puts `records` in the place of a partition's, in the order in which for_each_block shows them. There
  // are as many. Different threads may do so for different partitions at once.
  void rewrite(std::size_t partition, const Record* records) {
    for (Worker& worker : workers_) {
      const List& list = worker.lists[partition];
      std::size_t rest = list_size(list);
      for (Record* const block : list.blocks) {
        const std::size_t count = rest < kBlockRecords ? rest : kBlockRecords;
        for (std::size_t i = 0; i < count; ++i) block[i] = records[i];
        records += count;
        rest -= count;
      }
    }
  }

  void clear() {
    for (Worker& worker : workers_) {
      for (List& list : worker.lists) clear(worker, list);
    }
  }
  void clear(std::size_t partition) {
    for (Worker& worker : workers_) clear(worker, worker.lists[partition]);
  }

  std::size_t memory_bytes() const {
    std::size_t blocks = 0;
    for (const Worker& worker : workers_) blocks += worker.owned.size() * kSlabBlocks;
    return blocks * kBlockRecords * sizeof(Record);
  }

 private:
  static constexpr std::size_t kSlabBlocks = 128;
  struct List {
    Record* next = nullptr;
    Record* end = nullptr;
    std::vector<Record*> blocks;
  };
  struct Worker {
    std::vector<List> lists;
    std::vector<Record*> free;
    std::vector<std::unique_ptr<Record[]>> owned;
  };

  static std::size_t list_size(const List& list) {
    if (list.blocks.empty()) return 0;
    return (list.blocks.size() - 1) * kBlockRecords +
           static_cast<std::size_t>(list.next - list.blocks.back());
  }
  static void clear(Worker& worker, List& list) {
    worker.free.insert(worker.free.end(), list.blocks.begin(), list.blocks.end());
    list.blocks.clear();
    list.next = list.end = nullptr;
  }
  static void open_block(Worker& worker, List& list) {
    if (worker.free.empty()) {
      worker.owned.push_back(std::make_unique_for_overwrite<Record[]>(kSlabBlocks * kBlockRecords));
      for (std::size_t b = kSlabBlocks; b-- > 0;) {
        worker.free.push_back(worker.owned.back().get() + b * kBlockRecords);
      }
    }
    list.next = worker.free.back();
    worker.free.pop_back();
    list.end = list.next + kBlockRecords;
    list.blocks.push_back(list.next);
  }

  std::size_t partitions_;
  std::vector<Worker> workers_;
};

}  // namespace questproof
