/* A tournament as text, page and JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "bot/status/status_tournament.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static const struct director_entrant entrants[] = {
    {.number = 0, .name = "anna", .is_ours = true},
    {.number = 1, .name = "bert", .is_ours = true},
    {.number = 2, .name = "carl", .is_out = true, .why = "dropped out"}};

static const struct director_match matches[] = {{.number = 0,
                                                 .pairing = {{0, 1}},
                                                 .state = DIRECTOR_MATCH_DONE,
                                                 .winner = 0,
                                                 .score = {6, 2}, /* of 5 */
                                                 .source = DIRECTOR_SOURCE_PLAYER},
                                                {.number = 1,
                                                 .round = 1,
                                                 .pairing = {{1, 0}},
                                                 .state = DIRECTOR_MATCH_FORFEITED,
                                                 .winner = 1,
                                                 .source = DIRECTOR_SOURCE_OPERATOR,
                                                 .by = "the <owner>",
                                                 .why = "bert & co slept"},
                                                {.number = 2,
                                                 .round = 1,
                                                 .pairing = {{2, 0}},
                                                 .state = DIRECTOR_MATCH_PLAYING,
                                                 .winner = PAIRING_NOBODY},
                                                {.number = 3,
                                                 .round = 2,
                                                 .pairing = {{1, 2}},
                                                 .state = DIRECTOR_MATCH_DUE,
                                                 .winner = PAIRING_NOBODY},
                                                {.number = 4,
                                                 .round = 2,
                                                 .pairing = {{0, PAIRING_BYE}},
                                                 .state = DIRECTOR_MATCH_DONE,
                                                 .winner = 0,
                                                 .source = DIRECTOR_SOURCE_BYE}};

static const struct director_rows rows = {
    .whole = {.phase = DIRECTOR_RUNNING,
              .round = 2,
              .plan = {.kind = PAIRING_ROUND_ROBIN, .entrants = 3, .legs = 2},
              .length = 5},
    .entrant_count = 3,
    .match_count = 5,
    .entrants = entrants,
    .matches = matches};

static const struct director_times times[5] = {
    {.called_s = 1801335600, .started_s = 1801335660, .ended_s = 1801339200}};
static const struct status_tournament tournament = {"Cup <1>", &rows, times};

/* Three in a knock-out: the first seed has a bye, the final is not drawn. */
static const struct director_match first_round[] = {
    {.number = 0,
     .pairing = {{0, PAIRING_BYE}},
     .state = DIRECTOR_MATCH_DONE,
     .winner = 0,
     .source = DIRECTOR_SOURCE_BYE},
    {.number = 1,
     .pairing = {{1, 2}},
     .state = DIRECTOR_MATCH_INTERRUPTED,
     .score = {3, 1},
     .winner = PAIRING_NOBODY}};

static const struct director_rows knock_out_rows = {
    .whole = {.phase = DIRECTOR_RUNNING,
              .plan = {.kind = PAIRING_KNOCK_OUT, .entrants = 3},
              .length = 5},
    .entrant_count = 3,
    .match_count = 2,
    .entrants = entrants,
    .matches = first_round};

static const struct status_tournament knock_out = {"Cup", &knock_out_rows, times};

/* Inlined, gcc 12 takes what stands in the text for the variable. */
__attribute__((noinline)) static char *
written_of(const struct status_tournament *shown,
           void (*write)(const struct status_tournament *, FILE *))
{
    FILE *out = printed_begin();
    write(shown, out);
    return printed_end(out);
}

static char *written(void (*write)(const struct status_tournament *, FILE *))
{
    return written_of(&tournament, write);
}

static void write_all_text(const struct status_tournament *shown, FILE *out)
{
    status_tournament_text(shown, true, out);
}

TEST(cell_has_a_letter_for_each_match_of_the_two)
{
    static const struct {
        int entrant, opponent;
        const char *want;
    } cells[] = {{0, 1, "1+"}, {1, 0, "0-"}, {0, 2, "*."}, {2, 0, "*."}, {1, 2, ".."}};
    char cell[STATUS_TOURNAMENT_CELL_SIZE];
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        status_tournament_cell(&rows, cells[i].entrant, cells[i].opponent, cell);
        assert_string_equal(cell, cells[i].want);
    }
}

