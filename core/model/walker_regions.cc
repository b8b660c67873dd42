// SPDX-License-Identifier: MIT
#include "core/model/walker_regions.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/check.h"
#include "core/model/event_paths.h"
#include "core/model/naive_evaluator.h"
#include "core/model/rule_compiler.h"

namespace questproof {
namespace {

constexpr std::size_t kMaximumConjunctions = 64;

// Words of a mask that are flooded together: few enough to stay in registers and the first-level cache.
constexpr std::size_t kChunkWords = 8;

void add_reads(const Condition& condition, std::vector<VariableId>& reads) {
  if (condition.kind == Condition::Kind::kCompare) {
    for (const Term* term : {&condition.left, &condition.right}) {
      if (term->is_variable) reads.push_back(term->variable);
    }
  }
  for (const Condition& part : condition.parts) add_reads(part, reads);
}

std::vector<VariableId> reads_of(const Condition& condition) {
  std::vector<VariableId> reads;
  add_reads(condition, reads);
  std::sort(reads.begin(), reads.end());
  reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  return reads;
}

}  // namespace

BlockCondition::BlockCondition(const GameModel& model, const StateLayout& layout,
                               const Condition& condition)
    : model_(&model), layout_(&layout) {
  PathFinder finder(model, kMaximumConjunctions);
  const auto paths = finder.condition_paths(condition);
  if (!paths) {
    plain_ = condition;
    is_plain_ = true;
    return;
  }
  const RuleCompiler compiler(model, layout, finder);
  for (const EventPath& path : *paths) {
    if (auto tests = compiler.tests(path, {})) any_.push_back(std::move(*tests));
  }
}

void BlockCondition::evaluate(const StateBlock& block, BlockMask& mask) const {
  const std::size_t words = (block.count + 63) / 64;
  if (!is_plain_ && any_.size() == 1) {
    filter_block(any_[0], block, mask);
    return;
  }
  std::fill_n(mask.words, words, std::uint64_t{0});
  if (!is_plain_) {
    BlockMask one;
    for (const std::vector<PackedTest>& tests : any_) {
      filter_block(tests, block, one);
      for (std::size_t i = 0; i < words; ++i) mask.words[i] |= one.words[i];
    }
    return;
  }
  std::vector<Word> state(layout_->word_count());
  for (std::size_t i = 0; i < block.count; ++i) {
    for (std::size_t word = 0; word < state.size(); ++word) {
      state[word] = block.words[word * block.stride + i];
    }
    const std::uint64_t bit = holds(*model_, plain_, layout_->unpack(state)) ? 1 : 0;
    mask.words[i / 64] |= bit << i % 64;
  }
}

WalkerRegions::WalkerRegions(const GameModel& model, const StateLayout& layout,
                             const FreeMoves::Walker& walker)
    : variable_(walker.position), field_(layout.field(walker.position)) {
  const Variable& info = model.variables[walker.position.index];
  position_count_ = static_cast<std::size_t>(std::int64_t{info.high} - info.low + 1);
  for (const FreeMoves::Passage& each : walker.passages) {
    passages_.push_back({static_cast<std::uint32_t>(each.from - info.low),
                         static_cast<std::uint32_t>(each.to - info.low),
                         BlockCondition(model, layout, each.condition), each.events,
                         reads_of(each.condition)});
  }
  order_passages();
}

// Breadth-first from the smallest positions on: a sweep in this order, and one against it, carry
// bits a long way.
void WalkerRegions::order_passages() {
  std::vector<std::size_t> rank(position_count_, position_count_);
  std::vector<std::uint32_t> queue;
  for (std::uint32_t start = 0; start < position_count_; ++start) {
    if (rank[start] != position_count_) continue;
    rank[start] = queue.size();
    queue.push_back(start);
    for (std::size_t next = rank[start]; next < queue.size(); ++next) {
      for (const Passage& passage : passages_) {
        for (const auto& [from, to] :
             {std::pair(passage.from, passage.to), std::pair(passage.to, passage.from)}) {
          if (from != queue[next] || rank[to] != position_count_) continue;
          rank[to] = queue.size();
          queue.push_back(to);
        }
      }
    }
  }
  const auto key = [&](const Passage& passage) {
    return std::minmax({rank[passage.from], rank[passage.to]});
  };
  std::stable_sort(passages_.begin(), passages_.end(),
                   [&](const Passage& a, const Passage& b) { return key(a) < key(b); });
}

bool WalkerRegions::depends_on(std::span<const VariableId> variables) const {
  return std::any_of(passages_.begin(), passages_.end(), [&](const Passage& passage) {
    return std::any_of(passage.reads.begin(), passage.reads.end(), [&](VariableId read) {
      return std::binary_search(variables.begin(), variables.end(), read);
    });
  });
}

void WalkerRegions::find_open(const StateBlock& block, std::vector<BlockMask>& open) const {
  open.resize(passages_.size());
  for (std::size_t i = 0; i < passages_.size(); ++i) passages_[i].open.evaluate(block, open[i]);
}

void WalkerRegions::find_positions(const StateBlock& block, PositionMasks& members) const {
  members.resize(position_count_);
  const std::size_t words = (block.count + 63) / 64;
  for (BlockMask& mask : members) std::fill_n(mask.words, words, std::uint64_t{0});
  const Word* const column = block.words + field_.word * block.stride;
  const Word mask = (Word{1} << field_.bits) - 1;
  for (std::size_t i = 0; i < block.count; ++i) {
    const std::size_t position = column[i] >> field_.shift & mask;
    members[position].words[i / 64] |= std::uint64_t{1} << i % 64;
  }
}

void WalkerRegions::flood(std::span<const BlockMask> open, std::size_t states,
                          PositionMasks& members) const {
  const std::size_t words = (states + 63) / 64;
  for (std::size_t begin = 0; begin < words; begin += kChunkWords) {
    const std::size_t count = std::min(kChunkWords, words - begin);
    const auto carry = [&](std::size_t passage) {
      const std::uint64_t* const gate = open[passage].words + begin;
      std::uint64_t* const from = members[passages_[passage].from].words + begin;
      std::uint64_t* const to = members[passages_[passage].to].words + begin;
      std::uint64_t changed = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t through = (from[i] | to[i]) & gate[i];
        changed |= through & ~(from[i] & to[i]);
        from[i] |= through;
        to[i] |= through;
      }
      return changed;
    };
    for (std::uint64_t changed = 1; changed != 0;) {
      changed = 0;
      for (std::size_t i = 0; i < passages_.size(); ++i) changed |= carry(i);
      if (changed == 0) break;
      changed = 0;
      for (std::size_t i = passages_.size(); i-- > 0;) changed |= carry(i);
    }
  }
}

void WalkerRegions::find_smallest(const PositionMasks& members, std::size_t states,
                                  std::span<std::uint16_t> smallest) const {
  QUEST_CHECK(smallest.size() == states);
  for (std::size_t begin = 0; begin < states; begin += 64) {
    const std::size_t word = begin / 64;
    std::uint64_t left = ~std::uint64_t{0} >> (64 - std::min<std::size_t>(64, states - begin));
    for (std::size_t position = 0; position < position_count_ && left != 0; ++position) {
      for (std::uint64_t fresh = members[position].words[word] & left; fresh != 0;
           fresh &= fresh - 1) {
        smallest[begin + static_cast<std::size_t>(std::countr_zero(fresh))] =
            static_cast<std::uint16_t>(position);
      }
      left &= ~members[position].words[word];
    }
    for (; left != 0; left &= left - 1) {
      smallest[begin + static_cast<std::size_t>(std::countr_zero(left))] = 0;
    }
  }
}

}  // namespace questproof
