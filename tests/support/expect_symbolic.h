// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/compiled_model.h"
#include "core/search/certify.h"
#include "core/symbolic/symbolic_certify.h"

namespace questproof::testing_support {

// What the explicit engine finds, with all distances.
Certification certify_explicitly(const CompiledModel& compiled);

// Fails the running test where the two engines say different things of one game: verdicts, counts,
// levels, enabled labels, faults, paths step by step and state by state, fatal events, farthest states.
// What diagrams did not look for to the end is left out.
void expect_same_findings(const CompiledModel& compiled, const Certification& found_explicitly,
                          const SymbolicCertification& symbolic);

}  // namespace questproof::testing_support
