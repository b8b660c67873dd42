// SPDX-License-Identifier: MIT
#include "coordinator/sweep/sweep_plan.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "coordinator/console.h"
#include "coordinator/diagnostics_text.h"
#include "coordinator/load_model.h"
#include "coordinator/sweep/carry_over.h"
#include "coordinator/sweep/file_pattern.h"
#include "coordinator/sweep/source_snapshot.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/parallel.h"
#include "core/model/model_hash.h"
#include "games/common/nearest_name.h"
#include "games/registry.h"

namespace questproof {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOfName = 120;  // letters, of a file
constexpr std::size_t kMessageWidth = 100;
constexpr int kMostTries = 3;  // at reading a game that is being written

// An entry of the manifest and one file that it means.
struct Place {
  const SweepEntry* entry = nullptr;
  std::string name;  // of the game
  std::string path;  // absolute
};

// What is read once, for all entries that mean the same file with the same settings.
struct LoadedGame {
  LoadResult loaded;
  std::string trouble;  // why there is no model
  SourceSnapshot sources;
  std::string hash;
  bool changed = false;  // the copy of its files is not the game that was seen
};

std::string without_extension(const std::string& file) {
  return fs::path(file).replace_extension("").generic_string();
}

// What a pattern leaves open of a file's name: behind the folders that it names.
std::string open_part(const std::string& pattern, const std::string& file) {
  const std::size_t slash = pattern.rfind('/', pattern.find_first_of("*?"));
  const std::string path = pattern.starts_with('/') ? "/" + file : file;
  return path.substr(slash == std::string::npos ? 0 : slash + 1);
}

std::vector<Place> places_of(const SweepManifest& manifest, std::vector<Diagnostic>& diagnostics) {
  std::vector<Place> places;
  std::set<std::pair<std::uint32_t, std::string>> complained;
  for (const SweepEntry& entry : manifest.entries) {
    const bool pattern = is_pattern(entry.file);
    std::vector<std::string> files = {entry.file};
    const std::string root = entry.file.starts_with('/') ? "/" : entry.root;
    if (pattern) files = matching_files(root, entry.file);
    for (const std::string& file : files) {
      std::string name = entry.game;
      if (name.empty()) {
        name = without_extension(file);
      } else if (pattern) {
        name += "/" + without_extension(open_part(entry.file, file));
      }
      const fs::path path = (fs::path(root) / file).lexically_normal();
      places.push_back({&entry, name, path.string()});
    }
    if (!files.empty() || !complained.insert({entry.line, entry.root}).second) continue;
    diagnostics.push_back({Severity::kError, manifest.path, entry.line, entry.column,
                           fmt::format("no file below {} matches '{}'", root, entry.file),
                           "`*` stands for part of a name, `**` for any number of folders"});
  }
  return places;
}

std::string trouble_text(const LoadResult& loaded) {
  std::vector<Diagnostic> errors;
  for (const Diagnostic& one : loaded.diagnostics) {
    if (one.severity == Severity::kError) errors.push_back(one);
  }
  if (errors.empty() && loaded.model) return "";
  std::string text = diagnostics_text(errors, Paint(), kMessageWidth);
  while (text.ends_with('\n')) text.pop_back();
  return text.empty() ? "the game has no model" : text;
}

std::vector<std::string> quest_names(const GameModel& model) {
  std::vector<std::string> names;
  for (const Quest& quest : model.quests) names.push_back(quest.name);
  return names;
}

std::vector<std::string> arguments_of(const SweepEntry& entry, const std::string& quest) {
  std::vector<std::string> arguments;
  const auto add = [&](const char* name, const std::string& value) {
    arguments.emplace_back(name);
    arguments.push_back(value);
  };
  for (const std::string& setting : entry.settings) add("--set", setting);
  if (!quest.empty()) add("--quest", quest);
  if (entry.choices.reduce != "auto") add("--reduce", entry.choices.reduce);
  if (entry.choices.method != "auto") add("--method", entry.choices.method);
  if (entry.choices.engine != "auto") add("--engine", entry.choices.engine);
  if (!entry.choices.verify) arguments.emplace_back("--no-verify");
  if (!entry.choices.random_play) arguments.emplace_back("--no-random-play");
  return arguments;
}

class Planner {
 public:
  Planner(const SweepManifest& manifest, const PlanSettings& settings)
      : manifest_(manifest), settings_(settings), kept_(settings.sweep) {}

