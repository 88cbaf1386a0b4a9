#include "bot/director/core_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "bot/director/director_words.h"

/* So many lines at most wait to be said before nobody is answered: the rest of the room is
 * for those who are to play. */
enum { LINES_OF_ANSWERS = DIRECTOR_LINES_MAX / 4 };

enum { MINUTE_MS = 60000, WORDS_SIZE = 40, LINE_ROOM = 160, LINES_OF_ANSWER = 4 };

/* ---- who talks ----------------------------------------------------------------- */

static struct director_talker *talk_talker(struct director *d, const char *name)
{
    for (int i = 0; i < DIRECTOR_TALKERS_MAX; i++) {
        if (strcmp(d->talkers[i].name, name) == 0) {
            return &d->talkers[i];
        }
    }
    struct director_talker *talker =
        &d->talkers[d->next_talker++ % DIRECTOR_TALKERS_MAX];
    *talker = (struct director_talker){.since_ms = d->time_ms};
    COPY_TEXT(talker->name, name);
    return talker;
}

/* Whether users who ask much are still answered; the last answer of a minute says so. */
static bool talk_is_answered(struct director *d, struct director_talker *talker)
{
    if (d->time_ms - talker->since_ms >= MINUTE_MS) {
        talker->since_ms = d->time_ms;
        talker->answers = 0;
    }
    talker->answers++;
    if (talker->answers == d->options.answers_max) {
        director_say(d, talker->name, "You ask a lot: please wait a minute.");
    }
    return talker->answers < d->options.answers_max;
}

/* ---- the rules: start, kind, length, limits of time ----------------------------- */

enum { KIND_SIZE = 60 };

/* "everybody plays everybody 2 times" */
static void talk_kind(const struct pairing_plan *plan, char text[KIND_SIZE])
{
    switch (plan->kind) {
    case PAIRING_ROUND_ROBIN:
        (void)snprintf(text, KIND_SIZE, "everybody plays everybody");
        if (plan->legs > 1) {
            text_add(text, KIND_SIZE, " %d times", plan->legs);
        }
        break;
    case PAIRING_SWISS:
        (void)snprintf(text, KIND_SIZE, "a Swiss of %d round%s", plan->rounds,
                       plan->rounds == 1 ? "" : "s");
        break;
    case PAIRING_KNOCK_OUT:
        (void)snprintf(text, KIND_SIZE, "a knock-out");
        break;
    }
}

static void talk_tell_plan(struct director *d, const char *name)
{
    const struct director_whole *whole = &d->rows.whole;
    bool is_open = whole->phase == DIRECTOR_OPEN;
    char kind[KIND_SIZE], when[100];
    talk_kind(is_open ? &d->options.plan : &whole->plan, kind);
    if (is_open) {
        FORMAT_TEXT(when, "begins %s.",
                    d->options.start[0] != '\0' ? d->options.start : "soon");
    } else {
        int rounds = pairing_rounds(&whole->plan);
        FORMAT_TEXT(when, "%s; %d round%s in about %s.",
                    whole->phase == DIRECTOR_FINISHED ? "is over" : "has begun", rounds,
                    rounds == 1 ? "" : "s",
                    director_span((int64_t)rounds * d->options.match_ms).text);
    }
    director_say(d, name, "%.59s: %s, %d point%s a match. It %s", d->options.title,
                 kind, whole->length, whole->length == 1 ? "" : "s", when);
}

static void talk_tell_limits(struct director *d, const char *name)
{
    const struct director_options *options = &d->options;
    char times[40] = "";
    if (options->away_times > 1) {
        FORMAT_TEXT(times, ", fewer than %d times", options->away_times);
    }
    director_say(
        d, name,
        "Begin within %s of my call, or you lose the match; if you leave%s, be "
        "back within %s; a match has %s.",
        director_span(options->no_show_ms).text, times,
        director_span(options->away_ms).text, director_span(options->match_ms).text);
}

static void talk_tell_rules(struct director *d, const char *name)
{
    talk_tell_plan(d, name);
    talk_tell_limits(d, name);
}

static bool talk_has_played(const struct director *d, int entrant)
{
    for (int i = 0; i < d->rows.match_count; i++) {
        const int *side = d->matches[i].pairing.side;
        if ((side[0] == entrant || side[1] == entrant) &&
            (d->matches[i].is_begun || director_match_is_over(&d->matches[i]))) {
            return true;
        }
    }
    return false;
}

