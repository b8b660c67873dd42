// SPDX-License-Identifier: MIT
#include "core/search/run_recorder.h"

#include <algorithm>
#include <utility>

#include "core/base/byte_stream.h"
#include "core/search/shared_failure.h"
#include "core/search/widths.h"

namespace questproof {
namespace {

// A save may cost one twentieth of the time.
constexpr double kLeastGain = 20;

// What a thread encodes, compresses and writes in a second, until it has been measured.
constexpr double kBytesPerSecond = 200e6;

std::uint64_t blocks_of(std::uint64_t states) { return (states + kSearchBlock - 1) / kSearchBlock; }

}  // namespace

bool CheckpointClock::due(double seconds) const {
  if (least_seconds_ <= 0) return true;
  const double since = std::chrono::duration<double>(Clock::now() - end_).count();
  return since >= std::max(least_seconds_, kLeastGain * (cost_ < 0 ? seconds : cost_));
}

void CheckpointClock::end() {
  end_ = Clock::now();
  cost_ = std::chrono::duration<double>(end_ - begin_).count();
}

template <unsigned W>
RunRecorder<W>::RunRecorder(RunStorage* storage, const StateSpace& space,
                            const SearchOptions& options, const Parallel& parallel, RunWatch& watch)
    : storage_(storage),
      quest_count_(space.quest_count()),
      format_(run_format(KeyCodec<W>(space, options.ownership), options.partitions)),
      ranks_(std::size_t{1} << format_.partition_bits, watch.transport()),
      most_pending_(options.checkpoint_states),
      parallel_(parallel),
      watch_(watch),
      clock_(options.checkpoint_seconds),
      pending_(std::size_t{1} << format_.partition_bits) {
  if (storage_ == nullptr) return;
  reader_.emplace(*storage_, format_, ranks_);
  if (!storage_->progress()) return;
  resumed_ = true;
  progress_ = *storage_->progress();
  earlier_seconds_ = progress_.seconds;
  while (reader_->holds({ColumnKind::kOutcome, finished_groups_})) ++finished_groups_;
  const bool fits =
      progress_.quests.size() == quest_count_ && progress_.enabled.size() == space.label_count() &&
      progress_.faults.size() == space.label_count() && progress_.groups.size() >= finished_groups_;
  if (!fits) {
    throw Error(Error::Kind::kInput, "the stored run is of a game with other quests or events");
  }
}

template <unsigned W>
void RunRecorder<W>::restore(ForwardSearch<W>& search) const {
  std::vector<SortedRun<W>> settled(pending_.size());
  if (progress_.level > 0)
    settled = reader_->all_states(parallel_, 0, progress_.level - 1, watch_.scratch());
  search.restore(
      progress_, std::move(settled),
      reader_->all_states(parallel_, progress_.level, progress_.level, watch_.scratch()));
}

template <unsigned W>
void RunRecorder<W>::take_counts(const ForwardSearch<W>& search) {
  const Profile& found = search.profile();
  Profile& mine = progress_.profile;
  // Level by level, because there may be very many of them.
  mine.states_per_level.insert(
      mine.states_per_level.end(),
      found.states_per_level.begin() + static_cast<std::ptrdiff_t>(mine.states_per_level.size()),
      found.states_per_level.end());
  mine.states = found.states;
  mine.transitions = found.transitions;
  mine.deadlocks = found.deadlocks;
  mine.fingerprint_sum = found.fingerprint_sum;
  progress_.level = search.level();
  progress_.quests = search.quests();
  progress_.enabled = search.enabled();
  progress_.faults = search.faults();
}

template <unsigned W>
void RunRecorder<W>::level_done(const ForwardSearch<W>& search) {
  if (storage_ == nullptr) return;
  take_counts(search);
  if (pending_states_ == 0) first_pending_ = search.level();
  pending_states_ += progress_.profile.states_per_level.back();
  const auto add = [&](std::size_t partition) {
    encode_level<W>(search.frontier(partition), format_, search.level(), pending_[partition]);
  };
  const bool now =
      ranks_.any(pending_states_ >= most_pending_ || clock_.due(0) || watch_.must_end());
  if (now) {
    clock_.begin();
    write_column({ColumnKind::kLevelKeys, first_pending_}, [&](std::size_t partition) {
      add(partition);
      return std::exchange(pending_[partition], {});
    });
    pending_states_ = 0;
    commit();
    clock_.end();
  } else {
    ranks_.for_each_own(parallel_, [&](std::size_t partition, int) { add(partition); });
  }
}

template <unsigned W>
void RunRecorder<W>::forward_stopped() {
  if (storage_ == nullptr || pending_states_ == 0) return;
  write_column({ColumnKind::kLevelKeys, first_pending_},
               [&](std::size_t partition) { return std::exchange(pending_[partition], {}); });
  pending_states_ = 0;
  commit();
}

template <unsigned W>
void RunRecorder<W>::forward_done(const ForwardSearch<W>& search) {
  take_counts(search);
  progress_.phase = RunPhase::kBackward;
  if (storage_ == nullptr) return;
  if (pending_states_ > 0) {
    forward_stopped();
  } else {
    commit();
  }
}

template <unsigned W>
std::vector<QuestOutcome> RunRecorder<W>::read_outcomes() const {
  std::vector<QuestOutcome> all;
  for (std::uint32_t group = 0; group < finished_groups_; ++group) {
    for (QuestOutcome& outcome :
         decode_outcomes(storage_->read({ColumnKind::kOutcome, group}, 0))) {
      all.push_back(std::move(outcome));
    }
    if (all.size() != progress_.groups[group].end()) ByteReader::fail();
  }
  return all;
}

template <unsigned W>
void RunRecorder<W>::begin_group(QuestGroup group) {
  progress_.phase = RunPhase::kBackward;
  progress_.groups.resize(finished_groups_);
  progress_.groups.push_back(group);
  progress_.distance = 0;
  progress_.verified_blocks = 0;
  progress_.verified_transitions = 0;
  progress_.verified_faulty = false;
  if (storage_ == nullptr) return;
  for (const ColumnKind kind : {ColumnKind::kDistances, ColumnKind::kVerifyMarks}) {
    if (reader_->holds(group_column(kind))) storage_->drop(group_column(kind));
  }
}

template <unsigned W>
std::optional<QuestGroup> RunRecorder<W>::begun_group() const {
  const bool begun = storage_ != nullptr && progress_.groups.size() == finished_groups_ + 1 &&
                     reader_->holds(group_column(ColumnKind::kDistances));
  if (!begun) return std::nullopt;
  return progress_.groups.back();
}

template <unsigned W>
DistanceTable RunRecorder<W>::read_distances(const StateStore<W>& store) const {
  return reader_->distances(finished_groups_, progress_.groups.back(), store, parallel_,
                            watch_.scratch());
}

template <unsigned W>
void RunRecorder<W>::round_done(const StateStore<W>& store, const DistanceTable& table,
                                std::uint32_t distance) {
  if (storage_ == nullptr || !due(store.own_size() * table.quests() * table.cell_bytes())) return;
  clock_.begin();
  write_cells(store, table);
  progress_.distance = distance;
  commit();
  clock_.end();
}

template <unsigned W>
void RunRecorder<W>::distances_done(const StateStore<W>& store, const DistanceTable& table) {
  progress_.phase = RunPhase::kVerify;
  if (storage_ == nullptr) return;
  clock_.begin();
  write_cells(store, table);
  commit();
  clock_.end();
}

// Runs of earlier versions of the program did not say for each partition how far it was checked: blocks were
// checked in order, partition after partition.
template <unsigned W>
std::uint32_t RunRecorder<W>::checked_in_order(const StateStore<W>& store,
                                               std::size_t partition) const {
  std::uint64_t left = progress_.verified_blocks;
  for (std::size_t p = 0; p < partition; ++p) left -= std::min(left, blocks_of(store.size_of(p)));
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(left * kSearchBlock, store.size_of(partition)));
}

