// SPDX-License-Identifier: MIT
#include "core/model/interpreted_collapsed.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/check.h"
#include "core/model/block_kernels.h"
#include "core/model/undo_check.h"

namespace questproof {
namespace {

constexpr std::size_t kStride = kMaximumBlock + kBlockPadding;

void mark_targets(const std::vector<Statement>& body, std::vector<bool>& targets) {
  for (const Statement& statement : body) {
    using Kind = Statement::Kind;
    if (statement.kind == Kind::kAssign || statement.kind == Kind::kAdd) {
      targets.at(statement.target.index) = true;
    }
    for (const Branch& branch : statement.branches) mark_targets(branch.body, targets);
  }
}

bool compares_with_variable(const Condition& condition, VariableId variable) {
  if (condition.kind == Condition::Kind::kCompare) {
    return condition.left.is_variable && condition.right.is_variable &&
           (condition.left.variable == variable || condition.right.variable == variable);
  }
  return std::any_of(condition.parts.begin(), condition.parts.end(),
                     [&](const Condition& part) { return compares_with_variable(part, variable); });
}

std::size_t position_at(Word word, const StateLayout::Field& field) {
  return static_cast<std::size_t>((word & field.mask()) >> field.shift);
}

void put_at(Word& word, const StateLayout::Field& field, std::size_t position) {
  word = (word & ~field.mask()) | Word{position} << field.shift;
}

// Visits the states of `bits`.
template <typename Visit>
void for_each_bit(const StateBits& bits, const Visit& visit) {
  for (std::size_t word = 0; word < bits.size(); ++word) {
    for (std::uint64_t left = bits[word]; left != 0; left &= left - 1) {
      visit(
          static_cast<std::uint16_t>(64 * word + static_cast<std::size_t>(std::countr_zero(left))));
    }
  }
}

void clear(std::vector<StateBits>& bits, std::size_t count, std::size_t states) {
  bits.resize(count);
  for (StateBits& each : bits) each.assign((states + 63) / 64, 0);
}

void set_bit(StateBits& bits, std::size_t state) {
  bits[state / 64] |= std::uint64_t{1} << state % 64;
}

// Puts each state that is reached somewhere at the smallest of these positions. Uses up `reached`.
void put_smallest(std::vector<StateBits>& reached, const StateLayout::Field& field, Word* column) {
  StateBits seen(reached[0].size(), 0);
  for (std::size_t position = 0; position < reached.size(); ++position) {
    StateBits& here = reached[position];
    for (std::size_t word = 0; word < seen.size(); ++word) {
      here[word] &= ~seen[word];
      seen[word] |= here[word];
    }
    for_each_bit(here, [&](std::uint16_t i) { put_at(column[i], field, position); });
  }
}

// States in columns of their own.
struct Columns {
  std::vector<Word> words;
  std::size_t count = 0;

  void copy(const StateBlock& block, std::size_t word_count) {
    count = block.count;
    words.resize(word_count * kStride);
    for (std::size_t word = 0; word < word_count; ++word) {
      std::copy_n(block.words + word * block.stride, count, words.data() + word * kStride);
    }
  }
  void copy(const Columns& from, const Selection& chosen, std::size_t word_count) {
    count = chosen.size();
    words.resize(word_count * kStride);
    for (std::size_t word = 0; word < word_count; ++word) {
      const Word* const column = from.words.data() + word * kStride;
      Word* const to = words.data() + word * kStride;
      for (std::size_t i = 0; i < count; ++i) to[i] = column[chosen[i]];
    }
  }
  Word* column(std::size_t word) { return words.data() + word * kStride; }
  StateBlock view() const { return {words.data(), kStride, count}; }
};

}  // namespace

// The members of the regions of one block.
class InterpretedCollapsed::Members {
 public:
  explicit Members(const InterpretedCollapsed& space)
      : space_(space), open_(space.walks_.size()), members_(space.walks_.size()) {}

