#include "cmd/tourney/tourney.h"

#include <jansson.h>
#include <math.h>

#include "base/json_line.h"
#include "base/text.h"
#include "view/column.h"

/* The pairs against the opponent who was met least: an error needs several. */
static int64_t fewest_pairs(const struct rating_standings *standings, int player)
{
    int64_t fewest = INT64_MAX;
    for (int i = 0; i < standings->count; i++) {
        int64_t pairs = standings->pairs[player][i];
        fewest = pairs > 0 && pairs < fewest ? pairs : fewest;
    }
    return fewest < INT64_MAX ? fewest : 0;
}

/* Whether all pairings have an error, from which those of all ratings are; not where all
 * pairs ended alike. */
static bool has_errors(const struct rating_standings *standings)
{
    bool has = true;
    double sum = 0.0;
    for (int i = 0; i < standings->count; i++) {
        has = has && fewest_pairs(standings, i) != 1;
        sum += rating_standings_overall(standings, i).error;
    }
    return has && sum > 0.0;
}

struct tourney_rows tourney_table_rows(const struct rating_standings *standings)
{
    struct tourney_rows table = {.has_ratings = false};
    struct rating_fit *fit = &table.fit;
    int order[RATING_PLAYERS_MAX] = {0};
    const bool has_error = has_errors(standings);
    table.has_ratings = rating_fit_standings(standings, fit);
    fit->freedom = has_error ? fit->freedom : 0; /* no test without */
    rating_standings_order(standings, table.has_ratings ? fit : NULL, order);
    for (int i = 0; i < standings->count; i++) {
        int player = order[i];
        struct tourney_row *row = &table.row[i];
        *row = (struct tourney_row){.standings = standings,
                                    .player = player,
                                    .rank = i + 1,
                                    .has_rating = table.has_ratings,
                                    .has_error = table.has_ratings && has_error};
        row->mean = rating_standings_overall(standings, player);
        row->pairs = rating_standings_pairs(standings, player);
        row->samples = row->mean.error > 0.0 ? fewest_pairs(standings, player) : 0;
        if (table.has_ratings) {
            row->rating = fit->rating[player];
            row->rating_error = sqrt(fmax(fit->covariance[player][player], 0.0));
            row->rating_half = fit->half_95 * row->rating_error;
            row->superiority = i + 1 < standings->count
                                   ? rating_fit_superiority(fit, player, order[i + 1])
                                   : 0.0;
        }
    }
    return table;
}

/* ---- columns --------------------------------------------------------------------- */

#define CELL(name, ...) COLUMN_CELL(name, struct tourney_row, __VA_ARGS__)

/* A result or its error: a share of the matches, or points a game. */
static struct column_cell result_cell(const struct tourney_row *row,
                                      struct column_cell points, double number)
{
    return row->standings->is_share ? column_share(number, 2, "%") : points;
}

static struct column_cell change_cell(const struct tourney_row *row, double number)
{
    return result_cell(row, column_change(number, 4), number);
}

static struct column_cell half_cell(const struct tourney_row *row, double number)
{
    return result_cell(row, column_real(number, 4), number);
}

/* An Elo has one digit after the point, points a game have four. */
static int rating_digits(const struct tourney_row *row)
{
    return row->standings->is_share ? 1 : 4;
}

static struct column_cell rank(const void *of, int at)
{
    char text[16];
    const struct tourney_row *row = of;
    (void)at;
    FORMAT_TEXT(text, "%d.", row->rank);
    return column_shown(column_whole(row->rank), text);
}

/* clang-format off */
CELL(player, column_words(row->standings->name[row->player]))
CELL(pairs, column_whole(row->pairs))
CELL(mean, change_cell(row, row->mean.mean))
/* One pair says nothing of its error. */
CELL(mean_error, fewest_pairs(row->standings, row->player) == 1 ? column_none() : column_real(row->mean.error, 4))
CELL(mean_half, row->samples < 2 ? column_none() : half_cell(row, RATING_NORMAL_95 * row->mean.error))
CELL(rating, row->has_rating ? column_change(row->rating, rating_digits(row)) : column_none())
CELL(rating_error, row->has_error ? column_real(row->rating_error, 4) : column_none())
CELL(rating_half, row->has_error ? column_real(row->rating_half, rating_digits(row)) : column_none())
/* at: -1 is the low end of the interval, 1 the high one */
CELL(rating_end, row->has_error ? column_real(row->rating + at * row->rating_half, 4) : column_none())
/* Over the next player: the last has none. */
CELL(superiority, row->has_rating && row->rank == row->standings->count ? column_shown(column_none(), "")
                  : !row->has_error ? column_none()
                  : column_share(row->superiority, 1, "%"))
