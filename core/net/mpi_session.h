// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "core/net/transport.h"

namespace questproof {

// Ranks that are processes, started by an MPI launcher on one machine or many. MPI is asked for
// FUNNELED threads: the thread that makes the session makes all calls. Blocks go by non-blocking
// synchronous sends, so that a slow rank holds up those that send to it; everything is polled, so that
// word of a rank that cannot go on gets through at any time. Only what every MPI 3 has is used.
class MpiSession {
 public:
  // Whether an MPI launcher started this process. Says so without MPI: by what Open MPI, PMIx and
  // MPICH put into the environment. False: no session may be made, and no MPI call is needed.
  static bool launched();

  // Throws Error(kResource) where this MPI cannot do what is needed. One at a time.
  MpiSession();
  // Waits for the other ranks to end too, unless an exception is on its way out.
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  Transport& transport() { return *transport_; }

  // Collective. How many ranks share this one's machine, itself included.
  int ranks_on_this_machine() const;

  // Ends the processes of all ranks at once; the launcher ends with this exit code.
  [[noreturn]] void abort(int exit_code);

 private:
  class SessionWire;

  int exceptions_;  // on their way when the session was made
  std::unique_ptr<Transport> transport_;
};

}  // namespace questproof
