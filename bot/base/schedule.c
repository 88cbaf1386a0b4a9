#include "bot/base/schedule.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "base/text.h"

static const char *const days[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
enum { DAYS = sizeof days / sizeof days[0], ALL_DAYS = (1 << DAYS) - 1 };

struct entry {
    unsigned days; /* bit n: begins on day n */
    int from, to;  /* minutes of the day; `to` may be more than a day */
};

static void skip_blanks(const char **cursor)
{
    *cursor += strspn(*cursor, " \t");
}

static bool take_letter(const char **cursor, char c)
{
    skip_blanks(cursor);
    if (**cursor != c) {
        return false;
    }
    (*cursor)++;
    return true;
}

/* 0..6, or -1 */
static int take_day(const char **cursor)
{
    skip_blanks(cursor);
    for (int day = 0; day < DAYS; day++) {
        if (strncasecmp(*cursor, days[day], 3) == 0) {
            *cursor += 3;
            return day;
        }
    }
    return -1;
}

/* "8:05" or "08:05", up to "24:00"; -1 if it is none. */
static int take_time(const char **cursor)
{
    int parts[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        skip_blanks(cursor);
        size_t digits = strspn(*cursor, "0123456789");
        if (digits < (i == 0 ? 1U : 2U) || digits > 2) {
            return -1;
        }
        for (size_t at = 0; at < digits; at++) {
            parts[i] = 10 * parts[i] + *(*cursor)++ - '0';
        }
        if (i == 0 && !take_letter(cursor, ':')) {
            return -1;
        }
    }
    int minutes = 60 * parts[0] + parts[1];
    return parts[1] < 60 && minutes <= SCHEDULE_DAY ? minutes : -1;
}

/* Without days: all of them. A range may go over the end of the week: Sat-Mon. */
static bool take_days(const char **cursor, unsigned *set)
{
    int first = take_day(cursor);
    *set = ALL_DAYS;
    if (first < 0) {
        return true;
    }
    int last = take_letter(cursor, '-') ? take_day(cursor) : first;
    if (last < 0) {
        return false;
    }
    *set = 1U << last;
    for (int day = first; day != last; day = (day + 1) % DAYS) {
        *set |= 1U << day;
    }
    return true;
}

static bool read_entry(const char *text, size_t length, struct entry *entry)
{
    char copy[64];
    const char *cursor = copy;
    if (length >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (!take_days(&cursor, &entry->days)) {
        return false;
    }
    entry->from = take_time(&cursor);
    if (entry->from < 0 || entry->from == SCHEDULE_DAY || !take_letter(&cursor, '-')) {
        return false;
    }
    entry->to = take_time(&cursor);
    skip_blanks(&cursor);
    if (entry->to < 0 || *cursor != '\0') {
        return false;
    }
    entry->to += entry->to <= entry->from ? SCHEDULE_DAY : 0;
    return true;
}

static bool holds_minute(const struct entry *entry, int minute_of_week)
{
    for (int day = 0; day < DAYS; day++) {
        int since = minute_of_week - (day * SCHEDULE_DAY + entry->from);
        since += since < 0 ? SCHEDULE_WEEK : 0;
        if ((entry->days & 1U << day) != 0 && since < entry->to - entry->from) {
            return true;
        }
    }
    return false;
}

/* The next entry between commas; its length, 0 at the end. */
static size_t next_entry(const char **cursor)
{
    *cursor += strspn(*cursor, ", \t");
    return strcspn(*cursor, ",");
}

bool schedule_has(const char *text, int minute_of_week)
{
    size_t length;
    for (; (length = next_entry(&text)) > 0; text += length) {
        struct entry entry;
        if (read_entry(text, length, &entry) && holds_minute(&entry, minute_of_week)) {
            return true;
        }
    }
    return false;
}

enum { FOUND_SIZE = 64 }; /* of a bad entry, as it is shown */

/* Finds a word of letters that is not a day; false if there is none. */
static bool find_bad_day(const char *entry, char day[FOUND_SIZE])
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (size_t length; *entry != '\0'; entry += length) {
        const char *word = entry;
        length = strspn(word, letters);
        if (length > 0 && (length != 3 || take_day(&word) < 0)) {
            (void)snprintf(day, FOUND_SIZE, "%.*s", (int)length, entry);
            return true;
        }
        length = length > 0 ? length : 1;
    }
    return false;
}

static bool refuse_entry(const char *entry, size_t length, struct error *err)
{
    char found[FOUND_SIZE], day[FOUND_SIZE] = "";
    FORMAT_TEXT(found, "%.*s", (int)length, entry);
    bool is_day_bad = find_bad_day(found, day);
    struct nearest nearest = nearest_to(day);
    for (int i = 0; i < DAYS; i++) {
        nearest_offer(&nearest, days[i]);
    }
    if (is_day_bad && nearest.distance <= 1) { /* of three letters */
        return error_set(err, "%s is not a day; did you mean %s?", day, nearest.name);
    }
    return error_set(
        err, "expected hours such as 08:00-23:00 or Mon-Fri 18:00-23:00, found \"%s\"",
        found);
}

bool schedule_check(const char *text, struct error *err)
{
    size_t length;
    for (; (length = next_entry(&text)) > 0; text += length) {
        struct entry entry;
        if (!read_entry(text, length, &entry)) {
            return refuse_entry(text, length, err);
        }
    }
    return true;
}

int schedule_minute(time_t now)
{
    struct tm local;
    if (localtime_r(&now, &local) == NULL) {
        return SCHEDULE_UNKNOWN;
    }
    int day = (local.tm_wday + 6) % 7; /* from Monday */
    return day * SCHEDULE_DAY + local.tm_hour * 60 + local.tm_min;
}