  SweepPlan plan() {
    const std::vector<Place> places = places_of(manifest_, plan_.diagnostics);
    std::map<std::pair<std::string, std::vector<std::string>>, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < places.size(); ++i) {
      groups[{places[i].path, places[i].entry->settings}].push_back(i);
    }
    std::vector<std::vector<std::size_t>> list;
    for (auto& [same, members] : groups) list.push_back(std::move(members));
    std::vector<std::vector<PlannedJob>> jobs(places.size()), undecided(places.size());
    Parallel(settings_.threads).parallel_for(list.size(), 1, [&](auto begin, auto end, int) {
      for (std::size_t group = begin; group < end; ++group) {
        plan_group(places, list[group], jobs, undecided);
      }
    });
    std::vector<JobTask> tasks;
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (PlannedJob& job : undecided[i]) tasks.push_back(std::move(job.task));
      for (PlannedJob& job : jobs[i]) {
        expect_new_id(job.task.job, *places[i].entry);
        plan_.jobs.push_back(std::move(job));
      }
    }
    plan_.hash = hash_128(settings_.program + "\n" + tasks_text(tasks)).to_hex();
    return std::move(plan_);
  }

 private:
  void plan_group(const std::vector<Place>& places, const std::vector<std::size_t>& members,
                  std::vector<std::vector<PlannedJob>>& jobs,
                  std::vector<std::vector<PlannedJob>>& undecided) {
    const LoadedGame game = load(places[members.front()]);
    std::optional<QuestCones> cones;
    if (game.loaded.model) cones.emplace(*game.loaded.model);
    for (const std::size_t member : members) {
      jobs[member] = jobs_of(places[member], game);
      undecided[member] = jobs[member];
      if (!game.loaded.model) continue;
      for (PlannedJob& job : jobs[member]) decide(job, *game.loaded.model, *cones);
    }
  }

  // Somebody may be writing a game that is read: then its files are read once more.
  LoadedGame load(const Place& place) {
    LoadedGame game = load_once(place);
    for (int tries = 1; game.changed && tries < kMostTries; ++tries) game = load_once(place);
    return game;
  }

  // Read twice: to know which files it has, and then from where they are kept, which is what is run. Both have
  // to be the same game: else something that decides what it is would not be kept.
  LoadedGame load_once(const Place& place) {
    LoadedGame game;
    try {
      const Settings how = parse_settings(place.entry->settings);
      const LoadResult seen = load_game(place.path, how);
      if (!fs::exists(place.path)) {
        game.trouble = trouble_text(seen);
        return game;
      }
      {
        const std::lock_guard lock(writing_);
        game.sources = keep_sources(settings_.sweep, place.path, seen);
      }
      game.trouble = trouble_text(seen);
      if (!game.trouble.empty()) return game;
      game.loaded = load_game(
          fmt::format("{}/{}/{}", settings_.sweep, game.sources.folder, game.sources.game), how);
      game.trouble = trouble_text(game.loaded);
      game.changed =
          !game.trouble.empty() || model_hash(*game.loaded.model) != model_hash(*seen.model);
      if (!game.changed) {
        game.hash = model_hash(*game.loaded.model).to_hex();
        return game;
      }
      game.loaded.model.reset();
      if (game.trouble.empty()) {
        game.trouble = fmt::format(
            "{}: read from the copy of its files in {} this is another game; if nobody changes "
            "them, "
            "please report this",
            place.path, game.sources.folder);
      }
    } catch (const Error& error) {
      game.loaded.model.reset();
      game.trouble = error.what();
    }
    return game;
  }

  std::vector<PlannedJob> jobs_of(const Place& place, const LoadedGame& game) const {
    const SweepEntry& entry = *place.entry;
    std::vector<std::string> present;
    if (game.loaded.model) present = quest_names(*game.loaded.model);
    std::vector<std::string> wanted = entry.quests;
    if (wanted.empty())
      wanted = entry.each_quest && !present.empty() ? present : std::vector<std::string>{""};
    std::vector<PlannedJob> jobs;
    for (const std::string& quest : wanted) jobs.push_back(job_of(place, game, present, quest));
    add_strangers(place, game, present, jobs);
    return jobs;
  }

  PlannedJob job_of(const Place& place, const LoadedGame& game,
                    const std::vector<std::string>& present, const std::string& quest) const {
    const SweepEntry& entry = *place.entry;
    PlannedJob planned;
    NightJob& job = planned.task.job;
    job.game = place.name;
    job.game_file = place.path;
    job.build = entry.build;
    job.variant = entry.variant;
    job.options = entry.options;
    job.quest = quest;
    job.arguments = arguments_of(entry, quest);
    job.priority = entry.priority;
    job.expected = entry.expect;
    job.sources = game.sources.folder;
    job.model_hash = game.hash;
    job.id = job_id(job);
    planned.task.game = game.sources.game;
    planned.task.limits = entry.limits;
    planned.task.store = entry.choices.store;
    planned.task.large = entry.size == JobSize::kLarge;
    planned.size = entry.size;
    if (!game.trouble.empty()) {
      refuse(job, game.trouble);
      if (!quest.empty()) add_quest(job, entry, quest);
      return planned;
    }
    if (quest.empty()) {
      for (const std::string& name : present) add_quest(job, entry, name);
    } else {
      add_quest(job, entry, quest);
      const bool known = std::find(present.begin(), present.end(), quest) != present.end();
      if (!known) refuse(job, no_such_quest(quest, present));
    }
    planned.key = CertificateKey{game.hash, job.arguments, settings_.program}.to_hex();
    return planned;
  }

  static std::string no_such_quest(const std::string& quest,
                                   const std::vector<std::string>& present) {
    return fmt::format("the game has no quest '{}'{}", quest, did_you_mean(quest, present));
  }

  static void refuse(NightJob& job, std::string why) {
    job.outcome = JobOutcome::kInvalid;
    job.message = std::move(why);
  }

  static void add_quest(NightJob& job, const SweepEntry& entry, const std::string& name) {
    NightQuest quest;
    quest.name = name;
    quest.expected = entry.expect;
    const auto own = entry.expected.find(name);
    if (own != entry.expected.end()) quest.expected = own->second;
    job.quests.push_back(std::move(quest));
  }

  // The manifest expects something of a quest that is not there: perhaps it was renamed, and then nobody
  // would look after it any more. That is a job of its own, which is never known.
  void add_strangers(const Place& place, const LoadedGame& game,
                     const std::vector<std::string>& present, std::vector<PlannedJob>& jobs) const {
    if (!game.loaded.model) return;
    for (const auto& [name, verdict] : place.entry->expected) {
      if (std::find(present.begin(), present.end(), name) != present.end()) continue;
      const bool listed = std::find(place.entry->quests.begin(), place.entry->quests.end(), name) !=
                          place.entry->quests.end();
      if (!listed) jobs.push_back(job_of(place, game, present, name));
    }
  }

  void decide(PlannedJob& planned, const GameModel& model, QuestCones& cones) const {
    NightJob& job = planned.task.job;
    if (planned.decided()) return;
    const NightJob* before = job_before(job.id);
    for (NightQuest& quest : job.quests) quest.cone = cone_for(quest, job, before, cones);
    if (settings_.fresh) return;
    if (reuse(planned, model) || before == nullptr) return;
    if (settings_.before->program_identity != settings_.program) return;
    std::optional<NightJob> carried = carry_over(job, *before, settings_.program, kept_, cones);
    if (carried) job = std::move(*carried);
  }

  const NightJob* job_before(const std::string& id) const {
    if (!settings_.before) return nullptr;
    for (const NightJob& job : settings_.before->jobs) {
      if (job.id == id) return &job;
    }
    return nullptr;
  }

  // Of an unchanged model it is known; else it is found out.
  std::string cone_for(const NightQuest& quest, const NightJob& job, const NightJob* before,
                       QuestCones& cones) const {
    if (before != nullptr && before->model_hash == job.model_hash &&
        settings_.before->program_identity == settings_.program) {
      for (const NightQuest& other : before->quests) {
        if (other.name == quest.name && !other.cone.empty()) return other.cone;
      }
    }
    return cones.fingerprint_of(quest.name);
  }

  bool reuse(PlannedJob& planned, const GameModel& model) const {
    NightJob& job = planned.task.job;
    const std::optional<KeptCertificate> kept = kept_.find(planned.key);
    if (!kept || kept->model_hash != job.model_hash) return false;
    const std::optional<std::string> contents = kept_.contents(planned.key, *kept);
    if (!contents) return false;
    const std::string path = KeptCertificates::path(planned.key);
    if (!cheap_check(*contents, path, model, job.quest).empty()) return false;
    const FoundGame found = parse_found_game(*contents, path);
    if (!is_whole(found)) return false;
    take_certificate(job, found, path);
    job.source = JobSource::kReused;
    job.from_night = kept->night;
    job.certificate_sources = kept->sources;
    job.kept = planned.key;
    return true;
  }

  void expect_new_id(const NightJob& job, const SweepEntry& entry) {
    if (ids_.insert(job.id).second) return;
    plan_.diagnostics.push_back({Severity::kError, manifest_.path, entry.line, entry.column,
                                 fmt::format("two jobs have the name '{}'", job_title(job)),
                                 "give one of the games another name = \"...\""});
  }

  const SweepManifest& manifest_;
  const PlanSettings& settings_;
  KeptCertificates kept_;
  std::mutex writing_;
  std::set<std::string> ids_;
  SweepPlan plan_;
};

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-';
}

}  // namespace

