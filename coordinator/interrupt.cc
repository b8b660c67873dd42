// SPDX-License-Identifier: MIT
#include "coordinator/interrupt.h"

#include <csignal>

namespace questproof {
namespace {

// A signal handler can reach nothing but an object of static storage.
volatile std::sig_atomic_t interruption_noted = 0;

void note_interruption(int signal_number) {
  interruption_noted = 1;
  std::signal(signal_number, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interruption_noted = 0;
  std::signal(SIGINT, note_interruption);
  std::signal(SIGTERM, note_interruption);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::interrupted() { return interruption_noted != 0; }

}  // namespace questproof
