// SPDX-License-Identifier: MIT
#include "games/live/serve.h"

#include <istream>
#include <ostream>
#include <string>

#include "games/live/message.h"

namespace questproof {
namespace {

std::string answer(LiveGame& game, const Request& request) {
  switch (request.kind) {
    case Request::Kind::kHello: return encode(game.introduce());
    case Request::Kind::kReset: return encode(game.reset(request.seed));
    case Request::Kind::kObserve: return encode(game.observe());
    case Request::Kind::kAct: return encode(game.act(request.actions));
    case Request::Kind::kSave: game.save(request.slot); return encode_done();
    case Request::Kind::kRestore: return encode(game.restore(request.slot));
    case Request::Kind::kEnd: break;
  }
  return encode_done();
}

}  // namespace

void serve(LiveGame& game, std::istream& in, std::ostream& out) {
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty()) continue;
    bool ends = false;
    try {
      const Request request = decode_request(line);
      ends = request.kind == Request::Kind::kEnd;
      out << answer(game, request) << "\n" << std::flush;
    } catch (const LiveFault& fault) {
      out << encode_refusal(fault.what()) << "\n" << std::flush;
    }
    if (ends) return;
  }
}

}  // namespace questproof