/* at: the other player */
CELL(result_against, row->standings->pairs[row->player][at] == 0 ? column_none()
                     : change_cell(row, row->standings->result[row->player][at].mean))
/* clang-format on */

enum { OPTIONAL = COLUMN_PROGRAMS | COLUMN_OPTIONAL };

/* The order of CSV and that of JSON are those of the first release: so some stand twice. */
static const struct {
    struct column column;
    const char *of_matches; /* its heading in matches; NULL: the same */
} standings_columns[] = {
    {{COLUMN_PEOPLE | COLUMN_PROGRAMS, "rank", "", 4, rank, 0}, NULL},
    {{COLUMN_PAGE | COLUMN_PROGRAMS | COLUMN_QUOTED, "player", "player", 0, player, 0},
     NULL},
    {{COLUMN_CSV, "pairs", NULL, 1, pairs, 0}, NULL},
    {{COLUMN_PROGRAMS, "mean", NULL, 1, mean, 0}, NULL},
    {{COLUMN_PROGRAMS, "error", NULL, 1, mean_error, 0}, NULL},
    {{COLUMN_JSON, "pairs", NULL, 1, pairs, 0}, NULL},
    {{COLUMN_PEOPLE | OPTIONAL, "rating", "points", 10, rating, 0}, "Elo"},
    {{OPTIONAL, "rating_error", NULL, 1, rating_error, 0}, NULL},
    {{COLUMN_PEOPLE, NULL, "+- 95 %", 9, rating_half, 0}, NULL},
    {{OPTIONAL, "rating_low", NULL, 1, rating_end, -1}, NULL},
    {{OPTIONAL, "rating_high", NULL, 1, rating_end, 1}, NULL},
    {{COLUMN_PEOPLE | OPTIONAL, "superiority", "LOS", 7, superiority, 0}, NULL},
    {{COLUMN_PEOPLE, NULL, "mean", 10, mean, 0}, "won"},
    {{COLUMN_PEOPLE, NULL, "+- 95 %", 9, mean_half, 0}, NULL},
    {{COLUMN_PAGE, NULL, "pairs", 1, pairs, 0}, NULL},
};
static const struct column last_column = {COLUMN_TEXT, NULL, "player", 0, player, 0};

enum {
    STANDINGS_COLUMNS = sizeof standings_columns / sizeof standings_columns[0],
    COLUMNS_MAX = STANDINGS_COLUMNS + RATING_PLAYERS_MAX + 1
};

struct columns {
    int count;
    struct column column[COLUMNS_MAX];
};

