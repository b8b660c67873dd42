# SPDX-License-Identifier: MIT
# Cap'n Proto schemas as C++.
include_guard()

# questproof_add_schemas(<library>)
# Compiles schema/*.capnp of the current folder into the library; its .cc files include them as
# <folder/schema/name.capnp.h>, with the folder's path from the repository's root.
function(questproof_add_schemas library)
  set(root "${PROJECT_BINARY_DIR}/schema")
  file(MAKE_DIRECTORY "${root}")
  file(GLOB schemas CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/schema/*.capnp")
  foreach(schema IN LISTS schemas)
    add_custom_command(OUTPUT "${root}/${schema}.c++" "${root}/${schema}.h"
      COMMAND "${QUESTPROOF_CAPNP}" compile "-oc++:${root}" "--src-prefix=${PROJECT_SOURCE_DIR}"
        "${PROJECT_SOURCE_DIR}/${schema}"
      DEPENDS "${PROJECT_SOURCE_DIR}/${schema}" VERBATIM)
    target_sources(${library} PRIVATE "${root}/${schema}.c++" "${root}/${schema}.h")
    set_source_files_properties("${root}/${schema}.c++" PROPERTIES COMPILE_OPTIONS "-w")
  endforeach()
  target_include_directories(${library} SYSTEM PRIVATE "${root}")
endfunction()