  void find(const StateBlock& block) {
    named_.copy(block, space_.word_count());
    std::vector<StateBits> reached;
    for (std::size_t w = 0; w < space_.walks_.size(); ++w) {
      const MemberWalk& walk = space_.walks_[w];
      walk.open_gates(named_.words, kStride, block.count, walk.all_gates(), open_[w]);
      Word* const column = named_.column(walk.field().word);
      clear(members_[w], walk.position_count(), block.count);
      for (std::size_t i = 0; i < block.count; ++i) {
        set_bit(members_[w][position_at(column[i], walk.field())], i);
      }
      walk.walk(open_[w], members_[w]);
      reached = members_[w];
      put_smallest(reached, walk.field(), column);
    }
  }

  // The block, every region by its name.
  const Columns& named() const { return named_; }

  const std::vector<StateBits>& open(std::size_t walker) const { return open_[walker]; }

  // The states whose region holds a position.
  const StateBits& holding(std::size_t walker, std::size_t position) const {
    return members_[walker][position];
  }

  // Visits all choices of one position for each walker, with the states whose regions hold them.
  template <typename Visit>
  void for_each_choice(const Visit& visit) const {
    std::vector<std::size_t> choice;
    choose(StateBits((named_.count + 63) / 64, ~std::uint64_t{0}), choice, visit);
  }

 private:
  template <typename Visit>
  void choose(const StateBits& states, std::vector<std::size_t>& choice, const Visit& visit) const {
    const std::size_t w = choice.size();
    if (w == space_.walks_.size()) {
      Selection chosen;
      for_each_bit(states, [&](std::uint16_t i) { chosen.push_back(i); });
      visit(choice, chosen);
      return;
    }
    StateBits chosen(states.size());
    for (std::size_t p = 0; p < space_.walks_[w].position_count(); ++p) {
      std::uint64_t any = 0;
      for (std::size_t word = 0; word < states.size(); ++word) {
        chosen[word] = states[word] & members_[w][p][word];
        any |= chosen[word];
      }
      if (any == 0) continue;
      choice.push_back(p);
      choose(chosen, choice, visit);
      choice.pop_back();
    }
  }

  const InterpretedCollapsed& space_;
  Columns named_;
  std::vector<std::vector<StateBits>> open_;     // by walker and gate
  std::vector<std::vector<StateBits>> members_;  // by walker and position
};

class InterpretedCollapsed::MemberExpander final : public Expander {
 public:
  MemberExpander(const InterpretedCollapsed& space, Sources sources)
      : space_(space),
        sources_(sources),
        members_(space),
        interpreter_(space.programs_, Sources::kKeep),
        ignored_(space.label_count()) {}

  void expand(const StateBlock& block, SuccessorBlock& out, std::span<std::uint64_t>) override {
    QUEST_CHECK(block.count <= kMaximumBlock && block.count <= block.stride);
    out.count = 0;
    out.runs.clear();
    out.faults.clear();
    found_.clear();
    found_words_.clear();
    if (block.count > 0) {
      members_.find(block);
      members_.for_each_choice(
          [&](const std::vector<std::size_t>& choice, const Selection& states) {
            if (is_possible(choice)) expand_members(choice, states, out);
          });
      emit_found(out);
    }
    if (sources_ == Sources::kLeaveOut) out.source.clear();
  }

 private:
  struct Found {
    std::uint32_t label = 0;
    std::uint16_t source = 0;
    std::size_t row = 0;
  };

  bool is_possible(const std::vector<std::size_t>& choice) const {
    const std::size_t events = space_.in_one_place_.size();
    for (std::size_t event = 0; event < events; ++event) {
      bool possible = true;
      for (std::size_t w = 0; possible && w < choice.size(); ++w) {
        possible = space_.possible_[w][choice[w]][event];
      }
      if (possible) return true;
    }
    return false;
  }