void director_explain(struct director *d)
{
    for (int i = 0; i < d->rows.entrant_count; i++) {
        struct director_person *person = &d->persons[i];
        if (!d->entrants[i].is_ours && !d->entrants[i].is_out && person->is_here &&
            !person->has_rules) {
            person->has_rules = true;
            if (!talk_has_played(d, i)) {
                talk_tell_rules(d, d->entrants[i].name);
            }
        }
    }
}

/* ---- what is answered ---------------------------------------------------------- */

/* Lines that are filled part by part. */
struct talk_lines {
    struct director *d;
    const char *name;
    char text[LINE_ROOM];
    int lines;
};

static void talk_flush(struct talk_lines *lines)
{
    if (lines->text[0] != '\0' && lines->lines < LINES_OF_ANSWER) {
        director_say(lines->d, lines->name, "%s", lines->text);
        lines->lines++;
    }
    lines->text[0] = '\0';
}

static void talk_add(struct talk_lines *lines, const char *part)
{
    size_t used = strlen(lines->text);
    if (used + strlen(part) + 3 > sizeof lines->text) {
        talk_flush(lines);
        used = 0;
    }
    (void)snprintf(lines->text + used, sizeof lines->text - used, "%s%s",
                   used == 0 ? "" : ", ", part);
}

static void talk_help(struct director *d, struct director_talker *talker, int entrant)
{
    (void)entrant;
    director_say(d, talker->name,
                 "I direct a tournament. Tell me: register, dropout, rules, current, "
                 "matches, standings, here, report loss, report win.");
}

static void talk_rules(struct director *d, struct director_talker *talker, int entrant)
{
    (void)entrant;
    talk_tell_rules(d, talker->name);
}

static void talk_standings(struct director *d, struct director_talker *talker,
                           int entrant)
{
    struct table_row table[DIRECTOR_ENTRANTS_MAX];
    struct talk_lines lines = {.d = d, .name = talker->name};
    int count = director_table(&d->rows, d->results, table);
    (void)entrant;
    if (count == 0) {
        director_say(d, talker->name, "The tournament has not begun; %d take part.",
                     d->rows.entrant_count);
    }
    for (int i = 0; i < count; i++) {
        char part[USER_NAME_SIZE + 60];
        FORMAT_TEXT(part, "%d. %s %d-%d%s", table[i].rank,
                    d->entrants[table[i].entrant].name, table[i].won, table[i].lost,
                    table[i].byes > 0 ? " (with a bye)" : "");
        talk_add(&lines, part);
    }
    talk_flush(&lines);
}

static void talk_describe(const struct director *d, int match, int entrant, char *text,
                          size_t size)
{
    const struct director_match *row = &d->matches[match];
    int side = director_side(d, match, entrant);
    if (row->pairing.side[1] == PAIRING_BYE) {
        (void)snprintf(text, size, "%d: a bye", row->round + 1);
    } else if (row->state == DIRECTOR_MATCH_FORFEITED &&
               row->winner == PAIRING_NOBODY) {
        (void)snprintf(text, size, "%d: forfeited by both (you and %s)", row->round + 1,
                       director_name_of(d, match, 1 - side));
    } else if (director_match_is_over(row) && row->state != DIRECTOR_MATCH_VOID) {
        (void)snprintf(text, size, "%d: %s %s", row->round + 1,
                       row->winner == side ? "won against" : "lost to",
                       director_name_of(d, match, 1 - side));
    } else {
        (void)snprintf(text, size, "%d: %s %s", row->round + 1,
                       director_name_of(d, match, 1 - side),
                       director_state_words[row->state]);
    }
}

static void talk_matches(struct director *d, struct director_talker *talker,
                         int entrant)
{
    struct talk_lines lines = {.d = d, .name = talker->name};
    for (int i = 0; i < d->rows.match_count; i++) {
        const int *side = d->matches[i].pairing.side;
        if (side[0] == entrant || side[1] == entrant) {
            char part[USER_NAME_SIZE + 70];
            FORMAT_TEXT(part, "round ");
            talk_describe(d, i, entrant, part + strlen(part),
                          sizeof part - strlen(part));
            talk_add(&lines, part);
        }
    }
    if (lines.text[0] == '\0' && lines.lines == 0) {
        director_say(d, talker->name, "You have no matches yet.");
    }
    talk_flush(&lines);
}

