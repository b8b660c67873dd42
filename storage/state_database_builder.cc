// SPDX-License-Identifier: MIT
#include "storage/state_database_builder.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <vector>

#include "core/base/byte_stream.h"
#include "core/base/check.h"
#include "core/base/error.h"
#include "core/base/process_usage.h"
#include "core/search/distance_table.h"
#include "core/search/parent_sweep.h"
#include "core/search/widths.h"
#include "storage/database_codec.h"
#include "storage/database_keys.h"
#include "storage/key_translator.h"
#include "storage/sorted_table.h"
#include "storage/state_database.h"
#include "storage/state_page.h"
#include "storage/step_list.h"

namespace questproof {
namespace {

static_assert(DistanceTable::kBlocked == kBlockedDistance);
static_assert(DistanceTable::kLost == kLostDistance);
static_assert(ParentStep::kNone == kNoLabel);

// Every reader opens all files, so there are not too many; several threads write one each.
constexpr std::uint64_t kMostFiles = 32;
constexpr std::uint64_t kLeastStatesInFile = std::uint64_t{1} << 20;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Counts of one quest, level by level and distance by distance.
struct QuestCounts {
  std::vector<std::uint64_t> live;                 // by distance
  std::vector<std::uint64_t> done, blocked, lost;  // by level

  void count(std::uint32_t level, std::uint32_t distance) {
    if (is_live(distance)) {
      if (live.size() <= distance) live.resize(distance + 1);
      ++live[distance];
      if (distance == 0) ++done[level];
    } else {
      ++(distance == kBlockedDistance ? blocked : lost)[level];
    }
  }
  void add(const QuestCounts& other) {
    if (live.size() < other.live.size()) live.resize(other.live.size());
    const auto add_all = [](std::vector<std::uint64_t>& to,
                            const std::vector<std::uint64_t>& from) {
      for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
    };
    add_all(live, other.live);
    add_all(done, other.done);
    add_all(blocked, other.blocked);
    add_all(lost, other.lost);
  }
};

QuestCounts by_all(const Ranks& ranks, QuestCounts mine) {
  if (ranks.alone()) return mine;
  ByteWriter out;
  for (const auto* list : {&mine.live, &mine.done, &mine.blocked, &mine.lost}) {
    out.list(*list, [&](std::uint64_t count) { out.varint(count); });
  }
  const std::vector<Bytes> parts = ranks.gather_long(out.bytes);
  QuestCounts all;
  for (const Bytes& bytes : parts) {
    QuestCounts part;
    ByteReader in(bytes);
    for (auto* list : {&part.live, &part.done, &part.blocked, &part.lost}) {
      in.list(*list, [&] { return in.varint(); });
    }
    if (all.done.empty()) {
      all = std::move(part);
    } else {
      all.add(part);
    }
  }
  return all;
}

std::uint64_t sum(const std::vector<std::uint64_t>& counts) {
  std::uint64_t total = 0;
  for (const std::uint64_t count : counts) total += count;
  return total;
}

std::optional<Sighting> end_of(const std::optional<Trace>& trace, std::size_t words) {
  if (!trace) return std::nullopt;
  return Sighting{static_cast<std::uint32_t>(trace->steps.size()),
                  {trace->states.end() - static_cast<std::ptrdiff_t>(words), trace->states.end()}};
}

FatalFigures fatal_figures(const FatalEvent& fatal, const StateSpace& space) {
  FatalFigures figures;
  while (figures.label < space.label_count()) {
    const TransitionLabel& label = space.label(figures.label);
    if (!label.fault && label.event == fatal.event && label.branches == fatal.branches) break;
    ++figures.label;
  }
  QUEST_CHECK(figures.label < space.label_count());
  figures.count = fatal.count;
  const auto words = static_cast<std::ptrdiff_t>(space.word_count());
  const std::vector<Word>& states = fatal.shortest.states;
  figures.source.assign(states.end() - 2 * words, states.end() - words);
  figures.destination.assign(states.end() - words, states.end());
  return figures;
}

StoredQuestFigures quest_figures(const QuestResult& quest, QuestCounts counts,
                                 const StateSpace& space) {
  StoredQuestFigures figures;
  figures.verdict = quest.verdict;
  figures.done_states = quest.done_states;
  figures.pending_states = quest.pending_states;
  figures.blocked_states = quest.blocked_states;
  figures.lost_states = sum(counts.lost);
  figures.initial_blocked = quest.initial_blocked;
  const bool same =
      sum(counts.done) == quest.done_states && sum(counts.blocked) == quest.blocked_states;
  QUEST_CHECK_MSG(same, "the stored distances are not those that the results speak of");
  figures.first_done = end_of(quest.completion, space.word_count());
  figures.first_blocked = end_of(quest.counterexample, space.word_count());
  figures.farthest = end_of(quest.farthest, space.word_count());
  figures.farthest_distance = quest.farthest_distance;
  figures.states_per_distance = std::move(counts.live);
  figures.done_per_level = std::move(counts.done);
  figures.blocked_per_level = std::move(counts.blocked);
  figures.lost_per_level = std::move(counts.lost);
  for (const FatalEvent& fatal : quest.fatal_events) {
    figures.fatal.push_back(fatal_figures(fatal, space));
  }
  figures.fatal_transitions = quest.fatal_transitions;
  if (const auto& play = quest.random_play) {
    figures.random_play = {play->stuck_probability, play->expected_events,       play->exact,
                           play->standard_error,    play->events_standard_error, play->samples,
                           play->unfinished};
  }
  return figures;
}

template <unsigned W>
class Builder {
 public:
  Builder(const DatabaseSource<W>& source, const DatabaseBuildOptions& options,
          const Parallel& parallel, RunWatch& watch, SortedTableBuilder& table,
          const PageShape& shape)
      : source_(source),
        options_(options),
        parallel_(parallel),
        table_(table),
        shape_(shape),
        steps_(source.space.word_count()),
        sweep_(source.space, source.store, options.round_transitions, options.column_bytes,
               parallel, watch) {
    const std::size_t levels = source.certification.profile.states_per_level.size();
    const std::vector<std::uint64_t> none(levels);
    for (int t = 0; t < parallel.threads(); ++t) {
      workers_.push_back(std::make_unique<Worker>());
      workers_.back()->counts.assign(shape.quests, {{}, none, none, none});
    }
  }

