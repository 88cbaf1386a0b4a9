#include "view/markup.h"

#include <string.h>

void markup_write(const char *text, FILE *out)
{
    static const char marks[] = "&<>\"'";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (; *text != '\0'; text++) {
        const char *mark = strchr(marks, *text);
        if (mark != NULL) {
            fputs(entities[mark - marks], out);
        } else {
            fputc(*text >= ' ' && *text <= '~' ? *text : '?', out);
        }
    }
}
