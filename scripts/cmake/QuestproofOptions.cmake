# SPDX-License-Identifier: MIT
# What every target of this project is compiled with, and the switches that the presets set.
include_guard()
include(GNUInstallDirs)

option(QUESTPROOF_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(QUESTPROOF_FUZZ "Build the libFuzzer targets (clang only)" OFF)
set(QUESTPROOF_SANITIZE "" CACHE STRING "Value of -fsanitize, for example address,undefined")
set(QUESTPROOF_PARALLEL "tbb" CACHE STRING "What core/base/parallel.cc stands on: tbb or std")
set_property(CACHE QUESTPROOF_PARALLEL PROPERTY STRINGS tbb std)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(THREADS_PREFER_PTHREAD_FLAG ON)

# -O2 everywhere; the hot folders ask for -O3 (QUESTPROOF_HOT_OPTIONS). No -march: what is built runs
# on every processor of the architecture, and vector code picks its instructions at run time.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(QUESTPROOF_HOT_OPTIONS $<$<CONFIG:Release>:-O3>)

# GCC 12 warns of overlapping copies inside std::string where there are none (GCC bug 105651).
set(QUESTPROOF_WARNINGS
  -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)

if(QUESTPROOF_SANITIZE)
  add_compile_options(-fsanitize=${QUESTPROOF_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${QUESTPROOF_SANITIZE})
  # With the sanitizers' checks in between, GCC sees uses of variables that it has not seen set.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()
if(QUESTPROOF_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(QUESTPROOF_CCACHE ccache)
mark_as_advanced(QUESTPROOF_CCACHE)
set(source_prefix "${PROJECT_SOURCE_DIR}/")
if(QUESTPROOF_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness is what ccache needs to work with precompiled headers. It hands the compiler relative
  # paths, so that several checkouts share one cache.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${QUESTPROOF_CCACHE}")
  file(RELATIVE_PATH source_prefix "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}/CMakeLists.txt")
  cmake_path(GET source_prefix PARENT_PATH source_prefix)
  string(APPEND source_prefix "/")
endif()

# Messages name source files as they stand in the repository, wherever the checkout lies.
add_compile_options("-fmacro-prefix-map=${source_prefix}=")
