#include "match/match_report.h"

#include <math.h>

#include "engine/board/notation.h"
#include "engine/board/points.h"
#include "engine/level.h"

enum { WORST = 2, TURN_SIZE = 96 };

static void write_play_text(const struct match_turn *turn, const struct play *play,
                            char text[NOTATION_SIZE])
{
    if (play->count == 0) {
        (void)snprintf(text, NOTATION_SIZE, "cannot move");
    } else {
        notation_write(&turn->pos, play, text);
    }
}

/* A cube action, and the better one where it was an error. */
static const struct {
    const char *made, *better;
} cube_words[] = {
    [CELL_DOUBLE] = {"double", "no double"},
    [CELL_TAKE] = {"take", "pass"},
    [CELL_DROP] = {"pass", "take"},
};

/* "6-3: 24/18 13/10", "double" */
static void write_turn(const struct match_turn *turn, char text[TURN_SIZE])
{
    char play[NOTATION_SIZE];
    if (turn->type != CELL_PLAY) {
        (void)snprintf(text, TURN_SIZE, "%s", cube_words[turn->type].made);
        return;
    }
    write_play_text(turn, &turn->play, play);
    (void)snprintf(text, TURN_SIZE, "%d-%d: %s", turn->roll.high, turn->roll.low, play);
}

static void write_better(const struct match_turn *turn,
                         const struct analysed_turn *analysed, char text[NOTATION_SIZE])
{
    if (turn->type == CELL_PLAY) {
        write_play_text(turn, &analysed->best, text);
    } else {
        (void)snprintf(text, NOTATION_SIZE, "%s", cube_words[turn->type].better);
    }
}

/* ---- a few lines ----------------------------------------------------------------- */

static void write_worst(const struct match_turns *turns,
                        const struct match_analysis *analysis,
                        const struct worst_decision *worst, bool is_first,
                        char line[REPORT_LINE_SIZE])
{
    const struct match_turn *turn = &turns->turns[worst->turn];
    char made[TURN_SIZE], better[NOTATION_SIZE];
    if (worst->is_cube) {
        (void)snprintf(made, sizeof made, "no double");
        (void)snprintf(better, sizeof better, "double");
    } else {
        write_turn(turn, made);
        write_better(turn, match_analysis_turn(analysis, worst->turn), better);
    }
    (void)snprintf(line, REPORT_LINE_SIZE,
                   "%s: game %d, turn %d, %s, lost %.3f; better %s.",
                   is_first ? "Your worst decision" : "The next", turn->game,
                   turn->number, made, worst->loss, better);
}

/* Writes the result and the error rates; a side without decisions has no rate. */
static void write_summary(const struct match_turns *turns,
                          const struct analysed_side *mine,
                          const struct analysed_side *yours,
                          char line[REPORT_LINE_SIZE])
{
    int length = snprintf(line, REPORT_LINE_SIZE, "Our last match, %d-%d for you",
                          turns->score[RECORD_OPPONENT], turns->score[RECORD_ME]);
    size_t used = length > 0 ? (size_t)length : 0;
    if (yours->decisions == 0 || mine->decisions == 0) {
        (void)snprintf(line + used, REPORT_LINE_SIZE - used,
                       ", ended before there was much to decide.");
        return;
    }
    (void)snprintf(line + used, REPORT_LINE_SIZE - used,
                   ", %d decision%s of yours: error rate (PR) %.1f, about a rating of "
                   "%.0f; mine %.1f, about %.0f.%s",
                   yours->decisions, yours->decisions == 1 ? "" : "s",
                   match_analysis_error_rate(yours),
                   level_rating_of(match_analysis_error_rate(yours)),
                   match_analysis_error_rate(mine),
                   level_rating_of(match_analysis_error_rate(mine)),
                   turns->has_all ? "" : " Some turns are missing.");
}

static void write_luck(double yours, double mine, char line[REPORT_LINE_SIZE])
{
    double more = fabs(yours - mine);
    char verdict[60] = "neither of us had more luck";
    if (more >= 0.005) {
        (void)snprintf(verdict, sizeof verdict, "you had %.2f %s luck than I", more,
                       yours > mine ? "more" : "less");
    }
    (void)snprintf(line, REPORT_LINE_SIZE,
                   "Luck: your rolls %+.2f, mine %+.2f points of equity; so %s.", yours,
                   mine, verdict);
}

