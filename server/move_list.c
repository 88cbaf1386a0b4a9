#include "server/fibsd_core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { ROWS_FIRST = 16 };

static void hop_text(struct reference_hop hop, int colour, const char *home, char *text,
                     size_t size)
{
    char from[8];
    char to[8];
    FORMAT_TEXT(from, "%d", hop.from);
    FORMAT_TEXT(to, "%d", hop.to);
    (void)snprintf(text, size, "%s-%s",
                   hop.from == reference_bar(colour) ? "bar" : from,
                   hop.to == reference_home(colour) ? home : to);
}

void move_list_hops_text(const struct reference_hop *hops, int count, int colour,
                         const char *home, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        char hop[24];
        hop_text(hops[i], colour, home, hop, sizeof hop);
        text_add(text, size, "%s%s", i > 0 ? " " : "", hop);
    }
}

static bool has_room(struct fibsd_match *match)
{
    if (match->row_count < match->row_room) {
        return true;
    }
    int room = match->row_room == 0 ? ROWS_FIRST : 2 * match->row_room;
    struct fibsd_move_row *rows =
        room > FIBSD_MOVE_ROWS ? NULL
                               : realloc(match->rows, (size_t)room * sizeof *rows);
    if (rows != NULL) {
        match->rows = rows;
        match->row_room = room;
    }
    return rows != NULL;
}

struct fibsd_move_row *move_list_new_row(struct fibsd_match *match)
{
    if (has_room(match)) {
        match->row_count++;
    }
    return match->row_count == 0 ? NULL : &match->rows[match->row_count - 1];
}

static struct fibsd_move_row *next_row(struct fibsd_match *match, int seat,
                                       enum fibsd_row_kind kind)
{
    struct fibsd_move_row *row = move_list_new_row(match);
    if (row != NULL) {
        *row = (struct fibsd_move_row){.kind = kind, .colour = match->colour[seat]};
    }
    return row;
}

void move_list_add_move(struct fibsd_match *match, const struct reference_play *play)
{
    struct fibsd_move_row *row = next_row(match, match->turn, FIBSD_ROW_MOVE);
    if (row != NULL) {
        row->dice[0] = match->dice[0];
        row->dice[1] = match->dice[1];
        row->count = play->count;
        memcpy(row->hops, play->hops, sizeof row->hops);
    }
}

void move_list_add_action(struct fibsd_match *match, enum fibsd_row_kind kind, int seat)
{
    (void)next_row(match, seat, kind);
}

static void send_row(const struct fibsd_user *user, const struct fibsd_move_row *row)
{
    static const char *const actions[] = {
        [FIBSD_ROW_MOVE] = "",
        [FIBSD_ROW_DOUBLES] = "doubles",
        [FIBSD_ROW_ACCEPTS] = "accepts",
        [FIBSD_ROW_REJECTS] = "rejects",
        [FIBSD_ROW_RESIGNS] = "wants to resign",
        [FIBSD_ROW_WINS] = "wins",
    };
    char letter = row->colour == REFERENCE_O ? 'O' : 'X';
    char text[80];
    if (row->kind != FIBSD_ROW_MOVE) {
        text_tell(user, "%c: %s", letter, actions[row->kind]);
        return;
    }
    move_list_hops_text(row->hops, row->count, row->colour, "off", text, sizeof text);
    text_tell(user, "%c: (%d %d) %s", letter, row->dice[0], row->dice[1],
              row->count > 0 ? text : "can't move");
}

void move_list_send(const struct fibsd_user *user, const struct fibsd_match *match)
{
    int seat = seat_of(match, user);
    int x = match->colour[0] == REFERENCE_X ? 0 : 1;
    char length[FIBSD_LENGTH_SIZE];
    text_tell(user, "Score is %d-%d in %s %s match.", match->score[seat],
              match->score[1 - seat], text_length_article(match->length),
              text_length(match->length, ' ', length));
    text_tell(user, "%s is X - %s is O", match->player[x]->name,
              match->player[1 - x]->name);
    for (int i = 0; i < match->row_count; i++) {
        send_row(user, &match->rows[i]);
    }
}
