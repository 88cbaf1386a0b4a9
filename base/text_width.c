#include "base/text_width.h"

#include <stdbool.h>
#include <string.h>

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

int text_letter(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    int length = c[0] < 0x80                   ? 1
                 : c[0] >= 0xC2 && c[0] < 0xE0 ? 2
                 : c[0] >= 0xE0 && c[0] < 0xF0 ? 3
                 : c[0] >= 0xF0 && c[0] < 0xF5 ? 4
                                               : 0;
    /* written longer than it needs, half of a pair of UTF-16, or beyond the last one */
    bool is_none = (c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F) ||
                   (c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] > 0x8F);
    for (int i = 1; i < length; i++) {
        if (is_none || (c[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    return length;
}

size_t text_cut(const char *text, size_t length, size_t most)
{
    size_t kept = length < most ? length : most;
    while (kept < length && kept > 0 && goes_on(text[kept])) {
        kept--;
    }
    return kept;
}

/* A number and its percent sign stay together. */
static int word_length(const char *word)
{
    int length = (int)strcspn(word, " \n");
    bool is_percent = word[length] == ' ' && word[length + 1] == '%';
    return length + (is_percent ? 1 + (int)strcspn(word + length + 1, " \n") : 0);
}

void text_wrap(const char *text, int column, const char *prefix, int width, FILE *out)
{
    bool is_first = true;
    text += strspn(text, " \n");
    while (*text != '\0') {
        int length = word_length(text);
        if (!is_first && column + 1 + length > width) {
            fprintf(out, "\n%s", prefix);
            column = (int)strlen(prefix);
        } else if (!is_first) {
            (void)putc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", length, text);
        column += length;
        is_first = false;
        text += length;
        text += strspn(text, " \n");
    }
    (void)putc('\n', out);
}

void text_roff(const char *text, size_t length, FILE *out)
{
    bool is_line_begin = true;
    for (size_t i = 0; i < length; i++) {
        if (is_line_begin && (text[i] == '.' || text[i] == '\'')) {
            fputs("\\&", out);
        }
        if (text[i] == '\\') {
            fputs("\\e", out);
        } else if (text[i] == '-') {
            fputs("\\-", out);
        } else {
            (void)putc(text[i], out);
        }
        is_line_begin = text[i] == '\n';
    }
}
