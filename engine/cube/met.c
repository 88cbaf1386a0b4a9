/*
 * Scores beyond the table: the next game gives 1, 2, 4 or 8 points to either side with
 * equal chances, in the shares of `beyond`, and leads to a score whose mwc is known.
 * The shares were fitted so that the shipped table, cut down to 15 points and extended
 * again, is reproduced: no value of its 25 points is off by more than 0.0016. When one
 * side is 1 away, the other always doubles: after the Crawford game it wins 2 points
 * or, with a gammon, 4; in it 1 or 2.
 */
#include "engine/cube/met.h"
#include "engine/cube/met_internal.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIZE_MIN = 8,
    NAME_SIZE = 64,
    PATH_SIZE = 4096,
    FILE_MAX = 1 << 20,
    FORMAT_VERSION = 1
};

struct met {
    char name[NAME_SIZE];
    int size;
    double before[MET_AWAY_MAX + 1][MET_AWAY_MAX + 1]; /* [my away][their away] */
    double trailer[MET_AWAY_MAX + 1]; /* [away]: post-Crawford, against 1-away */
};

/* Gammon rate of the wins of a trailer whose gammons matter; the last rows of the
 * shipped table imply 0.29 to 0.32. */
#define TRAILER_GAMMONS 0.3

static const struct {
    int points;
    double share;
} beyond[] = {{1, 0.30}, {2, 0.60}, {4, 0.04}, {8, 0.06}};
enum { OUTCOMES = sizeof beyond / sizeof beyond[0] };

/* ---- reading ---- */

struct reader {
    const char *at;
    const char *end;
    int line_number;
    const char *line; /* the current line without comment and surrounding blanks */
    int line_length;
    const char *file;
    struct error *err;
};

