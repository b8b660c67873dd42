// SPDX-License-Identifier: MIT
#include "games/labrecruits/level_drawing.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/check.h"
#include "games/common/svg.h"
#include "games/labrecruits/label_placement.h"
#include "games/labrecruits/palette.h"
#include "games/labrecruits/thing_symbol.h"

namespace questproof::labrecruits {
namespace {

using Point = SvgPicture::Point;

constexpr double kMargin = 24;
constexpr double kSheetGap = 24;
constexpr double kWidePage = 1500;  // sheets stand side by side up to this width
constexpr double kStepListWidth = 360;
constexpr double kLineHeight = 18;
constexpr const char* kWalkColor = "#c2185b";

bool is_wall(const Object& object) {
  return object.thing == Thing::kWall || object.thing == Thing::kWallWithExtinguisher;
}
bool is_furniture(const Object& object) {
  switch (object.thing) {
    case Thing::kTable:
    case Thing::kChair:
    case Thing::kBookcase:
    case Thing::kDesk:
    case Thing::kFuseBox: return true;
    default: return false;
  }
}
bool is_ground(const Object& object) {
  return object.thing == Thing::kFloor || object.thing == Thing::kRamp;
}
class Drawing {
 public:
  Drawing(const Level& level, const DrawingOptions& options)
      : level_(level),
        options_(options),
        cell_(std::clamp(1400.0 / std::max(1U, level.width), 7.0, 26.0)),
        font_size_(std::clamp(0.6 * cell_, 8.0, 12.0)) {
    std::set<std::uint32_t> sheets;
    for (const Object& object : level.objects) {
      if (is_ground(object)) sheets.insert(object.position.sheet);
    }
    if (sheets.empty()) sheets.insert(0);
    sheets_.assign(sheets.begin(), sheets.end());
    columns_ = std::clamp<std::size_t>(static_cast<std::size_t>(kWidePage / sheet_width()), 1,
                                       sheets_.size());
    top_ = kMargin + 34 + (options.caption.empty() ? 0 : kLineHeight);
  }

