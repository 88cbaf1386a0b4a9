#include "arena/arena_results.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/job/line_file.h"
#include "base/file.h"

const char arena_results_magic[] = "fibsbot-contest 1";

/* The counts of a line of the first release; a line may go without later ones. */
enum { COUNTS_LEAST = ARENA_COUNT_gammons_lost + 1 };

/* ---- a line ---------------------------------------------------------------------- */

/* "forfeited P " may stand before the dot. */
static bool read_forfeit(const char **at, struct arena_pair *pair)
{
    static const char word[] = "forfeited ";
    int64_t player;
    pair->forfeited[0] = pair->forfeited[1] = 0;
    if (strncmp(*at, word, strlen(word)) != 0) {
        return true;
    }
    *at += strlen(word);
    if (!line_file_integer(at, 1, &player)) {
        return false;
    }
    pair->forfeited[player] = 1;
    return true;
}

/* Whether two games or matches can end so: each is won or lost by whole points, at most a
 * backgammon on a cube of 1024, or is a match. */
static bool is_possible(const struct arena_pair *pair, bool is_match)
{
    enum { POINTS_MAX = 3 * 1024, LUCK_MAX = 100 * POINTS_MAX };
    double twice = 2.0 * pair->plain;
    bool is_forfeited = pair->forfeited[0] + pair->forfeited[1] > 0;
    bool is_played = is_match ? pair->games >= 2 : pair->games == 2;
    return trunc(twice) == twice && pair->plain >= (is_match ? 0.0 : -POINTS_MAX) &&
           pair->plain <= (is_match ? 1.0 : POINTS_MAX) &&
           fabs(pair->reduced) <= LUCK_MAX &&
           (is_forfeited ? pair->games == 0 : is_played) &&
           pair->games_won <= pair->games && pair->gammons_won <= pair->games_won &&
           pair->gammons_lost <= pair->games - pair->games_won;
}

bool arena_results_read_line(const char *line, bool is_match, struct arena_pair *pair)
{
    const char *at = line;
    enum { GAMES_MAX = 10000 };
    if (!line_file_integer(&at, ARENA_RESULTS_PAIRS_MAX, &pair->number) ||
        !line_file_number(&at, &pair->plain) ||
        !line_file_number(&at, &pair->reduced)) {
        return false;
    }
    for (int i = 0; i < ARENA_COUNTS; i++) {
        int64_t count = 0;
        if (!line_file_integer(&at, GAMES_MAX, &count) && i < COUNTS_LEAST) {
            return false;
        }
        *arena_pair_count(pair, i) = (int)count;
    }
    return read_forfeit(&at, pair) && strcmp(at, ".") == 0 &&
           is_possible(pair, is_match);
}

bool arena_results_write(FILE *file, const struct arena_pair *pair)
{
    static const char *const forfeits[2][2] = {{"", "forfeited 1 "},
                                               {"forfeited 0 ", ""}};
    struct arena_pair copy = *pair;
    bool is_good = fprintf(file, "%" PRId64 " %.17g %.17g", pair->number, pair->plain,
                           pair->reduced) > 0;
    for (int i = 0; i < ARENA_COUNTS; i++) {
        is_good = fprintf(file, " %d", *arena_pair_count(&copy, i)) > 0 && is_good;
    }
    return fprintf(file, " %s.\n", forfeits[pair->forfeited[0]][pair->forfeited[1]]) >
               0 &&
           is_good && fflush(file) == 0;
}

/* ---- a file ---------------------------------------------------------------------- */

/* Adds a pair; the room grows by doubling. */
static bool add_pair(struct arena_results *result, const struct arena_pair *pair)
{
    enum { ROOM_FIRST = 64 };
    int64_t n = result->count;
    if (n == 0 || (n >= ROOM_FIRST && (n & (n - 1)) == 0)) {
        size_t room = n == 0 ? ROOM_FIRST : 2 * (size_t)n;
        struct arena_pair *pairs = realloc(result->pairs, room * sizeof *pairs);
        if (pairs == NULL) {
            return false;
        }
        result->pairs = pairs;
    }
    result->pairs[result->count++] = *pair;
    return true;
}

