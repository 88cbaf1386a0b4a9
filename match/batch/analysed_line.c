#include "match/batch/analysed_line.h"

#include "arena/job/line_file.h"

void analysed_line_write(const struct match_analysed_turn *turn, FILE *file)
{
    fprintf(file, "%d %d %.17g %.17g %d %.17g %d ", turn->is_analysed, turn->is_choice,
            turn->loss, turn->luck, turn->is_cube_choice, turn->cube_loss,
            turn->best.count);
    for (int i = 0; i < turn->best.count; i++) {
        fprintf(file, "%d %d ", turn->best.moves[i].from, turn->best.moves[i].to);
    }
    if (turn->best_answer != RECORD_CELL_PLAY) {
        fprintf(file, "%d ", turn->best_answer);
    }
    fputc('\n', file);
    (void)fflush(file);
}

static bool read_moves(const char **at, struct play *play)
{
    int64_t count, from, to;
    if (!line_file_integer(at, MAX_CHECKER_MOVES, &count)) {
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
    if (*line != '\0' && !line_file_integer(&line, RECORD_CELL_BEAVER, &best_answer)) {
        return false;
    }
    turn->best_answer = (enum record_cell_type)best_answer;
    turn->is_analysed = is_analysed != 0;
    turn->is_choice = is_choice != 0;
    turn->is_cube_choice = is_cube_choice != 0;
    return *line == '\0';
}
