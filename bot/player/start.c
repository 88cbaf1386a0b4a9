/* How a match starts: joined, resumed or shown by a board, and whether it is the one
 * that was agreed on. */
#include <stdio.h>
#include <string.h>

#include "bot/player/invitations_internal.h"
#include "bot/player/match_internal.h"
#include "bot/player/say_internal.h"
#include "bot/player/start_internal.h"

/* Some servers start a match with nothing but a board. */
void player_adopt_match(struct player *p, const struct fibs_board *board)
{
    player_log(p, LOG_INFO, "the server shows a match with %s: continuing it",
               board->player[1]);
    int agreed = player_agreed_with(p, board->player[1], p->state == PLAYER_JOINING);
    player_begin_match(p, board->player[1], agreed, agreed <= 0);
}

/* Checks the first board of a match. */
bool player_check_first_board(struct player *p, const struct board_view *view)
{
    struct match *match = &p->match;
    bool is_as_agreed = match->agreed <= 0 || match->agreed == view->match_length;
    if (!is_as_agreed) {
        player_log(p, LOG_WARNING,
                   "the board shows a match of length %d, we agreed on %d: leaving",
                   view->match_length, match->agreed);
        player_kibitz(p, "This is not the match I accepted, sorry.");
        player_leave_match(p, "this is not the match that we agreed on");
        return false;
    }
    bool is_remembered = match->length == view->match_length &&
                         match->my_score == view->ms.my_score &&
                         match->their_score == view->ms.their_score;
    if (match->is_resumed && !is_remembered) {
        match->memory.crawford = CRAWFORD_UNKNOWN;
    }
    match->length = view->match_length;
    match->is_checked = true;
    return true;
}

/* The user replaced his offer after we had checked it and before we joined. */
static void leave_swapped_match(struct player *p, int wanted, int got)
{
    char accepted[40], found[40], text[120];
    player_length_text(wanted, accepted, sizeof accepted);
    player_length_text(got, found, sizeof found);
    player_log(p, LOG_WARNING, "%s started %s, we agreed on %s: leaving",
               p->match.opponent, found, accepted);
    (void)snprintf(text, sizeof text, "I accepted %s, sorry.", accepted);
    player_kibitz(p, text);
    if (p->blocked.count < CONFIG_NAMES_MAX) {
        memcpy(p->blocked.names[p->blocked.count++], p->match.opponent, FIBS_NAME_MAX);
    }
    player_leave_match(p, "this is not the match that we agreed on");
}

/* Whom we had neither invited nor joined: the server took the beginning of a name for
 * his, or he took up an old invitation of ours. */
static void leave_stranger(struct player *p)
{
    player_kibitz(p, "Sorry, I did not mean to start this match.");
    player_leave_match(p, "the rules do not allow this match");
}

void player_on_match_joined(struct player *p, const struct fibs_message *m)
{
    bool we_joined =
        m->id == FIBS_MSG_NOW_PLAYING_N || m->id == FIBS_MSG_NOW_PLAYING_UNLIMITED;
    bool is_bounded = m->id == FIBS_MSG_NOW_PLAYING_N || m->id == FIBS_MSG_JOINED_YOU_N;
    int length = is_bounded && m->numbers[0] > 0 && m->numbers[0] <= MATCH_LENGTH_MAX
                     ? (int)m->numbers[0]
                     : FIBS_UNLIMITED;
    char name[FIBS_NAME_MAX];
    (void)fibs_slice_copy(m->names[0], name, sizeof name);
    int agreed = player_agreed_with(p, name, we_joined);
    bool may_play =
        agreed != LENGTH_ANY || player_is_welcome(p, name, length, !we_joined);
    player_begin_match(p, name, length, false);
    if (!may_play) {
        leave_stranger(p);
    } else if (agreed != LENGTH_ANY && agreed != length) {
        leave_swapped_match(p, agreed, length);
    }
}

void player_on_match_resumed(struct player *p, const struct fibs_message *m)
{
    char name[FIBS_NAME_MAX];
    (void)fibs_slice_copy(m->names[0], name, sizeof name);
    player_begin_match(p, name, LENGTH_RESUME, true);
}

void player_on_resume_length(struct player *p, const struct fibs_message *m)
{
    if (m->id == FIBS_MSG_RESUME_UNLIMITED) {
        p->match.length = FIBS_UNLIMITED;
    } else if (m->numbers[0] > 0 && m->numbers[0] <= MATCH_LENGTH_MAX) {
        p->match.length = (int)m->numbers[0];
    }
}

void player_on_resume_points(struct player *p, const struct fibs_message *m)
{
    int *score = fibs_slice_is(m->names[0], p->name) ? &p->match.my_score
                                                     : &p->match.their_score;
    *score = (int)m->numbers[0];
    player_wait(p, DANCE_MS); /* often neither board nor prompt follow */
}
