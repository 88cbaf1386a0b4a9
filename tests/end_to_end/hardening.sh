#!/usr/bin/env bash
# The programs are built with what the compiler and linker have against misuse of memory
# faults: position-independent, read-only after relocation, bound at start, no executable
# stack, with stack protector and checked libc calls, and with CET where the C library
# itself has it.
set -u
cd "$(dirname "$0")/../.." || exit 1
case $BUILD in build | build-alignment) ;; *) echo "only of plain builds, not $BUILD"; exit 77 ;; esac
command -v readelf >/dev/null || { echo "no readelf"; exit 77; }
bad=0

# has PROGRAM WHAT PATTERN READELF_OPTION
has() {
    readelf -W "$4" "$1" | grep -qE "$3" || { echo "$1: no $2"; bad=1; }
}

for program in "$BUILD/fibsbot" "$BUILD/fibsd"; do
    has "$program" 'position-independent code' 'Type: +DYN' -h
    has "$program" 'stack without execution' 'GNU_STACK .* RW +0' -l
    has "$program" 'read-only relocations' 'GNU_RELRO' -l
    has "$program" 'binding at start' 'FLAGS_1.*NOW' -d
    has "$program" 'stack protector' '__stack_chk_fail' --dyn-syms
    has "$program" 'checked libc calls' '__(snprintf|vsnprintf|memcpy|read)_chk' --dyn-syms
    # The linker keeps the mark only if every object and the C library's start files have it.
    crt1=$("${CC:-cc}" -print-file-name=Scrt1.o)
    readelf -Wn "$crt1" | grep -q IBT && has "$program" 'CET' 'x86 feature: IBT, SHSTK' -n
done
exit $bad
