#include "cmd/tourney/tourney.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/job/line_file.h"

struct merge {
    const char *out;
    const char *const *files;
    int count;
    const int64_t *wanted; /* from, to; NULL: what is there says it */
    int64_t missing;       /* pairs of all matches, or matches without any */
    int players;           /* the highest that a file is of */
    bool is_round_robin;   /* matches without the first player are there, too */
};

/* The files of one match. */
struct joined {
    char conditions[ARENA_RESULTS_CONDITIONS_MAX];
    bool has_conditions;
    struct arena_results all;
};

/* ---- joining --------------------------------------------------------------------- */

static bool append_pairs(struct arena_results *all, const struct arena_results *more,
                         struct error *err)
{
    size_t room = (size_t)(all->count + more->count) + 1;
    struct arena_pair *pairs = realloc(all->pairs, room * sizeof *pairs);
    if (pairs == NULL) {
        return error_no_memory(err);
    }
    all->pairs = pairs;
    if (more->count > 0) {
        memcpy(pairs + all->count, more->pairs,
               (size_t)more->count * sizeof *more->pairs);
    }
    all->count += more->count;
    return true;
}

/* The players of such a file could not be told apart. */
static bool check_players(const char *path, const char *conditions, struct error *err)
{
    char name[2][PLAYER_NAME_SIZE];
    struct error why;
    if (tourney_saved_players(conditions, name) == NULL) {
        return error_at_path(err, 0, path, "its first line names no players");
    }
    const char *const players[2] = {name[0], name[1]};
    return player_spec_check_names(players, 2, &why) || error_in_path(err, &why, path);
}

static bool check_conditions(const struct joined *joined, const char *path,
                             const char *conditions, struct error *err)
{
    struct error why;
    return !joined->has_conditions || strcmp(joined->conditions, conditions) == 0 ||
           line_file_differs(joined->conditions, conditions, &why) ||
           error_in_path(err, &why, path);
}

static bool add_file(struct joined *joined, const char *path, struct error *err)
{
    char conditions[ARENA_RESULTS_CONDITIONS_MAX];
    struct arena_results results;
    if (!arena_results_read(path, conditions, &results, err)) {
        return false;
    }
    bool is_good = check_players(path, conditions, err) &&
                   check_conditions(joined, path, conditions, err);
    is_good = is_good && append_pairs(&joined->all, &results, err);
    memcpy(joined->conditions, conditions, sizeof conditions);
    joined->has_conditions = true;
    arena_results_free(&results);
    return is_good;
}

/* ---- the new file ---------------------------------------------------------------- */

static bool write_pairs(const struct joined *joined, const char *path,
                        struct error *err)
{
    FILE *file = fopen(path, "wx");
    bool is_good = file != NULL && fprintf(file, "%s %s\n", arena_results_magic,
                                           joined->conditions) > 0;
    for (int64_t i = 0; is_good && i < joined->all.count; i++) {
        is_good = arena_results_write(file, &joined->all.pairs[i]);
    }
    if (file != NULL && fclose(file) != 0) {
        is_good = false;
    }
    return is_good || error_of_path(err, path);
}

/* Prints the pairs `from` .. `to`, if there are any, as missing; returns how many. */
static int64_t tell_gap(int64_t from, int64_t to, bool is_first)
{
    if (from > to) {
        return 0;
    }
    printf("%s %" PRId64 "-%" PRId64, is_first ? "; missing:" : ",", from, to);
    return to - from + 1;
}

/* Prints the gaps, and returns how many pairs they are; 1 of a match without any, where
 * nothing says how many. */
static int64_t tell_joined(const struct merge *merge, const struct joined *joined,
                           const char *path)
{
    const struct arena_results *all = &joined->all;
    const int64_t last = merge->wanted != NULL ? merge->wanted[1] : INT64_MAX;
    int64_t missing = 0, next = merge->wanted != NULL ? merge->wanted[0] : 0;
    printf("%s: %" PRId64 " pair%s", path, all->count, all->count == 1 ? "" : "s");
    for (int64_t i = 0; i < all->count; i++) {
        int64_t number = all->pairs[i].number;
        missing += tell_gap(next, number <= last ? number - 1 : last, missing == 0);
        next = number >= next ? number + 1 : next;
    }
    if (merge->wanted != NULL) {
        missing += tell_gap(next, last, missing == 0);
    } else if (all->count == 0) {
        printf("; missing: all");
        missing = 1;
    }
    putchar('\n');
    return missing;
}

