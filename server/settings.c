#include "server/fibsd_core.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "server/zone.h"

static const struct {
    const char *name;
    const char *yes;
    const char *no;
} toggles[FIBSD_TOGGLE_COUNT] = {
    /* clang-format off */
    [FIBSD_TOGGLE_ALLOWPIP] = {"allowpip",
        "You allow the use the server's 'pip' command.",
        "You don't allow the use of the server's 'pip' command."},
    [FIBSD_TOGGLE_AUTOBOARD] = {"autoboard",
        "The board will be refreshed after every move.",
        "The board won't be refreshed after every move."},
    [FIBSD_TOGGLE_AUTODOUBLE] = {"autodouble",
        "You agree that doublets during opening double the cube.",
        "You don't agree that doublets during opening double the cube."},
    [FIBSD_TOGGLE_AUTOMOVE] = {"automove",
        "Forced moves will be done automatically.",
        "Forced moves won't be done automatically."},
    [FIBSD_TOGGLE_BELL] = {"bell",
        "Your terminal will ring the bell if someone talks to you or invites you",
        "Your terminal won't ring the bell if someone talks to you or invites you"},
    [FIBSD_TOGGLE_CRAWFORD] = {"crawford",
        "You insist on playing with the Crawford rule.",
        "You would like to play without using the Crawford rule."},
    [FIBSD_TOGGLE_DOUBLE] = {"double",
        "You will be asked if you want to double.",
        "You won't be asked if you want to double."},
    [FIBSD_TOGGLE_GREEDY] = {"greedy",
        "Will use automatic greedy bearoffs.",
        "Won't use automatic greedy bearoffs."},
    [FIBSD_TOGGLE_MOREBOARDS] = {"moreboards",
        "Will send rawboards after rolling.",
        "Won't send rawboards after rolling."},
    [FIBSD_TOGGLE_MOVES] = {"moves",
        "You want a list of moves after this game.",
        "You won't see a list of moves after this game."},
    [FIBSD_TOGGLE_NOTIFY] = {"notify",
        "You'll be notified when new users log in.",
        "You won't be notified when new users log in."},
    [FIBSD_TOGGLE_RATINGS] = {"ratings",
        "You'll see how the rating changes are calculated.",
        "You won't see how the rating changes are calculated."},
    [FIBSD_TOGGLE_READY] = {"ready",
        "You're now ready to invite or join someone.",
        "You're now refusing to play with someone."},
    [FIBSD_TOGGLE_REPORT] = {"report",
        "You will be informed about starting and ending matches.",
        "You won't be informed about starting and ending matches."},
    [FIBSD_TOGGLE_SILENT] = {"silent",
        "You won't hear what other players shout.",
        "You will hear what other players shout."},
    [FIBSD_TOGGLE_TELNET] = {"telnet",
        "You use telnet and don't need extra 'newlines'.",
        "You use a client program and will receive extra 'newlines'."},
    [FIBSD_TOGGLE_WRAP] = {"wrap",
        "The server will wrap long lines.",
        "Your terminal knows how to wrap long lines."},
    /* clang-format on */
};

/* ---- variables ------------------------------------------------------------------- */

/* A word that stands for a value. */
struct value_word {
    const char *word;
    int value;
};

static const struct value_word redoubles[] = {
    {"none", 0}, {"unlimited", FIBSD_REDOUBLES_UNLIMITED}, {NULL, 0}};
static const struct value_word orders[] = {
    {"login", 0}, {"name", 1}, {"rating", 2}, {"rrating", 3}, {NULL, 0}};
/* The values of a variable are words, or numbers from `low` to `high`. */
static const struct variable_row {
    const char *name;
    int low, high;
    const struct value_word *words; /* NULL: none; of time zones: zone.h has them */
    const char *quote, *dot; /* around a word when it is set, and behind the value */
    const char *fault, *fault_end; /* error line: before and behind the value */
} variables[FIBSD_VARIABLE_COUNT] = {
    /* clang-format off */
    [FIBSD_VARIABLE_BOARDSTYLE] = {"boardstyle", 1, 3, NULL, "", ".",
        "** Valid arguments are the numbers 1 to 3.", NULL},
    [FIBSD_VARIABLE_LINELENGTH] = {"linelength", 0, 999, NULL, "", ".",
        "** Valid arguments are the numbers 0 to 999. Use 0 for no linelength.", NULL},
    [FIBSD_VARIABLE_PAGELENGTH] = {"pagelength", 0, 999, NULL, "", ".",
        "** Valid arguments are the numbers 0 to 999. Use 0 for no pagelength.", NULL},
    [FIBSD_VARIABLE_REDOUBLES] = {"redoubles", 1, 99, redoubles, "'", ".",
        "** Valid arguments are 'none', 'unlimited' and the numbers 1 to 99.", NULL},
    [FIBSD_VARIABLE_SORTWHO] = {"sortwho", 1, 0, orders, "", "",
        "** Unknown value '", "'. Try 'login', 'name', 'rating' or 'rrating'."},
    [FIBSD_VARIABLE_TIMEZONE] = {"timezone", 1, 0, NULL, "", ".",
        NULL, NULL},
    /* clang-format on */
};

