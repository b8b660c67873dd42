// SPDX-License-Identifier: MIT
#include "coordinator/diff/blame.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "coordinator/diff/level_comparison.h"
#include "coordinator/diff/level_search.h"
#include "coordinator/diff/model_facts.h"
#include "coordinator/replay.h"
#include "coordinator/source_quotes.h"
#include "coordinator/state_text.h"
#include "coordinator/wrap.h"
#include "core/model/naive_evaluator.h"

namespace questproof {
namespace {

template <typename Things>
std::optional<std::uint32_t> position(const Things& things, const std::string& name) {
  for (std::uint32_t i = 0; i < things.size(); ++i) {
    if (things[i].name == name) return i;
  }
  return std::nullopt;
}

std::string called(const Event& event) { return event.label.empty() ? event.name : event.label; }

std::string placed(const GameModel& model, const Event& event) {
  const std::string place = short_place(model, event.where);
  return place.empty() ? fmt::format("'{}'", called(event))
                       : fmt::format("'{}' ({})", called(event), place);
}

std::string changes_text(const std::vector<FoundChange>& changes) {
  std::vector<std::string> parts;
  for (const FoundChange& change : changes) {
    parts.push_back(fmt::format("{} {} -> {}", change.variable, change.from, change.to));
  }
  return parts.empty() ? "nothing" : joined(parts);
}

// The parts of a condition that do not hold.
void add_unfulfilled(const GameModel& model, const Condition& condition, const Valuation& values,
                     std::vector<std::string>& parts) {
  if (condition.kind == Condition::Kind::kAll) {
    for (const Condition& part : condition.parts) add_unfulfilled(model, part, values, parts);
  } else if (!holds(model, condition, values)) {
    parts.push_back(to_string(model, condition));
  }
}

std::string unfulfilled(const GameModel& model, const Condition& condition,
                        const Valuation& values) {
  std::vector<std::string> parts;
  add_unfulfilled(model, condition, values, parts);
  std::string text = joined(parts);
  constexpr std::size_t kLong = 160;
  if (text.size() > kLong) text = text.substr(0, text.rfind(' ', kLong)) + " ...";
  return text;
}

Blame blame_of_new(const TwinNames& names, EventId after,
                   const std::vector<SourceChange>& changes) {
  const Event& event = names.after().events[after.index];
  return Blame{fmt::format("{} is new", placed(names.after(), event)), "", event.name,
               changes_of_event(names, std::nullopt, after, changes)};
}

// Both builds being played.
class TwinPlay {
 public:
  TwinPlay(const TwinNames& names, const std::vector<SourceChange>& changes)
      : names_(names), changes_(changes) {}

  // False where the new build has no such start.
  bool begin(const std::string& start) {
    const GameModel& after = names_.after();
    for (std::size_t i = 0; i < after.variants.size(); ++i) {
      if (variant_text(after, i) != start) continue;
      new_values_ = after.variants[i].values;
      return begin_before(i);
    }
    return false;
  }

  // Whether the old build has a start that is like it; the walk is new from its start otherwise.
  bool same_start() const { return same_start_; }

  // One step of a walk of the new build. False where the new build cannot do it.
  bool step(const FoundStep& step, std::optional<Blame>& blame) {
    const GameModel& after = names_.after();
    const auto event = position(after.events, step.event);
    if (!event) return false;
    std::optional<Valuation> values;
    for (const Outcome& outcome : outcomes(after, {*event}, new_values_)) {
      if (outcome.fault || found_changes(after, new_values_, outcome.values) != step.changes) {
        continue;
      }
      values = outcome.values;
      break;
    }
    if (!values) return false;
    blame = follow_before({*event}, *values);
    new_values_ = *values;
    return true;
  }

  // From a start of the old build.
  bool begin_at(std::size_t variant) {
    const GameModel& before = names_.before();
    old_values_ = before.variants[variant].values;
    const auto same = position(names_.after().variants, before.variants[variant].name);
    std::vector<std::size_t> order;
    if (same) order.push_back(*same);
    for (std::size_t i = 0; i < names_.after().variants.size(); ++i) order.push_back(i);
    for (const std::size_t i : order) {
      new_values_ = names_.after().variants[i].values;
      if (names_.agree(old_values_, new_values_)) return true;
    }
    return false;
  }

