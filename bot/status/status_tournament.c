/* What text, page and JSON of a tournament have in common, and the text. */
#include "bot/status/status_tournament.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/text_width.h"
#include "bot/director/director_words.h"
#include "bot/status/status_internal.h"
#include "engine/board/points.h"

/* ---- counts and words ------------------------------------------------------------ */

int status_tournament_over(const struct director_rows *rows)
{
    int over = 0;
    for (int i = 0; i < rows->match_count; i++) {
        const struct director_match *match = &rows->matches[i];
        over += match->pairing.side[1] != PAIRING_BYE && director_match_is_over(match);
    }
    return over;
}

int status_tournament_all(const struct director_rows *rows)
{
    const struct pairing_plan *plan = &rows->whole.plan;
    int entrants = rows->entrant_count;
    switch (plan->kind) {
    case PAIRING_ROUND_ROBIN:
        return plan->legs * entrants * (entrants - 1) / 2;
    case PAIRING_SWISS:
        return plan->rounds * (entrants / 2);
    case PAIRING_KNOCK_OUT:
        return entrants - 1;
    }
    return 0;
}

static void write_kind(const struct pairing_plan *plan, char *text, size_t size)
{
    if (plan->kind == PAIRING_SWISS) {
        (void)snprintf(text, size, "Swiss of %d round%s", plan->rounds,
                       plan->rounds == 1 ? "" : "s");
    } else if (plan->kind == PAIRING_KNOCK_OUT) {
        (void)snprintf(text, size, "knock-out");
    } else if (plan->legs > 2) {
        (void)snprintf(text, size, "round robin of %d legs", plan->legs);
    } else {
        (void)snprintf(text, size, "%sround robin", plan->legs == 2 ? "double " : "");
    }
}

void status_tournament_words(const struct status_tournament *tournament,
                             char text[STATUS_TOURNAMENT_WORDS_SIZE])
{
    char kind[40];
    write_kind(&tournament->rows->whole.plan, kind, sizeof kind);
    (void)snprintf(text, STATUS_TOURNAMENT_WORDS_SIZE,
                   "%s, %d entrants, %d-point matches", kind,
                   tournament->rows->entrant_count, tournament->rows->whole.length);
}

int status_tournament_table(const struct director_rows *rows,
                            struct table_row table[DIRECTOR_ENTRANTS_MAX])
{
    struct pairing_result *room = calloc((size_t)rows->match_count + 1, sizeof *room);
    int count = room == NULL ? 0 : director_table(rows, room, table);
    free(room);
    return count;
}

const char status_tournament_bye_words[] = "a bye counts as won";
const char status_tournament_tie_words[] =
    "who has won as many: by Buchholz (matches won by all opponents), then by "
    "Sonneborn and Berger (S-B: won by those who were beaten)";

bool status_tournament_has_byes(const struct table_row *table, int count)
{
    bool has_byes = false;
    for (int i = 0; i < count; i++) {
        has_byes = has_byes || table[i].byes > 0;
    }
    return has_byes;
}

/* ---- one match ------------------------------------------------------------------- */

static char cell_letter(const struct director_match *match, int side)
{
    bool has_won = match->winner == side;
    switch (match->state) {
    case DIRECTOR_MATCH_DUE:
        return '.';
    case DIRECTOR_MATCH_CALLED:
    case DIRECTOR_MATCH_PLAYING:
        return '*';
    case DIRECTOR_MATCH_INTERRUPTED:
        return 's';
    case DIRECTOR_MATCH_DONE:
        return has_won ? '1' : '0';
    case DIRECTOR_MATCH_FORFEITED:
        return has_won ? '+' : '-';
    case DIRECTOR_MATCH_VOID:
        return 'v';
    }
    return ' ';
}

void status_tournament_cell(const struct director_rows *rows, int entrant, int opponent,
                            char text[STATUS_TOURNAMENT_CELL_SIZE])
{
    const struct director_whole *whole = &rows->whole;
    bool has_more =
        whole->plan.kind == PAIRING_ROUND_ROBIN && whole->phase == DIRECTOR_RUNNING;
    size_t length = 0;
    for (int i = 0; i < rows->match_count; i++) {
        const struct director_match *match = &rows->matches[i];
        for (int side = 0; side < 2; side++) {
            if (match->pairing.side[side] == entrant &&
                match->pairing.side[1 - side] == opponent &&
                length + 1 < STATUS_TOURNAMENT_CELL_SIZE) {
                text[length++] = cell_letter(match, side);
            }
        }
    }
    while (has_more && length < (size_t)whole->plan.legs) {
        text[length++] = '.'; /* not drawn yet */
    }
    text[length] = '\0';
}

