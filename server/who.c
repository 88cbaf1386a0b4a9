#include "server/who.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/accounts.h"
#include "server/board_text.h"
#include "server/commands.h"
#include "server/text.h"
#include "server/words.h"

/* ---- who, rawwho ----------------------------------------------------------------- */

/* Which users to list. */
struct selection {
    const char *kind;        /* NULL: everybody */
    const char *site;        /* with the kind "from" */
    const struct user *user; /* NULL: by kind */
};

static bool is_selected(const struct selection *selection, const struct user *user)
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
        return user->toggle[TOGGLE_READY] && user->match == NULL;
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

/* Returns false after an error line or an answer that is not a list. */
static bool read_selection(struct user *user, char *arguments,
                           struct selection *selection)
{
    struct fibsd *server = server_of(user);
    const char *word = words_next(&arguments);
    *selection = (struct selection){.kind = word};
    if (word == NULL) {
        return true;
    }
    if (strcmp(word, "count") == 0) {
        int count = 0;
        for (int i = 0; i < server->user_count; i++) {
            count += server->users[i]->connection != NULL;
        }
        text_tell(user, "There are %d users logged on.", count);
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

static void who_row(const struct user *viewer, const struct user *user, int number)
{
    int64_t now_s = server_time_s(server_of(viewer));
    int64_t idle_ms = server_of(viewer)->now_ms - user->connection->last_input_ms;
    char state = user->match != NULL ? 'P' : user->toggle[TOGGLE_READY] ? 'R' : ' ';
    long login_minutes = (long)((now_s - user->connection->login_s) / 60);
    text_tell(viewer, "%2d %c%c  %-15s %7.2f %5d %2ld:%02ld %5llds %s", number,
              user->is_away ? 'A' : ' ', state, user->name, user->rating,
              user->experience, login_minutes / 60, login_minutes % 60,
              (long long)(idle_ms / 1000), user->connection->host);
}

/* Lists the selected users; returns how many. */
static int list_users(const struct user *user, const struct selection *selection)
{
    const struct fibsd *server = server_of(user);
    int count = 0;
    for (int i = 0; i < server->user_count; i++) {
        const struct user *other = server->users[i];
        if (!is_selected(selection, other)) {
            continue;
        }
        count++;
        if (server_is_clip(user)) {
            char line[1024];
            accounts_who_line(other, line, sizeof line);
            text_tell(user, "%s", line);
        } else {
            if (count == 1) {
                text_tell(user, "%s", who_header);
            }
            who_row(user, other, count);
        }
    }
    return count;
}

void cmd_who(struct user *user, char *arguments)
{
    struct selection selection;
    if (read_selection(user, arguments, &selection) &&
        list_users(user, &selection) == 0) {
        text_tell(user, "%s", who_header);
    }
    /* no 6 follows, unlike after rawwho */
}

void cmd_rawwho(struct user *user, char *arguments)
{
    struct selection selection;
    if (!read_selection(user, arguments, &selection)) {
        return;
    }
    (void)list_users(user, &selection);
    text_tell(user, server_is_clip(user) ? "6" : "who:end");
}

/* ---- one user -------------------------------------------------------------------- */

static void whois_state(const struct user *user, const struct user *other)
{
    if (other->connection == NULL) {
        char date[80];
        server_short_date(other->last_logout_s, date, sizeof date);
        text_tell(user, "  Last logout: %s", date);
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
                  other->toggle[TOGGLE_READY] ? "" : "not ",
                  other->watching != NULL ? "watching " : "not watching",
                  other->watching != NULL ? other->watching->name : "");
    }
    if (other->is_away) {
        text_tell(user, "  %s is away: %s", other->name, other->away);
    }
}

void cmd_whois(struct user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    if (name == NULL) {
        text_tell(user, "** please give a name as an argument.");
        return;
    }
    const struct user *other = accounts_find(server_of(user), name);
    if (other == NULL) {
        text_tell(user, "No information found on user %s.", name);
        return;
    }
    text_tell(user, "Information about %s:", other->name);
    if (other->last_login_s != 0) {
        char date[80];
        server_short_date(other->last_login_s, date, sizeof date);
        text_tell(user, "  Last login:  %s from %s", date,
                  other->last_host[0] != '\0' ? other->last_host : "nowhere");
    }
    whois_state(user, other);
    text_tell(user, "  Rating: %.2f Experience: %d", other->rating, other->experience);
    if (other->email[0] == '\0') {
        text_tell(user, "  No email address.");
    } else {
        text_tell(user, "  Email address: %s", other->email);
    }
}

void cmd_where(struct user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    const struct user *other = name == NULL ? NULL : accounts_find_online(user, name);
    if (other == NULL) {
        text_tell(user, "** There's no one called %s.", name == NULL ? "" : name);
        return;
    }
    text_tell(user, "%s from %s", other->name, other->connection->host);
    text_tell(user, "(%s)", other->connection->host);
}

void cmd_look(struct user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    if (name == NULL) {
        text_tell(user, "** Look at who?");
        return;
    }
    struct user *other = accounts_find_online(user, name);
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

void who_stop_watching(struct user *user, const char *stars)
{
    const struct user *seen = user->watching;
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

static void start_watching(struct user *user, struct user *other)
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

void cmd_watch(struct user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    if (name == NULL) {
        text_tell(user, "** Watch who?");
        return;
    }
    struct user *other = accounts_find_online(user, name);
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

void cmd_unwatch(struct user *user)
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
    const struct user *const *first = a;
    const struct user *const *second = b;
    return ((*first)->rating < (*second)->rating) -
           ((*first)->rating > (*second)->rating);
}

/* Returns the experienced users, best first; the caller frees the list. */
static const struct user **ranked_users(const struct fibsd *server, int *count)
{
    const struct user **ranked =
        calloc((size_t)server->user_count + 1, sizeof(struct user *));
    *count = 0;
    for (int i = 0; ranked != NULL && i < server->user_count; i++) {
        if (server->users[i]->experience > RATED_EXPERIENCE) {
            ranked[(*count)++] = server->users[i];
        }
    }
    if (ranked != NULL) {
        qsort(ranked, (size_t)*count, sizeof(struct user *), by_rating);
    }
    return ranked;
}

struct range {
    int from;
    int to;
    const char *name;
};

/* Reads "[NAME] [from N] [to N]"; returns false after an error line. */
static bool read_range(const struct user *user, char *arguments, struct range *range)
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

void cmd_ratings(struct user *user, char *arguments)
{
    struct range range;
    if (!read_range(user, arguments, &range)) {
        return;
    }
    int count;
    const struct user **ranked = ranked_users(server_of(user), &count);
    text_tell(user, " rank name            rating    Experience");
    for (int i = 0; i < count; i++) {
        const struct user *other = ranked[i];
        bool is_wanted = range.name != NULL ? strcmp(range.name, other->name) == 0
                                            : i + 1 >= range.from && i + 1 <= range.to;
        if (is_wanted) {
            text_tell(user, "%c%4d %-15s %7.2f     %4d", other == user ? '*' : ' ',
                      i + 1, other->name, other->rating, other->experience);
        }
    }
    free(ranked);
}

void cmd_last(struct user *user, char *arguments)
{
    if (words_next(&arguments) != NULL) {
        text_tell(user, "** Please use the 'whois' command.");
        return;
    }
    const struct fibsd *server = server_of(user);
    text_tell(user, "The 20 last logins/logouts:");
    int shown = 0;
    for (int i = server->user_count - 1; i >= 0 && shown < 20; i--) {
        const struct user *other = server->users[i];
        int64_t when =
            other->connection != NULL ? other->last_login_s : other->last_logout_s;
        if (when == 0) {
            continue;
        }
        int minutes = (int)(when / 60 % 1440);
        static const char *const days[] = {"Thu", "Fri", "Sat", "Sun",
                                           "Mon", "Tue", "Wed"};
        text_tell(user, "%s %02d:%02d UTC: %s logs %s.", days[when / 86400 % 7],
                  minutes / 60, minutes % 60, other->name,
                  other->connection != NULL ? "in" : "out");
        shown++;
    }
}
