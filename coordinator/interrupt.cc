// SPDX-License-Identifier: MIT
#include "coordinator/interrupt.h"

#include <array>
#include <csignal>
#include <mutex>

namespace questproof {
namespace {

// A signal handler can reach nothing but an object of static storage.
std::atomic<bool> interruption_noted{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // so a handler may write it

std::mutex guards_mutex;
int guards = 0;

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGUSR1};

void note_interruption(int signal_number) {
  interruption_noted = true;
  std::signal(signal_number, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  const std::lock_guard lock(guards_mutex);
  if (guards++ > 0) return;
  interruption_noted = false;
  for (const int number : kSignals) std::signal(number, note_interruption);
}

InterruptGuard::~InterruptGuard() {
  const std::lock_guard lock(guards_mutex);
  if (--guards > 0) return;
  for (const int number : kSignals) std::signal(number, SIG_DFL);
}

const std::atomic<bool>& InterruptGuard::flag() { return interruption_noted; }

}  // namespace questproof
