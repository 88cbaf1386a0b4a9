/* The match file: its exact text, gaps, and that GNU Backgammon imports it. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/board/match_state.h"
#include "engine/board/rng.h"
#include "match/match_format.h"
#include "match/record.h"

static const char gnubg_program[] = "/usr/games/gnubg";

/* ---- helpers --------------------------------------------------------------------- */

static char *make_folder(char folder[64])
{
    strcpy(folder, "/tmp/fibsbot-record-XXXXXX");
    assert_non_null(mkdtemp(folder));
    return folder;
}

static void remove_folder(const char *folder)
{
    char command[128];
    (void)snprintf(command, sizeof command, "rm -rf '%s'", folder);
    assert_int_equal(system(command), 0);
}

static void read_all(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    (void)fclose(file);
}

static struct record *start(const char *folder, int length)
{
    const struct record_match match = {
        .folder = folder,
        .my_name = "our_bot",
        .opponent = "opp_a",
        .place = "fibs.com",
        .length = length,
        .started = 1700000000, /* 2023-11-14 22:13:20 UTC */
    };
    struct error err;
    struct record *record = record_match_start(&match, &err);
    assert_non_null(record);
    return record;
}

static struct roll dice(int high, int low)
{
    return (struct roll){(uint8_t)high, (uint8_t)low};
}

static struct play play_of(const int (*hops)[2], int count)
{
    struct play play = {.count = (uint8_t)count};
    for (int i = 0; i < count; i++) {
        play.moves[i] = (struct checker_move){(uint8_t)hops[i][0], (uint8_t)hops[i][1]};
    }
    return play;
}

#define PLAY(...)                                                                      \
    play_of((const int[][2]){__VA_ARGS__},                                             \
            (int)(sizeof(int[][2]){__VA_ARGS__} / sizeof(int[2])))

static void turn(struct record *record, enum record_side side, int high, int low,
                 struct play play)
{
    record_play(record, side, dice(high, low), &play);
}

static const struct play dance = {.count = 0};

/* The server shows this, the cube in the middle. */
static void resume(struct record *record, int mine, int theirs,
                   const struct position *pos, enum record_side on_turn)
{
    const struct record_state state = {.my_score = mine,
                                       .opponent_score = theirs,
                                       .pos = *pos,
                                       .on_turn = on_turn,
                                       .cube = 1,
                                       .owner = CUBE_CENTRED};
    record_game_resume(record, &state);
}

/* ---- text ------------------------------------------------------------------------ */

static void match_is_written_as_jellyfish_text(void **state)
{
    (void)state;
    char folder[64], text[4096];
    struct record *record = start(make_folder(folder), 3);
    record_game_start(record, 0, 0);
    turn(record, RECORD_OPPONENT, 3, 1, PLAY({8, 5}, {6, 5}));
    turn(record, RECORD_ME, 4, 2, PLAY({8, 4}, {6, 4}));
    record_double(record, RECORD_OPPONENT, 2);
    record_take(record, RECORD_ME);
    turn(record, RECORD_OPPONENT, 6, 4, PLAY({24, 18}, {18, 14}));
    record_double(record, RECORD_ME, 4);
    record_drop(record, RECORD_OPPONENT);
    record_game_end(record, RECORD_ME, 2);
    record_game_start(record, 2, 0);
    turn(record, RECORD_ME, 4, 1, PLAY({24, 20}, {6, 5}));
    turn(record, RECORD_OPPONENT, 5, 5, PLAY({13, 8}, {13, 8}, {8, 3}, {8, 3}));
    record_game_end(record, RECORD_OPPONENT, 3);
    read_all(record_path(record), text, sizeof text);
    assert_string_equal(text,
                        "; [Site \"fibs.com\"]\n"
                        "; [Player 1 \"our_bot\"]\n"
                        "; [Player 2 \"opp_a\"]\n"
                        "; [EventDate \"2023.11.14\"]\n"
                        "; [EventTime \"22.13\"]\n"
                        "; [Variation \"Backgammon\"]\n"
                        "; [Crawford \"On\"]\n"
                        "; [CubeLimit \"1024\"]\n"
                        "\n"
                        " 3 point match\n"
                        "\n"
                        " Game 1\n"
                        " our_bot : 0                           opp_a : 0\n"
                        "  1)                                   31: 8/5 6/5\n"
                        "  2) 42: 8/4 6/4                        Doubles => 2\n"
                        "  3)  Takes                            64: 24/18 18/14\n"
                        "  4)  Doubles => 4                      Drops\n"
                        "      Wins 2 points\n"
                        "\n"
                        " Game 2\n"
                        " our_bot : 2                           opp_a : 0\n"
                        "  1) 41: 24/20 6/5                     55: 13/8 13/8 8/3 8/3\n"
                        "                                       Wins 3 points and the "
                        "match\n");
    record_match_end(record);
    remove_folder(folder);
}

