#include "bot/base/moment.h"

static const char moment_form[] = "dddd-dd-dd dd:dd";

static bool has_form(const char *text)
{
    size_t i = 0;
    for (; moment_form[i] != '\0'; i++) {
        bool is_digit = text[i] >= '0' && text[i] <= '9';
        if (moment_form[i] == 'd' ? !is_digit : text[i] != moment_form[i]) {
            return false;
        }
    }
    return text[i] == '\0';
}

/* The number of the digits that begin at `text`. */
static int read_digits(const char *text, int count)
{
    int value = 0;
    for (int i = 0; i < count; i++) {
        value = 10 * value + (text[i] - '0');
    }
    return value;
}

bool moment_read(const char *text, time_t *moment)
{
    if (!has_form(text)) {
        return false;
    }
    const struct tm asked = {.tm_year = read_digits(text, 4) - 1900,
                             .tm_mon = read_digits(text + 5, 2) - 1,
                             .tm_mday = read_digits(text + 8, 2),
                             .tm_hour = read_digits(text + 11, 2),
                             .tm_min = read_digits(text + 14, 2),
                             .tm_isdst = -1};
    struct tm found = asked;
    time_t at = mktime(&found); /* makes 31 June the 1 July */
    bool is_there = at != (time_t)-1 && found.tm_mon == asked.tm_mon &&
                    found.tm_mday == asked.tm_mday && found.tm_hour == asked.tm_hour &&
                    found.tm_min == asked.tm_min;
    if (is_there) {
        *moment = at;
    }
    return is_there;
}

bool moment_check(const char *text, struct error *err)
{
    time_t moment;
    return moment_read(text, &moment) ||
           error_set(err, "expected a date and a time: 2027-01-30 20:00");
}

void moment_write(time_t moment, char text[MOMENT_SIZE])
{
    struct tm utc;
    (void)gmtime_r(&moment, &utc);
    (void)strftime(text, MOMENT_SIZE, "%Y-%m-%dT%H:%M:%SZ", &utc);
}
