// SPDX-License-Identifier: MIT
// What runs under the MPI launcher: mpirun -n N transport_over_mpi CASE. Every rank says "began", and "right"
// where all was right and its session is over; it ends with 0 then. transport_test.py looks at that.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <thread>

#include "core/net/collective.h"
#include "core/net/mpi_session.h"
#include "core/net/remote_error.h"
#include "tests/support/transport_script.h"

namespace questproof {
namespace {

using testing_support::TransportScript;

bool scripts(Transport& transport) {
  bool right = true;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    right = TransportScript(seed, {}).run(transport) && right;
  }
  // Blocks of all sizes around what MPI sends at once, and large ones.
  right = TransportScript(100, {6, 20, 10000}).run(transport) && right;
  right = TransportScript(101, {4, 12, 700000}).run(transport) && right;
  return right;
}

// Everybody sends to the last rank, which takes its time: nobody fails, and all of it arrives.
bool slow_rank(Transport& transport) {
  const int last = transport.ranks() - 1;
  int left = 20;
  int taken = 0;
  transport.exchange(
      [&](int to, Bytes& block) {
        block.assign(Transport::kBlockBytes, 7);
        return to == last && left-- > 0;
      },
      [&](int, Bytes& block) {
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        taken += block == Bytes(Transport::kBlockBytes, 7);
      });
  return taken == (transport.rank() == last ? 20 * last : 0);
}

// The last rank cannot go on; the others are told who and why.
bool failing_rank(Transport& transport) {
  const int last = transport.ranks() - 1;
  try {
    with_abandon(transport, [&] {
      barrier(transport);
      if (transport.rank() == last) throw Error(Error::Kind::kResource, "the disk is full");
      while (true) barrier(transport);
    });
  } catch (const RemoteError& error) {
    return transport.rank() != last && error.rank() == last &&
           error.message() == "the disk is full" && error.kind() == Error::Kind::kResource;
  } catch (const Error&) {
    return transport.rank() == last;
  }
  return false;
}

void say(const char* word) {
  fmt::print("{}\n", word);
  std::fflush(stdout);
}

bool run_case(const std::string& name) {
  MpiSession session;
  Transport& transport = session.transport();
  say("began");
  barrier(transport);  // so that every rank has said so before one ends them all
  if (name == "scripts") return scripts(transport);
  if (name == "slow") return slow_rank(transport);
  if (name == "failing") return failing_rank(transport);
  if (name != "abort") return false;
  if (transport.rank() == transport.ranks() - 1) session.abort(12);
  while (true) barrier(transport);
}

int run(const std::string& name) {
  if (!MpiSession::launched()) {
    fmt::print(stderr, "not started by an MPI launcher\n");
    return 2;
  }
  const bool right = run_case(name);
  say(right ? "right" : "wrong");
  return right ? 0 : 1;
}

}  // namespace
}  // namespace questproof

int main(int count, char** arguments) { return questproof::run(count > 1 ? arguments[1] : ""); }
