// SPDX-License-Identifier: MIT
#include "core/model/region_expander.h"

#include <algorithm>
#include <bit>

#include "core/base/check.h"

namespace questproof {
namespace {

constexpr std::size_t kStride = kMaximumBlock + kBlockPadding;

template <typename Visit>
void for_each_state(const BlockMask& mask, std::size_t states, const Visit& visit) {
  for (std::size_t begin = 0; begin < states; begin += 64) {
    for (std::uint64_t word = mask.words[begin / 64]; word != 0; word &= word - 1) {
      visit(begin + static_cast<std::size_t>(std::countr_zero(word)));
    }
  }
}

std::uint64_t count_states(const BlockMask& mask, std::size_t states) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < (states + 63) / 64; ++i) {
    count += static_cast<std::uint64_t>(std::popcount(mask.words[i]));
  }
  return count;
}

bool has_state(const BlockMask& mask, std::size_t state) {
  return (mask.words[state / 64] >> state % 64 & 1) != 0;
}

void clear_masks(PositionMasks& masks, std::size_t positions, std::size_t states) {
  masks.resize(positions);
  for (BlockMask& mask : masks) std::fill_n(mask.words, (states + 63) / 64, std::uint64_t{0});
}

Word with_field(Word word, const StateLayout::Field& field, Word stored) {
  return (word & ~field.mask()) | stored << field.shift;
}

}  // namespace

void RegionExpander::Staged::resize(std::size_t states) {
  for (std::vector<Word>& column : columns) {
    if (column.size() < states) column.resize(std::max(states, 2 * column.size()));
  }
  if (source.size() < states) source.resize(std::max(states, 2 * source.size()));
  count = states;
}

RegionExpander::RegionExpander(const Parts& parts)
    : parts_(parts), regions_(*parts.walkers), inner_({parts.word_count, nullptr, nullptr}) {
  staged_.columns.resize(parts.word_count);
  next_.columns.resize(parts.word_count);
}

void RegionExpander::expand(const StateBlock& block, SuccessorBlock& out,
                            std::span<std::uint64_t> enabled) {
  QUEST_CHECK(block.count <= kMaximumBlock && block.count <= block.stride);
  out.count = 0;
  out.runs.clear();
  out.faults.clear();
  if (block.count == 0) return;
  prepare(block);
  if (parts_.moves != nullptr) count_moves(enabled);
  counted_.assign(enabled.size(), 0);
  found_.clear();
  found_words_.clear();
  for (const Seat& seat : parts_.rules->seats) expand_seat(seat, out);
  for (std::size_t label = 0; label < parts_.rules->is_shared.size(); ++label) {
    if (!parts_.rules->is_shared[label]) enabled[label] += counted_[label];
  }
  count_shared(enabled);
  if (parts_.bytecode != nullptr && !parts_.bytecode->empty()) expand_bytecode(out, enabled);
  emit_found(out);
  if (parts_.sources == Sources::kLeaveOut) out.source.clear();
}

// Finds the regions of the block and their names.
void RegionExpander::prepare(const StateBlock& block) {
  states_ = block.count;
  stride_ = kStride;
  named_.resize(parts_.word_count * stride_);
  for (std::size_t word = 0; word < parts_.word_count; ++word) {
    std::copy_n(block.words + word * block.stride, states_, named_.data() + word * stride_);
  }
  regions_.find({named_.data(), stride_, states_});
  regions_.put_smallest(named_, stride_, states_);
}

void RegionExpander::count_moves(std::span<std::uint64_t> enabled) const {
  const std::vector<WalkerRegions>& walkers = *parts_.walkers;
  const std::vector<EventId>& events = parts_.moves->events;
  for (std::size_t w = 0; w < walkers.size(); ++w) {
    const std::vector<WalkerRegions::Passage>& passages = walkers[w].passages();
    for (std::size_t i = 0; i < passages.size(); ++i) {
      const BlockMask& open = regions_.open(w)[i];
      const BlockMask& here = regions_.members()[w][passages[i].from];
      std::uint64_t count = 0;
      for (std::size_t k = 0; k < (states_ + 63) / 64; ++k) {
        count += static_cast<std::uint64_t>(std::popcount(open.words[k] & here.words[k]));
      }
      for (const EventId event : passages[i].events) {
        const auto at = std::lower_bound(events.begin(), events.end(), event) - events.begin();
        enabled[parts_.first_move_label + static_cast<std::size_t>(at)] += count;
      }
    }
  }
}

