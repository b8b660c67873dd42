// SPDX-License-Identifier: MIT
#include "coordinator/executed.h"

#include <algorithm>

namespace questproof {
namespace {

// False once a kStop was met.
bool follow(const std::vector<Statement>& body, const std::vector<BranchId>& branches,
            Executed& result) {
  for (const Statement& statement : body) {
    switch (statement.kind) {
      case Statement::Kind::kStop: return false;
      case Statement::Kind::kAssign:
      case Statement::Kind::kAdd: result.writes.push_back(&statement); break;
      case Statement::Kind::kIf:
      case Statement::Kind::kChoose:
        for (const Branch& branch : statement.branches) {
          if (std::find(branches.begin(), branches.end(), branch.id) == branches.end()) continue;
          if (statement.kind == Statement::Kind::kChoose) result.chances.push_back(branch.id);
          if (!follow(branch.body, branches, result)) return false;
          break;
        }
        break;
    }
  }
  return true;
}

}  // namespace

Executed executed(const Event& event, const std::vector<BranchId>& branches) {
  Executed result;
  follow(event.body, branches, result);
  return result;
}

}  // namespace questproof
