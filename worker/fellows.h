// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "games/live/observation.h"
#include "worker/belief.h"
#include "worker/player.h"
#include "worker/session.h"

namespace questproof {

// What a player asks of those who play the same game beside it, each in an instance of its own, and
// of the memory of earlier runs. Alone and without memory it has none of this.
class Fellows {
 public:
  // What somebody is about.
  struct Plan {
    enum class Kind {
      kNone,
      kExplore,  // terrain near a point
      kPress,    // a button, for the first time
      kTest,     // of a door: press something and look at it
      kLook,     // at a door
      kReach,    // a door, by presses that the model says lead there
    };
    Kind kind = Kind::kNone;
    std::string what;  // the thing; kExplore: nothing
    Point at;
    bool operator==(const Plan&) const = default;
  };

  Fellows() = default;
  Fellows(const Fellows&) = delete;
  Fellows& operator=(const Fellows&) = delete;
  virtual ~Fellows() = default;

  // The game has begun: brings into the belief what is known already.
  virtual void begin(const Session& session, Belief& belief) = 0;

  // After each update, once the belief has its view. `action` led to it. What others have learned comes
  // into the belief here; whether any of it was news.
  virtual bool see(const Action& action, const Session& session, Belief& belief) = 0;

  // Done by anyone, in this session.
  virtual bool is_done(const std::string& task) const = 0;
  virtual void note_done(const std::string& task, const Session& session) = 0;

  virtual void set_out(const Plan& plan) = 0;
  // How many choose at this moment, from the same place and knowing the same, and have the first choice: as at the start.
  // The player takes their choices to be what it would choose itself, in turn, and assumes each.
  virtual std::size_t first_to_choose() const = 0;
  virtual void assume(const Plan& plan) = 0;
  // What an errand costs more for being another's too.
  virtual double burden(const Plan& plan) const = 0;

  // Nothing is left to do but to wait for what others find out. False: nobody finds out anything any more.
  virtual bool may_wait() = 0;

  // The player has come to its end, whether or not its game has ever begun.
  virtual void end(const PlayResult& result, const Session& session, Belief& belief) = 0;
};

}  // namespace questproof
