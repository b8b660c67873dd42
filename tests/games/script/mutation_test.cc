// SPDX-License-Identifier: MIT
// Scripts with seeded mistakes: whatever is cut, doubled, swapped or bent, the front end answers
// with a model that holds or with an error that has a place, and never with both or neither.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "tests/games/script/script_test_support.h"

namespace questproof::testing_script {
namespace {

constexpr std::chrono::seconds kTime{5};
constexpr int kMostMutants = 20'000;

// All scripts of the samples, and a game that uses every word of the language.
std::vector<std::string> originals() {
  std::vector<std::string> texts;
  const std::filesystem::path samples = QUESTPROOF_SOURCE_DIR "/games/samples";
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(samples)) {
    if (entry.path().extension() == ".quest") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) {
    std::ifstream stream(path);
    std::stringstream text;
    text << stream.rdbuf();
    if (text.str().size() < 20'000) texts.push_back(text.str());
  }
  texts.emplace_back(R"(
Game("All") Integer(N, 0..3, 0, wrap) Boolean(F, false) Enumeration(C, X, Y) Enumerated(E, C, X)
Constant(K, 2) Item(I, K, 1, saturate, "thing") Item(J) External(F) Names(actor, MIA) Start(S)
Presentation Say(actor, text) Condition(R1, F && N == K) Procedure(P, V) { SetVar(V, 1); }
Scene(S, "s") { Entity(D, hidden, inert) Entity(G) NoMap OnEnter() { P(N); } EndEvent
  OnExit() { AddVar(N, 1); } EndEvent OnActivate(G) { StartDialogue(T); Say(MIA, "x"); } EndEvent
  OnUse(I, G) { StartDelay(L); Stop; } EndEvent OnDelay(L) { CancelDelay(L); GoToScene(U); } EndEvent
  Exit(U, R1) OnLeave(U) { BeginMatch(E, X) { SetVar(E, Y); } OtherwiseMatch(IsPending(L)) { }
  Otherwise { Choose { Option("o", F) { RemoveItem(I); } Option { AddItem(J); } } } EndMatch } EndEvent }
Scene(U) { Exit(S) } OnCombine(I, J) { SetItem(I, 0); } EndEvent OnUse(J) { StartDialogue(Z); } EndEvent
Dialogue(T) { Proposition(A, "a", once) { Proposition(B, N > 0) { Back; } } Proposition(Q0) { ExitDialogue; } }
Puzzle(Z) { Proposition(A1) Proposition(A2, HasItem(I, 2)) Order(A1, A2) OnSolved() { EndGame("e"); } EndEvent
  OnWrong() { GameOver("g"); } EndEvent } Map(I) { Hotspot(U, Said(T, A) || InDialogue(T)) }
ForEach(A3 in 0..2, B3 in C, Where(A3 != 1 || B3 == X)) { Rule(RR, N == A3 && E == B3, chance) { SubtractVar(N, A3); } }
Rule(V1, All(M in {1, 2}, N != M) && !IsVisible(D), external) { SetVisible(D, F); SetInteractive(D, true); }
Quest(M1, main) { Title("t") OpenWhen(ItemCount(I) < N) DoneWhen(InScene(U)) FailedWhen(IsInteractive(G)) }
Variants { Variant("v") { SetVar(N, 2); Start(U); Randomize(E); } Randomize(N, {0, 2..3}) Where(N != 1) }
)");
  return texts;
}

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  std::string mutate(std::string text, const std::vector<std::string>& others) {
    const std::size_t count = 1 + below(4);
    for (std::size_t i = 0; i < count; ++i) change(text, others);
    return text;
  }

  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

 private:
  void change(std::string& text, const std::vector<std::string>& others) {
    static constexpr std::array<std::string_view, 24> kPieces = {"{",
                                                                 "}",
                                                                 "(",
                                                                 ")",
                                                                 ";",
                                                                 ",",
                                                                 "[",
                                                                 "]",
                                                                 "..",
                                                                 "!",
                                                                 "-",
                                                                 "999999999",
                                                                 "\"",
                                                                 "/*",
                                                                 "EndMatch",
                                                                 "EndEvent",
                                                                 "&&",
                                                                 "true",
                                                                 "ForEach(Z9 in 0..99999) {",
                                                                 "Include(\"game.quest\")",
                                                                 "%",
                                                                 "Otherwise",
                                                                 "\xff",
                                                                 "Where(1 == 1)"};
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = std::min(text.size() - at, below(below(8) == 0 ? 400 : 12));
    switch (below(6)) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, kPieces[below(kPieces.size())]); break;
      case 2: text.insert(below(text.size() + 1), text.substr(at, length)); break;
      case 3:
        if (at < text.size()) text[at] = static_cast<char>(random_());
        break;
      case 4: swap_names(text); break;
      default: {
        const std::string& other = others[below(others.size())];
        text.insert(at, other.substr(below(other.size()), 1 + below(200)));
        break;
      }
    }
  }

  // Puts one word of the text in the place of another.
  void swap_names(std::string& text) {
    const auto word = [&] {
      std::size_t begin = below(text.size());
      while (begin > 0 && std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0) --begin;
      std::size_t end = begin;
      while (end < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) {
        ++end;
      }
      return std::pair(begin, end - begin);
    };
    if (text.empty()) return;
    const auto [from, length] = word();
    const std::string replacement = text.substr(from, length);
    const auto [at, old_length] = word();
    text.replace(at, old_length, replacement);
  }

  std::mt19937_64 random_;
};

TEST(ScriptMutationTest, WhateverIsReadIsAModelOrAnError) {
  const std::vector<std::string> texts = originals();
  const auto end = std::chrono::steady_clock::now() + kTime;
  int models = 0;
  int seed = 0;
  for (; seed < kMostMutants && std::chrono::steady_clock::now() < end; ++seed) {
    Mutator mutator(static_cast<std::uint64_t>(seed));
    const std::string text = mutator.mutate(texts[mutator.below(texts.size())], texts);
    const LoadResult result = load_text(text);
    bool has_error = false;
    for (const Diagnostic& diagnostic : result.diagnostics) {
      has_error = has_error || diagnostic.severity == Severity::kError;
      ASSERT_FALSE(diagnostic.message.empty());
    }
    ASSERT_NE(result.model.has_value(), has_error) << "seed " << seed << ":\n" << text;
    if (result.model) ++models;
  }
  EXPECT_GT(seed, 100);
  EXPECT_GT(models, 0) << "mutants that still are games are worth the most";
}

TEST(ScriptMutationTest, TheOriginalUsesEveryWord) {
  const LoadResult result = load_text(originals().back());
  EXPECT_TRUE(result.model.has_value()) << report_of(result);
}

}  // namespace
}  // namespace questproof::testing_script
