/* How a match and its games start, anew or from where they were saved. */
#include "server/match_start.h"

#include <stdio.h>

#include "server/accounts.h"
#include "server/board_text.h"
#include "server/dice.h"
#include "server/text.h"
#include "server/turn.h"

static void report_start(struct fibsd *server, const struct match *match,
                         bool is_resumed)
{
    char length[LENGTH_TEXT_SIZE];
    char line[300];
    (void)snprintf(line, sizeof line, "%s and %s %s %s match.", match->player[1]->name,
                   match->player[0]->name,
                   is_resumed                   ? "are resuming their"
                   : match->length == UNLIMITED ? "start an"
                                                : "start a",
                   text_length(match->length, is_resumed ? '-' : ' ', length));
    accounts_report(server, match, line);
}

static void tell_resume_block(const struct user *user, const struct match *match)
{
    const char *turn =
        match->player[match->phase == PHASE_DOUBLED ? match->asked : match->turn]->name;
    const char *of = server_is_clone(user) ? "user " : "";
    text_tell(user, "turn: %s%s", turn, server_is_clone(user) ? "" : ".");
    if (match->length == UNLIMITED) {
        text_tell(user, "unlimited matchlength");
    } else {
        text_tell(user, "match length: %d", match->length);
    }
    for (int seat = 0; seat < 2; seat++) {
        text_tell(user, "points for %s%s: %d", of, match->player[seat]->name,
                  match->score[seat]);
    }
}

/* The toggles double and greedy are reset with each game and each resumed match. */
static void reset_game_toggles(const struct match *match)
{
    for (int seat = 0; seat < 2; seat++) {
        match->player[seat]->toggle[TOGGLE_DOUBLE] = true;
        match->player[seat]->toggle[TOGGLE_GREEDY] = false;
    }
}

/* The Crawford game is the first one in which exactly one side is a point away. */
static void set_crawford(struct match *match)
{
    bool is_match = match->length > 1;
    int away_a = match->length - match->score[0];
    int away_b = match->length - match->score[1];
    match->is_post_crawford =
        match->is_post_crawford || (is_match && match->is_crawford);
    match->is_crawford = is_match && match->has_crawford && !match->is_post_crawford &&
                         (away_a == 1) != (away_b == 1);
}

void match_start_game(struct fibsd *server, struct match *match)
{
    set_crawford(match);
    reset_game_toggles(match);
    int drawn = dice_random_below(server, 2) == 0 ? REFERENCE_O : REFERENCE_X;
    int fixed = server->config.inviter_colour;
    match->colour[0] = fixed != 0 ? fixed : drawn;
    match->colour[1] = -match->colour[0];
    match->has_joined[0] = match->has_joined[1] = false;
    match->cube = 1;
    match->cube_owner = -1;
    match->resigner = -1;
    match->row_count = 0;
    reference_start(&match->board);
    for (int seat = 0; seat < 2; seat++) {
        match->player[seat]->can_move = 0;
        text_tell(match->player[seat], "Starting a new game with %s.",
                  match->player[1 - seat]->name);
    }
    text_tell_watchers(server, match, "Starting a new game with %s.",
                       match->player[1]->name);
    turn_roll_opening(server, match);
}

static void resume_match(struct fibsd *server, struct match *match)
{
    reset_game_toggles(match);
    for (int seat = 0; seat < 2; seat++) {
        tell_resume_block(match->player[seat], match);
    }
    if (match->phase == PHASE_TO_MOVE) {
        match->player[match->turn]->can_move = turn_dice_to_play(server, match);
    }
    if (match->phase == PHASE_BETWEEN) {
        match_start_game(server, match);
    } else if (server->config.faults.has_board_on_resume) {
        board_send(match->player[0], match);
        board_send(match->player[1], match);
    }
}

void match_start(struct fibsd *server, struct match *match, bool is_resumed)
{
    match->is_active = true;
    for (int seat = 0; seat < 2; seat++) {
        struct user *user = match->player[seat];
        user->match = match;
        user->invited = NULL;
        user->can_move = 0;
    }
    accounts_push_who(match->player[1], match->player[0]);
    report_start(server, match, is_resumed);
    if (is_resumed) {
        resume_match(server, match);
    } else {
        match_start_game(server, match);
    }
}
