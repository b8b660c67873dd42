// SPDX-License-Identifier: MIT
// Any bytes are a condition, good or bad, about a small game: in the language of scripts and over the
// names of the model. Each answers with a condition or with an error that has a place.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "core/model/game_model.h"
#include "core/model/naive_evaluator.h"
#include "games/common/model_condition.h"
#include "games/script/script_condition.h"
#include "games/script/script_front_end.h"
#include "games/script/source.h"

namespace questproof {
namespace {

const std::vector<SourceText>& game() {
  static const std::vector<SourceText> kGame = {{"game.quest",
                                                 "Enumeration(C, X, Y) Enumerated(E, C, X) "
                                                 "Integer(A, -1..5, 1) Boolean(F, false) "
                                                 "Boolean(L[1], false) Item(ROPE, 3, 2) "
                                                 "Condition(READY, F || A == 2) Start(S) "
                                                 "Scene(S) { Exit(T) } Scene(T) { Exit(S) } "
                                                 "Quest(Q, main) { DoneWhen(READY) }"}};
  return kGame;
}

void expect(bool holds, const std::string& promise) {
  if (holds) return;
  fmt::print(stderr, "broken promise: {}\n", promise);
  std::abort();
}

void check(const ConditionResult& result, const GameModel& model) {
  const bool error =
      std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                  [](const Diagnostic& d) { return d.severity == Severity::kError; });
  expect(result.condition.has_value() != error, "a condition, or an error");
  for (const Diagnostic& diagnostic : result.diagnostics) {
    expect(diagnostic.file.empty() || diagnostic.file == kConditionFile,
           "what is wrong lies in the condition: " + diagnostic.file + ": " + diagnostic.message);
  }
  if (result.condition) holds(model, *result.condition, model.variants.front().values);
}

}  // namespace
}  // namespace questproof

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace questproof;
  static const GameModel kModel = *parse_script(game(), "game").model;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(parse_model_condition(text, kModel), kModel);
  check(parse_script_condition(text, kModel, script::MemoryFiles(game())), kModel);
  return 0;
}
