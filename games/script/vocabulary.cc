// SPDX-License-Identifier: MIT
#include "games/script/vocabulary.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/base/check.h"

namespace questproof::script {
namespace {

constexpr Places kAnyTop = kTop | kTopRepeated;
constexpr Places kEvents = kActions | kPropositionActions;  // not in a Variant
constexpr Places kAllActions = kEvents | kVariantActions | kNestedInVariant;
constexpr Places kEverywhere =
    kAnyTop | kInScene | kAllActions | kInDialogue | kInPuzzle | kInMap | kInVariants | kInChoose;
constexpr Block kPlain = Block::kNone;
constexpr Block kBraces = Block::kRequired;
constexpr Ending kOpen = Ending::kNone;
constexpr Ending kClosed = Ending::kRequired;
constexpr std::size_t kMany = kAnyNumber;

constexpr auto kWords = std::to_array<WordInfo>({
    {Word::kGame, "Game", kTop, 1, 1, kPlain, kOpen, false, "Game(\"title\")"},
    {Word::kInclude, "Include", kTop, 1, 1, kPlain, kOpen, false, "Include(\"file.quest\")"},
    {Word::kInteger, "Integer", kAnyTop, 3, 4, kPlain, kOpen, false,
     "Integer(VAR, low..high, initial)"},
    {Word::kBoolean, "Boolean", kAnyTop, 2, 2, kPlain, kOpen, false, "Boolean(VAR, initial)"},
    {Word::kEnumeration, "Enumeration", kTop, 2, kMany, kPlain, kOpen, false,
     "Enumeration(Type, VALUE, ...)"},
    {Word::kEnumerated, "Enumerated", kAnyTop, 3, 3, kPlain, kOpen, false,
     "Enumerated(VAR, Type, initial)"},
    {Word::kConstant, "Constant", kTop, 2, 2, kPlain, kOpen, false, "Constant(NAME, value)"},
    {Word::kItem, "Item", kAnyTop, 1, 5, kPlain, kOpen, false, "Item(ITEM, stack, initial)"},
    {Word::kExternal, "External", kAnyTop, 1, kMany, kPlain, kOpen, false, "External(VAR, ...)"},
    {Word::kNames, "Names", kTop, 2, kMany, kPlain, kOpen, false, "Names(kind, NAME, ...)"},
    {Word::kPresentation, "Presentation", kTop, 0, kMany, kPlain, kOpen, false,
     "Presentation Action(kind, ...)"},
    {Word::kCondition, "Condition", kAnyTop, 2, 2, kPlain, kOpen, false,
     "Condition(NAME, condition)"},
    {Word::kProcedure, "Procedure", kTop, 1, kMany, kBraces, kOpen, true,
     "Procedure(NAME, PARAMETER, ...) { ... }"},
    {Word::kStart, "Start", kTop | kVariantActions | kNestedInVariant, 1, 1, kPlain, kOpen, false,
     "Start(SCENE)"},
    {Word::kScene, "Scene", kAnyTop, 1, 2, kBraces, kOpen, false, "Scene(SCENE) { ... }"},
    {Word::kEntity, "Entity", kInScene, 1, 4, kPlain, kOpen, false,
     "Entity(ENTITY, visible, interactive)"},
    {Word::kNoMap, "NoMap", kInScene, 0, 0, kPlain, kOpen, false, "NoMap"},
    {Word::kOnEnter, "OnEnter", kInScene, 0, 0, kBraces, kClosed, true,
     "OnEnter() { ... } EndEvent"},
    {Word::kOnExit, "OnExit", kInScene, 0, 0, kBraces, kClosed, true, "OnExit() { ... } EndEvent"},
    {Word::kOnActivate, "OnActivate", kInScene, 1, 1, kBraces, kClosed, true,
     "OnActivate(ENTITY) { ... } EndEvent"},
    {Word::kOnUse, "OnUse", kInScene | kAnyTop, 1, 2, kBraces, kClosed, true,
     "OnUse(ITEM, ENTITY) { ... } EndEvent"},
    {Word::kOnCombine, "OnCombine", kInScene | kAnyTop, 2, 2, kBraces, kClosed, true,
     "OnCombine(ITEM, ITEM) { ... } EndEvent"},
    {Word::kExit, "Exit", kInScene, 1, 3, kPlain, kOpen, false, "Exit(SCENE, condition)"},
    {Word::kOnLeave, "OnLeave", kInScene, 1, 3, kBraces, kClosed, true,
     "OnLeave(SCENE) { ... } EndEvent"},
    {Word::kOnDelay, "OnDelay", kInScene, 1, 1, kBraces, kClosed, true,
     "OnDelay(DELAY) { ... } EndEvent"},
    {Word::kRule, "Rule", kInScene | kAnyTop, 1, 4, kBraces, Ending::kOptional, true,
     "Rule(NAME, condition) { ... }"},
    {Word::kDialogue, "Dialogue", kInScene | kAnyTop, 1, 2, kBraces, kOpen, false,
     "Dialogue(DIALOGUE) { ... }"},
    {Word::kPuzzle, "Puzzle", kInScene | kAnyTop, 1, 2, kBraces, kOpen, false,
     "Puzzle(PUZZLE) { ... }"},
    {Word::kProposition, "Proposition", kInDialogue | kInPuzzle | kPropositionActions, 1, 4,
     Block::kOptional, kOpen, true, "Proposition(NAME, \"text\", condition, once) { ... }"},
    {Word::kOrder, "Order", kInPuzzle, 1, kMany, kPlain, kOpen, false, "Order(PROPOSITION, ...)"},
    {Word::kOnSolved, "OnSolved", kInPuzzle, 0, 0, kBraces, kClosed, true,
     "OnSolved() { ... } EndEvent"},
    {Word::kOnWrong, "OnWrong", kInPuzzle, 0, 0, kBraces, kClosed, true,
     "OnWrong() { ... } EndEvent"},
    {Word::kNoLeave, "NoLeave", kInPuzzle, 0, 0, kPlain, kOpen, false, "NoLeave"},
    {Word::kMap, "Map", kAnyTop, 1, 1, kBraces, kOpen, false, "Map(ITEM) { ... }"},
    {Word::kHotspot, "Hotspot", kInMap, 1, 3, kPlain, kOpen, false, "Hotspot(SCENE, condition)"},
    {Word::kQuest, "Quest", kAnyTop, 1, 2, kBraces, kOpen, false, "Quest(QUEST, main) { ... }"},
    {Word::kTitle, "Title", kInQuest, 1, 1, kPlain, kOpen, false, "Title(\"text\")"},
    {Word::kOpenWhen, "OpenWhen", kInQuest, 1, 1, kPlain, kOpen, false, "OpenWhen(condition)"},
    {Word::kDoneWhen, "DoneWhen", kInQuest, 1, 1, kPlain, kOpen, false, "DoneWhen(condition)"},
    {Word::kFailedWhen, "FailedWhen", kInQuest, 1, 1, kPlain, kOpen, false,
     "FailedWhen(condition)"},
    {Word::kVariants, "Variants", kTop, 0, 0, kBraces, kOpen, false, "Variants { ... }"},
    {Word::kVariant, "Variant", kInVariants, 1, 1, kBraces, kOpen, true,
     "Variant(\"name\") { ... }"},
    {Word::kRandomize, "Randomize", kInVariants | kVariantActions, 1, 2, kPlain, kOpen, false,
     "Randomize(VAR, set)"},
    {Word::kWhere, "Where", kInVariants | kVariantActions, 1, 1, kPlain, kOpen, false,
     "Where(condition)"},
    {Word::kBeginMatch, "BeginMatch", kAllActions, 1, 2, kBraces, kOpen, true,
     "BeginMatch(condition) { ... } EndMatch"},
    {Word::kOtherwiseMatch, "OtherwiseMatch", kNowhere, 1, 2, kBraces, kOpen, true,
     "OtherwiseMatch(condition) { ... }"},
    {Word::kOtherwise, "Otherwise", kNowhere, 0, 0, kBraces, kOpen, true, "Otherwise { ... }"},
    {Word::kEndMatch, "EndMatch", kNowhere, 0, 0, kPlain, kOpen, false, "EndMatch"},
    {Word::kEndEvent, "EndEvent", kNowhere, 0, 0, kPlain, kOpen, false, "EndEvent"},
    {Word::kSetVar, "SetVar", kAllActions, 2, 2, kPlain, kOpen, false, "SetVar(VAR, value)"},
    {Word::kAddVar, "AddVar", kAllActions, 2, 2, kPlain, kOpen, false, "AddVar(VAR, value)"},
    {Word::kSubtractVar, "SubtractVar", kAllActions, 2, 2, kPlain, kOpen, false,
     "SubtractVar(VAR, value)"},
    {Word::kAddItem, "AddItem", kAllActions, 1, 2, kPlain, kOpen, false, "AddItem(ITEM, count)"},
    {Word::kRemoveItem, "RemoveItem", kAllActions, 1, 2, kPlain, kOpen, false,
     "RemoveItem(ITEM, count)"},
    {Word::kSetItem, "SetItem", kAllActions, 2, 2, kPlain, kOpen, false, "SetItem(ITEM, count)"},
    {Word::kSetVisible, "SetVisible", kAllActions, 2, 2, kPlain, kOpen, false,
     "SetVisible(ENTITY, true)"},
    {Word::kSetInteractive, "SetInteractive", kAllActions, 2, 2, kPlain, kOpen, false,
     "SetInteractive(ENTITY, true)"},
    {Word::kGoToScene, "GoToScene", kEvents, 1, 1, kPlain, kOpen, false, "GoToScene(SCENE)"},
    {Word::kStartDelay, "StartDelay", kEvents, 1, 1, kPlain, kOpen, false, "StartDelay(DELAY)"},
    {Word::kCancelDelay, "CancelDelay", kEvents, 1, 1, kPlain, kOpen, false, "CancelDelay(DELAY)"},
    {Word::kStartDialogue, "StartDialogue", kEvents, 1, 1, kPlain, kOpen, false,
     "StartDialogue(DIALOGUE)"},
    {Word::kExitDialogue, "ExitDialogue", kEvents, 0, 0, kPlain, kOpen, false, "ExitDialogue"},
    {Word::kBack, "Back", kEvents, 0, 0, kPlain, kOpen, false, "Back"},
    {Word::kGameOver, "GameOver", kEvents, 0, 1, kPlain, kOpen, false, "GameOver(\"text\")"},
    {Word::kEndGame, "EndGame", kEvents, 0, 1, kPlain, kOpen, false, "EndGame(\"text\")"},
    {Word::kChoose, "Choose", kEvents, 0, 0, kBraces, kOpen, false,
     "Choose { Option { ... } Option { ... } }"},
    {Word::kOption, "Option", kInChoose, 0, 2, kBraces, kOpen, true,
     "Option(\"text\", condition) { ... }"},
    {Word::kStop, "Stop", kEvents, 0, 0, kPlain, kOpen, false, "Stop"},
    {Word::kForEach, "ForEach", kEverywhere, 1, kMany, kBraces, kOpen, false,
     "ForEach(NAME in set) { ... }"},
});

constexpr auto kPredicates = std::to_array<std::string_view>(
    {"HasItem", "ItemCount", "IsVisible", "IsInteractive", "InScene", "InDialogue", "Said",
     "IsPending", "All", "Any", "true", "false"});

}  // namespace

std::span<const WordInfo> words() { return kWords; }

const WordInfo* find_word(std::string_view text) {
  static const auto kIndex = [] {
    std::unordered_map<std::string_view, const WordInfo*> index;
    for (const WordInfo& info : kWords) index.emplace(info.text, &info);
    return index;
  }();
  const auto found = kIndex.find(text);
  return found == kIndex.end() ? nullptr : found->second;
}

const WordInfo& word_info(Word word) {
  const auto found = std::find_if(kWords.begin(), kWords.end(),
                                  [&](const WordInfo& info) { return info.word == word; });
  QUEST_CHECK(found != kWords.end());
  return *found;
}

bool is_reserved(std::string_view text) {
  return find_word(text) != nullptr ||
         std::find(kPredicates.begin(), kPredicates.end(), text) != kPredicates.end();
}

std::vector<std::string_view> words_of(Places place) {
  std::vector<std::string_view> result;
  for (const WordInfo& info : kWords) {
    if ((info.places & place) != 0) result.push_back(info.text);
  }
  return result;
}

std::string_view place_name(Places place) {
  switch (place) {
    case kTop: return "outside of scenes";
    case kTopRepeated: return "in a ForEach";
    case kInScene: return "in a scene";
    case kPropositionActions:
    case kActions: return "among the actions of an event";
    case kInDialogue: return "in a dialogue";
    case kInPuzzle: return "in a puzzle";
    case kInMap: return "in a map";
    case kInQuest: return "in a quest";
    case kInVariants: return "in Variants";
    case kNestedInVariant:
    case kVariantActions: return "among the actions of a variant";
    case kInChoose: return "in Choose";
    default: return "here";
  }
}

}  // namespace questproof::script