void RegionExpander::count_shared(std::span<std::uint64_t> enabled) const {
  const std::size_t words = (states_ + 63) / 64;
  for (const SeatRules::Shared& shared : parts_.rules->shared) {
    BlockMask any;
    std::fill_n(any.words, words, std::uint64_t{0});
    for (const SeatRules::Way& way : shared.ways) {
      BlockMask holding, passing;
      regions_.holding(parts_.rules->seats[way.seat].starts, states_, holding);
      filter_block(way.tests, {named_.data(), stride_, states_}, passing);
      for (std::size_t i = 0; i < words; ++i) any.words[i] |= holding.words[i] & passing.words[i];
    }
    enabled[shared.label] += count_states(any, states_);
  }
}

void RegionExpander::expand_seat(const Seat& seat, SuccessorBlock& out) {
  BlockMask mask;
  regions_.holding(seat.starts, states_, mask);
  gather(seat, mask);
  if (where_.empty()) return;
  inner_.use(seat.rules);
  inner_.expand({gathered_.data(), stride_, where_.size()}, successors_, counted_);
  for (const SuccessorBlock::Run& run : successors_.runs) name_run(seat, run, out);
  for (const SuccessorBlock::Fault& fault : successors_.faults) {
    out.faults.push_back({fault.label, where_[fault.source]});
  }
}

// The states of the mask, walkers put to where the seat's rules start when that is one place.
void RegionExpander::gather(const Seat& seat, const BlockMask& mask) {
  gathered_.resize(parts_.word_count * stride_);
  where_.clear();
  for_each_state(mask, states_,
                 [&](std::size_t i) { where_.push_back(static_cast<std::uint16_t>(i)); });
  for (std::size_t word = 0; word < parts_.word_count; ++word) {
    const Word* const from = named_.data() + word * stride_;
    Word* const to = gathered_.data() + word * stride_;
    for (std::size_t i = 0; i < where_.size(); ++i) to[i] = from[where_[i]];
  }
  for (std::size_t w = 0; w < seat.starts.size(); ++w) {
    if (seat.starts[w].any || seat.starts[w].positions.size() != 1) continue;
    const StateLayout::Field& field = (*parts_.walkers)[w].field();
    Word* const column = gathered_.data() + field.word * stride_;
    for (std::size_t i = 0; i < where_.size(); ++i) {
      column[i] = with_field(column[i], field, seat.starts[w].positions[0]);
    }
  }
}

// Gives the successors of a run their names, walker after walker, and passes them on.
void RegionExpander::name_run(const Seat& seat, const SuccessorBlock::Run& run,
                              SuccessorBlock& out) {
  const std::size_t count = run.end - run.begin;
  staged_.resize(count);
  for (std::size_t word = 0; word < parts_.word_count; ++word) {
    std::copy_n(successors_.words.data() + word * successors_.stride + run.begin, count,
                staged_.columns[word].data());
  }
  for (std::size_t i = 0; i < count; ++i) {
    staged_.source[i] = where_[successors_.source[run.begin + i]];
  }
  const std::uint32_t touches = parts_.rules->touches[run.label];
  for (std::size_t w = 0; w < seat.starts.size(); ++w) {
    name_walker(w, seat, (touches >> w & 1) != 0);
  }
  emit(run.label, out);
}

void RegionExpander::name_walker(std::size_t walker, const Seat& seat, bool touched) {
  if (!touched && !seat.written[walker]) {
    keep_name(walker);
    return;
  }
  const PositionPath::Start& start = seat.starts[walker];
  const bool divides = !seat.written[walker] && (start.any || start.positions.size() > 1);
  if (divides) next_.resize(0);
  for (std::size_t begin = 0; begin < staged_.count; begin += kMaximumBlock) {
    const std::size_t count = std::min(kMaximumBlock, staged_.count - begin);
    if (divides) {
      split_slice(walker, seat, begin, count);
    } else {
      name_slice(walker, seat, begin, count);
    }
  }
  if (divides) std::swap(staged_, next_);
}

// The walker's component is what it was.
void RegionExpander::keep_name(std::size_t walker) {
  const StateLayout::Field& field = (*parts_.walkers)[walker].field();
  const Word* const names = named_.data() + field.word * stride_;
  Word* const column = staged_.columns[field.word].data();
  const Word mask = field.mask();
  for (std::size_t i = 0; i < staged_.count; ++i) {
    column[i] = (column[i] & ~mask) | (names[staged_.source[i]] & mask);
  }
}

