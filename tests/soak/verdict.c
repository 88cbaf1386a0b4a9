#include "tests/soak/verdict.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/database.h"

enum { NAME_SIZE = 80, GAMES_MAX = 256, LINES_TOLD = 20 };

/* A match as one side tells it. */
struct tale {
    char account[NAME_SIZE], opponent[NAME_SIZE];
    int order; /* in its source */
    int length;
    bool is_over, is_inferred;
    int game_count;
    int games[GAMES_MAX]; /* points, ours positive */
    int my_score, their_score;
    double rating;
    int experience;
};

struct tales {
    struct tale *list;
    int count, capacity;
};

static struct tale *add(struct tales *tales)
{
    if (tales->count == tales->capacity) {
        tales->capacity = tales->capacity * 2 + 64;
        tales->list =
            realloc(tales->list, (size_t)tales->capacity * sizeof *tales->list);
        if (tales->list == NULL) {
            abort();
        }
    }
    struct tale *tale = &tales->list[tales->count];
    *tale = (struct tale){.order = tales->count++};
    return tale;
}

static void add_game(struct tale *tale, int points)
{
    if (tale->game_count < GAMES_MAX) {
        tale->games[tale->game_count++] = points;
    }
}

/* ---- the server's ---------------------------------------------------------------- */

static struct tale *open_tale(struct tales *tales, const char *account,
                              const char *opponent, int length)
{
    for (int i = tales->count - 1; i >= 0; i--) {
        struct tale *tale = &tales->list[i];
        if (!tale->is_over && strcmp(tale->account, account) == 0 &&
            strcmp(tale->opponent, opponent) == 0 && tale->length == length) {
            return tale;
        }
    }
    struct tale *tale = add(tales);
    (void)snprintf(tale->account, NAME_SIZE, "%s", account);
    (void)snprintf(tale->opponent, NAME_SIZE, "%s", opponent);
    tale->length = length;
    return tale;
}

static void read_result(struct tales *tales, const char *line)
{
    char names[2][NAME_SIZE]; /* winner, loser */
    int points, length, score[2], experience[2];
    double rating[2];
    if (sscanf(line, "game %79s %79s %d %d", names[0], names[1], &points, &length) ==
        4) {
        add_game(open_tale(tales, names[0], names[1], length), points);
        add_game(open_tale(tales, names[1], names[0], length), -points);
    } else if (sscanf(line, "match %79s %79s %d %d %d %lf %d %lf %d", names[0],
                      names[1], &length, &score[0], &score[1], &rating[0],
                      &experience[0], &rating[1], &experience[1]) == 9) {
        for (int side = 0; side < 2; side++) {
            struct tale *tale = open_tale(tales, names[side], names[1 - side], length);
            tale->is_over = true;
            tale->my_score = score[side];
            tale->their_score = score[1 - side];
            tale->rating = rating[side];
            tale->experience = experience[side];
        }
    }
}

static bool read_results(struct tales *tales, const char *path)
{
    char line[512];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        read_result(tales, line);
    }
    (void)fclose(file);
    return true;
}

/* ---- the history's --------------------------------------------------------------- */

static const char question[] =
    "SELECT m.id, a.name, o.name, m.length, m.state='finished', m.is_inferred,"
    " m.my_score, m.their_score, m.rating_after, m.experience_after, g.has_won,"
    " g.points FROM match m JOIN account a ON a.id=m.account_id JOIN opponent o ON"
    " o.id=m.opponent_id LEFT JOIN game g ON g.match_id=m.id AND g.has_won IS NOT NULL"
    " ORDER BY m.id, g.number";

static void read_match(struct tale *tale, const struct database_rows *rows)
{
    (void)snprintf(tale->account, NAME_SIZE, "%s", database_text(rows, 1));
    (void)snprintf(tale->opponent, NAME_SIZE, "%s", database_text(rows, 2));
    tale->length = (int)database_int(rows, 3);
    tale->is_over = database_int(rows, 4) != 0;
    tale->is_inferred = database_int(rows, 5) != 0;
    tale->my_score = (int)database_int(rows, 6);
    tale->their_score = (int)database_int(rows, 7);
    tale->rating = database_real(rows, 8);
    tale->experience = (int)database_int(rows, 9);
}

static bool read_history(struct tales *tales, const char *path)
{
    struct error err = {0};
    struct database *database = database_open(path, DATABASE_READ, &err);
    struct database_rows *rows =
        database == NULL ? NULL : database_query(database, &err, question, "");
    int64_t id = -1;
    struct tale *tale = NULL;
    while (rows != NULL && database_next(rows)) {
        if (tale == NULL || database_int(rows, 0) != id) {
            id = database_int(rows, 0);
            tale = add(tales);
            read_match(tale, rows);
        }
        if (!database_is_null(rows, 11)) {
            int points = (int)database_int(rows, 11);
            add_game(tale, database_int(rows, 10) != 0 ? points : -points);
        }
    }
    bool is_good = database_done(rows, &err) && database != NULL;
    database_close(database);
    return is_good;
}

/* ---- comparing ------------------------------------------------------------------- */

static int by_players(const void *a, const void *b)
{
    const struct tale *x = a, *y = b;
    int account = strcmp(x->account, y->account);
    int opponent = strcmp(x->opponent, y->opponent);
    return account != 0 ? account : opponent != 0 ? opponent : x->order - y->order;
}

