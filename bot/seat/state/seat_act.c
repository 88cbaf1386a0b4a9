/* Actions of the person. Each is allowed in this phase when its function is called. */
#include <string.h>

#include "bot/seat/state/seat_internal.h"
#include "engine/board/points.h"

enum { LENGTH_MAX = 25 };

typedef bool act(struct seat *seat, const struct seat_action *action,
                 struct error *err);

/* ---- matches --------------------------------------------------------------------- */

static bool act_level(struct seat *seat, const struct seat_action *action,
                      struct error *err)
{
    if (strcmp(action->level, "usual") != 0 && !level_check(action->level, err)) {
        return false;
    }
    seat_level_choose(seat, action->level);
    return true;
}

static bool act_new(struct seat *seat, const struct seat_action *action,
                    struct error *err)
{
    if (action->number < 0 || action->number > LENGTH_MAX) {
        return error_set(err, "a match has 1 to %d points, or 0: unlimited",
                         LENGTH_MAX);
    }
    if ((seat->is_playing || seat->view.has_saved) && !action->drops) {
        return error_set(err, "a match is not finished: play on, or forget it");
    }
    if (action->level[0] != '\0' && !act_level(seat, action, err)) {
        return false;
    }
    seat->view.gives_up = seat->is_playing || seat->view.has_saved;
    seat->invited = action->number == 0 ? POINTS_UNLIMITED : action->number;
    seat->is_invitation_sent = seat->is_over = seat->has_left = false;
    seat->refusals = 0;
    seat->wait_until_ms = INT64_MAX;
    if (seat->is_playing) { /* the invitation follows */
        seat_send_action(seat, &(struct game_order){.type = ORDER_LEAVE});
    }
    return true;
}

static bool act_resume(struct seat *seat, const struct seat_action *action,
                       struct error *err)
{
    (void)action;
    (void)err;
    seat->invited = SEAT_INVITES_SAVED;
    seat->is_invitation_sent = seat->has_left = false;
    seat->refusals = 0;
    seat->wait_until_ms = INT64_MAX;
    return true;
}

static bool act_leave(struct seat *seat, const struct seat_action *action,
                      struct error *err)
{
    (void)action;
    (void)err;
    seat->has_left = true;
    seat->invited = SEAT_INVITES_NONE;
    if (seat->is_playing) {
        seat_send_action(seat, &(struct game_order){.type = ORDER_LEAVE});
    }
    return true;
}

/* ---- plays ----------------------------------------------------------------------- */

static bool act_hop(struct seat *seat, const struct seat_action *action,
                    struct error *err)
{
    return hops_move(&seat->view.hops, action->from, action->to) ||
           error_set(err, "that checker cannot go there");
}

static bool act_play(struct seat *seat, const struct seat_action *action,
                     struct error *err)
{
    struct hops *hops = &seat->view.hops;
    struct play play;
    return notation_read(action->text, &hops->before, hops->roll, seat->list, &play,
                         err) &&
           (hops_play(hops, &play) || error_set(err, "that play is not legal"));
}

static bool act_undo(struct seat *seat, const struct seat_action *action,
                     struct error *err)
{
    (void)err;
    return action->type == SEAT_ACT_UNDO ? hops_undo(&seat->view.hops)
                                         : hops_undo_all(&seat->view.hops);
}

static bool act_done(struct seat *seat, const struct seat_action *action,
                     struct error *err)
{
    (void)action;
    (void)err;
    seat_send_play(seat);
    return true;
}

/* ---- resignation, choices ----------------------------------------------------- */

static bool act_resign(struct seat *seat, const struct seat_action *action,
                       struct error *err)
{
    const struct game_order order = {.type = ORDER_RESIGN, .games = action->number};
    if (action->number < 1 || action->number > 3) {
        return error_set(err, "resign a game (1), a gammon (2) or a backgammon (3)");
    }
    seat_send_action(seat, &order);
    return true;
}

static bool act_set(struct seat *seat, const struct seat_action *action,
                    struct error *err)
{
    (void)err;
    seat->view.choices = action->choices;
    return true;
}

/* ---- all ------------------------------------------------------------------------- */

/* What does it: a function, or one order. */
static const struct {
    const char *name;
    const char *words; /* "you cannot ... now" */
    act *act;
    enum order_type order;
} actions[SEAT_ACTIONS] = {
    [SEAT_ACT_NEW] = {"new", "start a match", .act = act_new},
    [SEAT_ACT_RESUME] = {"resume", "resume a saved match", .act = act_resume},
    [SEAT_ACT_HOP] = {"hop", "move a checker", .act = act_hop},
    [SEAT_ACT_PLAY] = {"play", "make a play", .act = act_play},
    [SEAT_ACT_UNDO] = {"undo", "take a move back", .act = act_undo},
    [SEAT_ACT_CLEAR] = {"clear", "take moves back", .act = act_undo},
    [SEAT_ACT_DONE] = {"done", "end your turn", .act = act_done},
    [SEAT_ACT_ROLL] = {"roll", "roll", .order = ORDER_ROLL},
    [SEAT_ACT_DOUBLE] = {"double", "double", .order = ORDER_DOUBLE},
    [SEAT_ACT_TAKE] = {"take", "take", .order = ORDER_TAKE},
    [SEAT_ACT_PASS] = {"pass", "pass", .order = ORDER_PASS},
    [SEAT_ACT_RESIGN] = {"resign", "resign", .act = act_resign},
    [SEAT_ACT_ACCEPT] = {"accept", "accept", .order = ORDER_ACCEPT},
    [SEAT_ACT_REJECT] = {"reject", "reject", .order = ORDER_REJECT},
    [SEAT_ACT_NEXT] = {"next", "start the next game", .order = ORDER_NEXT_GAME},
    [SEAT_ACT_LEAVE] = {"leave", "leave", .act = act_leave},
    [SEAT_ACT_LEVEL] = {"level", "choose a level", .act = act_level},
    [SEAT_ACT_SET] = {"set", "change this", .act = act_set},
};

const char *seat_action_name(enum seat_action_type type)
{
    return actions[type].name;
}

bool seat_act(struct seat *seat, int64_t now_ms, const struct seat_action *action,
              struct error *err)
{
    seat->now_ms = now_ms;
    if (!seat_allows(seat, action->type)) {
        return error_set(err, "you cannot %s now", actions[action->type].words);
    }
    const struct game_order order = {.type = actions[action->type].order};
    if (order.type != ORDER_NONE) {
        seat->stage = seat->stage == SEAT_BETWEEN ? SEAT_WAITING : seat->stage;
        seat_send_action(seat, &order);
    } else if (!actions[action->type].act(seat, action, err)) {
        return false;
    }
    seat->view.reason[0] = '\0';
    seat_update(seat);
    return true;
}
