/* The status page: what it shows, and that nothing foreign becomes markup or script. */
#include "tests/unit/bot/status/status_harness.h"
#include "view/page_viewer.h"

static const char hostile[] = "<script>alert(1)</script>\"'&";

CASE(page_shows_board_chances_results_and_log)
{
    status_add(status, "our_bot", "fibs.com", "level strong");
    status_link(status, "our_bot", true);
    begin_match("opp_b");
    end_match(6, 3); /* of 5 points */
    begin_match("opp_a");
    decide(0.55, 0.1);
    decide(0.75, 0.4);
    log_event(the_log, LOG_INFO, "our_bot/opp_a", "a line of the log");
    const char *page = body_of("/");
    static const char *const wants[] = {
        "\n</style></head>\n<body>\n",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board\"",
        "Playing <b>opp_a</b>, 5 points, <b>2-1</b>",
        "Last decision: <b>roll</b>, chance of winning the game 75.0 %, equity +0.400",
        "aria-label=\"Chance of winning the match, %, now 66\"",
        "<span>match 66.0 %</span><span class=\"g\">game 75.0 %</span>",
        ("<b>opp_a</b> <span class=\"end\"><span class=\"soft\">167 pips</span> "
         "<span class=\"score\">1</span>"),
        "<span class=\"turn\">to play 3-1</span>",
        "<h3>Equity</h3>",
        "<h3>Rating</h3>",
        "<td class=\"n\">5 : 3</td><td>won</td><td class=\"n good\">+4.88</td>",
        "<span>our_bot/opp_a</span><p>a line of the log</p>",
        "<p class=\"soft\" id=\"what\" data-part>9.8.7, level strong, up ",
        "<a href=\"#a1\">our_bot</a><span class=\"sr\">, logged in</span>",
        "<td>opp_a, 5 points, <b>2-1</b></td>",
        "<title>2-1 opp_a - fibsbot</title>",
        "%3Ctext x='16' y='14'%3E2%3C/text%3E%3Ctext x='16' y='29'%3E1%3C/text%3E",
        "data-copy=\"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10\"",
        "matches 1, won 1; games 0; decisions 2, 20 ms each",
    };
    for (size_t i = 0; i < sizeof wants / sizeof wants[0]; i++) {
        assert_holds(page, wants[i]);
    }
}

/* Before the first decision there is nothing to be shown of chances. */
CASE(chances_and_charts_come_with_the_decisions)
{
    static const char meter[] =
        "<span class=\"meter\"><i style=\"width:66%\"></i></span>66&nbsp;%";
    status_link(status, "our_bot", true);
    begin_match("opp_a");
    const char *page = body_of("/");
    assert_null(strstr(page, "class=\"meter\""));
    assert_null(strstr(page, "chance of winning the game"));
    assert_null(strstr(page, "<p class=\"key\">"));
    decide(0.55, 0.1);
    decide(0.75, -0.4);
    page = body_of("/");
    assert_non_null(strstr(page, meter));
    assert_non_null(strstr(page, "equity -0.400"));
    assert_non_null(strstr(page, "aria-label=\"Equity, now -0.40\""));
    /* of the game 55 and 75 %, of the match 46 and 66 %, from the top */
    assert_non_null(strstr(page,
                           "<path class=\"second\" d=\"M0.00 45.0L100.00 25.0\"/>"
                           "<path class=\"first\" d=\"M0.00 54.0L100.00 34.0\"/>"));
    assert_non_null(strstr(page,
                           "games 0; decisions 2, 20 ms each; refusals 0; errors 0; "
                           "failed writes 0; connections 1."));
}

/* Nobody can tell who wins an unlimited match. */
CASE(an_unlimited_match_has_the_chance_of_its_game)
{
    status_link(status, "our_bot", true);
    begin_match("opp_a");
    struct player_output decided = {.type = PLAYER_DECIDED};
    decided.decided.request.kind = decided.decided.answer.kind = DECISION_CUBE;
    decided.decided.request.ms = match_state_money();
    decided.decided.answer.has_cube = true;
    decided.decided.answer.odds.win = 0.75F;
    take(decided);
    const char *page = body_of("/");
    assert_non_null(strstr(page, "<i style=\"width:75%\"></i></span>75&nbsp;%"));
    assert_null(strstr(page, "<span>match "));
}

#define OUR_SIDE   "-b---AD-C---eE---c-e----B-" /* a checker is on our 5 point */
#define THEIR_SIDE "-b----E-C---eE---c-da---B-"

