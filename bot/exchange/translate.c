#include "bot/exchange/translate.h"

#include <stdlib.h>
#include <string.h>

#include "engine/board/decision_context.h"

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

/* Who had the cube before the double that is pending. Without a memory of it: whoever
 * doubled at a turned cube must own it. */
static enum cube_owner owner_before_double(const struct board_view *view,
                                           const struct match_memory *memory)
{
    if (view->ms.cube <= 1) {
        return CUBE_CENTRED;
    }
    if (memory != NULL) {
        return memory->owner;
    }
    return view->turn == TURN_MINE ? CUBE_THEIRS : CUBE_MINE;
}

static enum cube_owner cube_owner_of(const struct fibs_board *board,
                                     const struct board_view *view,
                                     const struct match_memory *memory)
{
    if (view->is_double_pending) {
        return owner_before_double(view, memory);
    }
    if (board->cube <= 1 || board->may_double[0] == board->may_double[1]) {
        return CUBE_CENTRED;
    }
    return board->may_double[0] ? CUBE_MINE : CUBE_THEIRS;
}

static bool is_crawford_game(const struct fibs_board *board,
                             const struct match_state *ms,
                             const struct match_memory *memory)
{
    if (ms->length < 2 ||
        (match_state_my_away(ms) == 1) == (match_state_their_away(ms) == 1)) {
        return false;
    }
    switch (memory != NULL ? memory->crawford : CRAWFORD_UNKNOWN) {
    case CRAWFORD_AHEAD:
    case CRAWFORD_NOW:
        return true;
    case CRAWFORD_OVER:
        return false;
    case CRAWFORD_UNKNOWN:
        break;
    }
    return board->did_crawford == 0;
}

static void read_match_state(const struct fibs_board *board,
                             const struct match_memory *memory, struct board_view *view)
{
    bool is_bounded = board->match_length <= MATCH_LENGTH_MAX;
    view->match_length = is_bounded ? board->match_length : FIBS_UNLIMITED;
    view->ms = match_state_money();
    view->ms.length = is_bounded ? board->match_length : 0;
    view->ms.my_score = board->score[0];
    view->ms.their_score = board->score[1];
    view->ms.cube = board->cube;
    view->is_double_pending = !board->may_double[0] && !board->may_double[1] &&
                              view->turn != TURN_NOBODY && view->roll.high == 0;
    view->ms.owner = cube_owner_of(board, view, memory);
    view->ms.is_crawford = is_crawford_game(board, &view->ms, memory);
}

bool translate_board(const struct fibs_board *board, const struct match_memory *memory,
                     struct board_view *view, struct error *err)
{
    place_checkers(board, &view->pos);
    view->turn = whose_turn(board);
    view->roll = dice_of(board, view->turn);
    read_match_state(board, memory, view);
    const char *fault = NULL;
    if (view->turn != TURN_NOBODY) {
        fault = position_fault(&view->pos);
        if (fault == NULL) {
            fault = match_state_fault(&view->ms);
        }
    }
    if (fault != NULL) {
        return error_set(err, "the board line is not a position of a game: %s", fault);
    }
    return true;
}

bool translate_decision_context(const struct fibs_board *board,
                                struct decision_context *at, struct error *err)
{
    struct board_view view;
    if (!translate_board(board, NULL, &view, err)) {
        return false;
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

int translate_play(const struct fibs_board *board, const struct play *play,
                   struct fibs_hop hops[MAX_CHECKER_MOVES])
{
    for (int i = 0; i < play->count; i++) {
        int from = play->moves[i].from, to = play->moves[i].to;
        hops[i].from =
            from == POINT_BAR ? FIBS_BAR : turn_round(from, board->direction);
        hops[i].to = to == POINT_OFF ? FIBS_OFF : turn_round(to, board->direction);
    }
    return play->count;
}

/* Reads one end of a hop: "bar", "off", "home" or a point; -1 when it is none. */
static int read_point(const char **at, const char *end, int direction)
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
    return point >= 1 && point <= POINTS ? turn_round(point, direction) : -1;
}

bool translate_moves(struct fibs_slice moves, int direction, struct play *play)
{
    const char *at = moves.text, *end = moves.text + moves.length;
    *play = (struct play){.count = 0};
    while (at < end) {
        if (*at == ' ' || *at == '.') {
            at++;
            continue;
        }
        int from = read_point(&at, end, direction);
        if (from <= POINT_OFF || at == end || *at++ != '-') {
            return false;
        }
        int to = read_point(&at, end, direction);
        if (to < 0 || to == POINT_BAR || play->count == MAX_CHECKER_MOVES) {
            return false;
        }
        play->moves[play->count++] =
            (struct checker_move){.from = (uint8_t)from, .to = (uint8_t)to};
    }
    return true;
}
