// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "games/live/observation.h"

namespace questproof {

// What a game did wrong while it ran. No Error: it is a finding about the game, and the one who plays
// goes on with a new instance.
class LiveFault : public std::runtime_error {
 public:
  enum class Kind {
    kCrash,    // it ended by itself
    kHang,     // it did not answer in time
    kGarbage,  // its answer cannot be read
    kRefusal,  // it answered that it could not
  };

  LiveFault(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

const char* to_string(LiveFault::Kind kind);

// A game that runs: in another process (ProcessGame), or in this one. For one thread. Functions throw
// LiveFault; after that the instance is of no use until reset() has succeeded.
class LiveGame {
 public:
  virtual ~LiveGame() = default;

  virtual Introduction introduce() = 0;

  // Begins anew. The same seed and the same actions give the same observations, if the game can.
  virtual Observation reset(std::uint64_t seed) = 0;

  // What is seen now; no time passes.
  virtual Observation observe() = 0;

  // Lets the agents do something and time pass: as much as there is between two updates.
  virtual Observation act(const Actions& actions) = 0;

  // Keeps how things stand under a name, and goes back there. Only where introduce() says so.
  virtual void save(const std::string& slot) = 0;
  virtual Observation restore(const std::string& slot) = 0;
};

}  // namespace questproof
