#include "server/settings.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/accounts.h"
#include "server/text.h"
#include "server/words.h"

struct toggle_row {
    const char *name;
    const char *yes;
    const char *no;
};

/* clang-format off */
static const struct toggle_row toggles[TOGGLE_COUNT] = {
    [TOGGLE_ALLOWPIP] = {"allowpip",
        "You allow the use the server's 'pip' command.",
        "You don't allow the use of the server's 'pip' command."},
    [TOGGLE_AUTOBOARD] = {"autoboard",
        "The board will be refreshed after every move.",
        "The board won't be refreshed after every move."},
    [TOGGLE_AUTODOUBLE] = {"autodouble",
        "You agree that doublets during opening double the cube.",
        "You don't agree that doublets during opening double the cube."},
    [TOGGLE_AUTOMOVE] = {"automove",
        "Forced moves will be done automatically.",
        "Forced moves won't be done automatically."},
    [TOGGLE_BELL] = {"bell",
        "Your terminal will ring the bell if someone talks to you or invites you",
        "Your terminal won't ring the bell if someone talks to you or invites you"},
    [TOGGLE_CRAWFORD] = {"crawford",
        "You insist on playing with the Crawford rule.",
        "You would like to play without using the Crawford rule."},
    [TOGGLE_DOUBLE] = {"double",
        "You will be asked if you want to double.",
        "You won't be asked if you want to double."},
    [TOGGLE_GREEDY] = {"greedy",
        "Will use automatic greedy bearoffs.",
        "Won't use automatic greedy bearoffs."},
    [TOGGLE_MOREBOARDS] = {"moreboards",
        "Will send rawboards after rolling.",
        "Won't send rawboards after rolling."},
    [TOGGLE_MOVES] = {"moves",
        "You want a list of moves after this game.",
        "You won't see a list of moves after this game."},
    [TOGGLE_NOTIFY] = {"notify",
        "You'll be notified when new users log in.",
        "You won't be notified when new users log in."},
    [TOGGLE_RATINGS] = {"ratings",
        "You'll see how the rating changes are calculated.",
        "You won't see how the rating changes are calculated."},
    [TOGGLE_READY] = {"ready",
        "You're now ready to invite or join someone.",
        "You're now refusing to play with someone."},
    [TOGGLE_REPORT] = {"report",
        "You will be informed about starting and ending matches.",
        "You won't be informed about starting and ending matches."},
    [TOGGLE_SILENT] = {"silent",
        "You won't hear what other players shout.",
        "You will hear what other players shout."},
    [TOGGLE_TELNET] = {"telnet",
        "You use telnet and don't need extra 'newlines'.",
        "You use a client program and will receive extra 'newlines'."},
    [TOGGLE_WRAP] = {"wrap",
        "The server will wrap long lines.",
        "Your terminal knows how to wrap long lines."},
};
/* clang-format on */

static void redoubles_text(const struct user *user, char *text, size_t size)
{
    if (user->redoubles == 0) {
        (void)snprintf(text, size, "none");
    } else if (user->redoubles == REDOUBLES_UNLIMITED) {
        (void)snprintf(text, size, "unlimited");
    } else {
        (void)snprintf(text, size, "%d", user->redoubles);
    }
}

void settings_own_info_line(const struct user *user, char *line, size_t size)
{
    const bool *on = user->toggle;
    char redoubles[16];
    redoubles_text(user, redoubles, sizeof redoubles);
    (void)snprintf(
        line, size,
        "2 %s %d %d %d %d %d %d %d %d %d %d %d %d %d %.2f %d %d %s %d %d %s",
        user->name, on[TOGGLE_ALLOWPIP], on[TOGGLE_AUTOBOARD], on[TOGGLE_AUTODOUBLE],
        on[TOGGLE_AUTOMOVE], user->is_away, on[TOGGLE_BELL], on[TOGGLE_CRAWFORD],
        on[TOGGLE_DOUBLE], user->experience, on[TOGGLE_GREEDY], on[TOGGLE_MOREBOARDS],
        on[TOGGLE_MOVES], on[TOGGLE_NOTIFY], user->rating, on[TOGGLE_RATINGS],
        on[TOGGLE_READY], user->redoubles == 0 ? "0" : redoubles, on[TOGGLE_REPORT],
        on[TOGGLE_SILENT], user->timezone);
}

