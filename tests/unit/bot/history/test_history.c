/* The history of matches: what is told of them, also of those that ended unseen. */
#include "tests/unit/bot/history/history_notes.h"
#include "tests/unit/test_case.h"

/* As after a restart of the program. */
static void reopen(void)
{
    struct error err = {0};
    database_close(database);
    database = database_open(path, DATABASE_WRITE, &err);
    assert_non_null(database);
}

static void resume(int mine, int theirs)
{
    struct history_event event = match_event(MATCH_START, mine, theirs);
    event.is_resumed = true;
    store(event);
    match(MATCH_GAME_RESUME, mine, theirs);
}

static void correct(bool is_mine, int points, int mine, int theirs)
{
    struct history_event event = match_event(MATCH_GAME_CORRECTED, mine, theirs);
    event.is_mine = is_mine;
    event.points = points;
    store(event);
}

static void cube(enum match_event_type type, bool is_mine, int value)
{
    struct history_event event = match_event(type, 0, 0);
    event.is_mine = is_mine;
    event.points = value;
    store(event);
}

static void standing(double rating, int experience)
{
    store((struct history_event){.type = HISTORY_STANDING,
                                 .standing = {true, rating, experience}});
}

static void saved_at(const char *name, int length)
{
    struct history_event event = {.type = HISTORY_SAVED, .length = length};
    strcpy(event.name, name);
    store(event);
}

static void saved(const char *name)
{
    saved_at(name, 5);
}

#define GAMES                                                                          \
    "SELECT number||' '||my_score||'-'||their_score||' '||"                            \
    " coalesce(CASE has_won WHEN 1 THEN 'won' ELSE 'lost' END||' '||points||' '||"     \
    " ending, 'open') FROM game ORDER BY id"
#define MATCHES                                                                        \
    "SELECT state||' '||my_score||'-'||their_score||' '||"                             \
    " coalesce(has_won, '-')||' '||is_inferred FROM match ORDER BY id"

static void analyse(int mine, int theirs, double loss)
{
    struct history_event event = {
        .type = HISTORY_ANALYSIS,
        .length = 5,
        .my_score = mine,
        .their_score = theirs,
        .name = "opp_a",
        .analysis = {.decisions = {40, 38}, .loss = {loss, 1.5}, .luck = {0.25, -0.5}}};
    store(event);
}

CASE(an_analysis_belongs_to_the_last_match_of_its_score)
{
    for (int i = 0; i < 3; i++) { /* 5-0, 5-0, 0-5 */
        begin_match();
        game_end(i < 2, 5, i < 2 ? 5 : 0, i < 2 ? 0 : 5);
        struct history_event end = match_event(MATCH_END, i < 2 ? 5 : 0, i < 2 ? 0 : 5);
        end.is_finished = true;
        store(end);
    }
    analyse(3, 5, 9.0); /* of no match */
    assert_int_equal(number("SELECT count(*) FROM analysis"), 0);
    analyse(5, 0, 0.5);
    analyse(5, 0, 0.75); /* once more */
    assert_int_equal(number("SELECT count(*) FROM analysis"), 1);
    assert_int_equal(number("SELECT match_id FROM analysis"), 2);
    assert_int_equal(number("SELECT my_decisions FROM analysis"), 40);
    assert_int_equal(number("SELECT 100*my_loss FROM analysis"), 75);
    assert_int_equal(number("SELECT their_decisions FROM analysis"), 38);
    assert_int_equal(number("SELECT 100*their_luck FROM analysis"), -50);
    struct history_event first = {
        .type = HISTORY_ANALYSIS, .length = 5, .my_score = 5, .name = "opp_a"};
    first.began_s = number("SELECT started_at FROM match WHERE id=1");
    store(first); /* its file tells when it began */
    assert_int_equal(number("SELECT count(*) FROM analysis WHERE match_id=1"), 1);
}

