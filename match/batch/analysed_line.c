#include "match/batch/analysed_line.h"

#include <math.h>
#include <string.h>

#include "arena/job/line_file.h"
#include "engine/rollout/roller.h"
#include "engine/search/filter.h"

enum {
    TRIALS_MAX = 1000000, /* of a roller */
    FIGURE_MAX = 1000     /* of equities, which are a few points */
};

/* ---- writing --------------------------------------------------------------------- */

static void write_moves(const struct play *play, FILE *file)
{
    fprintf(file, "%d ", play->count);
    for (int i = 0; i < play->count; i++) {
        fprintf(file, "%d %d ", play->moves[i].from, play->moves[i].to);
    }
}

static void write_outputs(const struct outputs *o, FILE *file)
{
    fprintf(file, "%.9g %.9g %.9g %.9g %.9g ", (double)o->win, (double)o->win_gammon,
            (double)o->win_backgammon, (double)o->lose_gammon,
            (double)o->lose_backgammon);
}

static void write_cube(const struct cube_decision *cube, FILE *file)
{
    fprintf(file, "cube %d %d %d %d %d %.9g %.9g %.9g %.9g ", cube->action,
            cube->is_allowed, cube->is_beaver, cube->ply, cube->trials,
            (double)cube->equity_cubeless, (double)cube->no_double,
            (double)cube->double_take, (double)cube->double_pass);
    write_outputs(&cube->outputs, file);
}

static void write_detail(const struct match_detail *detail, FILE *file)
{
    if (detail->roller != NULL) {
        fprintf(file, "by %s ", detail->roller->name);
    }
    if (detail->has_cube) {
        write_cube(&detail->cube, file);
    }
    for (int i = 0; i < detail->plays; i++) {
        const struct match_detail_play *play = &detail->play[i];
        fprintf(file, "%s %d %d %.9g ", i == detail->made ? "made" : "play",
                play->ply + 1, play->trials, (double)play->equity);
        write_outputs(&play->outputs, file);
        write_moves(&play->play, file);
    }
}

void analysed_line_write(const struct match_analysed_turn *turn, FILE *file)
{
    fprintf(file, "%d %d %.17g %.17g %d %.17g ", turn->is_analysed, turn->is_choice,
            turn->loss, turn->luck, turn->is_cube_choice, turn->cube_loss);
    write_moves(&turn->best, file);
    if (turn->best_answer != RECORD_CELL_PLAY) {
        fprintf(file, "%d ", turn->best_answer);
    }
    write_detail(&turn->detail, file);
    fputc('\n', file);
    (void)fflush(file);
}

/* ---- reading --------------------------------------------------------------------- */

static bool read_float(const char **at, float *number)
{
    double wide;
    bool is_good = line_file_number(at, &wide);
    is_good = is_good && fabs(wide) <= FIGURE_MAX;
    *number = is_good ? (float)wide : 0.0F;
    return is_good;
}

static bool read_small(const char **at, int most, int *number)
{
    int64_t wide;
    bool is_good = line_file_integer(at, most, &wide);
    *number = is_good ? (int)wide : 0;
    return is_good;
}

static bool read_flag(const char **at, bool *flag)
{
    int number;
    bool is_good = read_small(at, 1, &number);
    *flag = number != 0;
    return is_good;
}

static bool read_outputs(const char **at, struct outputs *o)
{
    return read_float(at, &o->win) && read_float(at, &o->win_gammon) &&
           read_float(at, &o->win_backgammon) && read_float(at, &o->lose_gammon) &&
           read_float(at, &o->lose_backgammon);
}

static bool take_name(const char **at, const char *word)
{
    size_t length = strlen(word);
    bool is_it = strncmp(*at, word, length) == 0 && (*at)[length] == ' ';
    *at += is_it ? length + 1 : 0;
    return is_it;
}