/* The file of a pairing; `pairing` NULL: of a match alone. */
static void path_of(const char *file, const int *pairing, char path[TOURNEY_PATH_MAX])
{
    if (pairing != NULL) {
        tourney_matches_path(file, pairing, path);
    } else {
        (void)snprintf(path, TOURNEY_PATH_MAX, "%.4095s", file);
    }
}

/* Whether a kill came before the first line. */
static bool is_empty(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 && file.st_size == 0;
}

/* Whether the contest has this match, by the files of others. */
static bool is_wanted(const struct merge *merge, const int pairing[2])
{
    return pairing[1] < merge->players && (pairing[0] == 0 || merge->is_round_robin);
}

static void note_matches(struct merge *merge)
{
    char path[TOURNEY_PATH_MAX];
    for (int pairing[2] = {0, 0}; tourney_matches_next(pairing);) {
        for (int i = 0; i < merge->count; i++) {
            tourney_matches_path(merge->files[i], pairing, path);
            if (access(path, F_OK) == 0) {
                merge->players =
                    pairing[1] < merge->players ? merge->players : pairing[1] + 1;
                merge->is_round_robin |= pairing[0] > 0;
            }
        }
    }
}

/* Without `may_write` it only looks whether all fits together. */
static bool merge_match(struct merge *merge, const int *pairing, bool may_write,
                        struct error *err)
{
    struct joined joined = {.has_conditions = false};
    char path[TOURNEY_PATH_MAX];
    bool is_good = true;
    for (int i = 0; is_good && i < merge->count; i++) {
        path_of(merge->files[i], pairing, path);
        if ((pairing == NULL || access(path, F_OK) == 0) && !is_empty(path)) {
            is_good = add_file(&joined, path, err);
        }
    }
    if (is_good && pairing == NULL && !joined.has_conditions) {
        is_good = error_at_path(err, 0, merge->out, "no file has a result");
    }
    is_good =
        is_good && (!joined.has_conditions || tourney_saved_order(&joined.all, err));
    path_of(merge->out, pairing, path);
    if (is_good && may_write && (joined.has_conditions || is_wanted(merge, pairing))) {
        is_good = !joined.has_conditions || write_pairs(&joined, path, err);
        merge->missing += is_good ? tell_joined(merge, &joined, path) : 0;
    }
    arena_results_free(&joined.all);
    return is_good;
}

/* Whether a file FILE.1-2 of some pairing is there, but no FILE. */
static bool has_pairings(const char *file)
{
    char path[TOURNEY_PATH_MAX];
    bool has = false;
    for (int pairing[2] = {0, 0}; !has && tourney_matches_next(pairing);) {
        tourney_matches_path(file, pairing, path);
        has = access(path, F_OK) == 0;
    }
    return has && access(file, F_OK) != 0;
}

static bool merge_all(struct merge *merge, bool may_write, struct error *err)
{
    for (int i = 0; i < merge->count; i++) {
        if (!has_pairings(merge->files[i])) {
            return merge_match(merge, NULL, may_write, err);
        }
    }
    bool is_good = true;
    note_matches(merge);
    for (int pairing[2] = {0, 0}; is_good && tourney_matches_next(pairing);) {
        is_good = merge_match(merge, pairing, may_write, err);
    }
    return is_good;
}

int tourney_merge(const struct tourney_settings *settings, struct error *err)
{
    struct merge merge = {.out = settings->merge[0],
                          .files = settings->merge + 1,
                          .count = settings->merged,
                          .wanted = settings->has_units ? settings->units : NULL};
    if (!merge_all(&merge, false, err) || !merge_all(&merge, true, err)) {
        return 1;
    }
    return merge.missing > 0 ? LONG_RUN_STOPPED : 0;
}
