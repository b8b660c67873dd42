// SPDX-License-Identifier: MIT
#include "core/search/trace_finder.h"

#include <algorithm>
#include <bitset>
#include <cstring>
#include <map>
#include <optional>

#include "core/base/byte_stream.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

// Calls visit(rank) for every state of the run that lies on the level, in ascending order.
template <unsigned W, typename Visit>
void for_each_on_level(const SortedRun<W>& run, std::uint32_t level, Visit&& visit) {
  if (run.size() == 0) return;
  if (run.level_stride() == 0) {
    if (run.level(0) != level) return;
    for (std::uint32_t rank = 0; rank < run.size(); ++rank) visit(rank);
  } else if (run.level_stride() == 1) {
    const std::uint8_t* const bytes = run.level_bytes();
    const std::uint8_t* const end = bytes + run.size();
    for (const std::uint8_t* at = bytes; at < end; ++at) {
      at = static_cast<const std::uint8_t*>(
          std::memchr(at, static_cast<int>(level), static_cast<std::size_t>(end - at)));
      if (at == nullptr) return;
      visit(static_cast<std::uint32_t>(at - bytes));
    }
  } else {
    for (std::uint32_t rank = 0; rank < run.size(); ++rank) {
      if (run.level(rank) == level) visit(rank);
    }
  }
}

}  // namespace

void append_step(Trace& trace, const TransitionLabel& label, StateView successor) {
  trace.steps.push_back({label.event, label.branches});
  trace.states.insert(trace.states.end(), successor.begin(), successor.end());
}

// A state on a path that is being traced back.
template <unsigned W>
struct TraceFinder<W>::Node {
  std::vector<Word> state;
  std::uint32_t label = 0;  // of the step that leads here
  std::size_t parent = 0;   // node
};

// The best way known into a wanted state.
template <unsigned W>
struct TraceFinder<W>::Best {
  bool found = false;
  std::uint32_t label = 0;
  std::vector<Word> parent;
};

// The states of one level whose parents are wanted, in ascending order of their keys.
template <unsigned W>
struct TraceFinder<W>::Level {
  std::vector<Key<W>> keys;
  std::vector<std::size_t> nodes;
  std::bitset<1 << 16> filter;

  static std::size_t slot(Word head) { return (head >> 40) & 0xffff; }

  std::size_t index_of(const Key<W>& key) const {  // keys.size() when it is not wanted
    if (!filter[slot(key.head())]) return keys.size();
    const auto at = std::lower_bound(keys.begin(), keys.end(), key);
    return at != keys.end() && *at == key ? static_cast<std::size_t>(at - keys.begin())
                                          : keys.size();
  }
};

template <unsigned W>
std::vector<Trace> TraceFinder<W>::find(const std::vector<std::vector<Word>>& targets) const {
  std::vector<Node> nodes;
  std::vector<std::size_t> target_nodes;
  std::vector<std::map<std::vector<Word>, std::size_t>> by_level;
  const auto add_node = [&](std::vector<Word> state, std::uint32_t level) {
    if (by_level.size() <= level) by_level.resize(level + 1);
    const auto [at, fresh] = by_level[level].try_emplace(state, nodes.size());
    if (fresh) nodes.push_back({std::move(state), 0, 0});
    return at->second;
  };
  const std::vector<std::uint64_t> levels = levels_of(targets);
  for (std::size_t t = 0; t < targets.size(); ++t) {
    target_nodes.push_back(add_node(targets[t], static_cast<std::uint32_t>(levels[t])));
  }
  for (std::size_t level = by_level.size(); level-- > 1;) {
    Level wanted;
    std::vector<std::pair<Key<W>, std::size_t>> order;
    for (const auto& [state, node] : by_level[level]) {
      order.emplace_back(store_.codec().encode(state.data(), 1), node);
    }
    std::sort(order.begin(), order.end());
    for (const auto& [key, node] : order) {
      wanted.keys.push_back(key);
      wanted.nodes.push_back(node);
      wanted.filter.set(Level::slot(key.head()));
    }
    std::vector<Best> parents = find_parents(static_cast<std::uint32_t>(level) - 1, wanted);
    for (std::size_t i = 0; i < parents.size(); ++i) {
      QUEST_CHECK_MSG(parents[i].found, "a stored state has no parent on the level before");
      const std::size_t parent =
          add_node(std::move(parents[i].parent), static_cast<std::uint32_t>(level) - 1);
      nodes[wanted.nodes[i]].label = parents[i].label;
      nodes[wanted.nodes[i]].parent = parent;
    }
  }
  const std::size_t words = space_.word_count();
  std::vector<Trace> traces;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    std::vector<std::size_t> path = {target_nodes[t]};
    for (std::uint64_t level = levels[t]; level > 0; --level) {
      path.push_back(nodes[path.back()].parent);
    }
    std::reverse(path.begin(), path.end());
    Trace trace;
    const std::vector<Word>& first = nodes[path.front()].state;
    while (!std::equal(first.begin(), first.end(),
                       initial_.begin() + static_cast<std::ptrdiff_t>(trace.variant * words))) {
      ++trace.variant;
    }
    trace.states = first;
    for (std::size_t i = 1; i < path.size(); ++i) {
      append_step(trace, space_.label(nodes[path[i]].label), nodes[path[i]].state);
    }
    traces.push_back(std::move(trace));
  }
  return traces;
}

