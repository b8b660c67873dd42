// SPDX-License-Identifier: MIT
#include "worker/task.h"

#include <fmt/format.h>

#include "core/base/error.h"

namespace questproof {

AgentTask AgentTask::parse(std::string_view text) {
  AgentTask task;
  std::string_view name = text;
  const bool negated = name.starts_with('!');
  if (negated) name.remove_prefix(1);
  const std::size_t sign = name.find('=');
  if (sign != std::string_view::npos) {
    task.value = name.substr(sign + 1);
    task.differs = sign > 0 && name[sign - 1] == '!';
    name = name.substr(0, sign - (task.differs ? 1 : 0));
    task.differs = task.differs != negated;
  } else {
    task.value = negated ? "false" : "true";
  }
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || dot + 1 == name.size() || task.value.empty()) {
    throw Error(Error::Kind::kUsage,
                fmt::format("'{}' is no task: write OBJECT.PROPERTY, as in door6.isOpen, "
                            "!door1.isOpen or screen1.color=#ff0000",
                            text));
  }
  task.object = name.substr(0, dot);
  task.property = name.substr(dot + 1);
  return task;
}

std::string AgentTask::to_string() const {
  if (is_about_truth()) return fmt::format("{}{}.{}", wanted_truth() ? "" : "!", object, property);
  return fmt::format("{}.{}{}={}", object, property, differs ? "!" : "", value);
}

bool AgentTask::is_done(const SeenObject& seen) const {
  if (seen.id != object) return false;
  const auto found = seen.state.find(property);
  return found != seen.state.end() && (found->second == value) != differs;
}

}  // namespace questproof