static bool fail(const struct reader *in, const char *expected)
{
    enum { SHOWN = 40 };
    error_set_kind(in->err, ERROR_MALFORMED, "%s:%d: expected %s, found \"%.*s\"",
                   in->file, in->line_number, expected,
                   in->line_length < SHOWN ? in->line_length : SHOWN, in->line);
    return false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Moves to the next line that is not empty; at the end of the file the line is
 * empty. */
static bool next_line(struct reader *in)
{
    in->line_length = 0;
    while (in->at < in->end && in->line_length == 0) {
        size_t left = (size_t)(in->end - in->at);
        const char *newline = memchr(in->at, '\n', left);
        const char *stop = newline != NULL ? newline : in->end;
        const char *comment = memchr(in->at, '#', (size_t)(stop - in->at));
        const char *from = in->at;
        const char *to = comment != NULL ? comment : stop;
        while (from < to && is_blank(*from)) {
            from++;
        }
        while (from < to && is_blank(to[-1])) {
            to--;
        }
        in->line = from;
        in->line_length = (int)(to - from);
        in->line_number++;
        in->at = newline != NULL ? newline + 1 : in->end;
    }
    return in->line_length > 0;
}

/* Returns where the rest of a line begins that begins with `word`, or -1. */
static int after_word(const struct reader *in, const char *word)
{
    int length = (int)strlen(word);
    if (in->line_length < length || memcmp(in->line, word, (size_t)length) != 0) {
        return -1;
    }
    if (in->line_length > length && !is_blank(in->line[length])) {
        return -1;
    }
    while (length < in->line_length && is_blank(in->line[length])) {
        length++;
    }
    return length;
}

static bool read_word(struct reader *in, const char *word)
{
    if (!next_line(in) || after_word(in, word) != in->line_length) {
        return fail(in, word);
    }
    return true;
}

static bool read_count(struct reader *in, const char *word, const char *expected,
                       int least, int most, int *count)
{
    int i = next_line(in) ? after_word(in, word) : -1;
    if (i < 0 || i == in->line_length) {
        return fail(in, expected);
    }
    *count = 0;
    for (; i < in->line_length; i++) {
        char c = in->line[i];
        if (c < '0' || c > '9' || *count > most) {
            return fail(in, expected);
        }
        *count = 10 * *count + (c - '0');
    }
    return *count >= least && *count <= most ? true : fail(in, expected);
}

static bool read_name(struct reader *in, char name[NAME_SIZE])
{
    int i = next_line(in) ? after_word(in, "name") : -1;
    int length = in->line_length - i;
    if (i < 0 || length < 1 || length >= NAME_SIZE) {
        return fail(in, "\"name\" and at most 63 characters");
    }
    memcpy(name, in->line + i, (size_t)length);
    name[length] = '\0';
    return true;
}

/* Reads one decimal number such as 0.67736 at line[*i], strictly between 0 and 1.
 * Divides the digits by a power of ten, which rounds once, so that the value does not
 * depend on the C library. */
static bool read_chance(const struct reader *in, int *i, double *value)
{
    enum { DIGITS_MAX = 15 };
    int64_t digits = 0;
    int64_t scale = 1;
    int k = *i;
    if (in->line_length - k < 3 || memcmp(in->line + k, "0.", 2) != 0) {
        return false;
    }
    for (k += 2; k < in->line_length && !is_blank(in->line[k]); k++) {
        char c = in->line[k];
        if (c < '0' || c > '9' || k - *i - 2 >= DIGITS_MAX) {
            return false;
        }
        digits = 10 * digits + (c - '0');
        scale *= 10;
    }
    while (k < in->line_length && is_blank(in->line[k])) {
        k++;
    }
    *i = k;
    *value = (double)digits / (double)scale;
    return digits > 0;
}

/* Reads one line of `count` chances into row[1..count]. */
static bool read_row(struct reader *in, int count, double *row)
{
    if (!next_line(in)) {
        return fail(in, "another row of chances");
    }
    int i = 0;
    for (int k = 1; k <= count; k++) {
        if (i == in->line_length || !read_chance(in, &i, &row[k])) {
            char expected[80];
            (void)snprintf(expected, sizeof expected,
                           "%d chances like 0.5 in the row (number %d is wrong)", count,
                           k);
            return fail(in, expected);
        }
    }
    return i == in->line_length ? true : fail(in, "no more chances in the row");
}

static bool row_falls(const double *row, int count)
{
    for (int k = 2; k <= count; k++) {
        if (row[k] > row[k - 1]) {
            return false;
        }
    }
    return true;
}

static bool row_rises(const double *row, int count)
{
    for (int k = 2; k <= count; k++) {
        if (row[k] < row[k - 1]) {
            return false;
        }
    }
    return true;
}

/* Whether row `a` fits the rows above it: the mwc of both sides add up to 1. */
static bool row_mirrors(const struct met *met, int a)
{
    for (int b = 1; b <= a; b++) {
        double off = met->before[a][b] + met->before[b][a] - 1.0;
        if (off > 1e-4 || off < -1e-4) {
            return false;
        }
    }
    return true;
}

static bool read_tables(struct reader *in, struct met *met)
{
    if (!read_word(in, "pre-crawford")) {
        return false;
    }
    for (int a = 1; a <= met->size; a++) {
        if (!read_row(in, met->size, met->before[a])) {
            return false;
        }
        if (!row_rises(met->before[a], met->size)) {
            return fail(in, "chances that rise with the opponent's points to go");
        }
        if (!row_mirrors(met, a)) {
            return fail(in, "a chance and its opposite (row and column exchanged) "
                            "that add up to 1");
        }
    }
    if (!read_word(in, "post-crawford") || !read_row(in, met->size, met->trailer)) {
        return false;
    }
    if (!row_falls(met->trailer, met->size)) {
        return fail(in, "chances that fall with the trailer's points to go");
    }
    if (met->trailer[1] < 0.4999 || met->trailer[1] > 0.5001) {
        return fail(in, "0.5 for 1-away against 1-away");
    }
    return next_line(in) ? fail(in, "nothing more") : true;
}

static bool read_all(struct reader *in, struct met *met)
{
    int version = 0;
    return read_count(in, "fibsbot-met", "\"fibsbot-met 1\"", FORMAT_VERSION,
                      FORMAT_VERSION, &version) &&
           read_name(in, met->name) &&
           read_count(in, "size", "\"size\" and a number from 8 to 99", SIZE_MIN,
                      MET_AWAY_MAX, &met->size) &&
           read_tables(in, met);
}

/* ---- beyond the table ---- */

/* Values that the table holds twice agree up to rounding; makes them agree exactly. */
static void make_symmetric(struct met *met)
{
    for (int a = 1; a <= met->size; a++) {
        met->before[a][a] = 0.5;
        for (int b = a + 1; b <= met->size; b++) {
            met->before[b][a] = 1.0 - met->before[a][b];
        }
    }
    met->trailer[1] = 0.5;
}

static double one_more_game(const struct met *met, int a, int b)
{
    double mwc = 0.0;
    for (int i = 0; i < OUTCOMES; i++) {
        mwc += 0.5 * beyond[i].share *
               (met_mwc(met, a - beyond[i].points, b, false) +
                met_mwc(met, a, b - beyond[i].points, false));
    }
    return mwc;
}

static double gammonish(double single, double gammon)
{
    return 0.5 * ((1.0 - TRAILER_GAMMONS) * single + TRAILER_GAMMONS * gammon);
}

static void extend(struct met *met)
{
    for (int far = met->size + 1; far <= MET_AWAY_MAX; far++) {
        met->trailer[far] = gammonish(met->trailer[far - 2], met->trailer[far - 4]);
        double crawford = gammonish(met->trailer[far - 1], met->trailer[far - 2]);
        met->before[far][1] = crawford;
        met->before[1][far] = 1.0 - crawford;
        for (int near = 2; near < far; near++) {
            double mwc = one_more_game(met, near, far);
            met->before[near][far] = mwc;
            met->before[far][near] = 1.0 - mwc;
        }
        met->before[far][far] = 0.5;
    }
}

/* ---- opening ---- */

struct met *met_parse(const char *text, size_t size, const char *name,
                      struct error *err)
{
    struct met *met = calloc(1, sizeof *met);
    if (met == NULL) {
        error_no_memory(err);
        return NULL;
    }
    struct reader in = {
        .at = text, .end = text + size, .line = text, .file = name, .err = err};
    if (!read_all(&in, met)) {
        free(met);
        return NULL;
    }
    make_symmetric(met);
    extend(met);
    return met;
}

struct met *met_open(const char *path, struct error *err)
{
    struct met *met = NULL;
    char *text = malloc(FILE_MAX);
    FILE *file = text != NULL ? fopen(path, "rb") : NULL;
    if (file == NULL) {
        error_set_for(err, errno, "%s: cannot open the match equity table", path);
        free(text);
        return NULL;
    }
    size_t size = fread(text, 1, FILE_MAX, file);
    if (ferror(file)) {
        error_set_kind(err, ERROR_UNREADABLE, "%s: cannot read the match equity table",
                       path);
    } else if (size == FILE_MAX) {
        error_set_kind(err, ERROR_MALFORMED,
                       "%s: a match equity table is shorter than 1 MiB", path);
    } else {
        met = met_parse(text, size, path, err);
    }
    (void)fclose(file);
    free(text);
    return met;
}

struct met *met_open_in(const char *dir, struct error *err)
{
    char path[PATH_SIZE];
    int length = snprintf(path, sizeof path, "%s/kazaross-xg2.met", dir);
    if (length < 0 || (size_t)length >= sizeof path) {
        error_set(err, "the name of the weights folder is too long");
        return NULL;
    }
    return met_open(path, err);
}

void met_close(struct met *met)
{
    free(met);
}

const char *met_name(const struct met *met)
{
    return met->name;
}

int met_size(const struct met *met)
{
    return met->size;
}

/* ---- values ---- */

double met_mwc(const struct met *met, int mine, int theirs, bool is_post_crawford)
{
    if (mine <= 0 || theirs <= 0) {
        return mine <= 0 ? 1.0 : 0.0;
    }
    if (is_post_crawford && mine == 1) {
        return 1.0 - met->trailer[theirs];
    }
    if (is_post_crawford && theirs == 1) {
        return met->trailer[mine];
    }
    return met->before[mine][theirs];
}

static bool is_after_crawford(const struct match_state *ms)
{
    return !ms->is_crawford &&
           (match_state_my_away(ms) == 1 || match_state_their_away(ms) == 1);
}

double met_mwc_before(const struct met *met, const struct match_state *ms)
{
    return met_mwc(met, match_state_my_away(ms), match_state_their_away(ms),
                   is_after_crawford(ms));
}

double met_mwc_after(const struct met *met, const struct match_state *ms, int points)
{
    if (points == 0) {
        return met_mwc_before(met, ms);
    }
    int mine = match_state_my_away(ms) - (points > 0 ? points : 0);
    int theirs = match_state_their_away(ms) + (points < 0 ? points : 0);
    return met_mwc(met, mine, theirs, ms->is_crawford || is_after_crawford(ms));
}