  bool write_pages() {
    return sweep_.run([&](std::size_t begin, std::size_t end) {
      const double start = cpu_seconds();
      list_steps(begin, end);
      const std::size_t in_file = partitions_in_file();
      const std::size_t files = (end - begin + in_file - 1) / in_file;
      parallel_.parallel_for(files, 1, [&](std::size_t file, std::size_t last, int slot) {
        for (; file < last; ++file) {
          const std::size_t first = begin + file * in_file;
          write_file(first, std::min(first + in_file, end),
                     *workers_[static_cast<std::size_t>(slot)]);
        }
      });
      write_cpu_seconds_ += cpu_seconds() - start;
    });
  }

  // Collective, as is what follows. Rank 0 writes what is said of all states, and makes the table.
  void finish(const DatabaseIdentity& identity, const DatabaseSchema& schema) {
    const DatabaseFigures all = figures();
    const std::vector<std::string> files = files_of_others();
    if (ranks().rank() != 0) return;
    const std::unique_ptr<SortedTableBuilder::Part> part = table_.part();
    part->add(kFiguresKey, encode_figures(all));
    part->add(kIdentityKey, encode_identity(identity));
    part->add(kSchemaKey, encode_schema(schema));
    part->add(kStepsKey, encode_steps(steps_.steps()));
    part->finish();
    table_.finish(files);
  }

  DatabaseBuildFigures build_figures() const {
    DatabaseBuildFigures figures;
    figures.states = source_.store.size();
    for (const auto& worker : workers_) {
      figures.page_bytes += worker->bytes;
      figures.written_steps += worker->written_steps;
    }
    figures.page_bytes = ranks().sum(figures.page_bytes);
    figures.written_steps = ranks().sum(figures.written_steps);
    figures.listed_steps = steps_.steps().size();
    figures.write_cpu_seconds = write_cpu_seconds_;
    return figures;
  }

 private:
  struct Worker {
    PageContents page;
    std::vector<Key<W>> keys;
    std::vector<std::uint32_t> distances;
    std::vector<QuestCounts> counts;
    std::uint64_t bytes = 0;
    std::uint64_t written_steps = 0;
  };

  const Ranks& ranks() const { return source_.store.ranks(); }

