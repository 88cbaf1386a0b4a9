#include "arena/arena_results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/job/line_file.h"

const char arena_results_magic[] = "fibsbot-contest 1";

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

bool arena_results_read_line(const char *line, struct arena_pair *pair)
{
    const char *at = line;
    int64_t count[4];
    enum { GAMES_MAX = 10000 };
    if (!line_file_integer(&at, ARENA_RESULTS_PAIRS_MAX, &pair->number) ||
        !line_file_number(&at, &pair->plain) ||
        !line_file_number(&at, &pair->reduced)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        if (!line_file_integer(&at, GAMES_MAX, &count[i])) {
            return false;
        }
    }
    pair->games = (int)count[0];
    pair->games_won = (int)count[1];
    pair->gammons_won = (int)count[2];
    pair->gammons_lost = (int)count[3];
    return read_forfeit(&at, pair) && strcmp(at, ".") == 0;
}

bool arena_results_write(FILE *file, const struct arena_pair *pair)
{
    static const char *const forfeits[2][2] = {{"", "forfeited 1 "},
                                               {"forfeited 0 ", ""}};
    return fprintf(file, "%" PRId64 " %.17g %.17g %d %d %d %d %s.\n", pair->number,
                   pair->plain, pair->reduced, pair->games, pair->games_won,
                   pair->gammons_won, pair->gammons_lost,
                   forfeits[pair->forfeited[0]][pair->forfeited[1]]) > 0 &&
           fflush(file) == 0;
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

/* The line without its end; false at the end of the file, also in the middle of a line
 * that is being written. */
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

static bool read_results(FILE *file, char conditions[ARENA_RESULTS_CONDITIONS_MAX],
                         struct arena_results *result, int64_t *number)
{
    char line[LINE_FILE_LINE_MAX];
    struct arena_pair pair;
    *number = 1;
    if (!next_line(file, line) || !read_head(line, conditions)) {
        return false;
    }
    while (next_line(file, line)) {
        ++*number;
        if (!arena_results_read_line(line, &pair) || !add_pair(result, &pair)) {
            return false;
        }
    }
    return true;
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
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return error_set(err, "%s: %s", path, strerror(errno));
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

void arena_results_free(struct arena_results *results)
{
    free(results->pairs);
    *results = (struct arena_results){.pairs = NULL};
}
