#include "server/fibsd_core.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "server/zone.h"

/* ---- who, rawwho ----------------------------------------------------------------- */

/* Which users to list. */
struct selection {
    const char *kind;              /* NULL: everybody */
    const char *site;              /* with the kind "from" */
    const struct fibsd_user *user; /* NULL: by kind */
};

static bool is_selected(const struct selection *selection,
                        const struct fibsd_user *user)
{
    const char *kind = selection->kind;
    if (user->connection == NULL) {
        return false;
    }
    if (selection->user != NULL) {
        return user == selection->user;
    }
    if (kind == NULL) {
        return true;
    }
    if (strcmp(kind, "ready") == 0) {
        return user->toggle[FIBSD_TOGGLE_READY] && user->match == NULL;
    }
    if (strcmp(kind, "playing") == 0) {
        return user->match != NULL;
    }
    if (strcmp(kind, "away") == 0) {
        return user->is_away;
    }
    return selection->site != NULL &&
           strstr(user->connection->host, selection->site) != NULL;
}

static bool is_selector(const char *word)
{
    return strcmp(word, "ready") == 0 || strcmp(word, "playing") == 0 ||
           strcmp(word, "away") == 0 || strcmp(word, "from") == 0;
}

/* ---- in the order that the user has set ------------------------------------------ */

/* A user in a list, and when he logged in among others of the same second. */
struct listed {
    const struct fibsd_user *user;
    int place;
};

static int by_login(const void *a, const void *b)
{
    const struct listed *first = a, *second = b;
    int64_t one_s = first->user->connection->login_s,
            other_s = second->user->connection->login_s;
    return one_s != other_s ? (one_s > other_s) - (one_s < other_s)
                            : first->place - second->place;
}

static int by_name(const void *a, const void *b)
{
    const struct listed *first = a, *second = b;
    int order = strcasecmp(first->user->name, second->user->name);
    return order != 0 ? order : strcmp(first->user->name, second->user->name);
}

/* The lowest first, as in a list seen on fibs.com in 2021. */
static int by_rising_rating(const void *a, const void *b)
{
    const struct listed *first = a, *second = b;
    double one = first->user->rating, other = second->user->rating;
    return one < other || one > other ? (one > other) - (one < other) : by_login(a, b);
}

static int by_falling_rating(const void *a, const void *b)
{
    return by_rising_rating(b, a);
}

/* Returns the selected users in order; the caller frees the list. */
static struct listed *sorted_users(const struct fibsd_user *viewer,
                                   const struct selection *selection, int *count)
{
    static int (*const orders[])(const void *, const void *) = {
        by_login, by_name, by_rising_rating, by_falling_rating}; /* as settings.c */
    const struct fibsd *server = server_of(viewer);
    struct listed *list = calloc((size_t)server->user_count + 1, sizeof *list);
    *count = 0;
    for (const struct fibsd_connection *c = server->connections;
         list != NULL && c != NULL; c = c->next) {
        if (c->user != NULL && is_selected(selection, c->user)) {
            list[*count] = (struct listed){c->user, *count};
            (*count)++;
        }
    }
    if (list != NULL) {
        qsort(list, (size_t)*count, sizeof *list,
              orders[viewer->variable[FIBSD_VARIABLE_SORTWHO]]);
    }
    return list;
}

/* ---- the lists ------------------------------------------------------------------- */

static void tell_clip_rows(const struct fibsd_user *user, const struct listed *list,
                           int count)
{
    for (int i = 0; i < count; i++) {
        accounts_send_who(user->connection, list[i].user);
    }
}

/* Clients get the list, and that nobody is there: so does FIBS. */
static void tell_count(const struct fibsd_user *user)
{
    static const struct selection everybody = {0};
    int count;
    struct listed *list = sorted_users(user, &everybody, &count);
    bool is_clip = server_is_clip(user);
    if (is_clip) {
        tell_clip_rows(user, list, count);
    }
    text_tell(user, "There are %d users logged on.", is_clip ? 0 : count);
    free(list);
}