template <unsigned W>
std::vector<std::uint64_t> TraceFinder<W>::levels_of(
    const std::vector<std::vector<Word>>& targets) const {
  std::vector<std::uint64_t> levels;  // and one more, by the owner
  for (const std::vector<Word>& target : targets) {
    const Key<W> key = store_.codec().encode(target.data(), 1);
    const Ordinal ordinal = store_.owns(key) ? store_.find(key) : kNoOrdinal;
    levels.push_back(ordinal == kNoOrdinal ? 0 : std::uint64_t{store_.level(ordinal)} + 1);
  }
  store_.ranks().sum(levels);
  for (std::uint64_t& level : levels) {
    QUEST_CHECK_MSG(level > 0, "a path is wanted to a state that is not stored");
    --level;
  }
  return levels;
}

template <unsigned W>
void TraceFinder<W>::improve(Best& best, std::uint32_t label,
                             const std::vector<Word>& parent) const {
  if (best.found) {
    const TransitionLabel& old = space_.label(best.label);
    const TransitionLabel& candidate = space_.label(label);
    if (label_before(old, candidate)) return;
    if (!label_before(candidate, old) && best.parent <= parent) return;
  }
  best = {true, label, parent};
}

// The best that any rank has found.
template <unsigned W>
void TraceFinder<W>::share(std::vector<Best>& best) const {
  if (store_.ranks().alone()) return;
  ByteWriter out;
  for (const Best& mine : best) {
    out.flag(mine.found);
    if (!mine.found) continue;
    out.varint(mine.label);
    for (const Word word : mine.parent) out.varint(word);
  }
  std::vector<Word> parent(space_.word_count());
  for (const Bytes& bytes : store_.ranks().gather_long(out.bytes)) {
    ByteReader in(bytes);
    for (Best& mine : best) {
      if (!in.flag()) continue;
      const std::uint32_t label = in.number32();
      for (Word& word : parent) word = in.varint();
      improve(mine, label, parent);
    }
  }
}

template <unsigned W>
std::vector<typename TraceFinder<W>::Best> TraceFinder<W>::find_parents(std::uint32_t level,
                                                                        const Level& wanted) const {
  struct Worker {
    std::unique_ptr<Expander> expander;
    BlockColumns columns;
    std::size_t filled = 0;
    SuccessorBlock successors;
    std::vector<std::uint64_t> enabled;
    std::vector<Best> best;
    std::vector<Word> state;
  };
  const auto expand = [&](Worker& worker) {
    if (worker.filled == 0) return;
    worker.expander->expand(worker.columns.view(worker.filled), worker.successors, worker.enabled);
    const SuccessorBlock& out = worker.successors;
    for (const SuccessorBlock::Run& run : out.runs) {
      for (std::size_t i = run.begin; i < run.end; ++i) {
        const Key<W> key = store_.codec().encode(out.words.data() + i, out.stride);
        const std::size_t index = wanted.index_of(key);
        if (index == wanted.keys.size()) continue;
        worker.columns.copy_state(out.source[i], worker.state.data());
        improve(worker.best[index], run.label, worker.state);
      }
    }
    worker.filled = 0;
    store_.relieve();
  };
  std::vector<Worker> workers;
  for (int t = 0; t < parallel_.threads(); ++t) {
    workers.push_back({space_.make_expander(),
                       BlockColumns(space_.word_count()),
                       0,
                       {},
                       std::vector<std::uint64_t>(space_.label_count()),
                       std::vector<Best>(wanted.keys.size()),
                       std::vector<Word>(space_.word_count())});
  }
  store_.ranks().for_each_own(parallel_, [&](std::size_t partition, int slot) {
    Worker& worker = workers[static_cast<std::size_t>(slot)];
    const SortedRun<W>& run = store_.run(partition);
    typename SortedRun<W>::Cursor cursor(run, 0);
    for_each_on_level(run, level, [&](std::uint32_t rank) {
      cursor.skip_to(rank);
      store_.codec().decode(cursor.key(), worker.columns.column(0) + worker.filled++,
                            BlockColumns::kStride);
      if (worker.filled == kSearchBlock) expand(worker);
    });
    if (run.size() > 0) store_.relieve();
  });
  std::vector<Best> best(wanted.keys.size());
  for (Worker& worker : workers) {
    expand(worker);
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (worker.best[i].found) improve(best[i], worker.best[i].label, worker.best[i].parent);
    }
  }
  share(best);
  return best;
}

#define QUESTPROOF_INSTANTIATE(W) template class TraceFinder<W>;
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
