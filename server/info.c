#include "server/fibsd_core.h"

#include <string.h>

#include "base/text.h"
#include "server/zone.h"

void cmd_about(struct fibsd_user *user)
{
    text_tell(user,
              "A local server that speaks like FIBS, for tests. The First Internet");
    text_tell(user, "Backgammon Server was written by Andreas Schneider.");
}

void cmd_average(struct fibsd_user *user)
{
    text_tell(user, "Time (UTC)  average min max    Time (UTC)  average min max");
    for (int hour = 0; hour < 12; hour++) {
        text_tell(user, "%02d:00            2   1   3    %02d:00            2   1   3",
                  hour, hour + 12);
    }
}

void cmd_bye(struct fibsd_user *user)
{
    login_say_goodbye(user);
}

void cmd_clear(struct fibsd_user *user)
{
    text_tell_open(user, "\033[;H\033[2J");
    text_end_line(user, false);
}

void cmd_dicetest(struct fibsd_user *user)
{
    struct fibsd *server = server_of(user);
    int thrown[7] = {0};
    for (int i = 0; i < 6000; i++) {
        thrown[1 + splitmix_below(&server->random, 6)]++;
    }
    text_tell(user, "*** running dice test:");
    for (int die = 1; die <= 6; die++) {
        text_tell(user, "%d: %d", die, thrown[die]);
    }
    text_tell(user, "Done.");
}

void cmd_stat(struct fibsd_user *user)
{
    char date[80];
    zone_short_date(user->variable[FIBSD_VARIABLE_TIMEZONE],
                    server_of(user)->config.epoch_s, date, sizeof date);
    text_tell(user, "The server is running since %s.", date);
    text_tell(user, "%s", "");
}

void cmd_port(struct fibsd_user *user)
{
    text_tell(user, "The server is running on port %d.", server_of(user)->port);
}

void cmd_time(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    int zone = name == NULL ? user->variable[FIBSD_VARIABLE_TIMEZONE] : zone_find(name);
    if (zone < 0) {
        settings_refuse_zone(user, name);
        return;
    }
    char line[160];
    zone_date_line(zone, server_time_s(server_of(user)), line, sizeof line);
    text_tell(user, "%s", line);
}

void cmd_wave(struct fibsd_user *user)
{
    struct fibsd *server = server_of(user);
    bool again = user->has_waved;
    user->has_waved = true;
    text_tell(user,
              again ? "You wave goodbye again and log out." : "You wave goodbye.");
    for (int i = 0; i < server->user_count; i++) {
        const struct fibsd_user *other = server->users[i];
        if (other != user) {
            text_tell(other, "%s waves goodbye%s.", user->name, again ? " again" : "");
        }
    }
    if (again) {
        login_say_goodbye(user);
    }
}

void cmd_pip(struct fibsd_user *user)
{
    const struct fibsd_user *seen = user->match != NULL ? user : user->watching;
    if (seen == NULL || seen->match == NULL) {
        text_tell(user, "** You're not playing or watching.");
        return;
    }
    const struct fibsd_user *other = opponent_of(seen);
    const struct fibsd_match *match = seen->match;
    int seat = seat_of(match, seen);
    if (!user->toggle[FIBSD_TOGGLE_ALLOWPIP]) {
        text_tell(user, "** Type 'toggle allowpip' first.");
    } else if (!other->toggle[FIBSD_TOGGLE_ALLOWPIP]) {
        text_tell(user, "** %s doesn't allow this. Ask %s to 'toggle allowpip'",
                  other->name, other->name);
    } else {
        text_tell(user, "Pipcounts: %s %d   %s %d", seen == user ? "You" : seen->name,
                  reference_pips(&match->board, match->colour[seat]), other->name,
                  reference_pips(&match->board, match->colour[1 - seat]));
    }
}

void cmd_oldboard(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    struct fibsd *server = server_of(user);
    const struct fibsd_user *other = name == NULL ? NULL : accounts_find(server, name);
    struct fibsd_match *match =
        other == NULL ? NULL : match_find_saved(server, user, other);
    if (name == NULL) {
        text_tell(user, "** usage: oldboard <name>");
    } else if (user->match != NULL) {
        text_tell(user, "** You can't do this while playing.");
    } else if (match == NULL) {
        text_tell(user, "** There's no saved match with a player called '%s'.", name);
    } else {
        board_send_of(user, match, seat_of(match, user), "You");
    }
}

