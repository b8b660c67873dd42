# SPDX-License-Identifier: MIT
# Targets by folder: a new source file needs no edit of any CMakeLists.txt.
include_guard()

# questproof_add_library(<name> [PUBLIC <library>...] [PRIVATE <library>...] [OPTIONS <option>...]
#                        [EXCLUDE <file>...] [SUBFOLDERS <folder>...])
# A static library of all .cc files in the current folder and the named folders below it; an interface library while there are none.
# Every target includes by the path from the repository's root.
function(questproof_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PUBLIC;PRIVATE;OPTIONS;EXCLUDE;SUBFOLDERS")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cc")
  foreach(folder IN LISTS arg_SUBFOLDERS)
    file(GLOB more CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cc")
    list(APPEND sources ${more})
  endforeach()
  foreach(file IN LISTS arg_EXCLUDE)
    list(REMOVE_ITEM sources "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
  endforeach()
  set(include_root
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/questproof>")
  if(sources)
    add_library(${name} STATIC ${sources})
    target_include_directories(${name} PUBLIC ${include_root})
    target_compile_features(${name} PUBLIC cxx_std_20)
    target_compile_options(${name} PRIVATE ${QUESTPROOF_WARNINGS} ${arg_OPTIONS})
    target_link_libraries(${name} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  else()
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE ${include_root})
    target_compile_features(${name} INTERFACE cxx_std_20)
    target_link_libraries(${name} INTERFACE ${arg_PUBLIC} ${arg_PRIVATE})
  endif()
endfunction()

# questproof_add_tests(<name> <folder> LABEL <label> LIBRARIES <library>... [DEFINITIONS <definition>...])
# One test program of all .cc files in <folder>, below the current one. Suites whose name contains
# "Slow" carry the label slow instead of <label>.
function(questproof_add_tests name folder)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "LABEL" "LIBRARIES;DEFINITIONS")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cc")
  if(NOT sources)
    return()
  endif()
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gmock GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${QUESTPROOF_WARNINGS})
  target_compile_definitions(${name} PRIVATE
    QUESTPROOF_SOURCE_DIR="${PROJECT_SOURCE_DIR}" ${arg_DEFINITIONS})
  target_precompile_headers(${name} REUSE_FROM questproof_test_headers)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_FILTER "-*Slow*"
    PROPERTIES LABELS "${arg_LABEL}" TIMEOUT 600)
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_FILTER "*Slow*"
    PROPERTIES LABELS slow TIMEOUT 1200)
endfunction()
