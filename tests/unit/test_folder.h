#pragma once
/* Folders and files of tests. */

#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/test_case.h"

/* Removes the folder with all that is in it; the status of rm, 0: done. */
static inline int test_folder_remove(const char *folder)
{
    char command[200];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
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
