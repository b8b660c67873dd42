// SPDX-License-Identifier: MIT
#include "core/search/random_play.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/byte_stream.h"
#include "core/search/gather_store.h"
#include "core/search/markov_chain.h"
#include "core/search/whole_order.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

constexpr std::uint64_t kExactTransitions = std::uint64_t{1} << 20;
constexpr std::uint64_t kExactVisits = std::uint64_t{1} << 27;   // of all quests together
constexpr std::uint64_t kSampledSteps = std::uint64_t{1} << 21;  // of each quest's undecided plays
constexpr std::size_t kPlays = 1024;
constexpr std::uint32_t kStepsUnwatched = 16;
constexpr std::uint64_t kLookUpsAtOnce = 4;  // each may bring a few MiB into memory: huge pages

// splitmix64 (Steele, Lea and Flood 2014): one stream per play.
std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t x = state += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// What the finished plays of one quest add up to.
struct Tally {
  std::uint64_t steps_watched = 0;  // of plays in which the quest was not decided yet
  std::uint64_t finished = 0;
  std::uint64_t stuck = 0;
  double steps = 0;
  double steps_squared = 0;

  void add(bool is_stuck, double taken) {
    ++finished;
    stuck += is_stuck;
    steps += taken;
    steps_squared += taken * taken;
  }
  RandomPlay result(std::uint64_t plays) const {
    RandomPlay play;
    play.exact = false;
    play.samples = finished;
    play.unfinished = plays - finished;
    if (finished == 0) return play;
    const auto n = static_cast<double>(finished);
    play.stuck_probability = static_cast<double>(stuck) / n;
    play.expected_events = steps / n;
    play.standard_error = std::sqrt(play.stuck_probability * (1 - play.stuck_probability) / n);
    const double variance =
        std::max(0.0, steps_squared / n - play.expected_events * play.expected_events);
    play.events_standard_error = std::sqrt(variance / n);
    return play;
  }
};

// Simulates many plays side by side, a block at a time. All quests are watched in the same plays.
// `store` and `distances` may be of all states, or of this rank's.
template <unsigned W>
class PlaySampler {
 public:
  PlaySampler(const StateSpace& space, const StateStore<W>& store, const DistanceTable& distances)
      : space_(space),
        store_(store),
        ranks_(store.ranks()),
        distances_(distances),
        expander_(space.make_expander()),
        enabled_(space.label_count()),
        tallies_(distances.quests()) {}

  // `starts`: distinct states, in order.
  std::vector<RandomPlay> run(const std::vector<std::vector<Word>>& starts, RunWatch& watch) {
    begin_plays(starts);
    for (std::uint32_t step = 0; !plays_.empty(); ++step) {
      look_up_cells();
      settle(step);
      for (std::size_t begin = 0; begin < plays_.size(); begin += kSearchBlock) {
        advance(std::span(plays_).subspan(begin, std::min(kSearchBlock, plays_.size() - begin)));
      }
      Progress progress;
      progress.states = kPlays - plays_.size();
      progress.total = kPlays;
      watch.report(progress);
      if (step % kStepsUnwatched == 0 && watch.limit_hit()) break;
    }
    std::vector<RandomPlay> results;
    for (const Tally& tally : tallies_) results.push_back(tally.result(kPlays));
    return results;
  }

 private:
  struct Play {
    std::vector<Word> state;
    std::uint64_t random = 0;
    std::vector<bool> decided;
  };

  void begin_plays(const std::vector<std::vector<Word>>& starts) {
    for (std::size_t p = 0; p < kPlays; ++p) {
      Play play;
      play.random = p * 0xd1342543de82ef95 + 1;
      play.state = starts[next_random(play.random) % starts.size()];
      play.decided.resize(distances_.quests());
      plays_.push_back(std::move(play));
    }
  }

  // The cells of the states where the plays stand, play after play.
  void look_up_cells() {
    const std::size_t quests = distances_.quests();
    cells_.resize(plays_.size() * quests);
    std::vector<int> owners;
    ByteWriter out;
    for (std::size_t i = 0; i < plays_.size(); ++i) {
      const Key<W> key = store_.codec().encode(plays_[i].state.data(), 1);
      owners.push_back(ranks_.owner(store_.partition_of_key(key)));
      if (owners.back() != ranks_.rank()) continue;
      const Ordinal state = store_.find(key);
      QUEST_CHECK_MSG(state != kNoOrdinal, "a successor of a stored state is not stored");
      count_look_up();
      for (std::size_t q = 0; q < quests; ++q) {
        cells_[i * quests + q] = distances_.at(state, q);
        if (!ranks_.alone()) out.varint(cells_[i * quests + q]);
      }
    }
    if (ranks_.alone()) return;
    const std::vector<Bytes> all = ranks_.gather(out.bytes);
    std::vector<ByteReader> in(all.begin(), all.end());
    for (std::size_t i = 0; i < plays_.size(); ++i) {
      ByteReader& from = in[static_cast<std::size_t>(owners[i])];
      for (std::size_t q = 0; q < quests; ++q) cells_[i * quests + q] = from.number32();
    }
  }