  void expand_members(const std::vector<std::size_t>& choice, const Selection& states,
                      SuccessorBlock& out) {
    const std::size_t words = space_.word_count();
    chosen_.copy(members_.named(), states, words);
    for (std::size_t w = 0; w < choice.size(); ++w) {
      const StateLayout::Field& field = space_.walks_[w].field();
      Word* const column = chosen_.column(field.word);
      for (std::size_t i = 0; i < chosen_.count; ++i) put_at(column[i], field, choice[w]);
    }
    interpreter_.expand(chosen_.view(), successors_, ignored_);
    for (const SuccessorBlock::Fault& fault : successors_.faults) {
      out.faults.push_back({fault.label, states[fault.source]});
    }
    for (const SuccessorBlock::Run& run : successors_.runs) {
      const StateBlock block{successors_.words.data() + run.begin, successors_.stride,
                             run.end - run.begin};
      named_.copy(block, words);
      sources_of_run_.clear();
      for (std::size_t i = run.begin; i < run.end; ++i) {
        sources_of_run_.push_back(states[successors_.source[i]]);
      }
      const EventId event = space_.label(run.label).event;
      name_run(event);
      if (space_.in_one_place_[event.index]) {
        append(run.label, out);
      } else {
        collect(run.label);
      }
    }
  }

  // Puts the walkers of the run's successors to the smallest positions that can be walked to.
  void name_run(EventId event) {
    const std::vector<Effect>& effects = space_.effects_[event.index];
    for (std::size_t w = 0; w < effects.size(); ++w) {
      if (effects[w].gates.empty() && !effects[w].moves) {
        keep_name(w);
      } else {
        find_name(w, effects[w]);
      }
    }
  }

  void keep_name(std::size_t w) {
    const StateLayout::Field& field = space_.walks_[w].field();
    const Word* const before = members_.named().words.data() + field.word * kStride;
    Word* const column = named_.column(field.word);
    for (std::size_t i = 0; i < named_.count; ++i) {
      put_at(column[i], field, position_at(before[sources_of_run_[i]], field));
    }
  }

  // A successor has the bit of its source: the gates that the event does not touch are open for it as they
  // are for the source.
  void find_name(std::size_t w, const Effect& effect) {
    const MemberWalk& walk = space_.walks_[w];
    const StateLayout::Field& field = walk.field();
    const std::size_t states = members_.named().count;
    Word* const column = named_.column(field.word);
    open_ = members_.open(w);
    walk.open_gates(named_.words, kStride, sources_of_run_, states, effect.gates, open_);
    clear(reached_, walk.position_count(), states);
    for (std::size_t i = 0; i < named_.count; ++i) {
      set_bit(reached_[position_at(column[i], field)], sources_of_run_[i]);
    }
    walk.walk(open_, reached_);
    places_.assign(states, 0);
    put_smallest(reached_, field, places_.data());
    for (std::size_t i = 0; i < named_.count; ++i) {
      put_at(column[i], field, position_at(places_[sources_of_run_[i]], field));
    }
  }

  bool is_source(std::size_t i) const {
    for (std::size_t word = 0; word < space_.word_count(); ++word) {
      if (named_.words[word * kStride + i] !=
          members_.named().words[word * kStride + sources_of_run_[i]]) {
        return false;
      }
    }
    return true;
  }

  void append(std::uint32_t label, SuccessorBlock& out) {
    const std::size_t words = space_.word_count();
    reserve_successors(out, words, named_.count, true);
    const std::size_t begin = out.count;
    for (std::size_t i = 0; i < named_.count; ++i) {
      if (is_source(i)) continue;
      for (std::size_t word = 0; word < words; ++word) {
        out.words[word * out.stride + out.count] = named_.words[word * kStride + i];
      }
      out.source[out.count++] = sources_of_run_[i];
    }
    if (out.count > begin) out.runs.push_back({label, begin, out.count});
  }

  // Other members may lead to the same regions.
  void collect(std::uint32_t label) {
    const std::size_t words = space_.word_count();
    for (std::size_t i = 0; i < named_.count; ++i) {
      if (is_source(i)) continue;
      found_.push_back({label, sources_of_run_[i], found_.size()});
      for (std::size_t word = 0; word < words; ++word) {
        found_words_.push_back(named_.words[word * kStride + i]);
      }
    }
  }

