/* What every reader of match files has from match_reader.h. */

#include "match/match_reader.h"
#include "tests/unit/test_case.h"

struct heard {
    int points[2], faults;
};

static void hear_win(void *context, enum record_side winner, int points)
{
    ((struct heard *)context)->points[winner] = points;
}

static void hear_fault(void *context, const struct record_fault *fault)
{
    (void)fault;
    ((struct heard *)context)->faults++;
}

static void hear_setup(void *context, const struct record_setup *setup)
{
    (void)context;
    (void)setup;
}

/* The game ends with a gammon, for which the file has one point. */
static struct heard read_gammon(const struct record_heading *heading, int owner)
{
    static const struct record_visitor visitor = {
        .win = hear_win, .fault = hear_fault, .setup = hear_setup};
    struct heard heard = {.faults = 0};
    struct match_reader reader;
    struct record_setup setup = {.cube = 1, .owner = owner};
    setup.pos.mine.at[1] = 1;
    setup.pos.mine.at[POINT_OFF] = 14;
    setup.pos.theirs.at[6] = 15;
    assert_true(match_reader_open(&reader, &visitor, &heard));
    reader.heading = *heading;
    match_reader_game(&reader, 1, 0, 0);
    match_reader_setup(&reader, &setup);
    match_reader_play(&reader, RECORD_ME, roll_of_dice(6, 5), "1/off");
    match_reader_win(&reader, RECORD_ME, 1);
    match_reader_close(&reader);
    return heard;
}

TEST(the_jacoby_rule_makes_a_gammon_a_single_game)
{
    static const struct {
        struct record_heading heading;
        int owner, faults;
    } cases[] = {
        {{.has_jacoby = true, .says_jacoby = true}, -1, 0},
        {{.has_jacoby = true, .says_jacoby = true}, RECORD_ME, 1},
        {{.says_jacoby = true}, -1, 1},
        {{.length = 0}, -1, 0}, /* no word of it */
        {{.length = 5}, -1, 1},
        {{.length = 1}, -1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct heard heard = read_gammon(&cases[i].heading, cases[i].owner);
        assert_int_equal(heard.points[RECORD_ME], 1);
        assert_int_equal(heard.faults, cases[i].faults);
    }
}

TEST_MAIN(NULL, NULL)
