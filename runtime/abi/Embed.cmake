# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DFROM=FILE -DTO=FILE.inc -P Embed.cmake: the bytes of FILE as a C initialiser.
file(READ ${FROM} bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n"
       bytes "${bytes}")
file(WRITE ${TO} "${bytes}\n")