  void emit_found(SuccessorBlock& out) {
    const std::size_t words = space_.word_count();
    const auto compare = [&](const Found& a, const Found& b) {
      if (a.label != b.label) return a.label < b.label ? -1 : 1;
      if (a.source != b.source) return a.source < b.source ? -1 : 1;
      for (std::size_t word = 0; word < words; ++word) {
        const Word left = found_words_[a.row * words + word];
        const Word right = found_words_[b.row * words + word];
        if (left != right) return left < right ? -1 : 1;
      }
      return 0;
    };
    std::sort(found_.begin(), found_.end(),
              [&](const Found& a, const Found& b) { return compare(a, b) < 0; });
    reserve_successors(out, words, found_.size(), true);
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (i > 0 && compare(found_[i - 1], found_[i]) == 0) continue;
      for (std::size_t word = 0; word < words; ++word) {
        out.words[word * out.stride + out.count] = found_words_[found_[i].row * words + word];
      }
      out.source[out.count] = found_[i].source;
      if (out.runs.empty() || out.runs.back().label != found_[i].label) {
        out.runs.push_back({found_[i].label, out.count, out.count});
      }
      out.runs.back().end = ++out.count;
    }
  }

  const InterpretedCollapsed& space_;
  Sources sources_;
  Members members_;
  BlockInterpreter interpreter_;
  std::vector<std::uint64_t> ignored_;
  Columns chosen_;
  SuccessorBlock successors_;
  Columns named_;             // successors of one run
  Selection sources_of_run_;  // positions in the caller's block
  std::vector<Word> places_;  // by position in the block: where a walker is, in its field
  std::vector<StateBits> open_;
  std::vector<StateBits> reached_;
  std::vector<Found> found_;
  std::vector<Word> found_words_;
};

InterpretedCollapsed::InterpretedCollapsed(const CollapsedModel& collapsed)
    : collapsed_(collapsed),
      programs_(collapsed.events().model(), collapsed.layout(), collapsed.events().labels()) {
  const GameModel& model = collapsed.model();
  for (const FreeMoves::Walker& walker : collapsed.moves().walkers) {
    walks_.emplace_back(model, collapsed.layout(), collapsed.moves(), walker.position);
  }
  for (const Quest& quest : model.quests) {
    quests_.push_back(
        {member_condition(quest.done),
         member_condition(Condition::all({quest.open, Condition::negation(quest.failed)}))});
  }
  find_possible_events();
}

InterpretedCollapsed::~InterpretedCollapsed() = default;

InterpretedCollapsed::MemberCondition InterpretedCollapsed::member_condition(
    const Condition& condition) const {
  const GameModel& model = collapsed_.model();
  std::vector<bool> reads(model.variables.size());
  mark_reads(condition, reads);
  MemberCondition result;
  std::size_t read = 0;
  for (std::size_t w = 0; w < walks_.size(); ++w) {
    const VariableId walker = collapsed_.moves().walkers[w].position;
    if (!reads[walker.index]) continue;
    ++read;
    result.walker = w;
    if (compares_with_variable(condition, walker)) read = 2;
  }
  if (read != 1) {
    result.kind = read == 0 ? MemberCondition::Kind::kEverywhere : MemberCondition::Kind::kByMember;
    result.whole = ColumnCondition(model, collapsed_.layout(), condition);
    return result;
  }
  result.kind = MemberCondition::Kind::kByPosition;
  const VariableId walker = collapsed_.moves().walkers[result.walker].position;
  for (std::size_t p = 0; p < walks_[result.walker].position_count(); ++p) {
    const Value value = model.variables[walker.index].low + static_cast<Value>(p);
    const Condition there = with_value(condition, walker, value);
    if (there.kind == Condition::Kind::kFalse) continue;
    result.parts.push_back({p, ColumnCondition(model, collapsed_.layout(), there)});
  }
  return result;
}

