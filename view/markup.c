#include "view/markup.h"

static void write_byte(unsigned char byte, FILE *out)
{
    switch (byte) {
    case '&':
        fputs("&amp;", out);
        break;
    case '<':
        fputs("&lt;", out);
        break;
    case '>':
        fputs("&gt;", out);
        break;
    case '"':
        fputs("&quot;", out);
        break;
    case '\'':
        fputs("&#39;", out);
        break;
    default:
        fputc(byte >= ' ' && byte <= '~' ? byte : '?', out);
    }
}

void markup_write(const char *text, FILE *out)
{
    for (; *text != '\0'; text++) {
        write_byte((unsigned char)*text, out);
    }
}
