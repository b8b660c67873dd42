// SPDX-License-Identifier: MIT
// Certifies a game through the installed library. The model is made by hand: a key opens a door,
// but the player may throw it into a well.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/compiled_model.h"
#include "core/model/game_model.h"
#include "core/search/certify.h"

using namespace questproof;

namespace {

constexpr VariableId kKey{0};
constexpr VariableId kDoorOpen{1};

Variable flag(std::string name) {
  Variable variable;
  variable.name = std::move(name);
  return variable;
}

Statement assign(VariableId target, Value value) {
  Statement statement;
  statement.kind = Statement::Kind::kAssign;
  statement.target = target;
  statement.value = Term::of(value);
  return statement;
}

void add_event(GameModel& model, std::string name, Condition guard, std::vector<Statement> body) {
  BranchInfo branch;
  branch.event = EventId{static_cast<std::uint32_t>(model.events.size())};
  branch.text = name;
  Event event;
  event.name = std::move(name);
  event.guard = std::move(guard);
  event.body_branch = BranchId{static_cast<std::uint32_t>(model.branches.size())};
  event.body = std::move(body);
  model.branches.push_back(std::move(branch));
  model.events.push_back(std::move(event));
}

GameModel make_game(bool with_well) {
  GameModel model;
  model.name = "door";
  model.variables = {flag("KEY"), flag("DOOR_OPEN")};
  model.variants = {{"start", {1, 0}}};
  const Condition has_key = Condition::equals(kKey, 1);
  add_event(model, "open the door", has_key, {assign(kKey, 0), assign(kDoorOpen, 1)});
  if (with_well) add_event(model, "throw the key into the well", has_key, {assign(kKey, 0)});
  Quest quest;
  quest.name = "OPEN_THE_DOOR";
  quest.main = true;
  quest.done = Condition::equals(kDoorOpen, 1);
  model.quests = {quest};
  return model;
}

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "consumer: not as expected: %s\n", what);
  std::exit(1);
}

}  // namespace

int main() {
  const CompiledModel trap(make_game(true));
  const Certification refuted = certify(trap, nullptr, SearchOptions{});
  expect(refuted.verdict == Verdict::kRefuted, "with a well, the quest can be blocked");
  expect(refuted.profile.states == 3, "three states");
  const std::optional<Trace>& way = refuted.quests.at(0).counterexample;
  expect(way && way->steps.size() == 1, "the shortest way into the trap has one step");
  const std::string& event = trap.model().events.at(way->steps[0].event.index).name;
  expect(event == "throw the key into the well", "the step is the fatal event");

  const CompiledModel safe(make_game(false));
  const Certification proved = certify(safe, nullptr, SearchOptions{});
  expect(proved.verdict == Verdict::kProved, "without a well, it cannot");
  expect(proved.verified, "the proof was checked");

  std::printf("consumer: refuted by \"%s\"; repaired: %s\n", event.c_str(),
              to_string(proved.verdict));
  return 0;
}
