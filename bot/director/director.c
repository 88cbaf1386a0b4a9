/* The public functions. An input sets the time, changes the state (evidence.c, talk.c), and
 * director_step() does what follows from it; director_commit() then puts out the rows that
 * changed, and after them orders, commands and news. */
#include "bot/director/director.h"

#include <stdlib.h>
#include <string.h>

#include "bot/director/core_internal.h"

enum { MINUTE_MS = 60000, TICK_MS = 1000 };

void director_options_default(struct director_options *options)
{
    *options = (struct director_options){
        .plan = {.kind = PAIRING_ROUND_ROBIN, .legs = 1},
        .title = "Tournament",
        .length = 5,
        .entrants_max = DIRECTOR_ENTRANTS_MAX,
        .reminder_ms = 3 * MINUTE_MS,
        .no_show_ms = 7 * MINUTE_MS,
        .away_ms = 7 * MINUTE_MS,
        .away_times = 3,
        .match_ms = 45 * MINUTE_MS,
        .say_pause_ms = 1000,
        .answers_max = 8,
    };
}

/* ---- made, restored, freed ----------------------------------------------------- */

static bool director_check_options(const struct director_options *options, int entrants,
                                   struct error *err)
{
    struct pairing_plan plan = options->plan;
    plan.entrants = options->has_registration ? options->entrants_max : entrants;
    if (options->length < 1 || options->length > 99) {
        return error_set(err, "a match has 1 to 99 points, not %d", options->length);
    }
    if (entrants > DIRECTOR_ENTRANTS_MAX ||
        (options->has_registration && entrants > options->entrants_max)) {
        return error_set(err, "%d entrants are too many", entrants);
    }
    return pairing_check(&plan, err);
}

static struct director *director_make(const struct director_options *options,
                                      int entrants, struct error *err)
{
    struct director *d;
    if (!director_check_options(options, entrants, err)) {
        return NULL;
    }
    d = error_allocate(sizeof *d, err);
    if (d == NULL) {
        return NULL;
    }
    d->options = *options;
    d->ready.size = d->staged.size = sizeof(struct director_output);
    for (int i = 0; i < DIRECTOR_ENTRANTS_MAX; i++) {
        d->persons[i] = DIRECTOR_NEW_PERSON;
    }
    d->too_few = -1;
    d->rows.entrants = d->entrants;
    d->rows.matches = d->matches;
    d->rows.whole = (struct director_whole){.round = -1, .length = options->length};
    return d;
}

static bool director_is_double(const struct director *d, int entrant)
{
    return director_find(d, d->entrants[entrant].name) != entrant ||
           strcmp(d->entrants[entrant].name, d->options.name) == 0;
}

struct director *director_new(const struct director_options *options,
                              const struct director_entrant *entrants, int count,
                              struct error *err)
{
    struct director *d = director_make(options, count, err);
    if (d == NULL) {
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        d->entrants[i] =
            (struct director_entrant){.number = i, .is_ours = entrants[i].is_ours};
        memcpy(d->entrants[i].name, entrants[i].name, sizeof d->entrants[i].name);
        d->rows.entrant_count++;
        if (director_is_double(d, i)) {
            (void)error_set(err, "%s is named twice", d->entrants[i].name);
            director_free(d);
            return NULL;
        }
        d->persons[i].is_dirty = true;
    }
    d->is_whole_dirty = true;
    director_commit(d);
    return d;
}

void director_free(struct director *d)
{
    if (d != NULL) {
        output_queue_free(&d->ready);
        output_queue_free(&d->staged);
    }
    free(d);
}

static bool director_is_same_plan(const struct pairing_plan *a,
                                  const struct pairing_plan *b)
{
    return a->kind == b->kind && a->draw == b->draw &&
           (a->kind != PAIRING_ROUND_ROBIN || a->legs == b->legs) &&
           (a->kind != PAIRING_SWISS || a->rounds == b->rounds);
}

static bool director_check_rows(const struct director_options *options,
                                const struct director_rows *rows, struct error *err)
{
    const struct director_whole *whole = &rows->whole;
    bool is_open = whole->phase == DIRECTOR_OPEN;
    if (whole->length != options->length ||
        (!is_open && !director_is_same_plan(&whole->plan, &options->plan))) {
        return error_set(err,
                         "the tournament was begun with another kind, seed or length");
    }
    return director_rows_check(rows, err);
}

