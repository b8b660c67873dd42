// SPDX-License-Identifier: MIT
#include "games/labrecruits/level_file.h"
