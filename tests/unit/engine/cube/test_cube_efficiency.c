/* Which efficiency of the cube is used in which position and at how many plies. */
#include "engine/board/decision_context.h"
#include "tests/unit/engine/board/context.h"
#include "tests/unit/test_case.h"

#include "tests/unit/engine/cube/cube_case.h"

TEST(efficiencies_go_by_class_and_by_plies_searched)
{
    static const struct {
        const char *xgid;
        double efficiencies[4]; /* by plies: those of params.h */
    } rows[] = {
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
         {.71, .72, .71, .71}}, /* contact */
        {"XGID=----BBDCBB------cccbbb----:0:0:1:00:0:0:0:0:10",
         {.79, .76, .70, .70}}, /* a race */
        {"XGID=-BBCCCB------------bcccbb-:0:0:1:00:0:0:0:0:10",
         {.73, .71, .61, .61}}, /* all home */
        {"XGID=-BBCCCB-----------------a-:0:0:1:00:0:0:0:0:10",
         {.0, .0, .0, .0}}, /* the opponent's last roll */
        {"XGID=-BBCCCB----------------aa-:0:0:1:00:0:0:0:0:10",
         {.0, .0, .0, .0}}, /* ... of two checkers */
        {"XGID=-BBCCCB-----------------c-:0:0:1:00:0:0:0:0:10",
         {.73, .71, .61, .61}}, /* three checkers need a double */
        {"XGID=-BBCCCB---------------a-a-:0:0:1:00:0:0:0:0:10",
         {.73, .71, .61, .61}}, /* 1-1 leaves the last one */
        {"XGID=-BBCCBBA-----------bcccbb-:0:0:1:00:0:0:0:0:10",
         {.79, .76, .70, .70}}, /* one not home */
        {"XGID=-BBCCCB-----------abcccba-:0:0:1:00:0:0:0:0:10",
         {.79, .76, .70, .70}}, /* of the other side */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct decision_context at = context(rows[i].xgid);
        for (int plies = 0; plies < 4; plies++) {
            assert_near(cube_efficiency(&at.pos, plies), rows[i].efficiencies[plies],
                        1e-9);
        }
    }
}

static struct cube_efficiencies efficiencies_in(const char *xgid, int plies, double win)
{
    const struct decision_context at = context(xgid);
    return cube_efficiencies_at(&at.pos, plies, win);
}

/* 2-ply, a race: .70 + .02 for its owner's even chance, and .60 for each unit above. */
TEST(a_leader_owns_the_more_efficient_cube_in_races)
{
    static const char race[] = "XGID=----BBDCBB------cccbbb----:0:0:1:00:0:0:0:0:10";
    static const struct {
        double win, mine, theirs;
    } rows[] = {{.5, .72, .72}, {.7, .84, .60}, {.3, .60, .84}, {1., 1., .42}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cube_efficiencies e = efficiencies_in(race, 2, rows[i].win);
        assert_near(e.of[CUBE_MINE], rows[i].mine, 1e-9);
        assert_near(e.of[CUBE_THEIRS], rows[i].theirs, 1e-9);
        assert_near(e.of[CUBE_CENTRED], .70, 1e-9);
        assert_near(e.free, .70, 1e-9);
    }
    assert_near(efficiencies_in(race, 0, .7).of[CUBE_MINE], .79 - .09 + .12, 1e-9);
    assert_near(efficiencies_in(race, 1, .7).of[CUBE_THEIRS], .76 - .06 - .12, 1e-9);
}

TEST(chances_count_neither_in_contact_nor_before_the_last_roll)
{
    static const struct {
        const char *xgid;
        double efficiency;
    } rows[] = {
        {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", .71},
        {"XGID=-BBCCCB-----------------a-:0:0:1:00:0:0:0:0:10", .0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cube_efficiencies e = efficiencies_in(rows[i].xgid, 2, .8);
        for (int owner = 0; owner < 3; owner++) {
            assert_near(e.of[owner], rows[i].efficiency, 1e-9);
        }
    }
}

/* Money equities of an ending whose cube has these lives: Janowski's live cube, 0.2 and
 * 0.8 being its points, adds p / 2 to its owner below the cash point and 2 (1 - p) above. */
TEST(efficiencies_of_an_ending_are_those_of_its_equities)
{
    static const struct {
        const char *description;
        struct bearoff_equities equities;
        double centred, mine, theirs;
    } rows[] = {
        {"p = .6: .1, .3 and -.2 by live cubes",
         {.cubeless = .2F, .centred = .25F, .mine = .44F, .theirs = .1F},
         .centred = .375,
         .mine = .8,
         .theirs = .5},
        {"p = .5: a centred cube adds nothing, the mean of the others",
         {.cubeless = 0, .centred = 0, .mine = .225F, .theirs = -.1F},
         .centred = .65,
         .mine = .9,
         .theirs = .4},
        {"p = .01: the cube of the side on roll adds .005 at most",
         {.cubeless = -.98F, .centred = -.996F, .mine = -.979F, .theirs = -.99F},
         .centred = .8,
         .mine = CUBE_EFFICIENCY_UNKNOWN,
         .theirs = .5},
        {"p = .999: no cube adds .01",
         {.cubeless = .998F, .centred = 1.0F, .mine = 1.0F, .theirs = .9975F},
         .centred = CUBE_EFFICIENCY_UNKNOWN,
         .mine = CUBE_EFFICIENCY_UNKNOWN,
         .theirs = CUBE_EFFICIENCY_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_message("%s\n", rows[i].description);
        struct cube_efficiencies by_mine =
            cube_efficiencies_exact(&rows[i].equities, CUBE_SIDE_MINE);
        struct cube_efficiencies by_theirs =
            cube_efficiencies_exact(&rows[i].equities, CUBE_SIDE_THEIRS);
        assert_near(by_mine.of[CUBE_CENTRED], rows[i].centred, 1e-4);
        assert_near(by_mine.of[CUBE_MINE], rows[i].mine, 1e-4);
        assert_near(by_mine.of[CUBE_THEIRS], rows[i].theirs, 1e-4);
        assert_near(by_theirs.of[CUBE_CENTRED], rows[i].centred, 1e-4);
        assert_near(by_theirs.of[CUBE_MINE], rows[i].theirs, 1e-4);
        assert_near(by_theirs.of[CUBE_THEIRS], rows[i].mine, 1e-4);
    }
    assert_near(CUBE_EFFICIENCY_UNKNOWN, .60, 1e-9);
}

TEST(values_of_an_ending_are_of_mine_whoever_is_on_roll)
{
    struct match_state money = match_state_money();
    struct cube_model model = model_of(&money);
    struct bearoff_equities equities = {.centred = .25F, .mine = .5F, .theirs = -.125F};
    const double by_mine[] = {
        [CUBE_CENTRED] = .25, [CUBE_MINE] = .5, [CUBE_THEIRS] = -.125};
    const double by_theirs[] = {
        [CUBE_CENTRED] = -.25, [CUBE_MINE] = .125, [CUBE_THEIRS] = -.5};
    double values[2][CUBE_SLOTS_MAX];
    cube_values_exact(&model, &equities, CUBE_SIDE_MINE, values[0]);
    cube_values_exact(&model, &equities, CUBE_SIDE_THEIRS, values[1]);
    assert_int_equal(model.slots, 3);
    for (int s = 0; s < 3; s++) {
        assert_near(values[0][s], by_mine[model.slot[s].owner], 1e-9);
        assert_near(values[1][s], by_theirs[model.slot[s].owner], 1e-9);
    }
}

TEST_MAIN(open_table, close_table)