struct director *director_restore(const struct director_options *options,
                                  const struct director_rows *rows, struct error *err)
{
    struct director *d;
    if (!director_check_rows(options, rows, err)) {
        return NULL;
    }
    d = director_make(options, rows->entrant_count, err);
    if (d == NULL) {
        return NULL;
    }
    d->rows.whole = rows->whole;
    memcpy(d->entrants, rows->entrants,
           (size_t)rows->entrant_count * sizeof d->entrants[0]);
    d->rows.entrant_count = rows->entrant_count;
    for (int i = 0; i < rows->match_count; i++) {
        d->matches[i] = rows->matches[i];
        d->clocks[i] = DIRECTOR_NEW_CLOCK; /* its times begin again */
    }
    d->rows.match_count = rows->match_count;
    return d;
}

/* ---- what follows from an input ------------------------------------------------ */

static void director_finish(struct director *d)
{
    if (d->rows.whole.phase == DIRECTOR_FINISHED && d->line_count == 0 && !d->is_done) {
        struct director_output output = {.type = DIRECTOR_DONE};
        director_emit(d, &output);
        d->is_done = true;
    }
}

/* While the director is not on the server it only writes down what its players report. */
static void director_step(struct director *d)
{
    if (d->is_online && d->has_who) {
        if (d->rows.whole.phase == DIRECTOR_OPEN && !d->options.has_registration) {
            director_begin(d);
        }
        director_explain(d); /* the rules, to whoever has come */
        if (d->rows.whole.phase == DIRECTOR_RUNNING) {
            director_weigh(d); /* ends that nobody saw, by ratings and experience */
            director_limit(d); /* reminders and forfeits, by the clock */
            director_proceed(d);
            director_order(d);
        }
        director_say_next(d);
        director_finish(d);
    }
    director_commit(d);
}

/* ---- inputs -------------------------------------------------------------------- */

void director_online(struct director *d, int64_t now_ms)
{
    director_set_time(d, now_ms);
    d->is_online = true;
    director_step(d);
}

void director_offline(struct director *d, int64_t now_ms)
{
    director_set_time(d, now_ms);
    d->is_online = false;
    d->has_who = false;
    d->line_count = 0; /* what was not said is forgotten */
    director_step(d);
}

static const struct {
    enum event_type type;
    director_handler *handle;
} director_handlers[] = {
    {EVENT_WELCOME, director_on_welcome},
    {EVENT_WHO, director_on_who},
    {EVENT_WHO_END, director_on_who_end},
    {EVENT_LOGOUT, director_on_logout},
    {EVENT_TELL, director_on_tell},
    {EVENT_REPORT_START, director_on_report_start},
    {EVENT_REPORT_RESUME, director_on_report_start},
    {EVENT_REPORT_WIN, director_on_report_win},
    {EVENT_REPORT_LEFT, director_on_report_left},
};

void director_hear(struct director *d, int64_t now_ms, const struct game_event *event)
{
    director_set_time(d, now_ms);
    for (size_t i = 0; i < sizeof director_handlers / sizeof *director_handlers; i++) {
        if (director_handlers[i].type == event->type) {
            director_handlers[i].handle(d, event);
            director_step(d);
        }
    }
}

/* An input about one of our accounts; -1: it is no entrant. */
static int director_hear_account(struct director *d, int64_t now_ms,
                                 const char *account)
{
    director_set_time(d, now_ms);
    return director_find(d, account);
}

void director_account_online(struct director *d, int64_t now_ms, const char *account)
{
    int entrant = director_hear_account(d, now_ms, account);
    if (entrant >= 0) {
        d->persons[entrant].is_ordered = false;
        d->persons[entrant].has_list = false;
        d->persons[entrant].listed = 0;
        director_step(d);
    }
}

void director_match_event(struct director *d, int64_t now_ms, const char *account,
                          const struct match_event *event)
{
    int entrant = director_hear_account(d, now_ms, account);
    if (entrant >= 0) {
        director_on_event(d, entrant, event);
        director_step(d);
    }
}

