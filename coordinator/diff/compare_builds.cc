// SPDX-License-Identifier: MIT
#include "coordinator/diff/compare_builds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "coordinator/diff/places.h"
#include "coordinator/figures.h"

namespace questproof {
namespace {

using Topic = BuildFinding::Topic;

constexpr double kSmallShare = 0.01;  // of plays: smaller changes of random play are not told
constexpr std::size_t kFewSourceChanges = 4;   // so few can all be shown
constexpr std::size_t kMostLostSearched = 20;  // content whose loss is explained

// Of a verdict that was another one before.
Weight weight_of(Verdict after) {
  if (after == Verdict::kUnknown) return Weight::kUnknown;
  return after == Verdict::kProved ? Weight::kBetter : Weight::kWorse;
}

std::string steps(std::uint64_t count) { return counted(count, "step"); }

// Whether the figures are of an exploration of all states.
bool is_explored(const FoundGame& found) {
  return found.complete && !found.states.empty() && found.states != "0";
}

// Whether all lines that spring a quest's traps are listed. Diagrams may know their number only.
bool lists_all_fatal(const FoundQuest& quest) {
  std::uint64_t listed = 0;
  for (const FoundFatalEvent& event : quest.fatal_events) listed += event.count;
  return listed == quest.fatal_transitions;
}

class BuildComparer {
 public:
  BuildComparer(const ComparedBuild& before, const GameModel* before_model,
                const ComparedBuild& after, const GameModel* after_model,
                const CompareOptions& options)
      : before_(before.found), after_(after.found), options_(options) {
    result_.before = before.title;
    result_.after = after.title;
    result_.job = after.job;
    result_.game_before = before_.game;
    result_.game_after = after_.game;
    result_.same_model = !before_.model_hash.empty() && before_.model_hash == after_.model_hash;
    if (before_model != nullptr && after_model != nullptr) take_games(*before_model, *after_model);
    compare_results(before, after);
  }

  BuildComparison take() { return std::move(result_); }

 private:
  void take_games(const GameModel& before, const GameModel& after) {
    renaming_ = Renaming(before, after);
    names_.emplace(before, after, renaming_);
    result_.renamings = renaming_.entries();
    const std::vector<SourceFile> old_files = read_sources(before);
    const std::vector<SourceFile> new_files = read_sources(after);
    result_.sources_known = !old_files.empty() && !new_files.empty();
    if (result_.sources_known) result_.source_changes = source_changes(old_files, new_files);
    places_ = PlaceMap(old_files, new_files, result_.source_changes);
  }

  void compare_results(const ComparedBuild& before, const ComparedBuild& after) {
    if (!after.has_result || !before.has_result) {
      compare_without_result(before, after);
    } else {
      compare_options();
      compare_quests();
      compare_faults();
      compare_content();
      compare_sizes();
    }
    for (BuildFinding& finding : result_.findings) complete(finding);
    std::stable_sort(result_.findings.begin(), result_.findings.end(),
                     [](const BuildFinding& one, const BuildFinding& other) {
                       return std::tuple(one.weight, one.topic, !one.main) <
                              std::tuple(other.weight, other.topic, !other.main);
                     });
  }

  BuildFinding& add(Topic topic, Weight weight, const std::string& subject, std::string text) {
    BuildFinding finding;
    finding.topic = topic;
    finding.weight = weight;
    finding.subject = subject;
    finding.text = std::move(text);
    result_.findings.push_back(std::move(finding));
    return result_.findings.back();
  }

  void compare_without_result(const ComparedBuild& before, const ComparedBuild& after) {
    if (after.has_result) {
      BuildFinding& found = add(Topic::kGame, Weight::kBetter, after_.game,
                                fmt::format("{} has results again", after_.game));
      found.before = before.message;
      for (const FoundQuest& quest : after_.quests) {
        if (quest.verdict == Verdict::kRefuted) add_verdict(nullptr, quest);
      }
      return;
    }
    if (!before.has_result) {
      result_.notes.push_back(fmt::format("neither has a result: {}", after.message));
      return;
    }
    const Weight weight = after.invalid ? Weight::kWorse : Weight::kUnknown;
    BuildFinding& found = add(
        Topic::kGame, weight, after_.game,
        after.invalid ? fmt::format("{} cannot be used any more: {}", after_.game, after.message)
                      : fmt::format("{} has no result: {}", after_.game, after.message));
    found.after = after.message;
  }

