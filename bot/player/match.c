#include <string.h>

#include "base/text.h"
#include "bot/player/core_internal.h"
#include "engine/board/points.h"

enum { REMATCH_MS = 60000 }; /* a rematch is offered within this time or not at all */

/* ---- begin ---------------------------------------------------------------------- */

void player_begin_game(struct player *p)
{
    p->game = (struct player_game){.is_new = true};
    player_outdate_board(p);
    p->seen.errors = p->seen.attempts = p->seen.asks = 0;
}

static void remember_match(struct player *p, const char *opponent, int agreed,
                           bool is_resumed)
{
    struct player_match *match = &p->match;
    bool is_the_same =
        match->is_suspended && is_resumed && strcmp(match->opponent, opponent) == 0;
    if (is_the_same) {
        match->is_checked = match->is_suspended = false;
        match->is_on = match->is_resumed = true;
        match->agreed = agreed;
        return;
    }
    player_record_end(p, false);
    *match = (struct player_match){
        .is_on = true, .is_resumed = is_resumed, .agreed = agreed};
    COPY_TEXT(match->opponent, opponent);
    match->length = agreed > 0 ? agreed : PLAYER_LENGTH_ANY;
    if (!is_resumed) {
        bool has_crawford = agreed > 1 && agreed != POINTS_UNLIMITED;
        match->memory.crawford =
            has_crawford ? GAME_CRAWFORD_AHEAD : GAME_CRAWFORD_OVER;
    }
}

void player_begin_match(struct player *p, const char *opponent, int agreed,
                        bool is_resumed)
{
    char name[USER_NAME_SIZE];
    COPY_TEXT(name, opponent);
    player_tell_saved(p); /* it may have come just now */
    player_forget(p);     /* invitations under way */
    remember_match(p, name, agreed, is_resumed);
    player_expect_user(p, name);
    p->invited.name[0] = p->inviting.name[0] = '\0';
    p->rematch.name[0] = '\0';
    p->waiting_count = p->invite_failures = 0;
    if (!is_resumed) {
        recent_opponents_add(&p->recent_opponents, name, RECENT_OPPONENT_BEGUN,
                             p->now_ms);
        player_note_new_match(p, name);
    }
    bool is_shunned = is_resumed && player_shuns(p, name, PLAYER_LENGTH_RESUME);
    player_guard_begin(p, name, is_resumed);
    p->seen.has_view = p->seen.is_asked = p->seen.verifies = false;
    p->seen.is_unreadable = false;
    player_begin_game(p);
    p->game.is_new = false; /* until the server says that a game starts */
    p->match.is_fresh = is_resumed;
    char what[40] = "a match";
    if (agreed >= 0) {
        player_length_text(agreed, what, sizeof what);
    }
    char level[LEVEL_TEXT_SIZE];
    player_level_for(p, name, level);
    player_log(p, LOG_INFO, "playing %s against %s%s%s", what, name,
               level[0] != '\0' ? " at level " : "", level);
    player_enter(p, PLAYER_STARTING, is_resumed ? "match resumed" : "match joined");
    if (is_shunned) { /* the server has loaded it by itself */
        player_leave_match(p, "this match is set aside");
    }
}

/* ---- how a match starts --------------------------------------------------------- */

/* Returns the length that we accepted from or offered to `name`; PLAYER_LENGTH_ANY if none. */
static int length_agreed_with(const struct player *p, const char *name, bool we_joined)
{
    const struct player_invitation *deal = we_joined ? &p->invited : &p->inviting;
    return strcmp(deal->name, name) == 0 ? deal->length : PLAYER_LENGTH_ANY;
}

void player_adopt_match(struct player *p, const char *opponent)
{
    player_log(p, LOG_INFO, "the server shows a match with %s: continuing it",
               opponent);
    int agreed = length_agreed_with(p, opponent, p->state == PLAYER_JOINING);
    player_begin_match(p, opponent, agreed, agreed <= 0);
}

bool player_is_over(struct player *p, const struct board_view *view)
{
    const struct match_state *ms = &view->ms;
    if (p->match.is_checked ||
        !guardian_is_finished(view->match_length, ms->my_score, ms->their_score)) {
        return false;
    }
    p->match.length = view->match_length;
    p->match.my_score = ms->my_score;
    p->match.their_score = ms->their_score;
    player_guard_fail(p, p->match.opponent, GUARDIAN_FINISHED);
    player_leave_match(p, "its score says that it is over");
    return true;
}

bool player_check_first_board(struct player *p, const struct board_view *view)
{
    struct player_match *match = &p->match;
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
        match->memory.crawford = GAME_CRAWFORD_UNKNOWN;
    }
    match->length = view->match_length;
    match->is_checked = true;
    return true;
}

