// SPDX-License-Identifier: MIT
#include "games/labrecruits/thing_symbol.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "core/base/check.h"

namespace questproof::labrecruits {
namespace {

using Point = SvgPicture::Point;

std::string filled(std::string_view fill, std::string_view edge) {
  return fmt::format(R"(fill="{}" stroke="{}" stroke-width="1")", fill, edge);
}

Point step(Direction direction) {
  switch (direction) {
    case Direction::kNorth: return {0, -1};
    case Direction::kEast: return {1, 0};
    case Direction::kSouth: return {0, 1};
    case Direction::kWest: return {-1, 0};
  }
  QUEST_CHECK(false);
}

void square(SvgPicture& picture, Point at, double half, std::string_view attributes) {
  picture.rectangle(at.x - half, at.y - half, 2 * half, 2 * half, attributes);
}

void door(SvgPicture& picture, Point at, double size, const ThingSymbol& symbol) {
  const bool across =
      symbol.direction == Direction::kNorth || symbol.direction == Direction::kSouth;
  const double width = across ? size : 0.4 * size;
  const double height = across ? 0.4 * size : size;
  picture.rectangle(at.x - width / 2, at.y - height / 2, width, height,
                    symbol.thing == Thing::kDoor
                        ? filled("#8d4b20", "#5d2f10")
                        : R"(fill="#ffffff" stroke="#2e7d32" stroke-width="1.5")");
}

void flag(SvgPicture& picture, Point at, double r) {
  const double pole = at.x - r * 0.6;
  picture.line({pole, at.y + r}, {pole, at.y - r * 1.2}, R"(stroke="#1b5e20" stroke-width="1.5")");
  picture.polygon({{pole, at.y - r * 1.2}, {at.x + r, at.y - r * 0.6}, {pole, at.y}},
                  R"(fill="#43a047" stroke="#1b5e20")");
}

void agent(SvgPicture& picture, Point at, double r) {
  picture.circle({at.x, at.y - r * 0.45}, r * 0.5, R"(fill="#1565c0")");
  picture.polygon({{at.x - r, at.y + r}, {at.x + r, at.y + r}, {at.x, at.y - r * 0.2}},
                  R"(fill="#1565c0")");
}

// Treads, and an arrow to where it climbs.
void ramp(SvgPicture& picture, Point at, double size, Direction direction) {
  const Point along = step(direction);
  const Point across = {-along.y, along.x};
  const double half = 0.42 * size;
  for (int i = -1; i <= 1; ++i) {
    const Point tread = {at.x + along.x * half * 0.6 * i, at.y + along.y * half * 0.6 * i};
    picture.line({tread.x - across.x * half, tread.y - across.y * half},
                 {tread.x + across.x * half, tread.y + across.y * half},
                 R"(stroke="#78909c" stroke-width="1")");
  }
  const Point tip = {at.x + along.x * half, at.y + along.y * half};
  const double length = 0.3 * size;
  const Point back = {tip.x - along.x * length, tip.y - along.y * length};
  picture.polygon({tip,
                   {back.x + across.x * length * 0.6, back.y + across.y * length * 0.6},
                   {back.x - across.x * length * 0.6, back.y - across.y * length * 0.6}},
                  R"(fill="#546e7a")");
}

}  // namespace

void draw_symbol(SvgPicture& picture, const ThingSymbol& symbol, Point at, double size) {
  const double r = 0.36 * size;
  switch (symbol.thing) {
    case Thing::kFloor: break;
    case Thing::kRamp: ramp(picture, at, size, symbol.direction); break;
    case Thing::kWall:
    case Thing::kWallWithExtinguisher:
      square(picture, at, r, fmt::format(R"(fill="{}")", kWallColor));
      break;
    case Thing::kDoor:
    case Thing::kOpenDoor: door(picture, at, size, symbol); break;
    case Thing::kButton: picture.circle(at, r, filled("#e53935", "#7f0000")); break;
    case Thing::kColorButton: picture.circle(at, r, filled(symbol.color, "#202028")); break;
    case Thing::kColorScreen:
      picture.rectangle(at.x - size / 2, at.y - r, size, 2 * r,
                        R"(fill="#cfd8dc" stroke="#202028" stroke-width="1.5")");
      break;
    case Thing::kFlag: flag(picture, at, r); break;
    case Thing::kAgent: agent(picture, at, r); break;
    case Thing::kMonster:
      picture.polygon({{at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}, {at.x - r, at.y}},
                      filled("#7b1fa2", "#4a0072"));
      break;
    case Thing::kPerson: picture.circle(at, r * 0.7, filled("#26a69a", "#00695c")); break;
    case Thing::kWayPoint:
      picture.circle(at, r * 0.5, R"(fill="none" stroke="#26a69a" stroke-width="1")");
      break;
    case Thing::kFire:
      picture.polygon({{at.x, at.y - r}, {at.x + r * 0.8, at.y + r}, {at.x - r * 0.8, at.y + r}},
                      R"(fill="#ff9800" fill-opacity="0.85")");
      break;
    case Thing::kMovingHazard: square(picture, at, r, filled("#ff7043", "#bf360c")); break;
    case Thing::kCeilingSign:
    case Thing::kCeilingLamp: picture.circle(at, r * 0.3, R"(fill="#fdd835")"); break;
    case Thing::kTable:
    case Thing::kChair:
    case Thing::kBookcase:
    case Thing::kDesk:
    case Thing::kFuseBox: square(picture, at, r, filled("#b08d6a", "#7a5c3e")); break;
  }
}

ThingSymbol symbol_of(const Object& object) {
  const bool has_color = object.color.size() >= 6 &&
                         std::all_of(object.color.begin(), object.color.end(),
                                     [](unsigned char digit) { return std::isxdigit(digit) != 0; });
  return {object.thing, object.direction(),
          has_color ? "#" + object.color.substr(0, 6) : "#9e9e9e"};
}

}  // namespace questproof::labrecruits