int match_report_lines(const struct match_turns *turns,
                       const struct match_analysis *analysis,
                       char lines[REPORT_LINES][REPORT_LINE_SIZE])
{
    const struct analysed_side *mine = match_analysis_side(analysis, RECORD_ME);
    const struct analysed_side *yours = match_analysis_side(analysis, RECORD_OPPONENT);
    struct worst_decision worst[WORST];
    int found = match_analysis_worst(analysis, RECORD_OPPONENT, worst, WORST);
    int count = 1;
    write_summary(turns, mine, yours, lines[0]);
    if (mine->decisions + yours->decisions > 0) {
        write_luck(yours->luck, mine->luck, lines[count++]);
    }
    for (int i = 0; i < found; i++) {
        write_worst(turns, analysis, &worst[i], i == 0, lines[count++]);
    }
    if (found == 0 && yours->decisions > 0) {
        (void)snprintf(lines[count++], REPORT_LINE_SIZE,
                       "I found no error in what you played.");
    }
    return count;
}

/* ---- everything ------------------------------------------------------------------ */

static const char *side_name(const struct match_turns *turns, enum record_side side)
{
    return side == RECORD_ME ? turns->heading.my_name : turns->heading.opponent;
}

static void print_turn(const struct match_turns *turns, const struct match_turn *turn,
                       const struct analysed_turn *analysed, FILE *out)
{
    char text[TURN_SIZE], better[NOTATION_SIZE];
    const char *name = side_name(turns, turn->side);
    write_turn(turn, text);
    if (analysed->cube_loss > 0.0) {
        fprintf(out, "%4d  %-16s %-32s -%.3f  better: double\n", turn->number, name,
                "no double", analysed->cube_loss);
    }
    fprintf(out, "%4d  %-16s %-32s", turn->number, name, text);
    if (!analysed->is_analysed) {
        fprintf(out, "  not analysed");
    } else if (analysed->loss > 0.0) {
        write_better(turn, analysed, better);
        fprintf(out, " -%.3f  better: %s", analysed->loss, better);
    }
    if (turn->type == CELL_PLAY) {
        fprintf(out, "  (luck %+.3f)", analysed->luck);
    }
    fputc('\n', out);
}

static void print_sums(const struct match_turns *turns,
                       const struct match_analysis *analysis, FILE *out)
{
    fprintf(out, "\n%-16s %9s %6s %9s %6s %9s %7s %7s %8s\n", "", "decisions", "plays",
            "lost", "cube", "lost", "PR", "rating", "luck");
    for (int i = 0; i < 2; i++) {
        enum record_side side = i == 0 ? RECORD_ME : RECORD_OPPONENT;
        const struct analysed_side *sums = match_analysis_side(analysis, side);
        fprintf(out, "%-16s %9d %6d %9.3f %6d %9.3f %7.2f %7.0f %+8.3f\n",
                side_name(turns, side), sums->decisions, sums->plays, sums->play_loss,
                sums->cube_actions, sums->cube_loss, match_analysis_error_rate(sums),
                level_rating_of(match_analysis_error_rate(sums)), sums->luck);
    }
    fputs(
        "\nLosses and luck are equities, normalised to the cube. PR: 500 x the loss a "
        "decision.\nThe rating is GNU Backgammon's estimate for such a PR.\n",
        out);
}

bool match_report_print(const struct match_turns *turns,
                        const struct match_analysis *analysis, FILE *out)
{
    const struct record_heading *heading = &turns->heading;
    char length[POINTS_TEXT_SIZE];
    int game = 0;
    fprintf(out, "%s - %s, ", heading->my_name, heading->opponent);
    fprintf(out, "%s, %s, %s: %d-%d%s\n", points_length_text(heading->length, length),
            heading->site, heading->date, turns->score[0], turns->score[1],
            turns->has_all ? "" : " (some turns are missing)");
    for (int i = 0; i < turns->count; i++) {
        const struct match_turn *turn = &turns->turns[i];
        if (turn->game != game) {
            game = turn->game;
            bool is_mine = turn->side == RECORD_ME;
            fprintf(out, "\nGame %d, %d-%d%s\n", game,
                    is_mine ? turn->ms.my_score : turn->ms.their_score,
                    is_mine ? turn->ms.their_score : turn->ms.my_score,
                    turn->ms.is_crawford ? ", Crawford" : "");
        }
        print_turn(turns, turn, match_analysis_turn(analysis, i), out);
    }
    print_sums(turns, analysis, out);
    return !ferror(out);
}