static void every_turn_is_on_disk_at_once(void **state)
{
    (void)state;
    char folder[64], text[4096];
    struct record *record = start(make_folder(folder), 0);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    read_all(record_path(record), text, sizeof text);
    assert_non_null(strstr(text, "\n 0 point match\n"));
    assert_non_null(strstr(text, "\n  1) 31: 8/5 6/5"));
    assert_null(record_error(record));
    record_match_end(record);
    remove_folder(folder);
}

static void hits_and_dances_are_told(void **state)
{
    (void)state;
    char folder[64], text[4096];
    struct record *record = start(make_folder(folder), 5);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 6, 4, PLAY({24, 18}, {13, 9}));
    turn(record, RECORD_OPPONENT, 6, 1, PLAY({13, 7}, {8, 7}));
    turn(record, RECORD_ME, 6, 6, dance);
    read_all(record_path(record), text, sizeof text);
    assert_non_null(strstr(text, "61: 13/7* 8/7\n"));
    assert_non_null(strstr(text, "\n  2) 66:"));
    record_match_end(record);
    remove_folder(folder);
}

static void file_is_named_by_time_players_and_length(void **state)
{
    (void)state;
    char folder[64], path[256];
    struct record *first = start(make_folder(folder), 5);
    struct record *second = start(folder, 5);
    struct record *money = start(folder, 0);
    (void)snprintf(path, sizeof path, "%s/20231114-221320-our_bot-opp_a-5pt.mat",
                   folder);
    assert_string_equal(record_path(first), path);
    (void)snprintf(path, sizeof path, "%s/20231114-221320-our_bot-opp_a-5pt-2.mat",
                   folder);
    assert_string_equal(record_path(second), path);
    assert_non_null(strstr(record_path(money), "-money.mat"));
    record_match_end(first);
    record_match_end(second);
    record_match_end(money);
    remove_folder(folder);
}

static void folder_is_made_and_a_bad_one_refused(void **state)
{
    (void)state;
    char folder[64], deep[128];
    (void)snprintf(deep, sizeof deep, "%s/a/b", make_folder(folder));
    struct record *record = start(deep, 1);
    record_match_end(record);
    struct error err;
    const struct record_match match = {.folder = "/dev/null/x",
                                       .my_name = "a",
                                       .opponent = "b",
                                       .place = "",
                                       .length = 1};
    assert_null(record_match_start(&match, &err));
    assert_non_null(strstr(err.text, "/dev/null/x"));
    remove_folder(folder);
}

static void names_of_strangers_cannot_leave_the_folder(void **state)
{
    (void)state;
    char folder[64];
    struct error err;
    const struct record_match match = {.folder = make_folder(folder),
                                       .my_name = "our_bot",
                                       .opponent = "../../x\ny",
                                       .place = "fibs.com",
                                       .length = 1};
    struct record *record = record_match_start(&match, &err);
    assert_non_null(record);
    assert_non_null(strstr(record_path(record), "-our_bot-______x_y-1pt.mat"));
    record_match_end(record);
    remove_folder(folder);
}

static void result_is_corrected_until_the_next_game_begins(void **state)
{
    (void)state;
    char folder[64], text[4096];
    struct record *record = start(make_folder(folder), 3);
    record_game_correct(record, RECORD_ME, 2); /* no game has ended */
    record_game_start(record, 0, 0);
    record_game_correct(record, RECORD_ME, 2);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    record_game_end(record, RECORD_OPPONENT, 1);
    record_game_correct(record, RECORD_OPPONENT, 2);
    read_all(record_path(record), text, sizeof text);
    assert_null(strstr(text, "Wins 1 point"));
    assert_non_null(strstr(text, "                  Wins 2 points\n"));
    record_game_correct(record, RECORD_ME, 3);
    read_all(record_path(record), text, sizeof text);
    assert_non_null(strstr(text, "\n      Wins 3 points and the match\n"));
    record_game_correct(record, RECORD_ME, 1);
    record_game_start(record, 1, 0);
    record_game_correct(record, RECORD_ME, 2); /* too late: the next game shows it */
    read_all(record_path(record), text, sizeof text);
    assert_non_null(strstr(text, "\n      Wins 1 point\n"));
    assert_null(strstr(text, "Wins 2"));
    assert_null(strstr(text, "Wins 3"));
    record_match_end(record);
    remove_folder(folder);
}

