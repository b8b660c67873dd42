// SPDX-License-Identifier: MIT
#include "tests/support/built_database.h"

#include <unistd.h>

#include <stdexcept>

namespace questproof::testing_support {

TemporaryFolder::TemporaryFolder() {
  path_ = (std::filesystem::temp_directory_path() / "questproof-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("no temporary folder: " + path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

DatabaseIdentity test_identity() {
  DatabaseIdentity identity;
  identity.game_file = "games/test.quest";
  identity.settings = {"state=buttons", "x=y"};
  identity.game_name = "test";
  identity.model_hash = "0123";
  return identity;
}

}  // namespace questproof::testing_support
