/* GNU Backgammon imports what we write of random matches, where it is installed. */
#include "tests/unit/match/record_turns.h"
#include "tests/unit/test_case.h"

#include "engine/board/position.h"

static const char gnubg_program[] = "/usr/games/gnubg";

/* ---- GNU Backgammon ------------------------------------------------------------- */

/* Random but legal games: every play, a double now and then, some resignations. */
struct random_match {
    struct record *record;
    struct rng rng;
    struct play_list *list;
    struct position pos; /* mine: on roll */
    struct match_state ms;
    enum record_side on_roll;
    int score[2];
    int rolls; /* written */
};

static bool chance(struct random_match *m, uint32_t one_in)
{
    return rng_below(&m->rng, one_in) == 0;
}

static enum record_side other(enum record_side side)
{
    return side == RECORD_ME ? RECORD_OPPONENT : RECORD_ME;
}

/* True when the double was dropped. */
static bool maybe_double(struct random_match *m)
{
    if (!match_state_may_double(&m->ms) || m->ms.cube >= 64 || !chance(m, 12)) {
        return false;
    }
    record_double(m->record, m->on_roll, 2 * m->ms.cube);
    if (chance(m, 3)) {
        record_drop(m->record, other(m->on_roll));
        return true;
    }
    record_take(m->record, other(m->on_roll));
    m->ms.cube *= 2;
    m->ms.owner = CUBE_THEIRS;
    return false;
}

static void play_randomly(struct random_match *m, struct roll roll)
{
    movegen_plays(&m->pos, roll, m->list);
    uint32_t i = rng_below(&m->rng, (uint32_t)m->list->count);
    record_play(m->record, m->on_roll, roll, &m->list->plays[i]);
    m->rolls++;
    m->pos = m->list->after[i];
}

static void pass_turn(struct random_match *m)
{
    m->pos = position_swap(&m->pos);
    m->ms = match_state_swap(&m->ms);
    m->on_roll = other(m->on_roll);
}

static void end_random_game(struct random_match *m, enum record_side winner, int points)
{
    m->score[winner] += points;
    record_game_end(m->record, winner, points);
}

static void play_random_game(struct random_match *m, int length, bool is_crawford)
{
    m->on_roll = chance(m, 2) ? RECORD_ME : RECORD_OPPONENT;
    record_game_start(m->record, m->score[RECORD_ME], m->score[RECORD_OPPONENT]);
    position_start(&m->pos);
    m->ms = length == 0 ? match_state_money()
                        : match_state_match(length, m->score[m->on_roll],
                                            m->score[other(m->on_roll)], is_crawford);
    struct roll roll;
    do {
        roll = rng_roll(&m->rng);
    } while (roll.high == roll.low);
    for (;;) {
        play_randomly(m, roll);
        int result = position_game_result(&m->pos);
        if (result != 0) {
            end_random_game(m, m->on_roll, result * m->ms.cube);
            return;
        }
        pass_turn(m);
        if (maybe_double(m)) {
            end_random_game(m, m->on_roll, m->ms.cube);
            return;
        }
        if (chance(m, 200)) { /* the player on roll resigns a gammon */
            end_random_game(m, other(m->on_roll), 2 * m->ms.cube);
            return;
        }
        roll = rng_roll(&m->rng);
    }
}

static void play_random_match(struct random_match *m, int length, int max_games)
{
    bool was_crawford = false;
    for (int game = 0; game < max_games; game++) {
        bool is_one_away = m->score[0] == length - 1 || m->score[1] == length - 1;
        bool is_crawford = length > 1 && is_one_away && !was_crawford;
        was_crawford = was_crawford || is_crawford;
        play_random_game(m, length, is_crawford);
        if (length > 0 && (m->score[0] >= length || m->score[1] >= length)) {
            return;
        }
    }
}

/* Lets gnubg import `match` and write it again as `copy`; what it says goes to `said`.
 */
static void run_gnubg(const char *folder, const char *match, char *said, size_t size)
{
    char path[256], command[600];
    FORMAT_TEXT(path, "%s/commands", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "set confirm new off\nimport mat %s\nshow score\nexport match mat "
            "%s/copy\n",
            match, folder);
    (void)fclose(file);
    FORMAT_TEXT(command,
                "cd %s && HOME=%s %s -t -q -r -s %s -c %s </dev/null >said 2>&1",
                folder, folder, gnubg_program, folder, path);
    (void)!system(command);
    FORMAT_TEXT(path, "%s/said", folder);
    test_file_read(path, said, size);
}

/* Cells like "31: 8/5 6/5". */
static int count_rolls(const char *text)
{
    int count = 0;
    for (const char *c = text; *c != '\0'; c++) {
        count += c[0] >= '1' && c[0] <= '6' && c[1] >= '1' && c[1] <= '6' &&
                 c[2] == ':' && c > text && c[-1] == ' ';
    }
    return count;
}

/* "2 4 1 ": the points of all games in order. */
static void list_points(const char *text, char *points, size_t size)
{
    size_t length = 0;
    points[0] = '\0';
    for (const char *c = text; (c = strstr(c, "Wins ")) != NULL; c++) {
        length += (size_t)snprintf(&points[length], size - length, "%d ", atoi(c + 5));
        assert_true(length < size);
    }
}

static void expect_import(const struct random_match *m, const char *folder)
{
    enum { ROOM = 1 << 22 };
    static const char *const complaints[] = {"WARNING", "Invalid", "nknown", "rror",
                                             "llegal"};
    char *said = malloc(ROOM), *copy = malloc(ROOM), path[256], score[200];
    assert_non_null(said);
    assert_non_null(copy);
    run_gnubg(folder, record_path(m->record), said, ROOM);
    for (size_t i = 0; i < sizeof complaints / sizeof complaints[0]; i++) {
        if (strstr(said, complaints[i]) != NULL) {
            fail_msg("gnubg: ...%.200s", strstr(said, complaints[i]));
        }
    }
    FORMAT_TEXT(score, "our_bot %d, opp_a %d", m->score[RECORD_ME],
                m->score[RECORD_OPPONENT]);
    if (strstr(said, score) == NULL) {
        fail_msg("expected the score %s; gnubg: ...%s", score,
                 said + (strlen(said) > 300 ? strlen(said) - 300 : 0));
    }
    FORMAT_TEXT(path, "%s/copy", folder);
    test_file_read(path, copy, ROOM);
    assert_int_equal(count_rolls(copy), m->rolls);
    assert_null(strstr(copy, "Beavers"));
    char theirs[600], ours[600];
    list_points(copy, theirs, sizeof theirs);
    test_file_read(record_path(m->record), copy, ROOM);
    list_points(copy, ours, sizeof ours);
    assert_string_equal(theirs, ours);
    free(said);
    free(copy);
}

TEST(gnubg_imports_what_we_write)
{
    if (access(gnubg_program, X_OK) != 0) {
        print_message("%s is not installed\n", gnubg_program);
        skip();
    }
    static const int lengths[] = {0, 1, 3, 5, 9, 15};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        char folder[64];
        struct random_match m = {.record = start(make_folder(folder), lengths[i])};
        rng_seed(&m.rng, 4321, i);
        m.list = aligned_alloc(64, sizeof *m.list);
        assert_non_null(m.list);
        play_random_match(&m, lengths[i], lengths[i] == 0 ? 6 : 100);
        expect_import(&m, folder);
        free(m.list);
        record_match_end(m.record);
        assert_int_equal(test_folder_remove(folder), 0);
    }
}

TEST_MAIN(NULL, NULL)
