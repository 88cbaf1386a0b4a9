#include "base/error_bar.h"

#include "base/text.h"

enum { ERROR_BAR_SAMPLES_MIN = 2 };

struct error_bar error_bar(int64_t samples, double error, int digits, const char *unit)
{
    struct error_bar bar = {""};
    if (samples >= ERROR_BAR_SAMPLES_MIN) {
        FORMAT_TEXT(bar.text, " +- %.*f%s", digits, error, unit);
    }
    return bar;
}

struct error_bar error_bar_alone(int64_t samples, double error, int digits,
                                 const char *unit)
{
    struct error_bar bar = {"-"};
    if (samples >= ERROR_BAR_SAMPLES_MIN) {
        FORMAT_TEXT(bar.text, "%.*f%s", digits, error, unit);
    }
    return bar;
}
