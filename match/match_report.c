#include "match/match_report.h"
#include "base/text.h"
#include "match/match_report_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/shown.h"
#include "base/text_width.h"
#include "engine/board/points.h"
#include "engine/level.h"
#include "engine/rollout/roller.h"
#include "match/match_columns.h"
#include "match/match_explain.h"

enum {
    WORST = 2,
    LINE_WIDTH = 80,
    NAME_COLUMN = 6,
    NAME_WIDTH = 16, /* at most */
    MADE_WIDTH = 22  /* "6-1: bar/24 8/7 6/5(2)" */
};
#define LEAST_SHOWN 0.0005

static void write_play_text(const struct match_turn *turn, const struct play *play,
                            char text[NOTATION_SIZE])
{
    if (play->count == 0) {
        (void)snprintf(text, NOTATION_SIZE, "cannot move");
    } else {
        notation_write(&turn->pos, play, text);
    }
}

const char *match_report_answer(enum record_cell_type type, int stakes)
{
    return type == RECORD_CELL_TAKE   ? "take"
           : type == RECORD_CELL_DROP ? "pass"
           : stakes == 1              ? "beaver"
           : stakes == 2              ? "raccoon"
                                      : "redouble";
}

void match_report_made(const struct match_turn *turn, char text[MATCH_TURN_SIZE])
{
    char play[NOTATION_SIZE];
    if (turn->type != RECORD_CELL_PLAY) {
        (void)snprintf(text, MATCH_TURN_SIZE, "%s",
                       turn->type == RECORD_CELL_DOUBLE
                           ? "double"
                           : match_report_answer(turn->type, turn->stakes));
        return;
    }
    write_play_text(turn, &turn->play, play);
    (void)snprintf(text, MATCH_TURN_SIZE, "%d-%d: %s", turn->roll.high, turn->roll.low,
                   match_turn_is_unplayed(turn) ? "not played" : play);
}

void match_report_better(const struct match_turn *turn,
                         const struct match_analysed_turn *analysed,
                         char text[NOTATION_SIZE])
{
    if (turn->type == RECORD_CELL_PLAY) {
        write_play_text(turn, &analysed->best, text);
    } else {
        (void)snprintf(text, NOTATION_SIZE, "%s",
                       turn->type == RECORD_CELL_DOUBLE
                           ? "no double"
                           : match_report_answer(analysed->best_answer, turn->stakes));
    }
}

void match_report_worst(const struct match_turns *turns,
                        const struct match_analysis *analysis,
                        const struct match_worst_decision *worst,
                        char made[MATCH_TURN_SIZE], char better[NOTATION_SIZE])
{
    const struct match_turn *turn = &turns->turns[worst->turn];
    if (worst->is_cube) {
        (void)snprintf(made, MATCH_TURN_SIZE, "no double");
        (void)snprintf(better, NOTATION_SIZE, "double");
    } else {
        match_report_made(turn, made);
        match_report_better(turn, match_analysis_turn(analysis, worst->turn), better);
    }
}

/* ---- a few lines ----------------------------------------------------------------- */

/* "6-4: 24/18 8/4(2)" -> "6-4: 1/7 17/21(2)", the numbers of a player who moves from 1 to
 * 24. `size`: of `text`, at most MATCH_TURN_SIZE. */
static void turn_points(char *text, size_t size)
{
    char plain[MATCH_TURN_SIZE];
    COPY_TEXT(plain, text);
    const char *roll_end = strstr(plain, ": "), *at = plain;
    size_t used = 0;
    while (*at != '\0' && used + 4 < size) {
        char *end;
        bool is_point = *at >= '0' && *at <= '9' &&
                        (roll_end == NULL || at > roll_end) &&
                        (at == plain || at[-1] != '(');
        if (is_point) {
            long point = POINT_BAR - strtol(at, &end, 10);
            used += (size_t)snprintf(text + used, size - used, "%ld", point);
            at = end;
        } else {
            text[used++] = *at++;
        }
    }
    text[used] = '\0';
}