/* With `has_pairings`, columns of the results against each player; the name last. */
static struct columns columns_of(const struct tourney_rows *table, bool has_pairings)
{
    static const char *const numbers[RATING_PLAYERS_MAX] = {
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
    const struct rating_standings *standings = table->row[0].standings;
    struct columns columns = {.count = 0};
    for (int i = 0; i < STANDINGS_COLUMNS; i++) {
        struct column *column = &columns.column[columns.count++];
        *column = standings_columns[i].column;
        if (standings->is_share && standings_columns[i].of_matches != NULL) {
            column->heading = standings_columns[i].of_matches;
        }
    }
    for (int i = 0; has_pairings && i < standings->count; i++) {
        columns.column[columns.count++] = (struct column){
            COLUMN_TEXT, NULL, numbers[i], 9, result_against, table->row[i].player};
    }
    columns.column[columns.count++] = last_column;
    return columns;
}

/* The headings and all rows, by a function of view/column.h. */
static void write_rows(const struct tourney_rows *table, const struct columns *columns,
                       void (*write)(const struct column *columns, int count,
                                     const void *row, FILE *out),
                       FILE *out)
{
    write(columns->column, columns->count, NULL, out);
    for (int i = 0; i < table->row[0].standings->count; i++) {
        write(columns->column, columns->count, &table->row[i], out);
    }
}

/* ---- for people ------------------------------------------------------------------ */

const char tourney_table_dice_words[] =
    "The pairings have the same dice, as in former versions: ratings have larger errors.";

void tourney_table_write_fit(const struct tourney_rows *table, FILE *out)
{
    const struct rating_fit *fit = &table->fit;
    if (!table->has_ratings || fit->freedom <= 0) {
        return;
    }
    fprintf(out, "Test of fit: chi-square %.1f on %d degree%s of freedom, p = %.2g",
            fit->chi_square, fit->freedom, fit->freedom == 1 ? "" : "s", fit->chance);
    if (fit->widening > 1.0) {
        fprintf(out, "; intervals are widened %.3g times", fit->widening);
    }
    fputs(rating_fit_fails(fit)
              ? ". The results are no differences of ratings: look at "
                "the pairings."
              : ".",
          out);
}

static void print_legend(const struct rating_standings *standings,
                         const struct tourney_rows *table, bool has_pairings, FILE *out)
{
    const char *unit = standings->is_share ? "Elo" : "points";
    if (!table->has_ratings) {
        fprintf(out, "      no %s yet: results do not link all players\n", unit);
    } else if (standings->anchor >= 0) {
        fprintf(out, "      %s: from all pairings together, %s at %g\n", unit,
                standings->name[standings->anchor], standings->anchor_rating);
    } else {
        fprintf(out, "      %s: from all pairings together, their mean is 0\n", unit);
    }
    fputs(
        "      +- 95 %: half the interval; LOS: likelihood of superiority over the next\n",
        out);
    fprintf(out, "      %s: over all opponents, each with the same weight%s\n",
            standings->is_share ? "won" : "mean",
            has_pairings ? "; 1, 2, ...: results against them" : "");
    if (table->has_ratings && table->fit.freedom > 0) {
        fputs("      ", out);
        tourney_table_write_fit(table, out);
        fputc('\n', out);
    }
    if (standings->shares_dice) {
        fprintf(out, "      %s\n", tourney_table_dice_words);
    }
}

void tourney_table_print(const struct rating_standings *standings, bool has_pairings,
                         FILE *out)
{
    struct tourney_rows table = tourney_table_rows(standings);
    const struct columns columns = columns_of(&table, has_pairings);
    fputc('\n', out);
    write_rows(&table, &columns, column_text, out);
    print_legend(standings, &table, has_pairings, out);
}

void tourney_table_page(const struct tourney_rows *table, FILE *out)
{
    const struct columns columns = columns_of(table, false);
    write_rows(table, &columns, column_page, out);
}

void tourney_table_csv(const struct rating_standings *standings, FILE *out)
{
    struct tourney_rows table = tourney_table_rows(standings);
    const struct columns columns = columns_of(&table, false);
    write_rows(&table, &columns, column_csv, out);
}

/* ---- JSON ------------------------------------------------------------------------ */

static json_t *pairings_json(const struct rating_standings *standings)
{
    json_t *list = json_array();
    for (int a = 0; a < standings->count; a++) {
        for (int b = a + 1; b < standings->count; b++) {
            const struct arena_mean *mean = &standings->result[a][b];
            const int64_t pairs = standings->pairs[a][b];
            if (pairs > 0) {
                (void)json_array_append_new(
                    list,
                    json_pack("{s:[s, s], s:I, s:f, s:o, s:o}", "players",
                              standings->name[a], standings->name[b], "pairs",
                              (json_int_t)pairs, "mean", mean->mean, "error",
                              pairs > 1 ? json_real(mean->error) : json_null(),
                              "deviation",
                              pairs > 1 ? json_real(mean->deviation) : json_null()));
            }
        }
    }
    return list;
}

/* The test of fit; NULL without one. */
static json_t *fit_json(const struct tourney_rows *table)
{
    const struct rating_fit *fit = &table->fit;
    return table->has_ratings && fit->freedom > 0
               ? json_pack("{s:f, s:i, s:f, s:f}", "chi_square", fit->chi_square,
                           "freedom", fit->freedom, "p", fit->chance, "widening",
                           fit->widening)
               : NULL;
}

void tourney_table_json(const struct rating_standings *standings, FILE *out)
{
    struct tourney_rows table = tourney_table_rows(standings);
    const struct columns columns = columns_of(&table, false);
    json_t *rows = json_array();
    for (int i = 0; i < standings->count; i++) {
        (void)json_array_append_new(
            rows, column_json(columns.column, columns.count, &table.row[i]));
    }
    (void)json_line_write(json_pack("{s:s, s:o, s:o, s:o?}", "unit",
                                    standings->is_share ? "elo" : "points", "standings",
                                    rows, "pairings", pairings_json(standings), "fit",
                                    fit_json(&table)),
                          6, out);
}