static void talk_current(struct director *d, struct director_talker *talker,
                         int entrant)
{
    int match = director_current(d, entrant);
    char text[USER_NAME_SIZE + 60];
    if (match < 0 || d->matches[match].state == DIRECTOR_MATCH_DUE) {
        director_say(d, talker->name, "You have nothing to play now.");
    } else if (director_is_waiting(&d->matches[match])) {
        director_invite(d, match, director_side(d, match, entrant));
    } else {
        talk_describe(d, match, entrant, text, sizeof text);
        director_say(d, talker->name, "Round %s", text);
    }
}

/* They say that they wait; that something was said is noted already. */
static void talk_here(struct director *d, struct director_talker *talker, int entrant)
{
    int match = director_current(d, entrant);
    if (match < 0 || !director_is_waiting(&d->matches[match]) ||
        director_has_ours(d, match)) {
        talk_current(d, talker, entrant);
        return;
    }
    int64_t left_ms = d->options.no_show_ms - (d->time_ms - d->clocks[match].since_ms);
    const struct director_entrant *other =
        director_entrant_of(d, match, 1 - director_side(d, match, entrant));
    director_say(d, talker->name,
                 "Noted: you are there. If I hear nothing of %s within %s, you win.",
                 other->name, director_span(left_ms > 0 ? left_ms : 0).text);
}

/* ---- register, drop out -------------------------------------------------------- */

/* The place of somebody else who has dropped out before the start, or a new one; -1: there
 * is none. */
static int talk_free_place(const struct director *d)
{
    for (int i = 0; i < d->rows.entrant_count; i++) {
        if (d->entrants[i].is_out) {
            return i;
        }
    }
    return d->rows.entrant_count < d->options.entrants_max ? d->rows.entrant_count : -1;
}

static void talk_enter(struct director *d, const char *name, int number)
{
    struct director_entrant *entrant = &d->entrants[number];
    struct director_person *person = &d->persons[number];
    d->rows.entrant_count += number == d->rows.entrant_count;
    *entrant = (struct director_entrant){.number = number};
    COPY_TEXT(entrant->name, name);
    *person = DIRECTOR_NEW_PERSON;
    person->is_here = true;
    d->persons[number].is_dirty = true;
    director_ask_who(d, number);
}

static void talk_register(struct director *d, struct director_talker *talker,
                          int entrant)
{
    bool is_open = d->rows.whole.phase == DIRECTOR_OPEN && d->options.has_registration;
    if (entrant >= 0 && !d->entrants[entrant].is_out) {
        director_say(d, talker->name, "You take part already.");
    } else if (!is_open) {
        director_say(d, talker->name, "Registration is closed.");
    } else if (entrant >= 0) {
        d->entrants[entrant].is_out = false;
        d->entrants[entrant].why[0] = '\0';
        d->persons[entrant].is_dirty = true;
        director_say(d, talker->name, "You take part again.");
    } else if (talk_free_place(d) < 0) {
        director_say(d, talker->name, "Sorry, all %d places are taken.",
                     d->options.entrants_max);
    } else {
        talk_enter(d, talker->name, talk_free_place(d));
        director_log(d, LOG_INFO, "%s has registered", talker->name);
        director_say(d, talker->name,
                     "You take part. I will call you when you are to play.");
    }
}

static void talk_dropout(struct director *d, struct director_talker *talker,
                         int entrant)
{
    if (d->entrants[entrant].is_ours || d->entrants[entrant].is_out ||
        d->rows.whole.phase == DIRECTOR_FINISHED) {
        director_say(d, talker->name, "You do not take part.");
        return;
    }
    talker->dropout_ms = d->time_ms + DIRECTOR_DROPOUT_MS;
    director_say(
        d, talker->name,
        "You will lose all matches that are left. Tell me yes within %d seconds "
        "to drop out.",
        DIRECTOR_DROPOUT_MS / 1000);
}

static void talk_yes(struct director *d, struct director_talker *talker, int entrant)
{
    if (d->time_ms > talker->dropout_ms || talker->dropout_ms == 0) {
        director_say(d, talker->name, "There is nothing to say yes to.");
        return;
    }
    talker->dropout_ms = 0;
    d->entrants[entrant].is_out = true;
    FORMAT_TEXT(d->entrants[entrant].why, "dropped out");
    d->persons[entrant].is_dirty = true;
    director_log(d, LOG_INFO, "%s has dropped out", talker->name);
    director_say(d, talker->name, "You have dropped out.");
}

/* ---- reports ------------------------------------------------------------------- */