  std::vector<std::string> files_of_others() const {
    std::vector<std::string> files;
    if (ranks().alone()) return files;
    ByteWriter mine;
    if (ranks().rank() != 0) {
      for (const std::string& file : table_.files()) mine.text(file);
    }
    for (const Bytes& bytes : ranks().gather(mine.bytes)) {
      for (ByteReader in(bytes); !in.done();) files.push_back(in.text());
    }
    return files;
  }

  // Numbers the steps of the states whose pages are written next.
  void list_steps(std::size_t begin, std::size_t end) {
    std::vector<typename StepList<W>::Counts> counts(workers_.size());
    parallel_.parallel_for(end - begin, 1, [&](std::size_t at, std::size_t last, int slot) {
      for (; at < last; ++at) {
        const std::uint32_t size = source_.store.run(begin + at).size();
        for (std::uint32_t rank = 0; rank < size; ++rank) {
          const ParentStep step = sweep_.step(begin + at, rank);
          if (step.label != ParentStep::kNone) {
            counts[static_cast<std::size_t>(slot)].count(change_of(step));
          }
        }
      }
    });
    steps_.extend(ranks(), counts);
  }
  StepChange<W> change_of(const ParentStep& step) const {
    StepChange<W> change{step.label, {}};
    std::copy_n(step.change, shape_.words(), change.change.begin());
    return change;
  }

  std::size_t partitions_in_file() const {
    const std::uint64_t files =
        std::clamp<std::uint64_t>(source_.store.size() / kLeastStatesInFile, 1, kMostFiles);
    return (source_.store.partition_count() + files - 1) / files;
  }

  void write_file(std::size_t begin, std::size_t end, Worker& worker) {
    const std::unique_ptr<SortedTableBuilder::Part> part = table_.part();
    for (; begin < end; ++begin) {
      const SortedRun<W>& run = source_.store.run(begin);
      worker.distances.resize(std::size_t{run.size()} * shape_.quests);
      source_.store.relieve();
      if (shape_.quests > 0) source_.read_distances(begin, worker.distances);
      const auto page = static_cast<std::uint32_t>(options_.page_states);
      for (std::uint32_t rank = 0; rank < run.size(); rank += std::min(page, run.size() - rank)) {
        write_page(begin, rank, std::min(page, run.size() - rank), worker, *part);
      }
    }
    worker.bytes += part->finish();
  }

  void write_page(std::size_t partition, std::uint32_t first, std::uint32_t count, Worker& worker,
                  SortedTableBuilder::Part& part) {
    const SortedRun<W>& run = source_.store.run(partition);
    PageContents& page = worker.page;
    const std::size_t words = shape_.words();
    page.count = count;
    page.keys.resize(words * count);
    page.depths.resize(count);
    page.steps.resize(count);
    page.written.clear();
    page.distances.resize(shape_.quests * count);
    typename SortedRun<W>::Cursor cursor(run, first);
    for (std::uint32_t i = 0; i < count; ++i, cursor.next()) {
      const Key<W> key = cursor.key();
      for (std::size_t w = 0; w < words; ++w) page.keys[w * count + i] = key.words[w];
      page.depths[i] = run.level(first + i);
      page.steps[i] = step_code(sweep_.step(partition, first + i), worker);
    }
    for (std::size_t q = 0; q < shape_.quests; ++q) {
      const std::uint32_t* const distances = worker.distances.data() + q * run.size() + first;
      for (std::uint32_t i = 0; i < count; ++i) {
        page.distances[q * count + i] = distances[i];
        worker.counts[q].count(page.depths[i], distances[i]);
      }
    }
    worker.written_steps += page.written.size();
    part.add(page_key(shape_, page.keys.data(), count), encode_page(shape_, page));
  }

  std::uint64_t step_code(const ParentStep& step, Worker& worker) {
    if (step.label == ParentStep::kNone) return PageStep::kNone;
    const StepChange<W> change = change_of(step);
    const std::uint64_t code = steps_.code(change);
    if (code == PageStep::kWritten) {
      const auto words = static_cast<std::ptrdiff_t>(shape_.words());
      worker.page.written.push_back(
          {step.label, {change.change.begin(), change.change.begin() + words}});
    }
    return code;
  }