CASE(a_rating_without_experience_is_a_point_whenever_it_changes)
{
    standing(1500.0, STANDING_NO_EXPERIENCE);
    standing(1500.0, STANDING_NO_EXPERIENCE); /* after another start */
    standing(1512.0, STANDING_NO_EXPERIENCE);
    assert_int_equal(number("SELECT count(*) FROM rating"), 2);
    assert_int_equal(number("SELECT rating FROM account"), 1512);
    assert_int_equal(number("SELECT unexplained_experience FROM account"), 0);
}

CASE(a_game_has_the_points_that_the_score_shows)
{
    begin_match();
    game_end(true, 1, 1, 0);
    match(MATCH_GAME_START, 1, 0);
    game_end(false, 1, 1, 1);
    correct(false, 2, 1, 2);
    assert_int_equal(number("SELECT points FROM game WHERE number=1"), 1);
    assert_int_equal(number("SELECT points FROM game WHERE number=2"), 2);
    assert_int_equal(number("SELECT their_score FROM match"), 2);
    correct(true, 1, 2, 1);
    assert_int_equal(number("SELECT has_won FROM game WHERE number=2"), 1);
    match(MATCH_GAME_START, 2, 1);
    correct(true, 4, 5, 1); /* no game has just ended */
    assert_int_equal(number("SELECT sum(points) FROM game"), 2);
    assert_int_equal(number("SELECT count(*) FROM game"), 3);
}

CASE(a_match_is_told_with_games_cube_and_ratings)
{
    begin_match();
    cube(MATCH_DOUBLE, true, 2);
    cube(MATCH_TAKE, false, 0);
    game_end(true, 4, 4, 0);
    match(MATCH_GAME_START, 4, 0);
    cube(MATCH_DOUBLE, false, 2);
    cube(MATCH_DROP, true, 0);
    game_end(false, 1, 4, 1);
    match(MATCH_GAME_START, 4, 1);
    cube(MATCH_RESIGN, false, 1);
    game_end(true, 1, 5, 1);
    struct history_event end = match_event(MATCH_END, 5, 1);
    end.is_finished = true;
    end.ratings = (struct match_ratings){
        .before = {{true, 1650.0, 400}, {true, 1720.5, 812}},
        .after = {{true, 1654.876856, 405}, {true, 1715.623144, 817}}};
    store(end);
    assert_row(GAMES, "1 0-0 won 4 play\n2 4-0 lost 1 pass\n3 4-1 won 1 resignation\n");
    assert_row(MATCHES, "finished 5-1 1 0\n");
    assert_row("SELECT is_mine||' '||action||' '||cube FROM cube_action ORDER BY id",
               "1 double 2\n0 take 2\n0 double 2\n1 pass 2\n");
    assert_row("SELECT group_concat(cube) FROM game", "2,1,1\n");
    assert_row("SELECT printf('%.6f %.6f %d %d %.6f %d', rating_before, rating_after,"
               " experience_before, experience_after, their_rating_after,"
               " their_experience_after) FROM match",
               "1650.000000 1654.876856 400 405 1715.623144 817\n");
    assert_row("SELECT level FROM match", "2-ply\n");
    assert_row("SELECT printf('%.6f %d', rating, experience) FROM rating",
               "1654.876856 405\n");
}

static void board(bool is_mine, int cube_value, bool is_doubled)
{
    struct history_event event = match_event(MATCH_GAME_RESUME, 0, 0);
    event.is_mine = is_mine;
    event.points = cube_value;
    event.is_doubled = is_doubled;
    store(event);
}

/* As after a resumption: the double came before the first board. */
CASE(the_board_shows_a_double_that_no_line_told_of)
{
    begin_match();
    board(true, 1, true);
    board(true, 1, true);
    cube(MATCH_TAKE, true, 0);
    board(false, 2, false);
    cube(MATCH_DOUBLE, true, 4);
    board(false, 2, true);
    cube(MATCH_DROP, false, 0);
    game_end(true, 2, 2, 0);
    assert_row("SELECT is_mine||' '||action||' '||cube FROM cube_action ORDER BY id",
               "0 double 2\n1 take 2\n1 double 4\n0 pass 4\n");
    assert_row("SELECT group_concat(cube) FROM game", "2\n");
}