/* ---- gaps ------------------------------------------------------------------------ */

/* Of the games that `lose_turns` makes, 1 and 3 lack turns. */
static void lose_turns(struct record *record)
{
    for (int game = 1; game <= 3; game++) {
        record_game_start(record, game - 1, 0);
        turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
        if (game != 2) {
            turn(record, RECORD_ME, 4, 2, PLAY({8, 4}, {6, 4}));
        }
        (void)record_lost_game(record);
        turn(record, RECORD_OPPONENT, 4, 2, PLAY({8, 4}, {6, 4}));
        record_game_end(record, RECORD_ME, 1);
    }
}

static void games_that_lack_turns_stand_in_the_heading(void **state)
{
    (void)state;
    char folder[64], text[4096];
    struct record *record = start(make_folder(folder), 5);
    lose_turns(record);
    read_all(record_path(record), text, sizeof text);
    const char *list = strstr(text, "; [Incomplete \"1 3\"]\n\n 5 point match\n");
    assert_non_null(list);
    assert_null(strstr(list + 1, "; ["));
    assert_null(strstr(text, "; [Incomplete \"1\"]"));
    assert_non_null(strstr(text, "\n  1) 31: 8/5 6/5                       42: 8/4 6/4\n"
                                 "      Wins 1 point\n"));
    record_match_end(record);
    remove_folder(folder);
}

static void sgf_of_a_game_that_lacks_turns_says_so(void **state)
{
    (void)state;
    char folder[64], text[4096], path[200];
    struct error err;
    struct record *record = start(make_folder(folder), 5);
    lose_turns(record);
    (void)snprintf(path, sizeof path, "%s", record_path(record));
    record_match_end(record);
    assert_true(match_format_export(path, match_format_find("sgf"), &err));
    strcpy(strrchr(path, '.'), ".sgf");
    read_all(path, text, sizeof text);
    static const char *const results[] = {"RE[B+1]", "RE[B+1R]", "RE[B+1]"};
    char *tree = text;
    for (int game = 0; game < 3; game++) {
        char *end = strstr(tree, ")\n");
        assert_non_null(end);
        *end = '\0';
        assert_int_equal(strstr(tree, "C[Turns of this game were missed") != NULL,
                         game != 1);
        assert_non_null(strstr(tree, results[game]));
        tree = end + 1;
    }
    remove_folder(folder);
}

static void missed_turn_leaves_out_the_rest_but_the_result(void **state)
{
    (void)state;
    char folder[64], text[4096];
    struct record *record = start(make_folder(folder), 5);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    assert_int_equal(record_lost_game(record), 0);
    turn(record, RECORD_ME, 4, 2, PLAY({8, 4}, {6, 4}));
    assert_int_equal(record_lost_game(record), 1);
    turn(record, RECORD_OPPONENT, 4, 2, PLAY({8, 4}, {6, 4}));
    assert_int_equal(record_lost_game(record), 0); /* said once */
    record_game_end(record, RECORD_ME, 1);
    record_game_start(record, 1, 0);
    assert_int_equal(record_lost_game(record), 0);
    turn(record, RECORD_OPPONENT, 6, 1, PLAY({13, 7}, {8, 7}));
    read_all(record_path(record), text, sizeof text);
    assert_null(strstr(text, "42:"));
    assert_non_null(
        strstr(text, "  1) 31: 8/5 6/5                       \n      Wins 1 point\n"));
    assert_non_null(strstr(text, "61: 13/7 8/7"));
    record_match_end(record);
    remove_folder(folder);
}

/* The board that shows a play may come before the line that tells it. */
static void play_told_after_its_board_takes_the_place_of_the_guess(void **state)
{
    (void)state;
    char folder[64], text[4096];
    struct record *record = start(make_folder(folder), 5);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    struct position theirs;
    position_start(&theirs);
    (void)movegen_apply(&theirs, (struct checker_move){8, 5});
    (void)movegen_apply(&theirs, (struct checker_move){6, 5});
    theirs = position_swap(&theirs);
    (void)movegen_apply(&theirs, (struct checker_move){13, 10});
    const struct position shown = position_swap(&theirs);
    resume(record, 0, 0, &shown, RECORD_ME); /* by a 21, it seems */
    turn(record, RECORD_OPPONENT, 3, 3, PLAY({13, 10}));
    turn(record, RECORD_ME, 2, 1, PLAY({13, 11}, {6, 5}));
    read_all(record_path(record), text, sizeof text);
    assert_non_null(strstr(text, "33: 13/10\n"));
    assert_non_null(strstr(text, "  2) 21: 13/11 6/5"));
    record_match_end(record);
    remove_folder(folder);
}

