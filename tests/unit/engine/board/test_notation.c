/* Plays as people write them. */
#include <stdlib.h>
#include <string.h>

#include "engine/board/decision_context.h"
#include "engine/board/notation.h"
#include "tests/unit/engine/board/context.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/test_case.h"

static int make_list(void **state)
{
    *state = aligned_alloc(64, sizeof(struct play_list));
    return *state == NULL;
}

static int free_list(void **state)
{
    free(*state);
    return 0;
}

static struct position position_of(const char *text)
{
    return context(text).pos;
}

#define X(board) "XGID=" board ":0:0:1:00:0:0:0:0:10"
#define OPENING  X("-b----E-C---eE---c-e----B-")
#define BLOTS    X("-----------a-a-a--a---A---") /* mine on 22, blots on 18 15 13 11 */
#define ON_BAR   X("-a---aE-C---dC---c-e----BB")
#define BEAR_OFF X("-CCC--C---------------c---")
#define CLOSED   X("------E-C---bE---a-bbbbbbA")

/* What is written, and read back as the same play. */
/* What `text` means for `roll` is a legal play, and `usual` is how it is written. */
static void assert_is_written(const char *position, struct roll roll, const char *text,
                              const char *usual, struct play_list *list)
{
    struct position pos = position_of(position);
    struct play play;
    struct error err = {0};
    char written[NOTATION_SIZE];
    assert_good(notation_read(text, &pos, roll, list, &play, &err), &err);
    notation_write(&pos, &play, written);
    assert_string_equal(written, usual);
}

