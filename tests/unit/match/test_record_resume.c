/* Match files that go on after a restart, turns that were missed, and SGF. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/board/rng.h"
#include "match/match_format.h"
#include "match/match_turns.h"
#include "match/record.h"

static const char gnubg_program[] = "/usr/games/gnubg";
static char folder[64], whole_folder[64];

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/fibsbot-record-XXXXXX");
    strcpy(whole_folder, "/tmp/fibsbot-record-XXXXXX");
    return mkdtemp(folder) != NULL && mkdtemp(whole_folder) != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[200];
    (void)snprintf(command, sizeof command, "rm -rf '%s' '%s'", folder, whole_folder);
    return system(command);
}

static void read_all(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    (void)fclose(file);
}

/* ---- a random match, told to two records ----------------------------------------- */

/* `whole` hears everything, `torn` is closed and opened again now and then. */
struct random_match {
    struct record *whole, *torn;
    struct rng rng;
    struct play_list *list;
    struct position pos; /* mine: us */
    enum record_side on_roll;
    int length, score[2], grouping;
    int cube;
    enum cube_owner owner;
    bool is_doubled;
    int missed_max;  /* turns that `torn` misses at most when it is torn */
    int deaf;        /* turns still to be missed */
    int tears, held; /* how often torn; ... with the file found again */
};

static uint32_t below(struct random_match *m, uint32_t n)
{
    return rng_below(&m->rng, n);
}

static enum record_side other(enum record_side side)
{
    return side == RECORD_ME ? RECORD_OPPONENT : RECORD_ME;
}

static struct record *open_record(const struct random_match *m, const char *where,
                                  bool is_resumed, int64_t time)
{
    const struct record_match match = {
        .folder = where,
        .my_name = "our_bot",
        .opponent = "opp_a",
        .place = "fibs.com",
        .length = m->length,
        .started = (time_t)time,
        .is_resumed = is_resumed,
        .grouping = m->grouping,
        .my_score = m->score[RECORD_ME],
        .opponent_score = m->score[RECORD_OPPONENT],
    };
    struct error err = {{0}};
    struct record *record = record_match_start(&match, &err);
    if (record == NULL) {
        fail_msg("%s", err.text);
    }
    return record;
}

static void show_state(struct random_match *m)
{
    const struct record_state state = {
        .my_score = m->score[RECORD_ME],
        .opponent_score = m->score[RECORD_OPPONENT],
        .pos = m->pos,
        .on_turn = m->is_doubled ? other(m->on_roll) : m->on_roll,
        .cube = m->cube,
        .owner = m->owner,
        .is_doubled = m->is_doubled,
    };
    record_game_resume(m->torn, &state);
    (void)record_lost_game(m->torn);
}

/* The program is killed, and started again after up to missed_max turns. */
static void tear(struct random_match *m)
{
    char path[700];
    (void)snprintf(path, sizeof path, "%s", record_path(m->torn));
    record_match_end(m->torn);
    m->torn = open_record(m, folder, true, 1700090000 + m->tears++);
    m->held += strcmp(path, record_path(m->torn)) == 0;
    show_state(m);
}

static bool hears(const struct random_match *m)
{
    return m->deaf == 0;
}

static void end_turn(struct random_match *m)
{
    m->on_roll = other(m->on_roll);
    if (m->deaf > 0) {
        if (--m->deaf == 0) {
            tear(m);
        }
    } else if (below(m, 15) == 0) {
        m->deaf = (int)below(m, (uint32_t)m->missed_max + 1);
        if (m->deaf == 0) {
            tear(m);
        }
    } else {
        show_state(m);
    }
}

static bool play_turn(struct random_match *m, struct roll roll)
{
    struct position pos = m->on_roll == RECORD_ME ? m->pos : position_swap(&m->pos);
    movegen_plays(&pos, roll, m->list);
    uint32_t i = below(m, (uint32_t)m->list->count);
    record_play(m->whole, m->on_roll, roll, &m->list->plays[i]);
    if (hears(m)) {
        record_play(m->torn, m->on_roll, roll, &m->list->plays[i]);
    }
    pos = m->list->after[i];
    bool is_over = position_game_result(&pos) != 0;
    m->pos = m->on_roll == RECORD_ME ? pos : position_swap(&pos);
    return !is_over;
}

