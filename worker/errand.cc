// SPDX-License-Identifier: MIT
#include "worker/errand.h"

namespace questproof {
namespace {

constexpr std::uint64_t kForAWhile = 400;  // updates
constexpr std::uint64_t kForGood = ~std::uint64_t{0} / 2;

}  // namespace

void GivenUp::add(const Errand& errand, std::uint64_t update) {
  const bool is_way = errand.kind == Errand::Kind::kExplore || errand.kind == Errand::Kind::kVisit;
  const auto [entry, first] = until_.try_emplace({errand.kind, errand.what}, update + kForAWhile);
  if (!first) entry->second = is_way ? kForGood : update + kForAWhile;
}

void GivenUp::add_for_good(Errand::Kind kind, std::size_t what) { until_[{kind, what}] = kForGood; }

void GivenUp::begin_anew() {
  std::erase_if(until_, [](const auto& entry) {
    return entry.first.first != Errand::Kind::kPress || entry.second != kForGood;
  });
}

bool GivenUp::contains(Errand::Kind kind, std::size_t what, std::uint64_t update) const {
  const auto found = until_.find({kind, what});
  return found != until_.end() && found->second > update;
}

}  // namespace questproof