void InterpretedCollapsed::find_possible_events() {
  const GameModel& model = collapsed_.events().model();
  const std::vector<FreeMoves::Walker>& walkers = collapsed_.moves().walkers;
  const std::size_t events = model.events.size();
  in_one_place_.assign(events, true);
  effects_.assign(events, std::vector<Effect>(walkers.size()));
  for (std::size_t w = 0; w < walkers.size(); ++w) {
    const VariableId walker = walkers[w].position;
    possible_.emplace_back(walks_[w].position_count(), std::vector<bool>(events));
    for (std::size_t e = 0; e < events; ++e) {
      std::size_t places = 0;
      for (std::size_t p = 0; p < walks_[w].position_count(); ++p) {
        const Value value = model.variables[walker.index].low + static_cast<Value>(p);
        const Condition guard = with_value(model.events[e].guard, walker, value);
        possible_[w][p][e] = guard.kind != Condition::Kind::kFalse;
        places += possible_[w][p][e] ? 1 : 0;
      }
      if (places > 1) in_one_place_[e] = false;
      std::vector<bool> targets(model.variables.size());
      mark_targets(model.events[e].body, targets);
      effects_[e][w].gates = walks_[w].gates_reading(targets);
      effects_[e][w].moves = targets[walker.index];
      if (effects_[e][w].moves) {  // a gate reads where it starts, and that is put in
        targets[walker.index] = false;
        effects_[e][w].gates = walks_[w].gates_reading(targets);
      }
    }
  }
}

std::vector<Word> InterpretedCollapsed::initial_states() const {
  std::vector<Word> states = collapsed_.events().initial_states();
  Members members(*this);
  const std::size_t words = word_count();
  for (std::size_t row = 0; row < states.size(); row += words) {
    members.find({states.data() + row, 1, 1});
    for (std::size_t word = 0; word < words; ++word) {
      states[row + word] = members.named().words[word * kStride];
    }
  }
  return states;
}

std::unique_ptr<Expander> InterpretedCollapsed::make_expander(Sources sources) const {
  return std::make_unique<MemberExpander>(*this, sources);
}

void InterpretedCollapsed::evaluate_quests(const StateBlock& block, std::size_t group,
                                           std::span<std::uint64_t> done,
                                           std::span<std::uint64_t> pending) const {
  std::fill(done.begin(), done.end(), std::uint64_t{0});
  std::fill(pending.begin(), pending.end(), std::uint64_t{0});
  if (block.count == 0) return;
  Members members(*this);
  members.find(block);
  Selection all(block.count), here, yes;
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  Columns placed;
  const auto evaluate = [&](const MemberCondition& condition, std::uint64_t bit,
                            std::span<std::uint64_t> masks) {
    const auto mark = [&](const Selection& states) {
      for (const std::uint16_t i : states) masks[i] |= bit;
    };
    yes.clear();
    switch (condition.kind) {
      case MemberCondition::Kind::kEverywhere:
        condition.whole.split(members.named().view(), all, yes, nullptr);
        mark(yes);
        break;
      case MemberCondition::Kind::kByPosition:
        for (const MemberCondition::Part& part : condition.parts) {
          here.clear();
          for_each_bit(members.holding(condition.walker, part.position),
                       [&](std::uint16_t i) { here.push_back(i); });
          yes.clear();
          part.condition.split(members.named().view(), here, yes, nullptr);
          mark(yes);
        }
        break;
      case MemberCondition::Kind::kByMember:
        members.for_each_choice(
            [&](const std::vector<std::size_t>& choice, const Selection& states) {
              placed.copy(members.named(), states, word_count());
              for (std::size_t w = 0; w < choice.size(); ++w) {
                const StateLayout::Field& field = walks_[w].field();
                Word* const column = placed.column(field.word);
                for (std::size_t i = 0; i < placed.count; ++i) put_at(column[i], field, choice[w]);
              }
              Selection some(placed.count);
              std::iota(some.begin(), some.end(), std::uint16_t{0});
              yes.clear();
              condition.whole.split(placed.view(), some, yes, nullptr);
              for (const std::uint16_t i : yes) masks[states[i]] |= bit;
            });
        break;
    }
  };
  const std::size_t end = std::min(quests_.size(), 64 * group + 64);
  for (std::size_t q = 64 * group; q < end; ++q) {
    const std::uint64_t bit = std::uint64_t{1} << q % 64;
    evaluate(quests_[q].done, bit, done);
    evaluate(quests_[q].pending, bit, pending);
  }
  for (std::size_t i = 0; i < block.count; ++i) pending[i] &= ~done[i];
}

bool InterpretedCollapsed::undoable() const { return check_undoable(collapsed_.model()).undoable; }

}  // namespace questproof