  // Notes which quests are decided where the plays stand. Drops plays in which every quest is, or
  // has used up its budget.
  void settle(std::uint32_t step) {
    std::vector<bool> watched;
    for (const Tally& tally : tallies_) watched.push_back(tally.steps_watched < kSampledSteps);
    const std::uint32_t* cells = cells_.data();
    std::erase_if(plays_, [&](Play& play) {
      bool open = false;
      for (std::size_t q = 0; q < distances_.quests(); ++q) {
        if (play.decided[q] || !watched[q]) continue;
        const std::uint32_t cell = cells[q];
        play.decided[q] = cell == 0 || !DistanceTable::live(cell);
        if (play.decided[q]) {
          tallies_[q].add(cell != 0, step);
        } else {
          ++tallies_[q].steps_watched;
          open = true;
        }
      }
      cells += distances_.quests();
      return !open;
    });
  }

  void advance(std::span<Play> plays) {
    for (std::size_t i = 0; i < plays.size(); ++i) {
      const std::vector<Word>& state = plays[i].state;
      for (std::size_t w = 0; w < state.size(); ++w) columns_.column(w)[i] = state[w];
    }
    expander_->expand(columns_.view(plays.size()), successors_, enabled_);
    std::vector<std::uint32_t> counts(plays.size());
    for (std::size_t i = 0; i < successors_.count; ++i) ++counts[successors_.source[i]];
    std::vector<std::uint32_t> chosen(plays.size());
    for (std::size_t i = 0; i < plays.size(); ++i) {
      QUEST_CHECK(counts[i] > 0);  // an undecided state is live and not done
      chosen[i] = static_cast<std::uint32_t>(next_random(plays[i].random) % counts[i]);
    }
    for (std::size_t i = 0; i < successors_.count; ++i) {
      const std::size_t source = successors_.source[i];
      if (chosen[source]-- != 0) continue;
      Play& play = plays[source];
      for (std::size_t w = 0; w < play.state.size(); ++w) {
        play.state[w] = successors_.words[w * successors_.stride + i];
      }
    }
  }

  void count_look_up() {
    if (++looked_up_ % kLookUpsAtOnce == 0) store_.relieve();
  }

  const StateSpace& space_;
  const StateStore<W>& store_;
  const Ranks& ranks_;
  const DistanceTable& distances_;
  std::unique_ptr<Expander> expander_;
  BlockColumns columns_{space_.word_count()};
  SuccessorBlock successors_;
  std::vector<std::uint64_t> enabled_;
  std::vector<Play> plays_;
  std::vector<Tally> tallies_;
  std::vector<std::uint32_t> cells_;
  std::uint64_t looked_up_ = 0;
};

template <unsigned W>
MarkovChain make_chain(const StateSpace& space, const StateStore<W>& store) {
  const auto expander = space.make_expander();
  BlockColumns columns(space.word_count());
  SuccessorBlock out;
  std::vector<std::uint64_t> enabled(space.label_count());
  std::vector<std::uint64_t> offsets = {0};
  std::vector<Ordinal> successors;
  for (const RankRange& range : store.blocks()) {
    const std::size_t count =
        columns.fill(store.run(range.partition), store.codec(), range.begin, range.end);
    expander->expand(columns.view(count), out, enabled);
    std::vector<std::uint64_t> next(count + 1, 0);
    for (std::size_t i = 0; i < out.count; ++i) ++next[out.source[i] + 1u];
    const std::uint64_t base = successors.size();
    const std::size_t first = offsets.size() - 1;
    for (std::size_t i = 0; i < count; ++i) {
      next[i + 1] += next[i];
      offsets.push_back(base + next[i + 1]);
    }
    successors.resize(base + out.count);
    for (std::size_t i = 0; i < out.count; ++i) {
      successors[base + next[out.source[i]]++] =
          store.find(store.codec().encode(out.words.data() + i, out.stride));
    }
    // In order of value, so that sums are rounded alike however the labels are grouped.
    for (std::size_t i = 0; i < count; ++i) {
      const auto at = [&](std::size_t index) {
        return successors.begin() + static_cast<std::ptrdiff_t>(offsets[first + index]);
      };
      std::sort(at(i), at(i + 1));
    }
  }
  return {std::move(offsets), std::move(successors)};
}