  void compare_options() {
    for (const auto& [name, value] : after_.options) {
      const auto old_one = before_.options.find(name);
      const std::string old_value = old_one == before_.options.end() ? "" : old_one->second;
      if (old_value == value) continue;
      result_.notes.push_back(fmt::format("made with different options: --{} {} before, {} now",
                                          name, old_value.empty() ? "not given" : old_value,
                                          value));
    }
    if (before_.engine != after_.engine) {
      result_.notes.push_back(
          fmt::format("made by different engines: {} before, {} now; what only "
                      "one of them counts is not compared",
                      before_.engine, after_.engine));
    }
    if (before_.reduced != after_.reduced ||
        before_.free_moves_collapsed != after_.free_moves_collapsed) {
      result_.notes.push_back(
          "one was counted as written and the other after reductions: numbers of states "
          "say little");
    }
    for (const auto& [which, found] : {std::pair("old", &before_), std::pair("new", &after_)}) {
      if (!found->limit.empty()) {
        result_.notes.push_back(fmt::format("the {} run hit a limit: {}", which, found->limit));
      }
    }
  }

  // The old quest that a new one was: by name, then by title.
  const FoundQuest* old_quest(const FoundQuest& quest) const {
    for (const FoundQuest& other : before_.quests) {
      if (renaming_.quest(other.name) == quest.name) return &other;
    }
    if (quest.title.empty()) return nullptr;
    for (const FoundQuest& other : before_.quests) {
      const bool gone = std::none_of(
          after_.quests.begin(), after_.quests.end(),
          [&](const FoundQuest& now) { return now.name == renaming_.quest(other.name); });
      if (gone && other.title == quest.title) return &other;
    }
    return nullptr;
  }

  void compare_quests() {
    std::vector<const FoundQuest*> matched;
    for (const FoundQuest& quest : after_.quests) {
      const FoundQuest* old_one = old_quest(quest);
      matched.push_back(old_one);
      if (old_one == nullptr) {
        add_new_quest(quest);
      } else {
        compare_quest(*old_one, quest);
      }
    }
    for (const FoundQuest& quest : before_.quests) {
      if (std::find(matched.begin(), matched.end(), &quest) != matched.end()) continue;
      BuildFinding& found =
          add(Topic::kGoneQuest, Weight::kChanged, quest.name,
              fmt::format("{} is gone; it was {}", quest.name, to_string(quest.verdict)));
      found.quest = quest.name;
      found.before = to_string(quest.verdict);
      found.main = quest.main;
    }
  }

  void add_new_quest(const FoundQuest& quest) {
    const Weight weight = quest.verdict == Verdict::kRefuted   ? Weight::kWorse
                          : quest.verdict == Verdict::kUnknown ? Weight::kUnknown
                                                               : Weight::kChanged;
    BuildFinding& found =
        add(Topic::kNewQuest, weight, quest.name,
            fmt::format("{} is new, and {}", quest.name, to_string(quest.verdict)));
    found.quest = quest.name;
    found.after = to_string(quest.verdict);
    found.main = quest.main;
    if (quest.verdict == Verdict::kRefuted) {
      found.walk = quest.counterexample;
      found.springs = quest.fatal_events;
    }
  }

  void compare_quest(const FoundQuest& old_one, const FoundQuest& new_one) {
    if (old_one.verdict != new_one.verdict) {
      add_verdict(&old_one, new_one);
    } else {
      compare_possible(old_one, new_one);
      compare_fatal(old_one, new_one);
    }
    compare_lengths(old_one, new_one);
    compare_random_play(old_one, new_one);
  }