  DatabaseFigures figures() const {
    const Certification& found = source_.certification;
    DatabaseFigures figures;
    figures.verdict = found.verdict;
    figures.verified = found.verified;
    figures.profile = found.profile;
    for (std::size_t q = 0; q < shape_.quests; ++q) {
      QuestCounts counts = workers_[0]->counts[q];
      for (std::size_t t = 1; t < workers_.size(); ++t) counts.add(workers_[t]->counts[q]);
      counts = by_all(ranks(), std::move(counts));
      figures.quests.push_back(quest_figures(found.quests[q], std::move(counts), source_.space));
    }
    for (const LabelUse& use : sweep_.label_use()) {
      figures.labels.push_back({use.enabled, use.transitions, use.first});
    }
    return figures;
  }

  const DatabaseSource<W>& source_;
  const DatabaseBuildOptions& options_;
  const Parallel& parallel_;
  SortedTableBuilder& table_;
  const PageShape& shape_;
  StepList<W> steps_;
  ParentSweep<W> sweep_;
  std::vector<std::unique_ptr<Worker>> workers_;
  double write_cpu_seconds_ = 0;
};

void complete_schema(DatabaseSchema& schema, const StateSpace& space) {
  schema.word_bits.clear();
  for (std::size_t w = 0; w < space.word_count(); ++w) {
    schema.word_bits.push_back(static_cast<std::uint32_t>(space.word_bits(w)));
  }
  schema.labels.clear();
  for (std::size_t i = 0; i < space.label_count(); ++i) schema.labels.push_back(space.label(i));
  schema.initial_states = space.initial_states();
  schema.quests.resize(space.quest_count());
}

// The rename is what makes the database appear. Where it replaces an older one there is none for a
// moment.
void put_in_place(const std::string& built, const std::string& folder) {
  const std::string old = folder + ".old";
  std::filesystem::remove_all(old);
  if (std::filesystem::exists(folder)) std::filesystem::rename(folder, old);
  std::filesystem::rename(built, folder);
  std::filesystem::remove_all(old);
  sync_path(std::filesystem::path(folder).parent_path().string());
}

}  // namespace

std::string database_folder(const std::string& run_directory) { return run_directory + "/states"; }

template <unsigned W>
std::optional<DatabaseBuildFigures> build_state_database(
    const std::string& run_directory, const DatabaseIdentity& identity, DatabaseSchema schema,
    const DatabaseSource<W>& source, const DatabaseBuildOptions& options, const Parallel& parallel,
    RunWatch& watch) {
  QUEST_CHECK(source.certification.complete && options.page_states > 0);
  const auto start = std::chrono::steady_clock::now();
  const double start_cpu = cpu_seconds();
  complete_schema(schema, source.space);
  schema.ownership = source.store.codec().ownership();
  const std::string folder = database_folder(run_directory);
  const std::string building = folder + ".building";
  try {
    const Ranks& ranks = source.store.ranks();
    const bool is_first = ranks.rank() == 0;
    std::unique_ptr<SortedTableBuilder> table;
    if (is_first) table = SortedTableBuilder::create(building);
    ranks.wait();
    if (!is_first) table = SortedTableBuilder::join(building, fmt::format("{}", ranks.rank()));
    const PageShape shape =
        make_key_translator(schema.word_bits, schema.ownership)->shape(source.space.quest_count());
    Builder<W> builder(source, options, parallel, watch, *table, shape);
    if (!builder.write_pages()) {
      ranks.wait();
      if (is_first) std::filesystem::remove_all(building);
      return std::nullopt;
    }
    builder.finish(identity, schema);
    if (is_first) put_in_place(building, folder);
    ranks.wait();
    DatabaseBuildFigures figures = builder.build_figures();
    figures.seconds = seconds_since(start);
    figures.sweep_cpu_seconds = cpu_seconds() - start_cpu - figures.write_cpu_seconds;
    return figures;
  } catch (const std::filesystem::filesystem_error& error) {
    throw Error(Error::Kind::kResource, fmt::format("{}: {}", folder, error.code().message()));
  }
}

#define QUESTPROOF_INSTANTIATE(W)                                                            \
  template std::optional<DatabaseBuildFigures> build_state_database<W>(                      \
      const std::string&, const DatabaseIdentity&, DatabaseSchema, const DatabaseSource<W>&, \
      const DatabaseBuildOptions&, const Parallel&, RunWatch&);
QUESTPROOF_FOR_EACH_WIDTH(QUESTPROOF_INSTANTIATE)
#undef QUESTPROOF_INSTANTIATE

}  // namespace questproof
