// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>

#include "coordinator/findings/found_game.h"
#include "coordinator/source_quotes.h"
#include "core/model/game_model.h"
#include "games/common/picture.h"
#include "games/common/settings.h"

namespace questproof {

// The game that a certificate is about, read once more for what a certificate does not hold: lines of its files,
// its drawing, all ways between its scenes. It counts only if it is still the same game.
class PageGame {
 public:
  PageGame() = default;  // no game; and nothing is said about that

  // Reads it as the certificate's options say. Where that cannot be done, or it is another game by now,
  // there is no model, and trouble() says why.
  PageGame(const std::string& file, const FoundGame& found);

  const GameModel* model() const { return model_ ? &*model_ : nullptr; }
  const std::string& trouble() const { return trouble_; }

  // The line at "file:line:column", without blanks around it; "" where it is not of the game's files: a certificate
  // of a stranger must not have lines of other files shown.
  std::string quote(const std::string& where);

  // A drawing with the walk in it; nothing where games of this kind have none.
  std::optional<std::string> picture(const FoundQuest& quest, const FoundWalk& walk,
                                     const std::string& caption) const;

 private:
  std::string file_;
  Settings settings_;
  std::optional<GameModel> model_;
  std::string trouble_;
  SourceQuotes quotes_;
  std::map<std::string, std::uint32_t> files_;  // by path, or by the file's own name
};

}  // namespace questproof