/* Returns the word that stands for the value, NULL if the value is a number. */
static const char *word_of(const struct variable_row *row, int value)
{
    for (const struct value_word *w = row->words; w != NULL && w->word != NULL; w++) {
        if (w->value == value) {
            return w->word;
        }
    }
    return row == &variables[FIBSD_VARIABLE_TIMEZONE] ? zone_name(value) : NULL;
}

void settings_value(const struct fibsd_user *user, enum fibsd_variable variable,
                    char text[FIBSD_NAME_SIZE])
{
    int value = user->variable[variable];
    (void)snprintf(text, FIBSD_NAME_SIZE, "%d", value);
    const char *word = word_of(&variables[variable], value);
    if (word != NULL) {
        (void)snprintf(text, FIBSD_NAME_SIZE, "%s", word);
    }
}

static bool read_setting(const struct variable_row *row, const char *text, int *value)
{
    for (const struct value_word *w = row->words; w != NULL && w->word != NULL; w++) {
        if (strcmp(w->word, text) == 0) {
            *value = w->value;
            return true;
        }
    }
    if (row == &variables[FIBSD_VARIABLE_TIMEZONE]) {
        *value = zone_find(text);
        return *value >= 0;
    }
    *value = words_number_of(text);
    return *value >= row->low && *value <= row->high;
}

bool settings_take(struct fibsd_user *user, enum fibsd_variable variable,
                   const char *text)
{
    int value;
    bool is_good = read_setting(&variables[variable], text, &value);
    if (is_good) {
        user->variable[variable] = value;
    }
    return is_good;
}

void settings_refuse_zone(const struct fibsd_user *user, const char *name)
{
    enum { COLUMNS = 3 };
    text_tell(user, "Can't find timezone '%s'. Try one of:", name);
    for (int i = 0; zone_name(i) != NULL; i++) {
        bool is_last = zone_name(i + 1) == NULL;
        bool ends_line = is_last || i % COLUMNS == COLUMNS - 1;
        text_tell_open(user, "%s%s%s", zone_name(i), is_last ? "" : ",",
                       ends_line ? "" : " ");
        if (ends_line) {
            text_end_line(user, false);
        }
    }
}

static void set_variable(struct fibsd_user *user, enum fibsd_variable variable,
                         const char *text)
{
    const struct variable_row *row = &variables[variable];
    if (settings_take(user, variable, text)) {
        char shown[FIBSD_NAME_SIZE];
        settings_value(user, variable, shown);
        const char *quote =
            word_of(row, user->variable[variable]) != NULL ? row->quote : "";
        text_tell(user, "Value of '%s' set to %s%s%s%s", row->name, quote, shown, quote,
                  row->dot);
        return;
    }
    if (variable == FIBSD_VARIABLE_TIMEZONE) {
        settings_refuse_zone(user, text);
        return;
    }
    text_tell_open(user, "%s", row->fault);
    if (row->fault_end != NULL) {
        text_tell_open(user, "%s%s", text, row->fault_end);
    }
    text_end_line(user, false);
}

static void list_variables(const struct fibsd_user *user)
{
    text_tell(user, "Settings of variables:");
    for (int i = 0; i < FIBSD_VARIABLE_COUNT; i++) {
        char value[FIBSD_NAME_SIZE];
        char label[16];
        settings_value(user, (enum fibsd_variable)i, value);
        FORMAT_TEXT(label, "%s:", variables[i].name);
        text_tell(user, "%-12s%s", label, value);
    }
}

