# find_package(InfiniCCL): the target InfiniCCL::infiniccl. Works wherever the installation lies.
cmake_minimum_required(VERSION 3.5...3.31)

get_filename_component(_infiniccl_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
foreach(_infiniccl_file "include/infiniccl/infiniccl.h" "lib/libinfiniccl.so")
  if(NOT EXISTS "${_infiniccl_prefix}/${_infiniccl_file}")
    set(InfiniCCL_FOUND FALSE)
    set(InfiniCCL_NOT_FOUND_MESSAGE "${_infiniccl_prefix} is no complete installation: ${_infiniccl_file} is missing")
    return()
  endif()
endforeach()

if(NOT TARGET InfiniCCL::infiniccl)
  add_library(InfiniCCL::infiniccl SHARED IMPORTED)
  set_target_properties(InfiniCCL::infiniccl PROPERTIES
    IMPORTED_LOCATION "${_infiniccl_prefix}/lib/libinfiniccl.so"
    IMPORTED_SONAME "libinfiniccl.so"
    INTERFACE_INCLUDE_DIRECTORIES "${_infiniccl_prefix}/include")
endif()
unset(_infiniccl_file)
unset(_infiniccl_prefix)
