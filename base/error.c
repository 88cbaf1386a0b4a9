#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(struct error *err, const char *format, ...)
{
    if (err == NULL) {
        return false;
    }
    va_list args;
    va_start(args, format);
    (void)vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    for (char *c = err->text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == '\177') {
            *c = '?';
        }
    }
    return false;
}
