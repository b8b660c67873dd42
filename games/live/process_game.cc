// SPDX-License-Identifier: MIT
#include "games/live/process_game.h"

#include <utility>

namespace questproof {

ProcessGame::ProcessGame(std::vector<std::string> command, Patience patience)
    : command_(std::move(command)), patience_(patience) {}

ProcessGame::~ProcessGame() { end(); }

void ProcessGame::start() {
  if (process_) return;
  process_ = std::make_unique<ChildProcess>(command_);
  try {
    process_->write_line(encode(Request{}), patience_.start);
    introduction_ = decode_introduction(process_->read_line(patience_.start));
  } catch (const LiveFault&) {
    process_.reset();
    throw;
  }
}

std::string ProcessGame::ask_line(const std::string& line) {
  start();
  try {
    process_->write_line(line, patience_.answer);
    return process_->read_line(patience_.answer);
  } catch (const LiveFault&) {
    process_.reset();
    throw;
  }
}

std::string ProcessGame::ask(const Request& request) { return ask_line(encode(request)); }

Introduction ProcessGame::introduce() {
  start();
  return introduction_;
}

Observation ProcessGame::reset(std::uint64_t seed) {
  Request request;
  request.kind = Request::Kind::kReset;
  request.seed = seed;
  return decode_observation(ask(request));
}

Observation ProcessGame::observe() {
  Request request;
  request.kind = Request::Kind::kObserve;
  return decode_observation(ask(request));
}

Observation ProcessGame::act(const Actions& actions) {
  Request request;
  request.kind = Request::Kind::kAct;
  request.actions = actions;
  return decode_observation(ask(request));
}

void ProcessGame::save(const std::string& slot) {
  Request request;
  request.kind = Request::Kind::kSave;
  request.slot = slot;
  decode_done(ask(request));
}

Observation ProcessGame::restore(const std::string& slot) {
  Request request;
  request.kind = Request::Kind::kRestore;
  request.slot = slot;
  return decode_observation(ask(request));
}

std::string ProcessGame::end() {
  if (!process_) return "not running";
  try {
    Request request;
    request.kind = Request::Kind::kEnd;
    process_->write_line(encode(request), 1);
    process_->read_line(2);
  } catch (const LiveFault&) {
    // It is about to be ended anyway.
  }
  const std::string how = process_->end(2);
  process_.reset();
  return how;
}

}  // namespace questproof
