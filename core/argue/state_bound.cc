// SPDX-License-Identifier: MIT
#include "core/argue/state_bound.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>

namespace questproof {
namespace {

using Turns = std::map<std::uint32_t, std::int64_t>;  // by variable: from 1 to its size - 1

std::int64_t size_of(const GameModel& model, std::uint32_t variable) {
  const Variable& info = model.variables[variable];
  return std::int64_t{info.high} - info.low + 1;
}

bool turns(const Statement& statement) {
  return statement.kind == Statement::Kind::kAdd && !statement.value.is_variable &&
         statement.overflow == Overflow::kWrap;
}

// Marks what is written otherwise than by a turn that always happens.
void mark_others(const std::vector<Statement>& body, bool always, std::vector<bool>& only_turned) {
  for (const Statement& statement : body) {
    const bool writes =
        statement.kind == Statement::Kind::kAssign || statement.kind == Statement::Kind::kAdd;
    if (writes && !(always && turns(statement))) only_turned[statement.target.index] = false;
    for (const Branch& branch : statement.branches) mark_others(branch.body, false, only_turned);
  }
}

bool may_stop(const std::vector<Statement>& body) {
  return std::any_of(body.begin(), body.end(), [](const Statement& statement) {
    return statement.kind == Statement::Kind::kStop ||
           std::any_of(statement.branches.begin(), statement.branches.end(),
                       [](const Branch& branch) { return may_stop(branch.body); });
  });
}

Turns turns_of(const GameModel& model, const Event& event, const std::vector<bool>& only_turned) {
  Turns result;
  for (const Statement& statement : event.body) {
    const std::uint32_t target = statement.target.index;
    if (!turns(statement) || !only_turned[target]) continue;
    const std::int64_t size = size_of(model, target);
    const std::int64_t step = statement.value.constant % size;
    std::int64_t& turn = result[target];
    turn = (turn + (statement.subtract ? -step : step) + size) % size;
  }
  std::erase_if(result, [](const auto& entry) { return entry.second == 0; });
  return result;
}

// How often until all is as before, as a power of two. Not above the product over all variables.
double order_bits(const GameModel& model, const Turns& turns) {
  double product = 0;
  std::int64_t order = 1;
  for (const auto& [variable, turn] : turns) {
    const std::int64_t size = size_of(model, variable);
    const std::int64_t own = size / std::gcd(size, turn);
    product += std::log2(static_cast<double>(own));
    if (product < 60) order = std::lcm(order, own);
  }
  return product < 60 ? std::log2(static_cast<double>(order)) : product;
}

}  // namespace

double state_bits(const GameModel& model, const std::vector<VariableId>& left_out) {
  std::vector<bool> only_turned(model.variables.size(), true);
  for (const Event& event : model.events) {
    mark_others(event.body, !may_stop(event.body), only_turned);
  }
  double values = 0;         // of all other variables
  double turned_values = 0;  // of those that are only turned
  for (std::uint32_t v = 0; v < model.variables.size(); ++v) {
    if (std::find(left_out.begin(), left_out.end(), VariableId{v}) != left_out.end()) continue;
    (only_turned[v] ? turned_values : values) += std::log2(static_cast<double>(size_of(model, v)));
  }
  std::set<Turns> distinct;
  for (const Event& event : model.events) distinct.insert(turns_of(model, event, only_turned));
  double turned = 0;
  for (const Turns& each : distinct) turned += order_bits(model, each);
  turned += std::log2(static_cast<double>(model.variants.size()));
  return values + std::min(turned, turned_values);
}

}  // namespace questproof
