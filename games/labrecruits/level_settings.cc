// SPDX-License-Identifier: MIT
#include "games/labrecruits/level_settings.h"

#include <fmt/format.h>

#include <string_view>

#include "games/common/diagnostics.h"

namespace questproof::labrecruits {
namespace {

template <typename Choice>
struct Named {
  std::string_view name;
  Choice choice;
};

// Sets `member` to the choice of that name.
template <typename Choice, std::size_t count>
void choose(const Setting& setting, const Named<Choice> (&choices)[count], Choice& member,
            std::vector<Diagnostic>& diagnostics) {
  std::vector<std::string_view> names;
  for (const Named<Choice>& each : choices) {
    names.push_back(each.name);
    if (each.name != setting.value) continue;
    member = each.choice;
    return;
  }
  Diagnostic diagnostic;
  diagnostic.message = fmt::format("the setting '{}' cannot be '{}'", setting.name, setting.value);
  diagnostic.remedy =
      did_you_mean(setting.value, names, fmt::format("it is {}", fmt::join(names, " or ")));
  diagnostics.push_back(std::move(diagnostic));
}

}  // namespace

LevelSettings read_settings(const Settings& settings, std::vector<Diagnostic>& diagnostics) {
  LevelSettings result;
  for (const Setting& setting : settings) {
    if (setting.name == "dialect") {
      choose(setting, {{"current", Dialect::kCurrent}, {"older", Dialect::kOlder}}, result.dialect,
             diagnostics);
    } else if (setting.name == "floors") {
      choose(setting, {{"all", Sheets::kAll}, {"0", Sheets::kLowest}}, result.sheets, diagnostics);
    } else if (setting.name == "state") {
      choose(setting, {{"doors", StateKey::kDoors}, {"buttons", StateKey::kButtons}}, result.state,
             diagnostics);
    } else if (setting.name == "reach") {
      choose(setting, {{"zone", Reach::kZone}, {"near", Reach::kNear}}, result.reach, diagnostics);
    } else if (setting.name == "agents") {
      result.agents = setting.value;
    }
  }
  return result;
}

}  // namespace questproof::labrecruits
