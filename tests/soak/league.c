#include "tests/soak/league.h"
#include "bot/fibs/translate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/director/director_words.h"
#include "tests/soak/seat_internal.h"

enum { DAY_MS = 24 * 3600 * 1000, RESULTS_MAX = 1024 };

struct league {
    struct stage *stage;
    struct director_options options;
    struct director *director;         /* NULL: killed */
    struct fibs_translator translator; /* of its account */
    int count;                         /* of entrants: seats 1 and up */
    bool is_over;
    struct order_to_play told[SOAK_SEATS_MAX]; /* the foreign players, by their seats */

    /* the store */
    struct director_whole whole;
    struct director_entrant entrants[SOAK_SEATS_MAX];
    struct director_match *matches;
    int match_room, match_count;
    int transactions, forfeits;
};

bool league_kind(const char *word, int entrants, struct pairing_plan *plan)
{
    const struct {
        const char *word;
        struct pairing_plan plan;
    } kinds[] = {
        {"double", {.kind = PAIRING_ROUND_ROBIN, .legs = 2}},
        {"swiss", {.kind = PAIRING_SWISS, .rounds = (entrants + 1) / 2}},
        {"knock-out", {.kind = PAIRING_KNOCK_OUT}},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].word, word) == 0) {
            *plan = kinds[i].plan;
            return true;
        }
    }
    return false;
}

static struct seat *league_seat(const struct league *league, const char *name)
{
    for (int i = 0; i <= league->count; i++) {
        struct seat *seat = league->stage->seats[i];
        if (strcmp(seat_name(seat), name) == 0) {
            return seat;
        }
    }
    return NULL;
}

/* The seat's number; the entrants have 1 .. count. */
static int league_place(const struct league *league, const struct seat *seat)
{
    int place = 0;
    while (place < league->count && league->stage->seats[place] != seat) {
        place++;
    }
    return place;
}

static bool league_place_is_foreign(const struct league *league, int place)
{
    return place > league->count - league->stage->options.foreign;
}

bool league_is_foreign(const struct league *league, const struct seat *seat)
{
    return league_place_is_foreign(league, league_place(league, seat));
}

static bool league_is_director(const struct league *league, const struct seat *seat)
{
    return seat == league->stage->seats[0];
}

/* ---- what the director wants ------------------------------------------------------------ */

static void league_store(struct league *league, const struct director_output *output)
{
    int number;
    league->transactions += output->record.is_last;
    switch (output->record.row) {
    case DIRECTOR_ROW_WHOLE:
        league->whole = output->record.whole;
        break;
    case DIRECTOR_ROW_ENTRANT:
        league->entrants[output->record.entrant.number] = output->record.entrant;
        break;
    case DIRECTOR_ROW_MATCH:
        number = output->record.match.number;
        if (number >= league->match_room) {
            abort();
        }
        league->matches[number] = output->record.match;
        league->match_count =
            number >= league->match_count ? number + 1 : league->match_count;
        break;
    }
}

static void league_order(struct league *league, const struct director_output *output)
{
    struct seat *seat = league_seat(league, output->order.account);
    if (seat != NULL && seat->player != NULL) {
        player_order(seat->player, league->stage->now_ms, &output->order.play);
        seat_pump_player(seat);
    }
}

static void league_carry_out(struct league *league,
                             const struct director_output *output)
{
    struct seat *seat = league->stage->seats[0];
    switch (output->type) {
    case DIRECTOR_RECORD:
        league_store(league, output);
        break;
    case DIRECTOR_ORDER:
        league_order(league, output);
        break;
    case DIRECTOR_SEND:
        if (seat->session != NULL) {
            struct fibs_command command;
            (void)(translate_order(&league->translator, &output->send, &command) &&
                   fibs_session_send(seat->session, league->stage->now_ms, &command));
        }
        break;
    case DIRECTOR_LOG:
        log_event(league->stage->log, output->log.level, seat_name(seat), "%s",
                  output->log.text);
        break;
    case DIRECTOR_DONE:
        league->is_over = true;
        break;
    case DIRECTOR_NEWS:
        break;
    }
}

static void league_drain(struct league *league)
{
    struct director_output output;
    while (league->director != NULL &&
           director_next_output(league->director, &output)) {
        league_carry_out(league, &output);
    }
}

/* ---- the program starts and ends ---------------------------------------------------------- */

