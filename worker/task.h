// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "games/live/observation.h"

namespace questproof {

// What an agent is to see: that a property of an object has a value. "door6.isOpen" and
// "!door6.isOpen" are short for "door6.isOpen=true" and "door6.isOpen=false"; "screen.color!=#ff0000" is
// the reverse of an equation. The last dot separates: an object's name may have some.
struct AgentTask {
  std::string object;
  std::string property;
  std::string value;
  bool differs = false;  // it shall have any other value
  bool operator==(const AgentTask&) const = default;

  // Throws Error(kUsage) that shows how a task is written.
  static AgentTask parse(std::string_view text);
  std::string to_string() const;

  bool is_done(const SeenObject& object) const;

  // Whether it is about an object's property with the values true and false, and which it shall be.
  bool is_about_truth() const { return value == "true" || value == "false"; }
  bool wanted_truth() const { return (value == "true") != differs; }
};

}  // namespace questproof
