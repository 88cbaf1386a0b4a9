#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

/* Behind the longest text, so that whoever sets a text by hand clears it. */
enum { PASSES_AT = sizeof((struct error *)NULL)->text - 1 };

__attribute__((format(printf, 3, 0))) static bool
format_error(struct error *err, bool passes, const char *format, va_list args)
{
    if (err == NULL) {
        return false;
    }
    (void)vsnprintf(err->text, PASSES_AT, format, args);
    for (char *c = err->text; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == '\177') {
            *c = '?';
        }
    }
    err->text[PASSES_AT] = passes;
    return false;
}

bool error_set(struct error *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)format_error(err, false, format, args);
    va_end(args);
    return false;
}

static bool reason_passes(int reason)
{
    static const int passing[] = {ENOSPC,       EDQUOT,       EFBIG,    EADDRINUSE,
                                  ENETUNREACH,  EHOSTUNREACH, ENETDOWN, ETIMEDOUT,
                                  ECONNREFUSED, ECONNRESET,   ENOMEM,   ENFILE,
                                  EMFILE,       EAGAIN};
    for (size_t i = 0; i < sizeof passing / sizeof passing[0]; i++) {
        if (passing[i] == reason) {
            return true;
        }
    }
    return false;
}

bool error_set_for(struct error *err, int reason, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)format_error(err, reason_passes(reason), format, args);
    va_end(args);
    return false;
}

bool error_set_from(struct error *err, const struct error *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)format_error(err, error_passes(why), format, args);
    va_end(args);
    return false;
}

bool error_passes(const struct error *err)
{
    return err->text[PASSES_AT] != '\0';
}
