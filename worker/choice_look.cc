// SPDX-License-Identifier: MIT
#include "worker/choice_look.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace questproof {
namespace {

// Cuts between characters, never within one (UTF-8).
std::string shortened(std::string text, std::size_t characters) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::size_t seen = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
    if (begins && ++seen > characters) return text.substr(0, at) + "…";
  }
  return text;
}

std::string escaped_object(const std::string& object) {
  std::string name;
  if (object == "view" || object.starts_with('(')) name += '\\';
  for (const char letter : object) {
    if (letter == '.' || letter == '\\') name += '\\';
    name += letter;
  }
  return name;
}

std::string place_text(const Point& at) { return fmt::format("{}, {}, {}", at.x, at.y, at.z); }

// The brackets keep these apart from the names of the game.
void add_places(const View& view, ChoiceLook& look) {
  look.values["view.(at)"] = place_text(view.at);
  for (const SeenObject& object : view.objects) {
    const std::string name = escaped_object(object.id);
    look.values[name + ".(type)"] = object.type;
    look.values[name + ".(at)"] = place_text(object.at);
    look.values[name + ".(size)"] = place_text(object.size);
    look.values[name + ".(traits)"] = fmt::format("{}{}{}", object.usable ? "usable" : "not usable",
                                                  object.harmful ? ", harmful" : "",
                                                  !object.blocks   ? ""
                                                  : *object.blocks ? ", blocks"
                                                                   : ", does not block");
  }
}

void add_values(const View& view, ChoiceLook& look) {
  look.values["view.health"] = fmt::format("{}", view.health);
  look.values["view.score"] = fmt::format("{}", view.score);
  if (!view.alive) look.values["view.alive"] = "false";
  for (const SeenObject& object : view.objects) {
    const std::string name = escaped_object(object.id);
    look.values[name + ".seen"] = "true";
    if (object.blocks) look.values[name + ".blocks"] = *object.blocks ? "true" : "false";
    for (const auto& [property, value] : object.state) {
      look.values[value_name(object.id, property)] = value;
    }
  }
}

// A name that two objects share; "" where each has its own.
std::string named_twice(const View& view) {
  std::set<std::string> names;
  for (const SeenObject& object : view.objects) {
    if (!names.insert(object.id).second) return object.id;
  }
  return "";
}

}  // namespace

std::string choice_name(const std::string& text) {
  const bool reads_alike =
      text == kWaitChoice || text.starts_with(kUsePrefix) || text.starts_with(kChoicePrefix);
  return reads_alike ? kChoicePrefix + text : text;
}

std::string value_name(const std::string& object, const std::string& property) {
  const bool reads_alike = property == "seen" || property == "blocks" ||
                           property.starts_with('(') || property.starts_with('\\');
  return escaped_object(object) + (reads_alike ? ".\\" : ".") + property;
}

bool ChoiceLook::offers(const std::string& choice) const {
  return std::find(choices.begin(), choices.end(), choice) != choices.end();
}

ChoiceLook look_of(const Observation& observation, const std::string& agent, bool whole,
                   bool waits) {
  ChoiceLook look;
  const auto found = observation.agents.find(agent);
  if (found == observation.agents.end()) return failed_look("garbage: " + agent + " sees nothing");
  const View& view = found->second;
  if (const std::string twice = named_twice(view); !twice.empty()) {
    return failed_look("garbage: there are two things named " + twice);
  }
  look.text = view.text;
  look.over = observation.over || !view.alive;
  look.shows_terrain = !view.terrain.empty();
  if (whole) add_places(view, look);
  add_values(view, look);
  if (look.over) return look;
  const auto offer = [&](std::string choice) {
    if (!look.offers(choice)) {
      look.choices.push_back(std::move(choice));
    } else {
      look.repeated.push_back(std::move(choice));
    }
  };
  for (const std::string& choice : view.choices) offer(choice_name(choice));
  for (const SeenObject& object : view.objects) {
    if (object.usable) offer(kUsePrefix + object.id);
  }
  if (look.choices.empty() || waits) look.choices.push_back(kWaitChoice);
  return look;
}

