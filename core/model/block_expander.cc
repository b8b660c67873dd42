// SPDX-License-Identifier: MIT
#include "core/model/block_expander.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/model/block_kernels.h"

namespace questproof {

void BlockExpander::expand(const StateBlock& block, SuccessorBlock& out,
                           std::span<std::uint64_t> enabled) {
  QUEST_CHECK(block.count <= kMaximumBlock && block.count <= block.stride);
  out.count = 0;
  out.runs.clear();
  out.faults.clear();
  if (parts_.sources == Sources::kLeaveOut) out.source.clear();
  if (block.count == 0) return;
  if (parts_.index) {
    expand_by_value(block, out, enabled);
  } else if (!parts_.rules.empty()) {
    const RuleInput input{block, parts_.word_count, {}, parts_.sources == Sources::kKeep};
    expand_rules(parts_.rules[0], input, out, enabled);
  }
  if (parts_.bytecode != nullptr && !parts_.bytecode->empty()) {
    expand_bytecode(block, out, enabled);
  }
}

void BlockExpander::expand_by_value(const StateBlock& block, SuccessorBlock& out,
                                    std::span<std::uint64_t> enabled) {
  const bool keep_sources = parts_.sources == Sources::kKeep;
  const StateLayout::Field& f = *parts_.index;
  group(block);
  const Word* const column = block.words + f.word * block.stride;
  const std::size_t first = (column[0] & f.mask()) >> f.shift;
  if (begins_[first + 1] - begins_[first] == block.count) {  // one value for all: as they are
    expand_rules(parts_.rules[first], {block, parts_.word_count, {}, keep_sources}, out, enabled);
    return;
  }
  const std::size_t stride = kMaximumBlock + kBlockPadding;
  for (std::size_t value = 0; value < parts_.rules.size(); ++value) {
    const std::size_t begin = begins_[value];
    const std::size_t count = begins_[value + 1] - begin;
    if (count == 0) continue;
    const StateBlock part{grouped_.data() + begin, stride, count};
    const std::span<const std::uint16_t> positions(positions_.data() + begin, count);
    expand_rules(parts_.rules[value], {part, parts_.word_count, positions, keep_sources}, out,
                 enabled);
  }
}

// Counting sort of the block. Leaves the states where they are when all have one value.
void BlockExpander::group(const StateBlock& block) {
  const StateLayout::Field& f = *parts_.index;
  const Word* const column = block.words + f.word * block.stride;
  const Word mask = f.mask() >> f.shift;
  const std::size_t values = parts_.rules.size();
  begins_.assign(values + 1, 0);
  for (std::size_t i = 0; i < block.count; ++i) ++begins_[(column[i] >> f.shift & mask) + 1];
  if (*std::max_element(begins_.begin(), begins_.end()) == block.count) {
    for (std::size_t v = 0; v < values; ++v) begins_[v + 1] += begins_[v];
    return;
  }
  for (std::size_t v = 0; v < values; ++v) begins_[v + 1] += begins_[v];
  cursors_.assign(begins_.begin(), begins_.end());
  const std::size_t stride = kMaximumBlock + kBlockPadding;
  if (grouped_.size() < parts_.word_count * stride) grouped_.resize(parts_.word_count * stride);
  for (std::size_t i = 0; i < block.count; ++i) {
    const std::uint32_t to = cursors_[column[i] >> f.shift & mask]++;
    positions_[to] = static_cast<std::uint16_t>(i);
    if (parts_.word_count == 1) grouped_[to] = column[i];
  }
  if (parts_.word_count == 1) return;
  for (std::size_t word = 0; word < parts_.word_count; ++word) {
    const Word* const from = block.words + word * block.stride;
    Word* const to = grouped_.data() + word * stride;
    for (std::size_t i = 0; i < block.count; ++i) to[i] = from[positions_[i]];
  }
}

void BlockExpander::expand_bytecode(const StateBlock& block, SuccessorBlock& out,
                                    std::span<std::uint64_t> enabled) {
  found_.clear();
  found_words_.clear();
  state_.resize(parts_.word_count);
  for (std::size_t i = 0; i < block.count; ++i) {
    for (std::size_t word = 0; word < state_.size(); ++word) {
      state_[word] = block.words[word * block.stride + i];
    }
    parts_.bytecode->successors(state_, rows_, scratch_);
    const auto source = static_cast<std::uint32_t>(i);
    for (const std::uint32_t label : rows_.labels) {
      ++enabled[label];
      found_.push_back({label, source, found_.size()});
    }
    found_words_.insert(found_words_.end(), rows_.words.begin(), rows_.words.end());
    for (const std::uint32_t label : rows_.unchanged) ++enabled[label];
    for (const std::uint32_t label : rows_.faults) {
      ++enabled[label];
      out.faults.push_back({label, source});
    }
    covered_ = rows_.coverage;  // a branch counts once a state, however often chance leads to it
    std::sort(covered_.begin(), covered_.end());
    covered_.erase(std::unique(covered_.begin(), covered_.end()), covered_.end());
    for (const std::uint32_t label : covered_) ++enabled[label];
  }
  sort_found(enabled.size());
  append_found(out);
}

// Stable, by label.
void BlockExpander::sort_found(std::size_t label_count) {
  if (found_.size() < label_count / 8) {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& a, const Found& b) { return a.label < b.label; });
    return;
  }
  label_begins_.assign(label_count + 1, 0);
  for (const Found& found : found_) ++label_begins_[found.label + 1];
  for (std::size_t i = 0; i < label_count; ++i) label_begins_[i + 1] += label_begins_[i];
  unsorted_.swap(found_);
  found_.resize(unsorted_.size());
  for (const Found& found : unsorted_) found_[label_begins_[found.label]++] = found;
}

void BlockExpander::append_found(SuccessorBlock& out) {
  const bool keep_sources = parts_.sources == Sources::kKeep;
  reserve_successors(out, parts_.word_count, found_.size(), keep_sources);
  for (const Found& found : found_) {
    for (std::size_t word = 0; word < parts_.word_count; ++word) {
      out.words[word * out.stride + out.count] = found_words_[found.row * parts_.word_count + word];
    }
    if (keep_sources) out.source[out.count] = static_cast<std::uint16_t>(found.source);
    if (out.runs.empty() || out.runs.back().label != found.label) {
      out.runs.push_back({found.label, out.count, out.count});
    }
    out.runs.back().end = ++out.count;
  }
}

}  // namespace questproof