// By exact means, for the quests where these come to an end. `store`: all states.
template <unsigned W>
std::vector<std::optional<RandomPlay>> solve_plays(const StateSpace& space,
                                                   const StateStore<W>& store,
                                                   const DistanceTable& distances,
                                                   const std::vector<std::vector<Word>>& distinct,
                                                   const Parallel& parallel) {
  std::vector<Ordinal> starts;
  for (const std::vector<Word>& state : distinct) starts.push_back(store.find(state));
  std::vector<std::optional<RandomPlay>> exact(distances.quests());
  const std::uint64_t visits = kExactVisits / std::max<std::size_t>(space.quest_count(), 1);
  const MarkovChain chain = make_chain<W>(space, store);
  parallel.parallel_for(exact.size(), 1, [&](std::size_t q, std::size_t end, int) {
    for (; q < end; ++q) {
      if (const auto found = chain.absorb(distances, q, starts, visits)) {
        exact[q].emplace();
        exact[q]->stuck_probability = found->lost_probability;
        exact[q]->expected_events = found->expected_steps;
      }
    }
  });
  return exact;
}

template <unsigned W>
std::vector<std::optional<RandomPlay>> solve_in_whole_order(
    const StateSpace& space, const StateStore<W>& store, const DistanceTable& distances,
    const std::vector<std::vector<Word>>& distinct, const Parallel& parallel) {
  const auto [states, cells] = in_whole_order<W>(space, store, distances);
  return solve_plays<W>(space, states, cells, distinct, parallel);
}

// What rank 0 has found, on all ranks: numbers need not come out alike on all machines.
std::vector<std::optional<RandomPlay>> share(const Ranks& ranks,
                                             const std::vector<std::optional<RandomPlay>>& mine) {
  ByteWriter out;
  out.list(mine, [&](const std::optional<RandomPlay>& play) {
    out.optional(play, [&](const RandomPlay& value) {
      out.real(value.stuck_probability);
      out.real(value.expected_events);
    });
  });
  const Bytes bytes = ranks.from_first(out.bytes);
  ByteReader in(bytes);
  std::vector<std::optional<RandomPlay>> result;
  in.list(result, [&] {
    return in.optional([&] {
      RandomPlay play;
      play.stuck_probability = in.real();
      play.expected_events = in.real();
      return play;
    });
  });
  return result;
}

}  // namespace

template <unsigned W>
std::vector<RandomPlay> evaluate_random_play(const StateSpace& space, const StateStore<W>& store,
                                             const DistanceTable& distances,
                                             const std::vector<Word>& initial,
                                             std::uint64_t transitions, const Parallel& parallel,
                                             RunWatch& watch) {
  std::set<std::vector<Word>> set;
  for (std::size_t row = 0; row < initial.size(); row += space.word_count()) {
    const StateView state = StateView(initial).subspan(row, space.word_count());
    set.emplace(state.begin(), state.end());
  }
  const std::vector<std::vector<Word>> starts(set.begin(), set.end());
  const Ranks& ranks = store.ranks();
  std::vector<std::optional<RandomPlay>> exact(distances.quests());
  const auto all_exact = [&] {
    return std::all_of(exact.begin(), exact.end(),
                       [](const auto& play) { return play.has_value(); });
  };
  std::vector<RandomPlay> results;
  if (transitions <= kExactTransitions) {
    std::optional<StateStore<W>> all_states;
    std::optional<DistanceTable> all_distances;
    if (!ranks.alone()) {
      all_states.emplace(gather_store(store));
      all_distances.emplace(gather_distances(store, distances));
    }
    const StateStore<W>& states = all_states ? *all_states : store;
    const DistanceTable& cells = all_distances ? *all_distances : distances;
    if (ranks.rank() == 0) {
      exact = store.codec().ownership().by_whole_state()
                  ? solve_plays<W>(space, states, cells, starts, parallel)
                  : solve_in_whole_order<W>(space, states, cells, starts, parallel);
    }
    if (!ranks.alone()) exact = share(ranks, exact);
    if (!all_exact()) results = PlaySampler<W>(space, states, cells).run(starts, watch);
  } else {
    results = PlaySampler<W>(space, store, distances).run(starts, watch);
  }
  results.resize(distances.quests());
  for (std::size_t q = 0; q < exact.size(); ++q) {
    if (exact[q]) results[q] = *exact[q];
  }
  return results;
}

#define QUESTPROOF_INSTANTIATE(W)                                                              \
  template std::vector<RandomPlay> evaluate_random_play<W>(                                    \
      const StateSpace&, const StateStore<W>&, const DistanceTable&, const std::vector<Word>&, \
      std::uint64_t, const Parallel&, RunWatch&);
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
