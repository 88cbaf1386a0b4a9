#include <string.h>

#include "base/text.h"
#include "bot/player/core_internal.h"

/* ---- what we are ordered to play -------------------------------------------------- */

bool player_is_ordered_opponent(const struct player *p, const char *name)
{
    return p->order.opponent[0] != '\0' && strcmp(p->order.opponent, name) == 0;
}

bool player_is_ordered(const struct player *p, const char *name, int length)
{
    return player_is_ordered_opponent(p, name) &&
           (length == PLAYER_LENGTH_RESUME
                ? !p->order.is_new
                : length == p->order.length && !p->order.is_saved);
}

bool player_begins_new(const struct player *p, const char *name)
{
    return p->order.is_new && player_is_ordered_opponent(p, name);
}

void player_note_new_match(struct player *p, const char *name)
{
    if (player_is_ordered_opponent(p, name)) {
        p->order.is_new = false;
    }
}

bool player_plays_without_order(const struct player *p)
{
    const char *name = p->match.opponent;
    return p->takes_orders && (!player_is_ordered_opponent(p, name) ||
                               (p->match.is_resumed && player_begins_new(p, name)));
}

void player_close_order(struct player *p, const char *name, int length)
{
    if (player_is_ordered_opponent(p, name) && length == p->order.length) {
        p->order.opponent[0] = '\0';
    }
}

/* ---- what others hear ------------------------------------------------------------- */

static void put_out(struct player *p, const struct guardian_match *match)
{
    struct player_output output = {.type = PLAYER_STUCK};
    memcpy(output.stuck.name, match->name, USER_NAME_SIZE);
    output.stuck.length = match->length;
    output.stuck.my_score = match->my_score;
    output.stuck.their_score = match->their_score;
    output.stuck.failures = match->failures;
    output.stuck.code = guardian_code(match->end);
    player_emit(p, &output);
}

/* What had failed goes on, or is no more. */
static void put_out_cleared(struct player *p, const char *name)
{
    struct guardian_match match = {.end = GUARDIAN_OPEN};
    COPY_TEXT(match.name, name);
    put_out(p, &match);
}

void player_guard_forget(struct player *p, const char *name)
{
    if (guardian_forget(&p->guardian, name)) {
        put_out_cleared(p, name);
    }
}

/* Once; whoever is not there hears the reason when they want to go on. */
static void tell_aside(struct player *p, const struct guardian_match *match)
{
    char what[40] = "";
    if (match->length != 0) {
        player_length_text(match->length, what, sizeof what);
    }
    player_log(p, LOG_WARNING, "the saved match with %s is set aside: %s%s%s, %d-%d",
               match->name, guardian_code(match->end), *what != '\0' ? "; " : "", what,
               match->my_score, match->their_score);
    if (player_is_opponent(p, match->name) ||
        roster_find(&p->roster, match->name) != NULL) {
        player_tell(p, match->name, guardian_words(match->end));
    }
}

/* ---- the server's list ----------------------------------------------------------- */

/* The list has no last line; it has come by the time of the next lobby timeout. */
void player_tell_saved(struct player *p)
{
    if (!p->guardian.has_list) {
        return;
    }
    p->guardian.has_list = false;
    for (int i = 0; i < p->guardian.count; i++) {
        const struct guardian_match *match = &p->guardian.matches[i];
        struct player_output output = {.type = PLAYER_SAVED,
                                       .saved.length = match->length};
        memcpy(output.saved.name, match->name, USER_NAME_SIZE);
        if (match->is_listed) {
            player_emit(p, &output);
        }
    }
    player_emit(p, &(struct player_output){.type = PLAYER_SAVED});
}

void player_on_saved_list(struct player *p)
{
    guardian_take_list(&p->guardian);
}

/* What we have left open has ended without us, as on a server that keeps no match that is
 * left. */
void player_on_saved_none(struct player *p)
{
    for (int i = 0; i < p->guardian.count; i++) {
        const struct guardian_match *match = &p->guardian.matches[i];
        if (match->failures == 0 && match->end == GUARDIAN_OPEN) {
            player_log(p, LOG_WARNING,
                       "the server has no match with %s any more: its end was not seen",
                       match->name);
        }
    }
    guardian_take_list(&p->guardian);
    p->guardian.knows_list = true;
}