  void add_verdict(const FoundQuest* old_one, const FoundQuest& new_one) {
    const Verdict before = old_one == nullptr ? Verdict::kUnknown : old_one->verdict;
    std::string text = fmt::format("{} was {} and is {} now", new_one.name, to_string(before),
                                   to_string(new_one.verdict));
    if (new_one.verdict == Verdict::kRefuted && new_one.counterexample) {
      const std::uint64_t length = new_one.counterexample->length;
      text += length == 0 ? ": it is blocked from the start"
                          : fmt::format(": a player can get stuck after {}", steps(length));
    }
    if (new_one.verdict == Verdict::kRefuted && is_explored(after_) && new_one.done_states == 0) {
      text += "; no play at all can finish it";
    }
    if (new_one.verdict == Verdict::kUnknown && !after_.faults.empty()) {
      text += ": an event goes out of range";
    } else if (new_one.verdict == Verdict::kUnknown && !after_.limit.empty()) {
      text += fmt::format(": {}", after_.limit);
    }
    BuildFinding& found =
        add(Topic::kVerdict, weight_of(new_one.verdict), new_one.name, std::move(text));
    found.quest = new_one.name;
    found.before = to_string(before);
    found.after = to_string(new_one.verdict);
    found.main = new_one.main;
    if (new_one.verdict != Verdict::kRefuted) return;
    found.walk = new_one.counterexample;
    found.springs = new_one.fatal_events;
  }

  void compare_possible(const FoundQuest& old_one, const FoundQuest& new_one) {
    if (!is_explored(before_) || !is_explored(after_)) return;
    if ((old_one.done_states == 0) == (new_one.done_states == 0)) return;
    const bool worse = new_one.done_states == 0;
    BuildFinding& found =
        add(Topic::kImpossible, worse ? Weight::kWorse : Weight::kBetter, new_one.name,
            worse ? fmt::format("{} cannot be done at all any more", new_one.name)
                  : fmt::format("{} can be done now", new_one.name));
    found.quest = new_one.name;
    found.main = new_one.main;
    if (worse) found.walk = new_one.counterexample;
  }

  void compare_fatal(const FoundQuest& old_one, const FoundQuest& new_one) {
    if (new_one.verdict != Verdict::kRefuted) return;
    if (!lists_all_fatal(old_one) || !lists_all_fatal(new_one)) return;
    std::vector<Placed> old_places;
    std::vector<Placed> new_places;
    for (const FoundFatalEvent& event : old_one.fatal_events) {
      old_places.push_back({renaming_.event(event.event), places_.now(event.where)});
    }
    for (const FoundFatalEvent& event : new_one.fatal_events) {
      new_places.push_back({event.event, event.where});
    }
    const PlacePairs pairs(old_places, new_places);
    for (const std::size_t i : pairs.only_after()) {
      const FoundFatalEvent& event = new_one.fatal_events[i];
      BuildFinding& found =
          add(Topic::kFatalEvent, Weight::kWorse, event.event,
              fmt::format("{} has a new trap: {} springs it, after {}", new_one.name, event.event,
                          steps(event.shortest.length)));
      found.quest = new_one.name;
      found.where = event.where;
      found.main = new_one.main;
      found.walk = event.shortest;
      found.springs = {event};
    }
    for (const std::size_t i : pairs.only_before()) {
      const FoundFatalEvent& event = old_one.fatal_events[i];
      BuildFinding& found = add(Topic::kFatalEvent, Weight::kBetter, renaming_.event(event.event),
                                fmt::format("{} has lost a trap: {} does not spring it any more",
                                            new_one.name, renaming_.event(event.event)));
      found.quest = new_one.name;
      found.where = event.where;
      found.main = new_one.main;
    }
  }