static void write_worst(const struct match_turns *turns,
                        const struct match_analysis *analysis,
                        const struct match_worst_decision *worst, bool moves_up,
                        bool is_first, char line[MATCH_REPORT_LINE_SIZE])
{
    const struct match_turn *turn = &turns->turns[worst->turn];
    char made[MATCH_TURN_SIZE], better[NOTATION_SIZE];
    match_report_worst(turns, analysis, worst, made, better);
    if (moves_up && !worst->is_cube) {
        turn_points(made, sizeof made);
        turn_points(better, sizeof better);
    }
    (void)snprintf(line, MATCH_REPORT_LINE_SIZE,
                   "%s: game %d, turn %d, %s, lost %.3f; better %s.",
                   is_first ? "Your worst decision" : "The next", turn->game,
                   turn->number, made, worst->loss, better);
}

/* Returns where the last of several sentences begins, without the blank before it. */
static const char *last_sentence(const char *text)
{
    const char *last = text;
    for (const char *at = strstr(text, ". "); at != NULL; at = strstr(at + 1, ". ")) {
        last = at + 1;
    }
    return last;
}

/* Writes why it lost, as many sentences as a line holds; false: nothing is to be said. */
static bool write_reasons(const struct match_turns *turns,
                          const struct match_analysis *analysis,
                          const struct match_worst_decision *worst, bool moves_up,
                          char line[MATCH_REPORT_LINE_SIZE])
{
    const struct explain_names names = {NULL, "I", moves_up};
    struct explain_reasons reasons;
    char text[EXPLAIN_SIZE];
    match_explain_reasons(turns, analysis, worst, &reasons);
    if (moves_up) {
        turn_points(reasons.subject, sizeof reasons.subject);
    }
    size_t length = explain_write(&reasons, &names, text);
    while (length >= MATCH_REPORT_LINE_SIZE) {
        text[length - 1] = '\0';
        length = (size_t)(last_sentence(text) - text);
    }
    (void)snprintf(line, MATCH_REPORT_LINE_SIZE, "%.*s", (int)length, text);
    return length > 0;
}

/* Writes the result and the error rates; a side without decisions has no rate. */
static void write_summary(const struct match_turns *turns,
                          const struct match_analysed_side *mine,
                          const struct match_analysed_side *yours,
                          char line[MATCH_REPORT_LINE_SIZE])
{
    (void)snprintf(line, MATCH_REPORT_LINE_SIZE, "Our last match, %d-%d for you",
                   match_turns_shown_score(turns, RECORD_OPPONENT),
                   match_turns_shown_score(turns, RECORD_ME));
    if (yours->decisions == 0 || mine->decisions == 0) {
        text_add(line, MATCH_REPORT_LINE_SIZE,
                 ", ended before there was much to decide.");
        return;
    }
    text_add(line, MATCH_REPORT_LINE_SIZE,
             ", %d decision%s of yours: error rate (PR) %.1f, about a rating of "
             "%.0f; mine %.1f, about %.0f.%s",
             yours->decisions, yours->decisions == 1 ? "" : "s",
             match_analysis_error_rate(yours),
             level_rating_of(match_analysis_error_rate(yours)),
             match_analysis_error_rate(mine),
             level_rating_of(match_analysis_error_rate(mine)),
             turns->has_all ? "" : " Some turns are missing.");
}

static void write_luck(double yours, double mine, char line[MATCH_REPORT_LINE_SIZE])
{
    double more = fabs(yours - mine);
    char verdict[60] = "neither of us had more luck";
    if (more >= 0.005) {
        FORMAT_TEXT(verdict, "you had %.2f %s luck than I", more,
                    yours > mine ? "more" : "less");
    }
    (void)snprintf(line, MATCH_REPORT_LINE_SIZE,
                   "Luck: your rolls %+.2f, mine %+.2f points of equity; so %s.",
                   shown_number(yours, 2), shown_number(mine, 2), verdict);
}

