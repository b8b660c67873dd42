// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace questproof {

// Writes a picture as SVG 1.1: coordinates in pixels, x to the right, y down. Shapes are painted in
// the order in which they are added; what they look like is said by attributes in SVG's own words,
// such as R"(fill="#eee" stroke="none")". Texts are escaped.
class SvgPicture {
 public:
  struct Point {
    double x = 0;
    double y = 0;
  };

  SvgPicture(double width, double height, std::string_view title);

  void rectangle(double x, double y, double width, double height, std::string_view attributes);
  void circle(Point center, double radius, std::string_view attributes);
  void line(Point from, Point to, std::string_view attributes);
  void polyline(const std::vector<Point>& points, std::string_view attributes);
  void polygon(const std::vector<Point>& points, std::string_view attributes);
  // A curve that leaves the straight line by `bend` of its length, to the left as it runs.
  void arc(Point from, Point to, double bend, std::string_view attributes);
  void text(Point at, std::string_view text, std::string_view attributes);

  // Shapes that belong together: shown as one, and named when a pointer rests on them.
  void begin_group(std::string_view attributes, std::string_view title = {});
  void end_group();

  // The whole document. Groups must be ended.
  std::string finish() const;

 private:
  std::string body_;
  std::string head_;
  int open_groups_ = 0;
};

// In the form that XML wants: &, <, > and quotes as entities, and a question mark for control
// characters and bytes that are no UTF-8.
std::string xml_escaped(std::string_view text);

}  // namespace questproof