  void compare_lengths(const FoundQuest& old_one, const FoundQuest& new_one) {
    std::vector<std::string> parts;
    const auto compare = [&](const char* what, std::optional<std::uint64_t> before,
                             std::optional<std::uint64_t> now) {
      if (!before || !now || *before == *now) return;
      parts.push_back(fmt::format("{} takes {} instead of {}", what, steps(*now), steps(*before)));
    };
    const auto length = [](const std::optional<FoundWalk>& walk) {
      return walk ? std::optional(walk->length) : std::nullopt;
    };
    compare("the shortest way to its end", length(old_one.completion), length(new_one.completion));
    if (old_one.verdict == new_one.verdict) {
      compare("the shortest way into the trap", length(old_one.counterexample),
              length(new_one.counterexample));
    }
    compare("the longest way back", old_one.farthest_distance, new_one.farthest_distance);
    if (parts.empty()) return;
    BuildFinding& found = add(Topic::kLength, Weight::kChanged, new_one.name,
                              fmt::format("{}: {}", new_one.name, fmt::join(parts, "; ")));
    found.quest = new_one.name;
    found.main = new_one.main;
    if (old_one.completion) found.before = steps(old_one.completion->length);
    if (new_one.completion) found.after = steps(new_one.completion->length);
  }

  void compare_random_play(const FoundQuest& old_one, const FoundQuest& new_one) {
    if (!old_one.random_play || !new_one.random_play) return;
    const FoundRandomPlay& before = *old_one.random_play;
    const FoundRandomPlay& after = *new_one.random_play;
    if (!before.exact || !after.exact || !before.stuck_probability || !after.stuck_probability) {
      return;
    }
    // Reductions merge transitions, and who picks at random picks among those that are left.
    if (before_.reduced || after_.reduced) return;
    if (std::abs(*before.stuck_probability - *after.stuck_probability) < kSmallShare) return;
    BuildFinding& found =
        add(Topic::kRandomPlay, Weight::kChanged, new_one.name,
            fmt::format("{}: a player who picks at random gets stuck in {} of plays instead of {}",
                        new_one.name, percent_text(*after.stuck_probability),
                        percent_text(*before.stuck_probability)));
    found.quest = new_one.name;
    found.main = new_one.main;
    found.before = percent_text(*before.stuck_probability);
    found.after = percent_text(*after.stuck_probability);
  }

  void compare_faults() {
    std::vector<Placed> old_places;
    std::vector<Placed> new_places;
    for (const FoundFault& fault : before_.faults) {
      old_places.push_back({renaming_.event(fault.event), places_.now(fault.where)});
    }
    for (const FoundFault& fault : after_.faults) new_places.push_back({fault.event, fault.where});
    const PlacePairs pairs(old_places, new_places);
    for (const std::size_t i : pairs.only_after()) {
      const FoundFault& fault = after_.faults[i];
      BuildFinding& found =
          add(Topic::kFault, Weight::kWorse, fault.event,
              fmt::format("{} goes out of range now, after {}; no verdict is better than unknown",
                          fault.event, steps(fault.shortest.length)));
      found.where = fault.where;
      found.walk = fault.shortest;
    }
    for (const std::size_t i : pairs.only_before()) {
      const FoundFault& fault = before_.faults[i];
      BuildFinding& found =
          add(Topic::kFault, Weight::kBetter, renaming_.event(fault.event),
              fmt::format("{} does not go out of range any more", renaming_.event(fault.event)));
      found.where = fault.where;
    }
  }

  // What a piece of content is called: branches have no name but their condition in their event.
  static std::string content_name(const FoundMissing& missing) {
    return missing.kind == "branch" ? fmt::format("'{}' in {}", missing.never_true, missing.name)
                                    : missing.name;
  }

  static std::map<std::string, std::uint64_t> not_examined(const FoundGame& found) {
    std::map<std::string, std::uint64_t> result;
    for (const FoundContent& content : *found.content) result[content.kind] = content.not_examined;
    return result;
  }

