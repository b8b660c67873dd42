// SPDX-License-Identifier: MIT
#include "core/model/block_kernels.h"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/model/block_kernels_simd.cc"
#include <hwy/foreach_target.h>
// The line above includes this file once per target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace questproof {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// At most 8 states at a time: blocks are readable that far beyond their end.
using WordTag = hn::CappedTag<Word, 8>;
using SignedTag = hn::RebindToSigned<WordTag>;
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
using PositionTag = hn::CappedTag<std::uint16_t, 8>;
#endif
using WordVector = hn::Vec<WordTag>;

static_assert(kBlockPadding >= 8);

HWY_INLINE std::uint64_t bits_of(WordTag d, hn::Mask<WordTag> mask) {
  alignas(8) std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  return bytes[0];
}

// mask = test, or mask &= test; `test` maps (index of the first state) to a vector mask.
template <bool kFirst, typename Test>
HWY_INLINE void filter_loop(std::size_t count, BlockMask& mask, const Test& test) {
  const WordTag d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t begin = 0; begin < count; begin += 64) {
    std::uint64_t& word = mask.words[begin / 64];
    if (!kFirst && word == 0) continue;
    const std::size_t size = std::min<std::size_t>(64, count - begin);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; i += lanes) bits |= bits_of(d, test(begin + i)) << i;
    if (size < 64) bits &= (std::uint64_t{1} << size) - 1;
    word = kFirst ? bits : word & bits;
  }
}

template <bool kFirst>
HWY_INLINE void filter_relation(const PackedTest& test, const StateBlock& block, BlockMask& mask) {
  const WordTag d;
  const SignedTag ds;
  const Word* const left_column = block.words + test.word * block.stride;
  const Word* const right_column = block.words + test.other_word * block.stride;
  const int left_shift = static_cast<int>(test.shift);
  const int right_shift = static_cast<int>(test.other_shift);
  const WordVector left_mask = hn::Set(d, test.mask);
  const WordVector right_mask = hn::Set(d, test.other_mask);
  std::int64_t bound = test.offset;  // <= and >= are < and > beside it
  if (test.comparison == Comparison::kLessEqual) ++bound;
  if (test.comparison == Comparison::kGreaterEqual) --bound;
  const auto offset = hn::Set(ds, bound);
  const auto left = [&](std::size_t i) HWY_ATTR {
    const WordVector word = hn::LoadU(d, left_column + i);
    return hn::BitCast(ds, hn::And(hn::ShiftRightSame(word, left_shift), left_mask));
  };
  const auto right = [&](std::size_t i) HWY_ATTR {
    const WordVector word = hn::LoadU(d, right_column + i);
    const auto field = hn::And(hn::ShiftRightSame(word, right_shift), right_mask);
    return hn::Add(hn::BitCast(ds, field), offset);
  };
  switch (test.comparison) {
    case Comparison::kEqual:
      filter_loop<kFirst>(block.count, mask, [&](std::size_t i) HWY_ATTR {
        return hn::RebindMask(d, hn::Eq(left(i), right(i)));
      });
      break;
    case Comparison::kNotEqual:
      filter_loop<kFirst>(block.count, mask, [&](std::size_t i) HWY_ATTR {
        return hn::RebindMask(d, hn::Ne(left(i), right(i)));
      });
      break;
    case Comparison::kLess:
    case Comparison::kLessEqual:
      filter_loop<kFirst>(block.count, mask, [&](std::size_t i) HWY_ATTR {
        return hn::RebindMask(d, hn::Lt(left(i), right(i)));
      });
      break;
    case Comparison::kGreater:
    case Comparison::kGreaterEqual:
      filter_loop<kFirst>(block.count, mask, [&](std::size_t i) HWY_ATTR {
        return hn::RebindMask(d, hn::Gt(left(i), right(i)));
      });
      break;
  }
}

