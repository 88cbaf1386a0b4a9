/* Puts out match events, for the match file and the screen. */
#include <string.h>

#include "bot/player/core_internal.h"
#include "engine/board/points.h"

static void emit_event(struct player *p, struct match_event event)
{
    struct player_output output = {.type = PLAYER_MATCH};
    memcpy(event.opponent, p->match.opponent, USER_NAME_SIZE);
    player_level_for(p, p->match.opponent, event.level);
    event.my_score = p->match.my_score;
    event.their_score = p->match.their_score;
    event.length = p->match.length == POINTS_UNLIMITED ? 0 : p->match.length;
    output.event = event;
    player_emit(p, &output);
}

void player_record_begin(struct player *p)
{
    if (!p->match.is_recorded && p->match.length != PLAYER_LENGTH_ANY) {
        p->match.is_recorded = true;
        emit_event(p, (struct match_event){.type = MATCH_START,
                                           .is_resumed = p->match.is_resumed});
    } else if (p->match.is_saved) {
        emit_event(p, (struct match_event){.type = MATCH_RESUMED, .is_resumed = true});
    }
    p->match.is_saved = false;
    if (p->match.is_recorded && p->game.is_new && !p->game.is_recorded) {
        p->game.is_recorded = true;
        emit_event(p, (struct match_event){.type = MATCH_GAME_START});
    }
}

/* After this, what the record holds is what the server has. */
void player_record_board(struct player *p)
{
    const struct board_view *view = &p->seen.view;
    if (view->turn == TURN_NOBODY) {
        return;
    }
    player_record_begin(p);
    player_record_sent_play(p);
    emit_event(p, (struct match_event){.type = MATCH_GAME_RESUME,
                                       .is_mine = view->turn == TURN_MINE,
                                       .pos = view->pos,
                                       .points = view->ms.cube,
                                       .owner = view->ms.owner,
                                       .is_doubled = view->is_double_pending});
}

void player_record_turn(struct player *p, bool is_mine, struct roll roll,
                        const struct play *play)
{
    player_record_begin(p);
    if (roll.high != 0 && p->match.is_recorded) {
        emit_event(p, (struct match_event){.type = MATCH_PLAY,
                                           .is_mine = is_mine,
                                           .roll = roll,
                                           .play = *play});
    }
}

void player_record_sent_play(struct player *p)
{
    if (p->game.has_sent_play) {
        p->game.has_sent_play = false;
        player_record_turn(p, true, p->game.sent_roll, &p->game.sent);
    }
}

void player_record_simple(struct player *p, enum match_event_type type, bool is_mine,
                          int points)
{
    player_record_begin(p);
    if (p->match.is_recorded) {
        emit_event(p, (struct match_event){
                          .type = type, .is_mine = is_mine, .points = points});
    }
}

void player_record_saved(struct player *p)
{
    if (p->match.is_recorded) {
        p->match.is_saved = true;
        emit_event(p, (struct match_event){.type = MATCH_SAVED});
    }
}

/* The rating block has the changes, the who lines the ratings before. Servers differ
 * in whether the block's experience is that before or after the match. */
static void tell_ratings(const struct player *p, struct match_ratings *ratings)
{
    const struct player_match *match = &p->match;
    const struct roster_user *user = roster_find(&p->roster, match->opponent);
    bool has_won = match->my_score > match->their_score;
    ratings->before[0] = p->standing;
    if (user != NULL) {
        ratings->before[1] = user->who.standing;
    }
    for (int side = 0; side < 2; side++) {
        struct standing *before = &ratings->before[side];
        bool is_after = before->is_known &&
                        match->experience[side] == before->experience + match->length;
        if (match->has_experience && !is_after) {
            before->experience = match->experience[side];
        }
        if (before->is_known && match->has_change[side]) {
            bool is_gain = (side == 0) == has_won;
            ratings->after[side] = (struct standing){
                true,
                before->rating + (is_gain ? match->change[side] : -match->change[side]),
                before->experience + match->length};
        }
    }
}

void player_record_end(struct player *p, bool is_finished)
{
    if (p->match.is_recorded) {
        struct match_event event = {.type = MATCH_END, .is_finished = is_finished};
        if (is_finished) {
            tell_ratings(p, &event.ratings);
        }
        p->match.is_recorded = false;
        emit_event(p, event);
    }
}

/* Servers that say nothing sensible are not waited for too long. */
int64_t player_told_wait_ms(const struct game_event *e)
{
    int64_t ms = (int64_t)e->points * 1000;
    ms = ms < PLAYER_TRY_LATER_MOST_MS ? ms : PLAYER_TRY_LATER_MOST_MS;
    return ms > PLAYER_WARNING_WAIT_MS ? ms : PLAYER_WARNING_WAIT_MS;
}

void player_record_refusal(struct player *p, const struct player_invitation *invitation,
                           bool is_ours, const char *code)
{
    struct player_output output = {.type = PLAYER_REFUSAL};
    memcpy(output.refusal.name, invitation->name, USER_NAME_SIZE);
    output.refusal.is_ours = is_ours;
    output.refusal.length = invitation->length;
    output.refusal.code = code;
    player_emit(p, &output);
}