static void flip(struct user *user, const char *word)
{
    for (int i = 0; i < TOGGLE_COUNT; i++) {
        if (strcmp(toggles[i].name, word) == 0) {
            user->toggle[i] = !user->toggle[i];
            text_tell(user, "** %s", user->toggle[i] ? toggles[i].yes : toggles[i].no);
            if (i == TOGGLE_READY) {
                accounts_push_who(user, NULL);
            }
            return;
        }
    }
    text_tell(user, "** Don't know how to toggle %s", word);
}

void cmd_toggle(struct user *user, char *arguments)
{
    const char *word = words_next(&arguments);
    if (word == NULL) {
        text_tell(user, "The current settings are:");
        for (int i = 0; i < TOGGLE_COUNT; i++) {
            text_tell(user, "%-16s%s", toggles[i].name, user->toggle[i] ? "YES" : "NO");
        }
    }
    for (; word != NULL; word = words_next(&arguments)) {
        flip(user, word);
    }
}

/* ---- set ------------------------------------------------------------------------- */

static void set_boardstyle(struct user *user, const char *value)
{
    int style = words_number_of(value);
    if (style < 1 || style > 3) {
        text_tell(user, "** Valid arguments are the numbers 1 to 3.");
        return;
    }
    user->boardstyle = style;
    text_tell(user, "Value of 'boardstyle' set to %d.", style);
}

static void set_length(struct user *user, const char *name, int *length,
                       const char *value)
{
    int number = words_number_of(value);
    if (number < 0 || number > 999) {
        text_tell(user, "** Valid arguments are the numbers 0 to 999. Use 0 for no %s.",
                  name);
        return;
    }
    *length = number;
    text_tell(user, "Value of '%s' set to %d.", name, number);
}

static void set_linelength(struct user *user, const char *value)
{
    set_length(user, "linelength", &user->linelength, value);
}

static void set_pagelength(struct user *user, const char *value)
{
    set_length(user, "pagelength", &user->pagelength, value);
}

static void set_redoubles(struct user *user, const char *value)
{
    int number = words_number_of(value);
    if (strcmp(value, "none") == 0) {
        user->redoubles = 0;
    } else if (strcmp(value, "unlimited") == 0) {
        user->redoubles = REDOUBLES_UNLIMITED;
    } else if (number >= 1 && number <= 99) {
        user->redoubles = number;
        text_tell(user, "Value of 'redoubles' set to %d.", number);
        return;
    } else {
        text_tell(
            user,
            "** Valid arguments are 'none', 'unlimited' and the numbers 1 to 99.");
        return;
    }
    text_tell(user, "Value of 'redoubles' set to '%s'.", value);
}

static void set_sortwho(struct user *user, const char *value)
{
    static const char *const orders[] = {"login", "name", "rating", "rrating"};
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        if (strcmp(orders[i], value) == 0) {
            (void)snprintf(user->sortwho, sizeof user->sortwho, "%s", value);
            text_tell(user, "Value of 'sortwho' set to %s", value);
            return;
        }
    }
    text_tell(user,
              "** Unknown value '%s'. Try 'login', 'name', 'rating' or 'rrating'.",
              value);
}

/* Names only: every time is told in UTC. */
static void set_timezone(struct user *user, const char *value)
{
    static const char *const zones[] = {"UTC",
                                        "GMT",
                                        "EST",
                                        "Europe/Berlin",
                                        "Australia/Melbourne",
                                        "America/New_York"};
    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++) {
        if (strcmp(zones[i], value) == 0) {
            (void)snprintf(user->timezone, sizeof user->timezone, "%s", value);
            text_tell(user, "Value of 'timezone' set to %s.", value);
            return;
        }
    }
    text_tell(user, "Can't find timezone '%s'. Try one of:", value);
    for (size_t i = 0; i < sizeof zones / sizeof zones[0]; i++) {
        text_tell(user, "%s", zones[i]);
    }
}