static void talk_claim(struct director *d, struct director_talker *talker, int match,
                       int side, int claim)
{
    struct director_match *row = &d->matches[match];
    row->claim[side] = (signed char)claim;
    d->clocks[match].is_dirty = true;
    if (row->claim[1 - side] == 0) {
        director_say(d, talker->name, "Noted. It counts when %s reports the same.",
                     director_name_of(d, match, 1 - side));
    } else if (row->claim[1 - side] == claim) {
        director_say(d, talker->name, "%s says otherwise: the operator will decide.",
                     director_name_of(d, match, 1 - side));
        director_log(d, LOG_WARNING, "%s: both say that they have %s it",
                     director_title(d, match).text, claim > 0 ? "won" : "lost");
    } else {
        struct director_pending result = {.source = DIRECTOR_SOURCE_BOTH,
                                          .winner = claim > 0 ? side : 1 - side};
        director_witness(d, match, &result);
    }
}

/* `claim`: 1 won, -1 lost. */
static void talk_report(struct director *d, struct director_talker *talker, int entrant,
                        int claim)
{
    int match = director_current(d, entrant);
    if (match < 0 || d->matches[match].state == DIRECTOR_MATCH_DUE) {
        director_say(d, talker->name, "You have no match to report.");
    } else if (director_has_ours(d, match)) {
        director_say(d, talker->name,
                     "Thank you, I see the result of this match myself.");
    } else {
        talk_claim(d, talker, match, director_side(d, match, entrant), claim);
    }
}

/* ---- words --------------------------------------------------------------------- */

struct talk_command {
    const char *words;
    void (*act)(struct director *d, struct director_talker *talker, int entrant);
    bool is_for_entrants;
    int claim; /* of a report, in place of `act` */
};
static const struct talk_command talk_commands[] = {
    {"help", talk_help, false, 0},      {"register", talk_register, false, 0},
    {"rules", talk_rules, false, 0},    {"standings", talk_standings, false, 0},
    {"current", talk_current, true, 0}, {"matches", talk_matches, true, 0},
    {"here", talk_here, true, 0},       {"dropout", talk_dropout, true, 0},
    {"yes", talk_yes, true, 0},         {"report loss", NULL, true, -1},
    {"report win", NULL, true, 1},
};

/* In lower case, with one blank between words. */
static void talk_normalise(const char *text, char words[WORDS_SIZE])
{
    size_t used = 0;
    for (; *text != '\0' && used + 1 < WORDS_SIZE; text++) {
        if (*text != ' ' || (used > 0 && words[used - 1] != ' ')) {
            words[used++] = (char)tolower((unsigned char)*text);
        }
    }
    words[used] = '\0';
}

static const struct talk_command *talk_find(const char *text)
{
    char words[WORDS_SIZE];
    talk_normalise(text, words);
    for (size_t i = 0; i < sizeof talk_commands / sizeof *talk_commands; i++) {
        size_t length = strlen(talk_commands[i].words);
        if (strncmp(words, talk_commands[i].words, length) == 0 &&
            (words[length] == '\0' || words[length] == ' ')) {
            return &talk_commands[i];
        }
    }
    return NULL;
}

/* A flood of strangers is said once in the log. */
static bool talk_has_room(struct director *d)
{
    bool has_room = d->line_count < LINES_OF_ANSWERS;
    if (!has_room && !d->is_flooded) {
        director_log(d, LOG_INFO, "too many questions: some are not answered");
    }
    d->is_flooded = !has_room;
    return has_room;
}

void director_on_tell(struct director *d, const struct game_event *event)
{
    int entrant = director_find(d, event->name);
    if (event->is_mine || (entrant >= 0 && d->entrants[entrant].is_ours)) {
        return; /* ours say nothing that is meant for the director */
    }
    if (entrant >= 0) {
        director_note_shown(d, entrant);
    }
    const struct talk_command *command = talk_find(event->text);
    if (command == NULL && entrant >= 0) {
        command = &talk_commands[0]; /* help; strangers are not answered */
    }
    if (command == NULL || !talk_has_room(d)) {
        return;
    }
    struct director_talker *talker = talk_talker(d, event->name);
    if (!talk_is_answered(d, talker)) {
        return;
    }
    if (command->is_for_entrants && entrant < 0) {
        director_say(d, event->name, "You do not take part.");
    } else if (command->claim != 0) {
        talk_report(d, talker, entrant, command->claim);
    } else {
        command->act(d, talker, entrant);
    }
}
