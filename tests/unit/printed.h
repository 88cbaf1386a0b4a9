#pragma once
/* What is printed to a stream, as a text, and what a text holds. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/test_case.h"

static struct printed {
    char *text;
    size_t size;
} printed_last[4];
static int printed_now;

/* Begins a text, which printed_end() ends. */
static inline FILE *printed_begin(void)
{
    struct printed *printed = &printed_last[printed_now];
    free(printed->text);
    FILE *out = open_memstream(&printed->text, &printed->size);
    assert_non_null(out);
    return out;
}

/* Closes `out`; returns all that was printed to it, which stays until four more have begun. */
static inline char *printed_end(FILE *out)
{
    struct printed *printed = &printed_last[printed_now];
    assert_int_equal(fclose(out), 0);
    printed_now = (printed_now + 1) % 4;
    return printed->text;
}

static inline void assert_holds(const char *text, const char *part)
{
    if (strstr(text, part) == NULL) {
        fail_msg("no \"%s\" in:\n%s", part, text);
    }
}

/* How often the part stands in the text. */
static inline int count_of(const char *text, const char *part)
{
    int count = 0;
    while ((text = strstr(text, part)) != NULL) {
        text++;
        count++;
    }
    return count;
}