static void impossible_play_is_not_written(void **state)
{
    (void)state;
    char folder[64], text[4096];
    struct record *record = start(make_folder(folder), 5);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 6, 5, PLAY({24, 18}, {18, 13}));
    turn(record, RECORD_OPPONENT, 5, 1, PLAY({24, 19}, {6, 5}));
    read_all(record_path(record), text, sizeof text);
    assert_null(strstr(text, "51:"));
    record_match_end(record);
    remove_folder(folder);
}

static void same_position_after_a_lost_line_goes_on(void **state)
{
    (void)state;
    char folder[64], text[4096];
    struct position pos;
    struct record *record = start(make_folder(folder), 5);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    position_start(&pos);
    (void)movegen_apply(&pos, (struct checker_move){8, 5});
    (void)movegen_apply(&pos, (struct checker_move){6, 5});
    resume(record, 0, 0, &pos, RECORD_OPPONENT);
    turn(record, RECORD_OPPONENT, 4, 2, PLAY({8, 4}, {6, 4}));
    read_all(record_path(record), text, sizeof text);
    assert_non_null(strstr(text, "42: 8/4 6/4\n"));
    position_start(&pos);
    resume(record, 0, 0, &pos, RECORD_ME);
    turn(record, RECORD_ME, 2, 1, PLAY({13, 11}, {6, 5}));
    read_all(record_path(record), text, sizeof text);
    assert_null(strstr(text, "21:"));
    record_match_end(record);
    remove_folder(folder);
}

static void game_joined_in_its_middle_has_only_a_heading(void **state)
{
    (void)state;
    char folder[64], text[4096];
    struct position pos;
    struct record *record = start(make_folder(folder), 5);
    position_start(&pos);
    pos.mine.at[24] = 0;
    pos.mine.at[1] = 2;
    resume(record, 2, 1, &pos, RECORD_ME);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    record_double(record, RECORD_OPPONENT, 2);
    record_take(record, RECORD_ME);
    read_all(record_path(record), text, sizeof text);
    assert_non_null(strstr(text, " our_bot : 2 "));
    assert_null(strstr(text, "1)"));
    record_match_end(record);
    remove_folder(folder);
}

static void null_record_is_taken(void **state)
{
    (void)state;
    record_game_start(NULL, 0, 0);
    record_play(NULL, RECORD_ME, dice(3, 1), &dance);
    record_double(NULL, RECORD_ME, 2);
    record_take(NULL, RECORD_ME);
    record_drop(NULL, RECORD_ME);
    record_game_end(NULL, RECORD_ME, 1);
    record_match_end(NULL);
    assert_null(record_error(NULL));
    assert_string_equal(record_path(NULL), "");
}

/* Files may grow to 100 bytes from here on; a write beyond fails as on a full disk. */
static void limit_file_size(rlim_t bytes, struct rlimit *before)
{
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, before), 0);
    const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = before->rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void full_disk_is_told_once_and_stops_nothing(void **state)
{
    (void)state;
    char folder[64];
    struct rlimit before;
    struct record *record = start(make_folder(folder), 5);
    limit_file_size(100, &before);
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    const char *told = record_error(record);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_non_null(told);
    assert_non_null(strstr(told, record_path(record)));
    assert_null(record_error(record));
    record_game_end(record, RECORD_ME, 1);
    record_match_end(record);
    remove_folder(folder);
}

static void play_a_game(struct record *record)
{
    record_game_start(record, 0, 0);
    turn(record, RECORD_ME, 3, 1, PLAY({8, 5}, {6, 5}));
    turn(record, RECORD_OPPONENT, 6, 1, PLAY({13, 7}, {8, 7}));
    record_game_end(record, RECORD_ME, 1);
}