CASE(a_take_of_an_unseen_double_leaves_the_cube_as_it_was)
{
    begin_match();
    cube(MATCH_TAKE, false, 0);
    game_end(true, 1, 1, 0);
    assert_row("SELECT group_concat(cube) FROM game", "1\n");
}

CASE(the_board_shows_a_cube_that_nobody_was_seen_to_turn)
{
    begin_match();
    board(true, 1, false);
    board(true, 4, false);
    game_end(true, 4, 4, 0);
    assert_row("SELECT group_concat(cube) FROM game", "4\n");
    assert_int_equal(number("SELECT count(*) FROM cube_action"), 0);
}

CASE(a_resumed_match_goes_on_in_its_row)
{
    begin_match();
    game_end(true, 2, 2, 0);
    match(MATCH_GAME_START, 2, 0);
    reopen();
    resume(2, 0);
    game_end(false, 1, 2, 1);
    assert_row(GAMES, "1 0-0 won 2 play\n2 2-0 lost 1 play\n");
    assert_row(MATCHES, "open 2-1 - 0\n");
    assert_int_equal(number("SELECT interruptions FROM match"), 1);
}

CASE(an_interruption_counts_when_the_same_process_goes_on)
{
    begin_match();
    match(MATCH_SAVED, 0, 0);
    match(MATCH_RESUMED, 0, 0);
    game_end(true, 2, 2, 0);
    assert_int_equal(number("SELECT interruptions FROM match"), 1);
    assert_int_equal(number("SELECT count(*) FROM match"), 1);
}

CASE(a_game_that_ended_unseen_follows_from_the_score)
{
    begin_match();
    reopen();
    resume(0, 2);
    game_end(true, 1, 1, 2);
    assert_row(GAMES, "1 0-0 lost 2 unseen\n2 0-2 won 1 play\n");
    assert_row(MATCHES, "open 1-2 - 0\n");
}

CASE(a_game_that_began_and_ended_unseen_has_a_row)
{
    begin_match();
    game_end(true, 1, 1, 0);
    reopen();
    resume(1, 2);
    game_end(true, 1, 2, 2);
    assert_row(GAMES, "1 0-0 won 1 play\n2 1-0 lost 2 unseen\n3 1-2 won 1 play\n");
}

CASE(a_match_that_ended_unseen_follows_from_the_rating)
{
    static const struct {
        double rating;
        const char *match, *last_game;
    } rows[] = {
        {1654.87, "finished 5-2 1 1\n", "3 4-2 won 1 unseen\n"},
        {1645.13, "finished 4-5 0 1\n", "3 4-2 lost 3 unseen\n"},
    };
    for (size_t i = 0; i < 2; i++) {
        standing(1650.0, 400);
        begin_match();
        match(MATCH_GAME_RESUME, 4, 0);
        match(MATCH_GAME_RESUME, 4, 2);
        reopen();
        standing(rows[i].rating, 405);
        saved("");
        assert_row(MATCHES, rows[i].match);
        assert_row("SELECT number||' '||my_score||'-'||their_score||' '||"
                   " CASE has_won WHEN 1 THEN 'won' ELSE 'lost' END||' '||points||' '||"
                   " ending FROM game ORDER BY id DESC LIMIT 1",
                   rows[i].last_game);
        assert_row("SELECT printf('%.2f %.2f %d %d', rating_before, rating_after,"
                   " experience_before, experience_after) FROM match",
                   i == 0 ? "1650.00 1654.87 400 405\n" : "1650.00 1645.13 400 405\n");
        tear_down(state);
        set_up(state);
    }
}

/* He invites us again before we have looked at the list of saved matches. */
CASE(a_match_that_ended_unseen_is_not_taken_for_replaced)
{
    standing(1650.0, 400);
    begin_match();
    reopen();
    standing(1645.13, 405);
    match(MATCH_START, 0, 0);
    assert_row(MATCHES, "finished 0-5 0 1\nopen 0-0 - 0\n");
    saved("opp_a");
    saved("");
    assert_row(MATCHES, "finished 0-5 0 1\nopen 0-0 - 0\n");
}

CASE(a_saved_match_stays_open)
{
    standing(1650.0, 400);
    begin_match();
    reopen();
    standing(1650.0, 400);
    saved("opp_a");
    saved("");
    assert_row(MATCHES, "open 0-0 - 0\n");
}

