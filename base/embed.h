#pragma once
/*
 * Puts a file of the sources into the program, by the assembler: `symbol` is its bytes, of
 * this source alone, with a NUL after them at `symbol`_end. The Makefile says that the object
 * depends on the file.
 */

#define EMBED(symbol, path)                                                            \
    __asm__(".pushsection .rodata\n" #symbol ":\n"                                     \
            ".incbin \"" path "\"\n" #symbol "_end:\n"                                 \
            ".byte 0\n"                                                                \
            ".popsection\n");                                                          \
    extern const char symbol[], symbol##_end[];