  void compare_content() {
    if (!before_.content || !after_.content) return;
    std::vector<Placed> old_places;
    std::vector<Placed> new_places;
    for (const FoundMissing& missing : before_.missing) {
      old_places.push_back(
          {missing.kind + " " + renaming_.text(content_name(missing)), places_.now(missing.where)});
    }
    for (const FoundMissing& missing : after_.missing) {
      new_places.push_back({missing.kind + " " + content_name(missing), missing.where});
    }
    const PlacePairs pairs(old_places, new_places);
    auto left_out_before = not_examined(before_);
    auto left_out_after = not_examined(after_);
    for (const std::size_t i : pairs.only_after()) {
      add_missing(after_.missing[i], left_out_before[after_.missing[i].kind] > 0);
    }
    for (const std::size_t i : pairs.only_before()) {
      const FoundMissing& missing = before_.missing[i];
      if (!exists_after(missing) || left_out_after[missing.kind] > 0) continue;
      BuildFinding& found = add(Topic::kContent, Weight::kBetter, content_name(missing),
                                fmt::format("{} {} can be reached now", missing.kind,
                                            renaming_.text(content_name(missing))));
      found.where = missing.where;
    }
  }

  void add_missing(const FoundMissing& missing, bool perhaps_left_out) {
    const std::vector<BranchId> old_sites = sites_before(missing);
    const bool existed = !names_ || !old_sites.empty() || was_at_start(missing);
    const std::string name = content_name(missing);
    if (!existed) {
      BuildFinding& found =
          add(Topic::kNewContent, Weight::kChanged, name,
              fmt::format("{} {} is new, and no play reaches it", missing.kind, name));
      found.where = missing.where;
      return;
    }
    BuildFinding& found =
        add(Topic::kContent, perhaps_left_out ? Weight::kChanged : Weight::kWorse, name,
            perhaps_left_out
                ? fmt::format("no play reaches {} {}; whether one did before was not examined",
                              missing.kind, name)
                : fmt::format("no play reaches {} {} any more", missing.kind, name));
    found.where = missing.where;
    if (missing.kind != "branch" && !missing.never_true.empty()) {
      found.after = fmt::format("never true: {}", missing.never_true);
    }
    if (!names_ || old_sites.empty() || lost_searched_++ >= kMostLostSearched) return;
    found.blame =
        find_blame_of_lost(*names_, old_sites, result_.source_changes, options_.most_states);
  }

  // Branches of the old game that show the content.
  std::vector<BranchId> sites_before(const FoundMissing& missing) const {
    std::vector<BranchId> sites;
    if (!names_) return sites;
    const GameModel& model = names_->before();
    if (missing.kind == "event") {
      for (const Event& event : model.events) {
        if (renaming_.event(event.name) == missing.name) sites.push_back(event.body_branch);
      }
      return sites;
    }
    if (missing.kind == "branch") {
      for (std::uint32_t b = 0; b < model.branches.size(); ++b) {
        const BranchInfo& branch = model.branches[b];
        const Event& event = model.events[branch.event.index];
        if (event.body_branch != BranchId{b} && renaming_.event(event.name) == missing.name &&
            renaming_.text(branch.text) == missing.never_true) {
          sites.push_back({b});
        }
      }
      return sites;
    }
    for (const Content& content : model.contents) {
      if (content.kind == missing.kind && renaming_.text(content.name) == missing.name) {
        sites.insert(sites.end(), content.sites.begin(), content.sites.end());
      }
    }
    return sites;
  }

  bool was_at_start(const FoundMissing& missing) const {
    const std::vector<Content>& contents = names_->before().contents;
    return std::any_of(contents.begin(), contents.end(), [&](const Content& content) {
      return content.at_start && content.kind == missing.kind &&
             renaming_.text(content.name) == missing.name;
    });
  }

  bool exists_after(const FoundMissing& missing) const {
    if (!names_) return true;
    const GameModel& model = names_->after();
    if (missing.kind == "event" || missing.kind == "branch") {
      const std::string name = renaming_.event(missing.name);
      return std::any_of(model.events.begin(), model.events.end(), [&](const Event& event) {
        if (event.name != name) return false;
        if (missing.kind == "event") return true;
        return std::any_of(model.branches.begin(), model.branches.end(), [&](const auto& branch) {
          return model.events[branch.event.index].name == name &&
                 branch.text == renaming_.text(missing.never_true);
        });
      });
    }
    return std::any_of(model.contents.begin(), model.contents.end(), [&](const Content& content) {
      return content.kind == missing.kind && content.name == renaming_.text(missing.name);
    });
  }

