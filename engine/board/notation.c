#include "engine/board/notation.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "engine/board/movegen.h"

/* ---- writing ---- */

/* The path of one checker: all points on which it lands. */
struct path {
    int points[CHECKER_MOVES_MAX + 1];
    bool hits[CHECKER_MOVES_MAX + 1];
    int count;
    int times; /* checkers that take this path */
};

struct paths {
    struct path path[CHECKER_MOVES_MAX];
    int count;
};

static bool is_earlier(struct checker_move a, struct checker_move b)
{
    return a.from > b.from || (a.from == b.from && a.to > b.to);
}

/* Sorts the moves by source, highest first, an order in which a play can always be
 * made. */
static struct play sorted_play(const struct play *play)
{
    struct play sorted = *play;
    for (int i = 1; i < sorted.count; i++) {
        struct checker_move move = sorted.moves[i];
        int k = i;
        for (; k > 0 && is_earlier(move, sorted.moves[k - 1]); k--) {
            sorted.moves[k] = sorted.moves[k - 1];
        }
        sorted.moves[k] = move;
    }
    return sorted;
}

static int path_end(const struct path *path)
{
    return path->points[path->count - 1];
}

/* Extends the first path that ends on move.from, or begins a new one. */
static void add_hop(struct paths *paths, struct checker_move move, bool hit)
{
    struct path *path = paths->path;
    struct path *end = paths->path + paths->count;
    while (path < end && path_end(path) != move.from) {
        path++;
    }
    if (path == end) {
        paths->count++;
        *path = (struct path){.points = {move.from}, .count = 1, .times = 1};
    }
    path->points[path->count] = move.to;
    path->hits[path->count] = hit;
    path->count++;
}

static bool same_way(const struct path *a, const struct path *b)
{
    return a->count == b->count &&
           memcmp(a->points, b->points, (size_t)a->count * sizeof a->points[0]) == 0;
}

/* Merges equal paths and counts them; only one of them may have hit. */
static void merge_paths(struct paths *paths)
{
    int kept = 0;
    for (int i = 0; i < paths->count; i++) {
        int k = 0;
        while (k < kept && !same_way(&paths->path[k], &paths->path[i])) {
            k++;
        }
        if (k == kept) {
            paths->path[kept++] = paths->path[i];
            continue;
        }
        paths->path[k].times++;
        for (int p = 0; p < paths->path[k].count; p++) {
            paths->path[k].hits[p] |= paths->path[i].hits[p];
        }
    }
    paths->count = kept;
}

static int write_point(char *text, int point, bool hit)
{
    const char *star = hit ? "*" : "";
    if (point == POINT_OFF || point == POINT_BAR) {
        return sprintf(text, "%s", point == POINT_OFF ? "off" : "bar");
    }
    return sprintf(text, "%d%s", point, star);
}

void notation_write(const struct position *before, const struct play *play,
                    char text[NOTATION_SIZE])
{
    struct play sorted = sorted_play(play);
    struct position pos = *before;
    struct paths paths = {.count = 0};
    for (int i = 0; i < sorted.count; i++) {
        bool hit = movegen_apply(&pos, sorted.moves[i]);
        add_hop(&paths, sorted.moves[i], hit);
    }
    merge_paths(&paths);
    char *at = text;
    *at = '\0';
    for (int i = 0; i < paths.count; i++) {
        const struct path *path = &paths.path[i];
        for (int p = 0; p < path->count; p++) {
            bool is_end = p == 0 || p == path->count - 1;
            if (is_end || path->hits[p]) { /* else the checker only passes */
                at += sprintf(at, "%s", p > 0 ? "/" : i > 0 ? " " : "");
                at += write_point(at, path->points[p], path->hits[p]);
            }
        }
        if (path->times > 1) {
            at += sprintf(at, "(%d)", path->times);
        }
    }
}

/* ---- reading ---- */

enum { TEXT_MAX = 100 };

/* The contents of a text: where checkers leave and arrive, and on which points they
 * land. */
struct reading {
    const char *at;
    int change[SIDE_SLOTS]; /* net change of own checkers on each point */
    uint32_t touched;       /* bit p: the text names p as a landing point */
    uint32_t starred;       /* bit p: the text marks a hit on p */
    int hops;
};

static bool is_separator(char c)
{
    return c == ' ' || c == ',' || c == '\t' || c == ';';
}

/* Reads a point at in->at: 0..25, or "bar" or "off" in any case. Returns -1 if there is
 * none. */
static int read_point_name(struct reading *in)
{
    static const struct {
        const char *word;
        int point;
    } words[] = {
        {"bar", POINT_BAR}, {"off", POINT_OFF}, {"b", POINT_BAR}, {"o", POINT_OFF}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].word);
        if (strncasecmp(in->at, words[i].word, length) == 0) {
            in->at += length;
            return words[i].point;
        }
    }
    int point = -1;
    for (int digits = 0; digits < 2 && *in->at >= '0' && *in->at <= '9'; digits++) {
        point = (point < 0 ? 0 : 10 * point) + (*in->at++ - '0');
    }
    return point <= POINT_BAR ? point : -1;
}

