// SPDX-License-Identifier: MIT
#include "core/model/collapsed_model.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/check.h"
#include "core/model/inverse_paths.h"
#include "core/model/region_expander.h"
#include "core/model/rule_compiler.h"
#include "core/model/undoable.h"

namespace questproof {
namespace {

constexpr std::size_t kMaximumConjunctions = 64;  // of a quest's condition
constexpr std::size_t kMaximumPieces = 4096;      // of an event, by positions

}  // namespace

// Compiles the events into the rules of all directions.
class CollapsedModel::Builder {
 public:
  Builder(CollapsedModel& model, const CompileOptions& options)
      : model_(model), options_(options), finder_(model.events_.model(), options.maximum_paths) {}

  void run() {
    const std::size_t labels = model_.label_count();
    model_.invertible_.assign(labels, true);
    for (std::uint32_t i = 0; i < events().events.size(); ++i) add_event(EventId{i});
    for (Labelled& each : all_) {
      if (!each.path.fault && !add_inverse(each)) model_.invertible_[each.label] = false;
    }
    std::vector<LabelledPositionPath> forward, backward, one_way;
    for (Labelled& each : all_) {
      for (PositionPath& piece : each.pieces) {
        if (!each.path.fault && !model_.invertible_[each.label]) {
          one_way.push_back({piece, each.label});
        }
        forward.push_back({std::move(piece), each.label});
      }
      if (!model_.invertible_[each.label]) continue;
      for (PositionPath& piece : each.inverses) backward.push_back({std::move(piece), each.label});
    }
    const GameModel& game = events();
    const auto rules = [&](const std::vector<LabelledPositionPath>& paths) {
      return make_seat_rules(game, model_.layout(), model_.walkers_, paths, labels,
                             options_.maximum_tree_rules);
    };
    model_.forward_ = rules(forward);
    model_.backward_ = rules(backward);
    model_.one_way_ = rules(one_way);
    model_.bytecode_ = std::make_unique<ScalarEvaluator>(game, model_.layout(),
                                                         model_.events_.labels(), without_rules_);
  }

 private:
  struct Labelled {
    EventPath path;
    std::uint32_t label = 0;
    std::vector<PositionPath> pieces;
    std::vector<PositionPath> inverses;
  };

  const GameModel& events() const { return model_.events_.model(); }

  void add_event(EventId event) {
    std::vector<Labelled> mine;
    if (collect(event, mine)) {
      all_.insert(all_.end(), std::make_move_iterator(mine.begin()),
                  std::make_move_iterator(mine.end()));
      return;
    }
    without_rules_.push_back(event);
    for (std::size_t label = 0; label < model_.events_.label_count(); ++label) {
      if (model_.label(label).event == event) model_.invertible_[label] = false;
    }
  }

  // False when the event cannot become rules.
  bool collect(EventId event, std::vector<Labelled>& mine) {
    auto paths = finder_.event_paths(event);
    if (!paths || paths->size() > options_.maximum_rules) return false;
    std::size_t pieces = 0;
    for (EventPath& path : *paths) {
      if (!path.exact) return false;
      auto divided = position_paths(events(), model_.moves_, path, kMaximumPieces);
      if (!divided) return false;
      pieces += divided->size();
      if (pieces > kMaximumPieces) return false;
      const std::uint32_t label = model_.events_.labels().label_of(event, path);
      mine.push_back({std::move(path), label, std::move(*divided), {}});
    }
    return true;
  }

  bool add_inverse(Labelled& each) {
    const auto inverses = invert(events(), each.path, options_.maximum_inverses);
    if (!inverses) return false;
    for (const EventPath& inverse : *inverses) {
      auto divided = position_paths(events(), model_.moves_, inverse, kMaximumPieces);
      if (!divided) return false;
      each.inverses.insert(each.inverses.end(), divided->begin(), divided->end());
    }
    return true;
  }