  void compare_sizes() {
    result_.states_before = before_.states;
    result_.states_after = after_.states;
    result_.transitions_before = before_.transitions;
    result_.transitions_after = after_.transitions;
    const auto& old_levels = before_.states_per_level;
    const auto& new_levels = after_.states_per_level;
    if (old_levels.empty() || new_levels.empty()) return;
    for (std::size_t level = 0; level < std::max(old_levels.size(), new_levels.size()); ++level) {
      const std::uint64_t old_count = level < old_levels.size() ? old_levels[level] : 0;
      const std::uint64_t new_count = level < new_levels.size() ? new_levels[level] : 0;
      if (old_count == new_count) continue;
      result_.first_level_counts = level;
      result_.level_states_before = old_count;
      result_.level_states_after = new_count;
      return;
    }
  }

  // What is to blame for it, and the changed lines.
  void complete(BuildFinding& finding) {
    if (!names_) return;
    const bool bad = finding.weight == Weight::kWorse;
    if (bad && finding.walk && !finding.blame && !finding.quest.empty() &&
        finding.topic != Topic::kNewQuest) {
      finding.blame = find_blame(*names_, finding.quest, *finding.walk, result_.source_changes,
                                 options_.most_states);
    }
    const auto take = [&](const std::vector<SourceChange>& lines) {
      for (const SourceChange& line : lines) {
        if (only_renames(line)) continue;
        if (std::find(finding.lines.begin(), finding.lines.end(), line) == finding.lines.end()) {
          finding.lines.push_back(line);
        }
      }
    };
    // The step into the trap first: if that has changed, it says most.
    if (finding.walk && !finding.walk->steps.empty() && finding.topic != Topic::kLength) {
      take(lines_of(finding.walk->steps.back().event));
    }
    if (finding.blame) take(finding.blame->lines);
    for (const FoundFatalEvent& spring : finding.springs) take(lines_of(spring.event));
    if (finding.topic == Topic::kFault || finding.topic == Topic::kFatalEvent) {
      take(lines_of(finding.subject));
    }
    // So few changes that one of them must be the reason.
    if (bad && finding.lines.empty() && result_.source_changes.size() <= kFewSourceChanges) {
      take(result_.source_changes);
    }
  }

  // Whether the lines say the same as before under other names.
  bool only_renames(const SourceChange& change) const {
    return std::equal(change.gone.begin(), change.gone.end(), change.fresh.begin(),
                      change.fresh.end(), [&](const std::string& gone, const std::string& fresh) {
                        return renaming_.text(gone) == fresh;
                      });
  }

  std::vector<SourceChange> lines_of(const std::string& event) const {
    const std::vector<Event>& events = names_->after().events;
    for (std::uint32_t e = 0; e < events.size(); ++e) {
      if (events[e].name != event) continue;
      return changes_of_event(*names_, names_->event_before({e}), EventId{e},
                              result_.source_changes);
    }
    return {};
  }

  const FoundGame& before_;
  const FoundGame& after_;
  const CompareOptions& options_;
  Renaming renaming_;
  std::optional<TwinNames> names_;
  PlaceMap places_;
  std::size_t lost_searched_ = 0;
  BuildComparison result_;
};

}  // namespace

BuildComparison compare_builds(const ComparedBuild& before, const GameModel* before_model,
                               const ComparedBuild& after, const GameModel* after_model,
                               const CompareOptions& options) {
  BuildComparison result = BuildComparer(before, before_model, after, after_model, options).take();
  if (before_model == nullptr || after_model == nullptr || result.same_model ||
      options.most_states == 0) {
    return result;
  }
  const Renaming renaming(*before_model, *after_model);
  const TwinNames names(*before_model, *after_model, renaming);
  result.levels = compare_levels(names, options.most_states);
  return result;
}

}  // namespace questproof
