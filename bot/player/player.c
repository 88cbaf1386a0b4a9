#include "bot/player/player.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/schedule.h"
#include "bot/base/secret.h"
#include "bot/player/player_internal.h"
#include "engine/board/points.h"

static void thinking_timeout(struct player *p);

/* What a state is called, how long it may last, and what is done then. */
struct state_row {
    const char *name;
    int timeout_ms; /* 0: no limit */
    void (*on_timeout)(struct player *p);
    bool is_playing;
    bool awaits_opponent;
};

/* clang-format off */
static const struct state_row states[PLAYER_STATES] = {
    [PLAYER_OFFLINE]        = {"offline",        0,               NULL,             false, false},
    [PLAYER_LOBBY]          = {"lobby",          LOBBY_MS,        lobby_timeout,    false, false},
    [PLAYER_INVITED]        = {"invited",        WARNING_WAIT_MS, invited_timeout,  false, false},
    [PLAYER_ASKING]         = {"asking",         ANSWER_MS,       asking_timeout,   false, false},
    [PLAYER_JOINING]        = {"joining",        ANSWER_MS,       joining_timeout,  false, false},
    [PLAYER_INVITING]       = {"inviting",       0,               inviting_timeout, false, false},
    [PLAYER_STARTING]       = {"starting",       START_MS,        game_timeout,     true,  false},
    [PLAYER_WAITING]        = {"waiting",        IDLE_BOARD_MS,   game_timeout,     true,  true},
    [PLAYER_ON_ROLL]        = {"on_roll",        ANSWER_MS,       game_timeout,     true,  false},
    [PLAYER_THINKING]       = {"thinking",       0,               thinking_timeout,    true,  false},
    [PLAYER_DANCING]        = {"dancing",        ANSWER_MS,       game_timeout,     true,  false},
    [PLAYER_ROLL_SENT]      = {"roll_sent",      ANSWER_MS,       game_timeout,     true,  false},
    [PLAYER_PLAY_SENT]      = {"play_sent",      ANSWER_MS,       game_timeout,     true,  false},
    [PLAYER_DOUBLE_SENT]    = {"double_sent",    ANSWER_MS,       game_timeout,     true,  false},
    [PLAYER_CUBE_OFFERED]   = {"cube_offered",   OFFER_MS,        game_timeout,     true,  true},
    [PLAYER_ANSWER_SENT]    = {"answer_sent",    ANSWER_MS,       game_timeout,     true,  false},
    [PLAYER_RESIGN_SENT]    = {"resign_sent",    ANSWER_MS,       game_timeout,     true,  false},
    [PLAYER_RESIGN_OFFERED] = {"resign_offered", OFFER_MS,        game_timeout,     true,  true},
    [PLAYER_BETWEEN_GAMES]  = {"between_games",  ANSWER_MS,       between_timeout,  true,  true},
    [PLAYER_LEAVING]        = {"leaving",        ANSWER_MS,       leaving_timeout,  true,  false},
};
/* clang-format on */

const char *player_state_name(enum player_state state)
{
    return states[state].name;
}

struct player *player_new(const struct config *config)
{
    struct player *p = aligned_alloc(alignof(struct player), sizeof *p);
    if (p == NULL) {
        return NULL;
    }
    memset(p, 0, sizeof *p);
    p->config = config;
    memcpy(p->name, config->account.name, sizeof p->name);
    p->deadline_ms = INT64_MAX;
    p->hurried_ms = -HURRY_PAUSE_MS - 1; /* never; a clock may begin at 0 */
    p->match.length = LENGTH_ANY;
    p->minute = SCHEDULE_UNKNOWN;
    return p;
}

void player_set_minute(struct player *player, int minute)
{
    player->minute = minute;
}

void player_set_access(struct player *player, const struct access *access)
{
    player->access = access;
}

struct recent_opponents *player_recent_opponents(struct player *player)
{
    return &player->recent_opponents;
}

void player_free(struct player *player)
{
    if (player != NULL) {
        secret_wipe(player->owner_secret, sizeof player->owner_secret);
    }
    free(player);
}

/* ---- output ---------------------------------------------------------------------- */

void player_emit(struct player *p, const struct player_output *output)
{
    if (p->output_count < OUTPUT_MAX) {
        p->output[(p->output_first + p->output_count++) % OUTPUT_MAX] = *output;
    }
}

