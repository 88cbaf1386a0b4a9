/* view/column.h: text, HTML, CSV and JSON from one array of columns. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"
#include "view/column.h"

struct player {
    const char *name;
    int games;
    double share; /* NaN: not known */
};

static struct column_cell name(const void *of, int at)
{
    return column_shown(column_words(((const struct player *)of)->name), "nobody");
}

static struct column_cell games(const void *of, int at)
{
    return column_whole(((const struct player *)of)->games + at);
}

static struct column_cell share(const void *of, int at)
{
    return column_share(((const struct player *)of)->share, 1, "%");
}

static struct column_cell change(const void *of, int at)
{
    return column_change(((const struct player *)of)->share, 2);
}

static const struct column columns[] = {
    {COLUMN_ALL, "player", "player", -8, name, 0},
    {COLUMN_PROGRAMS, "games", NULL, 1, games, 0},
    {COLUMN_PEOPLE, NULL, "more", 5, games, 1000},
    {COLUMN_ALL | COLUMN_OPTIONAL, "share", "+- won", 8, share, 0},
    {COLUMN_JSON, "change", NULL, 1, change, 0},
    {COLUMN_CSV | COLUMN_QUOTED, "again", NULL, 0, name, 0},
    {COLUMN_CSV | COLUMN_AS_SHOWN, "shown", NULL, 1, change, 0},
    {COLUMN_TEXT, NULL, "last", 0, name, 0},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static const struct player anna = {"an<na", 3, 1.0 / 3},
                           bert = {"a, \"b\"", 0, (double)NAN},
                           zoe = {"Zo\xc3\xab", 1, 0.5}, none = {"", 1, 0.5};

/* What `write` writes of the row. */
static void expect(void (*write)(const struct column *, int, const void *, FILE *),
                   const void *row, const char *text)
{
    FILE *out = printed_begin();
    write(columns, COLUMNS, row, out);
    assert_string_equal(printed_end(out), text);
}

TEST(text_has_a_line_a_row)
{
    expect(column_text, NULL, "player    more   +- won  last\n");
    expect(column_text, &anna, "an<na     1003    33.3%  an<na\n");
    expect(column_text, &bert, "a, \"b\"    1000        -  a, \"b\"\n");
    expect(column_text, &zoe, "Zo\xc3\xab       1001    50.0%  Zo\xc3\xab\n");
    assert_int_equal(column_width(&columns[2], 2), strlen(" more   +- won"));
    const struct column between[] = {columns[2], columns[0], columns[3]};
    assert_int_equal(column_width(between, 3), strlen(" more  player     +- won"));
    expect(column_text, &none, "nobody    1001    50.0%  nobody\n");
}

TEST(page_has_a_row_of_cells)
{
    expect(column_page, NULL,
           "<tr><th>player</th><th class=\"n\">more</th>"
           "<th class=\"n\">&plusmn; won</th></tr>\n");
    expect(column_page, &anna,
           "<tr><td>an&lt;na</td><td class=\"n\">1003</td>"
           "<td class=\"n\">33.3 %</td></tr>\n");
    expect(column_page, &zoe,
           "<tr><td>Zo\xc3\xab</td><td class=\"n\">1001</td>"
           "<td class=\"n\">50.0 %</td></tr>\n");
}

TEST(csv_quotes_where_it_must)
{
    expect(column_csv, NULL, "player,games,share,again,shown\n");
    expect(column_csv, &anna, "an<na,3,0.333333,\"an<na\",+0.33\n");
    expect(column_csv, &bert, "\"a, \"\"b\"\"\",0,,\"a, \"\"b\"\"\",\n");
}

static void expect_json(const struct player *row, const char *text)
{
    json_t *json = column_json(columns, COLUMNS, row);
    char *got = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(3));
    assert_string_equal(got, text);
    free(got);
    json_decref(json);
}

TEST(json_has_null_or_goes_without)
{
    expect_json(&anna,
                "{\"player\":\"an<na\",\"games\":3,\"share\":0.333,\"change\":0.333}");
    expect_json(&bert, "{\"player\":\"a, \\\"b\\\"\",\"games\":0,\"change\":null}");
}

TEST(what_rounds_to_0_has_no_minus)
{
    assert_string_equal(column_real(-0.004, 2).shown, "0.00");
    assert_string_equal(column_real(-0.006, 2).shown, "-0.01");
    assert_string_equal(column_real(-0.4, 0).shown, "0");
    assert_string_equal(column_change(-0.00004, 4).shown, "+0.0000");
    assert_string_equal(column_change(-0.00006, 4).shown, "-0.0001");
    assert_string_equal(column_share(-0.0001, 1, "%").shown, "0.0");
    assert_true(column_change(-0.004, 2).real < 0); /* for programs it is as it was */
}

TEST_MAIN(NULL, NULL)