  // A way of the old build, played on the new one.
  std::optional<Blame> follow(const std::vector<PlayedEvent>& path) {
    for (const PlayedEvent& played : path) {
      if (auto blame = follow_after(played)) return blame;
      old_values_ = played.after;
    }
    return std::nullopt;
  }

  // The old build's way on to the quest, played on the new one.
  std::optional<Blame> go_on(QuestId before, QuestId after, std::size_t most_states) {
    LevelSearch search(names_.before(), old_values_, most_states);
    const auto goal = find_done(search, before);
    if (!goal) return std::nullopt;
    if (auto blame = follow(search.path(*goal))) return blame;
    if (is_done(names_.after(), after.index, new_values_)) return std::nullopt;
    const Quest& quest = names_.after().quests[after.index];
    return Blame{fmt::format("the old build was done here; now the quest needs {}",
                             unfulfilled(names_.after(), quest.done, new_values_)),
                 "", "", lines_at_quest(before, after)};
  }

 private:
  bool begin_before(std::size_t variant) {
    const GameModel& before = names_.before();
    const auto same = position(before.variants, names_.after().variants[variant].name);
    std::vector<std::size_t> order;
    if (same) order.push_back(*same);
    for (std::size_t i = 0; i < before.variants.size(); ++i) order.push_back(i);
    for (const std::size_t i : order) {
      if (!names_.agree(before.variants[i].values, new_values_)) continue;
      old_values_ = before.variants[i].values;
      same_start_ = true;
      return true;
    }
    return true;
  }

  std::optional<Blame> follow_before(EventId after, const Valuation& new_values) {
    const GameModel& before = names_.before();
    const Event& new_event = names_.after().events[after.index];
    const auto twin = names_.event_before(after);
    if (!twin) return blame_of_new(names_, after, changes_);
    const Event& old_event = before.events[twin->index];
    std::optional<Valuation> other;
    for (const Outcome& outcome : outcomes(before, *twin, old_values_)) {
      if (outcome.fault) continue;
      if (names_.agree(outcome.values, new_values)) {
        old_values_ = outcome.values;
        return std::nullopt;
      }
      if (!other) other = outcome.values;
    }
    const std::string what =
        other ? fmt::format("{} changed {} here before, and changes {} now",
                            placed(names_.after(), new_event),
                            names_.now(changes_text(found_changes(before, old_values_, *other))),
                            changes_text(found_changes(names_.after(), new_values_, new_values)))
              : fmt::format("{} was not possible here before: it needed {}",
                            placed(names_.after(), new_event),
                            names_.now(unfulfilled(before, old_event.guard, old_values_)));
    return Blame{what, old_event.name, new_event.name,
                 changes_of_event(names_, twin, after, changes_)};
  }

  std::optional<Blame> follow_after(const PlayedEvent& played) {
    const GameModel& before = names_.before();
    const GameModel& after = names_.after();
    const Event& old_event = before.events[played.event.index];
    const auto twin = names_.event_after(played.event);
    const std::string went_on =
        fmt::format("here the old build went on: {}", placed(before, old_event));
    if (!twin) {
      return Blame{went_on + ", which is gone", old_event.name, "",
                   changes_of_event(names_, played.event, std::nullopt, changes_)};
    }
    const Event& new_event = after.events[twin->index];
    std::optional<Valuation> other;
    for (const Outcome& outcome : outcomes(after, *twin, new_values_)) {
      if (outcome.fault) continue;
      if (names_.agree(played.after, outcome.values)) {
        new_values_ = outcome.values;
        return std::nullopt;
      }
      if (!other) other = outcome.values;
    }
    const std::string now =
        other
            ? fmt::format(
                  ", which changed {} and changes {} now",
                  names_.now(changes_text(found_changes(before, old_values_, played.after))),
                  changes_text(found_changes(after, new_values_, *other)))
            : fmt::format(", which needs {} now", unfulfilled(after, new_event.guard, new_values_));
    return Blame{went_on + now, old_event.name, new_event.name,
                 changes_of_event(names_, played.event, twin, changes_)};
  }