static void league_options(struct league *league, const struct pairing_plan *plan,
                           int length)
{
    director_options_default(&league->options);
    (void)snprintf(league->options.name, sizeof league->options.name, "%s",
                   seat_name(league->stage->seats[0]));
    memcpy(league->translator.name, league->options.name, USER_NAME_SIZE);
    league->options.plan = *plan;
    league->options.length = length;
    league->options.away_times = 0;
    league->options.away_ms = league->options.no_show_ms = league->options.match_ms =
        10 * DAY_MS;
}

struct league *league_new(struct stage *stage, const struct pairing_plan *plan,
                          int length, struct error *err)
{
    struct league *league = calloc(1, sizeof *league);
    if (league == NULL) {
        (void)error_set(err, "no memory");
        return NULL;
    }
    league->stage = stage;
    league->count = stage->options.accounts - 1;
    league->match_room = 2 * league->count * league->count;
    league->matches = calloc((size_t)league->match_room, sizeof *league->matches);
    league_options(league, plan, length);
    for (int i = 0; i < league->count; i++) {
        struct director_entrant *entrant = &league->entrants[i];
        entrant->is_ours = !league_place_is_foreign(league, i + 1);
        (void)snprintf(entrant->name, sizeof entrant->name, "%s",
                       seat_name(stage->seats[i + 1]));
    }
    league->director =
        director_new(&league->options, league->entrants, league->count, err);
    if (league->director == NULL || league->matches == NULL) {
        league_free(league);
        return NULL;
    }
    league_drain(league);
    return league;
}

void league_free(struct league *league)
{
    if (league != NULL) {
        director_free(league->director);
        free(league->matches);
        free(league);
    }
}

static void league_start(struct league *league)
{
    struct error err = {0};
    const struct director_rows rows = {league->whole, league->count,
                                       league->match_count, league->entrants,
                                       league->matches};
    if (league->director == NULL) {
        league->director = director_restore(&league->options, &rows, &err);
    }
    if (league->director == NULL) {
        log_event(league->stage->log, LOG_ERROR, "", "%s", err.text);
    }
}

void league_kill(struct league *league)
{
    director_free(league->director);
    league->director = NULL;
}

/* ---- what happens to the seats -------------------------------------------------------------- */

void league_enter(struct league *league, struct seat *seat)
{
    player_take_orders(seat->player);
    if (league_is_director(league, seat)) {
        league_start(league);
    } else if (league_is_foreign(league, seat)) {
        player_order(seat->player, league->stage->now_ms,
                     &league->told[league_place(league, seat)]);
    }
}

/* A foreign player who was cut off does what he is told when he is back: what he was told
 * before may be over, without his having seen the end. */
static void league_forget(struct league *league, int place)
{
    struct seat *seat = league->stage->seats[place];
    memset(&league->told[place], 0, sizeof league->told[place]);
    if (seat->player != NULL) {
        player_order(seat->player, league->stage->now_ms, &league->told[place]);
    }
}

void league_online(struct league *league, const struct seat *seat, bool is_online)
{
    int64_t now_ms = league->stage->now_ms;
    if (league_is_foreign(league, seat) && !is_online) {
        league_forget(league, league_place(league, seat));
    }
    if (league->director == NULL) {
        return;
    }
    if (league_is_director(league, seat) && is_online) {
        director_online(league->director, now_ms);
    } else if (league_is_director(league, seat)) {
        director_offline(league->director, now_ms);
    } else if (is_online && !league_is_foreign(league, seat)) {
        director_account_online(league->director, now_ms, seat_name(seat));
    }
    league_drain(league);
}

/* A foreign player reads the end of a line of the director: "...: invite bert 5" or
 * "...: join bert". */
static void league_tell(struct league *league, struct seat *seat,
                        const struct fibs_message *message)
{
    char text[400], verb[10], name[USER_NAME_SIZE];
    const char *tail =
        strrchr(fibs_slice_copy(message->texts[0], text, sizeof text), ':');
    if (!fibs_slice_is(message->names[0], league->options.name) || tail == NULL ||
        sscanf(tail, ": %9s %63s", verb, name) != 2 ||
        league_seat(league, name) == NULL) {
        return;
    }
    struct order_to_play *told = &league->told[league_place(league, seat)];
    *told = (struct order_to_play){.length = league->options.length,
                                   .invites = strcmp(verb, "invite") == 0,
                                   .is_new = strstr(text, ", a new match") != NULL};
    memcpy(told->opponent, name, sizeof name);
    player_order(seat->player, league->stage->now_ms, told);
}

