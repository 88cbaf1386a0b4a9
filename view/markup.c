#include "view/markup.h"

#include <stdbool.h>
#include <string.h>

/* What is written for a byte; NULL: the byte itself. */
static const char *entity_of(char c)
{
    static const char marks[] = "&<>\"'";
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    const char *mark = c != '\0' ? strchr(marks, c) : NULL;
    return mark != NULL ? entities[mark - marks] : c >= ' ' && c <= '~' ? NULL : "?";
}

static void write_escaped(const char *text, bool keeps_lines, FILE *out)
{
    for (; *text != '\0'; text++) {
        bool is_kept = keeps_lines && (*text == '\n' || (unsigned char)*text >= 0x80);
        const char *entity = is_kept ? NULL : entity_of(*text);
        fprintf(out, "%.*s", entity != NULL ? 6 : 1, entity != NULL ? entity : text);
    }
}

void markup_write(const char *text, FILE *out)
{
    write_escaped(text, false, out);
}

void markup_write_lines(const char *text, FILE *out)
{
    write_escaped(text, true, out);
}

struct markup markup(const char *text)
{
    struct markup markup = {""};
    size_t used = 0;
    for (int i = 0; i < 255 && text[i] != '\0'; i++) {
        const char *entity = entity_of(text[i]);
        used += (size_t)snprintf(markup.text + used, sizeof markup.text - used, "%.*s",
                                 entity != NULL ? 6 : 1,
                                 entity != NULL ? entity : text + i);
    }
    return markup;
}