  CollapsedModel& model_;
  const CompileOptions& options_;
  PathFinder finder_;
  std::vector<Labelled> all_;
  std::vector<EventId> without_rules_;
};

CollapsedModel::CollapsedModel(GameModel model, FreeMoves moves, const CompileOptions& options)
    : model_(std::move(model)),
      moves_(std::move(moves)),
      events_(without_moves(model_, moves_), options) {
  QUEST_CHECK(!moves_.empty() && moves_.walkers.size() <= kMaximumWalkers);
  for (const FreeMoves::Walker& walker : moves_.walkers) {
    walkers_.emplace_back(events_.model(), layout(), walker);
  }
  for (const EventId event : moves_.events) {
    TransitionLabel label;
    label.event = event;
    label.branches = {model_.events[event.index].body_branch};
    move_labels_.push_back(std::move(label));
  }
  Builder(*this, options).run();
  for (const Quest& quest : model_.quests) {
    QuestTests tests;
    auto done = region_tests(quest.done);
    auto pending = region_tests(Condition::all({quest.open, Condition::negation(quest.failed)}));
    tests.by_members = !done || !pending;
    if (!tests.by_members) {
      tests.done = std::move(*done);
      tests.pending = std::move(*pending);
    }
    quests_.push_back(std::move(tests));
  }
}

CollapsedModel::~CollapsedModel() = default;

std::optional<std::vector<CollapsedModel::RegionTest>> CollapsedModel::region_tests(
    const Condition& condition) const {
  const GameModel& game = events_.model();
  PathFinder finder(game, kMaximumConjunctions);
  const auto paths = finder.condition_paths(condition);
  if (!paths) return std::nullopt;
  const RuleCompiler compiler(game, layout(), finder);
  std::vector<RegionTest> result;
  for (const EventPath& path : *paths) {
    auto pieces = position_paths(game, moves_, path, kMaximumPieces);
    if (!pieces) return std::nullopt;
    for (PositionPath& piece : *pieces) {
      auto tests = compiler.tests(piece.path, {});
      if (tests) result.push_back({std::move(*tests), std::move(piece.starts)});
    }
  }
  return result;
}

void CollapsedModel::canonicalise(StateSpan state) const {
  QUEST_CHECK(state.size() == word_count());
  const std::size_t stride = kBlockPadding;
  std::vector<Word> columns(word_count() * stride, 0);
  for (std::size_t word = 0; word < state.size(); ++word) columns[word * stride] = state[word];
  BlockRegions regions(walkers_);
  regions.find({columns.data(), stride, 1});
  regions.put_smallest(columns, stride, 1);
  for (std::size_t word = 0; word < state.size(); ++word) state[word] = columns[word * stride];
}

std::vector<Word> CollapsedModel::initial_states() const {
  std::vector<Word> states = events_.initial_states();
  for (std::size_t row = 0; row < states.size(); row += word_count()) {
    canonicalise(std::span(states).subspan(row, word_count()));
  }
  return states;
}

const TransitionLabel& CollapsedModel::label(std::size_t index) const {
  const std::size_t events = events_.label_count();
  return index < events ? events_.label(index) : move_labels_.at(index - events);
}

std::uint32_t CollapsedModel::move_label(EventId event) const {
  QUEST_CHECK(moves_.is_move(event));
  const auto at = std::lower_bound(moves_.events.begin(), moves_.events.end(), event);
  return static_cast<std::uint32_t>(events_.label_count()) +
         static_cast<std::uint32_t>(at - moves_.events.begin());
}

std::unique_ptr<Expander> CollapsedModel::make_expander(Sources sources) const {
  return std::make_unique<RegionExpander>(
      RegionExpander::Parts{word_count(), &walkers_, &forward_, bytecode_.get(), &moves_,
                            static_cast<std::uint32_t>(events_.label_count()), sources});
}

std::unique_ptr<Expander> CollapsedModel::make_predecessor_expander() const {
  return std::make_unique<RegionExpander>(RegionExpander::Parts{
      word_count(), &walkers_, &backward_, nullptr, nullptr, 0, Sources::kKeep});
}

std::unique_ptr<Expander> CollapsedModel::make_one_way_expander() const {
  if (one_way_.seats.empty() && bytecode_->empty()) return nullptr;
  return std::make_unique<RegionExpander>(RegionExpander::Parts{
      word_count(), &walkers_, &one_way_, bytecode_.get(), nullptr, 0, Sources::kKeep});
}

void CollapsedModel::evaluate_quests(const StateBlock& block, std::size_t group,
                                     std::span<std::uint64_t> done,
                                     std::span<std::uint64_t> pending) const {
  QUEST_CHECK(done.size() == block.count && pending.size() == block.count);
  std::fill(done.begin(), done.end(), std::uint64_t{0});
  std::fill(pending.begin(), pending.end(), std::uint64_t{0});
  if (block.count == 0) return;
  BlockRegions regions(walkers_);
  regions.find(block);
  const std::size_t words = (block.count + 63) / 64;
  const auto evaluate = [&](const std::vector<RegionTest>& tests, BlockMask& mask) {
    std::fill_n(mask.words, words, std::uint64_t{0});
    BlockMask holding, passing;
    for (const RegionTest& test : tests) {
      regions.holding(test.starts, block.count, holding);
      filter_block(test.tests, block, passing);
      for (std::size_t i = 0; i < words; ++i) mask.words[i] |= holding.words[i] & passing.words[i];
    }
  };
  std::uint64_t by_members = 0;
  const std::size_t end = std::min(quests_.size(), 64 * group + 64);
  for (std::size_t q = 64 * group; q < end; ++q) {
    const std::uint64_t bit = std::uint64_t{1} << q % 64;
    if (quests_[q].by_members) {
      by_members |= bit;
      continue;
    }
    BlockMask is_done, is_pending;
    evaluate(quests_[q].done, is_done);
    evaluate(quests_[q].pending, is_pending);
    for (std::size_t i = 0; i < words; ++i) is_pending.words[i] &= ~is_done.words[i];
    mark_states(is_done, block.count, bit, done);
    mark_states(is_pending, block.count, bit, pending);
  }
  if (by_members != 0) evaluate_by_members(block, regions, group, by_members, done, pending);
}

void CollapsedModel::evaluate_by_members(const StateBlock& block, const BlockRegions& regions,
                                         std::size_t group, std::uint64_t quests,
                                         std::span<std::uint64_t> done,
                                         std::span<std::uint64_t> pending) const {
  const std::size_t stride = kMaximumBlock + kBlockPadding;
  std::vector<Word> columns(word_count() * stride);
  std::vector<std::uint16_t> source;
  std::vector<std::uint64_t> member_done(kMaximumBlock), member_pending(kMaximumBlock);
  const auto flush = [&] {
    const std::size_t count = source.size();
    events_.evaluate_quests({columns.data(), stride, count}, group,
                            std::span(member_done).first(count),
                            std::span(member_pending).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      done[source[i]] |= member_done[i] & quests;
      pending[source[i]] |= member_pending[i] & quests;
    }
    source.clear();
  };
  std::vector<Word> state(word_count());
  const auto visit = [&](const auto& self, std::size_t i, std::size_t w) -> void {
    if (w == walkers_.size()) {
      for (std::size_t word = 0; word < state.size(); ++word) {
        columns[word * stride + source.size()] = state[word];
      }
      source.push_back(static_cast<std::uint16_t>(i));
      if (source.size() == kMaximumBlock) flush();
      return;
    }
    const StateLayout::Field& field = walkers_[w].field();
    for (std::size_t position = 0; position < walkers_[w].position_count(); ++position) {
      if ((regions.members()[w][position].words[i / 64] >> i % 64 & 1) == 0) continue;
      Word& word = state[field.word];
      word = (word & ~field.mask()) | Word{position} << field.shift;
      self(self, i, w + 1);
    }
  };
  for (std::size_t i = 0; i < block.count; ++i) {
    for (std::size_t word = 0; word < state.size(); ++word) {
      state[word] = block.words[word * block.stride + i];
    }
    visit(visit, i, 0);
  }
  if (!source.empty()) flush();
  for (std::size_t i = 0; i < block.count; ++i) pending[i] &= ~(done[i] & quests);
}

// Of the states, moves included; and then of regions: a member of one that leads to a member of another
// is led back to.
bool CollapsedModel::undoable() const { return prove_undoable(model_).undoable; }

}  // namespace questproof
