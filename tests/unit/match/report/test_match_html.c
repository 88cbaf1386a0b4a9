/* The page of an analysis: whole, and with the figures of the analysis in their places. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/level.h"
#include "match/report/match_html.h"
#include "tests/unit/engine/shipped_engine.h"
#include "tests/unit/match/sample_match.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static struct {
    struct match_turns *turns;
    struct match_analysis *analysis;
    struct match_report report;
    char *html;  /* the page */
    char *plain; /* ... with a "|" for each row of tags */
} page;

static char *without_tags(const char *html)
{
    char *plain = malloc(strlen(html) + 1), *to = plain;
    assert_non_null(plain);
    for (const char *c = html; *c != '\0'; c++) {
        if (*c == '<') {
            c += strcspn(c, ">");
            if (to == plain || to[-1] != '|') {
                *to++ = '|';
            }
        } else if (*c != '\n') {
            *to++ = *c;
        }
    }
    *to = '\0';
    return plain;
}

static int make_page(void **state)
{
    if (open_engine(state) != 0) {
        return 1;
    }
    page.turns = sample_match("21: 24/21", "66: 24/18 24/18 13/7 13/7");
    page.turns->game[0].comment = strdup("the <first> round");
    page.analysis = match_analysis_new(eng, scratch, page.turns);
    struct strength deeper = strength_default();
    deeper.play_ply = deeper.cube_ply = 1;
    match_analysis_set_strength(page.analysis, RECORD_ME, &deeper);
    while (match_analysis_step(page.analysis)) {
    }
    page.report =
        (struct match_report){page.turns, page.analysis, .program = "a program"};
    FILE *out = printed_begin();
    assert_true(match_html_page(&page.report, out));
    page.html = strdup(printed_end(out));
    page.plain = without_tags(page.html);
    return 0;
}

static int free_page(void **state)
{
    match_analysis_free(page.analysis);
    match_turns_free(page.turns);
    free(page.html);
    free(page.plain);
    return close_engine(state);
}

