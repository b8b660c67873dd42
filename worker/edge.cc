// SPDX-License-Identifier: MIT
#include "worker/edge.h"

#include <fmt/format.h>

namespace questproof {
namespace {

struct KeyOf {
  std::string operator()(const RunBegin& edge) const { return fmt::format("run/{:08}", edge.run); }
  std::string operator()(const RunEnd& edge) const { return fmt::format("end/{:08}", edge.run); }
  std::string operator()(const PlaceEdge& edge) const {
    return fmt::format("place/{:010}", edge.node.id);
  }
  std::string operator()(const ThingEdge& edge) const { return "thing/" + key_part(edge.thing.id); }
  std::string operator()(const StateEdge& edge) const {
    return fmt::format("state/{}/{}/{}", key_part(edge.thing), key_part(edge.property),
                       key_part(edge.value));
  }
  std::string operator()(const TransitionEdge& edge) const {
    return fmt::format("transition/{}/{}/{}/{}/{}", key_part(edge.button), key_part(edge.thing),
                       key_part(edge.property), key_part(edge.before), key_part(edge.after));
  }
  std::string operator()(const PressEdge& edge) const { return "press/" + key_part(edge.button); }
  std::string operator()(const TroubleEdge& edge) const {
    return "trouble/" + key_part(edge.button);
  }
  std::string operator()(const SightingEdge& edge) const {
    return fmt::format("sighting/{}/{:08}/{:08}", key_part(edge.door), edge.run, edge.number);
  }
  std::string operator()(const TaskEdge& edge) const {
    return fmt::format("task/{:08}/{}/{:08}", edge.session, key_part(edge.task), edge.run);
  }
};

}  // namespace

std::string key_part(const std::string& name) {
  std::string result;
  for (const char letter : name) {
    if (letter == '/' || letter == '%') {
      result += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    } else {
      result += letter;
    }
  }
  return result;
}

std::string key_of(const EdgeBody& body) { return std::visit(KeyOf{}, body); }

}  // namespace questproof
