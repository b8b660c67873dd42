// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "coordinator/diff/compare_builds.h"

namespace questproof {
namespace {

// Games as they were loaded; several jobs of a night are about one of them.
class Games {
 public:
  const GameAtHand& load(const ComparedBuild& build, bool named) {
    const auto key = std::tuple(build.game_file, build.settings, build.found.model_hash);
    const auto found = games_.find(key);
    if (found != games_.end()) return found->second;
    return games_.emplace(key, load_compared_game(build, named)).first->second;
  }

 private:
  std::map<std::tuple<std::string, std::vector<std::string>, std::string>, GameAtHand> games_;
};

// Equal but for what depends on the machine.
bool same_result(const ComparedBuild& before, const ComparedBuild& after) {
  if (!before.has_result || !after.has_result) return false;
  FoundGame one = before.found;
  FoundGame other = after.found;
  one.phases.clear();
  other.phases.clear();
  one.program_version = other.program_version;
  one.program_revision = other.program_revision;
  return one == other;
}

class SideComparer {
 public:
  SideComparer(bool named_before, bool named_after, const CompareOptions& options)
      : named_before_(named_before), named_after_(named_after), options_(options) {}

  BuildComparison compare(const ComparedBuild& before, const ComparedBuild& after) {
    const GameAtHand& old_game = games_.load(before, named_before_);
    const GameAtHand& new_game = games_.load(after, named_after_);
    const GameModel* old_model = old_game.model ? &*old_game.model : nullptr;
    const GameModel* new_model = new_game.model ? &*new_game.model : nullptr;
    BuildComparison result = compare_builds(before, old_model, after, new_model, options_);
    for (const GameAtHand* game : {&old_game, &new_game}) {
      if (before.has_result && after.has_result && !game->trouble.empty()) {
        result.notes.push_back(game->trouble);
      }
    }
    if (result.same_model || (old_model != nullptr && new_model != nullptr)) return result;
    if (before.game_file.empty() || after.game_file.empty()) {
      result.notes.push_back(
          "changed lines and renamings need both games: --old-game FILE --new-game FILE");
    }
    return result;
  }

 private:
  const bool named_before_;
  const bool named_after_;
  const CompareOptions& options_;
  Games games_;
};

}  // namespace

DiffResult compare_sides(const ComparedSide& before, bool named_before, const ComparedSide& after,
                         bool named_after, const CompareOptions& options) {
  DiffResult result;
  result.before = before.title;
  result.after = after.title;
  result.of_nights = before.is_night && after.is_night;
  SideComparer comparer(named_before, named_after, options);
  if (!before.is_night && !after.is_night) {
    result.builds.push_back(comparer.compare(before.builds.front(), after.builds.front()));
    return result;
  }
  std::map<std::string, const ComparedBuild*> old_jobs;
  for (const ComparedBuild& build : before.builds) old_jobs.emplace(build.job, &build);
  for (const ComparedBuild& build : after.builds) {
    const auto old_job = old_jobs.find(build.job);
    if (old_job == old_jobs.end()) {
      result.new_jobs.push_back(build.job);
      continue;
    }
    const ComparedBuild& old_build = *old_job->second;
    old_jobs.erase(old_job);
    if (same_result(old_build, build)) {
      result.unchanged_jobs.push_back(build.job);
      continue;
    }
    BuildComparison compared = comparer.compare(old_build, build);
    if (compared.differs()) {
      result.builds.push_back(std::move(compared));
    } else {
      result.unchanged_jobs.push_back(build.job);
    }
  }
  for (const ComparedBuild& build : before.builds) {
    if (old_jobs.count(build.job) > 0) result.gone_jobs.push_back(build.job);
  }
  std::stable_sort(result.builds.begin(), result.builds.end(),
                   [](const BuildComparison& one, const BuildComparison& other) {
                     return std::pair(one.weight(), one.findings.empty()) <
                            std::pair(other.weight(), other.findings.empty());
                   });
  return result;
}

}  // namespace questproof