template <bool kFirst>
HWY_INLINE void filter_test(const PackedTest& test, const StateBlock& block, BlockMask& mask) {
  const WordTag d;
  const Word* const column = block.words + test.word * block.stride;
  const WordVector fields = hn::Set(d, test.mask);
  const WordVector value = hn::Set(d, test.value);
  const WordVector span = hn::Set(d, test.span);
  const WordVector beyond = hn::Set(d, test.span + 1);  // no overflow: not the whole domain
  const auto field = [&](std::size_t i)
                         HWY_ATTR { return hn::And(hn::LoadU(d, column + i), fields); };
  switch (test.kind) {
    case PackedTest::Kind::kEqual:
      filter_loop<kFirst>(block.count, mask,
                          [&](std::size_t i) HWY_ATTR { return hn::Eq(field(i), value); });
      break;
    case PackedTest::Kind::kNotEqual:
      filter_loop<kFirst>(block.count, mask,
                          [&](std::size_t i) HWY_ATTR { return hn::Ne(field(i), value); });
      break;
    case PackedTest::Kind::kInside:
      filter_loop<kFirst>(block.count, mask, [&](std::size_t i) HWY_ATTR {
        return hn::Lt(hn::Sub(field(i), value), beyond);
      });
      break;
    case PackedTest::Kind::kOutside:
      filter_loop<kFirst>(block.count, mask, [&](std::size_t i) HWY_ATTR {
        return hn::Gt(hn::Sub(field(i), value), span);
      });
      break;
    case PackedTest::Kind::kElement: {
      const int shift = static_cast<int>(test.shift);
      const WordVector one = hn::Set(d, Word{1});
      filter_loop<kFirst>(block.count, mask, [&](std::size_t i) HWY_ATTR {
        const WordVector word = hn::LoadU(d, column + i);
        const WordVector element = hn::And(hn::ShiftRightSame(word, shift), fields);
        return hn::TestBit(hn::Shr(value, element), one);
      });
      break;
    }
    case PackedTest::Kind::kRelation: filter_relation<kFirst>(test, block, mask); break;
  }
}

void FilterBlock(std::span<const PackedTest> tests, const StateBlock& block, BlockMask& mask) {
  if (tests.empty()) {
    for (std::size_t begin = 0; begin < block.count; begin += 64) {
      const std::size_t size = std::min<std::size_t>(64, block.count - begin);
      mask.words[begin / 64] = ~std::uint64_t{0} >> (64 - size);
    }
    return;
  }
  filter_test<true>(tests[0], block, mask);
  for (const PackedTest& test : tests.subspan(1)) filter_test<false>(test, block, mask);
}

void MarkStates(const BlockMask& mask, std::size_t count, std::uint64_t bits,
                std::span<std::uint64_t> out) {
  for (std::size_t begin = 0; begin < count; begin += 64) {
    std::uint64_t word = mask.words[begin / 64];
    if (word == ~std::uint64_t{0}) {
      for (std::size_t i = begin; i < begin + 64; ++i) out[i] |= bits;
      continue;
    }
    for (; word != 0; word &= word - 1) {
      out[begin + static_cast<std::size_t>(std::countr_zero(word))] |= bits;
    }
  }
}

// What a rule does to one word; `i` is the index of the first state.
class Effect {
 public:
  Effect(const PackedRule& rule, const StateBlock& block, std::uint32_t word) : block_(block) {
    for (const PackedWrite& write : rule.writes) {
      if (write.word == word) write_ = write;
    }
    const auto mine = [word](const PackedCopy& copy) { return copy.word == word; };
    const auto first = std::find_if(rule.copies.begin(), rule.copies.end(), mine);
    const auto last = std::find_if_not(first, rule.copies.end(), mine);
    copies_ = std::span<const PackedCopy>(first, last);
  }

  bool has_copies() const { return !copies_.empty(); }

  HWY_INLINE WordVector apply(WordVector word) const {
    const WordTag d;
    const WordVector flipped = hn::Xor(word, hn::Set(d, write_.flip));
    const WordVector kept = hn::And(flipped, hn::Set(d, write_.keep));
    return hn::Add(hn::Or(kept, hn::Set(d, write_.set)), hn::Set(d, write_.add));
  }

  HWY_INLINE WordVector apply_with_copies(WordVector word, std::size_t i) const {
    const WordTag d;
    WordVector result = apply(word);
    for (const PackedCopy& copy : copies_) {
      const Word* const column = block_.words + copy.source_word * block_.stride;
      WordVector field =
          hn::ShiftRightSame(hn::LoadU(d, column + i), static_cast<int>(copy.source_shift));
      field = hn::Add(hn::And(field, hn::Set(d, copy.mask)),
                      hn::Set(d, static_cast<Word>(copy.offset)));
      result = hn::Add(result, hn::ShiftLeftSame(field, static_cast<int>(copy.shift)));
    }
    return result;
  }

