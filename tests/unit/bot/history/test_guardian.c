/* The guardian of matches: what is set aside, what is worth keeping, and what of it the
 * history brings back after a restart. */
#include "bot/policy/guardian.h"
#include "engine/board/points.h"
#include "tests/unit/bot/history/history_notes.h"
#include "tests/unit/test_case.h"

static struct guardian g;

static int begin(void **state)
{
    memset(&g, 0, sizeof g);
    return set_up(state);
}

#define GUARD(claim) TEST_WITH(claim, begin, tear_down)

static struct guardian_match row(const char *name, int mine, int theirs)
{
    struct guardian_match match = {
        .length = 5, .my_score = mine, .their_score = theirs};
    COPY_TEXT(match.name, name);
    return match;
}

static bool takes_row(const char *name, int mine, int theirs)
{
    const struct guardian_match match = row(name, mine, theirs);
    return guardian_take_row(&g, &match);
}

static enum guardian_end fails(const char *name, enum guardian_end end)
{
    const struct guardian_match match = row(name, 2, 1);
    return guardian_fail(&g, &match, end, GUARDIAN_FAILURES)->end;
}

GUARD(the_second_failure_in_a_row_sets_aside)
{
    assert_int_equal(fails("opp_a", GUARDIAN_STUCK), GUARDIAN_OPEN);
    assert_false(guardian_is_aside(&g, "opp_a"));
    assert_int_equal(fails("opp_a", GUARDIAN_UNREADABLE), GUARDIAN_UNREADABLE);
    assert_true(guardian_is_aside(&g, "opp_a"));
    assert_int_equal(fails("opp_b", GUARDIAN_STUCK), GUARDIAN_OPEN);
    assert_true(guardian_progress(&g, "opp_b"));
    assert_int_equal(fails("opp_b", GUARDIAN_STUCK), GUARDIAN_OPEN);
    assert_int_equal(fails("opp_c", GUARDIAN_CORRUPT), GUARDIAN_CORRUPT);
    assert_int_equal(fails("opp_d", GUARDIAN_FINISHED), GUARDIAN_FINISHED);
}

GUARD(only_what_can_be_won_is_at_stake)
{
    static const struct {
        enum guardian_end end;
        bool has_stake;
    } rows[] = {{GUARDIAN_FINISHED, false},
                {GUARDIAN_CORRUPT, false},
                {GUARDIAN_MISSING, false},
                {GUARDIAN_UNREADABLE, false},
                {GUARDIAN_STUCK, true}};
    assert_false(guardian_has_stake(&g, "opp_a"));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memset(&g, 0, sizeof g);
        assert_false(takes_row("opp_a", 2, 1));
        assert_true(guardian_has_stake(&g, "opp_a"));
        (void)fails("opp_a", rows[i].end);
        assert_int_equal(fails("opp_a", rows[i].end), rows[i].end);
        assert_true(guardian_has_stake(&g, "opp_a") == rows[i].has_stake);
        assert_true(guardian_is_dead(&g, "opp_a") == !rows[i].has_stake);
    }
}

GUARD(score_tells_that_a_match_is_over)
{
    assert_true(guardian_is_finished(3, 0, 6));
    assert_true(guardian_is_finished(3, 3, 0));
    assert_true(guardian_is_finished(3, 0, 3));
    assert_false(guardian_is_finished(3, 2, 2));
    assert_false(guardian_is_finished(0, 2, 2));
    assert_false(guardian_is_finished(POINTS_UNLIMITED, 20000, 0));
    assert_true(takes_row("opp_a", 5, 0)); /* news ... */
    const struct guardian_match over = row("opp_a", 5, 0);
    assert_non_null(guardian_fail(&g, &over, GUARDIAN_FINISHED, 0));
    assert_false(takes_row("opp_a", 5, 0)); /* ... once */
}

GUARD(a_list_says_what_is_saved_but_failures_stay)
{
    const struct guardian_match kept = row("opp_a", 0, 0);
    guardian_keep(&g, &kept);
    (void)fails("opp_b", GUARDIAN_STUCK);
    assert_int_equal(guardian_saved_count(&g), 1);
    struct guardian_match there = row("opp_c", 1, 0);
    there.is_ready = true;
    guardian_take_list(&g);
    (void)guardian_take_row(&g, &there);
    assert_true(g.knows_list && guardian_saved(&g, "opp_c")->is_ready);
    guardian_keep(&g, &kept);
    guardian_lose_list(&g); /* cut off: what was saved is remembered */
    assert_non_null(guardian_saved(&g, "opp_a"));
    assert_false(g.knows_list || g.has_list);
    assert_false(guardian_saved(&g, "opp_c")->is_listed);
    assert_false(guardian_saved(&g, "opp_c")->is_ready);
    guardian_take_list(&g);
    assert_null(guardian_find(&g, "opp_a"));
    assert_non_null(guardian_find(&g, "opp_b"));
    assert_null(guardian_saved(&g, "opp_b"));
    (void)takes_row("opp_b", 2, 1);
    assert_int_equal(guardian_saved(&g, "opp_b")->failures, 1);
    (void)takes_row("opp_b", 3, 1); /* it has gone on */
    assert_int_equal(guardian_saved(&g, "opp_b")->failures, 0);
}

