// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace questproof {

// Numbers as people read them.
std::string grouped(std::uint64_t count);  // 40,569,300
std::string grouped(const std::string& digits);
std::string shortened(std::uint64_t count);   // 40.6 M
std::string bytes_text(std::uint64_t bytes);  // 1.2 GiB
std::string seconds_text(double seconds);     // 0.08 s, 12.4 s, 3 min 20 s
std::string percent_text(double share);       // 78.46 %; never rounds to 0 or 100
std::string counted(std::uint64_t count, std::string_view one);  // "1 step", "2 steps"
std::string counted(std::uint64_t count, std::string_view one, std::string_view many);

}  // namespace questproof
