// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace questproof {

// The parts of a report's page that are the same in all of them: the files of this folder, and the plotting
// library Chart.js. The build puts them into the program (scripts/cmake/EmbedPage.cmake).
struct PageAssets {
  struct Part {
    std::string_view text;
    std::string_view sha256;  // of the text, hexadecimal
  };
  std::string_view page;  // HTML with places to fill in: {{title}}
  Part style;
  Part chart;
  Part script;
};

PageAssets page_assets();

}  // namespace questproof
