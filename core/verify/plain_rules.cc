// SPDX-License-Identifier: MIT
#include "core/verify/plain_rules.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace questproof {

PlainRules::PlainRules(const GameModel& model, FreeMoves moves)
    : moves_(std::move(moves)),
      compiled_(without_moves(model, moves_)),
      conditions_(compiled_.model(), compiled_.layout(), compiled_.labels()) {
  for (const Quest& quest : compiled_.model().quests) {
    programs_.push_back({conditions_.compile_condition(quest.open),
                         conditions_.compile_condition(quest.done),
                         conditions_.compile_condition(quest.failed)});
  }
  for (const FreeMoves::Walker& walker : moves_.walkers) {
    const Variable& info = model.variables[walker.position.index];
    Walker mine;
    mine.field = layout().field(walker.position);
    mine.root.resize(static_cast<std::size_t>(std::int64_t{info.high} - info.low + 1));
    for (const FreeMoves::Passage& passage : walker.passages) {
      mine.passages.push_back({conditions_.compile_condition(passage.condition),
                               static_cast<std::uint32_t>(passage.from - info.low),
                               static_cast<std::uint32_t>(passage.to - info.low)});
    }
    walkers_.push_back(std::move(mine));
  }
}

// Every component gets the smallest of its positions for a root: roots are lowered along open passages
// until none can be lowered any more.
void PlainRules::join_positions(StateView state) {
  for (Walker& walker : walkers_) {
    std::iota(walker.root.begin(), walker.root.end(), 0U);
    const auto root_of = [&](std::uint32_t position) {
      while (walker.root[position] != position) position = walker.root[position];
      return position;
    };
    for (const Passage& passage : walker.passages) {
      if (!conditions_.holds(passage.open, state)) continue;
      const std::uint32_t from = root_of(passage.from);
      const std::uint32_t to = root_of(passage.to);
      walker.root[std::max(from, to)] = std::min(from, to);
    }
    for (std::uint32_t& root : walker.root) root = root_of(root);
  }
}

void PlainRules::name(StateSpan state) {
  join_positions(state);
  for (const Walker& walker : walkers_) {
    Word& word = state[walker.field.word];
    const auto position = (word & walker.field.mask()) >> walker.field.shift;
    word = (word & ~walker.field.mask()) | Word{walker.root[position]} << walker.field.shift;
  }
}

// Requires: the positions of the state have been joined, and it is named.
template <typename Visit>
void PlainRules::for_each_member(StateSpan state, std::size_t index, const Visit& visit) {
  if (index == walkers_.size()) {
    visit();
    return;
  }
  const Walker& walker = walkers_[index];
  Word& word = state[walker.field.word];
  const Word name = word & walker.field.mask();
  for (std::size_t position = 0; position < walker.root.size(); ++position) {
    if (walker.root[position] != name >> walker.field.shift) continue;
    word = (word & ~walker.field.mask()) | Word{position} << walker.field.shift;
    for_each_member(state, index + 1, visit);
  }
  word = (word & ~walker.field.mask()) | name;
}

void PlainRules::successors(StateView state, std::vector<Word>& rows, std::uint64_t& faults) {
  if (moves_.empty()) {
    compiled_.scalar_evaluator().successors(state, successors_, scratch_);
    rows.insert(rows.end(), successors_.words.begin(), successors_.words.end());
    faults += successors_.faults.size();
    return;
  }
  const std::size_t words = state.size();
  found_.clear();
  faults_.clear();
  member_.assign(state.begin(), state.end());
  join_positions(member_);
  for_each_member(member_, 0, [&] {
    compiled_.scalar_evaluator().successors(member_, successors_, scratch_);
    for (std::size_t i = 0; i < successors_.labels.size(); ++i) {
      std::vector<Word> row = {successors_.labels[i]};
      row.insert(row.end(), successors_.words.begin() + static_cast<std::ptrdiff_t>(i * words),
                 successors_.words.begin() + static_cast<std::ptrdiff_t>((i + 1) * words));
      found_.push_back(std::move(row));
    }
    faults_.insert(faults_.end(), successors_.faults.begin(), successors_.faults.end());
  });
  for (std::vector<Word>& row : found_) name(std::span(row).subspan(1));
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  for (const std::vector<Word>& row : found_) {
    if (!std::equal(state.begin(), state.end(), row.begin() + 1)) {
      rows.insert(rows.end(), row.begin() + 1, row.end());
    }
  }
  std::sort(faults_.begin(), faults_.end());
  faults +=
      static_cast<std::uint64_t>(std::unique(faults_.begin(), faults_.end()) - faults_.begin());
}

PlainRules::QuestMasks PlainRules::quests(StateView state, std::size_t group) {
  if (moves_.empty()) return member_quests(state, group);
  QuestMasks masks;
  member_.assign(state.begin(), state.end());
  join_positions(member_);
  for_each_member(member_, 0, [&] {
    const QuestMasks more = member_quests(member_, group);
    masks.done |= more.done;
    masks.pending |= more.pending;
  });
  masks.pending &= ~masks.done;
  return masks;
}

PlainRules::QuestMasks PlainRules::member_quests(StateView state, std::size_t group) const {
  QuestMasks masks;
  const std::size_t begin = 64 * group;
  const std::size_t end = std::min(begin + 64, programs_.size());
  for (std::size_t q = begin; q < end; ++q) {
    const QuestPrograms& quest = programs_[q];
    const std::uint64_t bit = std::uint64_t{1} << (q - begin);
    if (conditions_.holds(quest.done, state)) {
      masks.done |= bit;
    } else if (conditions_.holds(quest.open, state) && !conditions_.holds(quest.failed, state)) {
      masks.pending |= bit;
    }
  }
  return masks;
}

}  // namespace questproof