void player_on_saved_row(struct player *p, const struct game_event *e)
{
    struct guardian_match row = {.length = e->length,
                                 .my_score = e->score[0],
                                 .their_score = e->score[1],
                                 .is_ready = e->is_ready};
    memcpy(row.name, e->name, sizeof row.name);
    bool had_failed = guardian_has_failed(&p->guardian, row.name);
    bool is_finished = guardian_take_row(&p->guardian, &row);
    if (had_failed && !guardian_has_failed(&p->guardian, row.name)) {
        put_out_cleared(p, row.name);
    }
    if (is_finished) {
        player_guard_fail(p, row.name, GUARDIAN_FINISHED);
    }
}

/* ---- what follows ---------------------------------------------------------------- */

bool player_shuns(const struct player *p, const char *name, int length)
{
    return length == PLAYER_LENGTH_RESUME && guardian_is_aside(&p->guardian, name) &&
           (!player_is_ordered(p, name, length) ||
            guardian_is_dead(&p->guardian, name));
}

/* A row of the list is as good as the server's warning, which it may not send. */
bool player_would_replace(const struct player *p,
                          const struct player_invitation *invitation)
{
    const char *name = invitation->name;
    bool is_new = invitation->length != PLAYER_LENGTH_RESUME;
    bool may_replace = p->config->accept.replace_saved || player_begins_new(p, name) ||
                       guardian_is_dead(&p->guardian, name);
    return is_new && !may_replace &&
           (invitation->has_warning || guardian_has_stake(&p->guardian, name));
}

/* ---- the match under way --------------------------------------------------------- */

void player_guard_begin(struct player *p, const char *name, bool is_resumed)
{
    p->guardian.has_list = false;
    p->guardian.progress_ms = p->now_ms;
    if (is_resumed) {
        guardian_resume(&p->guardian, name);
    } else {
        player_guard_forget(p, name);
    }
}

void player_guard_progress(struct player *p)
{
    if (guardian_progress(&p->guardian, p->match.opponent)) {
        put_out_cleared(p, p->match.opponent);
    }
}

static struct guardian_match match_under_way(const struct player *p)
{
    struct guardian_match match = {.length = p->match.length > 0 ? p->match.length : 0,
                                   .my_score = p->match.my_score,
                                   .their_score = p->match.their_score};
    memcpy(match.name, p->match.opponent, sizeof match.name);
    return match;
}

void player_guard_suspend(struct player *p)
{
    struct guardian_match match = match_under_way(p);
    if (!p->match.is_unkept) {
        guardian_keep(&p->guardian, &match);
    }
}

void player_guard_fail(struct player *p, const char *name, enum guardian_end end)
{
    struct guardian_match match = {.length = 0};
    bool was_aside = guardian_is_aside(&p->guardian, name);
    if (player_is_opponent(p, name)) {
        match = match_under_way(p);
    }
    COPY_TEXT(match.name, name);
    int most =
        end == GUARDIAN_STUCK ? p->config->play.set_aside_after : GUARDIAN_FAILURES;
    const struct guardian_match *known = guardian_fail(&p->guardian, &match, end, most);
    if (known == NULL || was_aside) {
        return;
    }
    if (match.length == 0) {
        match = *known;
    }
    match.failures = known->failures;
    match.end = known->end;
    put_out(p, &match);
    if (match.end != GUARDIAN_OPEN) {
        tell_aside(p, &match);
    }
}

void player_guard_forgive(struct player *p)
{
    for (int i = p->guardian.count - 1; i >= 0; i--) {
        struct guardian_match match = p->guardian.matches[i];
        if (guardian_forget(&p->guardian, match.name)) {
            put_out_cleared(p, match.name);
            match.failures = 0;
            match.end = GUARDIAN_OPEN;
        }
        if (match.is_saved) {
            guardian_keep(&p->guardian, &match);
        }
    }
}
