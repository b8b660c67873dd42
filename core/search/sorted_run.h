// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/check.h"
#include "core/search/byte_column.h"
#include "core/search/key.h"

namespace questproof {

// What all runs of one search have in common.
template <unsigned W>
struct RunFormat {
  unsigned head_bits = 64;                   // significant bits of a key's head, from the top
  unsigned partition_bits = 0;               // of these, the ones that all keys of a run share
  std::array<std::uint8_t, W> tail_bytes{};  // stored per key for words 1 ..
};

// A sorted list of distinct keys of one partition, compact and searchable at once: immutable once
// built. Every key has a rank (its position) and a level (its breadth-first depth).
//
// The head of a key is cut into partition | bucket | low. A directory says where each bucket
// begins; only the low part is stored per key, in as few bytes as hold it, and the other words in
// theirs. Since heads are spread evenly a bucket holds a handful of keys, so that a key is found
// by one look into the directory and a short scan. (The idea of the quotient: Cleary 1984, and
// Elias 1974 for sorted lists.) Costs about log2(range / size) bits a key, rounded up to bytes.
template <unsigned W>
class SortedRun {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  SortedRun() = default;

  std::uint32_t size() const { return size_; }
  std::uint32_t level(std::uint32_t rank) const {
    return levels_.stride() == 0 ? base_level_ : static_cast<std::uint32_t>(levels_.get(rank));
  }
  std::size_t memory_bytes() const {
    return directory_.capacity() * sizeof(std::uint32_t) + low_.memory_bytes() +
           tail_.memory_bytes() + levels_.memory_bytes();
  }
  // The levels as stored: level_stride() bytes each, little-endian; 0 bytes when all have one level.
  unsigned level_stride() const { return levels_.stride(); }
  const std::uint8_t* level_bytes() const { return levels_.data(); }

  // The rank of the key, or kNone.
  std::uint32_t find(const Key<W>& key) const {
    if (size_ == 0) return kNone;
    const std::size_t bucket = bucket_of(key.head());
    const Word low = low_of(key.head());
    const std::uint32_t begin = directory_[bucket];
    const std::uint32_t end = directory_[bucket + 1];
    if constexpr (W == 1) {
      if (low_.stride() == 2) return find_pair(begin, end, static_cast<std::uint16_t>(low));
    }
    for (std::uint32_t rank = begin; rank < end; ++rank) {
      const Word stored = low_.get(rank);
      if (stored < low) continue;
      if (stored > low) return kNone;
      if (same_tail(rank, key)) return rank;
    }
    return kNone;
  }

  // Tells the processor that find(key) will follow soon.
  void prefetch(const Key<W>& key) const {
    if (size_ > 0) __builtin_prefetch(directory_.data() + bucket_of(key.head()));
  }

  // Reads keys in ascending order.
  class Cursor {
   public:
    Cursor(const SortedRun& run, std::uint32_t rank) : run_(&run), rank_(rank) {
      if (rank < run.size_) seek_bucket();
    }
    bool done() const { return rank_ >= run_->size_; }
    std::uint32_t rank() const { return rank_; }
    Key<W> key() const { return run_->key_at(rank_, bucket_); }
    void next() {
      ++rank_;
      if (rank_ < run_->size_) {
        while (run_->directory_[bucket_ + 1] <= rank_) ++bucket_;
      }
    }
    // Requires: rank >= rank().
    void skip_to(std::uint32_t rank) {
      const bool far = rank - rank_ > 4096;
      rank_ = rank;
      if (rank >= run_->size_) return;
      if (far) return seek_bucket();
      while (run_->directory_[bucket_ + 1] <= rank_) ++bucket_;
    }

   private:
    void seek_bucket() {
      std::size_t low = 0;
      std::size_t high = run_->directory_.size() - 1;
      while (high - low > 1) {
        const std::size_t middle = (low + high) / 2;
        (run_->directory_[middle] <= rank_ ? low : high) = middle;
      }
      bucket_ = low;
    }
    const SortedRun* run_;
    std::uint32_t rank_;
    std::size_t bucket_ = 0;
  };

