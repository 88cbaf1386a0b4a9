/*
 * Scores beyond the table: the next game gives 1, 2, 4 or 8 points to either side with
 * equal chances, in the shares of `beyond`, and leads to a score whose mwc is known.
 * The shares were fitted so that the shipped table, cut down to 15 points and extended
 * again, is reproduced: no value of its 25 points is off by more than 0.0016. When one
 * side is 1 away, the other always doubles: after the Crawford game it wins 2 points
 * or, with a gammon, 4; in it 1 or 2.
 */
#include "engine/cube/met.h"
#include "base/file.h"
#include "base/text.h"
#include "engine/cube/met_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIZE_MIN = 8,
    NAME_MAX_LENGTH = 63,
    PATH_SIZE = 4096,
    FILE_MAX = 1 << 20,
    FORMAT_VERSION = 1
};

struct met {
    int size;
    double before[MET_AWAY_MAX + 1][MET_AWAY_MAX + 1]; /* [my away][their away] */
    double trailer[MET_AWAY_MAX + 1]; /* [away]: post-Crawford, against 1-away */
};

/* Gammon rate of the wins of a trailer whose gammons matter; the last rows of the
 * shipped table imply 0.29 to 0.32. */
#define TRAILER_GAMMONS 0.3

/* Shares of games without a cube that end as a gammon and as a backgammon: of both sides
 * together, by our net at 2-ply before the first roll. */
#define GAMMONS     0.26
#define BACKGAMMONS 0.013

static const struct {
    int points;
    double share;
} beyond[] = {{1, 0.30}, {2, 0.60}, {4, 0.04}, {8, 0.06}};
enum { OUTCOMES = sizeof beyond / sizeof beyond[0] };

/* ---- reading ---- */

struct reader {
    char *rest; /* of the text, behind the line */
    int line_number;
    const char *line; /* without comment and surrounding blanks; "" at the end */
    const char *file;
    struct error *err;
};

static const char blanks[] = " \t\r", digits[] = "0123456789";

static bool fail(const struct reader *in, const char *expected)
{
    return error_set_kind(in->err, ERROR_MALFORMED,
                          "%s:%d: expected %s, found \"%.40s\"", in->file,
                          in->line_number, expected, in->line);
}

/* Moves to the next line that is not empty. */
static bool next_line(struct reader *in)
{
    in->line = "";
    while (in->line[0] == '\0' && in->rest != NULL && in->rest[0] != '\0') {
        char *line = strsep(&in->rest, "\n");
        line[strcspn(line, "#")] = '\0';
        line += strspn(line, blanks);
        for (size_t end = strlen(line); end > 0 && strchr(blanks, line[end - 1]);
             end--) {
            line[end - 1] = '\0';
        }
        in->line = line;
        in->line_number++;
    }
    return in->line[0] != '\0';
}

/* Returns what stands behind `word` in the next line, which begins with it; else "". */
static const char *next_behind(struct reader *in, const char *word)
{
    size_t length = strlen(word);
    if (!next_line(in) || strncmp(in->line, word, length) != 0 ||
        strchr(blanks, in->line[length]) == NULL) {
        return "";
    }
    return in->line + length + strspn(in->line + length, blanks);
}

static bool read_word(struct reader *in, const char *word)
{
    return (next_line(in) && strcmp(in->line, word) == 0) || fail(in, word);
}

static bool read_count(struct reader *in, const char *word, const char *expected,
                       int least, int most, int *count)
{
    const char *text = next_behind(in, word);
    long number = strtol(text, NULL, 10);
    bool is_count = text[0] != '\0' && text[strspn(text, digits)] == '\0' &&
                    number >= least && number <= most;
    *count = (int)number;
    return is_count || fail(in, expected);
}

static bool read_name(struct reader *in)
{
    size_t length = strlen(next_behind(in, "name"));
    return (length > 0 && length <= NAME_MAX_LENGTH) ||
           fail(in, "\"name\" and at most 63 characters");
}

/* Reads one decimal number such as 0.67736, strictly between 0 and 1, and moves behind it.
 * Divides the digits by a power of ten, which rounds once, so that the value does not
 * depend on the C library. */
