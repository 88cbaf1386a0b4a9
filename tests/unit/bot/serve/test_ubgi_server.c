/* Our engine as a UBGI engine: whole dialogues, and its keys (ubgi_keys.c). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>

#include "bot/serve/ubgi_keys.h"
#include "bot/serve/ubgi_server.h"
#include "engine/board/decision_context.h"
#include "engine/board/position_id.h"
#include "engine/board/xgid.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/test_case.h"

enum { INFOS = 32 };

/* What the server has said, without "info" lines, each with its end; and those. */
struct heard {
    pthread_mutex_t lock;
    int infos;
    struct {
        int depth;
        double score;
    } info[INFOS];
    char text[1 << 14];
    size_t size;
};

static void hear(void *context, const char *line)
{
    struct heard *heard = context;
    (void)pthread_mutex_lock(&heard->lock);
    const char *score = strstr(line, " score ");
    if (sscanf(line, "info depth %d", &heard->info[heard->infos % INFOS].depth) == 1) {
        heard->info[heard->infos++ % INFOS].score =
            score != NULL ? atof(score + 7) : (double)NAN;
    } else {
        heard->size += (size_t)snprintf(heard->text + heard->size,
                                        sizeof heard->text - heard->size, "%s\n", line);
    }
    (void)pthread_mutex_unlock(&heard->lock);
}

static void empty(struct heard *heard)
{
    heard->size = 0;
    heard->infos = 0;
    heard->text[0] = '\0';
}

/* What it has said by now; its threads may say more meanwhile. */
static void assert_heard(struct heard *heard, const char *text)
{
    static char now[sizeof heard->text];
    (void)pthread_mutex_lock(&heard->lock);
    memcpy(now, heard->text, heard->size + 1);
    (void)pthread_mutex_unlock(&heard->lock);
    assert_string_equal(now, text);
}

static struct ubgi_server *open_server(struct heard *heard, enum ubgi_draft draft)
{
    const struct ubgi_server_options options = {
        .draft = draft, .version = "1", .engine = eng, .say = hear, .context = heard};
    struct error err = {0};
    (void)pthread_mutex_init(&heard->lock, NULL);
    empty(heard);
    struct ubgi_server *server = ubgi_server_open(&options, &err);
    assert_string_equal(err.text, "");
    return server;
}

/* What answers() has heard. */
static struct heard heard;

/* Gives the lines of `said`, closes the server and returns what it answered. */
static const char *answers(enum ubgi_draft draft, const char *said)
{
    struct ubgi_server *server = open_server(&heard, draft);
    char lines[4096];
    char *rest = lines;
    (void)snprintf(lines, sizeof lines, "%s", said);
    while (rest != NULL) {
        (void)ubgi_server_take(server, strsep(&rest, "\n"));
    }
    ubgi_server_close(server);
    return heard.text;
}

#define FAST    "set engine.ply 1\n"
#define OPENING "position gnubgid 4HPwATDgc/ABMA\n"
#define XGID_31 "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"

/* ---- dialogues ------------------------------------------------------------------- */

TEST(draft_0_2_introduces_itself_with_keys)
{
    const char *text = answers(UBGI_0_2, "ubgi");
    assert_ptr_equal(strstr(text, "id name fibsbot\nid author "), text);
    assert_non_null(strstr(text, "\nproto 0.2\nkey game.variant enum backgammon "));
    assert_non_null(strstr(text, "\nkey engine.ply int 1..5 3 look-ahead"));
    assert_non_null(strstr(text, "\nkey engine.threads int 1..64 1 ! search"));
    assert_string_equal(text + strlen(text) - 8, "\nubgiok\n");
    assert_null(strstr(text, "readyok"));
}

TEST(draft_0_1_introduces_itself_with_options)
{
    const char *text = answers(UBGI_0_1, "ubgi\nisready");
    assert_non_null(
        strstr(text, "\noption name Threads type spin default 1 min 1 max 64"));
    assert_non_null(strstr(text, "\noption name Jacoby type check default false\n"));
    assert_non_null(strstr(text, "\nubgiok\nreadyok\n"));
    assert_null(strstr(text, "proto"));
    assert_null(strstr(text, "key "));
}

TEST(draft_0_01_introduces_itself_and_is_ready)
{
    assert_string_equal(answers(UBGI_0_01, "ubgi\nnonsense\n" XGID_31 "\nquit"),
                        "id name fibsbot\nid author The fibsbot authors\n"
                        "id version 1\nreadyok\nsorry\n8/5 6/5\n");
}