  std::optional<std::uint32_t> find_done(LevelSearch& search, QuestId quest) const {
    for (std::size_t level = 0;; ++level) {
      if (level < search.levels()) {
        for (std::uint32_t s = search.level_begin(level); s < search.level_end(level); ++s) {
          if (is_done(names_.before(), quest.index, search.values(s))) return s;
        }
      }
      if (level + 1 >= search.levels() && !search.next_level() && level + 1 >= search.levels()) {
        return std::nullopt;
      }
    }
  }

  std::vector<SourceChange> lines_at_quest(QuestId before, QuestId after) const {
    const GameModel& old_model = names_.before();
    const GameModel& new_model = names_.after();
    const SourceLocation& old_where = old_model.quests[before.index].where;
    const SourceLocation& new_where = new_model.quests[after.index].where;
    constexpr std::uint32_t kLinesOfAQuest = 12;
    std::vector<SourceChange> lines;
    for (const SourceChange& change : changes_) {
      const bool at_old =
          old_where.line > 0 && change.touches_old(old_model.source_files[old_where.file],
                                                   old_where.line, old_where.line + kLinesOfAQuest);
      const bool at_new =
          new_where.line > 0 && change.touches_new(new_model.source_files[new_where.file],
                                                   new_where.line, new_where.line + kLinesOfAQuest);
      if (at_old || at_new) lines.push_back(change);
    }
    return lines;
  }

  const TwinNames& names_;
  const std::vector<SourceChange>& changes_;
  Valuation old_values_;
  Valuation new_values_;
  bool same_start_ = false;
};

// The lines where an event is written.
class EventLines {
 public:
  EventLines(const GameModel& model, EventId id) : model_(model) {
    const Event& event = model.events[id.index];
    if (event.where.line == 0) return;
    file_ = event.where.file;
    first_ = last_ = event.where.line;
    add(event.body);
    for (std::size_t b = 0; b < model.branches.size(); ++b) {
      if (model.branches[b].event == id) add(model.branches[b].where);
    }
    // What lies between is the event's, up to where another one begins.
    std::uint32_t end = ~std::uint32_t{0};
    for (const Event& other : model.events) {
      if (other.where.file == file_ && other.where.line > first_)
        end = std::min(end, other.where.line);
    }
    for (const auto& [file, line] : places_) {
      if (file == file_ && line >= first_ && line < end) last_ = std::max(last_, line);
    }
    // Its closing lines hold nothing that has a place.
    constexpr std::uint32_t kClosing = 2;
    last_ = std::min(last_ + kClosing, end - 1);
  }

  template <typename Touches>
  bool any(const Touches& touches) const {
    if (first_ == 0) return false;
    if (touches(model_.source_files[file_], first_, last_)) return true;
    return std::any_of(places_.begin(), places_.end(), [&](const auto& place) {
      return touches(model_.source_files[place.first], place.second, place.second);
    });
  }

  // Identifiers on its lines.
  std::set<std::string> identifiers(SourceQuotes& quotes) const {
    std::set<std::string> result;
    const auto add_line = [&](std::uint32_t file, std::uint32_t line) {
      for_each_token(quotes.line(model_.source_files[file], line),
                     [&](std::string_view piece, bool identifier) {
                       if (identifier) result.emplace(piece);
                     });
    };
    if (first_ == 0) return result;
    for (std::uint32_t line = first_; line <= last_; ++line) add_line(file_, line);
    for (const auto& [file, line] : places_) add_line(file, line);
    return result;
  }

 private:
  void add(const SourceLocation& where) {
    if (where.line > 0) places_.emplace(where.file, where.line);
  }
  void add(const std::vector<Statement>& body) {
    for (const Statement& statement : body) {
      add(statement.where);
      for (const Branch& branch : statement.branches) add(branch.body);
    }
  }

