/* The state and the function that changes it, output, and asking for the board. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bot/player/core_internal.h"

/* ---- output --------------------------------------------------------------------- */

void player_emit(struct player *p, const struct player_output *output)
{
    (void)output_queue_push(&p->output, output);
}

void player_log(struct player *p, enum log_level level, const char *format, ...)
{
    struct player_output output = {.type = PLAYER_LOG, .log.level = level};
    va_list args;
    va_start(args, format);
    (void)vsnprintf(output.log.text, sizeof output.log.text, format, args);
    va_end(args);
    player_emit(p, &output);
}

void player_send(struct player *p, const struct game_order *order)
{
    struct player_output output = {.type = PLAYER_SEND, .order = *order};
    player_emit(p, &output);
}

void player_send_plain(struct player *p, enum order_type type)
{
    player_send(p, &(struct game_order){.type = type});
}

void player_send_about(struct player *p, enum order_type type, const char *name)
{
    struct game_order order = {.type = type};
    COPY_TEXT(order.name, name);
    player_send(p, &order);
}

void player_tell(struct player *p, const char *name, const char *text)
{
    struct game_order order = {.type = ORDER_TELL};
    COPY_TEXT(order.name, name);
    COPY_TEXT(order.text, text);
    if (*text != '\0') {
        player_send(p, &order);
    }
}

void player_forget(struct player *p)
{
    player_emit(p, &(struct player_output){.type = PLAYER_FORGET});
}

void player_set_ready(struct player *p, bool is_ready)
{
    if (p->is_ready != is_ready) {
        struct player_output output = {.type = PLAYER_READY, .is_ready = is_ready};
        player_emit(p, &output);
        p->is_ready = is_ready;
    }
}

/* ---- states --------------------------------------------------------------------- */

void player_enter(struct player *p, enum player_state state, const char *why)
{
    if (p->state == PLAYER_THINKING && p->request.number != 0) {
        player_emit(p, &(struct player_output){.type = PLAYER_CANCEL,
                                               .number = p->request.number});
        p->request.number = 0;
    }
    if (p->state != state) {
        player_log(p, LOG_DEBUG, "%s -> %s: %s", p->states[p->state].name,
                   p->states[state].name, why);
    }
    if (p->states[state].awaits_opponent && !p->states[p->state].awaits_opponent) {
        player_note_opponent(p);
    }
    if (p->states[p->state].limit == GUARDIAN_NO_LIMIT && p->state != PLAYER_THINKING) {
        p->guardian.progress_ms = p->now_ms; /* from now on it is up to us */
    }
    p->state = state;
    p->seen.is_pausing = false;
    int timeout_ms = p->states[state].timeout_ms;
    p->deadline_ms = timeout_ms > 0 ? p->now_ms + timeout_ms : INT64_MAX;
    if (p->states[state].enter != NULL) {
        p->states[state].enter(p);
    }
}

void player_wait(struct player *p, int64_t ms)
{
    p->deadline_ms = p->now_ms + ms;
}

bool player_is_playing(const struct player *p)
{
    return p->states[p->state].is_playing;
}

bool player_awaits_opponent(const struct player *p)
{
    return p->states[p->state].awaits_opponent;
}

bool player_holds_answer(const struct player *p)
{
    return p->state == PLAYER_THINKING && p->request.number != 0 &&
           p->held.number == p->request.number;
}

void player_note_opponent(struct player *p)
{
    p->opponent_ms = p->now_ms;
    p->has_asked_opponent = false;
}

/* ---- asking for the board ------------------------------------------------------- */

/* The wait grows while there is no progress: questions do not help a server or opponent
 * in trouble. */
int64_t player_patience_ms(const struct player_board *seen)
{
    static const int64_t steps[] = {PLAYER_ANSWER_MS, PLAYER_ANSWER_MS,
                                    2 * PLAYER_ANSWER_MS, 30000, 60000};
    int last = (int)(sizeof steps / sizeof steps[0]) - 1;
    int step = seen->asks < last ? seen->asks : last;
    return steps[step];
}

void player_outdate_board(struct player *p)
{
    p->guardian.progress_ms = p->now_ms;
    p->seen.is_stale = true;
    p->seen.has_prompt = false;
    p->seen.acted_key = 0;
}

/* Where no match is kept the session asks until there is a board. */
bool player_lacks_board(const struct player *p)
{
    return !p->match.is_unkept && p->seen.unanswered >= PLAYER_BOARDS_UNANSWERED;
}

void player_ask_board(struct player *p, const char *why)
{
    struct player_board *seen = &p->seen;
    if (!player_holds_answer(p)) { /* it has its own deadline */
        player_wait(p, player_patience_ms(seen));
    }
    if (seen->is_asked) {
        return; /* on its way; player_game_timeout() gives it up */
    }
    player_log(p, LOG_DEBUG, "asking for the board: %s", why);
    seen->is_asked = seen->verifies = true;
    seen->asked_ms = p->now_ms;
    seen->after_silence = false;
    seen->asks++;
    player_send_plain(p, ORDER_BOARD);
}

/* ---- users who are not addressed for a while ------------------------------------ */

bool player_pause_holds(const struct player_pauses *pauses, const char *name,
                        int64_t now_ms)
{
    for (int i = 0; i < PLAYER_PAUSES_MAX; i++) {
        if (strcmp(pauses->rows[i].name, name) == 0 &&
            pauses->rows[i].until_ms > now_ms) {
            return true;
        }
    }
    return false;
}

struct player_pause *player_pause_user(struct player_pauses *pauses, const char *name,
                                       int64_t until_ms)
{
    struct player_pause *row = &pauses->rows[pauses->next];
    pauses->next = (pauses->next + 1) % PLAYER_PAUSES_MAX;
    *row = (struct player_pause){.until_ms = until_ms};
    COPY_TEXT(row->name, name);
    return row;
}

void player_pause_refused(struct player *p, const char *name, int64_t ms)
{
    player_pause_user(&p->invite_pauses, name, p->now_ms + ms)->is_refusal = true;
}

void player_end_refusal(struct player *p, const char *name)
{
    for (int i = 0; i < PLAYER_PAUSES_MAX; i++) {
        struct player_pause *row = &p->invite_pauses.rows[i];
        if (row->is_refusal && strcmp(row->name, name) == 0) {
            row->until_ms = 0;
        }
    }
}
