#include "server/bgammon/bgammond_internal.h"

#include <string.h>
#include <strings.h>

#include <jansson.h>

static void show_list(struct bgammond_client *client, char *words)
{
    (void)words;
    bgammond_view_list(client);
}

static void leave_seat(struct bgammond_client *client, char *words)
{
    (void)words;
    if (client->match == NULL) {
        bgammond_view_failure(client, "failedleave", "You are not in a match.");
    } else {
        bgammond_match_leave(client);
    }
}

static void pass_words(struct bgammond_client *client, char *words)
{
    if (words != NULL && words[0] != '\0') {
        bgammond_view_send(client->match->seats[1 - client->seat].client,
                           json_pack("{s:s,s:s,s:s}", "Type", "say", "Player",
                                     client->name, "Message", words));
    }
}

static void show_board(struct bgammond_client *client, char *words)
{
    (void)words;
    bgammond_view_board(client->match, client->seat, false);
}

static void set_option(struct bgammond_client *client, char *words)
{
    const char *name = words == NULL ? "" : strsep(&words, " ");
    if (strcasecmp(name, "autoplay") == 0 && words != NULL) {
        client->has_autoplay = strcmp(words, "1") == 0;
    }
}

/* As on the real server this takes the client out of its match. */
static void show_history(struct bgammond_client *client, char *words)
{
    (void)words;
    if (client->match != NULL) {
        client->server->counts.illegal++;
        bgammond_match_leave(client);
    }
    bgammond_view_send(client, json_pack("{s:s,s:s,s:[]}", "Type", "history", "Player",
                                         client->name, "Matches"));
}

static void take_pong(struct bgammond_client *client, char *words)
{
    (void)client;
    (void)words;
}

static void say_goodbye(struct bgammond_client *client, char *words)
{
    (void)words;
    client->is_polite = client->is_closing = true;
}

static const struct {
    const char *name, *alias;
    bool needs_match;
    void (*take)(struct bgammond_client *client, char *words);
} commands[] = {
    {"list", "ls", false, show_list},
    {"create", "c", false, bgammond_match_create},
    {"join", "j", false, bgammond_match_join},
    {"leave", "l", false, leave_seat},
    {"roll", "r", true, bgammond_game_roll},
    {"double", "d", true, bgammond_game_double},
    {"move", "m", true, bgammond_game_move},
    {"mv", "mv", true, bgammond_game_move},
    {"reset", "reset", true, bgammond_game_reset},
    {"ok", "k", true, bgammond_game_ok},
    {"resign", "resign", true, bgammond_game_resign},
    {"say", "s", true, pass_words},
    {"board", "b", true, show_board},
    {"set", "set", false, set_option},
    {"history", "history", false, show_history},
    {"pong", "pong", false, take_pong},
    {"disconnect", "disconnect", false, say_goodbye},
};

void bgammond_command_take(struct bgammond_client *client, char *line)
{
    char *rest = line;
    const char *word = strsep(&rest, " ");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcasecmp(word, commands[i].name) != 0 &&
            strcasecmp(word, commands[i].alias) != 0) {
            continue;
        }
        if (commands[i].needs_match && client->match == NULL) {
            bgammond_view_notice(client, "You are not currently in a match.");
        } else {
            commands[i].take(client, rest);
        }
        bgammond_reach_phase(client, FIBSD_PHASE_NONE);
        return;
    }
    client->server->counts.unknown++;
    bgammond_view_notice(client, "Unknown command: %.60s", word);
}
