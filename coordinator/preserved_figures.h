// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/search/certify.h"

namespace questproof {

// The figures of a certification that every sound setting preserves, reductions included, as one
// line: per quest the verdict, the lengths of the shortest completion and counterexample, and the
// largest distance to done. Two complete certifications of one game must give the same line.
std::string preserved_figures(const Certification& certification);

// What collapsing free moves preserves of that (core/model/free_moves.h): per quest the verdict, and whether
// there is a completion and a counterexample.
std::string preserved_verdicts(const Certification& certification);

std::string preserved_figures(const QuestResult& quest);

}  // namespace questproof