/* Who pastes it elsewhere has the decision of who is to act. */
CASE(the_position_says_whose_turn_it_is)
{
    static const struct {
        enum turn turn;
        struct roll roll;
        bool is_double_pending;
        const char *want; /* we lead by 2-1 */
    } rows[] = {
        {TURN_MINE, {3, 1}, false, OUR_SIDE ":0:0:1:31:2:1:0:5:10"},
        {TURN_THEIRS, {3, 1}, false, THEIR_SIDE ":0:0:1:31:1:2:0:5:10"},
        {TURN_THEIRS, {0, 0}, false, THEIR_SIDE ":0:0:1:00:1:2:0:5:10"},
        {TURN_MINE, {0, 0}, true, OUR_SIDE ":0:0:-1:D:2:1:0:5:10"}, /* they double */
        {TURN_THEIRS, {0, 0}, true, THEIR_SIDE ":0:0:-1:D:1:2:0:5:10"},
    };
    begin_match("opp_a");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct player_output board = {.type = PLAYER_BOARD};
        struct board_view *view = &board.board.view;
        char want[100];
        position_start(&view->pos);
        view->pos.mine.at[6]--;
        view->pos.mine.at[5]++;
        view->ms = match_state_match(5, 2, 1, false);
        view->turn = rows[i].turn;
        view->roll = rows[i].roll;
        view->is_double_pending = rows[i].is_double_pending;
        take(board);
        FORMAT_TEXT(want, "data-copy=\"XGID=%s\"", rows[i].want);
        assert_non_null(strstr(body_of("/"), want));
    }
}

/* The director of a tournament plays no match: a line of the table tells what it does. */
CASE(director_has_a_line_and_no_card)
{
    status_add(status, "our_bot", "fibs.com", "level strong");
    status_add(status, "a_director", "fibs.com", "level weak");
    status_note_director(status, "a_director");
    status_link(status, "a_director", true);
    const char *page = body_of("/");
    assert_non_null(
        strstr(page, "</i>a_director<span class=\"sr\">, logged in</span>"));
    assert_non_null(strstr(page, "<td>directs the tournament</td>"));
    assert_non_null(strstr(page, "<section class=\"half\" id=\"a1\""));
    assert_null(strstr(page, "id=\"a2\""));
    assert_non_null(strstr(page, "9.8.7, level strong, up ")); /* of all that play */
}

CASE(an_account_that_is_off_line_says_why)
{
    status_add(status, "our_bot", "fibs.com", "level strong");
    assert_non_null(strstr(body_of("/"), "<span class=\"bad\">off line</span>"));
    status_offline(status, "our_bot", "log-in refused: <wrong>\x1b");
    assert_non_null(strstr(body_of("/"), ">off line: log-in refused: &lt;wrong&gt;"));
    assert_null(strchr(body_of("/"), '\x1b'));
    status_offline(status, "our_bot",
                   "no address of a-host-that-is-not-there.example.org port 4321: "
                   "nodename nor servname provided, or not known");
    assert_non_null(strstr(body_of("/"), "provided, or not known</span>"));
    status_link(status, "our_bot", true);
    assert_null(strstr(body_of("/"), "no address of"));
}

/* One that plays, or is alone, has the whole width. */
CASE(accounts_that_do_not_play_stand_side_by_side)
{
    status_add(status, "our_bot", "fibs.com", "level strong");
    assert_non_null(strstr(body_of("/"), "<section id=\"a1\""));
    status_add(status, "our_second", "fibs.com", "level strong");
    begin_match("opp_a");
    assert_non_null(strstr(body_of("/"), "<section id=\"a1\""));
    assert_non_null(strstr(body_of("/"), "<section class=\"half\" id=\"a2\""));
}

CASE(the_server_is_shown_where_there_are_two)
{
    status_add(status, "our_bot", "fibs.com", "level strong");
    status_add(status, "our_second", "fibs.com", "level strong");
    assert_null(strstr(body_of("/"), "data-name=\"server\""));
    status_add(status, "our_second", "bgammon.org", "level strong");
    assert_non_null(strstr(body_of("/"), "data-name=\"server\">bgammon.org</span>"));
}

