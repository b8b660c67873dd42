// SPDX-License-Identifier: MIT
#include "coordinator/state_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "coordinator/bench_model_builder.h"
#include "core/base/error.h"
#include "tests/coordinator/betrayal.h"

namespace questproof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

GameModel harbor() {
  BenchModelBuilder builder("Harbor");
  builder.variable("ITEM_ROPE", 0, 3, 0, VariableKind::kItem);
  builder.variable("Scene", 0, 1, 0, VariableKind::kScene);
  builder.variable("DOOR[A,B]", 0, 1);
  builder.variant("by night", {2, 1, 0});
  GameModel model = builder.build();
  model.variables[1].value_names = {"SCENE_HARBOR", "SCENE_PIER"};
  return model;
}

std::string refusal(const std::string& state, const std::string& variant = "") {
  try {
    read_state(harbor(), state, variant);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    return error.what();
  }
  return "nothing was refused";
}

TEST(StateTextTest, AStateChangesTheStartOfAVariant) {
  EXPECT_THAT(read_state(harbor(), "", "").values, ElementsAre(0, 0, 0));
  EXPECT_THAT(read_state(harbor(), "", "by night").values, ElementsAre(2, 1, 0));
  EXPECT_THAT(read_state(harbor(), "ITEM_ROPE=3, Scene=SCENE_PIER,DOOR[A,B]=true", "").values,
              ElementsAre(3, 1, 1));
  EXPECT_THAT(read_state(harbor(), "ITEM_ROPE=1", "by night").values, ElementsAre(1, 1, 0));
}

TEST(StateTextTest, NamesWhatIsUnknownAndWhatComesNearest) {
  EXPECT_THAT(refusal("ITEM_ROP=1"), HasSubstr("did you mean 'ITEM_ROPE'?"));
  EXPECT_THAT(refusal("Scene=SCENE_PEER"), HasSubstr("did you mean 'SCENE_PIER'?"));
  EXPECT_THAT(refusal("ITEM_ROPE=4"), HasSubstr("it takes 0..3"));
  EXPECT_THAT(refusal("ITEM_ROPE=1x"), HasSubstr("it takes 0..3"));
  EXPECT_THAT(refusal("ITEM_ROPE=1,oops"), HasSubstr("'oops' is no part of a state"));
  EXPECT_THAT(refusal("", "by day"), HasSubstr("no variant 'by day'"));
  EXPECT_THAT(refusal("no such file.json"), HasSubstr("cannot read the file"));
}

TEST(StateTextTest, ASavedStateIsReadBack) {
  const GameModel model = betrayal();
  GivenState state = read_state(model, "", "");
  state.values = {0, 1, 1, 0, 0};
  state.history = {{EventId{0}, {model.events[0].body_branch}}};
  const GivenState again = parse_saved_state(model, state_json(model, state), "saved.json");
  EXPECT_EQ(again.values, state.values);
  EXPECT_EQ(again.history, state.history);
  EXPECT_EQ(again.variant, state.variant);
}

TEST(StateTextTest, ASavedStateIsReadStrictly) {
  const GameModel model = betrayal();
  const std::string good = state_json(model, read_state(model, "ITEM=1", ""));
  const auto refused = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    try {
      parse_saved_state(model, text, "saved.json");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("nothing was refused");
  };
  EXPECT_THAT(refused("\"ITEM\"", "\"ITEN\""), HasSubstr("did you mean 'ITEM'?"));
  EXPECT_THAT(refused("\"values\"", "\"vaules\""), HasSubstr("vaules"));
  EXPECT_THAT(refused("questproof/state", "other"), HasSubstr("saved.json: schema"));
  EXPECT_THAT(refused("\"version\": 1", "\"version\": 2"), HasSubstr("version"));
  EXPECT_THAT(refused("{", "{,"), HasSubstr("saved.json:1:"));
}

}  // namespace
}  // namespace questproof