static void assert_says(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void assert_says(const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (strstr(page.plain, text) == NULL) {
        fail_msg("the page does not say \"%s\"", text);
    }
}

TEST(each_element_ends)
{
    static const char *const names[] = {"html", "head", "body", "style", "title",
                                        "h1",   "h2",   "h3",   "table", "tr",
                                        "td",   "th",   "div",  "p",     "section",
                                        "svg",  "b",    "code", "span",  "text"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char begin[20], with[20], end[20];
        FORMAT_TEXT(begin, "<%s>", names[i]);
        FORMAT_TEXT(with, "<%s ", names[i]);
        FORMAT_TEXT(end, "</%s>", names[i]);
        if (count_of(page.html, begin) + count_of(page.html, with) !=
            count_of(page.html, end)) {
            fail_msg("<%s> %d and %d times, %s %d times", names[i],
                     count_of(page.html, begin), count_of(page.html, with), end,
                     count_of(page.html, end));
        }
    }
    assert_non_null(strstr(page.html, ".weighed{"));
    assert_non_null(strstr(page.html, "</style>\n</head><body>"));
    assert_null(strstr(page.html, "<!--"));
}

TEST(the_heading_says_who_played_and_by_what_it_is_judged)
{
    char judge[2][REFERENCE_LEVEL_SIZE];
    assert_says("|our_bot - opp_a, 5 points: 5-0|");
    assert_says(
        "|our_bot wins 5\u20130|our_bot: PR %.2f, near the level intermediate; "
        "opp_a: PR %.2f, near the level beginner.|",
        match_analysis_error_rate(match_analysis_side(page.analysis, RECORD_ME)),
        match_analysis_error_rate(match_analysis_side(page.analysis, RECORD_OPPONENT)));
    match_report_reference(&page.report, RECORD_ME, judge[0]);
    match_report_reference(&page.report, RECORD_OPPONENT, judge[1]);
    assert_string_not_equal(judge[0], judge[1]);
    assert_says("Judged by a program: player 1 at %s, player 2 at %s; luck at 0-ply. "
                "Errors lose 0.02 or more, blunders 0.08.",
                judge[0], judge[1]);
    assert_says("|fibs.com 2026.11.21|");
    assert_says("|Comment on game 1: the &lt;first&gt; round|");
    assert_null(strstr(page.plain, "turns are missing"));
}

TEST(each_player_has_a_row_with_his_sums)
{
    assert_says(
        "|player|PR|errors|blunders|luck|rating|decisions|plays|lost by plays|cube actions|lost by cubes|");
    for (int i = 0; i < 2; i++) {
        enum record_side side = i == 0 ? RECORD_ME : RECORD_OPPONENT;
        const struct match_analysed_side *sums =
            match_analysis_side(page.analysis, side);
        double rate = match_analysis_error_rate(sums);
        assert_says("|%s|%.2f|%d|%d|%+.3f|%.0f|%d|%d|%.3f|%d|%.3f|",
                    i == 0 ? "our_bot" : "opp_a", rate, sums->errors, sums->blunders,
                    sums->luck, (double)level_rating_of(rate), sums->decisions,
                    sums->plays, sums->play_loss, sums->cube_actions, sums->cube_loss);
    }
    const struct match_analysed_side *theirs =
        match_analysis_side(page.analysis, RECORD_OPPONENT);
    assert_true(theirs->blunders > 0 && theirs->errors > theirs->blunders);
}

TEST(each_game_has_a_row_and_the_match_has_one)
{
    assert_says("|game|score|PR 1|PR 2|result|luck|without luck|");
    for (int game = -1; game < 2; game++) {
        static const char *const names[] = {"all|", "1|0-0|", "2|1-0|"};
        struct match_outcome o;
        match_analysis_outcome(page.analysis, game, &o);
        assert_true(o.has_result && o.has_all_luck);
        assert_says("|%s%.2f|%.2f|%+.1f %%|%+.1f %%|%+.1f %%|", names[game + 1],
                    match_analysis_error_rate(&o.side[RECORD_ME]),
                    match_analysis_error_rate(&o.side[RECORD_OPPONENT]),
                    100.0 * o.result, 100.0 * o.luck, 100.0 * (o.result - o.luck));
    }
    assert_says("Result and luck are those of player 1, in match winning chance.");
}

/* For browsers without scripts: the report as text. */
TEST(without_scripts_the_decisions_are_there_as_text)
{
    assert_says("|our_bot - opp_a, 5 points: 5-0|");
    const char *begin = page.plain != NULL ? strstr(page.html, "<noscript>") : "";
    assert_non_null(strstr(begin, "our_bot - opp_a, 5 points"));
    assert_non_null(strstr(begin, ": 5-0\n")); /* JSON has all 7 */
    assert_non_null(strstr(begin, "Game 2, 1-0\n"));
    assert_non_null(strstr(begin, " take\n")); /* better than the pass */
    assert_non_null(strstr(begin, "XGID="));
}

TEST(one_of_many_pages_has_links_instead_of_style_and_scripts)
{
    FILE *out = printed_begin();
    assert_true(match_html_page_of_many(
        &page.report, &(struct match_html_place){"a \"list\".html", "", false}, out));
    const char *html = printed_end(out);
    assert_non_null(strstr(html, "href=\"viewer.css\""));
    assert_non_null(strstr(html, "<script src=\"viewer.js\"></script>"));
    assert_non_null(strstr(html, "<a href=\"../a%20%22list%22.html\">All matches</a>"));
    assert_null(strstr(html, "<style>"));
}

static char *text_of(bool (*print)(const struct match_report *, FILE *),
                     const struct match_report *report)
{
    FILE *out = printed_begin();
    assert_true(print(report, out));
    return printed_end(out);
}

/* For a folder: a line for each match. */
TEST(the_line_of_a_match_has_player_1_first_and_ends_with_the_names)
{
    char *text = text_of(match_table_print_match, &page.report), wanted[200];
    FORMAT_TEXT(
        wanted, "2026.11.21    5-0    PR %6.2f - %-6.2f  5 points   our_bot - opp_a\n",
        match_analysis_error_rate(match_analysis_side(page.analysis, RECORD_ME)),
        match_analysis_error_rate(match_analysis_side(page.analysis, RECORD_OPPONENT)));
    assert_string_equal(text, wanted);
}

static bool list_match(const struct match_report *report, FILE *out)
{
    match_html_list_match(report, "folder", 1, out);
    return true;
}

/* Its rates are those of what was done alone. */
TEST(a_match_that_was_stopped_says_so_in_the_text_and_the_list)
{
    const struct match_report half = {
        page.turns, match_analysis_new(eng, scratch, page.turns), .program = "it"};
    char *text = text_of(match_table_print_match, &half);
    assert_non_null(strstr(text, "    5-0    PR      - - -       5 points  "));
    assert_non_null(strstr(text, "our_bot - opp_a, stopped after 0 of "));
    text = text_of(list_match, &half);
    assert_non_null(strstr(text, "opp_a</a>, stopped after 0 of "));
    match_analysis_free((struct match_analysis *)half.analysis);
    text = text_of(list_match, &page.report);
    assert_null(strstr(text, "stopped"));
}

static bool print_table(const struct match_report *report, FILE *out)
{
    struct match_table *table = match_table_new();
    bool is_good = match_table_add(table, report) && match_table_print(table, out);
    match_table_free(table);
    return is_good;
}

TEST(the_text_of_several_matches_has_a_row_for_each_player)
{
    char *text = text_of(print_table, &page.report);
    assert_non_null(strstr(text, "\nour_bot       1    1 of 1 "));
    assert_non_null(strstr(text, "\nopp_a         1    0 of 1 "));
}

static bool print_twice(const struct match_report *report, FILE *out)
{
    struct match_table *table = match_table_new();
    bool is_good = true;
    for (int i = 0; i < 2; i++) {
        is_good = is_good && match_table_add(table, report);
    }
    is_good = is_good && match_table_json(table, out);
    match_table_free(table);
    return is_good;
}

TEST(the_json_of_several_matches_has_the_sums_of_each_player)
{
    char *text = text_of(print_twice, &page.report), wanted[200];
    for (int i = 0; i < 2; i++) {
        const struct match_analysed_side *sums =
            match_analysis_side(page.analysis, (enum record_side)i);
        FORMAT_TEXT(wanted,
                    "{\"kind\":\"player\",\"player\":\"%s\",\"matches\":2,"
                    "\"finished\":2,\"won\":%d,\"decisions\":%d,\"plays\":%d,"
                    "\"cube_actions\":%d,",
                    i == 0 ? "our_bot" : "opp_a", i == 0 ? 2 : 0, 2 * sums->decisions,
                    2 * sums->plays, 2 * sums->cube_actions);
        assert_true(sums->cube_actions > 0);
        assert_holds(text, wanted);
        FORMAT_TEXT(wanted, "\"errors\":%d,\"blunders\":%d,", 2 * sums->errors,
                    2 * sums->blunders);
        assert_non_null(strstr(text, wanted));
    }
}

static bool print_months(const struct match_report *report, FILE *out)
{
    struct match_turns *later = sample_match("21: 6/4 6/5", NULL);
    struct match_report other = *report;
    other.turns = later;
    strcpy(later->heading.date, "2026.12.01");
    struct match_table *table = match_table_new();
    bool is_good = match_table_add(table, &other) && match_table_add(table, report) &&
                   match_table_print(table, out);
    match_table_free(table);
    match_turns_free(later);
    return is_good;
}

TEST(a_player_of_several_months_has_a_row_for_each)
{
    char *text = text_of(print_months, &page.report);
    const char *sum = strstr(text, "\nour_bot       2 ");
    const char *months = strstr(text, "\n\nour_bot matches ");
    assert_true(sum != NULL && months != NULL && sum < months);
    const char *first = strstr(months, "\n2026-11       1 ");
    const char *second = strstr(months, "\n2026-12       1 ");
    assert_true(first != NULL && second != NULL && first < second);
}

static const char *shown_date;

static bool print_dated(const struct match_report *report, FILE *out)
{
    struct match_turns *turns = sample_match("21: 6/4 6/5", NULL);
    struct match_report dated = *report;
    struct match_table *table = match_table_new();
    dated.turns = turns;
    strcpy(turns->heading.date, shown_date);
    bool is_good = match_table_add(table, &dated) && match_table_json(table, out) &&
                   match_table_print(table, out);
    match_table_free(table);
    match_turns_free(turns);
    return is_good;
}

TEST(a_date_in_another_order_has_no_month)
{
    static const struct {
        const char *date, *month;
    } rows[] = {{"2026.12.01", "2026-12"}, {"2026-12-01", "2026-12"},
                {"21.11.2026", "-"},       {"2026.1.5", "-"},
                {"2026/12/01", "-"},       {"", "-"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char want[40];
        shown_date = rows[i].date;
        char *text = text_of(print_dated, &page.report);
        FORMAT_TEXT(want, ",\"month\":\"%s\"}\n", rows[i].month);
        assert_holds(text, want);
        assert_null(strstr(text, "\n\nour_bot matches ")); /* of one month */
    }
}

TEST(a_long_name_has_room_in_the_text_of_several_matches)
{
    struct match_turns *turns = sample_match("21: 6/4 6/5", NULL);
    struct match_report report = page.report;
    report.turns = turns;
    strcpy(turns->heading.my_name, "Zo\xc3\xab of the twenty-five letters");
    strcpy(turns->heading.opponent, "opp_a");
    char *text = text_of(print_table, &report), wanted[200];
    FORMAT_TEXT(wanted, "\n%-30s %7s ", "player", "matches");
    assert_non_null(strstr(text, wanted));
    FORMAT_TEXT(wanted, "\n%-30s %7d ", "opp_a", 1);
    assert_non_null(strstr(text, wanted));
    FORMAT_TEXT(wanted, "\n%s %7d ", turns->heading.my_name, 1);
    assert_non_null(strstr(text, wanted));
    match_turns_free(turns);
}

TEST(the_text_says_by_what_it_is_judged_and_in_what_unit)
{
    char judge[2][REFERENCE_LEVEL_SIZE], wanted[200];
    struct match_turns many = *page.turns;
    struct match_report report = page.report;
    many.faults = MATCH_FAULTS_MAX + 3;
    report.turns = &many;
    char *text = text_of(match_report_print, &report);
    char *at = strstr(text, "\nJudged "), *end = strstr(text, "Losses and luck ");
    for (assert_true(at != NULL && end != NULL); at < end; at++) {
        *at = *at == '\n' ? ' ' : *at; /* the line may be too long for one */
    }
    match_report_reference(&page.report, RECORD_ME, judge[0]);
    match_report_reference(&page.report, RECORD_OPPONENT, judge[1]);
    FORMAT_TEXT(wanted,
                " Judged by a program: our_bot at %s, opp_a at %s; luck at 0-ply. ",
                judge[0], judge[1]);
    assert_non_null(strstr(text, wanted));
    assert_non_null(strstr(text, "player 1's, in match winning chance.\n"));
    assert_non_null(strstr(text, "\nand 3 more\n"));
    many.heading.length = 0;
    text = text_of(match_report_print, &report);
    assert_non_null(strstr(text, "player 1's, in points.\n"));
}

TEST(the_page_names_the_winner_and_that_turns_are_missing)
{
    struct match_turns other = *page.turns;
    struct match_report report = page.report;
    other.score[RECORD_ME] = 3;
    other.score[RECORD_OPPONENT] = 7;
    other.has_all = false;
    report.turns = &other;
    char *html = text_of(match_html_page, &report);
    assert_non_null(strstr(html, ">opp_a wins 5\u20133<"));
    assert_non_null(strstr(html, " (some turns are missing)</p>"));
    const struct match_report half = {
        page.turns, match_analysis_new(eng, scratch, page.turns), .program = "it"};
    html = text_of(match_html_page, &half);
    assert_non_null(strstr(html, " (some turns are missing)</p>"));
    match_analysis_free((struct match_analysis *)half.analysis);
}

TEST(a_match_that_goes_on_has_a_leader)
{
    struct match_turns longer = *page.turns;
    struct match_report report = page.report;
    longer.heading.length = 9;
    report.turns = &longer;
    char *html = text_of(match_html_page, &report);
    assert_non_null(strstr(html, "our_bot leads 7\u20130<"));
}

TEST(the_list_has_a_row_with_a_link_for_each_match)
{
    struct match_table *table = match_table_new();
    assert_true(match_table_add(table, &page.report));
    FILE *out = printed_begin();
    match_html_list_begin(out);
    match_html_list_match(&page.report, "all files", 12, out);
    match_html_list_end(table, "all files", 3, out);
    const char *html = printed_end(out);
    match_table_free(table);
    assert_non_null(
        strstr(html, "<a href=\"all%20files/12.html\">our_bot - opp_a</a>"));
    assert_non_null(strstr(html, "<a href=\"all%20files/list3.html\">page 3</a>"));
    assert_null(strstr(html, "left out"));
    char *plain = without_tags(html);
    const struct match_analysed_side *sides[2];
    char row[300];
    for (int i = 0; i < 2; i++) {
        sides[i] = match_analysis_side(page.analysis, (enum record_side)i);
        double rate = match_analysis_error_rate(sides[i]);
        FORMAT_TEXT(row, "|%s|1|%s|%d|%.2f|%.0f|%.3f|%.3f|%d|%d|%+.3f|",
                    i == 0 ? "our_bot" : "opp_a", i == 0 ? "1 of 1" : "0 of 1",
                    sides[i]->decisions, rate, (double)level_rating_of(rate),
                    sides[i]->play_loss, sides[i]->cube_loss, sides[i]->errors,
                    sides[i]->blunders, sides[i]->luck);
        assert_holds(plain, row);
    }
    FORMAT_TEXT(row, "|our_bot - opp_a|5-0|%.2f|%.2f|%d, %d|%+.2f|5 points|",
                match_analysis_error_rate(sides[0]),
                match_analysis_error_rate(sides[1]), sides[0]->errors, sides[1]->errors,
                sides[0]->luck - sides[1]->luck);
    assert_non_null(strstr(plain, row));
    free(plain);
}

/* Matches fill their part, players the rest: those with two matches stay. */
TEST(a_list_has_a_limit_and_says_what_it_leaves_out)
{
    enum { PLAYERS = 6000 };
    struct match_table *table = match_table_new();
    struct match_turns *turns = sample_match("21: 6/4 6/5", NULL);
    struct match_report report = page.report;
    report.turns = turns;
    memset(turns->heading.my_name, '<', RECORD_NAME_MAX - 1);
    FILE *out = printed_begin();
    match_html_list_begin(out);
    int rows = 0;
    for (; !match_html_list_is_full(out); rows++) {
        match_html_list_match(&report, "files", rows + 1, out);
    }
    for (int i = 0; i < PLAYERS / 2; i++) {
        (void)snprintf(turns->heading.my_name, RECORD_NAME_MAX, "<<<<<<<<<<<%d", i);
        (void)snprintf(turns->heading.opponent, RECORD_NAME_MAX, "<<<<<<<<<<b%d", i);
        assert_true(match_table_add(table, &report));
    }
    assert_true(match_table_add(table, &report));
    match_html_list_end(table, "files", 1, out);
    const char *html = printed_end(out);
    size_t size = strlen(html);
    assert_in_range(size, MATCH_HTML_LIST_MAX - 3000, MATCH_HTML_LIST_MAX);
    assert_true(rows > 1000);
    assert_null(strstr(html, "list2.html"));
    assert_null(strstr(html, "Further matches"));
    const char *said = strstr(html, " rows of players with fewer matches are left out");
    assert_non_null(said);
    assert_non_null(strstr(html, "&lt;b2999<"));
    assert_string_equal(html + size - 8, "</html>\n");
    match_table_free(table);
    match_turns_free(turns);
}

TEST_MAIN(make_page, free_page)
