// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "games/script/declarer.h"

namespace questproof::script {

// Names that only presentation knows, and actions without effect on the logic.
class PresentationDeclarations : private Declarer {
 public:
  explicit PresentationDeclarations(Program& program) : Declarer(program) {}

  void declare_names(const Item& item);
  void declare_presentation(const Item& item);

  // When all are known: whether every kind that an action asks for was introduced.
  void check_kinds();

 private:
  std::vector<std::pair<std::string, SourceLocation>> kinds_used_;
};

}  // namespace questproof::script
