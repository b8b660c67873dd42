// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace questproof {

// The run cannot go on: a bad game, a full disk, a broken invariant. Thrown where it is found, with
// the place and the remedy in the message; caught in main and nowhere else.
class Error : public std::runtime_error {
 public:
  enum class Kind {
    kUsage,     // the command line asks for something that does not exist
    kInput,     // a game, state or certificate cannot be used; the message names file, line, column
    kResource,  // memory, disk, a file that cannot be opened
    kInternal,  // a fault of this program
  };

  Error(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

}  // namespace questproof