/* Before a restart as after it. */
GUARD(a_list_that_differs_from_the_board_changes_nothing)
{
    for (int i = 0; i < 2; i++) {
        memset(&g, 0, sizeof g);
        if (i == 0) {
            (void)takes_row("opp_a", 0, 2);
        }
        (void)fails("opp_a", GUARDIAN_FINISHED); /* its board shows 2-1 */
        (void)takes_row("opp_a", 0, 2);
        assert_true(guardian_is_aside(&g, "opp_a"));
        (void)takes_row("opp_a", 0, 3);
        assert_false(guardian_is_aside(&g, "opp_a"));
    }
}

GUARD(the_oldest_failure_makes_room)
{
    (void)fails("opp_a", GUARDIAN_CORRUPT);
    for (int i = 0; i < GUARDIAN_MATCHES_MAX + 20; i++) {
        char name[20];
        FORMAT_TEXT(name, "user_%d", i);
        (void)takes_row(name, 0, 0);
    }
    assert_int_equal(g.count, GUARDIAN_MATCHES_MAX);
    assert_null(guardian_find(&g, "opp_a"));
    const struct guardian_match match = row("opp_b", 0, 0);
    assert_null(guardian_fail(&g, &match, GUARDIAN_CORRUPT, 0));
}

/* ---- a restart ------------------------------------------------------------------- */

static void load(void)
{
    struct error err = {0};
    assert_good(guardian_load(&g, path, "our_bot", "fibs.com", true, &err), &err);
}

GUARD(a_restart_forgets_nothing)
{
    match(MATCH_START, 0, 0); /* with opp_a */
    stuck("opp_a", 5, 1, "");
    stuck("opp_b", HISTORY_RESUME, 1, "corrupt");
    stuck("opp_c", 0, 2, "stuck");
    load();
    assert_int_equal(g.count, 3);
    assert_true(guardian_has_stake(&g, "opp_a")); /* it is open */
    assert_int_equal(fails("opp_a", GUARDIAN_STUCK), GUARDIAN_STUCK);
    assert_true(guardian_is_dead(&g, "opp_b"));
    assert_int_equal(guardian_find(&g, "opp_b")->length, 0);
    assert_int_equal(guardian_find(&g, "opp_c")->length, POINTS_UNLIMITED);
    assert_true(guardian_is_aside(&g, "opp_c"));
    assert_int_equal(guardian_find(&g, "opp_c")->my_score, 2);
    assert_int_equal(guardian_find(&g, "opp_c")->their_score, 1);
}

GUARD(other_accounts_and_finished_matches_are_none_of_it)
{
    struct error err = {0};
    struct history_event end = match_event(MATCH_END, 5, 0);
    match(MATCH_START, 0, 0);
    end.is_finished = true;
    store(end);
    stuck("opp_b", 5, 2, "stuck");
    assert_true(guardian_load(&g, path, "our_bot", "tigergammon.com", true, &err));
    assert_true(guardian_load(&g, path, "other_bot", "fibs.com", true, &err));
    match(MATCH_START, 0, 0);
    assert_true(guardian_load(&g, path, "our_bot", "bgammon.org", true, &err));
    assert_int_equal(g.count, 0);
    load();
    assert_int_equal(g.count, 2);
}

/* bgammon.org: a match that was open when the program ended is over, or it goes on by itself. */
GUARD(nothing_is_at_stake_where_no_match_is_kept)
{
    struct error err = {0};
    match(MATCH_START, 0, 0);
    assert_true(guardian_load(&g, path, "our_bot", "fibs.com", false, &err));
    assert_int_equal(guardian_saved_count(&g), 0);
    assert_false(guardian_has_stake(&g, "opp_a"));
}

/* The program was killed before the line of the match's end. */
GUARD(a_decided_match_is_not_at_stake)
{
    match(MATCH_START, 0, 0);
    game_end(false, 4, 0, 4);
    load();
    assert_true(guardian_has_stake(&g, "opp_a"));
    assert_int_equal(guardian_find(&g, "opp_a")->my_score, 0);
    assert_int_equal(guardian_find(&g, "opp_a")->their_score, 4);
    memset(&g, 0, sizeof g);
    game_end(false, 1, 0, 5);
    load();
    assert_int_equal(g.count, 0);
}

GUARD(an_unknown_reason_of_a_later_version_sets_aside)
{
    stuck("opp_a", 5, 9, "haunted");
    load();
    assert_true(guardian_is_aside(&g, "opp_a"));
    assert_false(guardian_is_dead(&g, "opp_a"));
}

GUARD(no_file_is_no_fault_and_another_file_is_one)
{
    struct error err = {0};
    assert_true(guardian_load(&g, "/nonexistent/history.db", "a", "b", true, &err));
    assert_false(guardian_load(&g, "/dev/null", "a", "b", true, &err));
}

TEST_MAIN(NULL, NULL)
