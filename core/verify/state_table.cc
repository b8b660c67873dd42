// SPDX-License-Identifier: MIT
#include "core/verify/state_table.h"

#include <bit>

#include "core/base/check.h"
#include "core/base/error.h"
#include "core/base/hash.h"

namespace questproof {
namespace {

constexpr std::uint64_t kFewestSlots = 1024;
constexpr std::uint64_t kMostStates = StateTable::kNoNumber - std::uint64_t{1};

// One word is mixed by the finaliser of MurmurHash3 (Austin Appleby, 2011), which loses nothing.
std::uint64_t hash_row(const Word* row, std::size_t word_count) {
  if (word_count > 1) return hash_64(std::span<const Word>(row, word_count));
  std::uint64_t mixed = row[0];
  mixed = (mixed ^ (mixed >> 33)) * 0xff51afd7ed558ccdULL;
  mixed = (mixed ^ (mixed >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return mixed ^ (mixed >> 33);
}

std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash); }

}  // namespace

StateTable::StateTable(std::size_t word_count, std::uint64_t expected) : word_count_(word_count) {
  const std::uint64_t slots = std::bit_ceil(std::max(kFewestSlots, expected + expected / 2 + 1));
  slots_.resize(slots);
  shift_ = static_cast<unsigned>(64 - std::countr_zero(slots));
}

void StateTable::read(std::uint32_t number, StateSpan state) const {
  const std::size_t begin = std::size_t{number} * word_count_;
  for (std::size_t w = 0; w < word_count_; ++w) state[w] = words_[begin + w];
}

bool StateTable::equals(std::uint32_t number, const Word* row) const {
  const std::size_t begin = std::size_t{number} * word_count_;
  for (std::size_t w = 0; w < word_count_; ++w) {
    if (words_[begin + w] != row[w]) return false;
  }
  return true;
}

std::uint32_t StateTable::insert_one(const Word* row, std::uint64_t hash) {
  const std::size_t last = slots_.size() - 1;
  for (std::size_t at = home(hash);; at = (at + 1) & last) {
    Slot& slot = slots_[at];
    if (slot.number == kNoNumber) {
      slot = {static_cast<std::uint32_t>(count_), tag_of(hash)};
      for (std::size_t w = 0; w < word_count_; ++w) words_.push_back(row[w]);
      ++count_;
      return slot.number;
    }
    if (slot.tag == tag_of(hash) && equals(slot.number, row)) return slot.number;
  }
}

void StateTable::insert(std::span<const Word> rows, std::vector<std::uint32_t>& numbers) {
  const std::size_t count = rows.size() / word_count_;
  QUEST_CHECK(!slots_.empty());
  while ((count_ + count) * 3 > slots_.size() * 2) make_room();
  if (count_ + count > kMostStates) {
    throw Error(Error::Kind::kResource, "more states than this exploration can number (2^32 - 2)");
  }
  hashes_.resize(count);
  numbers.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    hashes_[i] = hash_row(&rows[i * word_count_], word_count_);
    __builtin_prefetch(&slots_[home(hashes_[i])]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Slot& slot = slots_[home(hashes_[i])];
    if (slot.tag == tag_of(hashes_[i]) && slot.number != kNoNumber) {
      __builtin_prefetch(&words_[std::size_t{slot.number} * word_count_]);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = insert_one(&rows[i * word_count_], hashes_[i]);
  }
}

std::uint32_t StateTable::find(StateView state) const {
  QUEST_CHECK(!slots_.empty());
  const std::uint64_t hash = hash_row(state.data(), word_count_);
  const std::size_t last = slots_.size() - 1;
  for (std::size_t at = home(hash);; at = (at + 1) & last) {
    const Slot& slot = slots_[at];
    if (slot.number == kNoNumber) return kNoNumber;
    if (slot.tag == tag_of(hash) && equals(slot.number, state.data())) return slot.number;
  }
}

void StateTable::drop_slots() { std::vector<Slot>().swap(slots_); }

void StateTable::make_room() {
  std::vector<Slot> slots(slots_.size() * 2);
  slots_.swap(slots);
  std::vector<Slot>().swap(slots);
  --shift_;
  const std::size_t last = slots_.size() - 1;
  std::vector<Word> row(word_count_);
  for (std::uint32_t number = 0; number < count_; ++number) {
    read(number, row);
    const std::uint64_t hash = hash_row(row.data(), word_count_);
    std::size_t at = home(hash);
    while (slots_[at].number != kNoNumber) at = (at + 1) & last;
    slots_[at] = {number, tag_of(hash)};
  }
}

}  // namespace questproof