static bool skip(struct reading *in, char c)
{
    bool found = *in->at == c;
    in->at += found;
    return found;
}

/* Reads "(2)" and returns 2, or 1 if there is no parenthesis, 0 if it is malformed. */
static int read_times(struct reading *in)
{
    if (*in->at != '(') {
        return 1;
    }
    char digit = in->at[1];
    if (digit < '1' || digit > '4' || in->at[2] != ')') {
        return 0;
    }
    in->at += 3;
    return digit - '0';
}

/* Reads one path, such as "24/20*". */
static bool read_notation_path(struct reading *in)
{
    int first = read_point_name(in);
    int last = first;
    uint32_t touched = 0;
    if (first < 1) {
        return false;
    }
    while (skip(in, '/') || skip(in, '-')) {
        int point = read_point_name(in);
        if (point < 0 || point >= last) {
            return false;
        }
        touched |= 1U << point;
        in->starred |= skip(in, '*') ? 1U << point : 0;
        last = point;
    }
    int times = read_times(in);
    in->starred |= skip(in, '*') ? 1U << last : 0;
    in->touched |= touched;
    in->change[first] -= times;
    in->change[last] += times;
    in->hops += times;
    return touched != 0 && times > 0 && in->hops <= CHECKER_MOVES_MAX &&
           (*in->at == '\0' || is_separator(*in->at));
}

static bool read_paths(struct reading *in)
{
    for (;;) {
        while (is_separator(*in->at)) {
            in->at++;
        }
        if (*in->at == '\0') {
            return in->hops > 0;
        }
        if (!read_notation_path(in)) {
            return false;
        }
    }
}

static bool is_dance_word(const char *text)
{
    static const char *const words[] = {"", "-", "dance", "cannot move", "no move"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcasecmp(text, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool moves_checkers_so(const struct position *before,
                              const struct position *after, const int *change)
{
    for (int p = 0; p <= POINT_BAR; p++) {
        if (after->mine.at[p] - before->mine.at[p] != change[p]) {
            return false;
        }
    }
    return true;
}

/* Bit p: the opponent's blot on my point p has been hit. */
static uint32_t points_hit(const struct position *before, const struct position *after)
{
    uint32_t hit = 0;
    for (int p = 1; p <= 24; p++) {
        hit |= (uint32_t)(after->theirs.at[25 - p] < before->theirs.at[25 - p]) << p;
    }
    return hit;
}

static uint32_t blots(const struct position *before)
{
    uint32_t bits = 0;
    for (int p = 1; p <= 24; p++) {
        bits |= (uint32_t)(before->theirs.at[25 - p] == 1) << p;
    }
    return bits;
}

/* Finds the play that moves the checkers as in the text. Prefers the one that hits
 * exactly what the text touches, else takes the only one that hits these points and
 * others. Returns -1 if there is none and -2 if there are several. */
static int find_play(const struct position *before, const struct play_list *list,
                     const struct reading *in)
{
    const uint32_t wanted = in->touched & blots(before);
    int found = -1;
    for (int i = 0; i < list->count; i++) {
        if (!moves_checkers_so(before, &list->after[i], in->change)) {
            continue;
        }
        uint32_t hit = points_hit(before, &list->after[i]);
        if (hit == wanted) {
            return i;
        }
        if ((wanted & ~hit) == 0) {
            found = found == -1 ? i : -2;
        }
    }
    return found;
}

/* Sets `err` and returns "no play". */
static int no_play(struct error *err, const char *text, const char *reason)
{
    error_set_kind(err, ERROR_MALFORMED, "play \"%.60s\": %s", text, reason);
    return -1;
}

int notation_find(const char *text, const struct position *before, struct roll roll,
                  struct play_list *list, struct error *err)
{
    struct reading in = {.at = text};
    movegen_plays(before, roll, list);
    const bool is_dance = list->plays[0].count == 0;
    if (is_dance_word(text)) {
        return is_dance ? 0 : no_play(err, text, "the roll can be played");
    }
    if (strlen(text) > TEXT_MAX || !read_paths(&in)) {
        return no_play(err, text, "expected checker moves such as \"bar/20 6/4(2)\"");
    }
    if (is_dance) {
        return no_play(err, text, "no checker can move with this roll");
    }
    if ((in.starred & ~blots(before)) != 0) {
        return no_play(err, text, "it marks a hit where there is no blot");
    }
    int found = find_play(before, list, &in);
    if (found == -2) {
        return no_play(err, text,
                       "it may hit different blots; write the points between");
    }
    if (found == -1) {
        char reason[48];
        FORMAT_TEXT(reason, "it is not a legal play of %d-%d", roll.high, roll.low);
        return no_play(err, text, reason);
    }
    return found;
}

bool notation_read(const char *text, const struct position *before, struct roll roll,
                   struct play_list *list, struct play *play, struct error *err)
{
    int found = notation_find(text, before, roll, list, err);
    if (found >= 0) {
        *play = list->plays[found];
    }
    return found >= 0;
}