/* They replaced their offer between our check and our `join`. */
static void leave_swapped_match(struct player *p, int wanted, int got)
{
    char accepted[40], found[40], text[120];
    player_length_text(wanted, accepted, sizeof accepted);
    player_length_text(got, found, sizeof found);
    player_log(p, LOG_WARNING, "%s started %s, we agreed on %s: leaving",
               p->match.opponent, found, accepted);
    FORMAT_TEXT(text, "I accepted %s, sorry.", accepted);
    player_kibitz(p, text);
    if (p->blocked.count < CONFIG_NAMES_MAX) {
        memcpy(p->blocked.names[p->blocked.count++], p->match.opponent, USER_NAME_SIZE);
    }
    player_leave_match(p, "this is not the match that we agreed on");
}

/* The server completed the beginning of a name to theirs, or they accepted an old invitation
 * of ours; or, where nobody had to be asked, they have sat down at our table. */
static void leave_unwanted_match(struct player *p, const struct game_event *e,
                                 bool is_their_offer, enum rule_verdict verdict)
{
    if (is_their_offer) {
        struct player_invitation offer = {.length = e->length};
        memcpy(offer.name, e->name, sizeof offer.name);
        player_refuse(p, &offer, verdict);
    } else {
        player_kibitz(p, "Sorry, I did not mean to start this match.");
    }
    player_leave_match(p, "the rules do not allow this match");
}

void player_on_match_begun_unready(struct player *p, const struct game_event *e)
{
    p->has_seen_unkept = e->is_unkept;
}

void player_on_match_joined(struct player *p, const struct game_event *e)
{
    int agreed = length_agreed_with(p, e->name, e->is_mine);
    bool is_their_offer = e->is_mine && p->state != PLAYER_JOINING;
    enum rule_verdict verdict =
        agreed != PLAYER_LENGTH_ANY
            ? RULE_ACCEPT
            : player_judge_match(p, e->name, e->length, !e->is_mine);
    player_begin_match(p, e->name, e->length, false);
    p->match.is_unkept = e->is_unkept;
    if (verdict != RULE_ACCEPT) {
        leave_unwanted_match(p, e, is_their_offer, verdict);
    } else if (agreed != PLAYER_LENGTH_ANY && agreed != e->length) {
        leave_swapped_match(p, agreed, e->length);
    }
}

void player_on_match_resumed(struct player *p, const struct game_event *e)
{
    if (p->state == PLAYER_OFFLINE) { /* while our settings are made */
        memcpy(p->seen_opponent, e->name, sizeof p->seen_opponent);
        p->has_seen_unkept = e->is_unkept;
        p->seen_resignation = 0;
        return;
    }
    if (strcmp(e->name, p->match.opponent) ==
        0) { /* the line that it is saved was lost */
        player_suspend_match(p, "the server has loaded it again");
    }
    player_begin_match(p, e->name, PLAYER_LENGTH_RESUME, true);
    p->match.is_unkept = e->is_unkept;
}

void player_on_resume_length(struct player *p, const struct game_event *e)
{
    p->match.length = e->length > 0 ? e->length : p->match.length;
}

void player_on_resume_points(struct player *p, const struct game_event *e)
{
    int *score = e->is_mine ? &p->match.my_score : &p->match.their_score;
    *score = e->points;
    player_wait(p, PLAYER_DANCE_MS); /* often neither board nor prompt follow */
}

/* ---- end ------------------------------------------------------------------------ */

static void expect_rematch(struct player *p)
{
    struct player_rematch *rematch = &p->rematch;
    const struct player_match *match = &p->match;
    int most = p->config->invite.rematches;
    if (strcmp(rematch->last, match->opponent) != 0) {
        rematch->count = 0;
        memcpy(rematch->last, match->opponent, sizeof rematch->last);
    }
    most = player_is_robot(p, match->opponent) && most > 1 ? 1 : most;
    if (rematch->count < most && match->length > 0) {
        memcpy(rematch->name, match->opponent, sizeof rematch->name);
        rematch->length = match->length;
        rematch->until_ms = p->now_ms + REMATCH_MS;
    }
}

/* A match that is won or lost, in records and figures. */
static void book_end(struct player *p)
{
    struct player_match *match = &p->match;
    bool has_won = match->my_score > match->their_score;
    player_log(p, LOG_INFO, "%s the match against %s %d-%d", has_won ? "won" : "lost",
               match->opponent, player_shown_score(p, true),
               player_shown_score(p, false));
    player_record_end(p, true);
    p->finished++;
    recent_opponents_add(&p->recent_opponents, match->opponent, RECENT_OPPONENT_ENDED,
                         p->now_ms);
    player_guard_forget(p, match->opponent);
    expect_rematch(p);
    player_close_order(p, match->opponent, match->length);
    match->is_suspended = false;
}