/* Deleted on the server, or an unlimited match that has no end of its own. */
CASE(a_match_the_server_has_no_more_is_gone_until_it_comes_back)
{
    standing(1650.0, 400);
    begin_match();
    standing(1650.0, 400);
    saved("opp_b");
    saved("");
    assert_row(MATCHES, "gone 0-0 - 0\n");
    resume(0, 0);
    assert_row(MATCHES, "open 0-0 - 0\n");
}

/* After a clock set back the older row is the one touched last. */
CASE(an_open_match_is_resumed_rather_than_one_that_was_gone)
{
    match(MATCH_START, 0, 0);
    saved("");
    clock_s -= 3600;
    begin_match();
    resume(0, 0);
    assert_row(MATCHES, "gone 0-0 - 0\nopen 0-0 - 0\n");
    assert_int_equal(number("SELECT interruptions FROM match WHERE id=2"), 1);
}

/* Killed between the end of the last game and that of the match. */
CASE(a_match_whose_last_game_was_seen_is_finished)
{
    begin_match();
    game_end(false, 6, 0, 6);
    reopen();
    saved("");
    assert_row(MATCHES, "finished 0-6 0 1\n");
    begin_match();
    game_end(true, 6, 6, 0);
    reopen();
    match(MATCH_START, 0, 0); /* the next one, before any list */
    assert_row(MATCHES, "finished 0-6 0 1\nfinished 6-0 1 1\nopen 0-0 - 0\n");
    game_end(true, 4, 4, 0); /* one point is missing */
    saved("");
    assert_row("SELECT state FROM match ORDER BY id DESC LIMIT 1", "gone\n");
}

/* The rating explains the match that is decided, not a later one that may be saved. */
CASE(a_decided_match_has_what_the_rating_gained)
{
    standing(1650.0, 400);
    begin_match();
    game_end(true, 6, 6, 0);
    struct history_event other = match_event(MATCH_START, 0, 0);
    strcpy(other.name, "opp_b");
    other.at_s += 100;
    store(other);
    reopen();
    standing(1654.87, 405);
    saved("");
    assert_row(MATCHES, "finished 6-0 1 1\ngone 0-0 - 0\n");
    assert_row(
        "SELECT printf('%.2f %d', rating_after, experience_after) FROM match LIMIT 1",
        "1654.87 405\n");
}

/* Where no line ends the match. */
CASE(a_who_line_before_the_end_of_its_match_is_explained_by_it)
{
    standing(1650.0, 400);
    match(MATCH_START, 0, 0);
    standing(1654.88, 405);
    struct history_event end = match_event(MATCH_END, 5, 0);
    end.is_finished = true;
    end.ratings.before[0] = (struct standing){true, 1650.0, 400};
    end.ratings.after[0] = (struct standing){true, 1654.876856, 405};
    store(end);
    assert_int_equal(number("SELECT unexplained_experience FROM account"), 0);
}

/* The opponent has put another offer in the place of the one to resume, or the new match was
 * begun for us. */
CASE(a_match_that_is_listed_at_another_length_was_replaced)
{
    match(MATCH_START, 1, 0);
    saved_at("opp_a", HISTORY_RESUME); /* it is not known */
    saved("");
    assert_row(MATCHES, "open 1-0 - 0\n");
    saved_at("opp_a", 13);
    saved("");
    assert_row(MATCHES, "replaced 1-0 - 0\n");
}

CASE(a_match_that_was_gone_goes_on_for_the_process_that_played_it)
{
    struct history_event resumed = match_event(MATCH_RESUMED, 2, 0);
    resumed.is_resumed = true;
    begin_match();
    game_end(true, 2, 2, 0);
    match(MATCH_SAVED, 2, 0);
    saved("");
    assert_row(MATCHES, "gone 2-0 - 0\n");
    store(resumed);
    match(MATCH_GAME_START, 2, 0);
    game_end(true, 4, 6, 0);
    struct history_event end = match_event(MATCH_END, 6, 0);
    end.is_finished = true;
    store(end);
    assert_row(MATCHES, "finished 6-0 1 0\n");
    assert_row(GAMES, "1 0-0 won 2 play\n2 2-0 won 4 play\n");
    assert_int_equal(number("SELECT interruptions FROM match"), 1);
}

