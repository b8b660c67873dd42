// SPDX-License-Identifier: MIT
#include "games/labrecruits/object_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace questproof::labrecruits {
namespace {

// What stands before the first `mark`, and what between that and the next one.
struct Split {
  std::string_view head;
  std::optional<std::string_view> tail;
  bool more = false;  // there is another mark
};

Split split_at(std::string_view text, char mark) {
  const std::size_t first = text.find(mark);
  if (first == std::string_view::npos) return {text, {}, false};
  const std::string_view rest = text.substr(first + 1);
  const std::size_t second = rest.find(mark);
  return {text.substr(0, first), rest.substr(0, second), second != std::string_view::npos};
}

std::optional<Direction> direction_of(char letter) {
  switch (letter) {
    case 'n': return Direction::kNorth;
    case 'e': return Direction::kEast;
    case 's': return Direction::kSouth;
    case 'w': return Direction::kWest;
    default: return std::nullopt;
  }
}

// The game reads the first six characters, and all eight when there are eight.
bool is_color(std::string_view text) {
  return text.size() >= 6 &&
         text.substr(0, text.size() == 8 ? 8 : 6).find_first_not_of("0123456789abcdefABCDEF") ==
             std::string_view::npos;
}

std::vector<std::string_view> known_symbols() {
  std::vector<std::string_view> result;
  for (const ThingInfo& info : things()) result.push_back(info.text);
  return result;
}

class ObjectReader {
 public:
  ObjectReader(const CellText& text, Diagnostics& diagnostics)
      : text_(text), diagnostics_(diagnostics) {}

  std::optional<Object> run(const Position& position) {
    if (text_.text.find_first_not_of("^>#") == std::string_view::npos) {
      error("there is no thing here, which stops the game's loader", "remove it");
      return std::nullopt;
    }
    const Split id = split_at(text_.text, '^');
    const Split color = split_at(id.head, '#');
    const Split rotation = split_at(color.head, '>');
    const ThingInfo* info = find_thing(rotation.head);
    if (info == nullptr) {
      unknown(rotation.head);
      return std::nullopt;
    }
    Object object;
    object.thing = info->thing;
    object.position = position;
    object.where = text_.where;
    read_rotation(rotation, object);
    read_color(color, object);
    read_id(id, *info, object);
    return object;
  }

 private:
  void unknown(std::string_view symbol) {
    if (symbol == "p") {
      warning("the game has nothing to place for p", "p2 is a desk, p3 a fuse box");
    } else {
      warning(fmt::format("the game does not know the letter '{}' and places nothing", symbol),
              did_you_mean(symbol, known_symbols(), "README.md lists what there is"));
    }
  }

  void read_rotation(const Split& split, Object& object) {
    if (!split.tail) return;
    if (split.tail->empty()) {
      error("a rotation is missing behind >, which stops the game's loader",
            "write n, e, s or w behind it");
      return;
    }
    object.rotation = direction_of(split.tail->front());
    if (!object.rotation) {
      warning(fmt::format("'{}' is no rotation; the game leaves the thing as it is", *split.tail),
              "n, e, s and w are");
    }
  }

  void read_color(const Split& split, Object& object) {
    if (split.tail) object.color = *split.tail;
    if (object.thing == Thing::kColorButton) {
      if (!split.tail) {
        error("a colour button without a colour stops the game's loader",
              "give it one, as in cb#0000FF");
      } else if (!is_color(*split.tail)) {
        error(fmt::format("'{}' is no colour, which stops the game's loader", *split.tail),
              "write six or eight hexadecimal digits, RRGGBB or RRGGBBAA");
      }
    } else if (split.tail && split.tail->find('>') != std::string_view::npos) {
      warning("the game reads no rotation behind #", "write it before the colour");
    }
  }

  void read_id(const Split& split, const ThingInfo& info, Object& object) {
    if (split.tail) object.id = *split.tail;
    if (info.needs_id && !split.tail) {
      warning(fmt::format("a {} has no identifier, and the game reports that", info.name),
              fmt::format("give it one, as in {}^{}1", info.text, info.text));
    }
    if (!info.needs_id && object.id.size() == 1 && direction_of(object.id[0])) {
      warning(fmt::format("{} is the identifier of this {}, no rotation", object.id, info.name),
              fmt::format("to turn it, write {}>{}", info.text, object.id));
    }
    if (split.more || object.id.find_first_of("#>") != std::string::npos) {
      warning(fmt::format("the game takes '{}' for the identifier", object.id),
              "rotation and colour go before ^, and there is only one ^");
    }
  }

  void error(std::string message, std::string remedy) {
    diagnostics_.error(text_.where, std::move(message), std::move(remedy));
  }
  void warning(std::string message, std::string remedy) {
    diagnostics_.warning(text_.where, std::move(message), std::move(remedy));
  }

  const CellText& text_;
  Diagnostics& diagnostics_;
};

}  // namespace

std::optional<Object> read_object(const CellText& text, const Position& position,
                                  Diagnostics& diagnostics) {
  return ObjectReader(text, diagnostics).run(position);
}

}  // namespace questproof::labrecruits
