// SPDX-License-Identifier: MIT
// Carries the precompiled headers that all test programs share; there is no code of its own.