StateBlock RegionExpander::load_slice(std::size_t begin, std::size_t count) {
  slice_.resize(parts_.word_count * stride_);
  for (std::size_t word = 0; word < parts_.word_count; ++word) {
    std::copy_n(staged_.columns[word].data() + begin, count, slice_.data() + word * stride_);
  }
  return {slice_.data(), stride_, count};
}

// The walker is at one place: where the rules have put it, or where they start.
void RegionExpander::name_slice(std::size_t walker, const Seat& seat, std::size_t begin,
                                std::size_t count) {
  const WalkerRegions& regions = (*parts_.walkers)[walker];
  const StateBlock block = load_slice(begin, count);
  regions.find_open(block, open_);
  if (seat.written[walker]) {
    regions.find_positions(block, members_);
  } else {
    clear_masks(members_, regions.position_count(), count);
    filter_block({}, block, members_[seat.starts[walker].positions[0]]);  // all states
  }
  regions.flood(open_, count, members_);
  smallest_.resize(count);
  regions.find_smallest(members_, count, smallest_);
  const StateLayout::Field& field = regions.field();
  Word* const column = staged_.columns[field.word].data() + begin;
  for (std::size_t i = 0; i < count; ++i) column[i] = with_field(column[i], field, smallest_[i]);
}

// The walker may be anywhere in its component, of which the event has perhaps made several: each of
// them is a successor.
void RegionExpander::split_slice(std::size_t walker, const Seat& seat, std::size_t begin,
                                 std::size_t count) {
  const WalkerRegions& regions = (*parts_.walkers)[walker];
  const PositionPath::Start& start = seat.starts[walker];
  const StateBlock block = load_slice(begin, count);
  regions.find_open(block, open_);
  const std::size_t positions = regions.position_count();
  const std::size_t words = (count + 63) / 64;
  clear_masks(left_, positions, count);
  for (std::size_t p = 0; p < positions; ++p) {
    const auto number = static_cast<std::uint32_t>(p);
    if (!start.any && !std::binary_search(start.positions.begin(), start.positions.end(), number)) {
      continue;
    }
    const BlockMask& here = regions_.members()[walker][p];
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t bit = has_state(here, staged_.source[begin + i]) ? 1 : 0;
      left_[p].words[i / 64] |= bit << i % 64;
    }
  }
  const StateLayout::Field& field = regions.field();
  smallest_.resize(count);
  while (true) {
    BlockMask chosen;
    std::fill_n(chosen.words, words, std::uint64_t{0});
    clear_masks(members_, positions, count);
    for (std::size_t p = 0; p < positions; ++p) {  // the first one left
      for (std::size_t i = 0; i < words; ++i) {
        members_[p].words[i] = left_[p].words[i] & ~chosen.words[i];
        chosen.words[i] |= left_[p].words[i];
      }
    }
    if (count_states(chosen, count) == 0) return;
    regions.flood(open_, count, members_);
    regions.find_smallest(members_, count, smallest_);
    std::size_t to = next_.count;
    next_.resize(to + count_states(chosen, count));
    for_each_state(chosen, count, [&](std::size_t i) {
      for (std::size_t word = 0; word < parts_.word_count; ++word) {
        next_.columns[word][to] = staged_.columns[word][begin + i];
      }
      Word& named = next_.columns[field.word][to];
      named = with_field(named, field, smallest_[i]);
      next_.source[to++] = staged_.source[begin + i];
    });
    for (std::size_t p = 0; p < positions; ++p) {
      for (std::size_t i = 0; i < words; ++i) left_[p].words[i] &= ~members_[p].words[i];
    }
  }
}

bool RegionExpander::is_source(std::size_t index) const {
  const std::size_t source = staged_.source[index];
  for (std::size_t word = 0; word < parts_.word_count; ++word) {
    if (staged_.columns[word][index] != named_[word * stride_ + source]) return false;
  }
  return true;
}

void RegionExpander::emit(std::uint32_t label, SuccessorBlock& out) {
  if (parts_.rules->is_shared[label]) {
    for (std::size_t i = 0; i < staged_.count; ++i) {
      found_.push_back({label, staged_.source[i], found_.size()});
      for (std::size_t word = 0; word < parts_.word_count; ++word) {
        found_words_.push_back(staged_.columns[word][i]);
      }
    }
    return;
  }
  reserve_successors(out, parts_.word_count, staged_.count, true);
  const std::size_t begin = out.count;
  for (std::size_t i = 0; i < staged_.count; ++i) {
    if (is_source(i)) continue;
    for (std::size_t word = 0; word < parts_.word_count; ++word) {
      out.words[word * out.stride + out.count] = staged_.columns[word][i];
    }
    out.source[out.count++] = staged_.source[i];
  }
  if (out.count == begin) return;
  if (!out.runs.empty() && out.runs.back().label == label) {
    out.runs.back().end = out.count;
  } else {
    out.runs.push_back({label, begin, out.count});
  }
}