/* The dialogue that bgci holds with an engine. */
TEST(game_of_draft_0_2_is_played)
{
    assert_string_equal(answers(UBGI_0_2, FAST "isready\nnewgame\n" OPENING
                                               "dice 3 1\ngo chequer\n" OPENING
                                               "dice 3 1\ngo role chequer\n" OPENING
                                               "dice 1 3\ngo\nquit"),
                        "readyok\nbestmove 8/5 6/5\nbestmove 8/5 6/5\n"
                        "bestmove 8/5 6/5\n");
}

TEST(game_of_draft_0_1_is_played)
{
    assert_string_equal(
        answers(UBGI_0_1, "setoption name Ply value 1\nnewgame\nnewsession type match "
                          "length 5\nsetscore 0 2\nsetcube value 1 owner center\n"
                          "setturn p0\n" OPENING "go role cube\ndice 3 1\ngo role "
                          "chequer depth 1\ngo role turn\nquit"),
        "bestcube nodouble\nbestmove 8/5 6/5\n"
        "bestturn cube=nodouble move=8/5 6/5\n");
}

/* A race that is a double and a pass, where nothing but the match forbids it. */
#define RACE "XGID=-BB----------------bbbbbb-:0:0:1:"

TEST(doubles_are_offered_and_answered)
{
    assert_string_equal(answers(UBGI_0_2, FAST
                                "position xgid " RACE "00:0:0:0:5:10\n"
                                "go cube\nposition xgid "
                                "XGID=-BBBBBB----------------bb-:0:0:-1:D:0:0:0:5:10\n"
                                "go cube\n"
                                "position xgid XGID=-b----E-C---eE---c-e----"
                                "B-:0:0:-1:D:0:0:0:0:10\ngo\n"),
                        "bestcube double\nbestcube drop\nbestcube take\n");
    /* What they are worth: the points of a pass, won and lost; what an early double gives. */
    assert_int_equal(heard.infos, 3);
    assert_float_equal(heard.info[0].score, 1.0, 1e-4);
    assert_float_equal(heard.info[1].score, -1.0, 1e-4);
    assert_true(heard.info[2].score > 0.1 && heard.info[2].score < 0.5);
    assert_int_equal(heard.info[0].depth, 1);
}

/* As engine.ply, where more than one play is near; the 3-1 of an opening is the best one, worth
 * .16 without the cube, and 4-1 worth nothing. */
TEST(a_play_comes_with_its_depth_and_equity)
{
    (void)answers(UBGI_0_2, "set engine.ply 2\nset game.cube false\n" OPENING
                            "dice 3 1\ngo\ndice 4 1\ngo");
    assert_int_equal(heard.infos, 2);
    assert_float_equal(heard.info[0].score, 0.16, 0.03);
    assert_int_equal(heard.info[1].depth, 2);
    assert_float_equal(heard.info[1].score, 0.0, 0.03);
}

TEST(nobody_doubles_without_the_cube)
{
    assert_string_equal(answers(UBGI_0_2, FAST "set game.cube false\n"
                                               "position xgid " RACE "00:0:0:0:0:10\n"
                                               "go cube\nset game.cube true\n"
                                               "go cube\nquit"),
                        "bestcube nodouble\nbestcube double\n");
}

/* The same position by its id alone, at scores that the session tells. */
TEST(score_of_the_session_decides_about_the_cube)
{
    struct decision_context at = context(RACE "00:0:0:0:0:10");
    char id[POSITION_ID_SIZE];
    char said[1024];
    position_id_write(&at.pos, id);
    (void)snprintf(said, sizeof said,
                   "setoption name Ply value 1\n"
                   "position gnubgid %s\ngo cube\n"
                   "newsession type match length 5\nsetscore 4 1\nsetturn p1\n"
                   "position gnubgid %s\ngo cube\n" /* Crawford */
                   "newgame\nposition gnubgid %s\ngo cube\n"
                   "setcube value 2 owner p0\ngo cube\n"
                   "setcube value 2 owner p1\ngo cube\n",
                   id, id, id);
    assert_string_equal(answers(UBGI_0_1, said),
                        "bestcube double\nbestcube nodouble\nbestcube double\n"
                        "bestcube nodouble\nbestcube double\n");
}