 private:
  const StateBlock& block_;
  PackedWrite write_;
  std::span<const PackedCopy> copies_;
};

// Appends the results of the states in the mask to `out`; `result` maps (index of the first state)
// to a vector. Writes up to one vector too many.
template <typename Result>
HWY_INLINE void compress_loop(std::size_t count, const BlockMask& mask, Word* out,
                              const Result& result) {
  const WordTag d;
  const std::size_t lanes = hn::Lanes(d);
  const std::uint64_t lane_bits = (std::uint64_t{1} << lanes) - 1;
  for (std::size_t begin = 0; begin < count; begin += 64) {
    std::uint64_t word = mask.words[begin / 64];
    for (std::size_t i = begin; word != 0; i += lanes, word >>= lanes) {
      const std::uint64_t bits = word & lane_bits;
      if constexpr (HWY_MAX_BYTES == 16) {  // two lanes: cheaper than looking up a permutation
        alignas(16) Word both[2];
        hn::Store(result(i), d, both);
        out[0] = both[0];
        out[bits & 1] = both[1];
      } else {
        alignas(8) std::uint8_t bytes[8];
        std::memcpy(bytes, &bits, sizeof bytes);
        hn::StoreU(hn::CompressBits(result(i), bytes), d, out);
      }
      out += std::popcount(bits);
    }
  }
}

HWY_INLINE void compress_positions(const RuleInput& input, const BlockMask& mask,
                                   std::uint16_t* out) {
  const bool as_they_are = input.positions.empty();
#if HWY_ARCH_X86 && \
    HWY_TARGET <= HWY_AVX3  // elsewhere compressing 16-bit lanes goes through memory
  const PositionTag d;
  const std::size_t lanes = hn::Lanes(d);
  const std::uint64_t lane_bits = (std::uint64_t{1} << lanes) - 1;
  for (std::size_t begin = 0; begin < input.block.count; begin += 64) {
    std::uint64_t word = mask.words[begin / 64];
    for (std::size_t i = begin; word != 0; i += lanes, word >>= lanes) {
      const std::uint64_t bits = word & lane_bits;
      alignas(8) std::uint8_t bytes[8];
      std::memcpy(bytes, &bits, sizeof bytes);
      const auto positions = as_they_are ? hn::Iota(d, static_cast<std::uint16_t>(i))
                                         : hn::LoadU(d, input.positions.data() + i);
      hn::StoreU(hn::CompressBits(positions, bytes), d, out);
      out += std::popcount(bits);
    }
  }
#else
  for (std::size_t begin = 0; begin < input.block.count; begin += 64) {
    for (std::uint64_t word = mask.words[begin / 64]; word != 0; word &= word - 1) {
      const std::size_t i = begin + static_cast<std::size_t>(std::countr_zero(word));
      *out++ = as_they_are ? static_cast<std::uint16_t>(i) : input.positions[i];
    }
  }
#endif
}

// Removes the states that the rule does not change.
void drop_unchanged(const PackedRule& rule, const StateBlock& block, BlockMask& mask) {
  const WordTag d;
  BlockMask changed;
  std::memset(changed.words, 0, sizeof changed.words);
  for (const PackedWrite& write : rule.writes) {
    const Effect effect(rule, block, write.word);
    const Word* const column = block.words + write.word * block.stride;
    BlockMask differs;
    filter_loop<true>(block.count, differs, [&](std::size_t i) HWY_ATTR {
      const WordVector word = hn::LoadU(d, column + i);
      return hn::Ne(effect.apply_with_copies(word, i), word);
    });
    for (std::size_t i = 0; i < (block.count + 63) / 64; ++i) changed.words[i] |= differs.words[i];
  }
  for (std::size_t i = 0; i < (block.count + 63) / 64; ++i) mask.words[i] &= changed.words[i];
}

std::size_t count_bits(const BlockMask& mask, std::size_t count) {
  std::size_t total = 0;
  for (std::size_t i = 0; i < (count + 63) / 64; ++i) {
    total += static_cast<std::size_t>(std::popcount(mask.words[i]));
  }
  return total;
}

