// SPDX-License-Identifier: MIT
#include "coordinator/query/find_states.h"

#include <algorithm>
#include <functional>

#include "coordinator/query/page_condition.h"

namespace questproof {
namespace {

using StateFilter = std::function<bool(const StatePage& page, std::size_t state)>;

// May be called by several threads at once.
StateFilter filter_for(const DatabaseSchema& schema, const WantedStates& wanted) {
  std::optional<PageCondition> condition;
  if (wanted.condition) condition.emplace(schema, *wanted.condition);
  return [condition, &wanted](const StatePage& page, std::size_t i) {
    if (condition && !condition->holds(page, i)) return false;
    if (wanted.blocked && page.distance(i, *wanted.blocked) != kBlockedDistance) return false;
    if (!wanted.last_steps) return true;
    return std::find(wanted.last_steps->begin(), wanted.last_steps->end(), page.labels[i]) !=
           wanted.last_steps->end();
  };
}

bool before(const FoundState& a, const FoundState& b) {
  return a.depth != b.depth ? a.depth < b.depth : a.state < b.state;
}

// Of one part of the store.
class Collector {
 public:
  Collector(const DatabaseSchema& schema, std::size_t limit) : schema_(schema), limit_(limit) {}

  void take(const StatePage& page, const StateFilter& wanted) {
    for (std::size_t i = 0; i < page.states.count; ++i) {
      if (!wanted(page, i)) continue;
      ++found_.count;
      if (may_be_among_the_first(page.depths[i])) keep(page, i);
    }
  }
  FoundStates result() && {
    shorten();
    return std::move(found_);
  }

 private:
  bool may_be_among_the_first(std::uint32_t depth) const {
    return limit_ > 0 && (found_.states.size() < limit_ || depth <= worst_depth_);
  }

  void keep(const StatePage& page, std::size_t index) {
    FoundState state{page.depths[index], std::vector<Word>(schema_.word_count()), {}};
    page.copy_state(index, state.state);
    for (std::size_t q = 0; q < schema_.quests.size(); ++q) {
      state.distances.push_back(page.distance(index, q));
    }
    found_.states.push_back(std::move(state));
    if (found_.states.size() >= 2 * limit_) shorten();
  }

  void shorten() {
    std::sort(found_.states.begin(), found_.states.end(), before);
    if (found_.states.size() > limit_) found_.states.resize(limit_);
    if (!found_.states.empty()) worst_depth_ = found_.states.back().depth;
  }

  const DatabaseSchema& schema_;
  const std::size_t limit_;
  FoundStates found_;
  std::uint32_t worst_depth_ = ~std::uint32_t{0};
};

}  // namespace

FoundStates find_states(const StateDatabase& database, std::size_t limit, const Parallel& parallel,
                        const WantedStates& wanted) {
  if (std::optional<FoundStates> found = database.find_at_once(wanted, limit)) {
    return std::move(*found);
  }
  const StateFilter filter = filter_for(database.schema(), wanted);
  std::vector<FoundStates> parts(database.part_count());
  parallel.parallel_for(parts.size(), 1, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t part = begin; part < end; ++part) {
      Collector collector(database.schema(), limit);
      database.scan(part, [&](const StatePage& page) {
        collector.take(page, filter);
        return true;
      });
      parts[part] = std::move(collector).result();
    }
  });
  FoundStates all;
  for (FoundStates& part : parts) {
    all.count += part.count;
    std::move(part.states.begin(), part.states.end(), std::back_inserter(all.states));
  }
  std::sort(all.states.begin(), all.states.end(), before);
  if (all.states.size() > limit) all.states.resize(limit);
  return all;
}

}  // namespace questproof
