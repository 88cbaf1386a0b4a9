/* The installed GNU Backgammon as a peer: what this program believes about its external
 * player. Skipped where it is not installed. */
#include <string.h>

#include "arena/child/gnubg_peer.h"
#include "arena/child/gnubg_peer_internal.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/position.h"
#include "tests/unit/test_case.h"

static struct gnubg_peer *peer;
static struct play_list list;

static int open_peer(void **state)
{
    const struct gnubg_options options = {.is_cubeful = true, .has_pruning = true};
    char path[CHILD_PATH_MAX];
    struct error err;
    if (!gnubg_find(NULL, path)) {
        return 0;
    }
    peer = gnubg_open(&options, &err);
    if (peer == NULL) {
        print_error("%s\n", err.text);
    }
    return peer == NULL;
}

static int close_peer(void **state)
{
    gnubg_close(peer);
    return 0;
}

static void need_peer(void)
{
    if (peer == NULL) {
        print_message("GNU Backgammon is not installed\n");
        skip();
    }
}

static struct decision_context at_score(int mine, int theirs, bool is_crawford)
{
    struct decision_context at = {.ms =
                                      match_state_match(7, mine, theirs, is_crawford)};
    position_start(&at.pos);
    return at;
}

static bool doubles(const struct decision_context *at)
{
    struct error err = {0};
    bool is_yes = false;
    assert_good(gnubg_agrees(peer, at, &is_yes, &err), &err);
    return is_yes;
}

/* After the Crawford game the trailer has nothing to lose, the leader all. */
TEST(scores_arrive_the_right_way_round)
{
    need_peer();
    struct decision_context trailer = at_score(3, 6, false);
    struct decision_context leader = at_score(6, 3, false);
    struct decision_context crawford = at_score(3, 6, true);
    assert_true(doubles(&trailer));
    assert_false(doubles(&leader));
    assert_false(doubles(&crawford));
}

TEST(doubles_are_answered)
{
    need_peer();
    struct decision_context at = at_score(0, 0, false);
    struct error err = {0};
    bool is_take = false;
    at.is_doubled = at.is_opponent_on_roll = true;
    assert_true(gnubg_agrees(peer, &at, &is_take, &err));
    assert_true(is_take); /* the starting position */
    /* two checkers against one, the doubler on roll: no chance at all */
    memset(&at.pos, 0, sizeof at.pos);
    at.pos.mine.at[6] = 2;
    at.pos.mine.at[POINT_OFF] = 13;
    at.pos.theirs.at[1] = 1;
    at.pos.theirs.at[POINT_OFF] = 14;
    assert_true(gnubg_agrees(peer, &at, &is_take, &err));
    assert_false(is_take);
}

TEST(resignations_are_answered)
{
    need_peer();
    struct decision_context at = at_score(0, 0, false);
    struct error err = {0};
    bool is_accepted = false;
    at.is_opponent_on_roll = true;
    at.resigned = 3;
    assert_true(gnubg_agrees(peer, &at, &is_accepted, &err));
    assert_true(is_accepted);
}

TEST(every_opening_roll_is_played)
{
    need_peer();
    for (int r = 0; r < ROLLS; r++) {
        struct decision_context at = {.ms = match_state_money(),
                                      .roll = roll_all[r].roll};
        struct error err = {0};
        position_start(&at.pos);
        if (gnubg_play(peer, &at, &list, &err) < 0) {
            fail_msg("%s", err.text);
        }
    }
}

TEST(dance_is_an_empty_line)
{
    need_peer();
    struct decision_context at = {.ms = match_state_money(), .roll = {6, 6}};
    struct error err = {0};
    position_start(&at.pos);
    at.pos.mine.at[24] = 1;
    at.pos.mine.at[POINT_BAR] = 1;
    assert_true(gnubg_play(peer, &at, &list, &err) == 0);
    assert_int_equal(list.plays[0].count, 0);
}

TEST(values_are_of_the_side_that_has_moved)
{
    need_peer();
    struct error err = {0};
    struct outputs out;
    struct position pos;
    position_start(&pos);
    assert_true(gnubg_value(peer, &pos, 0, &out, &err));
    /* the other side is on roll, which is worth .07 */
    assert_true(equity_cubeless(out) < -0.03F && equity_cubeless(out) > -0.12F);
}

TEST_MAIN(open_peer, close_peer)
