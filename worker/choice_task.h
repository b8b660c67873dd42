// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "worker/task.h"

namespace questproof {

struct ChoiceLook;

// What is to be seen in a game of choices:
//   ending                    the game is over, and nothing broke
//   ending contains WORDS     and its last text holds these words
//   text contains WORDS       a text that is shown holds these words (a comparison of bytes)
//   choices contain WORDS     something is offered that holds these words
//   OBJECT.PROPERTY=VALUE     a value that the view shows, as worker/task.h writes it, by its name (value_name() of
//                             choice_look.h: a dot in the object's name is written "\.")
struct ChoiceTask {
  enum class Kind { kEnding, kText, kChoice, kValue };

  Kind kind = Kind::kEnding;
  std::string words;  // kEnding (may be empty), kText, kChoice
  AgentTask value;    // kValue
  bool operator==(const ChoiceTask&) const = default;

  // Throws Error(kUsage) that shows how a task is written.
  static ChoiceTask parse(std::string_view text);
  // Several, with ";" between them; none from an empty text.
  static std::vector<ChoiceTask> parse_list(std::string_view text);
  std::string to_string() const;

  bool holds(const ChoiceLook& look) const;
};

}  // namespace questproof