void status_tournament_state(const struct director_rows *rows,
                             const struct director_match *match, int side,
                             char text[STATUS_TOURNAMENT_STATE_SIZE])
{
    bool has_score = match->score[0] != 0 || match->score[1] != 0;
    if (match->pairing.side[1] == PAIRING_BYE) {
        (void)snprintf(text, STATUS_TOURNAMENT_STATE_SIZE, "bye");
    } else if (has_score) {
        (void)snprintf(text, STATUS_TOURNAMENT_STATE_SIZE, "%d-%d%s",
                       points_shown(match->score[side], rows->whole.length),
                       points_shown(match->score[1 - side], rows->whole.length),
                       match->state == DIRECTOR_MATCH_DONE ? "" : ", ");
    } else if (match->state == DIRECTOR_MATCH_DONE) {
        (void)snprintf(text, STATUS_TOURNAMENT_STATE_SIZE, "%s",
                       match->winner == side ? "won" : "lost");
    } else {
        text[0] = '\0';
    }
    if (match->state != DIRECTOR_MATCH_DONE && match->pairing.side[1] != PAIRING_BYE) {
        bool is_by_both =
            match->state == DIRECTOR_MATCH_FORFEITED && match->winner == PAIRING_NOBODY;
        text_add(text, STATUS_TOURNAMENT_STATE_SIZE, "%s%s",
                 director_state_words[match->state], is_by_both ? " by both" : "");
    }
}

/* ---- text ------------------------------------------------------------------------ */

enum { NAME_WIDTH = 16 };

static const char *name_of_entrant(const struct director_rows *rows, int entrant)
{
    return entrant == PAIRING_BYE ? "" : rows->entrants[entrant].name;
}

static void print_cross(const struct director_rows *rows, const struct table_row *table,
                        int count, int line, int width, FILE *out)
{
    char cell[STATUS_TOURNAMENT_CELL_SIZE];
    for (int i = 0; i < count; i++) {
        if (i == line) {
            fprintf(out, " %*s", width, "x");
        } else {
            status_tournament_cell(rows, table[line].entrant, table[i].entrant, cell);
            fprintf(out, " %*s", width, cell);
        }
    }
}

static void print_entrants(const struct director_rows *rows, FILE *out)
{
    struct table_row table[DIRECTOR_ENTRANTS_MAX];
    int count = status_tournament_table(rows, table);
    bool has_cross = rows->whole.plan.kind == PAIRING_ROUND_ROBIN;
    int width = rows->whole.plan.legs > 3 ? rows->whole.plan.legs : 3;
    bool has_byes = status_tournament_has_byes(table, count);
    bool is_swiss = rows->whole.plan.kind == PAIRING_SWISS;
    fprintf(out, "%4s  %-*s %4s %5s%s%s", "", NAME_WIDTH, "", "won", "lost",
            has_byes ? "  byes" : "", is_swiss ? "  Buchholz   S-B" : "");
    for (int i = 0; has_cross && i < count; i++) {
        fprintf(out, " %*d", width, i + 1);
    }
    fputc('\n', out);
    for (int i = 0; i < count; i++) {
        const struct table_row *row = &table[i];
        const struct director_entrant *entrant = &rows->entrants[row->entrant];
        fprintf(out, "%3d.  %-*s %4d %5d", row->rank, NAME_WIDTH, entrant->name,
                row->won, row->lost);
        if (has_byes) {
            fprintf(out, " %5d", row->byes);
        }
        if (is_swiss) {
            fprintf(out, " %9d %5d", row->buchholz, row->sonneborn);
        }
        if (has_cross) {
            print_cross(rows, table, count, i, width, out);
        }
        fprintf(out, "%s\n", entrant->is_out ? "  (out)" : "");
    }
    if (has_byes) {
        fprintf(out, "      %s\n", status_tournament_bye_words);
    }
    if (is_swiss) {
        fputs("      ", out);
        text_wrap(status_tournament_tie_words, 6, "      ", 80, out);
    }
}

static void print_match(const struct director_rows *rows,
                        const struct director_match *match, FILE *out)
{
    char state[STATUS_TOURNAMENT_STATE_SIZE];
    status_tournament_state(rows, match, 0, state);
    fprintf(out, "  %4d  %-*s %-*s %s", match->number + 1, NAME_WIDTH,
            name_of_entrant(rows, match->pairing.side[0]), NAME_WIDTH,
            name_of_entrant(rows, match->pairing.side[1]), state);
    if (match->state == DIRECTOR_MATCH_FORFEITED && match->winner != PAIRING_NOBODY) {
        fprintf(out, " to %s",
                name_of_entrant(rows, match->pairing.side[match->winner]));
    }
    if (match->why[0] != '\0') {
        fprintf(out, " (%s%s%s)", match->why, match->by[0] != '\0' ? ", " : "",
                match->by);
    }
    fputc('\n', out);
}

static void print_matches(const struct director_rows *rows, bool is_whole, FILE *out)
{
    int round = -1;
    for (int i = 0; i < rows->match_count; i++) {
        const struct director_match *match = &rows->matches[i];
        if (!is_whole && !director_is_open(match)) {
            continue;
        }
        if (match->round != round) {
            round = match->round;
            fprintf(out, "\nRound %d\n", round + 1);
        }
        print_match(rows, match, out);
    }
}

void status_tournament_text(const struct status_tournament *tournament, bool is_whole,
                            FILE *out)
{
    const struct director_rows *rows = tournament->rows;
    char words[STATUS_TOURNAMENT_WORDS_SIZE];
    status_tournament_words(tournament, words);
    fprintf(out, "%s: %s\n%s; %d of %d matches over\n\n", tournament->name, words,
            director_phase_words[rows->whole.phase], status_tournament_over(rows),
            status_tournament_all(rows));
    print_entrants(rows, out);
    print_matches(rows, is_whole, out);
}