CASE(each_side_has_its_pips_and_the_account_what_it_won)
{
    begin_match("opp_a");
    end_match(6, 3);
    begin_match("opp_a");
    end_match(3, 6);
    begin_match("opp_a");
    struct player_output board = {.type = PLAYER_BOARD};
    position_start(&board.board.view.pos);
    board.board.view.pos.mine.at[6]--;
    board.board.view.pos.mine.at[5]++;
    take(board);
    const char *page = body_of("/");
    assert_non_null(strstr(page, "data-name=\"won\">1 of 2</td>"));
    const char *theirs = strstr(page, "<b>opp_a</b> <span class=\"end\">");
    const char *ours = strstr(page, "<b>our_bot</b> <span class=\"end\">");
    assert_non_null(theirs);
    assert_non_null(ours);
    assert_int_equal(strncmp(strstr(theirs, "soft\">"), "soft\">167 pips", 14), 0);
    assert_int_equal(strncmp(strstr(ours, "soft\">"), "soft\">166 pips", 14), 0);
}

CASE(the_newest_line_of_the_log_is_on_top)
{
    log_event(the_log, LOG_INFO, "our_bot", "the first line");
    log_event(the_log, LOG_INFO, "our_bot", "the second line");
    const char *page = body_of("/");
    const char *first = strstr(page, "the first line");
    const char *second = strstr(page, "the second line");
    assert_true(second != NULL && first > second);
    const char *day = strstr(page, "<li class=\"day\">");
    assert_non_null(day);
    assert_int_equal(strcspn(day + 16, "<"), strlen("2026-01-31 UTC"));
    assert_null(strstr(day + 1, "<li class=\"day\">"));
}

/* Where the score changed a game ended: a line in the chart and the score below. */
CASE(each_game_of_the_match_is_marked)
{
    begin_match("opp_a");
    for (int i = 0; i < 4; i++) {
        decide(0.5, 0.0);
    }
    assert_null(strstr(body_of("/"), "class=\"game\""));
    struct player_output board = {.type = PLAYER_BOARD};
    position_start(&board.board.view.pos);
    board.board.view.ms = match_state_match(5, 2, 3, false);
    take(board);
    take(board);
    decide(0.4, -0.2);
    const char *page = body_of("/");
    assert_non_null(strstr(page, "<path class=\"game\" d=\"M75.00 0V100\"/>"));
    assert_non_null(strstr(
        page,
        "<i class=\"x\" style=\"left:75.0%;transform:translateX(-75.0%)\">2-3</i>"));
    assert_int_equal(status->accounts[0]->mark_count, 1);
    begin_match("opp_b");
    assert_int_equal(status->accounts[0]->mark_count, 0);
}

CASE(times_are_told_in_the_two_largest_units)
{
    static const struct {
        int64_t seconds;
        const char *told;
    } rows[] = {
        {0, "0 min"},           {59, "0 min"},        {60, "1 min"},
        {3599, "59 min"},       {3600, "1 h 0 min"},  {7380, "2 h 3 min"},
        {86399, "23 h 59 min"}, {86400, "1 day 0 h"}, {172800 + 5 * 3600, "2 days 5 h"},
    };
    begin_match("opp_a"); /* at NOW */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct status_view view = {.status = status,
                                   .log = the_log,
                                   .up_s = rows[i].seconds,
                                   .now_s = NOW + rows[i].seconds};
        char wanted[60];
        FORMAT_TEXT(wanted, ">up %s</p>", rows[i].told);
        assert_non_null(strstr(written(status_page_html, &view), wanted));
        FORMAT_TEXT(wanted, "2-1</b>, for %s</span>", rows[i].told);
        assert_non_null(strstr(written(status_page_html, &view), wanted));
    }
}

CASE(a_clock_that_is_set_makes_no_time_negative_and_the_program_no_older)
{
    begin_match("opp_a");
    status->started_s = 5; /* the machine learnt the time later */
    assert_non_null(strstr(body_of("/"), "9.8.7, up 0 min</p>"));
    const struct status_view view = {
        .status = status, .log = the_log, .up_s = 7200, .now_s = NOW - 3600};
    const char *page = written(status_page_html, &view);
    assert_non_null(strstr(page, ">up 2 h 0 min</p>"));
    assert_non_null(strstr(page, "2-1</b>, for 0 min</span>"));
}

static void stuck(const char *name, int length, int failures, const char *code)
{
    struct player_output output = {
        .type = PLAYER_STUCK,
        .stuck = {
            .length = length, .their_score = 6, .failures = failures, .code = code}};
    COPY_TEXT(output.stuck.name, name);
    take(output);
}