void cmd_oldmoves(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    struct fibsd *server = server_of(user);
    const struct fibsd_user *other = name == NULL ? NULL : accounts_find(server, name);
    const struct fibsd_match *match =
        other == NULL ? NULL : match_find_saved(server, user, other);
    if (match == NULL && other != NULL && user->match != NULL &&
        opponent_of(user) == other) {
        match = user->match;
    }
    if (name == NULL) {
        text_tell(user, "** usage: oldmoves <name>");
    } else if (match == NULL) {
        text_tell(user, "** There is no saved game with %s.", name);
    } else {
        move_list_send(user, match);
    }
}

/* ---- show ------------------------------------------------------------------------ */

/* "**": on line and ready; " *": on line or being played; "  ": off line. */
static const char *saved_mark(const struct fibsd_match *match,
                              const struct fibsd_user *other)
{
    if (match->is_active) {
        return " *";
    }
    if (other->connection == NULL) {
        return "  ";
    }
    return other->toggle[FIBSD_TOGGLE_READY] && other->match == NULL ? "**" : " *";
}

static void show_saved(struct fibsd_user *user, char *arguments)
{
    (void)arguments;
    const struct fibsd *server = server_of(user);
    /* Gibbon looks for "no saved games." behind the heading alone. */
    text_tell(user, "  opponent          matchlength   score (your points first)");
    if (match_count_saved(server, user) == 0) {
        text_tell(user, "no saved games.");
        return;
    }
    for (const struct fibsd_match *match = server->matches; match != NULL;
         match = match->next) {
        if (match->player[0] != user && match->player[1] != user) {
            continue;
        }
        int seat = seat_of(match, user);
        const struct fibsd_user *other = match->player[1 - seat];
        char length[16];
        FORMAT_TEXT(length, match->length == FIBSD_UNLIMITED ? " unlimited" : "%7d",
                    match->length);
        text_tell(user, "%s%-18s%-10s%14d - %2d", saved_mark(match, other), other->name,
                  length, match->score[seat], match->score[1 - seat]);
    }
}

static void show_savedcount(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    const struct fibsd *server = server_of(user);
    const struct fibsd_user *other =
        name == NULL ? user : accounts_find(server_of(user), name);
    if (other == NULL) {
        text_tell(user, "** There is no one called %s", name);
        return;
    }
    int count = match_count_saved(server, other);
    if (count == 0) {
        text_tell(user, "%s has no saved games.", other->name);
    } else {
        text_tell(user, "%s has %d saved game%s.", other->name, count, plural(count));
    }
}

static void show_games(struct fibsd_user *user, char *arguments)
{
    (void)arguments;
    text_tell(user, "List of games:");
    for (const struct fibsd_match *match = server_of(user)->matches; match != NULL;
         match = match->next) {
        if (!match->is_active) {
            continue;
        }
        char length[FIBSD_LENGTH_SIZE];
        text_tell(user, "%-15s - %15s (%s match %d-%d)", match->player[0]->name,
                  match->player[1]->name, text_length(match->length, ' ', length),
                  match->score[0], match->score[1]);
    }
}

static void show_watchers(struct fibsd_user *user, char *arguments)
{
    (void)arguments;
    const struct fibsd *server = server_of(user);
    bool is_any = false;
    for (int i = 0; i < server->user_count; i++) {
        const struct fibsd_user *other = server->users[i];
        if (other->watching != NULL) {
            if (!is_any) {
                text_tell(user, "Watching players:");
                is_any = true;
            }
            text_tell(user, "%s is watching %s.", other->name, other->watching->name);
        }
    }
    if (!is_any) {
        text_tell(user, "Watching players: none.");
    }
}

static void show_max(struct fibsd_user *user, char *arguments)
{
    (void)arguments;
    text_tell(user, "max_logins is 300 (maximum: 512)");
}

void cmd_show(struct fibsd_user *user, char *arguments)
{
    static const struct {
        const char *name;
        void (*show)(struct fibsd_user *user, char *arguments);
    } rows[] = {
        {"saved", show_saved},           {"savedgames", show_saved},
        {"savedcount", show_savedcount}, {"games", show_games},
        {"watchers", show_watchers},     {"max", show_max},
    };
    const char *what = words_next(&arguments);
    if (what == NULL) {
        text_tell(user, "** show what?");
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].name, what) == 0) {
            rows[i].show(user, arguments);
            return;
        }
    }
    text_tell(user, "** Don't know how to show %s", what);
}