/* A match in which no game was finished is not in the server's results. */
static void drop_empty(struct tales *tales)
{
    int kept = 0;
    for (int i = 0; i < tales->count; i++) {
        if (tales->list[i].game_count > 0) {
            tales->list[kept++] = tales->list[i];
        }
    }
    tales->count = kept;
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* Cut off while the last game of a match ended, one learns of it when the match goes
 * on: one that stays saved lacks it. */
static bool is_pending(const struct tale *server, const struct tale *history)
{
    return !server->is_over && history->game_count == server->game_count - 1;
}

/* Of a match whose end nobody saw, the points of the last game are those that were
 * needed: there may have been more. */
static bool are_games_equal(const struct tale *server, const struct tale *history)
{
    bool is_equal =
        server->game_count == history->game_count || is_pending(server, history);
    for (int i = 0; is_equal && i < history->game_count; i++) {
        bool is_guess = history->is_inferred && i == server->game_count - 1;
        is_equal = is_guess ? sign(server->games[i]) == sign(history->games[i])
                            : server->games[i] == history->games[i];
    }
    return is_equal;
}

static bool are_equal(const struct tale *server, const struct tale *history)
{
    bool is_end_equal = !server->is_over || history->is_inferred ||
                        (server->my_score == history->my_score &&
                         server->their_score == history->their_score &&
                         fabs(server->rating - history->rating) < 0.06);
    return strcmp(server->account, history->account) == 0 &&
           strcmp(server->opponent, history->opponent) == 0 &&
           server->length == history->length && server->is_over == history->is_over &&
           (!server->is_over || server->experience == history->experience) &&
           is_end_equal && are_games_equal(server, history);
}

static void tell(FILE *out, const char *whose, const struct tale *tale)
{
    (void)fprintf(out, "  %-8s %s - %s, %d points, %s%s, %d-%d, %.2f %d:", whose,
                  tale->account, tale->opponent, tale->length,
                  tale->is_over ? "over" : "open",
                  tale->is_inferred ? " (inferred)" : "", tale->my_score,
                  tale->their_score, tale->rating, tale->experience);
    for (int i = 0; i < tale->game_count; i++) {
        (void)fprintf(out, " %d", tale->games[i]);
    }
    (void)fputc('\n', out);
}

/* Both lists in order; where they part, the one that is behind goes on alone. */
static void compare(const struct tales *server, const struct tales *history,
                    struct verdict *verdict, FILE *out)
{
    int s = 0, h = 0;
    while (s < server->count || h < history->count) {
        const struct tale *theirs = s < server->count ? &server->list[s] : NULL;
        const struct tale *ours = h < history->count ? &history->list[h] : NULL;
        bool is_told = verdict->differences < LINES_TOLD;
        int order = theirs == NULL ? 1
                    : ours == NULL ? -1
                                   : strcmp(theirs->account, ours->account);
        if (order == 0) {
            order = strcmp(theirs->opponent, ours->opponent);
        }
        if (order == 0 && are_equal(theirs, ours)) {
            verdict->matches += theirs->is_over;
            verdict->games += ours->game_count;
            verdict->inferred += ours->is_inferred;
            verdict->pending += is_pending(theirs, ours);
        } else {
            verdict->differences++;
            if (is_told && order <= 0) {
                tell(out, "server", theirs);
            }
            if (is_told && order >= 0) {
                tell(out, "history", ours);
            }
        }
        s += order <= 0;
        h += order >= 0;
    }
}

static int sum_points(const struct tales *tales)
{
    int sum = 0;
    for (int i = 0; i < tales->count; i++) {
        for (int k = 0; k < tales->list[i].game_count; k++) {
            sum += abs(tales->list[i].games[k]);
        }
    }
    return sum;
}

bool verdict_compare(const char *results, const char *history, struct verdict *verdict,
                     FILE *out)
{
    struct tales server = {0}, ours = {0};
    *verdict = (struct verdict){0};
    bool is_good = read_results(&server, results) && read_history(&ours, history);
    if (is_good) {
        drop_empty(&ours);
        verdict->points = sum_points(&ours);
        qsort(server.list, (size_t)server.count, sizeof *server.list, by_players);
        qsort(ours.list, (size_t)ours.count, sizeof *ours.list, by_players);
        compare(&server, &ours, verdict, out);
    }
    free(server.list);
    free(ours.list);
    return is_good;
}

static void count_wins(const char *path, int *games, int *points)
{
    char line[512];
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *win = strstr(line, "Wins ");
        *games += win != NULL;
        *points += win != NULL ? atoi(win + strlen("Wins ")) : 0;
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

/* A folder for each opponent, below it the files. */
bool verdict_match_files(const char *folder, int *games, int *points)
{
    DIR *listing = opendir(folder);
    if (listing == NULL) {
        return false;
    }
    for (const struct dirent *entry; (entry = readdir(listing)) != NULL;) {
        char path[1024];
        const char *tail = strrchr(entry->d_name, '.');
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (tail == NULL) {
            (void)verdict_match_files(path, games, points);
        } else if (strcmp(tail, ".mat") == 0) {
            count_wins(path, games, points);
        }
    }
    (void)closedir(listing);
    return true;
}