void league_hear(struct league *league, struct seat *seat,
                 const struct fibs_message *message)
{
    if (league_is_foreign(league, seat) && message->id == FIBS_MSG_CLIP_SAYS) {
        league_tell(league, seat, message);
    } else if (league_is_director(league, seat) && league->director != NULL) {
        struct game_event event;
        translate_event(&league->translator, message, &event);
        director_hear(league->director, league->stage->now_ms, &event);
        league_drain(league);
    }
}

void league_take(struct league *league, const struct seat *seat,
                 const struct player_output *output)
{
    int64_t now_ms = league->stage->now_ms;
    bool is_end = output->type == PLAYER_MATCH && output->event.type == MATCH_END;
    if (league_is_foreign(league, seat)) {
        if (is_end && output->event.is_finished) {
            league->told[league_place(league, seat)].opponent[0] = '\0';
        }
        return;
    }
    if (league->director == NULL || league_is_director(league, seat)) {
        return;
    }
    if (output->type == PLAYER_MATCH) {
        director_match_event(league->director, now_ms, seat_name(seat), &output->event);
    } else if (output->type == PLAYER_SAVED) {
        director_saved(league->director, now_ms, seat_name(seat), output->saved.name);
    }
    league_drain(league);
}

void league_step(struct league *league)
{
    if (league_due(league) <= league->stage->now_ms) {
        director_tick(league->director, league->stage->now_ms);
        league_drain(league);
    }
}

int64_t league_due(const struct league *league)
{
    return league->director == NULL ? INT64_MAX : director_deadline(league->director);
}

bool league_is_over(const struct league *league)
{
    return league->is_over;
}

/* ---- the verdict ----------------------------------------------------------------------------- */

struct league_results {
    char winner[RESULTS_MAX][USER_NAME_SIZE], loser[RESULTS_MAX][USER_NAME_SIZE];
    bool is_taken[RESULTS_MAX];
    int count;
};

static bool league_read(const char *path, struct league_results *results)
{
    char line[400];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false;
    }
    while (results->count < RESULTS_MAX && fgets(line, sizeof line, file) != NULL) {
        results->count +=
            sscanf(line, "match %63s %63s", results->winner[results->count],
                   results->loser[results->count]) == 2;
    }
    return fclose(file) == 0;
}

static bool league_find(const struct league *league, const struct director_match *match,
                        struct league_results *results)
{
    const char *winner = league->entrants[match->pairing.side[match->winner]].name;
    const char *loser = league->entrants[match->pairing.side[1 - match->winner]].name;
    for (int i = 0; i < results->count; i++) {
        if (!results->is_taken[i] && strcmp(results->winner[i], winner) == 0 &&
            strcmp(results->loser[i], loser) == 0) {
            results->is_taken[i] = true;
            return true;
        }
    }
    printf("match %d: the server does not say that %s beat %s (%s)\n", match->number,
           winner, loser, director_source_words[match->source]);
    return false;
}

bool league_judge(const struct league *league, const char *results_path)
{
    struct league_results *results = calloc(1, sizeof *results);
    int played = 0, missing = 0, other = 0,
        by_source[DIRECTOR_SOURCE_OPERATOR + 1] = {0};
    if (results == NULL || !league_read(results_path, results)) {
        free(results);
        return false;
    }
    for (int i = 0; i < league->match_count; i++) {
        const struct director_match *match = &league->matches[i];
        by_source[match->source]++;
        if (match->state == DIRECTOR_MATCH_DONE &&
            match->source != DIRECTOR_SOURCE_BYE) {
            played++;
            missing += !league_find(league, match, results);
        }
        other += match->state != DIRECTOR_MATCH_DONE;
    }
    printf(
        "tournament: %d matches played, %d in the server's results; %d transactions; "
        "told by a player %d, the server %d, ratings %d; not played to their end %d; "
        "lines cut %d\n",
        played, results->count, league->transactions, by_source[DIRECTOR_SOURCE_PLAYER],
        by_source[DIRECTOR_SOURCE_SERVER], by_source[DIRECTOR_SOURCE_STANDING], other,
        league->stage->figures.cuts);
    bool is_good = missing == 0 && other == 0 && played == results->count;
    free(results);
    return is_good && league->is_over;
}