TEST(a_match_without_a_score_is_won_or_lost)
{
    struct director_match match = matches[0];
    char text[STATUS_TOURNAMENT_STATE_SIZE];
    match.score[0] = match.score[1] = 0;
    status_tournament_state(&rows, &match, 0, text);
    assert_string_equal(text, "won");
    status_tournament_state(&rows, &match, 1, text);
    assert_string_equal(text, "lost");
}

TEST(byes_are_no_matches)
{
    assert_int_equal(status_tournament_over(&rows), 2);
    assert_int_equal(status_tournament_all(&rows), 6);
}

TEST(text_has_scores_forfeits_and_who_decided_them)
{
    char *text = written(write_all_text);
    assert_non_null(strstr(text, "double round robin, 3 entrants, 5-point matches"));
    assert_non_null(strstr(text, "running; 2 of 6 matches over"));
    assert_non_null(strstr(text, "5-2"));
    assert_non_null(strstr(text, "forfeited to anna (bert & co slept, the <owner>)"));
    assert_non_null(strstr(text, "(out)"));
    struct director_rows more_legs = rows;
    const struct status_tournament legs = {"Cup", &more_legs, times};
    more_legs.whole.plan.legs = 3;
    text = written_of(&legs, write_all_text);
    assert_non_null(strstr(text, "Cup: round robin of 3 legs, 3 entrants"));
}

TEST(text_is_a_table_and_the_matches_by_round)
{
    char *text = written(write_all_text);
    assert_string_equal(
        text,
        "Cup <1>: double round robin, 3 entrants, 5-point matches\n"
        "running; 2 of 6 matches over\n"
        "\n"
        "                        won  lost  byes   1   2   3\n"
        "  1.  anna                3     0     1   x  1+  *.\n"
        "  2.  bert                0     2     0  0-   x  ..\n"
        "  2.  carl                0     0     0  *.  ..   x  (out)\n"
        "      a bye counts as won\n"
        "\n"
        "Round 1\n"
        "     1  anna             bert             5-2\n"
        "\n"
        "Round 2\n"
        "     2  bert             anna             forfeited to anna (bert & co slept, the <owner>)\n"
        "     3  carl             anna             playing\n"
        "\n"
        "Round 3\n"
        "     4  bert             carl             due\n"
        "     5  anna                              bye\n");
    text = written_of(&knock_out, write_all_text);
    assert_string_equal(text, "Cup: knock-out, 3 entrants, 5-point matches\n"
                              "running; 0 of 2 matches over\n"
                              "\n"
                              "                        won  lost  byes\n"
                              "  1.  anna                1     0     1\n"
                              "  2.  bert                0     0     0\n"
                              "  2.  carl                0     0     0  (out)\n"
                              "      a bye counts as won\n"
                              "\n"
                              "Round 1\n"
                              "     1  anna                              bye\n"
                              "     2  bert             carl             3-1, saved\n");
}

static void write_short_text(const struct status_tournament *shown, FILE *out)
{
    status_tournament_text(shown, false, out);
}

TEST(short_text_has_only_the_matches_that_go_on)
{
    char *text = written(write_short_text);
    assert_string_equal(strstr(text, "      a bye counts as won\n"),
                        "      a bye counts as won\n"
                        "\n"
                        "Round 2\n"
                        "     3  carl             anna             playing\n");
}

TEST(page_escapes_what_others_wrote)
{
    char *text = written(status_tournament_html);
    assert_non_null(strstr(text, "Cup &lt;1&gt;"));
    assert_non_null(strstr(text, "bert &amp; co slept"));
    assert_null(strstr(text, "<1>"));
}

/* It counts as won; a table without it does not add up. */
TEST(page_shows_byes_but_nothing_to_play_in_them)
{
    char *text = written(status_tournament_html);
    assert_non_null(strstr(text, "<td>anna</td><td>bye</td>"));
    assert_null(strstr(text, "anna - </td>"));
}

/* Whose points come first in the title of a cell; when a match was begun and over (UTC). */
TEST(page_has_scores_by_row_and_times)
{
    char *text = written(status_tournament_html);
    assert_non_null(strstr(text,
                           "<td class=\"who\"><b>anna</b></td><td>3</td><td>0</td>"
                           "<td class=\"self\"></td><td title=\""));
    assert_non_null(strstr(text, "<b>bert</b>"));
    assert_non_null(strstr(text, "</td><td>0</td><td>2</td><td "));
    assert_non_null(
        strstr(text, "<td title=\"round 1: 5-2; round 2: forfeited\">1+</td>"));
    assert_non_null(
        strstr(text, "<td title=\"round 1: 2-5; round 2: forfeited\">0-</td>"));
    assert_non_null(strstr(text, "<tr><td>1</td><td>anna - bert</td><td>5-2</td>"
                                 "<td>30 Jan 19:01</td><td>30 Jan 20:00</td></tr>"));
}

