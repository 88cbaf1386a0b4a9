#include "bot/director/rehearsal.h"

#include <string.h>

#include "base/text.h"
#include "engine/board/rng.h"

enum {
    EXPERIENCE = 1000,
    START_MS = 20000,
    REGISTERED = 4, /* entrants, with those of the file */
    REGISTERING_MS = 60000,
    TICK_MS = 1000
};

#define LONGEST_MS (INT64_C(1000) * 3600 * 1000)

struct imagined {
    const struct rehearsal *rehearsal;
    rehearsal_visit *visit;
    void *context;
    struct director *director;
    struct rng rng;
    int64_t now_ms;
    int experience[DIRECTOR_ENTRANTS_MAX];
    const char *opponent[DIRECTOR_ENTRANTS_MAX]; /* NULL: nobody */
    bool is_asked_for[DIRECTOR_ENTRANTS_MAX];    /* by rawwho */
    int64_t said_ms; /* when the director said something last */
    /* Of the match of a side 0: when it was called, when it ends; 0: none. */
    int64_t called_ms[DIRECTOR_ENTRANTS_MAX], ends_ms[DIRECTOR_ENTRANTS_MAX];
    bool is_done;
};

/* What the director asks the server is answered later; what it says takes time. */
static void rehearsal_note_sent(struct imagined *i, const struct game_order *order)
{
    const struct director_rows *rows = director_rows(i->director);
    if (order->type == ORDER_TELL) {
        i->said_ms = i->now_ms;
    }
    for (int n = 0; n < rows->entrant_count && order->type == ORDER_WHO; n++) {
        i->is_asked_for[n] |= strcmp(order->name, rows->entrants[n].name) == 0;
    }
}

static void rehearsal_take(struct imagined *i)
{
    struct director_output output;
    while (director_next_output(i->director, &output)) {
        i->visit(i->context, i->now_ms, &output);
        i->is_done = i->is_done || output.type == DIRECTOR_DONE;
        if (output.type == DIRECTOR_SEND) {
            rehearsal_note_sent(i, &output.send);
        }
    }
}

/* `name` and `other`: NULL for nobody. */
static void rehearsal_hear(struct imagined *i, struct game_event event,
                           const char *name, const char *other)
{
    COPY_TEXT(event.name, name != NULL ? name : "");
    COPY_TEXT(event.other, other != NULL ? other : "");
    director_hear(i->director, i->now_ms, &event);
    rehearsal_take(i);
}

static void rehearsal_show(struct imagined *i, int entrant, const char *opponent)
{
    const struct standing standing = {true, 1500.0 + i->experience[entrant] / 100.0,
                                      i->experience[entrant]};
    const struct game_event event = {.type = EVENT_WHO,
                                     .who = {.is_ready = true, .standing = standing}};
    i->opponent[entrant] = opponent;
    rehearsal_hear(i, event, director_rows(i->director)->entrants[entrant].name,
                   opponent);
}

/* With a registration: some who register, so that it can begin. */
static void rehearsal_register(struct imagined *i)
{
    for (char letter = 'a';
         director_rows(i->director)->whole.phase == DIRECTOR_OPEN &&
         director_rows(i->director)->entrant_count < REGISTERED && letter <= 'z';
         letter++) {
        int before = director_rows(i->director)->entrant_count;
        char name[] = "somebody_a";
        name[sizeof name - 2] = letter;
        rehearsal_hear(i, (struct game_event){.type = EVENT_TELL, .text = "register"},
                       name, NULL);
        if (before == director_rows(i->director)->entrant_count) {
            break; /* all places are taken */
        }
        i->experience[before] = EXPERIENCE;
        rehearsal_show(i, before, NULL);
    }
    while (i->now_ms < REGISTERING_MS) {
        i->now_ms += TICK_MS; /* what is to be said is said before it begins */
        director_tick(i->director, i->now_ms);
        rehearsal_take(i);
    }
}

/* Those of a tournament under way have what they must have. */
static void rehearsal_arrive(struct imagined *i)
{
    const struct director_rows *rows = director_rows(i->director);
    rehearsal_hear(i, (struct game_event){.type = EVENT_WELCOME},
                   i->rehearsal->options->name, NULL);
    for (int n = 0; n < rows->entrant_count; n++) {
        const struct standing *standing = &rows->entrants[n].standing;
        i->experience[n] = standing->is_known ? standing->experience : EXPERIENCE;
        rehearsal_show(i, n, NULL);
    }
    rehearsal_hear(i, (struct game_event){.type = EVENT_WHO_END}, NULL, NULL);
    director_online(i->director, i->now_ms);
    rehearsal_take(i);
    if (i->rehearsal->options->has_registration) {
        rehearsal_register(i);
    }
    director_start(i->director, i->now_ms);
    for (int n = 0; n < rows->entrant_count; n++) {
        director_account_online(i->director, i->now_ms, rows->entrants[n].name);
    }
    rehearsal_take(i);
}