  // Fills a run of exactly `size` keys, in ascending order.
  class Builder {
   public:
    Builder(const RunFormat<W>& format, std::size_t partition, std::uint32_t size,
            std::uint32_t lowest_level, std::uint32_t highest_level) {
      run_.format_ = format;
      run_.partition_ = partition;
      run_.size_ = size;
      run_.base_level_ = lowest_level;
      const unsigned rest = format.head_bits - format.partition_bits;
      run_.bucket_bits_ = choose_bucket_bits(size, rest);
      run_.low_bits_ = rest - run_.bucket_bits_;
      run_.directory_ = std::vector<std::uint32_t>((std::size_t{1} << run_.bucket_bits_) + 1);
      run_.low_ = ByteColumn(size, (run_.low_bits_ + 7) / 8);
      unsigned tail = 0;
      for (unsigned w = 1; w < W; ++w) tail += format.tail_bytes[w];
      run_.tail_stride_ = tail;
      if (W > 1) run_.tail_ = ByteColumn(std::size_t{size} * tail, 1);
      if (highest_level != lowest_level) {
        run_.levels_ = ByteColumn(size, (std::bit_width(highest_level) + 7) / 8);
      }
    }

    void append(const Key<W>& key, std::uint32_t level) {
      const std::size_t bucket = run_.bucket_of(key.head());
      while (open_ <= bucket) run_.directory_[open_++] = count_;
      run_.low_.append_at(count_, run_.low_of(key.head()));
      if constexpr (W > 1) run_.set_tail(count_, key);
      if (run_.levels_.stride() != 0) run_.levels_.append_at(count_, level);
      ++count_;
    }

    SortedRun finish() {
      QUEST_CHECK(count_ == run_.size_);
      while (open_ < run_.directory_.size()) run_.directory_[open_++] = count_;
      return std::move(run_);
    }

   private:
    // The number of buckets that costs the fewest bytes, between a key and 16 keys a bucket.
    static unsigned choose_bucket_bits(std::uint32_t size, unsigned rest) {
      const auto size_bits = static_cast<unsigned>(std::bit_width(size));
      unsigned best = 0;
      double best_bytes = 1e300;
      for (unsigned bits = size_bits > 4 ? size_bits - 4 : 0; bits < size_bits + 1; ++bits) {
        if (bits > rest) break;
        const double bytes = 4.0 * static_cast<double>(std::size_t{1} << bits) +
                             static_cast<double>(size) * ((rest - bits + 7) / 8);
        if (bytes < best_bytes) {
          best_bytes = bytes;
          best = bits;
        }
      }
      return best;
    }
    SortedRun run_;
    std::size_t open_ = 0;
    std::uint32_t count_ = 0;
  };

