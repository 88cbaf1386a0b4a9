#include "match/text_line.h"

#include <string.h>

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

enum { TAB_WIDTH = 8 };

/* Returns the bytes of the UTF-8 character at `text`, 0 if there is none. */
static int utf8_length(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    int length = c[0] < 0x80                   ? 1
                 : c[0] >= 0xC2 && c[0] < 0xE0 ? 2
                 : c[0] >= 0xE0 && c[0] < 0xF0 ? 3
                 : c[0] >= 0xF0 && c[0] < 0xF5 ? 4
                                               : 0;
    for (int i = 1; i < length; i++) {
        if ((c[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    return length;
}

static bool is_utf8(const char *text)
{
    while (*text != '\0') {
        int length = utf8_length(text);
        if (length == 0) {
            return false;
        }
        text += length;
    }
    return true;
}

void text_line_decode(const char *raw, char *text)
{
    bool is_latin1 = !is_utf8(raw);
    for (const unsigned char *c = (const unsigned char *)raw; *c != '\0'; c++) {
        bool is_no_break_space = is_latin1 ? *c == 0xA0 : (*c == 0xC2 && c[1] == 0xA0);
        if (*c < ' ' || *c == 0x7F || is_no_break_space) {
            *text++ = ' ';
            c += is_no_break_space && !is_latin1;
        } else if (is_latin1 && *c >= 0x80) {
            *text++ = (char)(0xC0 | *c >> 6);
            *text++ = (char)(0x80 | (*c & 0x3F));
        } else {
            *text++ = (char)*c;
        }
    }
    *text = '\0';
}

/* Adds a byte of the line; tabs become blanks, NUL is left out. */
static void add_byte(struct text_line *line, char *raw, size_t *length, int c)
{
    size_t room = TEXT_LINE_MAX - *length;
    size_t count = c == '\t' ? TAB_WIDTH - *length % TAB_WIDTH : c != '\0';
    line->is_cut |= count > room;
    count = count > room ? room : count;
    memset(raw + *length, c == '\t' ? ' ' : c, count);
    *length += count;
}

/* Reads the bytes of a line; false at the end of the file. */
static bool read_bytes(struct text_line *line, char *raw, size_t *length)
{
    int c = getc(line->file);
    if (c == EOF) {
        return false;
    }
    for (; c != EOF && c != '\n' && c != '\r'; c = getc(line->file)) {
        add_byte(line, raw, length, c);
    }
    if (c == '\r') {
        c = getc(line->file);
        if (c != '\n' && c != EOF) {
            (void)ungetc(c, line->file);
        }
    }
    return true;
}

bool text_line_next(struct text_line *line)
{
    char raw[TEXT_LINE_MAX + 1];
    size_t length = 0;
    line->is_cut = false;
    if (!read_bytes(line, raw, &length)) {
        return false;
    }
    raw[length] = '\0';
    size_t mark = strlen(BYTE_ORDER_MARK);
    bool is_marked = line->number == 0 && strncmp(raw, BYTE_ORDER_MARK, mark) == 0;
    text_line_decode(raw + (is_marked ? mark : 0), line->text);
    for (length = strlen(line->text); length > 0 && line->text[length - 1] == ' ';) {
        line->text[--length] = '\0';
    }
    line->number++;
    return true;
}
