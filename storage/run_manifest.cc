// SPDX-License-Identifier: MIT
#include "storage/run_manifest.h"

#include <fmt/format.h>

#include <storage/schema/manifest.capnp.h>
#include <algorithm>

#include <array>
#include <charconv>
#include <string_view>

#include "storage/capnp_message.h"
#include "storage/capnp_parts.h"

namespace questproof {
namespace {

using questproof::read;  // with those below
using questproof::write;

constexpr std::string_view kManifestPrefix = "MANIFEST-";
constexpr std::string_view kFilePrefix = "columns-";

struct KindRow {
  ColumnKind kind;
  schema::ColumnKind stored;
  const char* name;
};
constexpr std::array<KindRow, 5> kKinds = {{
    {ColumnKind::kLevelKeys, schema::ColumnKind::LEVEL_KEYS, "level-keys"},
    {ColumnKind::kDistances, schema::ColumnKind::DISTANCES, "distances"},
    {ColumnKind::kVerifyMarks, schema::ColumnKind::VERIFY_MARKS, "verify-marks"},
    {ColumnKind::kOutcome, schema::ColumnKind::OUTCOME, "outcome"},
    {ColumnKind::kResult, schema::ColumnKind::RESULT, "result"},
}};
constexpr std::array<ColumnKind, 5> kColumnKinds = {ColumnKind::kLevelKeys, ColumnKind::kDistances,
                                                    ColumnKind::kVerifyMarks, ColumnKind::kOutcome,
                                                    ColumnKind::kResult};
static_assert(static_cast<std::uint8_t>(RunPhase::kFinished) ==
              static_cast<std::uint16_t>(schema::Phase::FINISHED));

[[noreturn]] void damaged(std::string text) {
  throw FormatProblem{FormatProblem::Kind::kDamaged, std::move(text)};
}

const KindRow& row_of(ColumnKind kind) { return kKinds.at(static_cast<std::size_t>(kind)); }

ColumnKind kind_of(schema::ColumnKind stored) {
  for (const KindRow& row : kKinds) {
    if (row.stored == stored) return row.kind;
  }
  damaged("names an unknown kind of column");
}

void write(schema::Checksum::Builder out, const Hash128& checksum) {
  out.setHigh(checksum.high);
  out.setLow(checksum.low);
}

Hash128 read(schema::Checksum::Reader in) { return {in.getHigh(), in.getLow()}; }

void write(schema::Sighting::Builder out, const Sighting& sighting) {
  out.setLevel(sighting.level);
  fill_values(out.initState(size_of(sighting.state.size())), sighting.state);
}

Sighting read(schema::Sighting::Reader in) {
  Sighting sighting;
  sighting.level = in.getLevel();
  for (const std::uint64_t word : in.getState()) sighting.state.push_back(word);
  return sighting;
}

void write(schema::QuestSightings::Builder out, const QuestSightings& quest) {
  out.setDoneStates(quest.done_states);
  out.setPendingStates(quest.pending_states);
  if (quest.first_done) write(out.initFirstDone(), *quest.first_done);
}

QuestSightings read(schema::QuestSightings::Reader in) {
  QuestSightings quest;
  quest.done_states = in.getDoneStates();
  quest.pending_states = in.getPendingStates();
  if (in.hasFirstDone()) quest.first_done = read(in.getFirstDone());
  return quest;
}

void write(schema::Progress::Builder out, const RunProgress& progress) {
  out.setPhase(schema::Phase{static_cast<std::uint16_t>(progress.phase)});
  out.setLevel(progress.level);
  write(out.initProfile(), progress.profile);
  fill_list(out.initQuests(size_of(progress.quests.size())), progress.quests,
            [](schema::QuestSightings::Builder element, const QuestSightings& quest) {
              write(element, quest);
            });
  fill_values(out.initEnabled(size_of(progress.enabled.size())), progress.enabled);
  fill_list(out.initFaults(size_of(progress.faults.size())), progress.faults,
            [](schema::MaybeSighting::Builder element, const std::optional<Sighting>& fault) {
              if (fault) write(element.initSighting(), *fault);
            });
  fill_list(out.initGroups(size_of(progress.groups.size())), progress.groups,
            [](schema::QuestGroup::Builder element, const QuestGroup& group) {
              element.setFirst(group.first);
              element.setCount(group.count);
            });
  out.setDistance(progress.distance);
  out.setVerifiedBlocks(progress.verified_blocks);
  out.setVerifiedTransitions(progress.verified_transitions);
  out.setVerifiedFaulty(progress.verified_faulty);
  out.setSeconds(progress.seconds);
}

RunProgress read(schema::Progress::Reader in) {
  RunProgress progress;
  if (in.getPhase() > schema::Phase::FINISHED) damaged("names an unknown phase");
  progress.phase = RunPhase{static_cast<std::uint8_t>(in.getPhase())};
  progress.level = in.getLevel();
  progress.profile = read(in.getProfile());
  for (const auto quest : in.getQuests()) progress.quests.push_back(read(quest));
  for (const std::uint64_t count : in.getEnabled()) progress.enabled.push_back(count);
  for (const auto fault : in.getFaults()) {
    std::optional<Sighting>& sighting = progress.faults.emplace_back();
    if (fault.hasSighting()) sighting = read(fault.getSighting());
  }
  for (const auto group : in.getGroups()) {
    progress.groups.push_back({group.getFirst(), group.getCount()});
  }
  progress.distance = in.getDistance();
  progress.verified_blocks = in.getVerifiedBlocks();
  progress.verified_transitions = in.getVerifiedTransitions();
  progress.verified_faulty = in.getVerifiedFaulty();
  progress.seconds = in.getSeconds();
  return progress;
}

void write(schema::Column::Builder out, const StoredColumn& column) {
  out.setKind(row_of(column.name.kind).stored);
  out.setNumber(column.name.number);
  out.setFile(column.file);
  out.setOffset(column.offset);
  out.setLength(column.length);
  write(out.initChecksum(), column.checksum);
}

StoredColumn read(schema::Column::Reader in) {
  StoredColumn column;
  column.name = {kind_of(in.getKind()), in.getNumber()};
  column.file = in.getFile();
  column.offset = in.getOffset();
  column.length = in.getLength();
  column.checksum = read(in.getChecksum());
  return column;
}

void write_bytes(capnp::List<schema::KindBytes>::Builder out,
                 const std::vector<StoredColumn>& columns) {
  fill_list(out, kKinds, [&](schema::KindBytes::Builder element, const KindRow& row) {
    std::uint64_t bytes = 0;
    for (const StoredColumn& column : columns) {
      if (column.name.kind == row.kind) bytes += column.length;
    }
    element.setKind(row.stored);
    element.setBytes(bytes);
  });
}

void write(schema::Manifest::Builder out, const Manifest& manifest) {
  out.setCommit(manifest.commit);
  write(out.initIdentity(), manifest.identity);
  write(out.initTexts(size_of(manifest.texts.size())), manifest.texts);
  write(out.initGameChecksum(), manifest.game_checksum);
  if (manifest.progress) write(out.initProgress(), *manifest.progress);
  fill_list(out.initFiles(size_of(manifest.files.size())), manifest.files,
            [](schema::File::Builder element, const StoredFile& file) {
              element.setNumber(file.number);
              element.setSize(file.size);
            });
  fill_list(
      out.initColumns(size_of(manifest.columns.size())), manifest.columns,
      [](schema::Column::Builder element, const StoredColumn& column) { write(element, column); });
  out.setFirstNewFile(manifest.first_new_file);
  out.setNextFile(manifest.next_file);
  write_bytes(out.initBytes(size_of(kKinds.size())), manifest.columns);
}

Manifest read(schema::Manifest::Reader in) {
  Manifest manifest;
  manifest.commit = in.getCommit();
  manifest.identity = read(in.getIdentity());
  manifest.texts = read(in.getTexts());
  manifest.game_checksum = read(in.getGameChecksum());
  if (in.hasProgress()) manifest.progress = read(in.getProgress());
  for (const auto file : in.getFiles()) {
    manifest.files.push_back({file.getNumber(), file.getSize()});
  }
  for (const auto column : in.getColumns()) manifest.columns.push_back(read(column));
  manifest.first_new_file = in.getFirstNewFile();
  manifest.next_file = in.getNextFile();
  return manifest;
}

std::optional<std::uint64_t> number_after(std::string_view prefix, const std::string& name) {
  if (!name.starts_with(prefix)) return std::nullopt;
  std::uint64_t number = 0;
  const char* const end = name.data() + name.size();
  const auto [rest, problem] = std::from_chars(name.data() + prefix.size(), end, number);
  const bool plain = problem == std::errc() && rest == end;
  return plain && fmt::format("{}{}", prefix, number) == name ? std::optional(number)
                                                              : std::nullopt;
}

}  // namespace

std::vector<std::uint8_t> encode_manifest(const Manifest& manifest) {
  const auto same_name = [](const StoredColumn& one, const StoredColumn& other) {
    return one.name == other.name;
  };
  const auto& columns = manifest.columns;
  const bool parts = std::adjacent_find(columns.begin(), columns.end(), same_name) != columns.end();
  return make_message<schema::Manifest>(
      FileKind::kManifest, [&](schema::Manifest::Builder out) { write(out, manifest); },
      parts ? 2 : 1);
}

Manifest decode_manifest(std::span<const std::uint8_t> file) {
  return read_message<schema::Manifest>(file, FileKind::kManifest,
                                        [](schema::Manifest::Reader in) { return read(in); });
}

const char* to_string(ColumnKind kind) { return row_of(kind).name; }
std::string to_string(ColumnName name) {
  return fmt::format("{} {}", to_string(name.kind), name.number);
}

std::span<const ColumnKind> column_kinds() { return kColumnKinds; }

std::string manifest_name(std::uint64_t commit) {
  return fmt::format("{}{}", kManifestPrefix, commit);
}
std::string file_name(std::uint64_t number) { return fmt::format("{}{}", kFilePrefix, number); }

std::optional<std::uint64_t> manifest_number(const std::string& name) {
  return number_after(kManifestPrefix, name);
}
std::optional<std::uint64_t> file_number(const std::string& name) {
  return number_after(kFilePrefix, name);
}

}  // namespace questproof
