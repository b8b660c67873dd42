// SPDX-License-Identifier: MIT
#include "tests/support/vector_targets.h"

#include <hwy/highway.h>
#include <hwy/targets.h>

namespace questproof::testing_support {

void for_each_vector_target(const std::function<void(const char* name)>& body) {
  for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    body(hwy::TargetName(target));
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace questproof::testing_support