void cmd_set(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    const char *value = words_next(&arguments);
    if (name == NULL) {
        list_variables(user);
        return;
    }
    for (int i = 0; i < FIBSD_VARIABLE_COUNT; i++) {
        if (strcmp(variables[i].name, name) != 0) {
            continue;
        }
        if (value != NULL) {
            set_variable(user, (enum fibsd_variable)i, value);
        } else {
            char text[FIBSD_NAME_SIZE];
            settings_value(user, (enum fibsd_variable)i, text);
            text_tell(user, "Value of '%s' is %s", name, text);
        }
        return;
    }
    text_tell(user, "** Invalid argument. Type 'help set'.");
}

/* ---- toggles --------------------------------------------------------------------- */

void settings_tell_own(const struct fibsd_user *user)
{
    const bool *on = user->toggle;
    char redoubles_shown[FIBSD_NAME_SIZE] = "0";
    char zone[FIBSD_NAME_SIZE];
    if (user->variable[FIBSD_VARIABLE_REDOUBLES] != 0) {
        settings_value(user, FIBSD_VARIABLE_REDOUBLES, redoubles_shown);
    }
    settings_value(user, FIBSD_VARIABLE_TIMEZONE, zone);
    text_tell(user,
              "2 %s %d %d %d %d %d %d %d %d %d %d %d %d %d %.2f %d %d %s %d %d %s",
              user->name, on[FIBSD_TOGGLE_ALLOWPIP], on[FIBSD_TOGGLE_AUTOBOARD],
              on[FIBSD_TOGGLE_AUTODOUBLE], on[FIBSD_TOGGLE_AUTOMOVE], user->is_away,
              on[FIBSD_TOGGLE_BELL], on[FIBSD_TOGGLE_CRAWFORD], on[FIBSD_TOGGLE_DOUBLE],
              user->experience, on[FIBSD_TOGGLE_GREEDY], on[FIBSD_TOGGLE_MOREBOARDS],
              on[FIBSD_TOGGLE_MOVES], on[FIBSD_TOGGLE_NOTIFY], user->rating,
              on[FIBSD_TOGGLE_RATINGS], on[FIBSD_TOGGLE_READY], redoubles_shown,
              on[FIBSD_TOGGLE_REPORT], on[FIBSD_TOGGLE_SILENT], zone);
}

static void flip_toggle(struct fibsd_user *user, const char *word)
{
    for (int i = 0; i < FIBSD_TOGGLE_COUNT; i++) {
        if (strcmp(toggles[i].name, word) == 0) {
            user->toggle[i] = !user->toggle[i];
            text_tell(user, "** %s", user->toggle[i] ? toggles[i].yes : toggles[i].no);
            if (i == FIBSD_TOGGLE_READY) {
                accounts_push_who(user, NULL);
            }
            return;
        }
    }
    text_tell(user, "** Don't know how to toggle %s", word);
}

void cmd_toggle(struct fibsd_user *user, char *arguments)
{
    const char *word = words_next(&arguments);
    if (word == NULL) {
        text_tell(user, "The current settings are:");
        for (int i = 0; i < FIBSD_TOGGLE_COUNT; i++) {
            text_tell(user, "%-16s%s", toggles[i].name, user->toggle[i] ? "YES" : "NO");
        }
    }
    for (; word != NULL; word = words_next(&arguments)) {
        flip_toggle(user, word);
    }
}

/* ---- account --------------------------------------------------------------------- */

void cmd_address(struct fibsd_user *user, char *arguments)
{
    const char *address = words_next(&arguments);
    if (address == NULL) {
        text_tell(user, "** You didn't give your address.");
    } else if (strchr(address, '@') == NULL || strlen(address) >= FIBSD_TEXT_SIZE) {
        text_tell(user, "** '%s' is not an email address.", address);
    } else {
        accounts_set_text(&user->email, address);
        text_tell(user, "Your email address is '%s'.", address);
        accounts_push_who(user, NULL);
    }
}

void cmd_password(struct fibsd_user *user, char *arguments)
{
    const char *old = strsep(&arguments, ":");
    const char *new_password = strsep(&arguments, ":");
    const char *again = strsep(&arguments, ":");
    if (again == NULL) {
        text_tell(user,
                  "** usage: password <old password>:<new password>:<new password>");
        text_tell(user, "** NOTE: The character between the passwords is now a colon!");
    } else if (!accounts_has_password(server_of(user), user, old)) {
        text_tell(user, "** Sorry. Old password not correct.");
    } else if (strcmp(new_password, again) != 0) {
        text_tell(user, "** Please give your new password twice.");
    } else if (strlen(again) < 4 ||
               !accounts_set_password(server_of(user), user, again)) {
        text_tell(user, "Minimal password length is 4 characters.");
    } else {
        text_tell(user, "Password changed.");
    }
}
