/* Puts out match events, for the match file and the screen, and what is refused or unknown. */
#include <string.h>

#include "base/digest.h"
#include "base/text.h"
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
                                       .is_doubled = view->is_double_pending,
                                       .roll = p->match.rolled});
    p->match.rolled = view->roll;
}

void player_record_turn(struct player *p, bool is_mine, struct roll roll,
                        const struct play *play)
{
    player_record_begin(p);
    p->match.rolled = (struct roll){0};
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
        emit_event(p, (struct match_event){.type = MATCH_SAVED,
                                           .is_unkept = p->match.is_unkept});
    }
}

void player_note_standings(struct player *p)
{
    const struct roster_user *user = roster_find(&p->roster, p->match.opponent);
    p->match.before[0] = p->standing;
    p->match.before[1] = user != NULL ? user->who.standing : (struct standing){0};
}

/* The rating block has the changes, the who lines the ratings before: those of when the last
 * game ended, since where no line ends the match our who line has come meanwhile. Servers
 * differ in whether the block's experience is that before or after the match. */
static void tell_ratings(struct player *p, struct match_ratings *ratings)
{
    const struct player_match *match = &p->match;
    bool has_won = match->my_score > match->their_score;
    if (!match->before[0].is_known) {
        player_note_standings(p);
    }
    memcpy(ratings->before, match->before, sizeof ratings->before);
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

/* ---- unknown lines --------------------------------------------------------------- */

enum { UNKNOWN_REPEAT_MS = 3600 * 1000 };

static bool is_user(const void *context, const char *word, size_t length)
{
    const struct player *p = context;
    char name[USER_NAME_SIZE];
    FORMAT_TEXT(name, "%.*s", (int)length, word);
    return strcmp(name, p->name) == 0 || strcmp(name, p->match.opponent) == 0 ||
           strcmp(name, p->inviting.name) == 0 || roster_find(&p->roster, name) != NULL;
}

/* The row of the shape, or the oldest one, which it takes over once an hour has passed
 * there; until then that row counts further shapes, too, so that a flood of them is
 * logged no more often. */
static struct player_unknown_line *find_shape(struct player *p, uint32_t shape)
{
    struct player_unknown_lines *unknown = &p->unknown;
    struct player_unknown_line *oldest = unknown->rows;
    for (int i = 0; i < unknown->count; i++) {
        if (unknown->rows[i].shape == shape) {
            return &unknown->rows[i];
        }
        if (unknown->rows[i].logged_ms < oldest->logged_ms) {
            oldest = &unknown->rows[i];
        }
    }
    if (unknown->count < PLAYER_UNKNOWN_SHAPES_MAX) {
        oldest = &unknown->rows[unknown->count++];
        oldest->logged_ms = p->now_ms - UNKNOWN_REPEAT_MS;
        oldest->count = 0;
    }
    return oldest;
}

static void put_out_unknown(struct player *p, const char *line, const char *shape,
                            int count)
{
    struct player_output output = {
        .type = PLAYER_NOTE,
        .note = {.kind = PLAYER_NOTE_UNKNOWN_LINE, .count = count}};
    char more[48] = "";
    if (count > 1) {
        FORMAT_TEXT(more, " (%d more since the last one)", count - 1);
    }
    player_log(p, LOG_WARNING, "unknown line: %s%s", line, more);
    COPY_TEXT(output.note.text, shape);
    COPY_TEXT(output.note.sample, line);
    player_emit(p, &output);
}

void player_note_unknown(struct player *p, const char *line)
{
    char shape[LINE_SHAPE_SIZE];
    line_shape(line, is_user, p, shape);
    uint32_t digest = (uint32_t)digest_bytes(digest_start(), shape, strlen(shape));
    struct player_unknown_line *row = find_shape(p, digest);
    row->count++;
    if (p->now_ms - row->logged_ms >= UNKNOWN_REPEAT_MS) {
        put_out_unknown(p, line, shape, row->count);
        *row = (struct player_unknown_line){digest, 0, p->now_ms};
    }
}
