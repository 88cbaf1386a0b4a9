/* What happened, as events for the match file and the screen. */
#include <string.h>

#include "bot/player_internal.h"

static void emit(struct player *p, struct match_event event)
{
    struct player_output output = {.type = PLAYER_MATCH};
    memcpy(event.opponent, p->match.opponent, FIBS_NAME_MAX);
    event.my_score = p->match.my_score;
    event.their_score = p->match.their_score;
    event.length = p->match.length == FIBS_UNLIMITED ? 0 : p->match.length;
    output.event = event;
    player_emit(p, &output);
}

void record_begin(struct player *p)
{
    if (!p->match.is_recorded && p->match.length != LENGTH_ANY) {
        p->match.is_recorded = true;
        emit(p, (struct match_event){.type = MATCH_START,
                                     .is_resumed = p->match.is_resumed});
    }
    if (p->match.is_recorded && p->game.is_new && !p->game.is_recorded) {
        p->game.is_recorded = true;
        emit(p, (struct match_event){.type = MATCH_GAME_START});
    }
}

/* After this, what the record holds is what the server has. */
void record_board(struct player *p)
{
    const struct board_view *view = &p->table.view;
    if (view->turn == TURN_NOBODY) {
        return;
    }
    record_begin(p);
    record_sent_play(p);
    emit(p, (struct match_event){.type = MATCH_GAME_RESUME, .pos = view->pos});
}

void record_turn(struct player *p, bool is_mine, struct roll roll,
                 const struct play *play)
{
    record_begin(p);
    if (roll.high != 0 && p->match.is_recorded) {
        emit(p,
             (struct match_event){
                 .type = MATCH_PLAY, .is_mine = is_mine, .roll = roll, .play = *play});
    }
}

void record_sent_play(struct player *p)
{
    if (p->game.has_sent_play) {
        p->game.has_sent_play = false;
        record_turn(p, true, p->game.sent_roll, &p->game.sent);
    }
}

void record_simple(struct player *p, enum match_event_type type, bool is_mine,
                   int points)
{
    record_begin(p);
    if (p->match.is_recorded) {
        emit(p,
             (struct match_event){.type = type, .is_mine = is_mine, .points = points});
    }
}

void record_end(struct player *p, bool is_finished)
{
    if (p->match.is_recorded) {
        p->match.is_recorded = false;
        emit(p, (struct match_event){.type = MATCH_END,
                                     .is_finished = is_finished,
                                     .has_rating = p->match.has_rating,
                                     .rating_change = p->match.rating_change});
    }
}