template <unsigned W>
VerifyProgress RunRecorder<W>::read_marks(const StateStore<W>& store, bool levels) const {
  VerifyProgress marks;
  const ColumnName name = group_column(ColumnKind::kVerifyMarks);
  if (storage_ == nullptr || !reader_->holds(name)) return marks;
  const std::uint64_t quests = progress_.groups.back().count;
  // Of all ranks, so the first one takes it on.
  marks.transitions = ranks_.rank() == 0 ? progress_.verified_transitions : 0;
  marks.faulty = progress_.verified_faulty;
  marks.checked.resize(ranks_.partitions());
  const std::uint64_t parent_bits = levels ? store.own_size() : 0;
  const std::uint64_t nearer_bits = store.own_size() * quests;
  marks.has_parent = AtomicBits(parent_bits, watch_.scratch_for(parent_bits / 8));
  marks.has_nearer = AtomicBits(nearer_bits, watch_.scratch_for(nearer_bits / 8));
  ranks_.for_each_own(parallel_, [&](std::size_t p, int) {
    const std::uint64_t base = store.base(p) - store.first();
    const std::uint64_t size = store.run(p).size();
    if (size == 0) return;
    const std::vector<std::uint8_t> bytes = storage_->read(name, p);
    ByteReader in(bytes);
    decode_bits(in, marks.has_parent, base, levels ? size : 0);
    decode_bits(in, marks.has_nearer, base * quests, size * quests);
    marks.checked[p] = in.done() ? checked_in_order(store, p) : in.number32();
    if (marks.checked[p] > size || !in.done()) ByteReader::fail();
  });
  return marks;
}

