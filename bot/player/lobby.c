/* Between matches: our settings, and who is logged in. */
#include <string.h>

#include "bot/player/events_internal.h"
#include "bot/player/invitations_internal.h"
#include "bot/player/invited_internal.h"
#include "bot/player/inviting_internal.h"
#include "bot/player/lobby_internal.h"
#include "bot/player/saved_internal.h"

enum { OWN_EXPERIENCE = 8 }; /* number of the line with our own settings */

/* ---- the lobby ------------------------------------------------------------------- */

void player_lobby_enter(struct player *p)
{
    player_forget(p);
    p->match.is_on = false;
    p->inviting.name[0] = '\0';
    p->lobby_since_ms = p->now_ms;
    player_set_ready(p, player_takes_matches(p));
    player_take_invitation(p);
}

void player_lobby_timeout(struct player *p)
{
    player_wait(p, LOBBY_POLL_MS);
    player_tell_saved(p);
    if (p->is_stopping || player_has_enough(p)) {
        if (!p->is_done) {
            struct player_output output = {.type = PLAYER_DONE};
            player_emit(p, &output);
            p->is_done = true;
            player_record_end(p, false);
        }
        return;
    }
    player_set_ready(p, player_takes_matches(p)); /* hours begin and end */
    if (player_takes_matches(p)) {
        player_find_match(p);
    }
}

/* ---- who is there ---------------------------------------------------------------- */

static void learn_standing(struct player *p, struct standing standing)
{
    bool is_new = !p->standing.is_known || p->standing.rating != standing.rating ||
                  p->standing.experience != standing.experience;
    p->standing = standing;
    if (is_new) {
        struct player_output output = {.type = PLAYER_STANDING, .standing = standing};
        player_emit(p, &output);
    }
}

void player_on_own_info(struct player *p, const struct fibs_message *m)
{
    if (m->number_count > OWN_EXPERIENCE && m->real_count > 0) {
        learn_standing(
            p, (struct standing){true, m->reals[0], (int)m->numbers[OWN_EXPERIENCE]});
    }
}

/* Our own who line shows whether we are playing: on some servers the only sign that a
 * match is lost. */
static void on_own_who(struct player *p, const struct fibs_message *m)
{
    learn_standing(p, roster_standing(m));
    bool is_free_now = fibs_slice_is(m->names[1], "-");
    if (is_free_now && player_is_playing(p) && p->state != PLAYER_STARTING &&
        p->state != PLAYER_LEAVING) {
        if (!player_awaits_opponent(p)) { /* no more commands but on a board */
            player_forget(p);
            player_enter(p, PLAYER_STARTING, "perhaps there is no match any more");
        }
        player_ask_board(p, "the who line shows us without an opponent");
    }
}

/* Drops our invitation to him and his to us. */
static void end_invitations(struct player *p, const char *name, const char *why)
{
    player_withdraw_invitation(p, name, why);
    if (p->state == PLAYER_INVITING && strcmp(name, p->inviting.name) == 0) {
        player_enter(p, PLAYER_LOBBY, why);
    }
}

/* Newer than what the list of saved matches said of him. */
static void note_saved_opponent(struct player *p, const char *name)
{
    struct saved_match *saved = player_find_saved(p, name);
    if (saved != NULL) {
        saved->is_ready = false;
    }
}

void player_on_who(struct player *p, const struct fibs_message *m)
{
    if (fibs_slice_is(m->names[0], p->name)) {
        on_own_who(p, m);
        return;
    }
    char name[FIBS_NAME_MAX];
    (void)fibs_slice_copy(m->names[0], name, sizeof name);
    roster_update(&p->roster, m, p->now_ms);
    note_saved_opponent(p, name);
    if (!fibs_slice_is(m->names[1], "-") && !fibs_slice_is(m->names[1], p->name)) {
        end_invitations(p, name, "he plays with somebody else");
    }
    player_inquire_who(p, name);
    bool is_wanted = player_find_saved(p, name) != NULL ||
                     strcmp(p->rematch.name, name) == 0 ||
                     config_name_list_has(&p->config->invite.names, name);
    if (p->state == PLAYER_LOBBY && is_wanted && player_is_free(p, name) &&
        p->deadline_ms > p->now_ms + LOBBY_MS) {
        player_wait(p, LOBBY_MS);
    }
}

void player_on_logout(struct player *p, const struct fibs_message *m)
{
    roster_remove(&p->roster, m->names[0]);
    if (p->match.is_on && fibs_slice_is(m->names[0], p->match.opponent) &&
        player_is_playing(p) && p->state != PLAYER_LEAVING) {
        player_ask_board(p, "the opponent has logged out");
    }
    char name[FIBS_NAME_MAX];
    (void)fibs_slice_copy(m->names[0], name, sizeof name);
    note_saved_opponent(p, name);
    end_invitations(p, name, "he has logged out");
}