int match_report_lines(const struct match_turns *turns,
                       const struct match_analysis *analysis, bool moves_up,
                       char lines[MATCH_REPORT_LINES][MATCH_REPORT_LINE_SIZE])
{
    const struct match_analysed_side *mine = match_analysis_side(analysis, RECORD_ME);
    const struct match_analysed_side *yours =
        match_analysis_side(analysis, RECORD_OPPONENT);
    struct match_worst_decision worst[WORST];
    int found = match_analysis_worst(analysis, -1, worst, WORST);
    int count = 1;
    write_summary(turns, mine, yours, lines[0]);
    if (mine->decisions + yours->decisions > 0) {
        write_luck(yours->luck, mine->luck, lines[count++]);
    }
    for (int i = 0; i < found; i++) {
        write_worst(turns, analysis, &worst[i], moves_up, i == 0, lines[count++]);
        count +=
            i == 0 && write_reasons(turns, analysis, &worst[i], moves_up, lines[count]);
    }
    if (found == 0 && yours->decisions > 0) {
        (void)snprintf(lines[count++], MATCH_REPORT_LINE_SIZE,
                       "I found no error in what you played.");
    }
    return count;
}

/* ---- everything ------------------------------------------------------------------ */

const char *match_report_stopped(const struct match_report *report,
                                 char text[MATCH_STOPPED_SIZE])
{
    int done = match_analysis_done(report->analysis), count = report->turns->count;
    text[0] = '\0';
    if (done < count) {
        (void)snprintf(text, MATCH_STOPPED_SIZE, "stopped after %d of %d turns", done,
                       count);
    }
    return text;
}

const char *match_report_name(const struct match_report *report, enum record_side side)
{
    return match_turns_name(report->turns, side);
}

void match_report_reference(const struct match_report *report, enum record_side side,
                            char reference[REFERENCE_LEVEL_SIZE])
{
    reference_level_text(match_analysis_strength(report->analysis, side), reference);
}

/* Below an error, for programs and boards that take it. */
static void print_xgid(const struct match_turns *turns, const struct match_turn *turn,
                       bool has_roll, double loss, FILE *out)
{
    char id[XGID_SIZE];
    if (loss >= ANALYSIS_ERROR) {
        match_turn_xgid(turns, turn, has_roll, id);
        fprintf(out, "%*s%s%s\n", NAME_COLUMN, "", id, match_turn_xgid_note(turn));
    }
}

/* Whether a turn was judged by another roller than the rest of its side, whose judge the
 * notes name. */
static bool is_judged_again(const struct match_report *report, int i)
{
    enum record_side side = report->turns->turns[i].side;
    const struct roller *roller =
        match_analysis_turn(report->analysis, i)->detail.roller;
    return roller != NULL &&
           roller != match_analysis_strength(report->analysis, side)->roller;
}

/* Names the roller that judged the play or, `is_cube`, the cube action again, if one
 * did. */
static void print_roller(const struct match_report *report, int i, bool is_cube,
                         FILE *out)
{
    const struct match_detail *detail =
        &match_analysis_turn(report->analysis, i)->detail;
    int trials = is_cube             ? detail->cube.trials
                 : detail->plays > 0 ? detail->play[0].trials
                                     : 0;
    if (trials > 0 && is_judged_again(report, i)) {
        fprintf(out, "  [%s]", detail->roller->name);
    }
}

/* Below that, why it loses. */
static void print_reasons(const struct match_report *report, int i, bool is_cube,
                          double loss, FILE *out)
{
    const struct match_worst_decision decision = {i, is_cube, loss};
    char text[EXPLAIN_SIZE];
    match_explain(report->turns, report->analysis, &decision, text);
    match_explain_print(text, NAME_COLUMN, LINE_WIDTH - NAME_COLUMN, out);
}