CASE(saved_matches_that_do_not_go_on_are_shown)
{
    assert_null(strstr(body_of("/"), "do not go on"));
    stuck("opp_b", 0, 1, "");
    stuck("opp_a", 3, 1, "");
    stuck("opp_a", 3, 2, "finished");
    const char *page = body_of("/");
    assert_non_null(strstr(page, "<h3>Saved matches that do not go on</h3>"));
    assert_non_null(strstr(page, "<li>opp_a, 3 points, 0-6: failed 2 times; "
                                 "set aside: finished</li>\n"
                                 "<li>opp_b: failed 1 time</li>"));
    json_t *json = json_loads(body_of("/status"), 0, NULL);
    const json_t *account = json_array_get(json_object_get(json, "accounts"), 0);
    const json_t *list = json_object_get(account, "stuck");
    assert_int_equal(json_array_size(list), 2);
    assert_true(json_is_null(json_object_get(json_array_get(list, 1), "length")));
    const json_t *first = json_array_get(list, 0);
    assert_int_equal(json_integer_value(json_object_get(first, "my_score")), 0);
    assert_int_equal(json_integer_value(json_object_get(first, "their_score")), 6);
    json_decref(json);
    stuck("opp_a", 0, 0, "");
    stuck("opp_b", 0, 0, "");
    assert_null(strstr(body_of("/"), "do not go on"));
    for (int i = 0; i < 3 * STATUS_STUCK_MAX; i++) {
        char name[20];
        FORMAT_TEXT(name, "user_%d", i);
        stuck(name, 9999, 1, "");
    }
    assert_int_equal(status->accounts[0]->stuck_count, STATUS_STUCK_MAX);
    assert_string_equal(status->accounts[0]->stuck[0].opponent, "user_47");
}

CASE(names_and_chat_never_become_markup)
{
    begin_match(hostile);
    log_event(the_log, LOG_INFO, hostile, "%s says: %s \x1b[31m\n<b>", hostile,
              hostile);
    struct player_output board = {.type = PLAYER_BOARD};
    position_start(&board.board.view.pos);
    status_take(status, hostile, &board, NOW);
    status_link(status, hostile, true);
    const char *page = body_of("/");
    assert_null(strstr(page, "<script>alert"));
    assert_null(strstr(strstr(page, "<script") + 1, "<script"));
    assert_null(strstr(page, "<b>\n"));
    assert_null(strchr(page, '\x1b'));
    assert_non_null(strstr(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    json_t *json = json_loads(body_of("/status"), 0, NULL);
    assert_non_null(json);
    json_decref(json);
    assert_null(strstr(body_of("/metrics"), "\"'&"));
}

CASE(page_shows_the_week_line_by_line)
{
    assert_null(strstr(body_of("/"), "The last seven days"));
    status_set_week(status, "Waits: none\nSaved matches:\n  our_bot: <opp_a>\n");
    assert_non_null(strstr(body_of("/"),
                           "as of some minutes ago</p><pre class=\"week\">"
                           "Waits: none\nSaved matches:\n"
                           "  our_bot: &lt;opp_a&gt;\n</pre>"));
}

/* The policy names the one script by its digest, so that no other one runs. */
CASE(page_has_one_script_that_its_policy_names)
{
    unsigned char digest[SHA256_DIGEST_LENGTH], base64[64];
    char policy[400];
    char *whole = strdup(get("/"));
    assert_non_null(whole);
    const char *script = strstr(whole, "<script>"), *end = strstr(whole, "</script>");
    assert_true(script != NULL && end > script);
    assert_null(strstr(end, "<script"));
    script += strlen("<script>");
    (void)SHA256((const unsigned char *)script, (size_t)(end - script), digest);
    (void)EVP_EncodeBlock(base64, digest, sizeof digest);
    FORMAT_TEXT(policy, "; script-src 'sha256-%s'; connect-src 'self'",
                (const char *)base64);
    assert_holds(whole, policy);
    assert_non_null(strstr(whole, "Content-Security-Policy: default-src 'none';"));
    assert_non_null(strstr(whole, "X-Content-Type-Options: nosniff"));
    assert_non_null(strstr(whole, "Cache-Control: no-store"));
    assert_non_null(strstr(whole, "<noscript><meta http-equiv=\"refresh\""));
    assert_null(strstr(whole, " onload"));
    assert_null(strstr(whole, " onclick"));
    assert_null(strstr(get("/status"), "script-src"));
    /* a page of the viewer has scripts of its own */
    assert_non_null(strstr(get("/analysis/0"), "; " PAGE_VIEWER_POLICY));
    free(whole);
}

int main(void)
{
    (void)signal(SIGPIPE, SIG_IGN); /* as bot/service/loop.c does */
    return test_cases_run(NULL, NULL);
}
