// SPDX-License-Identifier: MIT
#include "games/script/events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/games/script/script_test_support.h"

namespace questproof::testing_script {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A hut with a chest and a cellar below it, and what a test adds.
std::string hut(const std::string& more_in_hut, const std::string& more = "") {
  return R"(
Boolean(VAR_A, false)
Integer(VAR_N, 0..3, 0)
Item(ITEM_ROPE, 2)
Item(ITEM_HOOK)
Start(SCENE_HUT)
Quest(Q) { DoneWhen(VAR_A && VAR_N == 3 && HasItem(ITEM_ROPE) && HasItem(ITEM_HOOK)) }
Scene(SCENE_CELLAR) { Exit(SCENE_HUT) }
Scene(SCENE_HUT, "The hut")
{
    Entity(ENTITY_CHEST, visible, interactive, "the chest")
    Exit(SCENE_CELLAR)
)" + more_in_hut +
         "}\n" + more;
}

TEST(ScriptEventsTest, ActivatingNeedsTheSceneAndAVisibleInteractiveEntity) {
  Player player(hut(R"(
    OnActivate(ENTITY_CHEST) { AddItem(ITEM_ROPE); } EndEvent
    Rule(HIDE, true) { SetVisible(ENTITY_CHEST, false); }
    Rule(SHOW, true) { SetVisible(ENTITY_CHEST, true); }
    Rule(LOCK, true) { SetInteractive(ENTITY_CHEST, false); })"));
  const std::string open = "SCENE_HUT/OnActivate(ENTITY_CHEST)";
  player.play(open);
  EXPECT_EQ(player.value("ITEM_ROPE"), 1);
  player.play("SCENE_HUT/HIDE");
  EXPECT_FALSE(player.can(open));
  player.play("SCENE_HUT/SHOW");
  EXPECT_TRUE(player.can(open));
  Player elsewhere = player;
  elsewhere.play("SCENE_HUT/Exit(SCENE_CELLAR)");
  EXPECT_FALSE(elsewhere.can(open));
  player.play("SCENE_HUT/LOCK");
  EXPECT_FALSE(player.can(open));
}

TEST(ScriptEventsTest, EventsCarryNameLabelSceneAndPlace) {
  const GameModel model = model_of(hut("    OnActivate(ENTITY_CHEST) { } EndEvent\n"));
  const Event& exit = model.events.at(1);
  EXPECT_EQ(exit.name, "SCENE_HUT/Exit(SCENE_CELLAR)");
  EXPECT_EQ(exit.label, "go to cellar");
  const Event& event = model.events.at(2);
  EXPECT_EQ(event.name, "SCENE_HUT/OnActivate(ENTITY_CHEST)");
  EXPECT_EQ(event.label, "activate the chest");
  EXPECT_EQ(event.scene, "SCENE_HUT");
  EXPECT_EQ(to_string(model, event.where), "game.quest:13:5");
  EXPECT_EQ(event.trigger, Trigger::kPlayer);
  EXPECT_EQ(model.events.at(0).label, "go to The hut");
}

TEST(ScriptEventsTest, UsingAnItemOnAnEntityNeedsBoth) {
  Player player(hut(R"(
    OnUse(ITEM_HOOK, ENTITY_CHEST) { RemoveItem(ITEM_HOOK); SetVar(VAR_A, true); } EndEvent
    Rule(GET, true) { SetItem(ITEM_HOOK, 1); })"));
  const std::string use = "SCENE_HUT/OnUse(ITEM_HOOK, ENTITY_CHEST)";
  EXPECT_FALSE(player.can(use));
  player.play("SCENE_HUT/GET").play(use);
  EXPECT_EQ(player.value("ITEM_HOOK"), 0);
  EXPECT_EQ(player.value("VAR_A"), 1);
  EXPECT_EQ(player.model().events[player.event(use).index].label, "use hook on the chest");
}

TEST(ScriptEventsTest, UsingAnItemAloneWorksInEveryScene) {
  Player player(hut("Rule(GET, true) { SetItem(ITEM_HOOK, 1); }",
                    "OnUse(ITEM_HOOK) { SetVar(VAR_N, 3); } EndEvent"));
  EXPECT_FALSE(player.can("OnUse(ITEM_HOOK)"));
  player.play("SCENE_HUT/GET").play("SCENE_HUT/Exit(SCENE_CELLAR)").play("OnUse(ITEM_HOOK)");
  EXPECT_EQ(player.value("VAR_N"), 3);
}

TEST(ScriptEventsTest, CombiningIsOneEventInWhateverOrder) {
  Player player(hut("Rule(GET, true) { SetItem(ITEM_HOOK, 1); SetItem(ITEM_ROPE, 1); }",
                    "OnCombine(ITEM_ROPE, ITEM_HOOK) { SetVar(VAR_A, true); } EndEvent"));
  EXPECT_FALSE(player.can("OnCombine(ITEM_HOOK, ITEM_ROPE)"));
  player.play("SCENE_HUT/GET").play("OnCombine(ITEM_HOOK, ITEM_ROPE)");
  EXPECT_EQ(player.value("VAR_A"), 1);
  EXPECT_THAT(errors_of(hut("",
                            "OnCombine(ITEM_ROPE, ITEM_HOOK) { } EndEvent\n"
                            "OnCombine(ITEM_HOOK, ITEM_ROPE) { } EndEvent\n")),
              ElementsAre("15:1 a second event OnCombine(ITEM_HOOK, ITEM_ROPE) (write both into "
                          "one, or give it a name of its own)"));
}

TEST(ScriptEventsTest, CombiningAnItemWithItselfNeedsTwo) {
  Player player(hut("Rule(GET, true) { AddItem(ITEM_ROPE); }",
                    "OnCombine(ITEM_ROPE, ITEM_ROPE) { SetItem(ITEM_ROPE, 0); } EndEvent"));
  player.play("SCENE_HUT/GET");
  EXPECT_FALSE(player.can("OnCombine(ITEM_ROPE, ITEM_ROPE)"));
  player.play("SCENE_HUT/GET").play("OnCombine(ITEM_ROPE, ITEM_ROPE)");
  EXPECT_EQ(player.value("ITEM_ROPE"), 0);
}

TEST(ScriptEventsTest, ExitsHaveConditions) {
  Player player(hut(R"(
    Rule(GO, true) { SetVar(VAR_A, true); }
    OnLeave(SCENE_CELLAR, VAR_A)
    {
        BeginMatch(VAR_N == 0) { AddVar(VAR_N, 1); Stop; } EndMatch
        AddVar(VAR_N, 1);
    }
    EndEvent)"));
  const std::string leave = "SCENE_HUT/OnLeave(SCENE_CELLAR)";
  EXPECT_FALSE(player.can(leave));
  player.play("SCENE_HUT/GO").play(leave);
  EXPECT_EQ(player.shown("Scene"), "SCENE_HUT") << "Stop keeps the player here";
  player.play(leave);
  EXPECT_EQ(player.shown("Scene"), "SCENE_CELLAR");
  EXPECT_EQ(player.value("VAR_N"), 2);
}

TEST(ScriptEventsTest, EnteringAndLeavingRunHandlersInOneStep) {
  Player player(hut(R"(
    OnExit() { BeginMatch(InScene(SCENE_HUT)) { AddVar(VAR_N, 1); } EndMatch } EndEvent
    OnEnter() { BeginMatch(VAR_N, 1) { SetVar(VAR_A, true); } EndMatch } EndEvent)"));
  player.play("SCENE_HUT/Exit(SCENE_CELLAR)");
  EXPECT_EQ(player.value("VAR_N"), 1) << "OnExit runs while the player is still in the scene";
  EXPECT_EQ(player.value("VAR_A"), 0);
  player.play("SCENE_CELLAR/Exit(SCENE_HUT)");
  EXPECT_EQ(player.value("VAR_A"), 1);
}

TEST(ScriptEventsTest, OnEnterMayGoOnToAnotherScene) {
  Player player(R"(
Start(A)
Quest(Q) { DoneWhen(InScene(C) && V == 2) }
Integer(V, 0..2, 0)
Scene(A) { Exit(B) }
Scene(B) { OnEnter() { AddVar(V, 1); GoToScene(C); } EndEvent OnExit() { AddVar(V, 1); } EndEvent }
Scene(C) { Exit(A) }
)");
  player.play("A/Exit(B)");
  EXPECT_TRUE(player.quest_done("Q"));
}

TEST(ScriptEventsTest, CirclesOfOnEnterAreAnError) {
  EXPECT_THAT(errors_of(R"(Start(A)
Boolean(V, false)
Quest(Q) { DoneWhen(V) }
Scene(A) { Exit(B) }
Scene(B) { OnEnter() { BeginMatch(V) { GoToScene(C); } EndMatch } EndEvent }
Scene(C) { OnEnter() { GoToScene(B); } EndEvent })"),
              ElementsAre("5:40 OnEnter handlers lead in a circle: C -> B -> C (let an event, not "
                          "OnEnter, make one of these changes)",
                          "6:24 OnEnter handlers lead in a circle: B -> C -> B (let an event, not "
                          "OnEnter, make one of these changes)"));
}

TEST(ScriptEventsTest, LeavingTheSceneCancelsItsDelays) {
  Player player(hut(R"(
    OnActivate(ENTITY_CHEST) { StartDelay(DELAY_LID); } EndEvent
    OnDelay(DELAY_LID) { AddVar(VAR_N, 1); } EndEvent
    Rule(CALM, IsPending(DELAY_LID)) { CancelDelay(DELAY_LID); })"));
  const std::string lid = "SCENE_HUT/OnDelay(DELAY_LID)";
  const std::string open = "SCENE_HUT/OnActivate(ENTITY_CHEST)";
  EXPECT_EQ(player.model().events[player.event(lid).index].trigger, Trigger::kDelay);
  EXPECT_FALSE(player.can(lid));
  player.play(open).play(open).play(lid);
  EXPECT_FALSE(player.can(lid)) << "started twice, it still comes once";
  EXPECT_EQ(player.value("VAR_N"), 1);
  player.play(open).play("SCENE_HUT/Exit(SCENE_CELLAR)").play("SCENE_CELLAR/Exit(SCENE_HUT)");
  EXPECT_FALSE(player.can(lid));
  player.play(open).play("SCENE_HUT/CALM");
  EXPECT_FALSE(player.can(lid));
}

TEST(ScriptEventsTest, ADelayIsStartedInItsSceneOnly) {
  EXPECT_THAT(
      errors_of(
          hut("OnDelay(DELAY_LID) { } EndEvent", "\nRule(R, true) { StartDelay(DELAY_LID); }")),
      ElementsAre("15:17 DELAY_LID belongs to SCENE_HUT and can only be started by what "
                  "happens there (a dialogue that starts a delay stands inside the scene)"));
}

TEST(ScriptEventsTest, RulesHaveTriggers) {
  const GameModel model = model_of(R"(
Integer(N, 0..3, 0)
Rule(RAIN, N == 0, chance, "it rains") { SetVar(N, 1); }
Rule(ENGINE, external) { SetVar(N, 2); } EndEvent
Rule(STEP) { SetVar(N, 3); }
Quest(Q) { DoneWhen(N == 3) }
)");
  EXPECT_EQ(model.variables.size(), 1U) << "a game without scenes has no notion of where one is";
  EXPECT_EQ(model.events[0].trigger, Trigger::kChance);
  EXPECT_EQ(model.events[0].label, "it rains");
  EXPECT_EQ(model.events[1].trigger, Trigger::kExternal);
  EXPECT_EQ(model.events[2].trigger, Trigger::kPlayer);
  EXPECT_EQ(model.events[2].guard.kind, Condition::Kind::kTrue);
}

TEST(ScriptEventsTest, ExternalVariablesTakeEveryValueAtAnyTime) {
  Player player(R"(
Enumeration(Tide, LOW, HALF, HIGH)
Enumerated(TIDE, Tide, LOW)
External(TIDE)
Quest(Q) { DoneWhen(TIDE == HIGH) }
)");
  EXPECT_THAT(player.possible(),
              ElementsAre("External(TIDE, LOW)", "External(TIDE, HALF)", "External(TIDE, HIGH)"));
  player.play("External(TIDE, HIGH)");
  EXPECT_TRUE(player.quest_done("Q"));
  EXPECT_EQ(player.model().events[0].trigger, Trigger::kExternal);
}

TEST(ScriptEventsTest, TheMapLeadsFromAnySceneThatAllowsIt) {
  Player player(R"(
Item(MAP, 1, 0)
Boolean(FOUND, false)
Start(A)
Quest(Q) { DoneWhen(FOUND) }
Scene(A) { Exit(B) OnExit() { SetVar(FOUND, true); } EndEvent Rule(GET, true) { SetItem(MAP, 1); } }
Scene(B) { Exit(A) }
Scene(C) { NoMap Exit(A) }
Map(MAP) { Hotspot(A) Hotspot(C, FOUND, "the cave") }
)");
  EXPECT_FALSE(player.can("Map(MAP)/Hotspot(A)"));
  player.play("A/GET");
  EXPECT_FALSE(player.can("Map(MAP)/Hotspot(A)")) << "the player is there already";
  EXPECT_FALSE(player.can("Map(MAP)/Hotspot(C)"));
  player.play("A/Exit(B)");
  EXPECT_EQ(player.value("FOUND"), 1);
  Player other = player;
  other.play("Map(MAP)/Hotspot(A)").play("Map(MAP)/Hotspot(C)");
  EXPECT_EQ(other.shown("Scene"), "C");
  EXPECT_FALSE(other.can("Map(MAP)/Hotspot(A)")) << "no map in C";
  EXPECT_EQ(other.model().events[other.event("Map(MAP)/Hotspot(C)").index].label, "the cave");
}

TEST(ScriptEventsTest, JumpingByTheMapRunsOnExitOfTheSceneThatIsLeft) {
  Player player(R"(
Item(MAP, 1, 1)
Integer(LEFT, 0..9, 0)
Start(A)
Quest(Q) { DoneWhen(LEFT == 9) }
Scene(A) { OnExit() { AddVar(LEFT, 1); } EndEvent Rule(T, true) { StartDelay(D); }
           OnDelay(D) { } EndEvent }
Scene(B) { OnExit() { AddVar(LEFT, 3); } EndEvent }
Map(MAP) { Hotspot(A) Hotspot(B) }
)");
  player.play("A/T");
  EXPECT_EQ(player.value("IsPending(D)"), 1);
  player.play("Map(MAP)/Hotspot(B)");
  EXPECT_EQ(player.value("LEFT"), 1);
  EXPECT_EQ(player.value("IsPending(D)"), 0);
  player.play("Map(MAP)/Hotspot(A)");
  EXPECT_EQ(player.value("LEFT"), 4);
}

TEST(ScriptEventsTest, GameOverEndsEverythingAndFailsTheQuests) {
  Player player(R"(
Boolean(V, false)
External(V)
Rule(DIE, true) { GameOver("eaten"); }
Quest(Q, main) { DoneWhen(V) }
)");
  EXPECT_FALSE(player.quest_failed("Q"));
  player.play("DIE");
  EXPECT_TRUE(player.quest_failed("Q"));
  EXPECT_THAT(player.possible(), IsEmpty());
  EXPECT_EQ(player.model().contents.back().name, "eaten");
}

TEST(ScriptEventsTest, EndGameFailsSideQuestsOnly) {
  Player player(R"(
Boolean(V, false)
Rule(WIN, true) { EndGame("home"); }
Rule(DIE, true) { BeginMatch(V) { GameOver(); } EndMatch SetVar(V, true); }
Quest(MAIN, main) { DoneWhen(V) }
Quest(SIDE, side) { DoneWhen(V) FailedWhen(V) }
)");
  Player dead = player;
  dead.play("DIE").play("DIE");
  EXPECT_TRUE(dead.quest_failed("MAIN"));
  EXPECT_EQ(dead.shown("Ending"), "game over");
  player.play("WIN");
  EXPECT_FALSE(player.quest_failed("MAIN"));
  EXPECT_TRUE(player.quest_failed("SIDE"));
  EXPECT_THAT(player.possible(), IsEmpty());
}

TEST(ScriptEventsTest, ContentsKnowWhereTheyAreSeen) {
  const GameModel model = model_of(hut(R"(
    Entity(ENTITY_GHOST, hidden)
    OnActivate(ENTITY_CHEST)
    {
        BeginMatch(VAR_A) { AddItem(ITEM_ROPE); }
        Otherwise { SetVisible(ENTITY_GHOST, true); }
        EndMatch
    }
    EndEvent)"));
  const auto content = [&](const std::string& name) {
    for (const Content& candidate : model.contents) {
      if (candidate.name == name) return candidate;
    }
    return Content{};
  };
  const auto texts = [&](const std::string& name) {
    std::vector<std::string> result;
    for (const BranchId site : content(name).sites) {
      result.push_back(model.branches[site.index].text);
    }
    return result;
  };
  EXPECT_THAT(texts("ITEM_ROPE"), ElementsAre("VAR_A"));
  EXPECT_THAT(texts("ENTITY_GHOST"), ElementsAre("otherwise"));
  EXPECT_THAT(texts("SCENE_CELLAR"), ElementsAre("SCENE_HUT/Exit(SCENE_CELLAR)"));
  EXPECT_TRUE(content("SCENE_HUT").at_start);
  EXPECT_TRUE(content("ENTITY_CHEST").at_start);
  EXPECT_FALSE(content("ENTITY_GHOST").at_start);
  EXPECT_FALSE(content("SCENE_CELLAR").at_start);
  EXPECT_FALSE(content("ITEM_HOOK").at_start);
  EXPECT_THAT(texts("ITEM_HOOK"), IsEmpty());
}

}  // namespace
}  // namespace questproof::testing_script