/* False when it is passed. */
static bool offer_cube(struct random_match *m)
{
    enum cube_owner mine = m->on_roll == RECORD_ME ? CUBE_MINE : CUBE_THEIRS;
    bool may = m->owner == CUBE_CENTRED || m->owner == mine;
    if (!may || m->cube > 4 || below(m, 8) != 0 || !hears(m)) {
        return true;
    }
    record_double(m->whole, m->on_roll, 2 * m->cube);
    record_double(m->torn, m->on_roll, 2 * m->cube);
    if (below(m, 3) == 0) { /* killed while it is open, and shown open again */
        m->is_doubled = true;
        tear(m);
        m->is_doubled = false;
    }
    if (below(m, 4) == 0) {
        record_drop(m->whole, other(m->on_roll));
        record_drop(m->torn, other(m->on_roll));
        return false;
    }
    record_take(m->whole, other(m->on_roll));
    if (below(m, 3) == 0) { /* killed before we heard of it */
        m->cube *= 2;
        m->owner = mine == CUBE_MINE ? CUBE_THEIRS : CUBE_MINE;
        tear(m);
        return true;
    }
    record_take(m->torn, other(m->on_roll));
    m->cube *= 2;
    m->owner = mine == CUBE_MINE ? CUBE_THEIRS : CUBE_MINE;
    return true;
}

static struct roll opening(struct random_match *m)
{
    struct roll roll;
    do {
        roll = rng_roll(&m->rng);
    } while (roll.high == roll.low);
    return roll;
}

/* The last turn of a game cannot be found from a position: nothing is missed there. */
static void play_game(struct random_match *m)
{
    position_start(&m->pos);
    m->cube = 1;
    m->owner = CUBE_CENTRED;
    m->deaf = 0;
    m->on_roll = below(m, 2) == 0 ? RECORD_ME : RECORD_OPPONENT;
    record_game_start(m->whole, m->score[0], m->score[1]);
    record_game_start(m->torn, m->score[0], m->score[1]);
    struct roll roll = opening(m);
    bool is_played = true;
    int turns = 0;
    while (play_turn(m, roll)) {
        end_turn(m);
        if (m->deaf == 0 && ++turns > 12 && below(m, 20) == 0) {
            break; /* somebody resigns */
        }
        is_played = offer_cube(m);
        if (!is_played) {
            break;
        }
        roll = rng_roll(&m->rng);
    }
    if (m->deaf > 0) {
        m->deaf = 0;
    }
    m->score[m->on_roll] += m->cube;
    record_game_end(m->whole, m->on_roll, m->cube);
    record_game_end(m->torn, m->on_roll, m->cube);
}

static void play_match(struct random_match *m, int length, uint64_t seed)
{
    m->length = length;
    m->list = aligned_alloc(64, sizeof *m->list);
    assert_non_null(m->list);
    rng_seed(&m->rng, 99, seed);
    m->whole = open_record(m, whole_folder, false, 1700000000);
    m->torn = open_record(m, folder, false, 1700000000);
    while (m->score[0] < length && m->score[1] < length) {
        play_game(m);
    }
    free(m->list);
}

enum { ROOM = 1 << 20 };

static void a_match_torn_anywhere_is_told_like_a_whole_one(void **state)
{
    (void)state;
    char *whole = malloc(ROOM), *torn = malloc(ROOM);
    assert_true(whole != NULL && torn != NULL);
    int tears = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        struct random_match m = {.grouping = (int)(seed % 3)};
        play_match(&m, 9, seed);
        read_all(record_path(m.whole), whole, ROOM);
        read_all(record_path(m.torn), torn, ROOM);
        assert_string_equal(torn, whole);
        assert_int_equal(m.held, m.tears);
        tears += m.tears;
        record_match_end(m.whole);
        record_match_end(m.torn);
        tear_down(state);
        set_up(state);
    }
    assert_true(tears > 50);
    free(whole);
    free(torn);
}

/* "31: 8/5 6/5" -> "??: 8/5 6/5": the dice of a missed turn may be others that allow
 * the same; and of two ways to the same position we know one. */
static void count_turns(const char *text, int *games, int *turns)
{
    *games = *turns = 0;
    for (const char *c = text; *c != '\0'; c++) {
        *games += strncmp(c, "\n Game ", 7) == 0;
        *turns +=
            c[0] >= '1' && c[0] <= '6' && c[1] >= '1' && c[1] <= '6' && c[2] == ':';
    }
}