 private:
  // The rank of `low` in begin .. end - 1 when low parts take two bytes: eight are compared at
  // once, and what lies beyond the bucket is sorted out at the end.
  std::uint32_t find_pair(std::uint32_t begin, std::uint32_t end, std::uint16_t low) const {
    using Lanes [[gnu::vector_size(16)]] = std::uint16_t;
    using Halves [[gnu::vector_size(16)]] = std::uint64_t;
    Lanes wanted = {};
    wanted += low;
    for (std::uint32_t rank = begin; rank < end; rank += 8) {
      Lanes stored;
      std::memcpy(&stored, low_.data() + std::size_t{rank} * 2, sizeof(stored));
      const auto match = (Halves)(stored == wanted);
      if ((match[0] | match[1]) == 0) continue;
      const int bit = match[0] != 0 ? std::countr_zero(match[0]) : 64 + std::countr_zero(match[1]);
      const std::uint32_t at = rank + static_cast<std::uint32_t>(bit) / 16;
      return at < end ? at : kNone;
    }
    return kNone;
  }
  std::size_t bucket_of(Word head) const {
    const Word rest = head << format_.partition_bits;
    return bucket_bits_ == 0 ? 0 : static_cast<std::size_t>(rest >> (64 - bucket_bits_));
  }
  Word low_of(Word head) const {
    const Word rest = head << format_.partition_bits << bucket_bits_;
    return low_bits_ == 0 ? 0 : rest >> (64 - low_bits_);
  }
  Key<W> key_at(std::uint32_t rank, std::size_t bucket) const {
    Word head = low_.get(rank) << (64 - format_.head_bits);
    if (bucket_bits_ > 0) {
      head |= static_cast<Word>(bucket) << (64 - format_.partition_bits - bucket_bits_);
    }
    if (format_.partition_bits > 0) {
      head |= static_cast<Word>(partition_) << (64 - format_.partition_bits);
    }
    Key<W> key{};
    key.words[0] = head;
    if constexpr (W > 1) {
      std::size_t at = std::size_t{rank} * tail_stride_;
      for (unsigned w = 1; w < W; ++w) {
        Word word = 0;
        std::memcpy(&word, tail_.data() + at, format_.tail_bytes[w]);
        key.words[w] = word;
        at += format_.tail_bytes[w];
      }
    }
    return key;
  }
  void set_tail(std::uint32_t rank, const Key<W>& key) {
    std::size_t at = std::size_t{rank} * tail_stride_;
    for (unsigned w = 1; w < W; ++w) {
      if (format_.tail_bytes[w] > 0) tail_.append_at(at, key.words[w]);
      at += format_.tail_bytes[w];
    }
  }
  bool same_tail(std::uint32_t rank, const Key<W>& key) const {
    if constexpr (W > 1) {
      std::size_t at = std::size_t{rank} * tail_stride_;
      for (unsigned w = 1; w < W; ++w) {
        if (std::memcmp(tail_.data() + at, &key.words[w], format_.tail_bytes[w]) != 0) return false;
        at += format_.tail_bytes[w];
      }
    }
    return true;
  }

  RunFormat<W> format_;
  std::size_t partition_ = 0;
  std::uint32_t size_ = 0;
  std::uint32_t base_level_ = 0;
  unsigned bucket_bits_ = 0;
  unsigned low_bits_ = 0;
  unsigned tail_stride_ = 0;
  std::vector<std::uint32_t> directory_;
  ByteColumn low_;
  ByteColumn tail_;
  ByteColumn levels_;
};

// All keys of disjoint runs of one partition in one run.
template <unsigned W>
SortedRun<W> merge_runs(const RunFormat<W>& format, std::size_t partition,
                        const std::vector<const SortedRun<W>*>& runs) {
  using Cursor = typename SortedRun<W>::Cursor;
  struct Head {
    Key<W> key;
    Cursor cursor;
    const SortedRun<W>* run;
  };
  std::uint64_t size = 0;
  std::uint32_t lowest = ~std::uint32_t{0};
  std::uint32_t highest = 0;
  std::vector<Head> heads;
  for (const SortedRun<W>* run : runs) {
    if (run->size() == 0) continue;
    size += run->size();
    if (run->level_stride() == 0) {
      lowest = std::min(lowest, run->level(0));
      highest = std::max(highest, run->level(0));
    } else {
      for (std::uint32_t rank = 0; rank < run->size(); ++rank) {
        lowest = std::min(lowest, run->level(rank));
        highest = std::max(highest, run->level(rank));
      }
    }
    Cursor cursor(*run, 0);
    heads.push_back({cursor.key(), cursor, run});
  }
  QUEST_CHECK_MSG(size < SortedRun<W>::kNone, "a partition is too large: use more partitions");
  typename SortedRun<W>::Builder builder(format, partition, static_cast<std::uint32_t>(size),
                                         std::min(lowest, highest), highest);
  while (!heads.empty()) {
    std::size_t least = 0;
    for (std::size_t i = 1; i < heads.size(); ++i) {
      if (heads[i].key < heads[least].key) least = i;
    }
    Head& head = heads[least];
    builder.append(head.key, head.run->level(head.cursor.rank()));
    head.cursor.next();
    if (head.cursor.done()) {
      heads.erase(heads.begin() + static_cast<std::ptrdiff_t>(least));
    } else {
      head.key = head.cursor.key();
    }
  }
  return builder.finish();
}

}  // namespace questproof
