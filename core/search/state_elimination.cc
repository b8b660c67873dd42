// SPDX-License-Identifier: MIT
#include "core/search/state_elimination.h"

#include "core/base/check.h"

namespace questproof {

StateElimination::StateElimination(std::size_t states)
    : states_(states), chances_(states * (states + 2), 0), lost_(states, 0), steps_(states, 1) {}

void StateElimination::solve() {
  // Forward: take out the last state that is left. Its row becomes the chances of where a play goes
  // when it moves on to an earlier state or ends; steps_ the steps until then.
  for (std::size_t last = states_; last-- > 0;) {
    double* const out = row(last);
    double leaves = out[states_] + out[states_ + 1];
    for (std::size_t to = 0; to < last; ++to) leaves += out[to];
    QUEST_CHECK(leaves > 0);
    for (std::size_t to = 0; to < last; ++to) out[to] /= leaves;
    out[states_] /= leaves;
    out[states_ + 1] /= leaves;
    steps_[last] /= leaves;
    for (std::size_t from = 0; from < last; ++from) {
      double* const in = row(from);
      const double passes = in[last];
      if (passes == 0) continue;
      for (std::size_t to = 0; to < last; ++to) in[to] += passes * out[to];
      in[states_] += passes * out[states_];
      in[states_ + 1] += passes * out[states_ + 1];
      steps_[from] += passes * steps_[last];
    }
  }
  for (std::size_t state = 0; state < states_; ++state) {
    const double* const out = row(state);
    lost_[state] = out[states_ + 1];
    for (std::size_t to = 0; to < state; ++to) {
      lost_[state] += out[to] * lost_[to];
      steps_[state] += out[to] * steps_[to];
    }
  }
}

}  // namespace questproof