template <unsigned W>
void RunRecorder<W>::verify_round_done(const StateStore<W>& store, const VerifyProgress& marks) {
  if (storage_ == nullptr || !due((marks.has_parent.size() + marks.has_nearer.size()) / 8)) return;
  verify_stopped(store, marks);
}

template <unsigned W>
void RunRecorder<W>::verify_stopped(const StateStore<W>& store, const VerifyProgress& marks) {
  if (storage_ == nullptr) return;
  clock_.begin();
  write_marks(store, marks);
  std::uint64_t checked = 0;
  for (const std::uint32_t states : marks.checked) checked += blocks_of(states);
  progress_.verified_blocks = ranks_.sum(checked);
  progress_.verified_transitions = ranks_.sum(marks.transitions);
  progress_.verified_faulty = ranks_.any(marks.faulty);
  commit();
  clock_.end();
}

template <unsigned W>
void RunRecorder<W>::group_done(const std::vector<QuestOutcome>& outcomes) {
  progress_.phase =
      progress_.groups.back().end() == quest_count_ ? RunPhase::kPaths : RunPhase::kBackward;
  progress_.distance = 0;
  progress_.verified_blocks = 0;
  progress_.verified_transitions = 0;
  progress_.verified_faulty = false;
  if (storage_ != nullptr) {
    write_column(group_column(ColumnKind::kOutcome), encode_outcomes(outcomes));
    if (reader_->holds(group_column(ColumnKind::kVerifyMarks))) {
      storage_->drop(group_column(ColumnKind::kVerifyMarks));
    }
    commit();
  }
  ++finished_groups_;
}

template <unsigned W>
void RunRecorder<W>::finish(const StoredResult& result) {
  progress_.phase = RunPhase::kFinished;
  if (storage_ == nullptr) return;
  write_column({ColumnKind::kResult, 0}, encode_result(result));
  commit();
}

template <unsigned W>
StoredResult RunRecorder<W>::read_result() const {
  return decode_result(storage_->read({ColumnKind::kResult, 0}, 0));
}

template <unsigned W>
void RunRecorder<W>::write_column(ColumnName name, const Encode& encode) {
  const auto writer = storage_->create(name);
  SharedFailure failure(ranks_);
  failure.attempt([&] {
    ranks_.for_each_own(parallel_, [&](std::size_t partition, int) {
      const std::vector<std::uint8_t> bytes = encode(partition);
      if (!bytes.empty()) writer->put(partition, bytes);
      if (watch_.scratch() != nullptr) watch_.scratch()->relieve();
    });
  });
  failure.attempt([&] { writer->seal(); });
  failure.settle();
}

template <unsigned W>
void RunRecorder<W>::write_column(ColumnName name, const std::vector<std::uint8_t>& bytes) {
  write_column(name, [&](std::size_t partition) {
    return partition == 0 ? bytes : std::vector<std::uint8_t>();
  });
}

template <unsigned W>
void RunRecorder<W>::write_cells(const StateStore<W>& store, const DistanceTable& table) {
  write_column(group_column(ColumnKind::kDistances), [&](std::size_t p) {
    const std::uint32_t size = store.run(p).size();
    return size == 0 ? std::vector<std::uint8_t>() : encode_cells(table, store.base(p), size);
  });
}

template <unsigned W>
void RunRecorder<W>::write_marks(const StateStore<W>& store, const VerifyProgress& marks) {
  const std::uint64_t quests = progress_.groups.back().count;
  write_column(group_column(ColumnKind::kVerifyMarks), [&](std::size_t p) {
    ByteWriter out;
    const std::uint64_t base = store.base(p) - store.first();
    const std::uint64_t size = store.run(p).size();
    if (size == 0) return std::move(out.bytes);
    encode_bits(marks.has_parent, base, marks.has_parent.size() == 0 ? 0 : size, out);
    encode_bits(marks.has_nearer, base * quests, size * quests, out);
    out.varint(marks.checked[p]);
    return std::move(out.bytes);
  });
}

// Of a save of so many bytes before compression.
template <unsigned W>
bool RunRecorder<W>::due(std::uint64_t bytes) {
  const double seconds = static_cast<double>(bytes) / kBytesPerSecond / parallel_.threads();
  return ranks_.any(watch_.must_end() || clock_.due(seconds));
}

template <unsigned W>
void RunRecorder<W>::commit() {
  progress_.seconds = earlier_seconds_ + watch_.seconds();
  storage_->commit(progress_);
  watch_.set_stored_bytes(storage_->disk_bytes());
}

#define QUESTPROOF_INSTANTIATE(W) template class RunRecorder<W>;
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