static bool read_head(const char *line, char conditions[ARENA_RESULTS_CONDITIONS_MAX])
{
    size_t magic = strlen(arena_results_magic);
    if (strncmp(line, arena_results_magic, magic) != 0 || line[magic] != ' ' ||
        strlen(line + magic + 1) >= ARENA_RESULTS_CONDITIONS_MAX) {
        return false;
    }
    memcpy(conditions, line + magic + 1, strlen(line + magic + 1) + 1);
    return true;
}

/* The line without its end; false at the end of the file (feof()), also in the middle of a
 * line that is being written, and where there is none: it is too long or has a NUL. */
static bool next_line(FILE *file, char line[LINE_FILE_LINE_MAX])
{
    if (fgets(line, LINE_FILE_LINE_MAX, file) == NULL) {
        return false;
    }
    char *end = strchr(line, '\n');
    if (end != NULL) {
        *end = '\0';
    }
    return end != NULL;
}

/* Whether the conditions, as tourney writes them, are those of matches. */
static bool is_of_matches(const char *conditions)
{
    static const char key[] = " length=";
    const char *length = NULL;
    for (const char *at = conditions; (at = strstr(at, key)) != NULL;) {
        at += strlen(key);
        length = at; /* the last: what stands before it may be a player's name */
    }
    return length != NULL && atoi(length) > 0;
}

static bool read_results(FILE *file, char conditions[ARENA_RESULTS_CONDITIONS_MAX],
                         struct arena_results *result, int64_t *number)
{
    char line[LINE_FILE_LINE_MAX];
    struct arena_pair pair;
    *number = 1;
    if (!next_line(file, line) || !read_head(line, conditions)) {
        return false;
    }
    const bool is_match = is_of_matches(conditions);
    while (next_line(file, line)) {
        ++*number;
        if (!arena_results_read_line(line, is_match, &pair) ||
            !add_pair(result, &pair)) {
            return false;
        }
    }
    ++*number;
    return feof(file) != 0;
}

bool arena_results_read_conditions(const char *path,
                                   char conditions[ARENA_RESULTS_CONDITIONS_MAX])
{
    char line[LINE_FILE_LINE_MAX];
    FILE *file = fopen(path, "r");
    bool is_good = file != NULL && next_line(file, line) && read_head(line, conditions);
    if (file != NULL) {
        (void)fclose(file);
    }
    return is_good;
}

bool arena_results_read(const char *path, char conditions[ARENA_RESULTS_CONDITIONS_MAX],
                        struct arena_results *result, struct error *err)
{
    *result = (struct arena_results){.pairs = NULL};
    FILE *file = file_to_read(path, err);
    if (file == NULL) {
        return false;
    }
    int64_t number = 0;
    bool is_good = read_results(file, conditions, result, &number);
    (void)fclose(file);
    if (!is_good) {
        arena_results_free(result);
        *result = (struct arena_results){.pairs = NULL};
        return error_set(err, "%s: line %" PRId64 ": not that of a result file", path,
                         number);
    }
    return true;
}

/* False, with errno, if not all can be read. */
static bool copy_played(FILE *file, FILE *out)
{
    char line[LINE_FILE_LINE_MAX];
    while (fgets(line, sizeof line, file) != NULL) {
        bool is_head =
            strncmp(line, arena_results_magic, strlen(arena_results_magic)) == 0;
        if (is_head || strstr(line, " forfeited ") == NULL) {
            fputs(line, out);
        }
    }
    return ferror(file) == 0;
}

bool arena_results_drop_forfeits(const char *path, struct error *err)
{
    struct file_draft draft;
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return errno == ENOENT || error_of_path(err, path);
    }
    bool is_good =
        file_lock(file, path, err) && file_draft_open(&draft, path, FILE_OF_ALL, err);
    if (is_good && !copy_played(file, draft.stream)) {
        is_good = error_of_path(err, path);
        file_draft_drop(&draft);
    } else if (is_good) {
        is_good = file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
    }
    (void)fclose(file);
    return is_good;
}

void arena_results_free(struct arena_results *results)
{
    free(results->pairs);
    *results = (struct arena_results){.pairs = NULL};
}
