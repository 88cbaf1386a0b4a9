#include "base/text_width.h"

/* Bytes 10xxxxxx go on with a character. */
int text_width(const char *text, int columns)
{
    int more = 0;
    for (const char *c = text; *c != '\0'; c++) {
        more += ((unsigned char)*c & 0xC0U) == 0x80U && c > text;
    }
    return columns + more;
}
