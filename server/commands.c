#include "server/commands.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "server/chat.h"
#include "server/cube.h"
#include "server/info.h"
#include "server/invite.h"
#include "server/settings.h"
#include "server/text.h"
#include "server/turn.h"
#include "server/watch.h"
#include "server/who.h"
#include "server/words.h"

enum command_kind {
    ANYTIME,
    CHAT,    /* as ANYTIME, but `!!` does not repeat it */
    PLAYING, /* only in a match */
    ACTING   /* only in a match, and not while a resignation is open */
};

struct command {
    const char *name;
    enum command_kind kind;
    void (*run)(struct user *user, char *arguments);
};

/* clang-format off */
static const struct command commands[] = {
    /* fixed abbreviations */
    {"b", ANYTIME, cmd_board},   {"k", CHAT, cmd_kibitz},  {"m", ACTING, cmd_move},
    {"r", ACTING, cmd_roll},     {"s", CHAT, cmd_say},     {"t", CHAT, cmd_tell},
    {"w", ANYTIME, cmd_who},     {"wh", CHAT, cmd_whisper},

    {"about", ANYTIME, cmd_about},         {"accept", PLAYING, cmd_accept},
    {"address", ANYTIME, cmd_address},     {"adios", ANYTIME, cmd_bye},
    {"average", ANYTIME, cmd_average},     {"away", ANYTIME, cmd_away},
    {"back", ANYTIME, cmd_back},           {"beaver", ACTING, cmd_beaver},
    {"blind", ANYTIME, cmd_blind},         {"board", ANYTIME, cmd_board},
    {"bye", ANYTIME, cmd_bye},             {"ciao", ANYTIME, cmd_bye},
    {"clear", ANYTIME, cmd_clear},         {"cls", ANYTIME, cmd_clear},
    {"co", ANYTIME, cmd_permisson},        {"date", ANYTIME, cmd_time},
    {"dicetest", ANYTIME, cmd_dicetest},   {"double", ACTING, cmd_double},
    {"end", ANYTIME, cmd_bye},             {"erase", ANYTIME, cmd_permission},
    {"exit", ANYTIME, cmd_bye},            {"gag", ANYTIME, cmd_gag},
    {"help", ANYTIME, cmd_help},           {"invite", ANYTIME, cmd_invite},
    {"join", ANYTIME, cmd_join},           {"kibitz", CHAT, cmd_kibitz},
    {"last", ANYTIME, cmd_last},           {"leave", ANYTIME, cmd_leave},
    {"logout", ANYTIME, cmd_bye},          {"look", ANYTIME, cmd_look},
    {"man", ANYTIME, cmd_help},            {"message", CHAT, cmd_message},
    {"motd", ANYTIME, cmd_motd},           {"move", ACTING, cmd_move},
    {"name", ANYTIME, cmd_name},           {"ne", ANYTIME, cmd_permisson},
    {"off", ACTING, cmd_off},              {"oldboard", ANYTIME, cmd_oldboard},
    {"oldmoves", ANYTIME, cmd_oldmoves},   {"otter", ACTING, cmd_otter},
    {"password", ANYTIME, cmd_password},   {"pip", ANYTIME, cmd_pip},
    {"port", ANYTIME, cmd_port},           {"quit", ANYTIME, cmd_bye},
    {"raccoon", ACTING, cmd_raccoon},      {"ratings", ANYTIME, cmd_ratings},
    {"rawwho", ANYTIME, cmd_rawwho},       {"redouble", ACTING, cmd_redouble},
    {"reject", ANYTIME, cmd_reject},       {"resign", PLAYING, cmd_resign},
    {"roll", ACTING, cmd_roll},            {"save", ANYTIME, cmd_save},
    {"say", CHAT, cmd_say},             {"set", ANYTIME, cmd_set},
    {"shout", CHAT, cmd_shout},         {"show", ANYTIME, cmd_show},
    {"shutdown", ANYTIME, cmd_permission}, {"stat", ANYTIME, cmd_stat},
    {"tell", CHAT, cmd_tell},           {"time", ANYTIME, cmd_time},
    {"toggle", ANYTIME, cmd_toggle},       {"tschoe", ANYTIME, cmd_bye},
    {"unwatch", ANYTIME, cmd_unwatch},     {"version", ANYTIME, cmd_version},
    {"waitfor", ANYTIME, cmd_waitfor},     {"watch", ANYTIME, cmd_watch},
    {"wave", ANYTIME, cmd_wave},           {"where", ANYTIME, cmd_where},
    {"whisper", CHAT, cmd_whisper},     {"who", ANYTIME, cmd_who},
    {"whois", ANYTIME, cmd_whois},         {"ye", ANYTIME, cmd_permisson},
};
/* clang-format on */
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* By full name, or by a prefix that only one command has. */
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

/* "24-18 13-11" without the word move is a move. */
static bool is_bare_move(const char *line)
{
    return isdigit((unsigned char)line[0]) || strncmp(line, "bar-", 4) == 0 ||
           strncmp(line, "bar ", 4) == 0;
}

static bool refuses(const struct user *user, const struct command *command)
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
    if (match->player[match->resigner] == user && command->run != cmd_resign) {
        text_tell(user, "** %s hasn't accepted or rejected your resign yet.",
                  other->name);
        return true;
    }
    if (command->kind == ACTING || command->run == cmd_resign) {
        if (match->player[match->resigner] != user) {
            text_tell(user, "** %s wanted to resign. Type 'accept' or 'reject'.",
                      other->name);
            return true;
        }
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
    } else if (!refuses(user, command)) {
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
    char nothing[] = "";
    run_found(user, find_command(word), whole, rest == NULL ? nothing : rest);
}
