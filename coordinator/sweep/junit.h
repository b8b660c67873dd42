// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "coordinator/sweep/night.h"

namespace questproof {

// A night as JUnit XML, the form that CI systems show: a testsuite for each job, in it a testcase for
// each quest.
//
// - As expected: the testcase passes. For a quest that is refuted as expected the way into the trap stands
//   in system-out.
// - Not as expected: a failure. Its type is the verdict; its text the steps of the counterexample where
//   there is one.
// - Unknown, where that is not what is expected: an error. Its type is how the job ended ("time", "memory",
//   "crashed", ...), its text the reason.
//
// A job without quests (the game could not be read) has one testcase, "(all quests)". Steps are read from
// the certificates in the sweep's folder; where one has gone, there are none. Characters that XML does not
// know become U+FFFD.
std::string junit_text(const std::string& sweep, const Night& night);

}  // namespace questproof