/* What a disk of so many bytes leaves out is written when there is room again. */
static void full_disk_loses_nothing_once_it_has_room(void **state)
{
    (void)state;
    static const rlim_t sizes[] = {0, 100, 300};
    char folder[64], want[4096], text[4096];
    struct record *record = start(make_folder(folder), 5);
    play_a_game(record);
    record_game_start(record, 1, 0);
    read_all(record_path(record), want, sizeof want);
    record_match_end(record);
    remove_folder(folder);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct rlimit before;
        (void)make_folder(folder);
        limit_file_size(sizes[i], &before);
        record = start(folder, 5);
        play_a_game(record);
        bool is_there = access(record_path(record), F_OK) == 0;
        const char *told = record_error(record);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(is_there, sizes[i] == 300);
        assert_non_null(told);
        record_game_start(record, 1, 0);
        assert_null(record_error(record));
        read_all(record_path(record), text, sizeof text);
        assert_string_equal(text, want);
        record_match_end(record);
        remove_folder(folder);
    }
}

static void no_empty_file_stays_behind(void **state)
{
    (void)state;
    char folder[64], path[256];
    struct rlimit before;
    (void)make_folder(folder);
    limit_file_size(0, &before);
    struct record *record = start(folder, 5);
    play_a_game(record);
    (void)snprintf(path, sizeof path, "%s", record_path(record));
    record_match_end(record);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_not_equal(path[0], '\0');
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void others_cannot_read_a_match_file(void **state)
{
    (void)state;
    char folder[64];
    struct stat st;
    mode_t mask = umask(0);
    struct record *record = start(make_folder(folder), 5);
    (void)umask(mask);
    assert_int_equal(stat(record_path(record), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    record_match_end(record);
    remove_folder(folder);
}

/* ---- GNU Backgammon -------------------------------------------------------------- */

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
    (void)snprintf(path, sizeof path, "%s/commands", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "set confirm new off\nimport mat %s\nshow score\nexport match mat "
            "%s/copy\n",
            match, folder);
    (void)fclose(file);
    (void)snprintf(command, sizeof command,
                   "cd %s && HOME=%s %s -t -q -r -s %s -c %s </dev/null >said 2>&1",
                   folder, folder, gnubg_program, folder, path);
    (void)!system(command);
    (void)snprintf(path, sizeof path, "%s/said", folder);
    read_all(path, said, size);
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
    (void)snprintf(score, sizeof score, "our_bot %d, opp_a %d", m->score[RECORD_ME],
                   m->score[RECORD_OPPONENT]);
    if (strstr(said, score) == NULL) {
        fail_msg("expected the score %s; gnubg: ...%s", score,
                 said + (strlen(said) > 300 ? strlen(said) - 300 : 0));
    }
    (void)snprintf(path, sizeof path, "%s/copy", folder);
    read_all(path, copy, ROOM);
    assert_int_equal(count_rolls(copy), m->rolls);
    assert_null(strstr(copy, "Beavers"));
    char theirs[600], ours[600];
    list_points(copy, theirs, sizeof theirs);
    read_all(record_path(m->record), copy, ROOM);
    list_points(copy, ours, sizeof ours);
    assert_string_equal(theirs, ours);
    free(said);
    free(copy);
}

static void gnubg_imports_what_we_write(void **state)
{
    (void)state;
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
        remove_folder(folder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(match_is_written_as_jellyfish_text),
        cmocka_unit_test(every_turn_is_on_disk_at_once),
        cmocka_unit_test(hits_and_dances_are_told),
        cmocka_unit_test(file_is_named_by_time_players_and_length),
        cmocka_unit_test(folder_is_made_and_a_bad_one_refused),
        cmocka_unit_test(names_of_strangers_cannot_leave_the_folder),
        cmocka_unit_test(result_is_corrected_until_the_next_game_begins),
        cmocka_unit_test(games_that_lack_turns_stand_in_the_heading),
        cmocka_unit_test(sgf_of_a_game_that_lacks_turns_says_so),
        cmocka_unit_test(missed_turn_leaves_out_the_rest_but_the_result),
        cmocka_unit_test(play_told_after_its_board_takes_the_place_of_the_guess),
        cmocka_unit_test(impossible_play_is_not_written),
        cmocka_unit_test(same_position_after_a_lost_line_goes_on),
        cmocka_unit_test(game_joined_in_its_middle_has_only_a_heading),
        cmocka_unit_test(null_record_is_taken),
        cmocka_unit_test(full_disk_is_told_once_and_stops_nothing),
        cmocka_unit_test(full_disk_loses_nothing_once_it_has_room),
        cmocka_unit_test(no_empty_file_stays_behind),
        cmocka_unit_test(others_cannot_read_a_match_file),
        cmocka_unit_test(gnubg_imports_what_we_write),
    };
    return cmocka_run_group_tests_name("match file", tests, NULL, NULL);
}
