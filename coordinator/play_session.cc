// SPDX-License-Identifier: MIT
#include "coordinator/play_session.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <istream>
#include <ostream>
#include <set>

#include "coordinator/atomic_file.h"
#include "coordinator/figures.h"
#include "coordinator/remedy_text.h"
#include "coordinator/walkthrough_text.h"
#include "coordinator/wrap.h"
#include "core/base/error.h"
#include "games/common/nearest_name.h"

namespace questproof {
namespace {

using Standing = PlayGuide::Standing;

std::string standing_text(Standing standing, const Paint& paint) {
  switch (standing) {
    case Standing::kNotOpen: return paint.dim("not open yet");
    case Standing::kPossible: return "open";
    case Standing::kDone: return paint.good("done");
    case Standing::kFailed: return paint.warning("failed");
    case Standing::kBlocked: return paint.bad("BLOCKED: it cannot be done any more");
    case Standing::kUnknown:
      return paint.warning("open; whether it can still be done is not known");
  }
  return "";
}

void variables_in(const Condition& condition, std::set<std::uint32_t>& variables) {
  if (condition.kind == Condition::Kind::kCompare) {
    for (const Term& term : {condition.left, condition.right}) {
      if (term.is_variable) variables.insert(term.variable.index);
    }
  }
  for (const Condition& part : condition.parts) variables_in(part, variables);
}

// "IsVisible(ENTITY_CRAB)" is the crab.
std::string inside_brackets(const std::string& name) {
  const std::size_t open = name.find('(');
  if (open == std::string::npos || name.back() != ')') return name;
  return name.substr(open + 1, name.size() - open - 2);
}

}  // namespace

PlaySession::PlaySession(const GameModel& model, GivenState start, PlayGuide& guide,
                         const CommandOptions& options, Console& console)
    : model_(model),
      start_(std::move(start)),
      guide_(guide),
      console_(console),
      ask_(options.ask),
      die_(options.seed) {
  const PlayPosition position = guide_.start();
  moments_.push_back({position, standings(position)});
}

void PlaySession::say(const std::string& text) {
  console_.out << indented(text, console_.width, 2);
}

void PlaySession::run() {
  const Paint& paint = console_.paint;
  console_.out << paint.bold(model_.name) << "\n";
  if (guide_.certified()) {
    say(
        fmt::format("All {} are known: you will be warned the moment a quest is lost. `help` "
                    "explains.",
                    counted(guide_.states(), "state")));
  } else {
    say(
        fmt::format("The whole game could not be explored ({}); warnings come from a short search "
                    "after each step. `help` explains.",
                    guide_.limit()));
  }
  for (std::size_t q = 0; q < model_.quests.size(); ++q) {
    if (now().standings[q] != Standing::kBlocked) continue;
    say(fmt::format("{} {} cannot be done from here.", paint.bad("WARNING:"),
                    paint.bold(model_.quests[q].name)));
  }
  look();
  while (const std::optional<std::string> line = read_line("> ")) {
    try {
      if (!obey(*line)) break;
    } catch (const Error& error) {
      if (error.kind() == Error::Kind::kInternal) throw;
      say(error.what());
    }
    console_.out << std::flush;
  }
}

std::optional<std::string> PlaySession::read_line(const char* prompt) {
  if (console_.interactive) console_.out << prompt;
  console_.out << std::flush;
  std::string line;
  if (!std::getline(console_.in, line)) return std::nullopt;
  const std::size_t begin = line.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return "";
  return line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
}

bool PlaySession::obey(const std::string& line) {
  const std::size_t blank = std::min(line.find(' '), line.size());
  const std::string word = line.substr(0, blank);
  const std::string rest = blank == line.size() ? "" : line.substr(blank + 1);
  std::size_t number = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (problem == std::errc{} && end == word.data() + word.size()) {
    act(number);
  } else if (word == "look" || word.empty()) {
    look();
  } else if (word == "hint") {
    hint(rest);
  } else if (word == "why") {
    why(rest);
  } else if (word == "undo") {
    undo();
  } else if (word == "quests") {
    show_quests();
  } else if (word == "save") {
    save(rest);
  } else if (word == "help") {
    help();
  } else if (word == "quit") {
    return false;
  } else {
    const std::vector<std::string> words = {"look",   "hint", "why",  "undo",
                                            "quests", "save", "help", "quit"};
    say(fmt::format("There is no command '{}'{} Type a number, or `help`.", word,
                    nearest_name(word, words) ? did_you_mean(word, words) : "."));
  }
  return true;
}

void PlaySession::help() {
  const std::size_t width = console_.width;
  console_.out << hanging("a number", "do what is listed under it", 14, width)
               << hanging("look", "where you are, what you have and can do", 14, width)
               << hanging("quests", "how the quests stand", 14, width)
               << hanging("hint [QUEST]", "the next step, and how far it is", 14, width)
               << hanging("why [QUEST]", "what made a quest impossible", 14, width)
               << hanging("undo", "take the last step back", 14, width)
               << hanging("save FILE", "write where you are, for `questproof hint --state FILE`",
                          14, width)
               << hanging("quit", "end the play", 14, width);
}

std::string PlaySession::scene() const {
  for (std::size_t v = 0; v < model_.variables.size(); ++v) {
    const Variable& variable = model_.variables[v];
    if (variable.kind == VariableKind::kScene) {
      return value_name(variable, now().position.written[v]);
    }
  }
  return model_.name;
}

std::vector<std::string> PlaySession::inventory() const {
  std::vector<std::string> items;
  for (std::size_t v = 0; v < model_.variables.size(); ++v) {
    const Value count = now().position.written[v];
    if (model_.variables[v].kind != VariableKind::kItem || count == 0) continue;
    items.push_back(model_.variables[v].name + (count == 1 ? "" : fmt::format(" x{}", count)));
  }
  return items;
}

// Entities that something in this scene is about and that are visible now.
std::vector<std::string> PlaySession::visible() const {
  std::set<std::uint32_t> mentioned;
  for (const Event& event : model_.events) {
    if (event.scene == scene()) variables_in(event.guard, mentioned);
  }
  std::vector<std::string> result;
  for (std::uint32_t v : mentioned) {
    if (model_.variables[v].kind != VariableKind::kEntityVisible) continue;
    if (now().position.written[v] != 0) result.push_back(inside_brackets(model_.variables[v].name));
  }
  return result;
}

std::vector<PlaySession::Choice> PlaySession::choices() const {
  const Valuation& values = now().position.written;
  std::vector<Choice> result;
  for (std::uint32_t event = 0; event < model_.events.size(); ++event) {
    Choice choice{EventId{event}, {}};
    bool changes = false;
    for (Outcome& outcome : outcomes(model_, EventId{event}, values)) {
      changes |= outcome.fault.has_value() || outcome.values != values;
      choice.outcomes.push_back(std::move(outcome));
    }
    if (changes) result.push_back(std::move(choice));
  }
  return result;
}

void PlaySession::look() {
  const Paint& paint = console_.paint;
  console_.out << "\n"
               << pad_right(paint.bold(scene()), console_.width - 10)
               << paint.dim(fmt::format("step {}", history_.size())) << "\n";
  if (const auto items = inventory(); !items.empty()) say("You have: " + joined(items));
  if (const auto things = visible(); !things.empty()) say("You see: " + joined(things));
  on_offer_ = choices();
  for (std::size_t i = 0; i < on_offer_.size(); ++i) {
    const Step step{on_offer_[i].event, {}};
    std::string text = step_text(model_, step);
    if (on_offer_[i].outcomes.size() > 1) text += paint.dim(" (chance decides)");
    console_.out << hanging(pad_left(std::to_string(i + 1), 3), text, 5, console_.width);
  }
  if (on_offer_.empty()) say("There is nothing that you can do.");
}

std::optional<std::size_t> PlaySession::decide_chance(const Choice& choice) {
  if (choice.outcomes.size() == 1) return 0;
  if (!ask_) return die_() % choice.outcomes.size();
  say("Chance decides. You are the die:");
  for (std::size_t i = 0; i < choice.outcomes.size(); ++i) {
    const Step step{choice.event, choice.outcomes[i].branches};
    console_.out << hanging(pad_left(std::to_string(i + 1), 3), step_text(model_, step), 5,
                            console_.width);
  }
  const std::optional<std::string> line = read_line("? ");
  std::size_t number = 0;
  if (line) std::from_chars(line->data(), line->data() + line->size(), number);
  if (number >= 1 && number <= choice.outcomes.size()) return number - 1;
  say("That was none of them; nothing was done.");
  return std::nullopt;
}

void PlaySession::act(std::size_t number) {
  if (number < 1 || number > on_offer_.size()) {
    say(on_offer_.empty() ? "There is nothing to choose."
                          : fmt::format("Choose from 1 to {}.", on_offer_.size()));
    return;
  }
  const Choice choice = on_offer_[number - 1];
  const std::optional<std::size_t> decided = decide_chance(choice);
  if (!decided) return;
  const Outcome& outcome = choice.outcomes[*decided];
  const Step step{choice.event, outcome.branches};
  console_.out << "\n"
               << indented("You: " + console_.paint.bold(step_text(model_, step)), console_.width,
                           2);
  if (outcome.fault) {
    say(fmt::format(
        "{} A result lies outside of its range at {}; the game would break here. Nothing "
        "was done.",
        console_.paint.bad("FAULT:"), short_place(model_, *outcome.fault)));
    return;
  }
  const PlayPosition position = guide_.after(now().position, step, outcome.values);
  Moment next{position, standings(position)};
  show_changes(now().position.written, position.written);
  const Moment before = now();
  history_.push_back(step);
  moments_.push_back(std::move(next));
  show_news(before, now());
  look();
}

void PlaySession::show_changes(const Valuation& before, const Valuation& after) {
  std::vector<std::string> parts;
  for (const Change& change : changes_between(before, after)) {
    if (model_.variables[change.variable.index].kind == VariableKind::kInternal) continue;
    parts.push_back(change_text(model_, change));
  }
  if (parts.empty()) say(console_.paint.dim("nothing that you could see changed"));
  for (const std::string& part : parts) say(console_.paint.dim(part));
}

void PlaySession::show_news(const Moment& before, const Moment& after) {
  const Paint& paint = console_.paint;
  for (std::size_t q = 0; q < model_.quests.size(); ++q) {
    if (before.standings[q] == after.standings[q]) continue;
    const std::string name = paint.bold(model_.quests[q].name);
    switch (after.standings[q]) {
      case Standing::kDone: say(fmt::format("{} {} is done.", paint.good("DONE:"), name)); break;
      case Standing::kBlocked:
        say(fmt::format("{} {} can no longer be done. `why` tells, `undo` takes the step back.",
                        paint.bad("WARNING:"), name));
        break;
      case Standing::kFailed:
        say(fmt::format("{} {} has failed.", paint.warning("FAILED:"), name));
        break;
      case Standing::kPossible:
        if (before.standings[q] == Standing::kNotOpen) say(fmt::format("NEW: {} is open.", name));
        break;
      case Standing::kUnknown:
      case Standing::kNotOpen: break;
    }
  }
}

std::vector<Standing> PlaySession::standings(const PlayPosition& position) {
  std::vector<Standing> result;
  for (std::size_t q = 0; q < model_.quests.size(); ++q) {
    result.push_back(guide_.standing(position, q));
  }
  return result;
}

void PlaySession::show_quests() {
  for (std::size_t q = 0; q < model_.quests.size(); ++q) {
    const Quest& quest = model_.quests[q];
    const std::string title = quest.title.empty() ? "" : fmt::format("\"{}\"  ", quest.title);
    console_.out << hanging("",
                            fmt::format("{}  {}{}", console_.paint.bold(quest.name), title,
                                        standing_text(now().standings[q], console_.paint)),
                            0, console_.width);
  }
}

// The named quest; without a name the first one that is blocked, else open, else any.
std::optional<std::size_t> PlaySession::quest_named(const std::string& name) {
  if (!name.empty()) return find_quest(model_, name);
  for (Standing wanted : {Standing::kBlocked, Standing::kPossible, Standing::kUnknown}) {
    for (std::size_t q = 0; q < model_.quests.size(); ++q) {
      if (now().standings[q] == wanted) return q;
    }
  }
  if (model_.quests.empty()) return std::nullopt;
  return 0;
}

void PlaySession::hint(const std::string& name) {
  std::string wanted = name;
  if (wanted.empty()) {
    for (std::size_t q = 0; q < model_.quests.size() && wanted.empty(); ++q) {
      if (now().standings[q] == Standing::kPossible) wanted = model_.quests[q].name;
    }
  }
  const std::optional<std::size_t> quest = quest_named(wanted);
  if (!quest) return say("The game has no quest.");
  const std::string title = console_.paint.bold(model_.quests[*quest].name);
  if (now().standings[*quest] == Standing::kDone) return say(title + " is done.");
  const SolvedQuest solved = guide_.way(now().position, *quest);
  if (solved.verdict == Verdict::kUnknown) return say("Not known: " + solved.limit + ".");
  if (!solved.walkthrough)
    return say(title + " cannot be done from here. `why` tells, `undo` helps.");
  say(fmt::format("For {}: {} ({} to go)", title,
                  console_.paint.bold(step_text(model_, solved.walkthrough->steps[0].step)),
                  length_text(*solved.walkthrough)));
}

void PlaySession::why(const std::string& name) {
  const std::optional<std::size_t> quest = quest_named(name);
  if (!quest) return say("The game has no quest.");
  const std::string title = console_.paint.bold(model_.quests[*quest].name);
  if (now().standings[*quest] != Standing::kBlocked) {
    return say(fmt::format("{} is not blocked: {}.", title,
                           standing_text(now().standings[*quest], console_.paint)));
  }
  // The last moment in which the quest could still be done, open or not.
  std::size_t fatal = moments_.size() - 1;
  while (fatal > 0 && moments_[fatal - 1].standings[*quest] == Standing::kBlocked) --fatal;
  while (fatal > 0 && moments_[fatal - 1].standings[*quest] == Standing::kNotOpen &&
         guide_.way(moments_[fatal - 1].position, *quest).verdict == Verdict::kRefuted) {
    --fatal;
  }
  if (fatal == 0) return say(title + " was blocked when this play began.");
  const Step& step = history_[fatal - 1];
  say(fmt::format("{} was lost in step {}: {}", title, fatal,
                  console_.paint.bold(step_text(model_, step))));
  const StepRemedies found =
      guide_.why(*quest, moments_[fatal - 1].position, step, moments_[fatal].position);
  console_.out << remedies_text(model_, found.remedies, found.complete, {}, quotes_, console_.paint,
                                console_.width, 2);
}

void PlaySession::undo() {
  if (history_.empty()) return say("There is nothing to take back.");
  say("Taken back: " + step_text(model_, history_.back()));
  history_.pop_back();
  moments_.pop_back();
  look();
}

void PlaySession::save(const std::string& path) {
  if (path.empty()) return say("Say where: save FILE");
  GivenState state = start_;
  state.values = now().position.written;
  // A play that began in a state given by hand has no history from the variant on.
  const bool from_variant = start_.values == model_.variants[start_.variant].values;
  if (from_variant || !start_.history.empty()) {
    state.history.insert(state.history.end(), history_.begin(), history_.end());
  }
  write_file_atomically(path, state_json(model_, state));
  say(fmt::format("Saved in {}.", path));
}

}  // namespace questproof
