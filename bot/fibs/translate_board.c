#include "bot/fibs/translate.h"

#include <stdlib.h>
#include <string.h>

#include "engine/board/decision_context.h"
#include "engine/board/points.h"
#include "engine/board/position.h"

enum { POINTS = 24 };

/* Converts an absolute point to the mover's own number, and back. */
static int turn_round(int point, int direction)
{
    return direction < 0 ? point : POINTS + 1 - point;
}

struct roll translate_roll(int a, int b)
{
    if (a < 1 || b < 1 || a > 6 || b > 6) {
        return (struct roll){0, 0};
    }
    return roll_of_dice(a, b);
}

static void place_checkers(const struct fibs_board *board, struct position *pos)
{
    memset(pos, 0, sizeof *pos);
    for (int point = 1; point <= POINTS; point++) {
        int own = turn_round(point, board->direction);
        int count = board->points[point];
        if (count * board->colour > 0) {
            pos->mine.at[own] = (uint8_t)abs(count);
        } else if (count != 0) {
            pos->theirs.at[POINTS + 1 - own] = (uint8_t)abs(count);
        }
    }
    pos->mine.at[POINT_BAR] = (uint8_t)board->on_bar[0];
    pos->theirs.at[POINT_BAR] = (uint8_t)board->on_bar[1];
    pos->mine.at[POINT_OFF] = (uint8_t)board->off[0];
    pos->theirs.at[POINT_OFF] = (uint8_t)board->off[1];
}

static enum turn whose_turn(const struct fibs_board *board)
{
    if (board->turn == FIBS_NOBODY) {
        return TURN_NOBODY;
    }
    return board->turn == board->colour ? TURN_MINE : TURN_THEIRS;
}

static struct roll dice_of(const struct fibs_board *board, enum turn turn)
{
    const int *dice = board->dice[turn == TURN_MINE ? 0 : 1];
    if (turn == TURN_NOBODY) {
        return (struct roll){0, 0};
    }
    return translate_roll(dice[0], dice[1]);
}

static enum cube_owner owner_as_told(const struct fibs_board *board)
{
    if (board->cube <= 1 || board->may_double[0] == board->may_double[1]) {
        return CUBE_CENTRED;
    }
    return board->may_double[0] ? CUBE_MINE : CUBE_THEIRS;
}

/* While a double is pending most servers say that nobody may double; others tell it to who
 * must answer, by field 40. */
static bool is_double_pending(const struct fibs_board *board,
                              const struct board_view *view)
{
    bool is_told = view->turn == TURN_MINE && board->was_doubled;
    return (is_told || (!board->may_double[0] && !board->may_double[1])) &&
           view->turn != TURN_NOBODY && view->roll.high == 0;
}

/* While a double is pending the line does not tell the owner: whoever doubled at a turned
 * cube must own it. */
static void guess_owner(const struct fibs_board *board, struct game_board *read)
{
    struct board_view *view = &read->view;
    read->is_owner_told = !view->is_double_pending || view->ms.cube <= 1;
    view->ms.owner = read->is_owner_told       ? owner_as_told(board)
                     : view->turn == TURN_MINE ? CUBE_THEIRS
                                               : CUBE_MINE;
}

static void read_match_state(const struct fibs_board *board, struct game_board *read)
{
    struct board_view *view = &read->view;
    bool is_bounded = board->match_length <= MATCH_LENGTH_MAX;
    view->match_length = is_bounded ? board->match_length : POINTS_UNLIMITED;
    view->ms = match_state_money();
    view->ms.length = is_bounded ? board->match_length : 0;
    view->ms.my_score = board->score[0];
    view->ms.their_score = board->score[1];
    view->ms.cube = board->cube;
    view->is_double_pending = is_double_pending(board, view);
    guess_owner(board, read);
    view->ms.is_crawford =
        board->did_crawford == 0 && match_state_has_one_away(&view->ms);
}

void translate_board(const struct fibs_board *board, struct game_board *read)
{
    struct board_view *view = &read->view;
    place_checkers(board, &view->pos);
    view->turn = whose_turn(board);
    view->roll = dice_of(board, view->turn);
    read_match_state(board, read);
    read->they_move_upwards = board->direction < 0;
    game_board_judge(read);
}

bool translate_decision_context(const struct fibs_board *board,
                                struct decision_context *at, struct error *err)
{
    struct game_board read;
    translate_board(board, &read);
    const struct board_view view = read.view;
    if (read.fault != NULL) {
        return error_set(err, "the board line is not a position of a game: %s",
                         read.fault);
    }
    if (view.turn == TURN_NOBODY) {
        return error_set(err, "the board line shows a game that is over: field 32, the "
                              "turn, is 0");
    }
    bool is_mine = view.turn == TURN_MINE;
    *at = (struct decision_context){
        .pos = is_mine ? view.pos : position_swap(&view.pos),
        .ms = is_mine ? view.ms : match_state_swap(&view.ms),
        .roll = view.roll,
        .is_doubled = view.is_double_pending,
    };
    return true;
}

int translate_play(const struct play *play, int direction,
                   struct fibs_hop hops[CHECKER_MOVES_MAX])
{
    for (int i = 0; i < play->count; i++) {
        int from = play->moves[i].from, to = play->moves[i].to;
        hops[i].from = from == POINT_BAR ? FIBS_BAR : turn_round(from, direction);
        hops[i].to = to == POINT_OFF ? FIBS_OFF : turn_round(to, direction);
    }
    return play->count;
}

/* Reads one end of a hop: "bar", "off", "home" or an absolute point; -1 when it is none. */
static int read_point(const char **at, const char *end)
{
    static const struct {
        const char *word;
        int point;
    } words[] = {{"bar", POINT_BAR}, {"off", POINT_OFF}, {"home", POINT_OFF}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].word);
        if ((size_t)(end - *at) >= length && memcmp(*at, words[i].word, length) == 0) {
            *at += length;
            return words[i].point;
        }
    }
    int point = 0;
    const char *start = *at;
    while (*at < end && **at >= '0' && **at <= '9' && *at - start < 2) {
        point = point * 10 + (**at - '0');
        (*at)++;
    }
    return point >= 1 && point <= POINTS ? point : -1;
}

bool translate_moves(struct fibs_slice moves, int *direction, struct play *play)
{
    const char *at = moves.text, *end = moves.text + moves.length;
    *play = (struct play){.count = 0};
    *direction = 0;
    while (at < end) {
        if (*at == ' ' || *at == '.') {
            at++;
            continue;
        }
        int from = read_point(&at, end);
        if (from <= POINT_OFF || at == end || *at++ != '-') {
            return false;
        }
        int to = read_point(&at, end);
        if (to < 0 || to == POINT_BAR || play->count == CHECKER_MOVES_MAX) {
            return false;
        }
        int way = play_hop_is_up(from, to) ? 1 : -1;
        if (*direction != 0 && way != *direction) {
            return false;
        }
        *direction = way;
        play->moves[play->count++] = (struct checker_move){
            .from = (uint8_t)(from == POINT_BAR ? from : turn_round(from, way)),
            .to = (uint8_t)(to == POINT_OFF ? to : turn_round(to, way))};
    }
    return true;
}
