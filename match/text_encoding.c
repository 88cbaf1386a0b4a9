#include "match/text_encoding.h"

#include <stdbool.h>
#include <stdint.h>

enum { BYTES_MAX = 64 * 1024 * 1024, NO_CHARACTER = 0xFFFD, BYTE_ORDER_MARK = 0xFEFF };

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

static void put_utf8(int32_t c, FILE *out)
{
    if (c < 0x80) {
        putc(c, out);
        return;
    }
    int shift = c < 0x800 ? 6 : c < 0x10000 ? 12 : 18;
    putc((c < 0x800 ? 0xC0 : c < 0x10000 ? 0xE0 : 0xF0) | c >> shift, out);
    while (shift > 0) {
        shift -= 6;
        putc(0x80 | (c >> shift & 0x3F), out);
    }
}

FILE *text_encoding_as_utf8(FILE *file)
{
    enum byte_order order = order_of(file);
    if (order == NOT_UTF16) {
        return file;
    }
    FILE *out = tmpfile();
    int32_t c = 0;
    for (long bytes = 0; out != NULL && bytes < BYTES_MAX; bytes += 2) {
        c = next_character(file, order);
        if (c < 0) {
            break;
        }
        if (c != BYTE_ORDER_MARK && c != 0) {
            put_utf8(c, out);
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
