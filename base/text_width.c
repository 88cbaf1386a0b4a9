#include "base/text_width.h"

#include <stdbool.h>

/* Bytes 10xxxxxx go on with a character. */
static bool goes_on(char byte)
{
    return ((unsigned char)byte & 0xC0U) == 0x80U;
}

int text_width(const char *text, int columns)
{
    int more = 0;
    for (const char *c = text; *c != '\0'; c++) {
        more += goes_on(*c) && c > text;
    }
    return columns + more;
}

size_t text_cut(const char *text, size_t length, size_t most)
{
    size_t kept = length < most ? length : most;
    while (kept < length && kept > 0 && goes_on(text[kept])) {
        kept--;
    }
    return kept;
}
