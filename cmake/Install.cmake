# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What an installed Tenon consists of: the compiler, tenon.h, and the CMake
# package. The package works from the build folder too: -DTenon_DIR=<build>/cmake.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Tenon)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/TenonConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)

set(TENON_BINARY ${PROJECT_BINARY_DIR}/bin/tenon)
configure_package_config_file(cmake/TenonConfig.cmake.in ${PROJECT_BINARY_DIR}/cmake/TenonConfig.cmake
                              INSTALL_PREFIX ${PROJECT_BINARY_DIR}
                              INSTALL_DESTINATION ${PROJECT_BINARY_DIR}/cmake PATH_VARS TENON_BINARY)
set(TENON_BINARY ${CMAKE_INSTALL_BINDIR}/tenon)
configure_package_config_file(cmake/TenonConfig.cmake.in ${PROJECT_BINARY_DIR}/install/TenonConfig.cmake
                              INSTALL_DESTINATION ${package} PATH_VARS TENON_BINARY)

install(PROGRAMS ${PROJECT_BINARY_DIR}/bin/tenon DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES runtime/abi/tenon.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/install/TenonConfig.cmake
              ${PROJECT_BINARY_DIR}/cmake/TenonConfigVersion.cmake DESTINATION ${package})