/* What the file says of it, where that or we see a loss. */
static void print_judged(const struct record_judged *judged, double loss, FILE *out)
{
    if (judged->by[0] != '\0' && (loss > 0.0 || judged->loss >= LEAST_SHOWN)) {
        char text[24];
        FORMAT_TEXT(text, "-%.3f", judged->loss);
        fprintf(out, "  (%s: %s)", judged->by,
                judged->loss >= LEAST_SHOWN ? text : "best");
    }
}

/* Returns the columns of the longer name. */
static int name_width(const struct match_report *report)
{
    int width = (int)strlen("player");
    for (int side = 0; side < 2; side++) {
        const char *name = match_report_name(report, (enum record_side)side);
        int needed = (int)strlen(name) - text_width(name, 0);
        width = needed > width ? needed : width;
    }
    return width < NAME_WIDTH ? width : NAME_WIDTH;
}

/* Prints what was made on a turn or, if `before_roll`, that nobody doubled, `loss` of it and
 * what is better. `luck`: "" without a roll. */
static void print_decision(const struct match_report *report, int i, bool before_roll,
                           const char *made, const char *luck, const char *better,
                           FILE *out)
{
    const struct match_turn *turn = &report->turns->turns[i];
    const struct match_analysed_turn *analysed =
        match_analysis_turn(report->analysis, i);
    const char *name = match_report_name(report, turn->side);
    double loss = before_roll ? analysed->cube_loss : analysed->loss;
    bool is_cube = before_roll || turn->type != RECORD_CELL_PLAY;
    char lost[16] = "";
    if (loss > 0.0) {
        FORMAT_TEXT(lost, "-%.3f", loss);
    }
    fprintf(out, "%4d  %-*s  %-*s %6s %6s%s%s", turn->number,
            text_width(name, name_width(report)), name, MADE_WIDTH, made, lost, luck,
            better[0] != '\0' ? "  " : "", better);
    print_roller(report, i, is_cube, out);
    print_judged(before_roll ? &turn->judged_roll : &turn->judged, loss, out);
    fputc('\n', out);
    print_xgid(report->turns, turn, !is_cube, loss, out);
    print_reasons(report, i, before_roll, loss, out);
}

static void print_turn(const struct match_report *report, int i, FILE *out)
{
    const struct match_turn *turn = &report->turns->turns[i];
    const struct match_analysed_turn *analysed =
        match_analysis_turn(report->analysis, i);
    char made[MATCH_TURN_SIZE], luck[16] = "", better[NOTATION_SIZE] = "";
    if (analysed->cube_loss > 0.0) {
        print_decision(report, i, true, "no double", "", "double", out);
    }
    match_report_made(turn, made);
    if (!analysed->is_analysed) {
        FORMAT_TEXT(better, "(not analysed)");
    } else if (analysed->loss > 0.0) {
        match_report_better(turn, analysed, better);
    }
    if (turn->type == RECORD_CELL_PLAY) {
        FORMAT_TEXT(luck, "%+.3f", shown_number(analysed->luck, 3));
    }
    print_decision(report, i, false, made, luck, better, out);
}

int match_report_rolled(const struct match_report *report)
{
    int count = 0;
    for (int i = 0; i < match_analysis_done(report->analysis); i++) {
        count += is_judged_again(report, i);
    }
    return count;
}