SweepPlan make_plan(const SweepManifest& manifest, const PlanSettings& settings) {
  return Planner(manifest, settings).plan();
}

std::string job_id(const NightJob& job) {
  std::string name, whole;
  bool exact = true;
  for (const std::string* part : {&job.game, &job.build, &job.variant, &job.options, &job.quest}) {
    whole += fmt::format("{} {}\n", part->size(), *part);
    if (!name.empty() && !part->empty()) name += '+';
    for (const char c : *part) {
      exact = exact && is_plain(c);
      name += is_plain(c) ? c : '_';
    }
  }
  // Names that stand in other places of the list are other jobs too.
  const bool shifted = (job.build.empty() && !(job.variant + job.options + job.quest).empty()) ||
                       (job.variant.empty() && !(job.options + job.quest).empty()) ||
                       (job.options.empty() && !job.quest.empty());
  if (exact && !shifted && name.size() <= kMostOfName && !name.starts_with('.')) return name;
  if (name.starts_with('.')) name.front() = '_';
  const std::string hash = hash_128(std::string_view(whole)).to_hex().substr(0, 12);
  return name.substr(0, kMostOfName) + "+" + hash;
}

std::string job_title(const NightJob& job) {
  std::string title = job.game;
  if (!job.build.empty()) title += fmt::format(" [{}]", job.build);
  if (!job.variant.empty() && !job.options.empty()) {
    title += fmt::format(" ({}, {})", job.variant, job.options);
  } else if (!job.variant.empty() || !job.options.empty()) {
    title += fmt::format(" ({}{})", job.variant, job.options);
  }
  if (!job.quest.empty()) title += ": " + job.quest;
  return title;
}

}  // namespace questproof
