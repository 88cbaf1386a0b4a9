#include "base/argument.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

bool argument_whole(const char *option, const char *text, int64_t least, int64_t most,
                    int64_t *number, struct error *err)
{
    char *end;
    errno = 0;
    *number = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || *number < least ||
        *number > most) {
        return error_set_kind(err, ERROR_REFUSED,
                              "%s: expected a whole number from %" PRId64 " to %" PRId64
                              ", found \"%.40s\"",
                              option, least, most, text);
    }
    return true;
}

bool argument_int(const char *option, const char *text, int least, int most,
                  int *number, struct error *err)
{
    int64_t whole;
    if (!argument_whole(option, text, least, most, &whole, err)) {
        return false;
    }
    *number = (int)whole;
    return true;
}

bool argument_real(const char *option, const char *text, double least, double most,
                   double *number, struct error *err)
{
    char *end;
    *number = strtod(text, &end);
    return (end != text && *end == '\0' && *number >= least && *number <= most) ||
           error_set_kind(err, ERROR_REFUSED,
                          "%s: expected a number from %g to %g, found \"%.40s\"",
                          option, least, most, text);
}