/* Byes are marked, and what breaks ties is shown and said. */
TEST(swiss_shows_byes_and_tie_breaks)
{
    struct director_rows swiss_rows = rows;
    const struct status_tournament swiss = {"Cup", &swiss_rows, times};
    swiss_rows.whole.plan = (struct pairing_plan){
        .kind = PAIRING_SWISS, .entrants = 3, .rounds = 3, .legs = 2};
    char *text = written_of(&swiss, write_all_text);
    assert_non_null(strstr(text, "Swiss of 3 rounds, 3 entrants"));
    assert_non_null(strstr(text, "running; 2 of 3 matches over"));
    assert_non_null(strstr(text, " won  lost  byes  Buchholz   S-B\n"));
    assert_non_null(
        strstr(text, "anna                3     0     1         0     0\n"));
    assert_non_null(
        strstr(text, "bert                0     2     0         6     0\n"));
    assert_non_null(strstr(text, "a bye counts as won"));
    assert_non_null(strstr(
        text,
        "      who has won as many: by Buchholz (matches won by all opponents), then by\n"
        "      Sonneborn and Berger (S-B: "));
    text = written_of(&swiss, status_tournament_html);
    assert_non_null(strstr(text, "<th>Byes</th><th>Buchholz</th><th>S-B</th>"));
    assert_non_null(strstr(text, "a bye counts as won"));
    text = written_of(&swiss, status_tournament_json);
    assert_non_null(strstr(text, "\"legs\": 1,"));
}

/* And those that go on; byes are not counted. */
TEST(page_has_the_last_ten_matches_that_are_over)
{
    enum { OVER = 18, ALL = OVER + 1 };
    struct director_rows long_rows = rows;
    struct director_match many[ALL];
    static const struct director_times never[ALL];
    const struct status_tournament shown = {"Cup", &long_rows, never};
    for (int i = 0; i < ALL; i++) {
        many[i] = i == 0 ? matches[2] : i % 4 == 1 ? matches[4] : matches[0];
        many[i].round = i;
    }
    long_rows.match_count = ALL;
    long_rows.matches = many;
    char *text = written_of(&shown, status_tournament_html);
    for (int i = 0; i < ALL; i++) {
        char row[40];
        FORMAT_TEXT(row, "<tr><td>%d</td><td>%s", i + 1, i == 0 ? "carl" : "anna");
        assert_int_equal(strstr(text, row) != NULL, i == 0 || i >= 5);
    }
}

static long place_of(const char *text, const char *part)
{
    const char *found = strstr(text, part);
    return found != NULL ? (long)(found - text) : -1;
}

TEST(bracket_names_its_rounds_and_has_room_for_those_to_come)
{
    char *text = written_of(&knock_out, status_tournament_html);
    long first = place_of(text, "<h3>Semi-finals</h3>");
    long saved =
        place_of(text, "<li class=\"now\"><div><p><span>bert</span><span>3</span></p>"
                       "<p><span>carl</span><span>1</span></p><p class=\"soft\">saved");
    long last = place_of(text, "<h3>Final</h3><ol><li><div><p></p><p></p></div>"
                               "</li>\n</ol>");
    assert_true(first >= 0 && saved > first && last > saved);
    assert_non_null(strstr(text, "0 of 2 matches"));
    assert_non_null(
        strstr(text, "<p><b>anna</b></p><p><span class=\"soft\">bye</span></p>"));
}

TEST(bracket_has_scores_up_to_the_length)
{
    struct director_match over[2];
    struct director_rows over_rows = knock_out_rows;
    memcpy(over, first_round, sizeof over);
    over[1].state = DIRECTOR_MATCH_DONE;
    over[1].winner = 0;
    over[1].score[0] = 6; /* of 5 */
    over_rows.matches = over;
    const struct status_tournament shown = {"Cup", &over_rows, times};
    assert_non_null(strstr(written_of(&shown, status_tournament_html),
                           "<p><b>bert</b><span>5</span></p>"
                           "<p><span>carl</span><span>1</span></p>"));
}