/* Returns false after an error line or an answer that is not a list. */
static bool read_selection(struct fibsd_user *user, char *arguments,
                           struct selection *selection)
{
    const char *word = words_next(&arguments);
    *selection = (struct selection){.kind = word};
    if (word == NULL) {
        return true;
    }
    if (strcmp(word, "count") == 0) {
        tell_count(user);
        return false;
    }
    if (is_selector(word)) {
        selection->site = words_next(&arguments);
        return true;
    }
    selection->user = accounts_find_online(user, word);
    if (selection->user == NULL) {
        text_tell(user, "** There is no one called %s.", word);
        return false;
    }
    return true;
}

static const char who_header[] = "No  S  username        rating   exp login  idle from";

/* "23 P   opp_a          1515.82 10025 16:49  0:04 192.0.2.5", as on fibs.com in 2021 */
static void who_row(const struct fibsd_user *viewer, const struct fibsd_user *user,
                    int number)
{
    int64_t idle_s =
        (server_of(viewer)->now_ms - user->connection->last_input_ms) / 1000;
    char state = user->match != NULL                ? 'P'
                 : user->toggle[FIBSD_TOGGLE_READY] ? 'R'
                                                    : '-';
    char login[40], idle[24];
    zone_clock(viewer->variable[FIBSD_VARIABLE_TIMEZONE], user->connection->login_s,
               login, sizeof login);
    FORMAT_TEXT(idle, "%lld:%02lld", (long long)idle_s / 60, (long long)idle_s % 60);
    text_tell(viewer, "%2d %c%c%c %-14s %7.2f %5d %5s %5s %s", number, state,
              user->watching != NULL ? 'W' : ' ', user->is_away ? 'A' : ' ', user->name,
              user->rating, user->experience, login, idle, user->connection->host);
}

/* Lists the selected users; returns how many. */
static int list_users(const struct fibsd_user *user, const struct selection *selection)
{
    int count;
    struct listed *list = sorted_users(user, selection, &count);
    if (server_is_clip(user)) {
        tell_clip_rows(user, list, count);
    } else if (count > 0) {
        text_tell(user, "%s", who_header);
    }
    for (int i = 0; !server_is_clip(user) && i < count; i++) {
        who_row(user, list[i].user, i + 1);
    }
    free(list);
    return count;
}

void cmd_who(struct fibsd_user *user, char *arguments)
{
    struct selection selection;
    if (read_selection(user, arguments, &selection) &&
        list_users(user, &selection) == 0) {
        text_tell(user, "%s", who_header);
    }
    /* no 6 follows, unlike after rawwho */
}

void cmd_rawwho(struct fibsd_user *user, char *arguments)
{
    struct selection selection;
    if (!read_selection(user, arguments, &selection)) {
        return;
    }
    (void)list_users(user, &selection);
    text_tell(user, server_is_clip(user) ? "6" : "who:end");
}

/* ---- one user -------------------------------------------------------------------- */

static void whois_state(const struct fibsd_user *user, const struct fibsd_user *other)
{
    if (other->connection == NULL) {
        char date[80];
        if (other->last_logout_s != 0) { /* has been here */
            zone_short_date(user->variable[FIBSD_VARIABLE_TIMEZONE],
                            other->last_logout_s, date, sizeof date);
            text_tell(user, "  Last logout: %s", date);
        }
        text_tell(user, "  Not logged in right now.");
        return;
    }
    long idle_s =
        (long)((server_of(user)->now_ms - other->connection->last_input_ms) / 1000);
    if (idle_s < 60) {
        text_tell(user, "  Still logged in. %ld seconds idle.", idle_s);
    } else {
        text_tell(user, "  Still logged in. %ld:%02ld minutes idle.", idle_s / 60,
                  idle_s % 60);
    }
    if (other->match != NULL) {
        text_tell(user, "  %s is playing with %s.", other->name,
                  opponent_of(other)->name);
    } else {
        text_tell(user, "  %s is %sready to play, %s%s, not playing.", other->name,
                  other->toggle[FIBSD_TOGGLE_READY] ? "" : "not ",
                  other->watching != NULL ? "watching " : "not watching",
                  other->watching != NULL ? other->watching->name : "");
    }
    if (other->is_away) {
        text_tell(user, "  %s is away: %s", other->name, other->away);
    }
}

