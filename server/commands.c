#include "server/fibsd_core.h"

#include <ctype.h>
#include <string.h>

#include "base/nearest.h"
#include "base/text.h"

enum command_kind {
    ANYTIME,
    CHAT,    /* as ANYTIME, but `!!` does not repeat it */
    PLAYING, /* only in a match */
    ACTING   /* only in a match, and not while a resignation is open */
};

static fibsd_command help_topic;

static const struct command {
    const char *name;
    enum command_kind kind;
    fibsd_command *run; /* one of these three */
    fibsd_plain_command *act;
    const char *answer;
} commands[] = {
    /* clang-format off */
    /* fixed abbreviations */
    {"b", ANYTIME, .act = cmd_board},           {"k", CHAT, .run = cmd_kibitz},
    {"m", ACTING, .run = cmd_move},             {"r", ACTING, .act = cmd_roll},
    {"s", CHAT, .run = cmd_say},                {"t", CHAT, .run = cmd_tell},
    {"w", ANYTIME, .run = cmd_who},             {"wh", CHAT, .run = cmd_whisper},

    {"about", ANYTIME, .act = cmd_about},       {"accept", PLAYING, .act = cmd_accept},
    {"address", ANYTIME, .run = cmd_address},   {"adios", ANYTIME, .act = cmd_bye},
    {"average", ANYTIME, .act = cmd_average},   {"away", ANYTIME, .run = cmd_away},
    {"back", ANYTIME, .act = cmd_back},         {"beaver", ACTING, .act = cmd_beaver},
    {"blind", ANYTIME, .run = cmd_blind},       {"board", ANYTIME, .act = cmd_board},
    {"bye", ANYTIME, .act = cmd_bye},           {"ciao", ANYTIME, .act = cmd_bye},
    {"clear", ANYTIME, .act = cmd_clear},       {"cls", ANYTIME, .act = cmd_clear},
    {"date", ANYTIME, .run = cmd_time},         {"dicetest", ANYTIME, .act = cmd_dicetest},
    {"double", ACTING, .act = cmd_double},      {"end", ANYTIME, .act = cmd_bye},
    {"exit", ANYTIME, .act = cmd_bye},          {"gag", ANYTIME, .run = cmd_gag},
    {"help", ANYTIME, .run = help_topic},       {"invite", ANYTIME, .run = cmd_invite},
    {"join", ANYTIME, .run = cmd_join},         {"kibitz", CHAT, .run = cmd_kibitz},
    {"last", ANYTIME, .run = cmd_last},         {"leave", ANYTIME, .act = cmd_leave},
    {"logout", ANYTIME, .act = cmd_bye},        {"look", ANYTIME, .run = cmd_look},
    {"man", ANYTIME, .run = help_topic},        {"message", CHAT, .run = cmd_message},
    {"motd", ANYTIME, .act = cmd_motd},         {"move", ACTING, .run = cmd_move},
    {"off", ACTING, .act = cmd_off},            {"oldboard", ANYTIME, .run = cmd_oldboard},
    {"oldmoves", ANYTIME, .run = cmd_oldmoves}, {"otter", ACTING, .act = cmd_otter},
    {"password", ANYTIME, .run = cmd_password}, {"pip", ANYTIME, .act = cmd_pip},
    {"quit", ANYTIME, .act = cmd_bye},          {"raccoon", ACTING, .act = cmd_raccoon},
    {"ratings", ANYTIME, .run = cmd_ratings},   {"rawwho", ANYTIME, .run = cmd_rawwho},
    {"redouble", ACTING, .act = cmd_redouble},  {"reject", ANYTIME, .act = cmd_reject},
    {"resign", PLAYING, .run = cmd_resign},     {"roll", ACTING, .act = cmd_roll},
    {"say", CHAT, .run = cmd_say},              {"set", ANYTIME, .run = cmd_set},
    {"shout", CHAT, .run = cmd_shout},          {"show", ANYTIME, .run = cmd_show},
    {"stat", ANYTIME, .act = cmd_stat},         {"tell", CHAT, .run = cmd_tell},
    {"time", ANYTIME, .run = cmd_time},         {"toggle", ANYTIME, .run = cmd_toggle},
    {"tschoe", ANYTIME, .act = cmd_bye},        {"unwatch", ANYTIME, .act = cmd_unwatch},
    {"waitfor", ANYTIME, .run = cmd_waitfor},   {"watch", ANYTIME, .run = cmd_watch},
    {"wave", ANYTIME, .act = cmd_wave},         {"where", ANYTIME, .run = cmd_where},
    {"whisper", CHAT, .run = cmd_whisper},      {"who", ANYTIME, .run = cmd_who},
    {"whois", ANYTIME, .run = cmd_whois},

    {"co", ANYTIME, .answer = "** Permisson denied"}, /* so spelled by FIBS */
    {"ne", ANYTIME, .answer = "** Permisson denied"},
    {"ye", ANYTIME, .answer = "** Permisson denied"},
    {"erase", ANYTIME, .answer = "** Permission denied"},
    {"shutdown", ANYTIME, .answer = "** Permission denied"},
    {"name", ANYTIME, .answer = "** You're not supposed to change your name."},
    {"port", ANYTIME, .act = cmd_port},
    {"save", ANYTIME, .answer = "Settings saved."}, /* they are always kept */
    {"version", ANYTIME, .answer = "** Version 0.1 (local test server)"},
    /* clang-format on */
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* Finds a command by full name, or by a prefix that only one command has. */
static const struct command *find_command(const char *word)
{
    const struct command *found = NULL;
    int count = 0;
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, word) == 0) {
            return &commands[i];
        }
        if (strncmp(commands[i].name, word, strlen(word)) == 0) {
            found = &commands[i];
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

/* "24-18 13-11" is a move without the word move. */
static bool is_bare_move(const char *line)
{
    return isdigit((unsigned char)line[0]) || strncmp(line, "bar-", 4) == 0 ||
           strncmp(line, "bar/", 4) == 0 || strncmp(line, "bar ", 4) == 0;
}

/* Returns whether the command is not allowed now, after an error line. */
static bool refuses_command(const struct fibsd_user *user,
                            const struct command *command)
{
    const struct fibsd_match *match = user->match;
    if (command->kind == ANYTIME || command->kind == CHAT) {
        return false;
    }
    if (match == NULL) {
        text_tell(user, server_is_clone(user) ? "You are not playing."
                                              : "** You're not playing.");
        return true;
    }
    if (match->resigner == -1) {
        return false;
    }
    const struct fibsd_user *other = opponent_of(user);
    bool is_resigner = match->player[match->resigner] == user;
    bool is_resign = command->run == cmd_resign;
    if (is_resigner && !is_resign) {
        text_tell(user, "** %s hasn't accepted or rejected your resign yet.",
                  other->name);
        return true;
    }
    if (!is_resigner && (command->kind == ACTING || is_resign)) {
        text_tell(user, "** %s wanted to resign. Type 'accept' or 'reject'.",
                  other->name);
        return true;
    }
    return false;
}

static void call_command(struct fibsd_user *user, const struct command *command,
                         char *arguments)
{
    if (command->answer != NULL) {
        text_tell(user, "%s", command->answer);
    } else if (command->act != NULL) {
        command->act(user);
    } else {
        command->run(user, arguments);
    }
}

/* For people; programs do not misspell. */
static void tell_nearest(const struct fibsd_user *user, const char *line)
{
    char word[32];
    FORMAT_TEXT(word, "%.*s", (int)strcspn(line, " "), line);
    struct nearest nearest = nearest_to(word);
    for (int i = 0; i < COMMANDS; i++) {
        if (commands[i].answer == NULL && strlen(commands[i].name) > 2) {
            nearest_offer(&nearest, commands[i].name);
        }
    }
    if (nearest.name != NULL && strlen(word) > 2 && !server_is_clip(user)) {
        text_tell(user, "** Did you mean '%s'?", nearest.name);
    }
}

static void list_commands(const struct fibsd_user *user)
{
    enum { COLUMNS = 5 };
    int column = 0;
    for (int i = 0; i < COMMANDS; i++) {
        if (commands[i].answer == NULL && strlen(commands[i].name) > 2) {
            text_tell_open(user, "  %-12s", commands[i].name);
            if (++column % COLUMNS == 0) {
                text_end_line(user, false);
            }
        }
    }
    if (column % COLUMNS != 0) {
        text_end_line(user, false);
    }
}

static void help_topic(struct fibsd_user *user, char *arguments)
{
    if (strcmp(words_skip_blanks(arguments), "commands") == 0) {
        help_show_title(user, "commands", "all of them", "help commands");
        list_commands(user);
    } else {
        cmd_help(user, arguments);
    }
}

static void run_found(struct fibsd_user *user, const struct command *command,
                      const char *line, char *arguments)
{
    bool was_away = user->is_away;
    struct fibsd_connection *connection = user->connection;
    if (command != NULL && command->kind != CHAT) {
        COPY_TEXT(connection->last_command, line);
    }
    if (command == NULL) {
        text_tell(user, "** Unknown command: '%s'", line);
        tell_nearest(user, line);
    } else if (!refuses_command(user, command)) {
        call_command(user, command, arguments);
    }
    if (was_away && connection->user == user && user->is_away) {
        text_tell(user, "You're away. Please type 'back'");
    }
}

void commands_run(struct fibsd_user *user, char *line)
{
    char whole[FIBSD_COMMAND_MAX + 1];
    char again[FIBSD_COMMAND_MAX + 1];
    line = words_skip_blanks(line);
    if (strcmp(line, "!!") == 0) {
        memcpy(again, user->connection->last_command, sizeof again);
        line = again;
    }
    COPY_TEXT(whole, line);
    if (is_bare_move(line)) {
        run_found(user, find_command("move"), whole, line);
        return;
    }
    char *rest = line;
    const char *word = words_next(&rest);
    if (word == NULL) {
        return;
    }
    run_found(user, find_command(word), whole, rest);
}