void add_faults(const PackedRule& rule, const RuleInput& input, const BlockMask& mask,
                SuccessorBlock& out) {
  for (std::size_t begin = 0; begin < input.block.count; begin += 64) {
    for (std::uint64_t word = mask.words[begin / 64]; word != 0; word &= word - 1) {
      const std::size_t i = begin + static_cast<std::size_t>(std::countr_zero(word));
      const std::size_t source = input.positions.empty() ? i : input.positions[i];
      out.faults.push_back({rule.label, static_cast<std::uint32_t>(source)});
    }
  }
}

void append_successors(const PackedRule& rule, const RuleInput& input, const BlockMask& mask,
                       std::size_t passing, SuccessorBlock& out) {
  const WordTag d;
  const StateBlock& block = input.block;
  reserve_successors(out, input.word_count, passing, input.keep_sources);
  std::size_t next_write = 0;
  for (std::uint32_t word = 0; word < input.word_count; ++word) {
    const Word* const column = block.words + word * block.stride;
    Word* const to = out.words.data() + word * out.stride + out.count;
    const bool written = next_write < rule.writes.size() && rule.writes[next_write].word == word;
    if (!written) {
      compress_loop(block.count, mask, to,
                    [&](std::size_t i) HWY_ATTR { return hn::LoadU(d, column + i); });
      continue;
    }
    ++next_write;
    const Effect effect(rule, block, word);
    if (effect.has_copies()) {
      compress_loop(block.count, mask, to, [&](std::size_t i) HWY_ATTR {
        return effect.apply_with_copies(hn::LoadU(d, column + i), i);
      });
    } else {
      compress_loop(block.count, mask, to,
                    [&](std::size_t i) HWY_ATTR { return effect.apply(hn::LoadU(d, column + i)); });
    }
  }
  if (input.keep_sources) compress_positions(input, mask, out.source.data() + out.count);
  if (!out.runs.empty() && out.runs.back().label == rule.label) {
    out.runs.back().end += passing;
  } else {
    out.runs.push_back({rule.label, out.count, out.count + passing});
  }
  out.count += passing;
}

void ExpandRules(std::span<const PackedRule> rules, const RuleInput& input, SuccessorBlock& out,
                 std::span<std::uint64_t> enabled) {
  BlockMask mask;
  for (const PackedRule& rule : rules) {
    FilterBlock(rule.tests, input.block, mask);
    std::size_t passing = count_bits(mask, input.block.count);
    if (passing == 0) continue;
    enabled[rule.label] += passing;
    if (rule.fault) {
      add_faults(rule, input, mask, out);
      continue;
    }
    if (rule.may_be_identity) {
      drop_unchanged(rule, input.block, mask);
      passing = count_bits(mask, input.block.count);
      if (passing == 0) continue;
    }
    append_successors(rule, input, mask, passing, out);
  }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace questproof
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace questproof {

HWY_EXPORT(FilterBlock);
HWY_EXPORT(MarkStates);
HWY_EXPORT(ExpandRules);

void filter_block(std::span<const PackedTest> tests, const StateBlock& block, BlockMask& mask) {
  HWY_DYNAMIC_DISPATCH(FilterBlock)(tests, block, mask);
}

void mark_states(const BlockMask& mask, std::size_t count, std::uint64_t bits,
                 std::span<std::uint64_t> out) {
  HWY_DYNAMIC_DISPATCH(MarkStates)(mask, count, bits, out);
}

void expand_rules(std::span<const PackedRule> rules, const RuleInput& input, SuccessorBlock& out,
                  std::span<std::uint64_t> enabled) {
  HWY_DYNAMIC_DISPATCH(ExpandRules)(rules, input, out, enabled);
}

void reserve_successors(SuccessorBlock& out, std::size_t word_count, std::size_t more,
                        bool keep_sources) {
  const std::size_t needed = out.count + more + kBlockPadding;
  if (out.stride < needed || out.words.size() < word_count * out.stride) {
    const std::size_t stride = std::max(needed, 2 * out.stride);
    std::vector<Word> words(word_count * stride);
    for (std::size_t word = 0; out.count > 0 && word < word_count; ++word) {
      std::copy_n(out.words.data() + word * out.stride, out.count, words.data() + word * stride);
    }
    out.words = std::move(words);
    out.stride = stride;
  }
  if (keep_sources && out.source.size() < out.stride) out.source.resize(out.stride);
}

}  // namespace questproof
#endif  // HWY_ONCE
