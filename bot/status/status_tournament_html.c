/* The section of the status page: table of the entrants against each other, or bracket, and
 * the matches that are not over or were last. */
#include <time.h>

#include "bot/director/director_words.h"
#include "bot/status/status_internal.h"
#include "engine/board/points.h"
#include "view/markup.h"

/* ---- cross table ----------------------------------------------------------------- */

/* "1: 5-2, forfeited" for each match of the two, where the pointer rests. */
static void write_cell_title(const struct director_rows *rows, int entrant,
                             int opponent, FILE *out)
{
    char state[STATUS_TOURNAMENT_STATE_SIZE];
    const char *comma = "";
    for (int i = 0; i < rows->match_count; i++) {
        const struct director_match *match = &rows->matches[i];
        int side = match->pairing.side[0] == entrant ? 0 : 1;
        if (match->pairing.side[side] == entrant &&
            match->pairing.side[1 - side] == opponent) {
            status_tournament_state(rows, match, side, state);
            fprintf(out, "%sround %d: %s", comma, match->round + 1, state);
            comma = "; ";
        }
    }
}

static void write_cross_cell(const struct director_rows *rows, int entrant,
                             int opponent, FILE *out)
{
    char cell[STATUS_TOURNAMENT_CELL_SIZE];
    if (entrant == opponent) {
        fputs("<td class=\"self\"></td>", out);
        return;
    }
    status_tournament_cell(rows, entrant, opponent, cell);
    fputs("<td title=\"", out);
    write_cell_title(rows, entrant, opponent, out);
    fprintf(out, "\">%s</td>", cell);
}

