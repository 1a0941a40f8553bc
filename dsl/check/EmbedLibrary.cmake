# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DOUTPUT=F -DFILES=a;b -P EmbedLibrary.cmake: the library's text as C++.
set(text "#include \"dsl/check/Check.h\"\n\nnamespace tenon {\n\nstd::span<const LibraryFile> library() {\n")
string(APPEND text "  static constexpr LibraryFile files[] = {\n")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  file(READ ${file} content)
  string(APPEND text "      {\"${name}\", R\"tenon(${content})tenon\"},\n")
endforeach()
string(APPEND text "  };\n  return files;\n}\n\n} // namespace tenon\n")
file(WRITE ${OUTPUT} "${text}")
