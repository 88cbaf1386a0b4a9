/* The page of an analysis: whole, and with the figures of the analysis in their places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/level.h"
#include "match/match_turns_internal.h"
#include "match/report/match_html.h"
#include "tests/unit/match/match_engine.h"
#include "tests/unit/match/match_text.h"

static struct {
    struct match_turns *turns;
    struct match_analysis *analysis;
    struct match_report report;
    char *html;  /* the page */
    char *plain; /* ... with a "|" for each row of tags */
} page;

/* The opponent plays badly and passes what is a take; our double was too early. */
static struct match_turns *read_match(void)
{
    static struct match_text m;
    struct error err;
    match_text_heading(&m, 5);
    match_text_game(&m, 1, 0, 0);
    match_text_row(&m, 1, "31: 8/5 6/5", "64: 13/7 13/9");
    match_text_row(&m, 2, "Doubles => 2", " Drops");
    match_text_win(&m, true, 1);
    match_text_game(&m, 2, 1, 0);
    match_text_row(&m, 1, "", "21: 6/4 6/5");
    match_text_row(&m, 2, "66: 24/18 24/18 13/7 13/7", "");
    match_text_win(&m, true, 4);
    FILE *file = fmemopen(m.text, m.size, "r");
    struct match_turns *turns = match_turns_read_file(file, &err);
    (void)fclose(file);
    return turns;
}

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
    size_t size;
    (void)open_engine(state);
    if (scratch == NULL) {
        return 0;
    }
    page.turns = read_match();
    page.analysis = match_analysis_new(engine, scratch, page.turns);
    struct strength deeper = strength_default();
    deeper.play_ply = deeper.cube_ply = 1;
    match_analysis_set_strength(page.analysis, RECORD_ME, &deeper);
    while (match_analysis_step(page.analysis)) {
    }
    page.report = (struct match_report){page.turns, page.analysis, "a program"};
    FILE *out = open_memstream(&page.html, &size);
    match_html_begin("<title> & more", out);
    match_html_match(&page.report, out);
    match_html_end(out);
    (void)fclose(out);
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
    if (page.plain == NULL) {
        print_message("no weights\n");
        skip();
    }
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (strstr(page.plain, text) == NULL) {
        fail_msg("the page does not say \"%s\"", text);
    }
}

static int count_of(const char *part)
{
    int count = 0;
    for (const char *at = strstr(page.html, part); at != NULL;
         at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

static void each_element_ends(void **state)
{
    static const char *const names[] = {"html", "head", "body", "style", "title",
                                        "h1",   "h2",   "h3",   "table", "tr",
                                        "td",   "th",   "div",  "p",     "section",
                                        "svg",  "b",    "code", "span",  "text"};
    (void)state;
    assert_says("&lt;title&gt; &amp; more");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char begin[20], with[20], end[20];
        (void)snprintf(begin, sizeof begin, "<%s>", names[i]);
        (void)snprintf(with, sizeof with, "<%s ", names[i]);
        (void)snprintf(end, sizeof end, "</%s>", names[i]);
        if (count_of(begin) + count_of(with) != count_of(end)) {
            fail_msg("<%s> %d and %d times, %s %d times", names[i], count_of(begin),
                     count_of(with), end, count_of(end));
        }
    }
    assert_non_null(strstr(page.html, ".error{display:grid"));
    assert_non_null(strstr(page.html, "</style></head><body>"));
}

static void the_heading_says_who_played_and_by_what_it_is_judged(void **state)
{
    char judge[2][REFERENCE_LEVEL_SIZE];
    (void)state;
    assert_says("|our_bot - opp_a, 5 points: 5-0|fibs.com 2026.11.21|");
    match_report_reference(&page.report, RECORD_ME, judge[0]);
    match_report_reference(&page.report, RECORD_OPPONENT, judge[1]);
    assert_string_not_equal(judge[0], judge[1]);
    assert_says("Judged by a program: player 1 at %s, player 2 at %s; luck at 0-ply. "
                "Errors lose 0.02 or more, blunders 0.08.",
                judge[0], judge[1]);
    assert_null(strstr(page.plain, "turns are missing"));
}

static void each_player_has_a_row_with_his_sums(void **state)
{
    (void)state;
    assert_says(
        "|player|PR|errors|blunders|luck|rating|decisions|plays|lost|cube|lost|");
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
    assert_true(match_analysis_side(page.analysis, RECORD_OPPONENT)->errors > 1);
}

static void each_game_has_a_row_and_the_match_has_one(void **state)
{
    (void)state;
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

static void each_error_has_its_board(void **state)
{
    int errors = 0;
    (void)state;
    assert_says("|Equity lost by our_bot, by turn|");
    assert_says("|Equity lost by opp_a, by turn|");
    assert_says("|Luck of our_bot less the other&#39;s, equity|");
    for (int i = 0; i < page.turns->count; i++) {
        const struct match_turn *turn = &page.turns->turns[i];
        const struct match_analysed_turn *done = match_analysis_turn(page.analysis, i);
        char made[MATCH_TURN_SIZE], better[NOTATION_SIZE];
        if (done->loss >= ANALYSIS_ERROR) {
            match_report_made(turn, made);
            match_report_better(turn, done, better);
            assert_says("|Game %d, turn %d: %s|%s lost |%.3f|; better: |%s|. Score "
                        "%d-%d.|XGID=",
                        turn->game, turn->number,
                        match_report_name(&page.report, turn->side), made, done->loss,
                        better, turn->ms.my_score, turn->ms.their_score);
            errors++;
        }
    }
    assert_int_equal(errors, 4);
    assert_int_equal(count_of("<section class=\"error\">"), errors);
    assert_int_equal(count_of("class=\"board\""), errors);
    assert_says(":64:0:0:0:5:10|"); /* a board with a roll, by its XGID */
    assert_says(":00:0:0:0:5:10|"); /* ... and without */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_element_ends),
        cmocka_unit_test(the_heading_says_who_played_and_by_what_it_is_judged),
        cmocka_unit_test(each_player_has_a_row_with_his_sums),
        cmocka_unit_test(each_game_has_a_row_and_the_match_has_one),
        cmocka_unit_test(each_error_has_its_board),
    };
    return cmocka_run_group_tests(tests, make_page, free_page);
}