  const GameModel& model_;
  std::uint32_t file_ = 0;
  std::uint32_t first_ = 0;  // 0: it is written nowhere
  std::uint32_t last_ = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> places_;
};

// The first identifier within brackets: "Condition(NAME, ...)", "Procedure(NAME)", "Item(NAME, ...)".
std::string defined_name(const std::string& line) {
  const std::size_t bracket = line.find('(');
  if (bracket == std::string::npos) return "";
  std::string name;
  for_each_token(std::string_view(line).substr(bracket + 1),
                 [&](std::string_view piece, bool identifier) {
                   if (name.empty() && identifier) name = piece;
                 });
  return name;
}

bool defines_one_of(const std::vector<std::string>& lines, const std::set<std::string>& names) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return names.count(defined_name(line)) > 0; });
}

}  // namespace

std::optional<Blame> find_blame(const TwinNames& names, const std::string& quest,
                                const FoundWalk& walk, const std::vector<SourceChange>& changes,
                                std::size_t most_states) {
  const auto after = position(names.after().quests, quest);
  if (!after) return std::nullopt;
  const auto before = names.quest_before({*after});
  TwinPlay play(names, changes);
  if (!before || !play.begin(walk.start)) return std::nullopt;
  if (!walk.steps.empty()) {
    const auto last = position(names.after().events, walk.steps.back().event);
    if (last && !names.event_before({*last})) return blame_of_new(names, {*last}, changes);
  }
  if (!play.same_start()) return Blame{"this start is new", "", "", {}};
  for (const FoundStep& step : walk.steps) {
    std::optional<Blame> blame;
    if (!play.step(step, blame)) return std::nullopt;
    if (blame) return blame;
  }
  return play.go_on(*before, {*after}, most_states);
}

std::optional<Blame> find_blame_of_lost(const TwinNames& names,
                                        const std::vector<BranchId>& old_sites,
                                        const std::vector<SourceChange>& changes,
                                        std::size_t most_states) {
  const GameModel& before = names.before();
  LevelSearch search(before, most_states);
  std::uint32_t next = 0;
  do {
    for (; next < search.states(); ++next) {
      const Valuation values = search.values(next);
      for (const BranchId site : old_sites) {
        const EventId event = before.branches[site.index].event;
        for (const Outcome& outcome : outcomes(before, event, values)) {
          const auto& ran = outcome.branches;
          if (outcome.fault || std::find(ran.begin(), ran.end(), site) == ran.end()) continue;
          TwinPlay play(names, changes);
          if (!play.begin_at(search.variant(next))) return Blame{"its start is gone", "", "", {}};
          std::vector<PlayedEvent> path = search.path(next);
          path.push_back({event, outcome.values});
          return play.follow(path);
        }
      }
    }
  } while (search.next_level() || next < search.states());
  return std::nullopt;
}

std::vector<SourceChange> changes_of_event(const TwinNames& names, std::optional<EventId> before,
                                           std::optional<EventId> after,
                                           const std::vector<SourceChange>& changes) {
  std::vector<SourceChange> found;
  std::optional<EventLines> old_lines;
  std::optional<EventLines> new_lines;
  if (before) old_lines.emplace(names.before(), *before);
  if (after) new_lines.emplace(names.after(), *after);
  for (const SourceChange& change : changes) {
    const bool at_old =
        old_lines && old_lines->any([&](auto&&... place) { return change.touches_old(place...); });
    const bool at_new =
        new_lines && new_lines->any([&](auto&&... place) { return change.touches_new(place...); });
    if (at_old || at_new) found.push_back(change);
  }
  if (!found.empty()) return found;
  SourceQuotes quotes;
  std::set<std::string> used;
  if (old_lines) used.merge(old_lines->identifiers(quotes));
  if (new_lines) used.merge(new_lines->identifiers(quotes));
  for (const SourceChange& change : changes) {
    if (defines_one_of(change.gone, used) || defines_one_of(change.fresh, used)) {
      found.push_back(change);
    }
  }
  return found;
}

}  // namespace questproof