static void print_notes(const struct match_report *report, FILE *out)
{
    char reference[2][REFERENCE_LEVEL_SIZE];
    match_report_reference(report, RECORD_ME, reference[0]);
    match_report_reference(report, RECORD_OPPONENT, reference[1]);
    int rolled = match_report_rolled(report);
    char text[1000];
    FORMAT_TEXT(text, "Judged by %s: %s at %s, %s at %s; luck at 0-ply.",
                report->program, match_report_name(report, RECORD_ME), reference[0],
                match_report_name(report, RECORD_OPPONENT), reference[1]);
    fputc('\n', out);
    match_explain_print(text, 0, LINE_WIDTH, out);
    fprintf(out,
            "Losses and luck of a side are equities, normalised to the cube.\n"
            "PR: 500 x the loss a decision. Errors lose %.2f or more, blunders %.2f.\n"
            "The rating is GNU Backgammon's estimate for such a PR.\n"
            "Result and luck of games are player 1's, in %s.\n",
            ANALYSIS_ERROR, ANALYSIS_BLUNDER,
            report->turns->heading.length > 0 ? "match winning chance" : "points");
    if (rolled > 0) {
        fprintf(out, "%d close turn%s judged again by a roller, named in brackets.\n",
                rolled, rolled == 1 ? " was" : "s were");
    }
}

static void print_faults(const struct match_turns *turns, FILE *out)
{
    for (int i = 0; i < turns->faults && i < MATCH_FAULTS_MAX; i++) {
        if (turns->fault[i].line > 0) {
            fprintf(out, "line %d: ", turns->fault[i].line);
        }
        fprintf(out, "%s\n", turns->fault[i].text);
    }
    if (turns->faults > MATCH_FAULTS_MAX) {
        fprintf(out, "and %d more\n", turns->faults - MATCH_FAULTS_MAX);
    }
}

static void print_head(const struct match_report *report, FILE *out)
{
    const struct match_turns *turns = report->turns;
    const struct record_heading *heading = &turns->heading;
    char length[POINTS_TEXT_SIZE];
    char stopped[MATCH_STOPPED_SIZE];
    fprintf(out, "%s - %s, %s", heading->my_name, heading->opponent,
            points_length_text(heading->length, length));
    fprintf(out, "%s%s", heading->event[0] != '\0' ? ", " : "", heading->event);
    fprintf(out, "%s%s%s%s: %d-%d%s\n", heading->site[0] != '\0' ? ", " : "",
            heading->site, heading->date[0] != '\0' ? ", " : "", heading->date,
            match_turns_shown_score(turns, RECORD_ME),
            match_turns_shown_score(turns, RECORD_OPPONENT),
            turns->has_all ? "" : " (some turns are missing)");
    if (match_report_stopped(report, stopped)[0] != '\0') {
        fprintf(out, "S%s.\n", stopped + 1);
    }
    print_faults(turns, out);
}

static void print_game_head(const struct match_report *report,
                            const struct match_game *game, FILE *out)
{
    fprintf(out, "\nGame %d, %d-%d%s\n", game->number, game->score[0], game->score[1],
            game->is_crawford ? ", Crawford" : "");
    fprintf(out, "%4s  %-*s  %-*s %6s %6s  %s\n", "turn", name_width(report), "player",
            MADE_WIDTH, "decision", "lost", "luck", "better");
}

/* Below the last turn of the game that was understood. */
static void print_game_end(const struct match_turns *turns, int i, FILE *out)
{
    int game = turns->turns[i].game;
    if (!turns->game[game - 1].has_all &&
        (i + 1 == turns->count || turns->turns[i + 1].game != game)) {
        fprintf(out, "      The rest of the game is left out.\n");
    }
}

bool match_report_print(const struct match_report *report, FILE *out)
{
    const struct match_turns *turns = report->turns;
    int game = 0;
    print_head(report, out);
    for (int i = 0; i < match_analysis_done(report->analysis); i++) {
        const struct match_turn *turn = &turns->turns[i];
        if (turn->game != game) {
            game = turn->game;
            print_game_head(report, &turns->game[game - 1], out);
        }
        print_turn(report, i, out);
        print_game_end(turns, i, out);
    }
    fputc('\n', out);
    match_columns_sides(report, column_text, out);
    fputc('\n', out);
    match_columns_games(report, column_text, out);
    print_notes(report, out);
    return !ferror(out);
}
