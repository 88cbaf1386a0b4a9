#include "server/commands.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "server/text.h"
#include "server/words.h"

enum command_kind {
    ANYTIME,
    CHAT,    /* as ANYTIME, but `!!` does not repeat it */
    PLAYING, /* only in a match */
    ACTING   /* only in a match, and not while a resignation is open */
};

static const struct command {
    const char *name;
    enum command_kind kind;
    command_function *run;
    const char *answer; /* of a command that only says this; then run is NULL */
} commands[] = {
    /* clang-format off */
    /* fixed abbreviations */
    {"b", ANYTIME, .run = cmd_board},           {"k", CHAT, .run = cmd_kibitz},
    {"m", ACTING, .run = cmd_move},             {"r", ACTING, .run = cmd_roll},
    {"s", CHAT, .run = cmd_say},                {"t", CHAT, .run = cmd_tell},
    {"w", ANYTIME, .run = cmd_who},             {"wh", CHAT, .run = cmd_whisper},

    {"about", ANYTIME, .run = cmd_about},       {"accept", PLAYING, .run = cmd_accept},
    {"address", ANYTIME, .run = cmd_address},   {"adios", ANYTIME, .run = cmd_bye},
    {"average", ANYTIME, .run = cmd_average},   {"away", ANYTIME, .run = cmd_away},
    {"back", ANYTIME, .run = cmd_back},         {"beaver", ACTING, .run = cmd_beaver},
    {"blind", ANYTIME, .run = cmd_blind},       {"board", ANYTIME, .run = cmd_board},
    {"bye", ANYTIME, .run = cmd_bye},           {"ciao", ANYTIME, .run = cmd_bye},
    {"clear", ANYTIME, .run = cmd_clear},       {"cls", ANYTIME, .run = cmd_clear},
    {"date", ANYTIME, .run = cmd_time},         {"dicetest", ANYTIME, .run = cmd_dicetest},
    {"double", ACTING, .run = cmd_double},      {"end", ANYTIME, .run = cmd_bye},
    {"exit", ANYTIME, .run = cmd_bye},          {"gag", ANYTIME, .run = cmd_gag},
    {"help", ANYTIME, .run = cmd_help},         {"invite", ANYTIME, .run = cmd_invite},
    {"join", ANYTIME, .run = cmd_join},         {"kibitz", CHAT, .run = cmd_kibitz},
    {"last", ANYTIME, .run = cmd_last},         {"leave", ANYTIME, .run = cmd_leave},
    {"logout", ANYTIME, .run = cmd_bye},        {"look", ANYTIME, .run = cmd_look},
    {"man", ANYTIME, .run = cmd_help},          {"message", CHAT, .run = cmd_message},
    {"motd", ANYTIME, .run = cmd_motd},         {"move", ACTING, .run = cmd_move},
    {"off", ACTING, .run = cmd_off},            {"oldboard", ANYTIME, .run = cmd_oldboard},
    {"oldmoves", ANYTIME, .run = cmd_oldmoves}, {"otter", ACTING, .run = cmd_otter},
    {"password", ANYTIME, .run = cmd_password}, {"pip", ANYTIME, .run = cmd_pip},
    {"quit", ANYTIME, .run = cmd_bye},          {"raccoon", ACTING, .run = cmd_raccoon},
    {"ratings", ANYTIME, .run = cmd_ratings},   {"rawwho", ANYTIME, .run = cmd_rawwho},
    {"redouble", ACTING, .run = cmd_redouble},  {"reject", ANYTIME, .run = cmd_reject},
    {"resign", PLAYING, .run = cmd_resign},     {"roll", ACTING, .run = cmd_roll},
    {"say", CHAT, .run = cmd_say},              {"set", ANYTIME, .run = cmd_set},
    {"shout", CHAT, .run = cmd_shout},          {"show", ANYTIME, .run = cmd_show},
    {"stat", ANYTIME, .run = cmd_stat},         {"tell", CHAT, .run = cmd_tell},
    {"time", ANYTIME, .run = cmd_time},         {"toggle", ANYTIME, .run = cmd_toggle},
    {"tschoe", ANYTIME, .run = cmd_bye},        {"unwatch", ANYTIME, .run = cmd_unwatch},
    {"waitfor", ANYTIME, .run = cmd_waitfor},   {"watch", ANYTIME, .run = cmd_watch},
    {"wave", ANYTIME, .run = cmd_wave},         {"where", ANYTIME, .run = cmd_where},
    {"whisper", CHAT, .run = cmd_whisper},      {"who", ANYTIME, .run = cmd_who},
    {"whois", ANYTIME, .run = cmd_whois},

    {"co", ANYTIME, .answer = "** Permisson denied"}, /* so spelled by FIBS */
    {"ne", ANYTIME, .answer = "** Permisson denied"},
    {"ye", ANYTIME, .answer = "** Permisson denied"},
    {"erase", ANYTIME, .answer = "** Permission denied"},
    {"shutdown", ANYTIME, .answer = "** Permission denied"},
    {"name", ANYTIME, .answer = "** You're not supposed to change your name."},
    {"port", ANYTIME, .answer = "The server is running on port 4321."},
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
           strncmp(line, "bar ", 4) == 0;
}

/* Returns whether the command is not allowed now, after an error line. */
static bool refuses_command(const struct user *user, const struct command *command)
{
    const struct match *match = user->match;
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
    const struct user *other = opponent_of(user);
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

static void run_found(struct user *user, const struct command *command,
                      const char *line, char *arguments)
{
    bool was_away = user->is_away;
    struct fibsd_connection *connection = user->connection;
    if (command != NULL && command->kind != CHAT) {
        (void)snprintf(connection->last_command, sizeof connection->last_command, "%s",
                       line);
    }
    if (command == NULL) {
        text_tell(user, "** Unknown command: '%s'", line);
    } else if (command->answer != NULL) {
        text_tell(user, "%s", command->answer);
    } else if (!refuses_command(user, command)) {
        command->run(user, arguments);
    }
    if (was_away && connection->user == user && user->is_away) {
        text_tell(user, "You're away. Please type 'back'");
    }
}

void commands_run(struct user *user, char *line)
{
    char whole[COMMAND_MAX + 1];
    char again[COMMAND_MAX + 1];
    line = words_skip_blanks(line);
    if (strcmp(line, "!!") == 0) {
        memcpy(again, user->connection->last_command, sizeof again);
        line = again;
    }
    (void)snprintf(whole, sizeof whole, "%s", line);
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