TEST(plays_are_written_as_people_write_them)
{
    static const struct {
        const char *position;
        struct roll roll;
        const char *text;
    } cases[] = {
        {OPENING, {4, 2}, "8/4 6/4"},
        {OPENING, {6, 5}, "24/13"},
        {OPENING, {3, 1}, "8/5 6/5"},
        {OPENING, {2, 2}, "13/11(2) 6/4(2)"},
        {OPENING, {6, 6}, "24/18(2) 13/7(2)"},
        {OPENING, {3, 3}, "13/7(2)"},
        {OPENING, {1, 1}, "8/7(2) 6/5(2)"},
        {OPENING, {4, 4}, "24/16 13/9(2)"},
        {ON_BAR, {3, 3}, "bar/22(2) 8/5*(2)"},
        {ON_BAR, {4, 1}, "bar/24 bar/21"},
        {BLOTS, {4, 3}, "22/18*/15*"},
        {BLOTS, {4, 4}, "22/18*/6"},
        {BLOTS, {6, 5}, "22/11*"},
        {X("---aD---e------a-h-CH-----"), {1, 1}, "4/3*/2(2)"}, /* as gnubg does */
        {BEAR_OFF, {6, 6}, "6/off(3) 3/off"},
        {BEAR_OFF, {6, 3}, "6/off 3/off"},
        {BEAR_OFF, {2, 1}, "2/off 1/off"},
        {CLOSED, {6, 6}, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_is_written(cases[i].position, cases[i].roll, cases[i].text,
                          cases[i].text, *state);
    }
}

TEST(many_ways_of_writing_mean_one_play)
{
    static const struct {
        const char *position;
        struct roll roll;
        const char *text;
        const char *usual;
    } cases[] = {
        {OPENING, {4, 2}, "6-4, 8-4", "8/4 6/4"},
        {OPENING, {4, 2}, "  8/4,6/4 ", "8/4 6/4"},
        {OPENING, {6, 5}, "24/18 18/13", "24/13"},
        {OPENING, {6, 5}, "24/18/13", "24/13"},
        {OPENING, {6, 5}, "18/13 24/18", "24/13"},
        {OPENING, {2, 2}, "13/11 13/11 6/4 6/4", "13/11(2) 6/4(2)"},
        {OPENING, {3, 3}, "13/10 10/7 13/10 10/7", "13/7(2)"},
        {OPENING, {3, 3}, "13/10(2) 10/7(2)", "13/7(2)"},
        {ON_BAR, {4, 1}, "Bar/24 BAR/21", "bar/24 bar/21"},
        {ON_BAR, {4, 1}, "25/21 25/24", "bar/24 bar/21"},
        {ON_BAR, {4, 1}, "b-21 b-24", "bar/24 bar/21"},
        {ON_BAR, {3, 3}, "bar/22(2) 8/5(2)*", "bar/22(2) 8/5*(2)"},
        {ON_BAR, {3, 3}, "bar/22(2) 8/5(2)", "bar/22(2) 8/5*(2)"},
        {BLOTS, {4, 3}, "22/15*", "22/15*"},
        {BLOTS, {4, 3}, "22/18/15", "22/18*/15*"},
        {BEAR_OFF, {6, 3}, "6/0 3/0", "6/off 3/off"},
        {BEAR_OFF, {6, 3}, "6/o 3/Off", "6/off 3/off"},
        {CLOSED, {6, 6}, "cannot move", ""},
        {CLOSED, {6, 6}, "Dance", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_is_written(cases[i].position, cases[i].roll, cases[i].text,
                          cases[i].usual, *state);
    }
}

TEST(unreadable_illegal_and_ambiguous_text_is_refused)
{
    /* mine on 22: with 4-3 both ways hit; written without points between it is open */
    static const char two_hits[] = X("------------------aa--A---");
    static const struct {
        const char *position;
        struct roll roll;
        const char *text;
        const char *message;
    } cases[] = {
        {OPENING, {4, 2}, "8/4 6/5", "play \"8/4 6/5\": it is not a legal play of 4-2"},
        {OPENING, {4, 2}, "8/4", "play \"8/4\": it is not a legal play of 4-2"},
        {OPENING, {4, 2}, "", "play \"\": the roll can be played"},
        {OPENING,
         {4, 2},
         "8/4* 6/4",
         "play \"8/4* 6/4\": it marks a hit where there is no blot"},
        {OPENING,
         {4, 2},
         "hello",
         "play \"hello\": expected checker moves such as \"bar/20 6/4(2)\""},
        {OPENING,
         {4, 2},
         "4/8 6/4",
         "play \"4/8 6/4\": expected checker moves such as \"bar/20 6/4(2)\""},
        {OPENING,
         {1, 1},
         "6/5(5)",
         "play \"6/5(5)\": expected checker moves such as \"bar/20 6/4(2)\""},
        {OPENING,
         {1, 1},
         "8/7(3) 6/5(2)",
         "play \"8/7(3) 6/5(2)\": expected checker moves such as \"bar/20 6/4(2)\""},
        {OPENING,
         {4, 2},
         "26/22 6/4",
         "play \"26/22 6/4\": expected checker moves such as \"bar/20 6/4(2)\""},
        {OPENING,
         {4, 2},
         "8",
         "play \"8\": expected checker moves such as \"bar/20 6/4(2)\""},
        {OPENING,
         {4, 2},
         "8/46/4",
         "play \"8/46/4\": expected checker moves such as \"bar/20 6/4(2)\""},
        {CLOSED, {6, 6}, "13/7", "play \"13/7\": no checker can move with this roll"},
        {X("--------------------a-A---"), /* no die brings it to the blot */
         {4, 3},
         "22/20*/15",
         "play \"22/20*/15\": it is not a legal play of 4-3"},
        {two_hits,
         {4, 3},
         "22/15",
         "play \"22/15\": it may hit different blots; write the points between"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct position pos = position_of(cases[i].position);
        struct play play;
        struct error err = {0};
        assert_false(
            notation_read(cases[i].text, &pos, cases[i].roll, *state, &play, &err));
        assert_string_equal(err.text, cases[i].message);
    }
}

TEST(endless_text_is_refused)
{
    struct position pos = position_of(OPENING);
    struct play play;
    struct error err = {0};
    char text[3000];
    for (size_t i = 0; i + 4 < sizeof text; i += 4) {
        memcpy(text + i, "8/4 ", 5);
    }
    assert_false(notation_read(text, &pos, (struct roll){4, 2}, *state, &play, &err));
}

TEST(every_play_of_random_positions_is_read_back)
{
    enum { POSITIONS = 300 };
    struct play_list *lists = aligned_alloc(64, 2 * sizeof *lists);
    assert_non_null(lists);
    struct rng rng;
    rng_seed(&rng, 11, 0);
    for (int n = 0; n < POSITIONS; n++) {
        struct position pos;
        random_position(&rng, &pos);
        struct roll roll = rng_roll(&rng);
        movegen_plays(&pos, roll, lists);
        for (int i = 0; i < lists->count; i += 1 + lists->count / 20) {
            char text[NOTATION_SIZE];
            char again[NOTATION_SIZE];
            struct play play;
            struct error err = {0};
            notation_write(&pos, &lists->plays[i], text);
            assert_good(notation_read(text, &pos, roll, lists + 1, &play, &err), &err);
            assert_memory_equal(&play, &lists->plays[i], sizeof play);
            notation_write(&pos, &play, again);
            assert_string_equal(text, again);
        }
    }
    free(lists);
}

TEST_MAIN(make_list, free_list)
