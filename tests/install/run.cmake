# SPDX-License-Identifier: MIT
# cmake -D BUILD=<build folder> -D CONSUMER=<this folder> -D COMPILER=<c++> -D PROGRAM=<relative path>
#       -P run.cmake
# Installs into an empty folder, builds the consumer against it, and runs the consumer and the
# installed program.
cmake_path(APPEND BUILD tests install OUTPUT_VARIABLE scratch)
file(REMOVE_RECURSE "${scratch}")
set(prefix "${scratch}/prefix")

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    list(JOIN ARGV " " line)
    message(FATAL_ERROR "exit code ${code}: ${line}")
  endif()
endfunction()

run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${prefix}")
run("${CMAKE_COMMAND}" -S "${CONSUMER}" -B "${scratch}/consumer" -G Ninja -D CMAKE_BUILD_TYPE=Release
  -D "CMAKE_CXX_COMPILER=${COMPILER}" -D "CMAKE_PREFIX_PATH=${prefix}"
  -D CMAKE_EXPORT_NO_PACKAGE_REGISTRY=ON -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF)
run("${CMAKE_COMMAND}" --build "${scratch}/consumer")
run("${scratch}/consumer/consumer")
run("${prefix}/${PROGRAM}" --version)