  std::string draw() {
    const double plan_width = static_cast<double>(columns_) * sheet_width() - kSheetGap;
    const std::size_t rows = (sheets_.size() + columns_ - 1) / columns_;
    const double plan_height = static_cast<double>(rows) * sheet_height();
    const double list_width = options_.walk.empty() ? 0 : kStepListWidth;
    const double list_height = kLineHeight * static_cast<double>(wrapped_steps().size() + 2);
    width_ = std::max(plan_width + list_width, 560.0) + 2 * kMargin;
    const double height = top_ + std::max(plan_height, list_height) + legend_height() + kMargin;
    SvgPicture picture(width_, height, level_.name);
    picture.rectangle(0, 0, width_, height, R"(fill="#ffffff")");
    picture.text({kMargin, kMargin + 14}, level_.name,
                 R"(font-size="20" font-weight="bold" fill="#202028")");
    if (!options_.caption.empty()) {
      picture.text({kMargin, kMargin + 36}, options_.caption, R"(font-size="13" fill="#404048")");
    }
    for (const std::uint32_t sheet : sheets_) draw_sheet(picture, sheet);
    draw_wires(picture);
    draw_walk(picture);
    draw_labels(picture);
    if (!options_.walk.empty()) draw_step_list(picture, kMargin + plan_width + 28);
    draw_legend(picture, top_ + std::max(plan_height, list_height));
    return picture.finish();
  }

 private:
  double sheet_height() const { return cell_ * level_.depth + (sheets_.size() > 1 ? 30 : 12); }
  double sheet_width() const { return cell_ * level_.width + kSheetGap; }
  std::size_t sheet_index(std::uint32_t sheet) const {
    const auto at = std::lower_bound(sheets_.begin(), sheets_.end(), sheet);
    return std::min(static_cast<std::size_t>(at - sheets_.begin()), sheets_.size() - 1);
  }
  double sheet_left(std::uint32_t sheet) const {
    return kMargin + static_cast<double>(sheet_index(sheet) % columns_) * sheet_width();
  }
  double sheet_top(std::uint32_t sheet) const {
    return top_ + static_cast<double>(sheet_index(sheet) / columns_) * sheet_height() +
           (sheets_.size() > 1 ? 18 : 0);
  }
  bool is_drawn(std::uint32_t sheet) const {
    return std::binary_search(sheets_.begin(), sheets_.end(), sheet);
  }
  double left(const Position& at) const { return sheet_left(at.sheet) + cell_ * at.x; }
  double top(const Position& at) const { return sheet_top(at.sheet) + cell_ * at.z; }
  Point center(const Position& at) const { return {left(at) + cell_ / 2, top(at) + cell_ / 2}; }
  std::uint32_t zone_of(const Position& at) const {
    const std::size_t index = (std::size_t{at.sheet} * level_.depth + at.z) * level_.width + at.x;
    return index < options_.zones.size() ? options_.zones[index] : kNoZone;
  }

  void draw_sheet(SvgPicture& picture, std::uint32_t sheet) {
    picture.begin_group("", fmt::format("sheet {}", sheet));
    if (sheets_.size() > 1) {
      picture.text({sheet_left(sheet), sheet_top(sheet) - 5}, fmt::format("sheet {}", sheet),
                   R"(font-size="12" fill="#606068")");
    }
    draw_ground(picture, sheet);
    for (const Object& object : level_.objects) {
      const bool flat = object.thing == Thing::kFloor || is_wall(object);
      if (object.position.sheet == sheet && !flat) draw_object(picture, object);
    }
    draw_zone_numbers(picture, sheet);
    picture.end_group();
  }

  // What a cell is filled with; cells of one kind side by side are one rectangle.
  std::string ground_fill(std::uint32_t sheet, std::uint32_t z, std::uint32_t x) const {
    const Position at{sheet, z, x};
    bool floor = false;
    for (const Object& object : objects_at(level_, at)) {
      if (is_wall(object)) return kWallColor;
      floor = floor || is_ground(object);
    }
    if (!floor) return "";
    const std::uint32_t zone = zone_of(at);
    return zone == kNoZone ? "#eceff1" : palette_color(zone, 0.55, 0.9);
  }
  void draw_ground(SvgPicture& picture, std::uint32_t sheet) {
    for (std::uint32_t z = 0; z < level_.depth; ++z) {
      std::string fill;
      std::uint32_t begin = 0;
      for (std::uint32_t x = 0; x <= level_.width; ++x) {
        const std::string next = x < level_.width ? ground_fill(sheet, z, x) : "";
        if (next == fill && x < level_.width) continue;
        if (!fill.empty()) {
          picture.rectangle(sheet_left(sheet) + cell_ * begin, sheet_top(sheet) + cell_ * z,
                            cell_ * (x - begin), cell_,
                            fmt::format(R"(fill="{0}" stroke="{0}" stroke-width="0.3")", fill));
        }
        fill = next;
        begin = x;
      }
    }
  }
  static std::string title_of(const Object& object) {
    return object.id.empty() ? std::string(name_of(object.thing))
                             : fmt::format("{} {}", name_of(object.thing), object.id);
  }
  void draw_object(SvgPicture& picture, const Object& object) {
    picture.begin_group("", title_of(object));
    draw_symbol(picture, symbol_of(object), center(object.position), cell_);
    picture.end_group();
  }

  // A pale number in the middle of each zone: in that of its cells that is nearest to their mean.
  void draw_zone_numbers(SvgPicture& picture, std::uint32_t sheet) {
    struct Zone {
      double x = 0;
      double z = 0;
      std::vector<Position> cells;
    };
    std::vector<Zone> zones;
    for (std::uint32_t z = 0; z < level_.depth; ++z) {
      for (std::uint32_t x = 0; x < level_.width; ++x) {
        const std::uint32_t zone = zone_of({sheet, z, x});
        if (zone == kNoZone) continue;
        if (zones.size() <= zone) zones.resize(zone + 1);
        zones[zone].x += x;
        zones[zone].z += z;
        zones[zone].cells.push_back({sheet, z, x});
      }
    }
    for (std::size_t i = 0; i < zones.size(); ++i) {
      const Zone& zone = zones[i];
      if (zone.cells.size() < 4) continue;
      const double count = static_cast<double>(zone.cells.size());
      const auto away = [&](const Position& at) {
        return std::hypot(at.x - zone.x / count, at.z - zone.z / count) +
               (objects_at(level_, at).size() > 1 ? 1.5 : 0);
      };
      const Position at = *std::min_element(
          zone.cells.begin(), zone.cells.end(),
          [&](const Position& a, const Position& b) { return away(a) < away(b); });
      const double size = std::clamp(std::sqrt(count) * cell_ * 0.25, font_size_, 3 * cell_);
      picture.text(
          {center(at).x, center(at).y + 0.35 * size}, fmt::format("{}", i),
          fmt::format(R"(font-size="{:.1f}" text-anchor="middle" fill="{}" fill-opacity="0.75")",
                      size, palette_color(i, 0.45, 0.62)));
    }
  }

  void draw_wires(SvgPicture& picture) {
    for (const Wire& wire : level_.wires) {
      const Object& source = level_.objects[wire.source];
      const Object& target = level_.objects[wire.target];
      if (!is_drawn(source.position.sheet) || !is_drawn(target.position.sheet)) continue;
      picture.begin_group("", fmt::format("{} to {}", title_of(source), title_of(target)));
      picture.arc(
          center(source.position), center(target.position), 0.08,
          fmt::format(R"(stroke="{}" stroke-width="{:.1f}" stroke-opacity="0.6")",
                      palette_color(wire.source, 0.75, 0.42), std::clamp(cell_ / 12, 0.8, 1.6)));
      picture.end_group();
    }
  }

  void draw_walk(SvgPicture& picture) {
    const double thick = std::clamp(0.2 * cell_, 2.0, 5.0);
    for (const DrawnLeg& leg : options_.walk) {
      std::vector<Point> points;
      for (const Position& cell : leg.cells) {
        if (is_drawn(cell.sheet)) points.push_back(center(cell));
      }
      if (points.size() < 2) continue;
      picture.polyline(points, fmt::format(R"(stroke="#ffffff" stroke-width="{:.1f}" )"
                                           R"(stroke-linejoin="round" stroke-opacity="0.8")",
                                           thick + 2));
      picture.polyline(points, fmt::format(R"(stroke="{}" stroke-width="{:.1f}" )"
                                           R"(stroke-linejoin="round" stroke-linecap="round")",
                                           kWalkColor, thick));
    }
  }
  // Numbers where legs end, several at one place side by side; then the names of things.
  void draw_labels(SvgPicture& picture) {
    LabelPlacement placement(font_size_);
    for (const Object& object : level_.objects) {
      if (is_drawn(object.position.sheet) && !is_ground(object) && !is_wall(object)) {
        placement.block(box_of(object.position));
      }
    }
    for (std::size_t i = 0; i < options_.walk.size(); ++i) {
      const DrawnLeg& leg = options_.walk[i];
      if (leg.cells.empty() || !is_drawn(leg.cells.back().sheet)) continue;
      draw_step_number(picture, placement, leg.cells.back(), i + 1);
    }
    for (const Object& object : level_.objects) {
      if (object.id.empty() || !is_drawn(object.position.sheet) || is_wall(object)) continue;
      const LabelPlacement::Place at = placement.place(box_of(object.position), object.id);
      // A light edge first, as letters of its own: not every viewer knows paint-order.
      for (const char* look : {R"(stroke="#ffffff" stroke-width="2.5" stroke-linejoin="round")",
                               R"(fill="#202028")"}) {
        picture.text({at.x, at.y}, object.id,
                     fmt::format(R"(font-size="{:.1f}" {})", font_size_, look));
      }
    }
  }
  void draw_step_number(SvgPicture& picture, LabelPlacement& placement, const Position& cell,
                        std::size_t number) {
    const std::string text = fmt::format("{}", number);
    const LabelPlacement::Place at = placement.place(box_of(cell), text + "  ");
    const double radius = 0.75 * font_size_;
    const Point middle = {at.x + radius, at.y - 0.3 * font_size_};
    picture.circle(middle, radius, fmt::format(R"(fill="{}")", kWalkColor));
    picture.text({middle.x, middle.y + 0.35 * font_size_}, text,
                 fmt::format(R"(font-size="{:.1f}" text-anchor="middle" fill="#ffffff" )"
                             R"(font-weight="bold")",
                             font_size_));
  }
  LabelPlacement::Box box_of(const Position& at) const {
    return {left(at), top(at), left(at) + cell_, top(at) + cell_};
  }

  // The steps as lines of text; lines after the first of a step begin with blanks.
  std::vector<std::string> wrapped_steps() const {
    constexpr std::size_t kMostCharacters = 46;
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < options_.walk.size(); ++i) {
      std::string rest = fmt::format("{:>2}. {}", i + 1, options_.walk[i].text);
      while (rest.size() > kMostCharacters) {
        std::size_t cut = rest.rfind(' ', kMostCharacters);
        if (cut == std::string::npos || cut < 8) cut = kMostCharacters;
        lines.push_back(rest.substr(0, cut));
        rest = "     " + rest.substr(std::min(rest.size(), rest.find_first_not_of(' ', cut)));
      }
      lines.push_back(rest);
    }
    return lines;
  }
  void draw_step_list(SvgPicture& picture, double x) {
    double y = top_ + 6;
    picture.text({x, y}, "The walk", R"(font-size="14" font-weight="bold" fill="#202028")");
    for (const std::string& line : wrapped_steps()) {
      y += kLineHeight;
      picture.text({x, y}, line, R"(font-size="12" fill="#303038" xml:space="preserve")");
    }
  }

  struct LegendEntry {
    Thing thing;
    const char* text;
  };
  std::vector<LegendEntry> legend() const {
    static constexpr LegendEntry kEntries[] = {
        {Thing::kAgent, "agent"},
        {Thing::kDoor, "door, closed at first"},
        {Thing::kOpenDoor, "door, open"},
        {Thing::kButton, "button"},
        {Thing::kColorButton, "colour button"},
        {Thing::kColorScreen, "colour screen"},
        {Thing::kFlag, "goal flag"},
        {Thing::kFire, "fire"},
        {Thing::kMonster, "monster"},
        {Thing::kPerson, "person"},
        {Thing::kMovingHazard, "moving hazard"},
        {Thing::kTable, "furniture"},
        {Thing::kWall, "wall"},
    };
    std::vector<LegendEntry> entries;
    for (const LegendEntry& entry : kEntries) {
      const bool there =
          std::any_of(level_.objects.begin(), level_.objects.end(), [&](const Object& object) {
            if (entry.thing == Thing::kTable) return is_furniture(object);
            if (entry.thing == Thing::kWall) return is_wall(object);
            return object.thing == entry.thing;
          });
      if (there) entries.push_back(entry);
    }
    return entries;
  }
  static constexpr double kLegendColumn = 170;
  std::size_t legend_columns() const {
    return std::max<std::size_t>(1,
                                 static_cast<std::size_t>((width_ - 2 * kMargin) / kLegendColumn));
  }
  double legend_height() const {
    const std::size_t rows = (legend().size() + legend_columns() - 1) / legend_columns();
    return 2 * kLineHeight + static_cast<double>(rows) * 1.6 * kLineHeight;
  }
  void draw_legend(SvgPicture& picture, double y) {
    const std::vector<LegendEntry> entries = legend();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::size_t columns = legend_columns();
      const Point at = {
          kMargin + 10 + kLegendColumn * static_cast<double>(i % columns),
          y + 1.5 * kLineHeight + 1.6 * kLineHeight * static_cast<double>(i / columns)};
      draw_symbol(picture, {entries[i].thing, Direction::kNorth, "#42a5f5"}, at, 18);
      picture.text({at.x + 16, at.y + 4}, entries[i].text, R"(font-size="12" fill="#303038")");
    }
  }

  const Level& level_;
  const DrawingOptions& options_;
  double cell_;
  double font_size_;
  double top_ = 0;
  double width_ = 0;
  std::vector<std::uint32_t> sheets_;
  std::size_t columns_ = 1;
};

}  // namespace

std::string draw_level(const Level& level, const DrawingOptions& options) {
  return Drawing(level, options).draw();
}

}  // namespace questproof::labrecruits
