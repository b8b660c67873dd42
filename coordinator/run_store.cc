// SPDX-License-Identifier: MIT
#include "coordinator/run_store.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <ostream>

#include "coordinator/console.h"
#include "coordinator/diagram_run.h"
#include "coordinator/figures.h"
#include "coordinator/paths.h"
#include "coordinator/revision.h"
#include "core/base/error.h"
#include "storage/certificate_file.h"
#include "storage/game_table.h"

namespace questproof {
namespace {

// Names of what is remembered; those of options as a person writes them.
constexpr const char* kCommandText = "command";
constexpr const char* kGameText = "game";
constexpr const char* kSetText = "set";  // may stand there several times
constexpr const char* kQuestText = "quest";
constexpr const char* kReduceText = "reduce";
constexpr const char* kMethodText = "method";
constexpr const char* kEngineText = "engine";  // missing in runs of early programs: auto
constexpr const char* kNoVerifyText = "no-verify";
constexpr const char* kNoRandomPlayText = "no-random-play";
constexpr const char* kPartitionsText = "partitions";

RunIdentity identity_of(const Game& game, const CommandOptions& options) {
  RunIdentity identity;
  identity.model_hash = game.hash();
  identity.partitions = options.partitions;
  for (std::size_t w = 0; w < game.space().word_count(); ++w) {
    identity.word_bits.push_back(static_cast<std::uint32_t>(game.space().word_bits(w)));
  }
  identity.options = {{kQuestText, options.quest},
                      {kReduceText, game.reduce()},
                      {kNoVerifyText, options.no_verify ? "yes" : "no"},
                      {kNoRandomPlayText, options.no_random_play ? "yes" : "no"}};
  return identity;
}

std::vector<NamedText> texts_of(const CommandOptions& options) {
  const bool has_file = options.command != Command::kBench;
  std::vector<NamedText> texts = {
      {kCommandText, info(options.command).name},
      {kGameText, has_file ? absolute_path(options.game_file) : options.game_file},
      {kQuestText, options.quest},
      {kReduceText, options.reduce},
      {kMethodText, options.method},
      {kEngineText, options.engine},
      {kNoVerifyText, options.no_verify ? "yes" : "no"},
      {kNoRandomPlayText, options.no_random_play ? "yes" : "no"},
      {kPartitionsText, fmt::format("{}", options.partitions)},
      {"program", fmt::format("questproof {} ({})", program_version(), program_revision())}};
  for (const std::string& setting : options.settings) texts.push_back({kSetText, setting});
  return texts;
}

GameTable game_table_of(const Game& game) {
  return make_game_table(game.searched(), game.layout(), game.space());
}

}  // namespace

bool RunStore::exists(const std::string& folder) {
  const PosixFileSystem files;
  return RunDirectory::holds_run(files, folder);
}

void RunStore::expect_none(const std::string& folder) {
  if (!exists(folder)) return;
  throw Error(Error::Kind::kUsage,
              fmt::format("{} holds a run already\nTo go on with it: questproof resume {}\n"
                          "To begin anew, name another folder, or remove this one.",
                          folder, folder));
}

std::unique_ptr<RunStore> RunStore::create(const std::string& folder, const Game& game,
                                           const CommandOptions& options, Transport* ranks,
                                           const Ownership& ownership) {
  if (ranks == nullptr || ranks->rank() == 0) expect_none(folder);
  std::unique_ptr<RunStore> store(new RunStore(folder));
  store->alone_ = ranks == nullptr || ranks->ranks() == 1;
  NewRun run;
  run.identity = identity_of(game, options);
  run.identity.ownership = ownership;
  run.texts = texts_of(options);
  run.game = game_table_of(game);
  store->directory_ = RunDirectory::create(store->files_, folder, run, ranks);
  return store;
}

std::unique_ptr<RunStore> RunStore::open(const std::string& folder, const Console& console,
                                         Transport* ranks) {
  if ((ranks == nullptr || ranks->rank() == 0) && !exists(folder)) {
    throw Error(Error::Kind::kUsage,
                fmt::format("{} holds no run\nTo begin one: questproof certify GAME --store {}",
                            folder, folder));
  }
  std::unique_ptr<RunStore> store(new RunStore(folder));
  store->alone_ = ranks == nullptr || ranks->ranks() == 1;
  store->directory_ = RunDirectory::open(store->files_, folder, nullptr, ranks);
  for (const std::string& note : store->directory_->recovery_notes()) {
    console.error << folder << ": " << note << "\n";
  }
  return store;
}

CommandOptions RunStore::remembered_options() const {
  const auto text = [&](std::string_view name) -> const std::string& {
    for (const NamedText& entry : directory_->texts()) {
      if (entry.name == name) return entry.text;
    }
    throw Error(Error::Kind::kInput,
                fmt::format("{}: the run does not say with which {} it was begun", folder_, name));
  };
  CommandOptions options;
  options.command = Command::kCertify;
  if (text(kCommandText) != info(Command::kCertify).name) {
    throw Error(Error::Kind::kUsage,
                fmt::format("{} was begun by `questproof {}`: give that command once more with the "
                            "same --store",
                            folder_, text(kCommandText)));
  }
  options.store = folder_;
  options.game_file = text(kGameText);
  options.quest = text(kQuestText);
  options.reduce = text(kReduceText);
  options.method = text(kMethodText);
  options.no_verify = text(kNoVerifyText) == "yes";
  options.no_random_play = text(kNoRandomPlayText) == "yes";
  for (const NamedText& entry : directory_->texts()) {
    if (entry.name == kSetText) options.settings.push_back(entry.text);
    if (entry.name == kEngineText) options.engine = entry.text;
  }
  // The exploration gave way to diagrams, and what they had found was lost.
  if (directory_->progress() && directory_->columns().empty()) options.engine = "symbolic";
  const std::string& partitions = text(kPartitionsText);
  std::from_chars(partitions.data(), partitions.data() + partitions.size(), options.partitions);
  return options;
}

void RunStore::expect(const Game& game, const CommandOptions& options) const {
  RunIdentity wanted = identity_of(game, options);
  wanted.ownership = directory_->identity().ownership;  // the run's own business
  std::string differs = difference(directory_->identity(), wanted);
  if (differs
          .empty()) {  // the same game, perhaps of a program that packs its states in another way
    differs = difference(directory_->read_game(), game_table_of(game));
  }
  if (differs.empty()) return;
  throw Error(Error::Kind::kInput,
              fmt::format("{} holds a run that does not go on with this: {}\n"
                          "To certify the game as it is now: questproof certify {} --store "
                          "NEW_FOLDER",
                          folder_, differs, options.game_file));
}

void RunStore::keep_certificate(const Game& game, Certification& certification) {
  if (directory_->read_certificate()) return;
  for (std::size_t q = 0; q < certification.quests.size(); ++q) {
    certification.quests[q].name = game.written().quests[q].name;
  }
  directory_->write_certificate(certification);
}

// The sets are safe before what they replace goes. Where that cannot be removed now, it is of no harm: whoever
// opens the folder looks for diagrams first.
void RunStore::keep_diagrams(const Game& game, const Certification& certification,
                             const SymbolicCertification& diagrams, const CommandOptions& options) {
  CommandOptions of_run = options;
  of_run.game_file = absolute_path(options.game_file);
  write_diagrams(files_, folder_,
                 diagrams_to_store(game, certification, diagrams, directory_->identity(), of_run),
                 options.disk.bytes);
  const std::optional<RunProgress> progress = directory_->progress();
  if (!progress) return;
  for (const ColumnName name : directory_->columns()) directory_->drop(name);
  directory_->commit(*progress);
}

bool RunStore::has_diagrams() const { return holds_diagrams(files_, folder_); }

std::optional<StoredDiagrams> RunStore::read_diagrams() const {
  std::optional<StoredDiagrams> stored = questproof::read_diagrams(files_, folder_);
  if (!stored) return stored;
  const RunIdentity& run = directory_->identity();
  const auto refuse = [&](const std::string& whose) {
    throw Error(
        Error::Kind::kInput,
        fmt::format("{0}/DIAGRAMS is of another run: {1}\nTo find its own again: remove the "
                    "file, then questproof resume {0}",
                    folder_, whose));
  };
  if (stored->identity.model_hash != run.model_hash) {
    refuse(fmt::format("of {}, model {}, and this run is of model {}", stored->identity.game_name,
                       stored->identity.model_hash, run.model_hash));
  }
  const auto option = std::find_if(run.options.begin(), run.options.end(),
                                   [](const NamedText& text) { return text.name == kQuestText; });
  if (option != run.options.end() && option->text != stored->identity.quest) {
    refuse(fmt::format("its quest is \"{}\", and this run's \"{}\"", stored->identity.quest,
                       option->text));
  }
  return stored;
}

SearchOptions RunStore::adapted(SearchOptions options) {
  options.ownership = directory_->identity().ownership;
  if (alone_ && options.scratch_directory.empty()) options.scratch_directory = scratch_folder();
  return options;
}

// Files of scratch have no names: the folder is empty, unless somebody else put something there.
RunStore::~RunStore() {
  std::error_code ignored;
  std::filesystem::remove(scratch_folder(), ignored);
}

std::string RunStore::disk_text() const {
  if (const std::uint64_t bytes = diagram_bytes(files_, folder_); bytes > 0) {
    return fmt::format("{} on disk, of these {} for sets of states, as decision diagrams",
                       bytes_text(directory_->disk_bytes() + bytes), bytes_text(bytes));
  }
  const auto& progress = directory_->progress();
  const std::uint64_t states = progress ? progress->profile.states : 0;
  const auto each = [&](ColumnKind kind) {
    const std::uint64_t bytes = directory_->disk_bytes(kind);
    return states == 0 ? 0.0 : static_cast<double>(bytes) / static_cast<double>(states);
  };
  return fmt::format(
      "{} on disk; bytes a state: {:.2f} for states and levels, {:.2f} for distances",
      bytes_text(directory_->disk_bytes()), each(ColumnKind::kLevelKeys),
      each(ColumnKind::kDistances));
}

}  // namespace questproof