static void missed_turns_are_found_from_the_positions(void **state)
{
    (void)state;
    char *whole = malloc(ROOM), *torn = malloc(ROOM);
    assert_true(whole != NULL && torn != NULL);
    for (uint64_t seed = 0; seed < 4; seed++) {
        struct random_match m = {.missed_max = 2};
        int games[2], turns[2];
        play_match(&m, 5, seed);
        read_all(record_path(m.whole), whole, ROOM);
        read_all(record_path(m.torn), torn, ROOM);
        count_turns(whole, &games[0], &turns[0]);
        count_turns(torn, &games[1], &turns[1]);
        assert_int_equal(games[1], games[0]);
        assert_in_range(turns[1], turns[0] - 2 * games[0], turns[0]);
        record_match_end(m.whole);
        record_match_end(m.torn);
        tear_down(state);
        set_up(state);
    }
    free(whole);
    free(torn);
}

/* ---- single cases ---------------------------------------------------------------- */

static const struct play opening_play = {{{8, 5}, {6, 5}}, 2};

static struct random_match begin(int length)
{
    struct random_match m = {.length = length, .cube = 1, .owner = CUBE_CENTRED};
    position_start(&m.pos);
    m.torn = open_record(&m, folder, false, 1700000000);
    record_game_start(m.torn, 0, 0);
    record_play(m.torn, RECORD_ME, (struct roll){3, 1}, &opening_play);
    (void)movegen_apply(&m.pos, (struct checker_move){8, 5});
    (void)movegen_apply(&m.pos, (struct checker_move){6, 5});
    m.on_roll = RECORD_OPPONENT;
    return m;
}

/* A turn of ours that his is missing before. */
static int lose_game(struct random_match *m)
{
    static const struct play play = {{{13, 10}, {6, 5}}, 2};
    record_play(m->torn, RECORD_ME, (struct roll){3, 1}, &play);
    return record_lost_game(m->torn);
}

static void the_list_of_games_that_lack_turns_goes_on_after_a_kill(void **state)
{
    (void)state;
    char text[4096];
    struct random_match m = begin(5);
    assert_int_equal(lose_game(&m), 1);
    tear(&m);
    assert_int_equal(record_lost_game(m.torn), 0); /* it was told before */
    record_game_end(m.torn, RECORD_ME, 1);
    record_game_start(m.torn, 1, 0);
    record_play(m.torn, RECORD_ME, (struct roll){3, 1}, &opening_play);
    assert_int_equal(lose_game(&m), 2);
    read_all(record_path(m.torn), text, sizeof text);
    assert_non_null(strstr(text, "]\n; [Incomplete \"1 2\"]\n\n 5 point match\n"));
    record_match_end(m.torn);
}

static void expect_text(const struct random_match *m, const char *want)
{
    char text[4096];
    read_all(record_path(m->torn), text, sizeof text);
    const char *games = strstr(text, " Game 1");
    assert_non_null(games);
    assert_string_equal(games, want);
}

static void a_double_taken_back_by_the_server_leaves_no_trace(void **state)
{
    (void)state;
    struct random_match m = begin(5);
    record_double(m.torn, RECORD_OPPONENT, 2);
    tear(&m);
    expect_text(&m, " Game 1\n"
                    " our_bot : 0                           opp_a : 0\n"
                    "  1) 31: 8/5 6/5                       ");
    record_double(m.torn, RECORD_OPPONENT, 2);
    record_drop(m.torn, RECORD_ME);
    expect_text(&m, " Game 1\n"
                    " our_bot : 0                           opp_a : 0\n"
                    "  1) 31: 8/5 6/5                        Doubles => 2\n"
                    "  2)  Drops                            ");
    record_match_end(m.torn);
}

static void a_game_that_ended_unseen_gets_its_points(void **state)
{
    (void)state;
    struct random_match m = begin(5);
    m.score[RECORD_OPPONENT] = 2;
    position_start(&m.pos);
    tear(&m);
    assert_int_equal(m.held, 1);
    expect_text(&m, " Game 1\n"
                    " our_bot : 0                           opp_a : 0\n"
                    "  1) 31: 8/5 6/5                       \n"
                    "                                       Wins 2 points\n"
                    "\n"
                    " Game 2\n"
                    " our_bot : 0                           opp_a : 2\n");
    record_match_end(m.torn);
}

