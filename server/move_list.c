#include "server/move_list.h"

#include <stdio.h>
#include <string.h>

#include "server/text.h"

static void hop_text(struct reference_hop hop, int colour, const char *home, char *text,
                     size_t size)
{
    char from[8];
    char to[8];
    (void)snprintf(from, sizeof from, "%d", hop.from);
    (void)snprintf(to, sizeof to, "%d", hop.to);
    (void)snprintf(text, size, "%s-%s",
                   hop.from == reference_bar(colour) ? "bar" : from,
                   hop.to == reference_home(colour) ? home : to);
}

void move_list_hops_text(const struct reference_hop *hops, int count, int colour,
                         const char *home, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        char hop[24];
        hop_text(hops[i], colour, home, hop, sizeof hop);
        int written =
            snprintf(text + length, size - length, "%s%s", i > 0 ? " " : "", hop);
        length += (size_t)written;
        if (length >= size) {
            return;
        }
    }
}

/* Returns a new row. A game longer than the list overwrites the last row. */
static struct move_row *next_row(struct match *match, int seat, enum row_kind kind)
{
    int index = match->row_count;
    if (index >= MOVE_ROWS) {
        index = MOVE_ROWS - 1;
    } else {
        match->row_count++;
    }
    struct move_row *row = &match->rows[index];
    *row = (struct move_row){.kind = kind, .colour = match->colour[seat]};
    return row;
}

void move_list_add_move(struct match *match, const struct reference_play *play)
{
    struct move_row *row = next_row(match, match->turn, ROW_MOVE);
    row->dice[0] = match->dice[0];
    row->dice[1] = match->dice[1];
    row->count = play->count;
    memcpy(row->hops, play->hops, sizeof row->hops);
}

void move_list_add_action(struct match *match, enum row_kind kind, int seat)
{
    (void)next_row(match, seat, kind);
}

static void send_row(const struct user *user, const struct move_row *row)
{
    static const char *const actions[] = {
        [ROW_MOVE] = "",
        [ROW_DOUBLES] = "doubles",
        [ROW_ACCEPTS] = "accepts",
        [ROW_REJECTS] = "rejects",
        [ROW_RESIGNS] = "wants to resign",
        [ROW_WINS] = "wins",
    };
    char letter = row->colour == REFERENCE_O ? 'O' : 'X';
    char text[80];
    if (row->kind != ROW_MOVE) {
        text_tell(user, "%c: %s", letter, actions[row->kind]);
        return;
    }
    move_list_hops_text(row->hops, row->count, row->colour, "off", text, sizeof text);
    text_tell(user, "%c: (%d %d) %s", letter, row->dice[0], row->dice[1],
              row->count > 0 ? text : "can't move");
}

void move_list_send(const struct user *user, const struct match *match)
{
    int seat = seat_of(match, user);
    int x = match->colour[0] == REFERENCE_X ? 0 : 1;
    char length[LENGTH_TEXT_SIZE];
    text_tell(user, "Score is %d-%d in %s %s match.", match->score[seat],
              match->score[1 - seat], text_length_article(match->length),
              text_length(match->length, ' ', length));
    text_tell(user, "%s is X - %s is O", match->player[x]->name,
              match->player[1 - x]->name);
    for (int i = 0; i < match->row_count; i++) {
        send_row(user, &match->rows[i]);
    }
}
