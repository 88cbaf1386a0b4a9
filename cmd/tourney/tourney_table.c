#include "cmd/tourney/tourney_table.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>

#include "base/error_bar.h"
#include "base/json_line.h"

/* The pairs against the opponent whom he has met least: an error needs several. */
static int64_t fewest_pairs(const struct rating_standings *standings, int player)
{
    int64_t fewest = INT64_MAX;
    for (int i = 0; i < standings->count; i++) {
        int64_t pairs = standings->pairs[player][i];
        fewest = pairs > 0 && pairs < fewest ? pairs : fewest;
    }
    return fewest < INT64_MAX ? fewest : 0;
}

struct tourney_rows tourney_table_rows(const struct rating_standings *standings)
{
    struct tourney_rows table = {.has_ratings = false};
    struct rating_fit *fit = &table.fit;
    int order[RATING_PLAYERS_MAX] = {0};
    table.has_ratings = rating_fit_standings(standings, fit);
    rating_standings_order(standings, table.has_ratings ? fit : NULL, order);
    for (int i = 0; i < standings->count; i++) {
        int player = order[i];
        struct tourney_row *row = &table.row[i];
        row->player = player;
        row->mean = rating_standings_overall(standings, player);
        row->pairs = rating_standings_pairs(standings, player);
        row->samples = fewest_pairs(standings, player);
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

/* ---- text ------------------------------------------------------------------------ */

static void print_heading(const struct rating_standings *standings, bool has_pairings,
                          FILE *out)
{
    fprintf(out, "\n      %9s %9s  %6s  %9s %9s",
            standings->is_share ? "Elo" : "points", "+- 95 %", "LOS",
            standings->is_share ? "won" : "mean", "+- 95 %");
    for (int i = 0; has_pairings && i < standings->count; i++) {
        fprintf(out, "  %8d", i + 1);
    }
    fputs("  player\n", out);
}

static void print_ratings(const struct rating_standings *standings,
                          const struct tourney_row *row, bool is_last, FILE *out)
{
    int digits = standings->is_share ? 1 : 4;
    fprintf(out, "%+9.*f %9.*f  ", digits, row->rating, digits, row->rating_half);
    if (is_last) {
        fprintf(out, "%6s", "");
    } else {
        fprintf(out, "%5.1f%%", 100.0 * row->superiority);
    }
}

static void print_mean(const struct rating_standings *standings,
                       const struct tourney_row *row, FILE *out)
{
    double half = RATING_NORMAL_95 * row->mean.error;
    if (standings->is_share) {
        fprintf(out, "  %8.2f%% %9s", 100.0 * row->mean.mean,
                error_bar_alone(row->samples, 100.0 * half, 2, "%").text);
    } else {
        fprintf(out, "  %+9.4f %9s", row->mean.mean,
                error_bar_alone(row->samples, half, 4, "").text);
    }
}

static void print_cell(const struct rating_standings *standings, int a, int b,
                       FILE *out)
{
    if (standings->pairs[a][b] == 0) {
        fprintf(out, "  %8s", "-");
    } else if (standings->is_share) {
        fprintf(out, "  %7.2f%%", 100.0 * standings->result[a][b].mean);
    } else {
        fprintf(out, "  %+8.4f", standings->result[a][b].mean);
    }
}

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
    print_heading(standings, has_pairings, out);
    for (int i = 0; i < standings->count; i++) {
        const struct tourney_row *row = &table.row[i];
        fprintf(out, "%3d.  ", i + 1);
        if (table.has_ratings) {
            print_ratings(standings, row, i + 1 == standings->count, out);
        } else {
            fprintf(out, "%9s %9s  %6s", "-", "-", "-");
        }
        print_mean(standings, row, out);
        for (int j = 0; has_pairings && j < standings->count; j++) {
            print_cell(standings, row->player, table.row[j].player, out);
        }
        fprintf(out, "  %s\n", standings->name[row->player]);
    }
    print_legend(standings, &table, has_pairings, out);
}

/* ---- JSON ------------------------------------------------------------------------ */

static json_t *row_json(const struct rating_standings *standings,
                        const struct tourney_rows *table, int i)
{
    const struct tourney_row *row = &table->row[i];
    json_t *object =
        json_pack("{s:i, s:s, s:f, s:f, s:I}", "rank", i + 1, "player",
                  standings->name[row->player], "mean", row->mean.mean, "error",
                  row->mean.error, "pairs", (json_int_t)row->pairs);
    if (table->has_ratings) {
        (void)json_object_update_new(
            object,
            json_pack("{s:f, s:f, s:f, s:f}", "rating", row->rating, "rating_error",
                      row->rating_error, "rating_low", row->rating - row->rating_half,
                      "rating_high", row->rating + row->rating_half));
        if (i + 1 < standings->count) {
            (void)json_object_set_new(object, "superiority",
                                      json_real(row->superiority));
        }
    }
    return object;
}

static json_t *pairings_json(const struct rating_standings *standings)
{
    json_t *list = json_array();
    for (int a = 0; a < standings->count; a++) {
        for (int b = a + 1; b < standings->count; b++) {
            const struct arena_mean *mean = &standings->result[a][b];
            if (standings->pairs[a][b] > 0) {
                (void)json_array_append_new(
                    list,
                    json_pack("{s:[s, s], s:I, s:f, s:f, s:f}", "players",
                              standings->name[a], standings->name[b], "pairs",
                              (json_int_t)standings->pairs[a][b], "mean", mean->mean,
                              "error", mean->error, "deviation", mean->deviation));
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
    json_t *rows = json_array();
    for (int i = 0; i < standings->count; i++) {
        (void)json_array_append_new(rows, row_json(standings, &table, i));
    }
    (void)json_line_write(json_pack("{s:s, s:o, s:o, s:o?}", "unit",
                                    standings->is_share ? "elo" : "points", "standings",
                                    rows, "pairings", pairings_json(standings), "fit",
                                    fit_json(&table)),
                          6, out);
}

/* ---- CSV ------------------------------------------------------------------------- */

static void print_quoted(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
    }
    fputc('"', out);
}

void tourney_table_csv(const struct rating_standings *standings, FILE *out)
{
    struct tourney_rows table = tourney_table_rows(standings);
    fputs("rank,player,pairs,mean,error,rating,rating_error,rating_low,rating_high,"
          "superiority\n",
          out);
    for (int i = 0; i < standings->count; i++) {
        const struct tourney_row *row = &table.row[i];
        fprintf(out, "%d,", i + 1);
        print_quoted(standings->name[row->player], out);
        fprintf(out, ",%" PRId64 ",%.6g,%.6g,", row->pairs, row->mean.mean,
                row->mean.error);
        if (table.has_ratings) {
            fprintf(out, "%.6g,%.6g,%.6g,%.6g,", row->rating, row->rating_error,
                    row->rating - row->rating_half, row->rating + row->rating_half);
        } else {
            fputs(",,,,", out);
        }
        if (table.has_ratings && i + 1 < standings->count) {
            fprintf(out, "%.6g", row->superiority);
        }
        fputc('\n', out);
    }
}
