// SPDX-License-Identifier: MIT
#include "core/search/stored_space.h"

#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "core/search/forward_search.h"
#include "core/search/run_reader.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

template <unsigned W>
class StoredSpace final : public SolvedSpace {
 public:
  StoredSpace(const StateSpace& space, const RunStorage& storage, const SearchOptions& options,
              std::uint64_t cache_bytes)
      : codec_(space, options.ownership),
        format_(run_format(codec_, options.partitions)),
        storage_(storage),
        reader_(storage, format_),
        progress_(storage.progress().value()),
        cache_bytes_(cache_bytes) {}

  std::uint64_t size() const override { return progress_.profile.states; }
  bool contains(StateView state) const override {
    return with_state(state, [](const Part&, std::uint32_t) { return true; }).has_value();
  }
  std::optional<std::uint32_t> depth(StateView state) const override {
    return with_state(state,
                      [](const Part& part, std::uint32_t rank) { return part.run.level(rank); });
  }
  std::optional<Standing> standing(StateView state, std::size_t quest) const override {
    std::size_t group = 0;
    while (group < progress_.groups.size() && quest >= progress_.groups[group].end()) ++group;
    QUEST_CHECK(group < progress_.groups.size());
    return with_state(state, [&](const Part& part, std::uint32_t rank) {
      const std::uint32_t cell =
          cell_at(part.cells[group], rank, quest - progress_.groups[group].first);
      Standing standing;
      standing.done = cell == 0;
      standing.live = DistanceTable::live(cell);
      standing.blocked = cell == DistanceTable::kBlocked;
      if (standing.live) standing.distance = cell;
      return standing;
    });
  }

 private:
  struct Part {
    SortedRun<W> run;
    std::vector<std::vector<std::uint8_t>> cells;  // by group, as stored

    std::uint64_t memory_bytes() const {
      std::uint64_t bytes = run.memory_bytes();
      for (const auto& group : cells) bytes += group.size();
      return bytes;
    }
  };

  // visit(part, rank) where the state is, or nothing.
  template <typename Visit>
  auto with_state(StateView state, const Visit& visit) const
      -> std::optional<decltype(visit(std::declval<const Part&>(), 0u))> {
    const Key<W> key = codec_.encode(state.data(), 1);
    const std::scoped_lock lock(mutex_);
    const Part& part = load(partition_of(key.head(), format_.partition_bits));
    const std::uint32_t rank = part.run.find(key);
    if (rank == SortedRun<W>::kNone) return std::nullopt;
    return visit(part, rank);
  }

  const Part& load(std::size_t partition) const {
    const auto found = parts_.find(partition);
    if (found != parts_.end()) return found->second;
    if (cached_bytes_ > cache_bytes_) {
      parts_.clear();
      cached_bytes_ = 0;
    }
    Part part;
    part.run = reader_.states(partition);
    for (std::uint32_t group = 0; group < progress_.groups.size(); ++group) {
      part.cells.push_back(storage_.read({ColumnKind::kDistances, group}, partition));
    }
    cached_bytes_ += part.memory_bytes();
    return parts_.emplace(partition, std::move(part)).first->second;
  }

  KeyCodec<W> codec_;
  RunFormat<W> format_;
  const RunStorage& storage_;
  RunReader<W> reader_;
  RunProgress progress_;
  std::uint64_t cache_bytes_;
  mutable std::mutex mutex_;
  mutable std::map<std::size_t, Part> parts_;
  mutable std::uint64_t cached_bytes_ = 0;
};

}  // namespace

std::unique_ptr<SolvedSpace> open_stored_space(const StateSpace& space, const RunStorage& storage,
                                               const SearchOptions& options,
                                               std::uint64_t cache_bytes) {
  return with_width(space.word_count(), [&]<unsigned W>() -> std::unique_ptr<SolvedSpace> {
    return std::make_unique<StoredSpace<W>>(space, storage, options, cache_bytes);
  });
}

}  // namespace questproof
