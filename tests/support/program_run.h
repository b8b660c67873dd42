// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

// The program itself, for tests that use it as a person at a shell does.
namespace questproof::testing_support {

struct ProgramResult {
  int code = -1;  // -1: it did not exit by itself
  std::string output;
};

// Runs a program with the rest of a line of a shell, after `streams`, which says where output goes.
ProgramResult run_line(const char* program, const std::string& arguments, const char* streams);

// Begins a program without a shell, and without output; returns the process. The caller waits for it.
int begin_process(const std::string& program, std::vector<std::string> arguments);

// A sample game of this repository.
std::string sample_game(const std::string& path);

#ifdef QUESTPROOF_PROGRAM  // in the test programs that know where it is
// The output is that of both streams, if nothing else is said.
inline ProgramResult run_program(const std::string& arguments, const char* streams = "2>&1") {
  return run_line(QUESTPROOF_PROGRAM, arguments, streams);
}
inline int begin_program(std::vector<std::string> arguments) {
  return begin_process(QUESTPROOF_PROGRAM, std::move(arguments));
}
#endif

}  // namespace questproof::testing_support
