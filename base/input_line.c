#include "base/input_line.h"

bool input_line_read(FILE *in, char *line, size_t size, bool *is_cut)
{
    size_t n = 0;
    int c;
    *is_cut = false;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (n + 1 < size && c != '\0') {
            line[n++] = (char)c;
        } else {
            *is_cut = true;
        }
    }
    while (n > 0 && (line[n - 1] == '\r' || line[n - 1] == ' ')) {
        n--;
    }
    line[n] = '\0';
    return n > 0 || c != EOF;
}

bool input_line_was_last(FILE *in)
{
    int c;
    while ((c = getc(in)) == ' ' || c == '\r' || c == '\n') {
    }
    return ungetc(c, in) == EOF;
}