TEST(early_rounds_of_a_long_bracket_have_numbers)
{
    enum { ENTRANTS = 17 };
    static struct director_entrant many[ENTRANTS];
    struct director_rows long_rows = knock_out_rows;
    const struct status_tournament shown = {"Cup", &long_rows, times};
    memcpy(many, entrants, sizeof entrants);
    long_rows.entrants = many;
    long_rows.entrant_count = long_rows.whole.plan.entrants = ENTRANTS;
    char *text = written_of(&shown, status_tournament_html);
    long first = place_of(text, "<h3>Round 1</h3>");
    long second = place_of(text, "<h3>Round 2</h3>");
    assert_true(first >= 0 && second > first);
    assert_true(place_of(text, "<h3>Quarter-finals</h3>") > second);
}

TEST(json_names_players_winner_and_state)
{
    char *text = written(status_tournament_json);
    assert_non_null(strstr(text, "\"state\": \"forfeited\""));
    assert_non_null(strstr(text, "\"winner\": \"anna\""));
    assert_non_null(strstr(text, "\"by\": \"the <owner>\""));
    assert_non_null(strstr(text, "\"ended\": 1801339200"));
    assert_non_null(strstr(text, "\"matches_over\": 2"));
}

/* Scripts read it: each key with its value. */
TEST(json_tells_all_of_a_tournament)
{
    static const char wanted[] =
        "{\"name\":\"Cup <1>\",\"kind\":\"round-robin\",\"legs\":2,\"rounds\":0,\"length"
        "\":5,\"state\":\"running\",\"round\":3,\"matches_over\":2,\"matches_all\":6,\""
        "standings\":[{\"rank\":1,\"name\":\"anna\",\"foreign\":false,\"out\":false,\"p"
        "layed\":2,\"won\":3,\"lost\":0,\"byes\":1,\"buchholz\":0,\"sonneborn_berger\""
        ":0},{\"rank\":2,\"name\":\"bert\",\"foreign\":false,\"out\":false,\"played\":2"
        ",\"won\":0,\"lost\":2,\"byes\":0,\"buchholz\":6,\"sonneborn_berger\":0},{\"ra"
        "nk\":2,\"name\":\"carl\",\"foreign\":true,\"out\":true,\"played\":0,\"won\":0,\""
        "lost\":0,\"byes\":0,\"buchholz\":0,\"sonneborn_berger\":0}],\"matches\":[{\""
        "number\":1,\"round\":1,\"players\":[\"anna\",\"bert\"],\"state\":\"done\",\"winn"
        "er\":\"anna\",\"score\":[6,2],\"source\":\"player\",\"by\":\"\",\"why\":\"\",\"calle"
        "d\":1801335600,\"started\":1801335660,\"ended\":1801339200},{\"number\":2"
        ",\"round\":2,\"players\":[\"bert\",\"anna\"],\"state\":\"forfeited\",\"winner\":"
        "\"anna\",\"score\":[0,0],\"source\":\"operator\",\"by\":\"the <owner>\",\"why\":"
        "\"bert & co slept\",\"called\":null,\"started\":null,\"ended\":null},{\"num"
        "ber\":3,\"round\":2,\"players\":[\"carl\",\"anna\"],\"state\":\"playing\",\"winn"
        "er\":null,\"score\":[0,0],\"source\":\"none\",\"by\":\"\",\"why\":\"\",\"called\":n"
        "ull,\"started\":null,\"ended\":null},{\"number\":4,\"round\":3,\"players\":["
        "\"bert\",\"carl\"],\"state\":\"due\",\"winner\":null,\"score\":[0,0],\"source\":"
        "\"none\",\"by\":\"\",\"why\":\"\",\"called\":null,\"started\":null,\"ended\":null}"
        ",{\"number\":5,\"round\":3,\"players\":[\"anna\",null],\"state\":\"done\",\"win"
        "ner\":\"anna\",\"score\":[0,0],\"source\":\"bye\",\"by\":\"\",\"why\":\"\",\"called\""
        ":null,\"started\":null,\"ended\":null}]}";
    char *text = written(status_tournament_json);
    json_t *json = json_loads(text, 0, NULL);
    char *told = json_dumps(json, JSON_COMPACT);
    assert_string_equal(told, wanted);
    free(told);
    json_decref(json);
}

TEST_MAIN(NULL, NULL)
