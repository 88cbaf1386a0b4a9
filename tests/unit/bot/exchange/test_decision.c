/* What is asked of the engine: when a game is resigned. Needs weights. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/paths.h"
#include "bot/exchange/decision.h"
#include "engine/engine.h"

static struct {
    struct engine *engine;
    struct scratch *scratch;
} desk;

static int open_desk(void **state)
{
    char folder[PATHS_MAX];
    struct error err;
    (void)state;
    if (paths_find_weights("build/weights", folder, &err)) {
        desk.engine = engine_open(folder, &err);
        desk.scratch = desk.engine != NULL ? engine_scratch_new(desk.engine) : NULL;
    }
    return 0;
}

static int close_desk(void **state)
{
    (void)state;
    engine_scratch_free(desk.scratch);
    engine_close(desk.engine);
    return 0;
}

/* Four of theirs are left on the ace point; eight of mine, so that only two doubles in
 * a row still win: one chance in 43. */
static const struct position two_doubles = {.mine = {{[0] = 7, [1] = 8}},
                                            .theirs = {{[0] = 11, [1] = 4}}};
/* Five on the bar's side of the board and one roll to come: a backgammon. */
static const struct position backgammon = {.mine = {{[6] = 10, [23] = 5}},
                                           .theirs = {{[0] = 14, [1] = 1}}};

static int games_resigned(const struct position *pos, struct roll roll, double chance,
                          int most)
{
    struct strength strength = strength_default();
    strength.play_ply = strength.cube_ply = 0;
    struct decision_request request = {
        .number = 1,
        .kind = roll.high > 0 ? DECIDE_PLAY : DECIDE_CUBE,
        .pos = *pos,
        .ms = match_state_money(),
        .roll = roll,
        .may_double = roll.high == 0,
        .may_resign = true,
        .resign_max_chance = chance,
        .resign_most = most,
        .is_my_turn = true,
    };
    struct decision_answer answer;
    decision_make(desk.engine, desk.scratch, &strength, &request, &answer);
    return answer.resign_games;
}

static void need_engine(void)
{
    if (desk.engine == NULL || desk.scratch == NULL) {
        print_message("no weights\n");
        skip();
    }
}

static void a_chance_is_given_up_only_when_it_is_as_small_as_wanted(void **state)
{
    const struct roll none = {0, 0};
    (void)state;
    need_engine();
    assert_int_equal(games_resigned(&two_doubles, none, 0.0, 3), 0);
    assert_int_equal(games_resigned(&two_doubles, none, 0.02, 3), 0);
    assert_int_equal(games_resigned(&two_doubles, none, 0.03, 3), 1);
    /* after a roll that is no double nothing is left to hope for */
    assert_int_equal(games_resigned(&two_doubles, (struct roll){2, 1}, 0.0, 3), 0);
    assert_int_equal(games_resigned(&two_doubles, (struct roll){2, 1}, 0.001, 3), 1);
    assert_int_equal(games_resigned(&two_doubles, (struct roll){2, 2}, 0.03, 3), 0);
}

static void gammons_are_not_resigned_where_that_is_not_wanted(void **state)
{
    const struct roll roll = {4, 3};
    (void)state;
    need_engine();
    assert_int_equal(games_resigned(&backgammon, roll, 0.0, 3), 3);
    assert_int_equal(games_resigned(&backgammon, roll, 0.0, 1), 0);
    assert_int_equal(games_resigned(&backgammon, roll, 0.1, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chance_is_given_up_only_when_it_is_as_small_as_wanted),
        cmocka_unit_test(gammons_are_not_resigned_where_that_is_not_wanted),
    };
    return cmocka_run_group_tests(tests, open_desk, close_desk);
}
