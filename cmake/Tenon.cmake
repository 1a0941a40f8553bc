# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# One function per kind of target, so that a folder's CMakeLists.txt is a few lines.

find_program(TENON_CCACHE ccache)
if(TENON_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${TENON_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TENON_CCACHE})
endif()

add_compile_options(-Wall -Wextra -Wno-unused-parameter)

# tenon_library(NAME sources... [LINK libs...]): a static library of one folder.
# Includes are written from the repository's root: #include "dsl/graph/Graph.h".
function(tenon_library name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

# tenon_codegen_library(NAME sources... [LINK libs...] [DEPENDS targets...]): the
# same with MLIR and LLVM, whose headers are kept quiet and whose ABI is followed
# (no exceptions).
function(tenon_codegen_library name)
  cmake_parse_arguments(ARG "" "" "LINK;DEPENDS" ${ARGN})
  tenon_library(${name} ${ARG_UNPARSED_ARGUMENTS} LINK ${ARG_LINK} MLIR LLVM)
  tenon_use_llvm(${name})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

function(tenon_use_llvm name)
  target_include_directories(${name} SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  target_compile_definitions(${name} PUBLIC ${LLVM_DEFINITIONS_LIST})
  target_compile_options(${name} PRIVATE -fno-exceptions)
endfunction()

# tenon_shows_decisions(TARGET): keeps LDBG lines, and assertions, in release builds too, for
# `tenon-opt --debug-only=PASS`. For code that decides, which runs once and briefly.
function(tenon_shows_decisions name)
  target_compile_options(${name} PRIVATE -UNDEBUG)
endfunction()

# tenon_passes(FOLDER): Passes.h.inc from FOLDER/Passes.td, as target tenon-FOLDER-passes.
function(tenon_passes folder)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name ${folder})
  add_public_tablegen_target(tenon-${folder}-passes)
endfunction()

# tenon_tool(NAME sources... [LINK libs...]): an executable in build/bin.
function(tenon_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
endfunction()
