// SPDX-License-Identifier: MIT
#include "tests/coordinator/betrayal.h"

#include "coordinator/bench_model_builder.h"

namespace questproof {

GameModel betrayal() {
  using Builder = BenchModelBuilder;
  Builder builder("Betrayal");
  const VariableId a = builder.variable("A_ALIVE", 0, 1, 1);
  const VariableId b = builder.variable("B_TRUSTS", 0, 1, 1);
  const VariableId item = builder.variable("ITEM", 0, 1, 0, VariableKind::kItem);
  const VariableId key = builder.variable("KEY", 0, 1, 0, VariableKind::kItem);
  const VariableId area = builder.variable("AREA", 0, 1);
  const auto is = [](VariableId variable, Value value) {
    return Condition::equals(variable, value);
  };
  builder.event("BetrayA", Condition::all({is(a, 1), is(b, 1), is(item, 0)}),
                {Builder::assign(a, 0), Builder::assign(item, 1)});
  builder.event("BetrayB", Condition::all({is(a, 1), is(b, 1), is(item, 0)}),
                {Builder::assign(b, 0), Builder::assign(item, 1)});
  builder.event("Buy", is(item, 1), {Builder::assign(item, 0), Builder::assign(key, 1)});
  builder.event("Open", is(key, 1), {Builder::assign(area, 1)});
  builder.event("KillA", is(a, 1), {Builder::assign(a, 0)});
  builder.quest("QUEST_AREA", is(area, 1));
  GameModel model = builder.build();
  model.quests[0].title = "Reach the area";
  return model;
}

}  // namespace questproof
