// SPDX-License-Identifier: MIT
#include "worker/choice_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/base/error.h"
#include "worker/choice_look.h"

namespace questproof {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// What follows a phrase at the beginning, after a space; nothing when it is not there.
std::optional<std::string> after(std::string_view text, std::string_view phrase) {
  if (!text.starts_with(phrase)) return std::nullopt;
  text.remove_prefix(phrase.size());
  if (!text.starts_with(' ') || trimmed(text).empty()) return std::nullopt;
  return std::string(trimmed(text));
}

bool holds_words(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

ChoiceTask ChoiceTask::parse(std::string_view whole) {
  const std::string_view text = trimmed(whole);
  if (text == "ending") return {};
  if (auto words = after(text, "ending contains")) return {Kind::kEnding, std::move(*words), {}};
  if (auto words = after(text, "text contains")) return {Kind::kText, std::move(*words), {}};
  if (auto words = after(text, "choices contain")) return {Kind::kChoice, std::move(*words), {}};
  try {
    return {Kind::kValue, {}, AgentTask::parse(text)};
  } catch (const Error&) {
    throw Error(Error::Kind::kUsage,
                fmt::format("'{}' is no task: write \"ending\", \"ending contains WORDS\", \"text "
                            "contains WORDS\", \"choices contain WORDS\" or OBJECT.PROPERTY=VALUE",
                            text));
  }
}

std::vector<ChoiceTask> ChoiceTask::parse_list(std::string_view text) {
  std::vector<ChoiceTask> tasks;
  if (trimmed(text).empty()) return tasks;
  for (bool more = true; more;) {
    const std::size_t end = text.find(';');
    more = end != std::string_view::npos;
    tasks.push_back(parse(text.substr(0, end)));
    if (more) text.remove_prefix(end + 1);
  }
  return tasks;
}

std::string ChoiceTask::to_string() const {
  switch (kind) {
    case Kind::kEnding: return words.empty() ? "ending" : "ending contains " + words;
    case Kind::kText: return "text contains " + words;
    case Kind::kChoice: return "choices contain " + words;
    case Kind::kValue: return value.to_string();
  }
  return "";
}

bool ChoiceTask::holds(const ChoiceLook& look) const {
  if (!look.failure.empty()) return false;
  switch (kind) {
    case Kind::kEnding: return look.is_ending() && holds_words(look.text, words);
    case Kind::kText: return holds_words(look.text, words);
    case Kind::kChoice:
      return std::any_of(look.choices.begin(), look.choices.end(),
                         [&](const std::string& each) { return holds_words(each, words); });
    case Kind::kValue: break;
  }
  const auto found = look.values.find(value.object + "." + value.property);
  return found != look.values.end() && (found->second == value.value) != value.differs;
}

}  // namespace questproof