void director_saved(struct director *d, int64_t now_ms, const char *account,
                    const char *opponent)
{
    int entrant = director_hear_account(d, now_ms, account);
    if (entrant >= 0) {
        director_on_saved(d, entrant, opponent);
        director_step(d);
    }
}

/* Closes the gaps that those left who dropped out before the start. */
static void director_close_gaps(struct director *d)
{
    int count = 0;
    for (int i = 0; i < d->rows.entrant_count; i++) {
        if (!d->entrants[i].is_out) {
            d->entrants[count] = d->entrants[i];
            d->entrants[count].number = count;
            d->persons[count] = d->persons[i];
            d->persons[count++].is_dirty = true;
        }
    }
    for (int i = count; i < d->rows.entrant_count; i++) {
        d->entrants[i] = (struct director_entrant){.number = i};
        d->persons[i].is_dirty = true;
    }
    director_commit(d);
    d->rows.entrant_count = count;
}

void director_start(struct director *d, int64_t now_ms)
{
    director_set_time(d, now_ms);
    if (d->rows.whole.phase == DIRECTOR_OPEN) {
        director_close_gaps(d);
        director_begin(d);
        director_step(d);
    }
}

bool director_check_award(const struct director_rows *rows, int match,
                          const char *winner, struct error *err)
{
    if (match < 0 || match >= rows->match_count) {
        return error_set(err, "there is no match %d", match + 1);
    }
    const struct director_match *row = &rows->matches[match];
    if (rows->whole.phase == DIRECTOR_FINISHED || row->state == DIRECTOR_MATCH_DONE) {
        return error_set(err, "match %d is over", match + 1);
    }
    if (director_match_is_over(row) && rows->whole.plan.kind != PAIRING_ROUND_ROBIN &&
        row->round < rows->whole.round) {
        return error_set(err, "round %d was drawn from the result of match %d",
                         row->round + 2, match + 1);
    }
    bool plays = winner[0] == '\0';
    for (int i = 0; i < DIRECTOR_SIDES && !plays; i++) {
        int side = row->pairing.side[i];
        plays = side != PAIRING_BYE && strcmp(rows->entrants[side].name, winner) == 0;
    }
    return plays || error_set(err, "%s does not play match %d", winner, match + 1);
}

static bool director_check_text(const char *what, const char *text, size_t size,
                                struct error *err)
{
    size_t length = strlen(text);
    bool is_plain = text[strspn(text, " ")] != '\0';
    for (const char *c = text; *c != '\0'; c++) {
        is_plain = is_plain && *c >= ' ' && *c <= '~';
    }
    return (is_plain && length < size) ||
           error_set(err,
                     "%s: expected 1 to %d printable ASCII characters, which is what "
                     "FIBS takes, found \"%.60s\"",
                     what, (int)size - 1, text);
}

bool director_check_reason(const char *by, const char *why, struct error *err)
{
    return director_check_text("who awards it", by, USER_NAME_SIZE, err) &&
           director_check_text("why it is awarded", why, DIRECTOR_WHY_SIZE, err);
}

bool director_award(struct director *d, int64_t now_ms, int match, const char *winner,
                    const char *by, const char *why, struct error *err)
{
    director_set_time(d, now_ms);
    if (!director_check_award(&d->rows, match, winner, err) ||
        !director_check_reason(by, why, err)) {
        return false;
    }
    int side = winner[0] == '\0' ? PAIRING_NOBODY
                                 : director_side(d, match, director_find(d, winner));
    director_decide(d, match, side, by, why);
    director_step(d);
    return true;
}

void director_tick(struct director *d, int64_t now_ms)
{
    director_set_time(d, now_ms);
    director_step(d);
}

int64_t director_deadline(const struct director *d)
{
    return d->is_online && d->has_who && !d->is_done ? d->now_ms + TICK_MS
                                                     : DIRECTOR_NEVER;
}

bool director_next_output(struct director *d, struct director_output *output)
{
    return output_queue_pop(&d->ready, output);
}

const struct director_rows *director_rows(const struct director *d)
{
    return &d->rows;
}