CASE(a_new_match_replaces_the_saved_one)
{
    match(MATCH_START, 0, 0);
    match(MATCH_START, 0, 0);
    assert_row("SELECT state FROM match ORDER BY id", "replaced\nopen\n");
}

CASE(a_match_of_another_account_explains_nothing)
{
    standing(1650.0, 400);
    match(MATCH_START, 0, 0);
    standing(1660.0, 407); /* seven points of a match played by hand elsewhere */
    saved("");
    assert_row(MATCHES, "gone 0-0 - 0\n");
    assert_int_equal(number("SELECT unexplained_experience FROM account"), 0);
}

/* Within a minute: later it may be of another match, played by hand. */
CASE(a_late_who_line_is_not_the_rating_after_the_match)
{
    standing(1650.0, 400);
    match(MATCH_START, 0, 0);
    struct history_event end = match_event(MATCH_END, 5, 0);
    end.is_finished = true;
    store(end);
    clock_s += 61;
    standing(1655.2, 405);
    assert_int_equal(
        number("SELECT count(*) FROM match WHERE rating_after IS NOT NULL"), 0);
}

/* Clones print one decimal of what the match has told in full. */
CASE(a_rounded_rating_is_no_new_one)
{
    standing(1650.25, 400);
    standing(1650.3, 400);
    assert_int_equal(number("SELECT count(*) FROM rating"), 1);
    standing(1650.35, 400);
    assert_int_equal(number("SELECT count(*) FROM rating"), 2);
}

CASE(ratings_without_a_block_come_from_the_who_line)
{
    standing(1650.0, 400);
    match(MATCH_START, 0, 0);
    struct history_event end = match_event(MATCH_END, 5, 0);
    end.is_finished = true;
    end.ratings.before[0] = (struct standing){true, 1650.0, 400};
    store(end);
    standing(1655.2, 405);
    saved("");
    assert_row("SELECT printf('%.1f %.1f %d', rating_before, rating_after,"
               " experience_after) FROM match",
               "1650.0 1655.2 405\n");
    assert_row(MATCHES, "finished 5-0 1 0\n");
}

CASE(refusals_links_and_errors_are_kept)
{
    store((struct history_event){.type = HISTORY_REFUSAL,
                                 .name = "opp_a",
                                 .is_mine = true,
                                 .length = 25,
                                 .text = "length"});
    store((struct history_event){.type = HISTORY_REFUSAL,
                                 .name = "opp_b",
                                 .length = HISTORY_RESUME,
                                 .text = "no_answer"});
    store((struct history_event){.type = HISTORY_LINK, .text = "line is silent"});
    store(
        (struct history_event){.type = HISTORY_ERROR, .text = "'; DROP TABLE match;"});
    assert_row("SELECT opponent||' '||is_ours||' '||coalesce(length,'-')||' '||code"
               " FROM refusal",
               "opp_a 1 25 length\nopp_b 0 - no_answer\n");
    assert_row("SELECT is_up||' '||reason FROM connection", "0 line is silent\n");
    assert_row("SELECT text FROM error", "'; DROP TABLE match;\n");
}

CASE(a_match_that_fails_is_kept_until_it_goes_on)
{
    static const char rows[] =
        "SELECT opponent||' '||coalesce(length,'-')||' '||my_score||'-'||their_score||"
        "' '||failures||' '||coalesce(reason,'-') FROM stuck_match ORDER BY opponent";
    stuck("opp_a", 5, 1, "");
    stuck("opp_b", HISTORY_RESUME, 1, "corrupt");
    stuck("opp_a", 5, 2, "stuck");
    assert_row(rows, "opp_a 5 2-1 2 stuck\nopp_b - 2-1 1 corrupt\n");
    stuck("opp_a", 5, 0, "");
    assert_row(rows, "opp_b - 2-1 1 corrupt\n");
}

TEST_MAIN(NULL, NULL)