static void rehearsal_answer(struct imagined *i)
{
    for (int n = 0; n < director_rows(i->director)->entrant_count; n++) {
        if (i->is_asked_for[n]) {
            i->is_asked_for[n] = false;
            rehearsal_show(i, n, i->opponent[n]);
            rehearsal_hear(i, (struct game_event){.type = EVENT_WHO_END}, NULL, NULL);
        }
    }
}

/* Those of ours who play it see an event. */
static void rehearsal_event(struct imagined *i, int match, struct match_event *event,
                            int winner)
{
    const struct director_rows *rows = director_rows(i->director);
    const struct pairing pairing = rows->matches[match].pairing;
    for (int side = 0; side < 2; side++) {
        const struct director_entrant *player = &rows->entrants[pairing.side[side]];
        event->length = rows->whole.length;
        event->my_score = winner == side ? event->length : 0;
        event->their_score = winner == 1 - side ? event->length : 0;
        memcpy(event->opponent, rows->entrants[pairing.side[1 - side]].name,
               sizeof event->opponent);
        if (player->is_ours) {
            director_match_event(i->director, i->now_ms, player->name, event);
            rehearsal_take(i);
        }
    }
}

static void rehearsal_begin(struct imagined *i, int match)
{
    const struct director_rows *rows = director_rows(i->director);
    const int *side = rows->matches[match].pairing.side;
    const char *first = rows->entrants[side[0]].name,
               *second = rows->entrants[side[1]].name;
    struct match_event event = {.type = MATCH_START};
    const struct game_event report = {.type = EVENT_REPORT_START,
                                      .length = rows->whole.length};
    rehearsal_show(i, side[0], second);
    rehearsal_show(i, side[1], first);
    rehearsal_hear(i, report, first, second);
    rehearsal_event(i, match, &event, PAIRING_NOBODY);
}

static void rehearsal_end(struct imagined *i, int match)
{
    const struct director_rows *rows = director_rows(i->director);
    const struct pairing pairing = rows->matches[match].pairing;
    int length = rows->whole.length, winner = (int)rng_below(&i->rng, 2);
    struct match_event event = {.type = MATCH_END, .is_finished = true};
    const struct game_event report = {
        .type = EVENT_REPORT_WIN, .length = length, .score = {length, 0}};
    rehearsal_event(i, match, &event, winner);
    rehearsal_hear(i, report, rows->entrants[pairing.side[winner]].name,
                   rows->entrants[pairing.side[1 - winner]].name);
    for (int side = 0; side < 2; side++) {
        i->experience[pairing.side[side]] += length;
        rehearsal_show(i, pairing.side[side], NULL);
    }
}

/* A match begins some time after it was called, when all has been said: what waits to be
 * said of a call is dropped when the match begins. */
static bool rehearsal_may_begin(struct imagined *i, int64_t *called_ms)
{
    *called_ms = *called_ms == 0 ? i->now_ms : *called_ms;
    int64_t since_ms = *called_ms > i->said_ms ? *called_ms : i->said_ms;
    return i->now_ms - since_ms >= START_MS;
}

/* Matches begin and end. */
static void rehearsal_play(struct imagined *i)
{
    const struct director_rows *rows = director_rows(i->director);
    for (int match = 0; match < rows->match_count; match++) {
        int first = rows->matches[match].pairing.side[0];
        int64_t *ends_ms = &i->ends_ms[first], *called_ms = &i->called_ms[first];
        switch (rows->matches[match].state) {
        case DIRECTOR_MATCH_CALLED:
        case DIRECTOR_MATCH_INTERRUPTED:
            if (rehearsal_may_begin(i, called_ms)) {
                *ends_ms = i->now_ms + i->rehearsal->match_ms;
                *called_ms = 0;
                rehearsal_begin(i, match);
            }
            break;
        case DIRECTOR_MATCH_PLAYING:
            if (*ends_ms == 0) {
                *ends_ms = i->now_ms + i->rehearsal->match_ms; /* as it was restored */
            } else if (i->now_ms >= *ends_ms) {
                rehearsal_end(i, match);
                *ends_ms = 0;
            }
            break;
        default:
            break;
        }
    }
}

bool rehearsal_run(const struct rehearsal *rehearsal, rehearsal_visit *visit,
                   void *context, struct error *err)
{
    struct imagined i = {.rehearsal = rehearsal, .visit = visit, .context = context};
    i.director = rehearsal->rows == NULL
                     ? director_new(rehearsal->options, rehearsal->entrants,
                                    rehearsal->count, err)
                     : director_restore(rehearsal->options, rehearsal->rows, err);
    if (i.director == NULL) {
        return false;
    }
    rng_seed(&i.rng, rehearsal->seed, 0);
    rehearsal_take(&i);
    rehearsal_arrive(&i);
    while (!i.is_done && i.now_ms < LONGEST_MS) {
        rehearsal_answer(&i);
        rehearsal_play(&i);
        i.now_ms = director_deadline(i.director);
        director_tick(i.director, i.now_ms);
        rehearsal_take(&i);
    }
    director_offline(i.director, i.now_ms);
    director_free(i.director);
    return i.is_done || error_set(err, "the tournament does not end in 1,000 hours");
}
