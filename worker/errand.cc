// SPDX-License-Identifier: MIT
#include "worker/errand.h"

namespace questproof {
namespace {

constexpr std::uint64_t kForAWhile = 400;  // updates
constexpr std::uint64_t kForGood = ~std::uint64_t{0} / 2;

}  // namespace

void GivenUp::add(const Errand& errand, std::uint64_t update) {
  const bool for_good =
      errand.kind == Errand::Kind::kExplore || errand.kind == Errand::Kind::kVisit;
  until_[{errand.kind, errand.what}] = for_good ? kForGood : update + kForAWhile;
}

void GivenUp::add_for_good(Errand::Kind kind, std::size_t what) { until_[{kind, what}] = kForGood; }

bool GivenUp::contains(Errand::Kind kind, std::size_t what, std::uint64_t update) const {
  const auto found = until_.find({kind, what});
  return found != until_.end() && found->second > update;
}

}  // namespace questproof