static void a_file_cut_off_in_mid_line_goes_on_before_it(void **state)
{
    (void)state;
    static const char *const cuts[] = {"42: 8/", "\n  2) 65: 24/", "\n", "\n\n Gam"};
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        char path[700];
        struct random_match m = begin(5);
        (void)snprintf(path, sizeof path, "%s", record_path(m.torn));
        FILE *file = fopen(path, "a");
        assert_non_null(file);
        fputs(cuts[i], file); /* and killed: nothing is closed */
        (void)fclose(file);
        struct record *killed = m.torn;
        m.torn = open_record(&m, folder, true, 1700090000);
        assert_string_equal(record_path(m.torn), path);
        show_state(&m);
        expect_text(&m, " Game 1\n"
                        " our_bot : 0                           opp_a : 0\n"
                        "  1) 31: 8/5 6/5                       ");
        record_match_end(m.torn);
        record_match_end(killed);
        tear_down(state);
        set_up(state);
    }
}

static void another_match_does_not_go_on_in_the_file(void **state)
{
    (void)state;
    static const struct {
        int length, my_score; /* of what the server resumes */
        const char *opponent;
    } rows[] = {{7, 0, "opp_a"}, {5, 0, "opp_b"}, {5, 0, "opp"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct random_match m = begin(5);
        const struct record_match match = {.folder = folder,
                                           .my_name = "our_bot",
                                           .opponent = rows[i].opponent,
                                           .place = "fibs.com",
                                           .length = rows[i].length,
                                           .is_resumed = true,
                                           .started = 1700000500};
        struct error err;
        struct record *record = record_match_start(&match, &err);
        assert_non_null(record);
        assert_string_not_equal(record_path(record), record_path(m.torn));
        record_match_end(record);
        record_match_end(m.torn);
        tear_down(state);
        set_up(state);
    }
}

/* The file's match stood at 3-0, the one resumed now stands at 1-0. */
static void a_lower_score_is_another_match(void **state)
{
    (void)state;
    struct random_match m = begin(5);
    record_game_end(m.torn, RECORD_ME, 3);
    m.score[RECORD_ME] = 1;
    tear(&m);
    assert_int_equal(m.held, 0);
    record_match_end(m.torn);
}

static void a_finished_match_does_not_go_on(void **state)
{
    (void)state;
    struct random_match m = begin(1);
    record_game_end(m.torn, RECORD_ME, 1);
    m.score[RECORD_ME] = 1;
    tear(&m);
    assert_int_equal(m.held, 0);
    record_match_end(m.torn);
}

/* ---- SGF ------------------------------------------------------------------------- */

static void sgf_has_a_tree_a_game(void **state)
{
    (void)state;
    char path[700], text[4096];
    struct error err;
    struct random_match m = begin(5);
    const struct play reply = {{{24, 23}, {13, 9}}, 2};
    record_play(m.torn, RECORD_OPPONENT, (struct roll){4, 1}, &reply);
    record_double(m.torn, RECORD_ME, 2);
    record_drop(m.torn, RECORD_OPPONENT);
    record_game_end(m.torn, RECORD_ME, 1);
    record_game_start(m.torn, 1, 0);
    assert_true(
        match_format_export(record_path(m.torn), match_format_find("sgf"), &err));
    (void)snprintf(path, sizeof path, "%.*s.sgf", (int)strlen(record_path(m.torn)) - 4,
                   record_path(m.torn));
    read_all(path, text, sizeof text);
    assert_string_equal(
        text,
        "(;FF[4]GM[6]CA[UTF-8]AP[fibsbot:0.2]MI[length:5][game:0][ws:0][bs:0]PW[opp_a]"
        "PB[our_bot]PC[fibs.com]DT[2023-11-14]RU[Crawford]RE[B+1]\n"
        ";B[31qtst]\n"
        ";W[41xwmi]\n"
        ";B[double]\n"
        ";W[drop]\n"
        ")\n"
        "(;FF[4]GM[6]CA[UTF-8]AP[fibsbot:0.2]MI[length:5][game:1][ws:0][bs:1]PW[opp_a]"
        "PB[our_bot]PC[fibs.com]DT[2023-11-14]RU[Crawford]\n"
        ")\n");
    record_match_end(m.torn);
}

/* Whether both files have the same plays from the same positions, whoever stands left. */
static bool plays_are_alike(const char *a_path, const char *b_path)
{
    struct error err;
    struct match_turns *a = match_turns_read(a_path, &err);
    struct match_turns *b = match_turns_read(b_path, &err);
    assert_true(a != NULL && b != NULL);
    bool is_alike = a->count > 0 && a->count == b->count;
    for (int i = 0; is_alike && i < a->count; i++) {
        is_alike = position_equal(&a->turns[i].pos, &b->turns[i].pos) &&
                   a->turns[i].type == b->turns[i].type;
    }
    match_turns_free(a);
    match_turns_free(b);
    return is_alike;
}

/* gnubg reads the SGF and writes .mat: the same turns and points as in our .mat. */
static void gnubg_reads_our_sgf(void **state)
{
    (void)state;
    if (access(gnubg_program, X_OK) != 0) {
        print_message("%s is not installed\n", gnubg_program);
        skip();
    }
    char *ours = malloc(ROOM), *theirs = malloc(ROOM), command[1200], path[200];
    assert_true(ours != NULL && theirs != NULL);
    struct error err;
    struct random_match m = {0};
    play_match(&m, 7, 3);
    assert_true(
        match_format_export(record_path(m.torn), match_format_find("sgf"), &err));
    (void)snprintf(path, sizeof path, "%s/commands", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "set confirm new off\nload match %.*s.sgf\nexport match mat %s/copy\n",
            (int)strlen(record_path(m.torn)) - 4, record_path(m.torn), folder);
    (void)fclose(file);
    (void)snprintf(command, sizeof command,
                   "cd %s && HOME=%s %s -t -q -r -s %s -c %s </dev/null >said 2>&1",
                   folder, folder, gnubg_program, folder, path);
    (void)!system(command);
    (void)snprintf(path, sizeof path, "%s/copy", folder);
    read_all(path, theirs, ROOM);
    read_all(record_path(m.torn), ours, ROOM);
    int games[2], turns[2];
    count_turns(ours, &games[0], &turns[0]);
    count_turns(theirs, &games[1], &turns[1]);
    assert_int_equal(games[1], games[0]);
    assert_int_equal(turns[1], turns[0]);
    const char *a = ours, *b = theirs;
    while ((a = strstr(a, "Wins ")) != NULL) {
        b = strstr(b, "Wins ");
        assert_non_null(b);
        assert_int_equal(atoi(b + 5), atoi(a + 5));
        a++;
        b++;
    }
    (void)snprintf(path, sizeof path, "%s/copy", folder);
    assert_true(plays_are_alike(record_path(m.torn), path));
    record_match_end(m.whole);
    record_match_end(m.torn);
    free(ours);
    free(theirs);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

static void the_name_of_a_file_tells_when_the_match_began(void **state)
{
    (void)state;
    time_t started = 0;
    assert_true(
        record_start_of("a-b/20231114-221320-our_bot-opp_a-5pt-2.mat", &started));
    assert_int_equal(started, 1700000000);
    static const char *const others[] = {"",
                                         "match.mat",
                                         "20231114-our_bot-opp_a.mat",
                                         "20231114-221320.mat",
                                         "20231114-2213-5-x.mat",
                                         "20231114-221320-our_bot/x.mat"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_false(record_start_of(others[i], &started));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_match_torn_anywhere_is_told_like_a_whole_one),
        TEST(the_list_of_games_that_lack_turns_goes_on_after_a_kill),
        TEST(the_name_of_a_file_tells_when_the_match_began),
        TEST(missed_turns_are_found_from_the_positions),
        TEST(a_double_taken_back_by_the_server_leaves_no_trace),
        TEST(a_game_that_ended_unseen_gets_its_points),
        TEST(a_file_cut_off_in_mid_line_goes_on_before_it),
        TEST(another_match_does_not_go_on_in_the_file),
        TEST(a_lower_score_is_another_match),
        TEST(a_finished_match_does_not_go_on),
        TEST(sgf_has_a_tree_a_game),
        TEST(gnubg_reads_our_sgf),
    };
    return cmocka_run_group_tests_name("match file resumed", tests, NULL, NULL);
}
