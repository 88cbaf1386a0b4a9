#pragma once
/* Folders and files of tests. */

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/test_case.h"

/* Makes a new folder in /tmp, named for the test, and writes its path to `folder`. */
static inline void test_folder_make(char *folder, size_t size, const char *name)
{
    (void)snprintf(folder, size, "/tmp/fibsbot-%s-XXXXXX", name);
    assert_non_null(mkdtemp(folder));
}

/* Removes the folder with all that is in it; the status of rm, 0: done. */
static inline int test_folder_remove(const char *folder)
{
    char command[200];
    FORMAT_TEXT(command, "rm -rf '%s'", folder);
    return system(command);
}

/* Reads a file, or what of it there is room for, as a text. */
static inline void test_file_read(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    (void)fclose(file);
}

/* Writes a file that holds the text and nothing else. */
static inline void test_file_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Changes bits of a byte of the file; the second time mends it. */
static inline void test_file_damage(const char *path, long at, int bits)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    int byte = fgetc(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    (void)fputc(byte ^ bits, file);
    assert_int_equal(fclose(file), 0);
}