static void get_boardstyle(const struct user *user, char *text, size_t size)
{
    (void)snprintf(text, size, "%d", user->boardstyle);
}

static void get_linelength(const struct user *user, char *text, size_t size)
{
    (void)snprintf(text, size, "%d", user->linelength);
}

static void get_pagelength(const struct user *user, char *text, size_t size)
{
    (void)snprintf(text, size, "%d", user->pagelength);
}

static void get_sortwho(const struct user *user, char *text, size_t size)
{
    (void)snprintf(text, size, "%s", user->sortwho);
}

static void get_timezone(const struct user *user, char *text, size_t size)
{
    (void)snprintf(text, size, "%s", user->timezone);
}

struct variable_row {
    const char *name;
    void (*get)(const struct user *user, char *text, size_t size);
    void (*set)(struct user *user, const char *value);
};

static const struct variable_row variables[] = {
    {"boardstyle", get_boardstyle, set_boardstyle},
    {"linelength", get_linelength, set_linelength},
    {"pagelength", get_pagelength, set_pagelength},
    {"redoubles", redoubles_text, set_redoubles},
    {"sortwho", get_sortwho, set_sortwho},
    {"timezone", get_timezone, set_timezone},
};
enum { VARIABLES = sizeof variables / sizeof variables[0] };

static void list_variables(const struct user *user)
{
    text_tell(user, "Settings of variables:");
    for (int i = 0; i < VARIABLES; i++) {
        char value[NAME_SIZE];
        char label[16];
        variables[i].get(user, value, sizeof value);
        (void)snprintf(label, sizeof label, "%s:", variables[i].name);
        text_tell(user, "%-12s%s", label, value);
    }
}

void cmd_set(struct user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    const char *value = words_next(&arguments);
    if (name == NULL) {
        list_variables(user);
        return;
    }
    for (int i = 0; i < VARIABLES; i++) {
        if (strcmp(variables[i].name, name) != 0) {
            continue;
        }
        if (value != NULL) {
            variables[i].set(user, value);
        } else {
            char text[NAME_SIZE];
            variables[i].get(user, text, sizeof text);
            text_tell(user, "Value of '%s' is %s", name, text);
        }
        return;
    }
    text_tell(user, "** Invalid argument. Type 'help set'.");
}

void cmd_save(struct user *user, char *arguments)
{
    (void)arguments; /* settings are always kept */
    text_tell(user, "Settings saved.");
}

void cmd_address(struct user *user, char *arguments)
{
    const char *address = words_next(&arguments);
    if (address == NULL) {
        text_tell(user, "** You didn't give your address.");
    } else if (strchr(address, '@') == NULL || strlen(address) >= sizeof user->email) {
        text_tell(user, "** '%s' is not an email address.", address);
    } else {
        memcpy(user->email, address, strlen(address) + 1);
        text_tell(user, "Your email address is '%s'.", address);
        accounts_push_who(user, NULL);
    }
}

void cmd_password(struct user *user, char *arguments)
{
    const char *old = strsep(&arguments, ":");
    const char *new_password = strsep(&arguments, ":");
    const char *again = strsep(&arguments, ":");
    if (again == NULL) {
        text_tell(user,
                  "** usage: password <old password>:<new password>:<new password>");
        text_tell(user, "** NOTE: The character between the passwords is now a colon!");
    } else if (strcmp(old, user->password) != 0) {
        text_tell(user, "** Sorry. Old password not correct.");
    } else if (strcmp(new_password, again) != 0) {
        text_tell(user, "** Please give your new password twice.");
    } else if (strlen(again) < 4 || strlen(again) >= sizeof user->password ||
               strchr(again, ' ') != NULL) {
        text_tell(user, "Minimal password length is 4 characters.");
    } else {
        memcpy(user->password, again, strlen(again) + 1);
        text_tell(user, "Password changed.");
    }
}
