#include "tests/fibsd/chancer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned chance(struct chancer *chancer, unsigned bound)
{
    chancer->random = chancer->random * 1103515245U + 12345U;
    return (chancer->random >> 16) % bound;
}

struct seen_board {
    long number[53];
    struct reference_board board;
};

static bool read_board(const char *line, struct seen_board *seen)
{
    char copy[600];
    (void)snprintf(copy, sizeof copy, "%.599s", line);
    char *rest = copy;
    int count = 0;
    for (const char *field; (field = strsep(&rest, ":")) != NULL && count < 53;) {
        seen->number[count++] = atol(field);
    }
    if (count != 53) {
        return false;
    }
    for (int p = 0; p < 26; p++) {
        seen->board.point[p] = (signed char)seen->number[6 + p];
    }
    bool is_o = seen->number[41] == REFERENCE_O;
    seen->board.off_o = (signed char)seen->number[is_o ? 45 : 46];
    seen->board.off_x = (signed char)seen->number[is_o ? 46 : 45];
    return reference_fault(&seen->board) == NULL;
}

static void send_any_move(struct chancer *chancer, const struct seen_board *seen)
{
    int colour = (int)seen->number[41];
    const struct reference_plays *plays =
        reference_plays(chancer->generator, &seen->board, colour, (int)seen->number[33],
                        (int)seen->number[34]);
    const struct reference_play *play =
        &plays->plays[chance(chancer, (unsigned)plays->count)];
    char command[100] = "move";
    for (int i = 0; i < play->count; i++) {
        char hop[24];
        bool is_bar = play->hops[i].from == reference_bar(colour);
        bool is_off = play->hops[i].to == reference_home(colour);
        char from[8];
        char to[8];
        (void)snprintf(from, sizeof from, "%d", play->hops[i].from);
        (void)snprintf(to, sizeof to, "%d", play->hops[i].to);
        (void)snprintf(hop, sizeof hop, " %s-%s", is_bar ? "bar" : from,
                       is_off ? "off" : to);
        strcat(command, hop);
    }
    visitor_send(&chancer->visitor, command);
}

static void note_error(struct chancer *chancer, const char *line)
{
    if (chancer->error[0] == '\0') {
        (void)snprintf(chancer->error, sizeof chancer->error, "%.199s", line);
    }
}

static void act_on_board(struct chancer *chancer, const char *line)
{
    struct seen_board seen;
    if (!read_board(line, &seen)) {
        note_error(chancer, line);
        return;
    }
    bool is_asked = chancer->is_board_asked;
    chancer->is_board_asked = false;
    if (seen.number[32] != seen.number[41]) {
        return;
    }
    if (seen.number[33] > 0 && seen.number[49] > 0) {
        send_any_move(chancer, &seen);
    } else if (is_asked && seen.number[33] == 0) { /* no prompt will come */
        bool is_doubled = seen.number[38] == 0 && seen.number[39] == 0;
        visitor_send(&chancer->visitor, is_doubled ? "accept" : "roll");
    }
}

/* A command can cross the line that the match was saved: "not playing" is no error. */
static bool is_error(const char *line)
{
    static const char *const harmless[] = {
        "** You invited",         "** Player",
        "** You are now playing", "** Please wait for",
        "** You're not playing",  "** Error: Join who?",
    };
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
        if (strncmp(line, harmless[i], strlen(harmless[i])) == 0) {
            return false;
        }
    }
    return strncmp(line, "** ", 3) == 0;
}

static void note_end(struct chancer *chancer, const char *line)
{
    bool is_own = strncmp(line, "You win the ", 12) == 0;
    if (strstr(line, "point match") != NULL && (is_own || strstr(line, " wins the "))) {
        chancer->matches_won += is_own;
        chancer->matches_lost += !is_own;
        chancer->is_over = true;
        chancer->is_playing = false;
    } else if (strstr(line, "The game was saved.") != NULL) {
        chancer->is_playing = false;
    } else if (strstr(line, "has joined you") != NULL ||
               strstr(line, "ou are now playing") != NULL) {
        chancer->is_playing = true;
    } else if (is_error(line)) {
        note_error(chancer, line);
    }
}

static void act(struct chancer *chancer, const char *line)
{
    struct visitor *visitor = &chancer->visitor;
    if (strncmp(line, "board:", 6) == 0) {
        act_on_board(chancer, line);
    } else if (strcmp(line, "It's your turn. Please roll or double") == 0) {
        unsigned choice = chance(chancer, 100);
        visitor_send(visitor, choice < 8    ? "double"
                              : choice < 10 ? "resign n"
                                            : "roll");
    } else if (strstr(line, "Type 'accept'") != NULL) {
        visitor_send(visitor, chance(chancer, 3) == 0 ? "reject" : "accept");
    } else if (strstr(line, "rejects. The game continues.") != NULL) {
        visitor_send(visitor, "roll");
    } else if (strncmp(line, "turn: ", 6) == 0) { /* resumed */
        chancer->wants_board = true;
        chancer->is_board_asked = false;
    } else if (strncmp(line, "Starting a new game", 19) == 0) {
        chancer->wants_board = false;
        chancer->is_board_asked = false;
    } else if (strncmp(line, "Type 'join' if", 14) == 0) {
        chancer->games++;
        visitor_send(visitor, "join");
    } else {
        note_end(chancer, line);
    }
}

bool chancer_act(struct chancer *chancer)
{
    char line[1024];
    const char *news = visitor_news(&chancer->visitor);
    if (news == NULL && chancer->wants_board) {
        chancer->wants_board = false;
        chancer->is_board_asked = true;
        visitor_send(&chancer->visitor, "board");
        return true;
    }
    if (news == NULL) {
        return false;
    }
    (void)snprintf(line, sizeof line, "%s", news);
    act(chancer, line);
    return true;
}

bool chancer_login(struct chancer *chancer, struct fibsd *core, const char *name,
                   const char *password)
{
    if (!visitor_login(&chancer->visitor, core, name, password)) {
        return false;
    }
    chancer->is_playing = false;
    chancer->is_board_asked = false;
    chancer->wants_board = false;
    visitor_send(&chancer->visitor, "set boardstyle 3");
    return true;
}
