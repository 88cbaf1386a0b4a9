#include "match/xg_text.h"

#include <stdbool.h>

#include "base/bytes.h"
#include "match/text_line.h"

enum {
    HIGH_HALF = 0xD800, /* of a pair; the low ones follow */
    LOW_HALF = 0xDC00,
    HALVES_END = 0xE000,
    PAIRS = 0x10000 /* characters from here on are pairs */
};

static bool is_half(unsigned c)
{
    return c >= HIGH_HALF && c < HALVES_END;
}

char *xg_text_put_utf8(char *out, unsigned c)
{
    bool is_control = c < ' ' || (c >= 0x7F && c < 0xA0);
    return text_put_utf8(out, is_control ? ' ' : is_half(c) ? '?' : c);
}

unsigned xg_text_take_utf8(const char **utf8)
{
    const unsigned char *c = (const unsigned char *)*utf8;
    int more = c[0] < 0xC2   ? 0
               : c[0] < 0xE0 ? 1
               : c[0] < 0xF0 ? 2
               : c[0] < 0xF5 ? 3
                             : 0;
    unsigned value = more == 0 ? (c[0] < 0x80 ? c[0] : '?') : c[0] & (0x3FU >> more);
    for (int i = 1; i <= more; i++) {
        if ((c[i] & 0xC0) != 0x80) {
            *utf8 += i;
            return '?';
        }
        value = value << 6 | (c[i] & 0x3FU);
    }
    *utf8 += 1 + more;
    return value;
}

unsigned xg_text_take_utf16(const unsigned char *units, int most, int *taken)
{
    unsigned c = (unsigned)bytes_get(units, 2);
    unsigned low = most > 1 ? (unsigned)bytes_get(units + 2, 2) : 0;
    *taken = 1;
    if (c >= HIGH_HALF && c < LOW_HALF && low >= LOW_HALF && low < HALVES_END) {
        *taken = 2;
        return PAIRS + ((c - HIGH_HALF) << 10) + (low - LOW_HALF);
    }
    return c;
}

void xg_text_put_narrow(unsigned char *field, int most, const char *utf8)
{
    int length = 0;
    while (*utf8 != '\0' && length < most) {
        unsigned c = xg_text_take_utf8(&utf8);
        field[1 + length++] = (unsigned char)(c < 0x100 ? c : '?');
    }
    field[0] = (unsigned char)length;
}

void xg_text_put_wide(unsigned char *field, int units, const char *utf8)
{
    for (int i = 0; *utf8 != '\0';) {
        unsigned c = xg_text_take_utf8(&utf8);
        int count = c < PAIRS ? 1 : 2;
        if (i + count >= units) {
            break;
        }
        bytes_put(field + 2 * i, 2, c < PAIRS ? c : HIGH_HALF + ((c - PAIRS) >> 10));
        if (count == 2) {
            bytes_put(field + 2 * i + 2, 2, LOW_HALF + (c & 0x3FF));
        }
        i += count;
    }
}
