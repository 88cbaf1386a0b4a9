#include "server/board_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/text.h"

enum { BOARD_LINE_SIZE = 512 };

enum { UNLIMITED_FIELD = 9999 };

static int turn_field(const struct match *match)
{
    switch (match->phase) {
    case PHASE_BETWEEN:
        return 0;
    case PHASE_DOUBLED:
        return match->colour[match->asked];
    default:
        return match->colour[match->turn];
    }
}

static bool shows_may_double(const struct match *match, int seat)
{
    return match->phase != PHASE_DOUBLED &&
           (match->cube_owner == -1 || match->cube_owner == seat);
}

static int die_of(const struct match *match, int seat, int index)
{
    return match->phase == PHASE_TO_MOVE && match->turn == seat ? match->dice[index]
                                                                : 0;
}

static size_t put_fields(char *line, size_t length, const int *fields, int count)
{
    for (int i = 0; i < count; i++) {
        int written =
            snprintf(line + length, BOARD_LINE_SIZE - length, ":%d", fields[i]);
        length += (size_t)written;
    }
    return length;
}

/* Writes the match as `seat` sees it: he is player 1, called `name` ("You" or his name).
 * `is_asked_shown`: field 40 tells that he has been doubled. */
static void write_board_line(const struct match *match, int seat, const char *name,
                             bool is_asked_shown, char line[BOARD_LINE_SIZE])
{
    int other = 1 - seat;
    int colour = match->colour[seat];
    const struct reference_board *board = &match->board;
    int points[26];
    for (int p = 0; p < 26; p++) {
        points[p] = board->point[p];
    }
    const int head[] = {match->length == UNLIMITED ? UNLIMITED_FIELD : match->length,
                        match->score[seat], match->score[other]};
    const int tail[] = {
        turn_field(match),
        die_of(match, seat, 0),
        die_of(match, seat, 1),
        die_of(match, other, 0),
        die_of(match, other, 1),
        match->cube,
        shows_may_double(match, seat),
        shows_may_double(match, other),
        is_asked_shown && match->phase == PHASE_DOUBLED && match->asked == seat,
        colour,
        -colour, /* direction: X moves 1 -> 24, O 24 -> 1 */
        reference_home(colour),
        reference_bar(colour),
        reference_off(board, colour),
        reference_off(board, -colour),
        reference_on_bar(board, colour),
        reference_on_bar(board, -colour),
        match->player[seat]->can_move,
        0,
        match->is_post_crawford,
        match->redoubles,
    };
    size_t length = (size_t)snprintf(line, BOARD_LINE_SIZE, "board:%s:%s", name,
                                     match->player[other]->name);
    length = put_fields(line, length, head, 3);
    length = put_fields(line, length, points, 26);
    (void)put_fields(line, length, tail, sizeof tail / sizeof tail[0]);
}

static void send_drawing(const struct user *viewer, const struct match *match, int seat,
                         const char *name)
{
    struct text drawing = {0};
    board_drawing(match, seat, name, viewer->variable[VARIABLE_BOARDSTYLE], &drawing);
    for (size_t start = 0; start < drawing.size;) {
        const char *line = drawing.bytes + start;
        const char *end = memchr(line, '\n', drawing.size - start);
        size_t length = end == NULL ? drawing.size - start : (size_t)(end - line);
        text_tell(viewer, "%.*s", (int)length, line);
        start += length + 1;
    }
    free(drawing.bytes);
}

void board_send_of(const struct user *viewer, const struct match *match, int seat,
                   const char *name)
{
    if (viewer->connection == NULL) {
        return;
    }
    if (viewer->variable[VARIABLE_BOARDSTYLE] != 3) {
        send_drawing(viewer, match, seat, name);
        return;
    }
    char line[BOARD_LINE_SIZE];
    bool is_asked_shown = !server_of(viewer)->config.faults.never_was_doubled;
    write_board_line(match, seat, name, is_asked_shown, line);
    text_tell_open(viewer, "%s", line);
    text_end_line(viewer, true);
}

static void tell_hooks(const struct user *player)
{
    if (player->connection != NULL) {
        const struct fibsd_hooks *hooks = &server_of(player)->config.hooks;
        if (hooks->after_board != NULL) {
            hooks->after_board(hooks->context, player);
        }
    }
}

void board_send(const struct user *viewer, const struct match *match)
{
    if (viewer->match == match) {
        board_send_of(viewer, match, seat_of(match, viewer), "You");
        tell_hooks(viewer);
    } else if (viewer->watching != NULL) {
        board_send_of(viewer, match, seat_of(match, viewer->watching),
                      viewer->watching->name);
    }
}

void board_send_to_watchers(struct fibsd *server, const struct match *match,
                            enum toggle toggle)
{
    for (int i = 0; i < server->user_count; i++) {
        const struct user *user = server->users[i];
        if (is_watching(user, match) && user->toggle[toggle]) {
            board_send(user, match);
        }
    }
}