static bool read_moves(const char **at, struct play *play)
{
    int64_t count, from, to;
    if (!line_file_integer(at, CHECKER_MOVES_MAX, &count)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (!line_file_integer(at, POINT_BAR, &from) ||
            !line_file_integer(at, POINT_BAR, &to)) {
            return false;
        }
        play->moves[i] = (struct checker_move){(uint8_t)from, (uint8_t)to};
    }
    play->count = (uint8_t)count;
    return true;
}

static bool read_roller(const char **at, const struct roller **roller)
{
    for (int i = 0; roller_name(i) != NULL; i++) {
        if (take_name(at, roller_name(i))) {
            *roller = roller_find(roller_name(i));
            return true;
        }
    }
    return false;
}

static bool read_cube_figures(const char **at, struct cube_decision *cube)
{
    int action;
    bool is_good =
        read_small(at, CUBE_TOO_GOOD, &action) && read_flag(at, &cube->is_allowed) &&
        read_flag(at, &cube->is_beaver) &&
        read_small(at, SEARCH_PLY_MAX + 1, &cube->ply) &&
        read_small(at, TRIALS_MAX, &cube->trials) &&
        read_float(at, &cube->equity_cubeless) && read_float(at, &cube->no_double) &&
        read_float(at, &cube->double_take) && read_float(at, &cube->double_pass) &&
        read_outputs(at, &cube->outputs);
    cube->action = (enum cube_action)action;
    return is_good;
}

static bool read_candidate(const char **at, struct match_detail *detail)
{
    struct match_detail_play *play = &detail->play[detail->plays];
    bool is_good = detail->plays < MATCH_DETAIL_PLAYS &&
                   read_small(at, SEARCH_PLY_MAX + 2, &play->ply) &&
                   read_small(at, TRIALS_MAX, &play->trials) &&
                   read_float(at, &play->equity) && read_outputs(at, &play->outputs) &&
                   read_moves(at, &play->play);
    if (is_good) {
        play->ply--;
        detail->plays++;
    }
    return is_good;
}

/* What follows to the end of the line. */
static bool read_detail(const char **at, struct match_detail *detail)
{
    detail->made = -1;
    if (take_name(at, "by") && !read_roller(at, &detail->roller)) {
        return false;
    }
    detail->has_cube = take_name(at, "cube");
    if (detail->has_cube && !read_cube_figures(at, &detail->cube)) {
        return false;
    }
    while (**at != '\0') {
        bool is_made = take_name(at, "made");
        detail->made = is_made ? detail->plays : detail->made;
        if ((!is_made && !take_name(at, "play")) || !read_candidate(at, detail)) {
            return false;
        }
    }
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool analysed_line_read(const char *line, struct match_analysed_turn *turn)
{
    int64_t is_analysed, is_choice, is_cube_choice, best_answer = RECORD_CELL_PLAY;
    *turn = (struct match_analysed_turn){.loss = 0.0};
    if (!line_file_integer(&line, 1, &is_analysed) ||
        !line_file_integer(&line, 1, &is_choice) ||
        !line_file_number(&line, &turn->loss) ||
        !line_file_number(&line, &turn->luck) ||
        !line_file_integer(&line, 1, &is_cube_choice) ||
        !line_file_number(&line, &turn->cube_loss) || !read_moves(&line, &turn->best)) {
        return false;
    }
    if (is_digit(*line) &&
        !line_file_integer(&line, RECORD_CELL_BEAVER, &best_answer)) {
        return false;
    }
    turn->best_answer = (enum record_cell_type)best_answer;
    turn->is_analysed = is_analysed != 0;
    turn->is_choice = is_choice != 0;
    turn->is_cube_choice = is_cube_choice != 0;
    return read_detail(&line, &turn->detail);
}

bool analysed_line_fits(const struct match_turn *turn,
                        const struct match_analysed_turn *saved)
{
    bool is_good = match_detail_is_possible(turn, &saved->best);
    for (int i = 0; i < saved->detail.plays; i++) {
        is_good &= match_detail_is_possible(turn, &saved->detail.play[i].play);
    }
    return is_good;
}
