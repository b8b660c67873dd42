// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/byte_block.h"
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

  std::size_t partition_count() const { return std::size_t{1} << partition_bits; }
};

// A sorted list of distinct keys of one partition, compact and searchable at once: immutable once
// built. Every key has a rank (its position) and a level (its breadth-first depth). Lies on the heap,
// or in scratch once it is frozen.
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
  std::uint32_t lowest_level() const { return base_level_; }  // of the levels it was built for
  std::uint32_t highest_level() const { return highest_level_; }
  std::size_t memory_bytes() const { return block_.size(); }  // wherever they lie
  bool frozen() const { return block_.frozen(); }

  // Moves the run to scratch, unless it is too small to be worth it. Not while others read it.
  void freeze(ScratchMemory& scratch) {
    if (block_.size() < std::max<std::size_t>(scratch.smallest_block(), 1)) return;
    block_.freeze(scratch);
    place_columns();
  }

  // The levels as stored: level_stride() bytes each, little-endian; 0 bytes when all have one level.
  unsigned level_stride() const { return levels_.stride(); }
  const std::uint8_t* level_bytes() const { return levels_.data(); }

  // The rank of the key, or kNone.
  [[gnu::always_inline]] std::uint32_t find(const Key<W>& key) const {
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
      std::size_t high = run_->bucket_count();
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
      run_.highest_level_ = highest_level;
      run_.shape(choose_bucket_bits(size, format.head_bits - format.partition_bits));
    }
    explicit Builder(SortedRun&& shaped) : run_(std::move(shaped)) {}  // allocated, to be filled

    [[gnu::always_inline]] void append(const Key<W>& key, std::uint32_t level) {
      const std::size_t bucket = run_.bucket_of(key.head());
      while (open_ <= bucket) run_.directory_[open_++] = count_;
      run_.low_.append_at(count_, run_.low_of(key.head()));
      if constexpr (W > 1) run_.set_tail(count_, key);
      if (run_.levels_.stride() != 0) run_.levels_.append_at(count_, level);
      ++count_;
    }

    SortedRun finish() {
      QUEST_CHECK(count_ == run_.size_);
      while (open_ <= run_.bucket_count()) run_.directory_[open_++] = count_;
      return std::move(run_);
    }

   private:
    SortedRun run_;
    std::size_t open_ = 0;
    std::uint32_t count_ = 0;
  };

  // All keys of two disjoint runs of one partition.
  static SortedRun merge(const SortedRun& one, const SortedRun& two) {
    const SortedRun& large = one.size_ < two.size_ ? two : one;
    const SortedRun& small = one.size_ < two.size_ ? one : two;
    if (small.size_ == 0) return large.copy();
    const std::uint64_t size = std::uint64_t{large.size_} + small.size_;
    QUEST_CHECK_MSG(size < kNone, "a partition is too large: use more partitions");
    SortedRun merged;
    merged.format_ = large.format_;
    merged.partition_ = large.partition_;
    merged.size_ = static_cast<std::uint32_t>(size);
    merged.base_level_ = std::min(large.base_level_, small.base_level_);
    merged.highest_level_ = std::max(large.highest_level_, small.highest_level_);
    const unsigned rest = merged.format_.head_bits - merged.format_.partition_bits;
    merged.shape(choose_bucket_bits(merged.size_, rest, large.bucket_bits_));
    if (merged.bucket_bits_ == large.bucket_bits_) {
      merged.weave(large, small);
    } else {
      merged.zip(large, small);
    }
    return merged;
  }

 private:
  // What `bits` buckets cost in bytes, low parts included.
  static double bucket_cost(std::uint32_t size, unsigned rest, unsigned bits) {
    return 4.0 * static_cast<double>(std::size_t{1} << bits) +
           static_cast<double>(size) * ((rest - bits + 7) / 8);
  }
  // The number of bucket bits that costs the fewest bytes, with 1 to 16 keys a bucket on average.
  // `wish` is taken instead where it costs little more.
  static unsigned choose_bucket_bits(std::uint32_t size, unsigned rest, unsigned wish = 64) {
    const auto size_bits = static_cast<unsigned>(std::bit_width(size));
    const unsigned least = size_bits > 4 ? size_bits - 4 : 0;
    unsigned best = std::min(least, rest);
    for (unsigned bits = best; bits <= std::min(size_bits, rest); ++bits) {
      if (bucket_cost(size, rest, bits) < bucket_cost(size, rest, best)) best = bits;
    }
    const bool fits = wish >= least && wish <= std::min(size_bits, rest);
    const bool cheap =
        fits && bucket_cost(size, rest, wish) <= 1.125 * bucket_cost(size, rest, best);
    return cheap ? wish : best;
  }
  // Allocates everything for size_ keys.
  void shape(unsigned bucket_bits) {
    bucket_bits_ = bucket_bits;
    low_bits_ = format_.head_bits - format_.partition_bits - bucket_bits;
    tail_stride_ = 0;
    for (unsigned w = 1; w < W; ++w) tail_stride_ += format_.tail_bytes[w];
    block_ = ByteBlock(directory_bytes() + low_bytes() + tail_bytes() + level_bytes_in_all());
    place_columns();
  }

  // One block holds it all: the directory, then the columns, each with its spare bytes.
  std::size_t bucket_count() const { return std::size_t{1} << bucket_bits_; }
  std::size_t directory_bytes() const { return (bucket_count() + 1) * sizeof(std::uint32_t); }
  unsigned low_stride() const { return (low_bits_ + 7) / 8; }
  std::size_t low_bytes() const { return ByteColumn::bytes_for(size_, low_stride()); }
  std::size_t tail_bytes() const {
    return W == 1 ? 0 : ByteColumn::bytes_for(std::size_t{size_} * tail_stride_, 1);
  }
  unsigned stored_level_stride() const {
    if (highest_level_ == base_level_) return 0;
    return (static_cast<unsigned>(std::bit_width(highest_level_)) + 7) / 8;
  }
  std::size_t level_bytes_in_all() const {
    const unsigned stride = stored_level_stride();
    return stride == 0 ? 0 : ByteColumn::bytes_for(size_, stride);
  }
  // A frozen block is read only: nothing writes through these then.
  void place_columns() {
    std::uint8_t* at = const_cast<std::uint8_t*>(block_.data());
    directory_ = reinterpret_cast<std::uint32_t*>(at);
    at += directory_bytes();
    low_ = ByteColumn(at, low_stride());
    at += low_bytes();
    if (W > 1) tail_ = ByteColumn(at, 1);
    at += tail_bytes();
    levels_ = stored_level_stride() == 0 ? ByteColumn() : ByteColumn(at, stored_level_stride());
  }
  SortedRun copy() const {
    Builder builder(format_, partition_, size_, base_level_, highest_level_);
    for (Cursor cursor(*this, 0); !cursor.done(); cursor.next()) {
      builder.append(cursor.key(), level(cursor.rank()));
    }
    return builder.finish();
  }

  // Merging key by key.
  void zip(const SortedRun& one, const SortedRun& two) {
    Builder builder(std::move(*this));
    Cursor a(one, 0);
    Cursor b(two, 0);
    while (!a.done() && !b.done()) {
      const Key<W> a_key = a.key();
      const Key<W> b_key = b.key();
      if (a_key < b_key) {
        builder.append(a_key, one.level(a.rank()));
        a.next();
      } else {
        builder.append(b_key, two.level(b.rank()));
        b.next();
      }
    }
    for (; !a.done(); a.next()) builder.append(a.key(), one.level(a.rank()));
    for (; !b.done(); b.next()) builder.append(b.key(), two.level(b.rank()));
    *this = builder.finish();
  }

  // Merging a small run into a large one with the same buckets: what lies between two keys of the
  // small one is copied as it is.
  void weave(const SortedRun& large, const SortedRun& small) {
    std::size_t bucket = 0;
    std::uint32_t taken = 0;  // of large
    std::uint32_t woven = 0;  // of small
    for (Cursor cursor(small, 0); !cursor.done(); cursor.next()) {
      const Key<W> key = cursor.key();
      const std::size_t target = bucket_of(key.head());
      for (; bucket <= target; ++bucket) directory_[bucket] = large.directory_[bucket] + woven;
      const std::uint32_t at = large.lower_bound(key, std::max(taken, large.directory_[target]),
                                                 large.directory_[target + 1]);
      copy_range(large, taken, at, woven);
      taken = at;
      const std::uint32_t rank = taken + woven;
      low_.append_at(rank, low_of(key.head()));
      if constexpr (W > 1) set_tail(rank, key);
      if (levels_.stride() != 0) levels_.append_at(rank, small.level(cursor.rank()));
      ++woven;
    }
    copy_range(large, taken, large.size_, woven);
    for (; bucket <= bucket_count(); ++bucket) {
      directory_[bucket] = large.directory_[bucket] + woven;
    }
  }
  // The first of the ranks begin .. end - 1, all of the key's bucket, with a larger key.
  std::uint32_t lower_bound(const Key<W>& key, std::uint32_t begin, std::uint32_t end) const {
    const Word low = low_of(key.head());
    while (begin < end) {
      const Word stored = low_.get(begin);
      if (stored > low) break;
      if (W > 1 && stored == low && key < key_at(begin, bucket_of(key.head()))) break;
      ++begin;
    }
    return begin;
  }
  void copy_range(const SortedRun& from, std::uint32_t begin, std::uint32_t end,
                  std::uint32_t shift) {
    low_.copy_range(from.low_, begin, end, std::size_t{begin} + shift);
    if constexpr (W > 1) {
      tail_.copy_range(from.tail_, std::size_t{begin} * tail_stride_,
                       std::size_t{end} * tail_stride_,
                       (std::size_t{begin} + shift) * tail_stride_);
    }
    if (levels_.stride() == 0) return;
    if (levels_.stride() == from.levels_.stride()) {
      levels_.copy_range(from.levels_, begin, end, std::size_t{begin} + shift);
    } else {
      for (; begin < end; ++begin) {
        levels_.append_at(std::size_t{begin} + shift, from.level(begin));
      }
    }
  }

  // The rank of `low` in begin .. end - 1 when low parts take two bytes: sixteen are compared at
  // once, nearly always a whole bucket; what lies beyond it is sorted out at the end.
  std::uint32_t find_pair(std::uint32_t begin, std::uint32_t end, std::uint16_t low) const {
    using Lanes [[gnu::vector_size(16)]] = std::uint16_t;
    using Halves [[gnu::vector_size(16)]] = std::uint64_t;
    Lanes wanted = {};
    wanted += low;
    for (std::uint32_t rank = begin; rank < end; rank += 16) {
      Lanes first, second;
      std::memcpy(&first, low_.data() + std::size_t{rank} * 2, sizeof(first));
      std::memcpy(&second, low_.data() + std::size_t{rank} * 2 + 16, sizeof(second));
      const auto in_first = (Halves)(first == wanted);
      const auto in_second = (Halves)(second == wanted);
      const Halves any = in_first | in_second;
      if ((any[0] | any[1]) == 0) continue;
      const bool early = (in_first[0] | in_first[1]) != 0;
      const Halves match = early ? in_first : in_second;
      const int bit = match[0] != 0 ? std::countr_zero(match[0]) : 64 + std::countr_zero(match[1]);
      const std::uint32_t at = rank + (early ? 0 : 8) + static_cast<std::uint32_t>(bit) / 16;
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
  std::uint32_t highest_level_ = 0;
  unsigned bucket_bits_ = 0;
  unsigned low_bits_ = 0;
  unsigned tail_stride_ = 0;
  ByteBlock block_;  // what the following point into
  std::uint32_t* directory_ = nullptr;
  ByteColumn low_;
  ByteColumn tail_;
  ByteColumn levels_;
};

// All keys of disjoint runs of one partition in one run: two at a time, the smallest first.
template <unsigned W>
SortedRun<W> merge_runs(std::vector<SortedRun<W>> runs) {
  const auto larger = [](const SortedRun<W>& a, const SortedRun<W>& b) {
    return a.size() > b.size();
  };
  std::stable_sort(runs.begin(), runs.end(), larger);
  while (runs.size() > 1) {
    const SortedRun<W> last = std::move(runs.back());
    runs.pop_back();
    const SortedRun<W> other = std::move(runs.back());
    runs.pop_back();
    SortedRun<W> merged = SortedRun<W>::merge(other, last);
    runs.insert(std::upper_bound(runs.begin(), runs.end(), merged, larger), std::move(merged));
  }
  return runs.empty() ? SortedRun<W>() : std::move(runs.front());
}

}  // namespace questproof