void cmd_whois(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    if (name == NULL) {
        text_tell(user, "** please give a name as an argument.");
        return;
    }
    const struct fibsd_user *other = accounts_find(server_of(user), name);
    if (other == NULL) {
        text_tell(user, "No information found on user %s.", name);
        return;
    }
    text_tell(user, "Information about %s:", other->name);
    if (other->last_login_s != 0) {
        char date[80];
        zone_short_date(user->variable[FIBSD_VARIABLE_TIMEZONE], other->last_login_s,
                        date, sizeof date);
        text_tell(user, "  Last login:  %s from %s", date,
                  other->last_host[0] != '\0' ? other->last_host : "nowhere");
    }
    whois_state(user, other);
    text_tell(user, "  Rating: %.2f Experience: %d", other->rating, other->experience);
    if (other->email == NULL) {
        text_tell(user, "  No email address.");
    } else {
        text_tell(user, "  Email address: %s", other->email);
    }
}

void cmd_where(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    const struct fibsd_user *other =
        name == NULL ? NULL : accounts_find_online(user, name);
    if (other == NULL) {
        text_tell(user, "** There's no one called %s.", name == NULL ? "" : name);
        return;
    }
    text_tell(user, "%s from %s", other->name, other->connection->host);
    text_tell(user, "(%s)", other->connection->host);
}

void cmd_look(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    if (name == NULL) {
        text_tell(user, "** Look at who?");
        return;
    }
    struct fibsd_user *other = accounts_find_online(user, name);
    if (other == NULL) {
        text_tell(user, "** There is no one called %s.", name);
    } else if (other == user) {
        text_tell(user, "You look great.");
    } else if (accounts_list_has(&other->blinded, user)) {
        text_tell(user, "** %s doesn't want you to look.", other->name);
    } else if (other->match == NULL) {
        text_tell(user, "** %s is not playing.", other->name);
    } else {
        board_send_of(user, other->match, seat_of(other->match, other), other->name);
    }
}

/* ---- watching -------------------------------------------------------------------- */

void who_stop_watching(struct fibsd_user *user, const char *stars)
{
    const struct fibsd_user *seen = user->watching;
    if (seen == NULL) {
        return;
    }
    user->watching = NULL;
    text_tell(user, "%sYou stop watching %s.", stars, seen->name);
    text_tell(seen, "%s stops watching you.", user->name);
    if (seen->match != NULL) {
        text_tell(opponent_of(seen), "%s stops watching %s.", user->name, seen->name);
    }
}

static void start_watching(struct fibsd_user *user, struct fibsd_user *other)
{
    who_stop_watching(user, "** ");
    user->watching = other;
    text_tell(user, "You're now watching %s.", other->name);
    text_tell(other, "%s is watching you.", user->name);
    if (other->match == NULL) {
        text_tell(user, "%s is not doing anything interesting.", other->name);
    } else {
        text_tell(opponent_of(other), "%s starts watching %s.", user->name,
                  other->name);
        board_send(user, other->match);
    }
    accounts_push_who(user, NULL);
}

void cmd_watch(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    if (name == NULL) {
        text_tell(user, "** Watch who?");
        return;
    }
    struct fibsd_user *other = accounts_find_online(user, name);
    if (user->match != NULL) {
        text_tell(user, "** You can't watch another game while you're playing.");
    } else if (other == NULL) {
        text_tell(user, "** There's no one called %s.", name);
    } else if (other == user) {
        text_tell(user, "** Use a mirror to do that.");
    } else if (accounts_list_has(&other->blinded, user)) {
        text_tell(user, "** %s doesn't want you to watch.", other->name);
    } else if (other->match != NULL &&
               accounts_list_has(&opponent_of(other)->blinded, user)) {
        text_tell(user, "** You can't watch the match between %s and %s.", other->name,
                  opponent_of(other)->name);
    } else {
        start_watching(user, other);
    }
}

void cmd_unwatch(struct fibsd_user *user)
{
    if (user->watching == NULL) {
        text_tell(user, "** You're not watching.");
        return;
    }
    who_stop_watching(user, "");
    accounts_push_who(user, NULL);
}

