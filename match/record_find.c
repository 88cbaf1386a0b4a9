/* Finds the file of a match by when it began. */
#include "match/record.h"
#include "match/record_internal.h"

#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* "/2026-11-22", "/opp_a" or "" */
static void write_grouping(int grouping, const char *opponent, const struct tm *utc,
                           char below[RECORD_NAME_MAX + 1])
{
    below[0] = '\0';
    if (grouping == RECORD_BY_OPPONENT) {
        (void)snprintf(below, RECORD_NAME_MAX + 1, "/%s", opponent);
    } else if (grouping == RECORD_BY_DAY) {
        (void)strftime(below, RECORD_NAME_MAX + 1, "/%Y-%m-%d", utc);
    }
}

static bool is_file_begun(const struct record_match *match, time_t when, int grouping,
                          char *path, size_t size)
{
    char my_name[RECORD_NAME_MAX], opponent[RECORD_NAME_MAX], kind[16], moment[32];
    char below[RECORD_NAME_MAX + 1];
    struct tm utc;
    if (gmtime_r(&when, &utc) == NULL) {
        return false;
    }
    record_copy_name(my_name, sizeof my_name, match->my_name);
    record_copy_name(opponent, sizeof opponent, match->opponent);
    record_kind(match->length, kind);
    write_grouping(grouping, opponent, &utc, below);
    (void)strftime(moment, sizeof moment, "%Y%m%d-%H%M%S", &utc);
    int length = snprintf(path, size, "%s%s/%s-%s-%s-%s.mat", match->folder, below,
                          moment, my_name, opponent, kind);
    return length > 0 && (size_t)length < size && access(path, R_OK) == 0;
}

bool record_find_begun(const struct record_match *match, char *path, size_t size)
{
    static const int later_s[] = {0, 1, -1, 2};
    const int64_t end_of_9999 = 253402300799;
    if (match->started < 0 || match->started > end_of_9999) {
        return false; /* of a damaged history */
    }
    for (size_t i = 0; i < sizeof later_s / sizeof later_s[0]; i++) {
        for (int grouping = RECORD_FLAT; grouping <= RECORD_BY_DAY; grouping++) {
            if (is_file_begun(match, match->started + later_s[i], grouping, path,
                              size)) {
                return true;
            }
        }
    }
    return false;
}