// --- events without rules: all members of a region, one after the other ---

void RegionExpander::expand_bytecode(SuccessorBlock& out, std::span<std::uint64_t> enabled) {
  const std::size_t first_row = found_.size();
  state_.resize(parts_.word_count);
  for (std::size_t i = 0; i < states_; ++i) {
    for (std::size_t word = 0; word < parts_.word_count; ++word) {
      state_[word] = named_[word * stride_ + i];
    }
    labels_seen_.clear();
    run_members(i, 0, out);
    std::sort(labels_seen_.begin(), labels_seen_.end());
    labels_seen_.erase(std::unique(labels_seen_.begin(), labels_seen_.end()), labels_seen_.end());
    for (const std::uint32_t label : labels_seen_) ++enabled[label];
  }
  // The walkers are where the events have left them.
  BlockRegions regions(*parts_.walkers);
  std::vector<Word> columns(parts_.word_count * stride_);
  for (std::size_t begin = first_row; begin < found_.size(); begin += kMaximumBlock) {
    const std::size_t count = std::min(kMaximumBlock, found_.size() - begin);
    const auto transfer = [&](const auto& move) {
      for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t word = 0; word < parts_.word_count; ++word) {
          move(found_words_[(begin + i) * parts_.word_count + word], columns[word * stride_ + i]);
        }
      }
    };
    transfer([](Word& row, Word& column) { column = row; });
    regions.find({columns.data(), stride_, count});
    regions.put_smallest(columns, stride_, count);
    transfer([](Word& row, Word& column) { row = column; });
  }
}

void RegionExpander::run_members(std::size_t state, std::size_t walker, SuccessorBlock& out) {
  if (walker == parts_.walkers->size()) {
    run_member(state, out);
    return;
  }
  const StateLayout::Field& field = (*parts_.walkers)[walker].field();
  const PositionMasks& members = regions_.members()[walker];
  for (std::size_t position = 0; position < members.size(); ++position) {
    if (!has_state(members[position], state)) continue;
    state_[field.word] = with_field(state_[field.word], field, position);
    run_members(state, walker + 1, out);
  }
}

void RegionExpander::run_member(std::size_t state, SuccessorBlock& out) {
  parts_.bytecode->successors(state_, rows_, scratch_);
  for (const std::uint32_t label : rows_.labels) {
    found_.push_back({label, static_cast<std::uint16_t>(state), found_.size()});
  }
  found_words_.insert(found_words_.end(), rows_.words.begin(), rows_.words.end());
  for (const std::uint32_t label : rows_.faults) {
    out.faults.push_back({label, static_cast<std::uint32_t>(state)});
  }
  for (const auto* seen : {&rows_.labels, &rows_.unchanged, &rows_.faults, &rows_.coverage}) {
    labels_seen_.insert(labels_seen_.end(), seen->begin(), seen->end());
  }
}

// Each destination once for a state and label, and not the state itself.
void RegionExpander::emit_found(SuccessorBlock& out) {
  if (found_.empty()) return;
  const std::size_t words = parts_.word_count;
  const auto row = [&](const Found& found) {
    return std::span<const Word>(found_words_).subspan(found.row * words, words);
  };
  const auto less = [&](const Found& a, const Found& b) {
    if (a.label != b.label) return a.label < b.label;
    if (a.source != b.source) return a.source < b.source;
    return std::lexicographical_compare(row(a).begin(), row(a).end(), row(b).begin(), row(b).end());
  };
  std::sort(found_.begin(), found_.end(), less);
  reserve_successors(out, words, found_.size(), true);
  for (std::size_t i = 0; i < found_.size(); ++i) {
    const Found& found = found_[i];
    if (i > 0 && !less(found_[i - 1], found)) continue;
    bool changes = false;
    for (std::size_t word = 0; word < words; ++word) {
      changes = changes || row(found)[word] != named_[word * stride_ + found.source];
    }
    if (!changes) continue;
    for (std::size_t word = 0; word < words; ++word) {
      out.words[word * out.stride + out.count] = row(found)[word];
    }
    out.source[out.count] = found.source;
    if (out.runs.empty() || out.runs.back().label != found.label) {
      out.runs.push_back({found.label, out.count, out.count});
    }
    out.runs.back().end = ++out.count;
  }
}

}  // namespace questproof
