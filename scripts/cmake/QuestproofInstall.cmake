# SPDX-License-Identifier: MIT
# cmake --install: the program, the libraries, their headers, and the package that find_package reads.
# Included after the targets exist. Headers go to include/questproof/, below which they have the same
# paths as in the repository.
include_guard()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# What another project links: the model, the search and the front ends.
add_library(questproof_library INTERFACE)
target_link_libraries(questproof_library INTERFACE questproof_core_search questproof_games questproof_storage)
set_target_properties(questproof_library PROPERTIES EXPORT_NAME questproof)
add_library(questproof::questproof ALIAS questproof_library)

set(exported_libraries questproof_core_base questproof_core_model questproof_core_net questproof_core_search
  questproof_games questproof_games_common questproof_games_labrecruits questproof_games_live
  questproof_core_symbolic
  questproof_games_model_file questproof_games_script questproof_storage)
foreach(library IN LISTS exported_libraries)
  string(REPLACE "questproof_" "" export_name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${export_name})
endforeach()

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/questproof")
install(TARGETS ${exported_libraries} questproof_library EXPORT questproof-targets)
if(TARGET questproof_program)
  install(TARGETS questproof_program)
endif()
install(DIRECTORY core games storage DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/questproof"
  FILES_MATCHING PATTERN "*.h" PATTERN "samples" EXCLUDE)
install(EXPORT questproof-targets NAMESPACE questproof:: DESTINATION "${package_folder}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/questproof-config.cmake.in"
  "${PROJECT_BINARY_DIR}/questproof-config.cmake" INSTALL_DESTINATION "${package_folder}"
  NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/questproof-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/questproof-config.cmake"
  "${PROJECT_BINARY_DIR}/questproof-config-version.cmake" DESTINATION "${package_folder}")