void player_end_match(struct player *p, const char *why)
{
    book_end(p);
    player_say_goodbye(p);
    player_enter(p, PLAYER_LOBBY, why);
}

bool player_match_is_decided(const struct player *p)
{
    const struct player_match *match = &p->match;
    return match->is_on && p->game.is_over && match->length > 0 &&
           match->length <= MATCH_LENGTH_MAX &&
           (match->my_score >= match->length || match->their_score >= match->length);
}

void player_lose_match(struct player *p, const char *why)
{
    if (player_match_is_decided(p)) {
        book_end(p); /* its last line is lost, its last game is not */
        p->match.is_on = false;
        return;
    }
    player_suspend_match(p, why);
}

void player_suspend_match(struct player *p, const char *why)
{
    if (p->match.is_on) {
        player_log(p, LOG_INFO, "match with %s is %s: %s", p->match.opponent,
                   p->match.is_unkept ? "left" : "saved", why);
        p->match.is_on = false;
        p->match.is_suspended = true;
        p->game.has_sent_play = false;
        player_record_saved(p);
        player_guard_suspend(p);
    }
}

void player_leave_match(struct player *p, const char *why)
{
    struct player_output output = {
        .type = PLAYER_NOTE, .note = {.kind = PLAYER_NOTE_MATCH_LEFT, .count = 1}};
    player_log(p, LOG_INFO, "leaving the match with %s: %s", p->match.opponent, why);
    memcpy(output.note.name, p->match.opponent, sizeof output.note.name);
    COPY_TEXT(output.note.text, why);
    player_emit(p, &output);
    p->guardian.progress_ms = p->now_ms;
    player_enter(p, PLAYER_LEAVING, why);
}

void player_give_up_match(struct player *p, const char *why, const char *farewell)
{
    player_guard_fail(p, p->match.opponent,
                      p->seen.is_unreadable ? GUARDIAN_UNREADABLE : GUARDIAN_STUCK);
    if (!guardian_is_aside(&p->guardian, p->match.opponent)) { /* else they hear it */
        player_kibitz(p, p->match.is_unkept ? "I leave now, since nothing happens."
                                            : farewell);
    }
    player_leave_match(p, why);
}

/* ---- decisions and their answers ------------------------------------------------ */

void player_request_decision(struct player *p, const struct decision_request *request,
                             uint64_t key)
{
    bool is_the_same = p->state == PLAYER_THINKING && p->request_key == key &&
                       p->request.kind == request->kind &&
                       p->request.attempt == request->attempt;
    if (is_the_same) {
        return;
    }
    player_enter(p, PLAYER_THINKING, "a decision is wanted");
    p->request = *request;
    p->request.number = ++p->numbers;
    p->request_ms = p->now_ms;
    player_level_for(p, p->match.opponent, p->request.level);
    p->request_key = key;
    struct player_output output = {.type = PLAYER_THINK, .request = p->request};
    player_emit(p, &output);
}

void player_send_action(struct player *p, const struct game_order *order,
                        enum player_state next, uint64_t key)
{
    p->seen.acted_key = key;
    p->seen.verifies = p->seen.may_repeat = p->seen.has_prompt = false;
    player_send(p, order);
    player_enter(p, next, order_name(order->type));
}

void player_send_plain_action(struct player *p, enum order_type type,
                              enum player_state next, uint64_t key)
{
    player_send_action(p, &(struct game_order){.type = type}, next, key);
}

bool player_has_answered(struct player *p, uint64_t key)
{
    bool is_answered = p->seen.acted_key == key && !p->seen.may_repeat;
    if (is_answered && p->deadline_ms == INT64_MAX && p->state != PLAYER_THINKING) {
        player_wait(p, PLAYER_ANSWER_MS); /* never without a deadline */
    }
    return is_answered;
}

void player_resynchronise(struct player *p, const struct game_event *e)
{
    int errors = ++p->seen.errors;
    int most = p->seen.is_unreadable ? PLAYER_BOARDS_UNREADABLE : PLAYER_ERRORS_LEAVE;
    player_log(p, LOG_WARNING, "unexpected reply from the server: %.200s", e->line);
    player_log(p, LOG_DEBUG, "it came in state %s", p->states[p->state].name);
    if (errors >= most) {
        player_give_up_match(p, "too many errors without progress", PLAYER_FAREWELL);
    } else if (errors >= PLAYER_ERRORS_PAUSE) {
        player_enter(p, PLAYER_ON_ROLL, "pausing after too many errors");
        player_wait(p, PLAYER_OFFER_MS);
    } else {
        player_ask_board(p, "an error line");
    }
}