/* All of theirs far from home, three of them on the bar: a gammon. */
#define TOO_GOOD "XGID=cBBCCBCff-----------------:0:0:1:00:0:0:0:0:10"

/* Asked about the position by its id alone, after lines that tell the game. */
TEST(rules_of_the_session_decide_about_the_cube)
{
    static const struct {
        const char *xgid, *said, *answer;
    } rows[] = {
        {TOO_GOOD, "", "bestcube nodouble\n"},
        {TOO_GOOD, "set game.jacoby true\n", "bestcube double\n"},
        {TOO_GOOD, "newsession type money jacoby on\n", "bestcube double\n"},
        {RACE "00:0:0:0:0:10",
         "newsession type match length 5 crawford off\nsetscore 4 1\nsetturn p1\n",
         "bestcube double\n"},
        /* of the game before */
        {RACE "00:0:0:0:0:10",
         "newsession type match length 9\nsetcube value 2 owner p1\nnewgame\n",
         "bestcube double\n"},
        {RACE "00:0:0:0:0:10",
         "newsession type match length 3\nsetcube value 4 owner p0\nnewgame\n",
         "bestcube double\n"},
        {RACE "00:0:0:0:0:10", "newsession type match length 1\n",
         "bestcube nodouble\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct decision_context at = context(rows[i].xgid);
        char id[POSITION_ID_SIZE], said[512];
        position_id_write(&at.pos, id);
        (void)snprintf(said, sizeof said, FAST "%sposition gnubgid %s\ngo cube\n",
                       rows[i].said, id);
        assert_string_equal(answers(UBGI_0_2, said), rows[i].answer);
    }
    /* a position with a game of its own has that one */
    assert_string_equal(answers(UBGI_0_2, FAST "newsession type match length 5\n"
                                               "setscore 4 1\nposition xgid " RACE
                                               "00:0:0:0:0:10\ngo cube\n"),
                        "bestcube double\n");
}

TEST(depth_of_a_question_is_that_of_its_answer)
{
    (void)answers(UBGI_0_2, FAST OPENING "dice 3 1\ngo depth 2\ngo");
    assert_int_equal(heard.infos, 2);
    assert_int_equal(heard.info[0].depth, 2);
    assert_int_equal(heard.info[1].depth, 1); /* as engine.ply again */
}

TEST(bare_board_of_fibs_is_answered)
{
    assert_string_equal(
        answers(
            UBGI_0_2,
            "board:You:Opp:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:"
            "0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0\nboard:nonsense"),
        "8/5 6/5\nsorry\n");
}

/* ---- errors ---------------------------------------------------------------------- */

TEST(wrong_questions_are_refused_and_the_next_is_answered)
{
    static const struct {
        const char *said;
        const char *answer;
    } rows[] = {
        {"go", "error bad_state no position\n"},
        {"dice 3 1", "error bad_state no position\n"},
        {OPENING "go chequer", "error bad_state no dice\n"},
        {OPENING "go turn", "error bad_state no dice\n"},
        {OPENING "dice 3 1\ngo cube", "error bad_state the dice are rolled\n"},
        {OPENING "dice 3 1\nnewgame\ngo", "error bad_state no position\n"},
        {OPENING "dice 3 1\n" OPENING "go chequer", "error bad_state no dice\n"},
        {OPENING "go nodes 5",
         "error unsupported go nodes, go trials; movetime and depth are\n"},
        {"set engine.ply 6", "error bad_value engine.ply must be 1..5\n"},
        {"set engine.horse 6",
         "error unsupported no key engine.horse; `keys` lists them\n"},
        {"set game.variant nackgammon",
         "error bad_value game.variant must be backgammon\n"},
        {"set game.jacoby 1", "error bad_value game.jacoby must be true or false\n"},
        {"get engine.horse",
         "error unsupported no key engine.horse; `keys` lists them\n"},
        {"stop\nisready", "readyok\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char said[512];
        char wanted[512];
        (void)snprintf(said, sizeof said, FAST "%s\n" OPENING "dice 3 1\ngo\n",
                       rows[i].said);
        (void)snprintf(wanted, sizeof wanted, "%sbestmove 8/5 6/5\n", rows[i].answer);
        assert_string_equal(answers(UBGI_0_2, said), wanted);
    }
    assert_non_null(strstr(answers(UBGI_0_2, "position gnubgid 4HPwATDgc/ABM!"),
                           "error bad_value "));
    assert_non_null(
        strstr(answers(UBGI_0_1, "go"), "error missing_context no position"));
}

TEST(search_is_stopped_and_asked_whether_it_is_ready)
{
    struct ubgi_server *server = open_server(&heard, UBGI_0_2);
    assert_true(ubgi_server_take(server, "set engine.ply 5"));
    assert_true(ubgi_server_take(server, "set engine.filter xg-huge"));
    assert_true(ubgi_server_take(
        server, "position xgid "
                "XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:66:0:0:0:0:10"));
    assert_true(ubgi_server_take(server, "go"));
    assert_true(ubgi_server_take(server, "isready")); /* minutes before it would end */
    assert_heard(&heard, "readyok\n");
    assert_true(ubgi_server_take(server, "stop"));
    assert_true(ubgi_server_take(server, "get engine.ply"));
    assert_false(ubgi_server_take(server, "quit")); /* waits for the end */
    assert_ptr_equal(strstr(heard.text, "readyok\nbestmove "), heard.text);
    assert_non_null(strstr(heard.text, "\nvalue engine.ply 5\n"));
    ubgi_server_close(server);
}

#define SLOW "set engine.ply 5\nset engine.filter xg-huge\n"
#define SLOW_POSITION                                                                  \
    "position xgid XGID=-a-B--E-B-a-dDB--b-bcb----:0:0:1:66:0:0:0:0:10\n"

/* Lines that wait behind a search keep neither from being heard, and the stop holds for
 * the decisions that wait, too. */
TEST(stop_and_isready_pass_lines_that_wait)
{
    assert_string_equal(answers(UBGI_0_2,
                                SLOW SLOW_POSITION "go\n" SLOW_POSITION
                                                   "go\nget engine.ply\nisready\nstop"),
                        "readyok\nbestmove 14/8 14/8 13/7 13/7\n"
                        "bestmove 14/8 14/8 13/7 13/7\nvalue engine.ply 5\n");
}

TEST(flood_of_lines_is_obeyed_to_the_last)
{
    enum { LINES = 1000 };
    struct ubgi_server *server = open_server(&heard, UBGI_0_2);
    for (int i = 0; i < LINES; i++) {
        assert_true(ubgi_server_take(server, i % 2 == 0 ? "" : "newgame"));
    }
    assert_true(ubgi_server_take(server, "get engine.ply"));
    assert_true(ubgi_server_take(server, "isready"));
    assert_heard(&heard, "value engine.ply 3\nreadyok\n");
    ubgi_server_close(server);
}

/* ---- keys ------------------------------------------------------------------------ */

TEST(keys_set_the_strength)
{
    struct ubgi_settings settings = ubgi_settings_default();
    struct error err = {0};
    assert_int_equal(ubgi_settings_strength(&settings).play_ply, 2);
    assert_int_equal(ubgi_settings_set(&settings, "engine.ply", false, "4", &err), 0);
    assert_int_equal(ubgi_settings_strength(&settings).play_ply, 3);
    assert_int_equal(ubgi_settings_strength(&settings).cube_ply, 2);
    assert_int_equal(
        ubgi_settings_set(&settings, "engine.level", false, "beginner", &err), 0);
    assert_true(ubgi_settings_strength(&settings).noise > 0);
    assert_int_equal(ubgi_settings_set(&settings, "Seed", true, "7", &err), 0);
    assert_int_equal(ubgi_settings_strength(&settings).noise_seed, 7);
    assert_int_equal(ubgi_settings_set(&settings, "ThinkTime", true, "20", &err), 0);
    assert_int_equal(ubgi_settings_strength(&settings).time.limit_ms, 20);
    assert_int_equal(
        ubgi_settings_set(&settings, "engine.filter", false, "xg-huge", &err), 0);
    assert_string_equal(ubgi_settings_strength(&settings).filter.name, "xg-huge");
    assert_int_equal(ubgi_settings_set(&settings, "Ply", true, "1", &err), 0);
    assert_true(ubgi_settings_strength(&settings).noise == 0); /* no level any more */
    char value[UBGI_TEXT_SIZE];
    assert_int_equal(ubgi_settings_get(&settings, "engine.level", value, &err), 0);
    assert_string_equal(value, "none");
}

TEST_MAIN(open_engine, close_engine)