static bool read_chance(const char **text, double *value)
{
    enum { DIGITS_MAX = 15 };
    if (strncmp(*text, "0.", 2) != 0) {
        return false;
    }
    const char *number = *text + 2;
    size_t count = strspn(number, digits);
    double scale = 1.0;
    if (count > DIGITS_MAX || strchr(blanks, number[count]) == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        scale *= 10.0;
    }
    *value = (double)strtoll(number, NULL, 10) / scale;
    *text = number + count + strspn(number + count, blanks);
    return *value > 0.0;
}

/* Reads one line of `count` chances into row[1..count]. */
static bool read_row(struct reader *in, int count, double *row)
{
    if (!next_line(in)) {
        return fail(in, "another row of chances");
    }
    const char *text = in->line;
    for (int k = 1; k <= count; k++) {
        if (!read_chance(&text, &row[k])) {
            char expected[80];
            FORMAT_TEXT(expected, "%d chances like 0.5 in the row (number %d is wrong)",
                        count, k);
            return fail(in, expected);
        }
    }
    return *text == '\0' || fail(in, "no more chances in the row");
}

/* Whether no chance is on the wrong side of the one before it; `sign`: 1 rising, -1
 * falling. */
static bool is_sorted(const double *row, int count, double sign)
{
    for (int k = 2; k <= count; k++) {
        if (sign * row[k] < sign * row[k - 1]) {
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
        if (!is_sorted(met->before[a], met->size, 1.0)) {
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
    if (!is_sorted(met->trailer, met->size, -1.0)) {
        return fail(in, "chances that fall with the trailer's points to go");
    }
    if (met->trailer[1] < 0.4999 || met->trailer[1] > 0.5001) {
        return fail(in, "0.5 for 1-away against 1-away");
    }
    return !next_line(in) || fail(in, "nothing more");
}

static bool read_all(struct reader *in, struct met *met)
{
    int version = 0;
    return read_count(in, "fibsbot-met", "\"fibsbot-met 1\"", FORMAT_VERSION,
                      FORMAT_VERSION, &version) &&
           read_name(in) &&
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

/* ---- without a cube ---- */

static double without_cube(const struct met *met, int mine, int theirs)
{
    static const double share[] = {1.0 - GAMMONS - BACKGAMMONS, GAMMONS, BACKGAMMONS};
    double mwc = 0.0;
    for (int games = 1; games <= 3; games++) {
        mwc += share[games - 1] * (met_mwc(met, mine - games, theirs, false) +
                                   met_mwc(met, mine, theirs - games, false));
    }
    return mwc / 2.0;
}

struct met *met_new_without_cube(struct error *err)
{
    struct met *met = error_allocate(sizeof *met, err);
    if (met == NULL) {
        return NULL;
    }
    met->size = MET_AWAY_MAX;
    for (int mine = 1; mine <= met->size; mine++) {
        for (int theirs = 1; theirs <= met->size; theirs++) {
            met->before[mine][theirs] = without_cube(met, mine, theirs);
        }
        met->trailer[mine] = met->before[mine][1];
    }
    return met;
}

/* ---- opening ---- */

struct met *met_parse(const char *text, size_t size, const char *name,
                      struct error *err)
{
    struct met *met = calloc(1, sizeof *met);
    char *copy = strndup(text, size);
    struct reader in = {.rest = copy, .line = "", .file = name, .err = err};
    bool is_good =
        met != NULL && copy != NULL ? read_all(&in, met) : error_no_memory(err);
    if (is_good && memchr(text, '\0', size) != NULL) {
        is_good = fail(&in, "a text without NUL");
    }
    free(copy);
    if (!is_good) {
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
    ssize_t size = text != NULL ? file_read(path, text, FILE_MAX) : -1;
    if (size < 0) {
        error_of_path(err, path);
    } else if (size == FILE_MAX) {
        error_set_kind(err, ERROR_MALFORMED,
                       "%s: a match equity table is shorter than 1 MiB", path);
    } else {
        met = met_parse(text, (size_t)size, path, err);
    }
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

double met_mwc_before(const struct met *met, const struct match_state *ms)
{
    return met_mwc(met, match_state_my_away(ms), match_state_their_away(ms),
                   match_state_is_post_crawford(ms));
}

double met_mwc_after(const struct met *met, const struct match_state *ms, int points)
{
    if (points == 0) {
        return met_mwc_before(met, ms);
    }
    int mine = match_state_my_away(ms) - (points > 0 ? points : 0);
    int theirs = match_state_their_away(ms) + (points < 0 ? points : 0);
    return met_mwc(met, mine, theirs,
                   ms->is_crawford || match_state_is_post_crawford(ms));
}
