// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "coordinator/certificate.h"
#include "coordinator/game.h"
#include "core/verify/plain_search.h"

namespace questproof {

// One thing that was held against the certificate.
struct Check {
  std::string what;     // "states", "QUEST_MAIN: shortest counterexample"
  std::string claimed;  // by the certificate
  std::string found;    // here
  bool agrees = false;
};

struct Verification {
  std::vector<Check> checks;
  std::size_t witnesses = 0;    // that were replayed
  bool by_argument = false;     // every verdict rests on an argument that was checked
  bool with_diagrams = false;   // states were not explored one by one
  bool lengths_checked = true;  // false: that walkthroughs are shortest was not
  std::string limit;            // empty, or why exploration or arguments could not be finished

  bool agrees() const;
};

// Holds a certificate against a game: `game` is the certificate's, with its quest and either its
// reductions or none. Witnesses are replayed on the game as written with the naive evaluator;
// the exploration is core/verify/plain_search.h, or core/verify/diagram_search.h. Where the game is not reduced as the certificate's
// was, figures that reductions do not preserve are left out of the comparison. Of a certificate of
// an incomplete run only the witnesses and the arguments are checked: there is nothing else to hold
// it to.
//
// `engine`: "explicit", "symbolic", or "auto": diagrams for what was made with diagrams, then one by one
// if that comes to nothing and the states are few enough. Requires for "symbolic": the game does not collapse free moves.
Verification verify_certificate(const Certificate& certificate, const Game& game,
                                PlainOptions options, const PlainProgressCallback& progress,
                                const std::string& engine = "auto");

}  // namespace questproof
