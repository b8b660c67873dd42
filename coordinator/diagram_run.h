// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "coordinator/game.h"
#include "coordinator/options.h"
#include "coordinator/report.h"
#include "core/search/certify.h"
#include "core/symbolic/symbolic_certify.h"
#include "storage/diagram_file.h"
#include "storage/run_identity.h"

namespace questproof {

// A run that was decided with decision diagrams, on its way into a store and out of it again.

// What is kept of it. Levels and distances are left out where they would take much more room than the rest:
// whoever asks for them finds them anew. `diagrams`: its certification is in `certification`, whole.
// `options`: with which the run was made.
StoredDiagrams diagrams_to_store(const Game& game, const Certification& certification,
                                 const SymbolicCertification& diagrams, const RunIdentity& identity,
                                 const CommandOptions& options);

// What was found, once more: with `solved`. Requires: the game is the one that the run was about, as it was
// searched.
Certification certification_of(const StoredDiagrams& stored, const Game& game);

// What is to be said of the diagrams.
DiagramReport diagram_report(const SymbolicCertification& found);
DiagramReport diagram_report(const StoredDiagrams& stored);

}  // namespace questproof