/* ---- lists of ratings and logins ------------------------------------------------- */

enum { RATED_EXPERIENCE = 50, RANGE_MAX = 100, RANGE_DEFAULT = 20 };

static int by_rating(const void *a, const void *b)
{
    const struct fibsd_user *const *first = a;
    const struct fibsd_user *const *second = b;
    return ((*first)->rating < (*second)->rating) -
           ((*first)->rating > (*second)->rating);
}

/* Returns the experienced users, best first; the caller frees the list. */
static const struct fibsd_user **ranked_users(const struct fibsd *server, int *count)
{
    const struct fibsd_user **ranked =
        calloc((size_t)server->user_count + 1, sizeof(struct fibsd_user *));
    *count = 0;
    for (int i = 0; ranked != NULL && i < server->user_count; i++) {
        if (server->users[i]->experience > RATED_EXPERIENCE) {
            ranked[(*count)++] = server->users[i];
        }
    }
    if (ranked != NULL) {
        qsort(ranked, (size_t)*count, sizeof(struct fibsd_user *), by_rating);
    }
    return ranked;
}

struct range {
    int from;
    int to;
    const char *name;
};

/* Reads "[NAME] [from N] [to N]"; returns false after an error line. */
static bool read_range(const struct fibsd_user *user, char *arguments,
                       struct range *range)
{
    *range = (struct range){.from = 1, .to = RANGE_DEFAULT};
    for (const char *word; (word = words_next(&arguments)) != NULL;) {
        bool is_from = strcmp(word, "from") == 0;
        if (is_from || strcmp(word, "to") == 0) {
            const char *text = words_next(&arguments);
            int number = text == NULL ? -1 : words_number_of(text);
            if (number <= 0) {
                text_tell(user, "** Please give a positive number after '%s'.", word);
                return false;
            }
            *(is_from ? &range->from : &range->to) = number;
        } else if (range->name != NULL) {
            text_tell(user, "** Please use only one of the given names '%s' and '%s'.",
                      range->name, word);
            return false;
        } else {
            range->name = word;
        }
    }
    if (range->from > range->to) {
        text_tell(user, "** invalid range from %d to %d", range->from, range->to);
        return false;
    }
    if (range->to - range->from >= RANGE_MAX) {
        text_tell(user, "** range currently limited to %d.", RANGE_MAX);
        return false;
    }
    return true;
}

void cmd_ratings(struct fibsd_user *user, char *arguments)
{
    struct range range;
    if (!read_range(user, arguments, &range)) {
        return;
    }
    int count;
    const struct fibsd_user **ranked = ranked_users(server_of(user), &count);
    text_tell(user, " rank name            rating    Experience");
    for (int i = 0; i < count; i++) {
        const struct fibsd_user *other = ranked[i];
        bool is_wanted = range.name != NULL ? strcmp(range.name, other->name) == 0
                                            : i + 1 >= range.from && i + 1 <= range.to;
        if (is_wanted) {
            text_tell(user, "%c%4d %-15s %7.2f     %4d", other == user ? '*' : ' ',
                      i + 1, other->name, other->rating, other->experience);
        }
    }
    free(ranked);
}

void cmd_last(struct fibsd_user *user, char *arguments)
{
    if (words_next(&arguments) != NULL) {
        text_tell(user, "** Please use the 'whois' command.");
        return;
    }
    const struct fibsd *server = server_of(user);
    text_tell(user, "The 20 last logins/logouts:");
    int shown = 0;
    for (int i = server->user_count - 1; i >= 0 && shown < 20; i--) {
        const struct fibsd_user *other = server->users[i];
        int64_t when =
            other->connection != NULL ? other->last_login_s : other->last_logout_s;
        if (when == 0) {
            continue;
        }
        char moment[40];
        zone_weekday(user->variable[FIBSD_VARIABLE_TIMEZONE], when, moment,
                     sizeof moment);
        text_tell(user, "%s: %s logs %s.", moment, other->name,
                  other->connection != NULL ? "in" : "out");
        shown++;
    }
}
