// SPDX-License-Identifier: MIT
#include "core/model/block_expander.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/model/block_kernels.h"

namespace questproof {
namespace {

constexpr std::size_t kSortedStride = kMaximumBlock + kBlockPadding;

}  // namespace

void BlockExpander::expand(const StateBlock& block, SuccessorBlock& out,
                           std::span<std::uint64_t> enabled) {
  QUEST_CHECK(block.count <= kMaximumBlock && block.count <= block.stride);
  out.count = 0;
  out.runs.clear();
  out.faults.clear();
  if (parts_.sources == Sources::kLeaveOut) out.source.clear();
  if (block.count == 0) return;
  if (parts_.rules != nullptr) expand_node(0, {block, {}}, 0, out, enabled);
  if (parts_.bytecode != nullptr && !parts_.bytecode->empty()) {
    expand_bytecode(block, out, enabled);
  }
}

void BlockExpander::expand_node(std::uint32_t index, const Part& part, std::size_t depth,
                                SuccessorBlock& out, std::span<std::uint64_t> enabled) {
  const RuleTree::Node& node = parts_.rules->nodes[index];
  if (!node.field) {
    const RuleInput input{part.block, parts_.word_count, part.positions,
                          parts_.sources == Sources::kKeep};
    expand_rules(node.rules, input, out, enabled);
    return;
  }
  if (sorted_.size() <= depth) sorted_.resize(depth + 1);
  Sorted& sorted = sorted_[depth];
  if (!sort(part, *node.field, node.children.size(), sorted)) {  // one value: as they are
    const Word first = part.block.words[node.field->word * part.block.stride];
    const std::size_t value = (first & node.field->mask()) >> node.field->shift;
    expand_node(node.children[value], part, depth + 1, out, enabled);
    return;
  }
  for (std::size_t value = 0; value < node.children.size(); ++value) {
    const std::size_t begin = sorted.begins[value];
    const std::size_t count = sorted.begins[value + 1] - begin;
    if (count == 0 || parts_.rules->nodes[node.children[value]].empty()) continue;
    const Part group{{sorted.words.data() + begin, kSortedStride, count},
                     {sorted.positions.data() + begin, count}};
    expand_node(node.children[value], group, depth + 1, out, enabled);
  }
}

// Counting sort. False, without any work done, when all states have one value.
bool BlockExpander::sort(const Part& part, const StateLayout::Field& field, std::size_t values,
                         Sorted& sorted) {
  const StateBlock& block = part.block;
  const Word* const column = block.words + field.word * block.stride;
  const Word mask = field.mask() >> field.shift;
  const auto value_of = [&](std::size_t i) { return column[i] >> field.shift & mask; };
  sorted.begins.assign(values + 1, 0);
  for (std::size_t i = 0; i < block.count; ++i) ++sorted.begins[value_of(i) + 1];
  if (sorted.begins[value_of(0) + 1] == block.count) return false;
  for (std::size_t v = 0; v < values; ++v) sorted.begins[v + 1] += sorted.begins[v];
  sorted.cursors.assign(sorted.begins.begin(), sorted.begins.end());
  sorted.words.resize(parts_.word_count * kSortedStride);
  sorted.positions.resize(kSortedStride);
  sorted.order.resize(kSortedStride);
  const bool one_word = parts_.word_count == 1;
  for (std::size_t i = 0; i < block.count; ++i) {
    const std::uint32_t to = sorted.cursors[value_of(i)]++;
    sorted.order[to] = static_cast<std::uint16_t>(i);
    if (one_word) sorted.words[to] = column[i];
  }
  for (std::size_t word = 0; !one_word && word < parts_.word_count; ++word) {
    const Word* const from = block.words + word * block.stride;
    Word* const to = sorted.words.data() + word * kSortedStride;
    for (std::size_t i = 0; i < block.count; ++i) to[i] = from[sorted.order[i]];
  }
  for (std::size_t i = 0; i < block.count; ++i) {
    const std::uint16_t place = sorted.order[i];
    sorted.positions[i] = part.positions.empty() ? place : part.positions[place];
  }
  return true;
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
