#include "match/text_line.h"

#include <stdint.h>
#include <string.h>

#include "base/text_width.h"

#define BYTE_ORDER_MARK "\xEF\xBB\xBF"

enum {
    TAB_WIDTH = 8,
    UTF16_MAX = 2 * TEXT_BYTES_MAX + 4, /* bytes of a file; a character has two */
    ORDER_MARK = 0xFEFF,
    NO_CHARACTER = 0xFFFD
};

static bool is_utf8(const char *text)
{
    while (*text != '\0') {
        int length = text_letter(text);
        if (length == 0) {
            return false;
        }
        text += length;
    }
    return true;
}

void text_drop_halves(char *text)
{
    char *out = text;
    for (int length; *text != '\0'; text += length > 0 ? length : 1) {
        length = text_letter(text);
        memmove(out, text, (size_t)length);
        out += length;
    }
    *out = '\0';
}

char *text_put_utf8(char *out, unsigned c)
{
    if (c < 0x80) {
        *out++ = (char)c;
        return out;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *out++ = (char)((0xFF00U >> (more + 1) & 0xFF) | c >> 6 * more);
    while (more-- > 0) {
        *out++ = (char)(0x80 | (c >> 6 * more & 0x3F));
    }
    return out;
}

unsigned text_of_windows(unsigned char byte)
{
    static const uint16_t others[32] = {
        0x20AC, '?',    0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, '?',    0x017D, '?',
        '?',    0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, '?',    0x017E, 0x0178};
    return byte >= 0x80 && byte < 0xA0 ? others[byte - 0x80] : byte;
}

void text_line_decode(const char *raw, char *text)
{
    bool is_windows = !is_utf8(raw);
    for (const unsigned char *c = (const unsigned char *)raw; *c != '\0'; c++) {
        unsigned one = is_windows ? text_of_windows(*c) : *c == 0xC2 ? c[1] : *c;
        bool is_blank =
            one >= 0x7F && one <= 0xA0 && (is_windows || *c == 0xC2 || one == 0x7F);
        if (one < ' ' || is_blank) { /* to the no-break space */
            *text++ = ' ';
            c += !is_windows && *c == 0xC2;
        } else if (is_windows) {
            text = text_put_utf8(text, one);
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

static int next_line_byte(struct text_line *line)
{
    return line->bytes++ < TEXT_BYTES_MAX ? getc(line->file) : EOF;
}

bool text_line_is_full(const struct text_line *line)
{
    return line->number == TEXT_LINES_MAX || line->bytes > TEXT_BYTES_MAX;
}

/* Reads the bytes of a line; false at the end of the file. */
static bool read_bytes(struct text_line *line, char *raw, size_t *length)
{
    int c = next_line_byte(line);
    if (c == EOF) {
        return false;
    }
    for (; c != EOF && c != '\n' && c != '\r'; c = next_line_byte(line)) {
        add_byte(line, raw, length, c);
    }
    if (c == '\r') {
        c = next_line_byte(line);
        if (c != '\n' && c != EOF) {
            (void)ungetc(c, line->file);
            line->bytes--;
        }
    }
    return true;
}

bool text_line_next(struct text_line *line)
{
    char raw[TEXT_LINE_MAX + 1];
    size_t length = 0;
    line->is_cut = false;
    if (text_line_is_full(line) || !read_bytes(line, raw, &length)) {
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

/* ---- files in UTF-16 ------------------------------------------------------------- */

enum byte_order { NOT_UTF16, LITTLE, BIG };

static enum byte_order order_of(FILE *file)
{
    rewind(file);
    int first = getc(file), second = getc(file);
    rewind(file);
    if ((first == 0xFF && second == 0xFE) || (first > 0 && second == 0)) {
        return LITTLE;
    }
    bool is_big = (first == 0xFE && second == 0xFF) || (first == 0 && second > 0);
    return is_big ? BIG : NOT_UTF16;
}

/* The next 16 bits, -1 at the end. */
static int32_t next_unit(FILE *file, enum byte_order order)
{
    int a = getc(file), b = getc(file);
    if (a == EOF || b == EOF) {
        return -1;
    }
    return order == LITTLE ? a | b << 8 : a << 8 | b;
}

/* The next character, which may have two units, -1 at the end. */
static int32_t next_character(FILE *file, enum byte_order order)
{
    int32_t unit = next_unit(file, order);
    if (unit < 0xD800 || unit > 0xDFFF) {
        return unit;
    }
    int32_t low = unit < 0xDC00 ? next_unit(file, order) : -1;
    bool is_pair = low >= 0xDC00 && low <= 0xDFFF;
    return is_pair ? 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00) : NO_CHARACTER;
}

FILE *text_as_utf8(FILE *file)
{
    enum byte_order order = order_of(file);
    if (order == NOT_UTF16) {
        return file;
    }
    FILE *out = tmpfile();
    int32_t c = 0;
    for (long bytes = 0; out != NULL && bytes < UTF16_MAX; bytes += 2) {
        c = next_character(file, order);
        if (c < 0) {
            break;
        }
        if (c != ORDER_MARK && c != 0) {
            char utf8[4];
            (void)fwrite(utf8, 1, (size_t)(text_put_utf8(utf8, (unsigned)c) - utf8),
                         out);
        }
    }
    (void)fclose(file);
    if (out != NULL && (fflush(out) != 0 || ferror(out))) {
        (void)fclose(out);
        return NULL;
    }
    if (out != NULL) {
        rewind(out);
    }
    return out;
}