bool player_next_output(struct player *player, struct player_output *output)
{
    if (player->output_count == 0) {
        return false;
    }
    *output = player->output[player->output_first];
    player->output_first = (player->output_first + 1) % OUTPUT_MAX;
    player->output_count--;
    return true;
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

void player_send(struct player *p, const struct fibs_command *command)
{
    struct player_output output = {.type = PLAYER_SEND, .command = *command};
    player_emit(p, &output);
}

void player_send_plain(struct player *p, enum fibs_command_id id)
{
    struct fibs_command command;
    if (fibs_command_plain(&command, id)) {
        player_send(p, &command);
    }
}

void player_tell(struct player *p, const char *name, const char *text)
{
    struct fibs_command command;
    if (*text != '\0' && fibs_command_tell(&command, FIBS_CMD_TELL, name, text)) {
        player_send(p, &command);
    }
}

void player_forget(struct player *p)
{
    struct player_output forget = {.type = PLAYER_FORGET};
    player_emit(p, &forget);
}

void player_set_ready(struct player *p, bool is_ready)
{
    if (p->is_ready != is_ready) {
        struct player_output output = {.type = PLAYER_READY, .is_ready = is_ready};
        player_emit(p, &output);
        p->is_ready = is_ready;
    }
}

/* ---- states ---------------------------------------------------------------------- */

static void cancel_decision(struct player *p)
{
    struct player_output output = {.type = PLAYER_CANCEL, .number = p->request.number};
    player_emit(p, &output);
    p->request.number = 0;
}

/* The one place where the state changes. */
void player_enter(struct player *p, enum player_state state, const char *why)
{
    if (p->state == PLAYER_THINKING && p->request.number != 0) {
        cancel_decision(p);
    }
    if (p->state != state) {
        player_log(p, LOG_DEBUG, "%s -> %s: %s", states[p->state].name,
                   states[state].name, why);
    }
    if (states[state].awaits_opponent && !states[p->state].awaits_opponent) {
        opponent_is_there(p);
    }
    p->state = state;
    p->table.is_pausing = false;
    int timeout_ms = states[state].timeout_ms;
    p->deadline_ms = timeout_ms > 0 ? p->now_ms + timeout_ms : INT64_MAX;
}

void player_wait(struct player *p, int64_t ms)
{
    p->deadline_ms = p->now_ms + ms;
}

bool player_is_playing(const struct player *p)
{
    return states[p->state].is_playing;
}

bool player_awaits_opponent(const struct player *p)
{
    return states[p->state].awaits_opponent;
}

enum player_state player_state(const struct player *player)
{
    return player->state;
}

const char *player_opponent(const struct player *player)
{
    return player->match.is_on ? player->match.opponent : "";
}

void player_describe(const struct player *player, char *text, size_t size)
{
    const struct match *match = &player->match;
    char length[POINTS_TEXT_SIZE];
    int used = match->is_on
                   ? snprintf(text, size, "%s with %s, %s, %d-%d",
                              player_state_name(player->state), match->opponent,
                              points_length_text(match->length, length),
                              match->my_score, match->their_score)
                   : snprintf(text, size, "%s", player_state_name(player->state));
    if (used >= 0 && (size_t)used < size) {
        (void)snprintf(text + used, size - (size_t)used, "; %d match%s finished",
                       player->finished, player->finished == 1 ? "" : "es");
    }
}

int player_finished_matches(const struct player *player)
{
    return player->finished;
}

/* ---- inputs ---------------------------------------------------------------------- */

void player_online(struct player *player, int64_t now_ms, const char *opponent)
{
    struct player *p = player;
    p->now_ms = now_ms;
    p->is_ready = false;
    if (p->seen_opponent[0] != '\0') {
        opponent = p->seen_opponent;
    }
    if (*opponent == '\0') {
        lobby_enter(p, "logged in");
        show_saved(p);
        return;
    }
    /* The server took up a match by itself: it goes on if the board says so. */
    begin_match(p, opponent, LENGTH_ANY, true);
    ask_board(p, "logged in, a match goes on");
    p->seen_opponent[0] = '\0';
}

void player_offline(struct player *player, int64_t now_ms)
{
    struct player *p = player;
    p->now_ms = now_ms;
    suspend_match(p, "connection lost");
    p->invited.name[0] = p->inviting.name[0] = '\0';
    p->saved_count = 0;
    p->has_saved_list = p->knows_saved = false;
    p->waiting_count = 0;
    p->roster.count = 0;
    player_enter(p, PLAYER_OFFLINE, "connection lost");
}

static bool is_unknown(const struct fibs_message *message)
{
    return (message->id == FIBS_MSG_UNKNOWN ||
            message->id == FIBS_MSG_UNKNOWN_STARRED) &&
           message->line.length > 0;
}

void player_message(struct player *player, int64_t now_ms,
                    const struct fibs_message *message)
{
    player->now_ms = now_ms;
    player_handler *handle = player_find_handler(player->state, message->id);
    if (handle != NULL) {
        handle(player, message);
    } else if (is_unknown(message)) {
        player_log(player, LOG_WARNING, "unknown line: %.*s", (int)message->line.length,
                   message->line.text);
    }
}

void player_tick(struct player *player, int64_t now_ms)
{
    player->now_ms = now_ms;
    if (now_ms >= player->deadline_ms) {
        player->deadline_ms = INT64_MAX;
        if (states[player->state].on_timeout != NULL) {
            states[player->state].on_timeout(player);
        }
    }
    if (states[player->state].awaits_opponent) {
        watch_opponent(player);
    }
    watch_end(player);
}

int64_t player_deadline(const struct player *player)
{
    int64_t deadline = player->deadline_ms;
    if (states[player->state].awaits_opponent) {
        int64_t watch = watch_opponent_deadline(player);
        deadline = watch < deadline ? watch : deadline;
    }
    int64_t stop = watch_stop_deadline(player);
    return stop < deadline ? stop : deadline;
}

static void log_decision(struct player *p, const struct decision_answer *answer)
{
    static const char *const kinds[] = {"play", "cube", "take", "resignation"};
    player_log(p, LOG_DEBUG, "decision %llu (%s): equity %+.3f, %d plays",
               (unsigned long long)answer->number, kinds[answer->kind], answer->equity,
               answer->candidates);
}

/* When the answer may be given: people like to see what happens. The same position
 * takes the same time. */
static int64_t due_ms(const struct player *p, const struct decision_answer *answer)
{
    int64_t least_ms = p->config->play.move_time;
    bool is_forced = p->request.kind == DECIDE_PLAY && answer->candidates <= 1;
    least_ms += least_ms * (int64_t)(p->request_key % 512) / 1024;
    return p->request_ms + (is_forced ? least_ms / 4 : least_ms);
}

static void carry_out(struct player *p, const struct decision_answer *answer);

bool player_holds_answer(const struct player *p)
{
    return p->state == PLAYER_THINKING && p->request.number != 0 &&
           p->held.number == p->request.number;
}

static void thinking_timeout(struct player *p)
{
    if (player_holds_answer(p)) {
        const struct decision_answer answer = p->held;
        carry_out(p, &answer);
    } else {
        game_timeout(p);
    }
}

void player_answer(struct player *player, int64_t now_ms,
                   const struct decision_answer *answer)
{
    struct player *p = player;
    p->now_ms = now_ms;
    if (p->state != PLAYER_THINKING || answer->number != p->request.number ||
        answer->number == 0) {
        player_log(p, LOG_DEBUG, "decision %llu is stale: dropped",
                   (unsigned long long)answer->number);
        return;
    }
    log_decision(p, answer);
    if (due_ms(p, answer) > now_ms) {
        p->held = *answer;
        p->deadline_ms = due_ms(p, answer);
        return;
    }
    carry_out(p, answer);
}

static void carry_out(struct player *p, const struct decision_answer *answer)
{
    struct player_output output = {
        .type = PLAYER_DECIDED, .decided = {.request = p->request, .answer = *answer}};
    memcpy(output.decided.opponent, p->match.opponent, FIBS_NAME_MAX);
    player_emit(p, &output);
    p->request.number = 0;
    if (try_resign(p, answer)) {
        return;
    }
    switch (p->request.kind) {
    case DECIDE_PLAY:
        carry_out_play(p, answer);
        break;
    case DECIDE_CUBE:
        carry_out_cube(p, answer);
        break;
    case DECIDE_TAKE:
    case DECIDE_RESIGNATION:
        carry_out_offer(p, answer);
        break;
    }
}

void player_stop(struct player *player, int64_t now_ms, enum on_stop how)
{
    static const char *const words[] = {[ON_STOP_FINISH] = "finishing",
                                        [ON_STOP_GAME] = "finishing the game of",
                                        [ON_STOP_LEAVE] = "leaving"};
    struct player *p = player;
    int64_t patience_ms = (int64_t)p->config->play.stop_after * 1000;
    p->now_ms = now_ms;
    p->is_stopping = true;
    p->how_to_stop = how;
    p->stop_ms = patience_ms > 0 ? now_ms + patience_ms : INT64_MAX;
    player_set_ready(p, false);
    if (!player_is_playing(p)) {
        lobby_enter(p, "asked to stop");
        lobby_timeout(p);
        return;
    }
    player_log(p, LOG_INFO, "stopping: %s the match with %s", words[how],
               p->match.opponent);
    if (how == ON_STOP_LEAVE && p->state != PLAYER_LEAVING) {
        leave_match(p, "asked to stop");
    }
}

/* ---- small tools ----------------------------------------------------------------- */

bool name_is(struct fibs_slice slice, const char *name)
{
    return fibs_slice_is(slice, name);
}

bool is_paused(const struct pauses *pauses, const char *name, int64_t now_ms)
{
    for (int i = 0; i < PAUSES_MAX; i++) {
        if (strcmp(pauses->rows[i].name, name) == 0 &&
            pauses->rows[i].until_ms > now_ms) {
            return true;
        }
    }
    return false;
}

void pause_name(struct pauses *pauses, const char *name, int64_t until_ms)
{
    struct pause *row = &pauses->rows[pauses->next];
    pauses->next = (pauses->next + 1) % PAUSES_MAX;
    (void)snprintf(row->name, sizeof row->name, "%s", name);
    row->until_ms = until_ms;
}
