#pragma once
/* The files of the page (bot/seat/browser/page), which the build puts into the program. */

#include <stdbool.h>
#include <stddef.h>

struct table_page {
    const char *text; /* not NUL-terminated */
    size_t length;
};

/* Finds a file by its name, "table.js". */
bool table_page_find(const char *name, struct table_page *page);
