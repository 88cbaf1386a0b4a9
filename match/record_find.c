/* Finds the file of a match: by when it began, or the newest of two players. */
#include "base/text.h"
#include "match/record.h"
#include "match/record_internal.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void record_copy_name(char *to, size_t size, const char *name)
{
    size_t length = 0;
    for (; name[length] != '\0' && length + 1 < size; length++) {
        char c = name[length];
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                        (c >= '0' && c <= '9') || c == '_' || c == '-';
        to[length] = c;
        if (!is_plain) {
            to[length] = '_';
        }
    }
    to[length] = '\0';
}

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

bool record_name_file(const struct record_match *match, int copy, char *path,
                      size_t size)
{
    char my_name[RECORD_NAME_MAX], opponent[RECORD_NAME_MAX], kind[16], moment[32];
    char below[RECORD_NAME_MAX + 1], suffix[16] = "";
    struct tm utc;
    if (gmtime_r(&match->started, &utc) == NULL) {
        return false;
    }
    record_copy_name(my_name, sizeof my_name, match->my_name);
    record_copy_name(opponent, sizeof opponent, match->opponent);
    record_kind(match->length, kind);
    write_grouping(match->grouping, opponent, &utc, below);
    (void)strftime(moment, sizeof moment, "%Y%m%d-%H%M%S", &utc);
    if (copy > 1) {
        FORMAT_TEXT(suffix, "-%d", copy);
    }
    int length = snprintf(path, size, "%s%s/%s-%s-%s%s-%s%s.mat", match->folder, below,
                          moment, my_name, opponent,
                          match->number != NULL ? match->number : "", kind, suffix);
    return length > 0 && (size_t)length < size;
}

bool record_find_begun(const struct record_match *match, char *path, size_t size)
{
    static const int later_s[] = {0, 1, -1, 2};
    const int64_t end_of_9999 = 253402300799;
    struct record_match likely = *match;
    likely.number = NULL;
    if (match->started < 0 || match->started > end_of_9999) {
        return false; /* of a damaged history */
    }
    for (size_t i = 0; i < sizeof later_s / sizeof later_s[0]; i++) {
        likely.started = match->started + later_s[i];
        for (likely.grouping = RECORD_FLAT; likely.grouping <= RECORD_BY_DAY;
             likely.grouping++) {
            if (record_name_file(&likely, 1, path, size) && access(path, R_OK) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* ---- the newest file ------------------------------------------------------------- */

enum { TIME_LENGTH = 15 }; /* "20261121-031415" */

/* "20261121-031415-our_bot-opp_a-5pt.mat" or "...-5pt-2.mat"; `tail` is the part
 * after the time, up to the kind; if it ends in "-", any kind fits. */
static bool is_file_of(const char *name, const char *tail)
{
    size_t length = strlen(tail);
    bool has_time = strspn(name, "0123456789-") >= TIME_LENGTH + 1;
    if (!has_time || strncmp(name + TIME_LENGTH, tail, length) != 0) {
        return false;
    }
    const char *rest = name + TIME_LENGTH + length;
    if (length > 0 && tail[length - 1] == '-') { /* of any kind: "5pt", "money" */
        rest += strspn(rest, "0123456789");
        rest += strncmp(rest, "pt", 2) == 0      ? 2
                : strncmp(rest, "money", 5) == 0 ? 5
                                                 : 0;
    }
    rest += *rest == '-' ? 1 + strspn(rest + 1, "0123456789") : 0;
    return strcmp(rest, ".mat") == 0;
}

bool record_start_of(const char *path, time_t *started)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    struct tm tm = {0};
    bool is_time = strspn(name, "0123456789") == 8 && name[8] == '-' &&
                   strspn(name + 9, "0123456789") == 6 && name[TIME_LENGTH] == '-';
    if (!is_time || sscanf(name, "%4d%2d%2d-%2d%2d%2d", &tm.tm_year, &tm.tm_mon,
                           &tm.tm_mday, &tm.tm_hour, &tm.tm_min, &tm.tm_sec) != 6) {
        return false;
    }
    tm.tm_year -= 1900;
    tm.tm_mon -= 1;
    *started = timegm(&tm);
    return *started > 0;
}

/* Times sort as text; of the same second, "-2" is newer than none, "-10" than "-2". */
static bool is_newer(const char *a, const char *b)
{
    int by_time = strncmp(a, b, TIME_LENGTH);
    if (by_time != 0 || b[0] == '\0') {
        return by_time > 0;
    }
    size_t length_a = strlen(a), length_b = strlen(b);
    return length_a != length_b ? length_a > length_b : strcmp(a, b) > 0;
}

/* A search for the newest file. */
struct search {
    const char *tail, *before;
    char folder[RECORD_PATH_SIZE];
    char name[256]; /* "": none yet */
};

typedef void visit_entry(struct search *search, const char *folder, const char *name);

static void visit_folder(const char *folder, visit_entry *visit, struct search *search)
{
    DIR *dir = opendir(folder);
    if (dir == NULL) {
        return;
    }
    const struct dirent *entry;
    while ((entry = readdir(dir)) != NULL) {
        visit(search, folder, entry->d_name);
    }
    (void)closedir(dir);
}

static void visit_file(struct search *search, const char *folder, const char *name)
{
    bool is_older = search->before[0] == '\0' || is_newer(search->before, name);
    if (is_older && is_file_of(name, search->tail) && is_newer(name, search->name)) {
        COPY_TEXT(search->name, name);
        COPY_TEXT(search->folder, folder);
    }
}

/* Searches the folder of a day. */
static void visit_day(struct search *search, const char *folder, const char *name)
{
    char below[RECORD_PATH_SIZE];
    bool is_day = strspn(name, "0123456789-") == 10 && name[10] == '\0';
    if (is_day &&
        snprintf(below, sizeof below, "%s/%s", folder, name) < (int)sizeof below) {
        visit_folder(below, visit_file, search);
    }
}

/* Searches all groupings, since the option may have changed. */
bool record_find_newest_of(const char *folder, const char *my_name,
                           const char *opponent, const char *kind, const char *before,
                           char *path, size_t size)
{
    char tail[2 * RECORD_NAME_MAX + 24];
    struct search search = {.tail = tail, .before = before};
    char below[RECORD_PATH_SIZE];
    FORMAT_TEXT(tail, "-%.80s-%.80s-%s", my_name, opponent, kind);
    FORMAT_TEXT(below, "%s/%s", folder, opponent);
    visit_folder(folder, visit_file, &search);
    visit_folder(below, visit_file, &search);
    visit_folder(folder, visit_day, &search);
    int length = snprintf(path, size, "%s/%s", search.folder, search.name);
    return search.name[0] != '\0' && length > 0 && (size_t)length < size;
}

bool record_find_newest(const char *folder, const char *my_name, const char *opponent,
                        char *path, size_t size)
{
    return record_find_newest_of(folder, my_name, opponent, "", "", path, size);
}