ChoiceLook failed_look(const std::string& failure) {
  ChoiceLook look;
  look.over = true;
  look.failure = failure;
  return look;
}

Action action_of_choice(const std::string& choice) {
  const auto after = [&](const char* prefix) {
    return choice.substr(std::string_view(prefix).size());
  };
  if (choice == kWaitChoice) return Action::wait();
  if (choice.starts_with(kUsePrefix)) return Action::use(after(kUsePrefix));
  if (choice.starts_with(kChoicePrefix)) return Action::choose(after(kChoicePrefix));
  return Action::choose(choice);
}

std::string short_text(const ChoiceLook& look, std::size_t characters) {
  if (!look.failure.empty()) return shortened("(broken) " + look.failure, characters);
  std::string text = shortened(look.text, characters);
  if (text.empty())
    text = shortened(fmt::format("[{}]", fmt::join(look.choices, " | ")), characters);
  return look.is_ending() ? "(ending) " + text : text;
}

std::string difference_text(const ChoiceLook& expected, const ChoiceLook& seen) {
  if (expected.failure != seen.failure) {
    return fmt::format("{} where {} was expected",
                       seen.failure.empty() ? "the game goes on" : seen.failure,
                       expected.failure.empty() ? "none" : expected.failure);
  }
  for (const auto& [name, value] : expected.values) {
    const auto now = seen.values.find(name);
    if (now == seen.values.end()) return fmt::format("{} is not seen, and not {}", name, value);
    if (now->second != value) return fmt::format("{} is {} and not {}", name, now->second, value);
  }
  for (const auto& [name, value] : seen.values) {
    if (!expected.values.contains(name)) return fmt::format("{} is seen: {}", name, value);
  }
  if (expected.choices != seen.choices) {
    return fmt::format("the choices are [{}] and not [{}]", fmt::join(seen.choices, " | "),
                       fmt::join(expected.choices, " | "));
  }
  if (expected.shows_terrain != seen.shows_terrain) {
    return seen.shows_terrain ? "there is terrain" : "there is no terrain";
  }
  if (expected.over != seen.over) {
    return seen.over ? "the game is over" : "the game is not over";
  }
  return fmt::format("the text is \"{}\" and not \"{}\"", shortened(seen.text, 200),
                     shortened(expected.text, 200));
}

LookTable::LookTable(std::vector<ChoiceTask> tasks, bool by_text, bool waits)
    : tasks_(std::move(tasks)), by_text_(by_text), waits_(waits) {}

LookId LookTable::intern(ChoiceLook look) {
  Entry entry;
  for (const ChoiceTask& task : tasks_) entry.tasks.push_back(task.holds(look));
  entry.look = std::move(look);
  const auto [found, fresh] = ids_.emplace(key(entry), static_cast<LookId>(looks_.size()));
  if (fresh) looks_.push_back(std::move(entry));
  return found->second;
}

// Different looks have different keys: every part says how long it is.
std::string LookTable::key(const Entry& entry) const {
  std::string key;
  const auto add = [&](std::string_view part) { key += fmt::format("{}:{}", part.size(), part); };
  add(by_text_ ? std::string_view(entry.look.text) : std::string_view());
  add(entry.look.failure);
  key += entry.look.over ? "!" : ".";
  if (entry.look.shows_terrain) key += "~";
  for (const bool holds : entry.tasks) key += holds ? "1" : "0";
  key += fmt::format("/{}/", entry.look.choices.size());
  for (const std::string& choice : entry.look.choices) add(choice);
  key += fmt::format("/{}/", entry.look.repeated.size());
  for (const std::string& choice : entry.look.repeated) add(choice);
  for (const auto& [name, value] : entry.look.values) {
    add(name);
    add(value);
  }
  return key;
}

}  // namespace questproof
