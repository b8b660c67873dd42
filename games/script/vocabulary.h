// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace questproof::script {

// The words that the language itself knows, as data: where each may stand, how many arguments it
// takes, and what closes it. The parser, the checks and the remedies all read this table.
enum class Word {
  kUnknown,  // a procedure, a presentation action, or a mistake
  kGame,
  kInclude,
  kInteger,
  kBoolean,
  kEnumeration,
  kEnumerated,
  kConstant,
  kItem,
  kExternal,
  kNames,
  kPresentation,
  kCondition,
  kProcedure,
  kStart,
  kScene,
  kEntity,
  kNoMap,
  kOnEnter,
  kOnExit,
  kOnActivate,
  kOnUse,
  kOnCombine,
  kExit,
  kOnLeave,
  kOnDelay,
  kRule,
  kDialogue,
  kPuzzle,
  kProposition,
  kOrder,
  kOnSolved,
  kOnWrong,
  kNoLeave,
  kMap,
  kHotspot,
  kQuest,
  kTitle,
  kOpenWhen,
  kDoneWhen,
  kFailedWhen,
  kVariants,
  kVariant,
  kRandomize,
  kWhere,
  kBeginMatch,
  kOtherwiseMatch,
  kOtherwise,
  kEndMatch,
  kEndEvent,
  kSetVar,
  kAddVar,
  kSubtractVar,
  kAddItem,
  kRemoveItem,
  kSetItem,
  kSetVisible,
  kSetInteractive,
  kGoToScene,
  kStartDelay,
  kCancelDelay,
  kStartDialogue,
  kExitDialogue,
  kBack,
  kGameOver,
  kEndGame,
  kChoose,
  kOption,
  kStop,
  kForEach,
};

// Kinds of blocks; a word may stand in several.
using Places = std::uint32_t;
inline constexpr Places kTop = 1U << 0U;
inline constexpr Places kTopRepeated = 1U << 1U;  // in a ForEach outside of scenes
inline constexpr Places kInScene = 1U << 2U;
inline constexpr Places kActions = 1U << 3U;
inline constexpr Places kPropositionActions = 1U << 4U;  // actions and nested propositions
inline constexpr Places kInDialogue = 1U << 5U;
inline constexpr Places kInPuzzle = 1U << 6U;
inline constexpr Places kInMap = 1U << 7U;
inline constexpr Places kInQuest = 1U << 8U;
inline constexpr Places kInVariants = 1U << 9U;
inline constexpr Places kVariantActions = 1U << 10U;
inline constexpr Places kInChoose = 1U << 11U;
inline constexpr Places kNestedInVariant = 1U << 12U;  // inside a BeginMatch of a variant
inline constexpr Places kNowhere = 0;

enum class Block { kNone, kOptional, kRequired };
enum class Ending { kNone, kOptional, kRequired };  // EndEvent after the block

inline constexpr std::size_t kAnyNumber = 1'000'000;

struct WordInfo {
  Word word;
  std::string_view text;
  Places places;
  std::size_t least_arguments;
  std::size_t most_arguments;
  Block block;
  Ending end_event;
  bool block_of_actions;   // the block is a list of actions
  std::string_view usage;  // for remedies
};

std::span<const WordInfo> words();

// nullptr when the language has no such word.
const WordInfo* find_word(std::string_view text);
const WordInfo& word_info(Word word);

// Words of the language that nobody may declare: heads, predicates, true and false.
bool is_reserved(std::string_view text);

// Words that may stand in a place, for "did you mean".
std::vector<std::string_view> words_of(Places place);

// "among actions", "in a scene", ...
std::string_view place_name(Places place);

}  // namespace questproof::script