static void write_table_head(const struct director_rows *rows, int count,
                             bool has_cross, bool has_byes, FILE *out)
{
    fputs("<div class=\"cross\" tabindex=\"0\"><table><thead><tr><th></th>"
          "<th class=\"who\">Entrant</th><th>Won</th><th>Lost</th>",
          out);
    for (int i = 0; has_cross && i < count; i++) {
        fprintf(out, "<th>%d</th>", i + 1);
    }
    if (has_byes) {
        fputs("<th>Byes</th>", out);
    }
    if (rows->whole.plan.kind == PAIRING_SWISS) {
        fputs("<th>Buchholz</th><th>S-B</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
}

static void write_standings(const struct director_rows *rows, FILE *out)
{
    struct table_row table[DIRECTOR_ENTRANTS_MAX];
    int count = status_tournament_table(rows, table);
    bool has_cross = rows->whole.plan.kind == PAIRING_ROUND_ROBIN;
    bool has_byes = status_tournament_has_byes(table, count);
    write_table_head(rows, count, has_cross, has_byes, out);
    for (int i = 0; i < count; i++) {
        const struct table_row *row = &table[i];
        const struct director_entrant *entrant = &rows->entrants[row->entrant];
        fprintf(out,
                "<tr><td>%d</td><td class=\"who\"><b>%s</b>%s</td><td>%d</td>"
                "<td>%d</td>",
                row->rank, markup(entrant->name).text, entrant->is_out ? " (out)" : "",
                row->won, row->lost);
        for (int j = 0; has_cross && j < count; j++) {
            write_cross_cell(rows, row->entrant, table[j].entrant, out);
        }
        if (has_byes) {
            fprintf(out, "<td>%d</td>", row->byes);
        }
        if (rows->whole.plan.kind == PAIRING_SWISS) {
            fprintf(out, "<td>%d</td><td>%d</td>", row->buchholz, row->sonneborn);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
    if (has_byes) {
        fprintf(out, "<p class=\"soft\">%s</p>\n", status_tournament_bye_words);
    }
    if (rows->whole.plan.kind == PAIRING_SWISS) {
        fprintf(out, "<p class=\"soft\">%s</p>\n", status_tournament_tie_words);
    }
    if (has_cross) {
        fputs("<p class=\"soft\">1 won, 0 lost, + and - forfeited, * being played, s "
              "saved, v void, . to come</p>\n",
              out);
    }
}

/* ---- bracket --------------------------------------------------------------------- */

static void write_bracket_side(const struct director_rows *rows,
                               const struct director_match *match, int side, FILE *out)
{
    int entrant = match->pairing.side[side];
    bool has_won = match->winner == side && director_match_is_over(match);
    const char *name = entrant == PAIRING_BYE ? "bye" : rows->entrants[entrant].name;
    fprintf(out, "<p>%s%s%s",
            has_won                  ? "<b>"
            : entrant == PAIRING_BYE ? "<span class=\"soft\">"
                                     : "<span>",
            markup(name).text, has_won ? "</b>" : "</span>");
    if (match->score[0] != 0 || match->score[1] != 0) {
        fprintf(out, "<span>%d</span>",
                points_shown(match->score[side], rows->whole.length));
    }
    fputs("</p>", out);
}

static void write_bracket_match(const struct director_rows *rows,
                                const struct director_match *match, FILE *out)
{
    bool is_plain =
        match->state == DIRECTOR_MATCH_DUE || match->state == DIRECTOR_MATCH_DONE;
    fprintf(out, "<li%s><div>", director_is_open(match) ? " class=\"now\"" : "");
    write_bracket_side(rows, match, 0, out);
    write_bracket_side(rows, match, 1, out);
    if (!is_plain) {
        fprintf(out, "<p class=\"soft\">%s</p>", director_state_words[match->state]);
    }
    fputs("</div></li>\n", out);
}

/* "Final"; `left`: rounds from this one on */
static void write_round_name(int round, int left, FILE *out)
{
    static const char *const names[] = {"Final", "Semi-finals", "Quarter-finals"};
    if (left >= 1 && left <= 3) {
        fprintf(out, "<h3>%s</h3>", names[left - 1]);
    } else {
        fprintf(out, "<h3>Round %d</h3>", round + 1);
    }
}

/* Rounds that are not drawn have empty boxes, so that the way to the final is seen. */
static void write_bracket(const struct director_rows *rows, FILE *out)
{
    int rounds =
        rows->whole.phase == DIRECTOR_OPEN ? 0 : pairing_rounds(&rows->whole.plan);
    int boxes = 0;
    fputs("<div class=\"bracket\" tabindex=\"0\">\n", out);
    for (int round = 0, i = 0; round < rounds; round++) {
        int drawn = 0;
        fputs("<div>", out);
        write_round_name(round, rounds - round, out);
        fputs("<ol>", out);
        for (; i < rows->match_count && rows->matches[i].round == round; i++, drawn++) {
            write_bracket_match(rows, &rows->matches[i], out);
        }
        boxes = drawn > 0 ? drawn : (boxes + 1) / 2;
        for (int k = drawn; k < boxes; k++) {
            fputs("<li><div><p></p><p></p></div></li>\n", out);
        }
        fputs("</ol></div>\n", out);
    }
    fputs("</div>\n", out);
}

/* ---- matches --------------------------------------------------------------------- */

enum { LAST_MATCHES = 10 }; /* of those that are over */

static void write_clock(int64_t at_s, FILE *out)
{
    char text[32] = "";
    time_t when = (time_t)at_s;
    struct tm utc;
    if (at_s != 0 && gmtime_r(&when, &utc) != NULL) {
        (void)strftime(text, sizeof text, "%d %b %H:%M", &utc);
    }
    fprintf(out, "<td>%s</td>", text);
}

static void write_match_row(const struct status_tournament *tournament, int i,
                            FILE *out)
{
    const struct director_rows *rows = tournament->rows;
    const struct director_match *match = &rows->matches[i];
    char state[STATUS_TOURNAMENT_STATE_SIZE];
    status_tournament_state(rows, match, 0, state);
    fprintf(out, "<tr><td>%d</td><td>%s", match->round + 1,
            markup(rows->entrants[match->pairing.side[0]].name).text);
    if (match->pairing.side[1] != PAIRING_BYE) {
        fprintf(out, " - %s", markup(rows->entrants[match->pairing.side[1]].name).text);
    }
    fprintf(out, "</td><td>%s", state);
    if (match->why[0] != '\0') {
        fprintf(out, "<br><span class=\"soft\">%s</span>", markup(match->why).text);
    }
    fputs("</td>", out);
    write_clock(tournament->times[i].started_s, out);
    write_clock(tournament->times[i].ended_s, out);
    fputs("</tr>\n", out);
}

/* A bye counts as won, and is in the bracket of a knock-out. */
static bool is_shown(const struct director_rows *rows,
                     const struct director_match *match)
{
    bool is_bye = match->pairing.side[1] == PAIRING_BYE;
    return match->state != DIRECTOR_MATCH_DUE &&
           (!is_bye || rows->whole.plan.kind != PAIRING_KNOCK_OUT);
}

static void write_matches(const struct status_tournament *tournament, FILE *out)
{
    const struct director_rows *rows = tournament->rows;
    int hidden = status_tournament_over(rows) - LAST_MATCHES; /* of those over */
    fputs("<h3>Matches</h3><div class=\"cross\" tabindex=\"0\"><table "
          "class=\"played\"><thead><tr><th>Round</th>"
          "<th>Players</th><th>Score</th><th>Begun (UTC)</th><th>Ended (UTC)</th></tr>"
          "</thead><tbody>\n",
          out);
    for (int i = 0; i < rows->match_count; i++) {
        const struct director_match *match = &rows->matches[i];
        bool is_hidden = director_match_is_over(match) && hidden > 0;
        if (is_shown(rows, match) && !is_hidden) {
            write_match_row(tournament, i, out);
        }
        hidden -= is_hidden && match->pairing.side[1] != PAIRING_BYE;
    }
    fputs("</tbody></table></div>\n", out);
}

void status_tournament_html(const struct status_tournament *tournament, FILE *out)
{
    const struct director_rows *rows = tournament->rows;
    char words[STATUS_TOURNAMENT_WORDS_SIZE];
    status_tournament_words(tournament, words);
    fprintf(out,
            "<section class=\"card\" id=\"tournament\" data-part>\n"
            "<div class=\"head\"><h2>%s</h2><span class=\"soft\">%s</span>"
            "<span class=\"r\">%d of %d matches</span></div>\n",
            markup(tournament->name).text, words, status_tournament_over(rows),
            status_tournament_all(rows));
    if (rows->whole.plan.kind == PAIRING_KNOCK_OUT) {
        write_bracket(rows, out);
    }
    write_standings(rows, out);
    write_matches(tournament, out);
    fputs("</section>\n", out);
}
