#include "server/bgammon/bgammond_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

enum { ALONE_MS = 15 * 60000, OVER_MS = 2 * 60000 };

bool bgammond_is_bot(const char *name)
{
    return strncasecmp(name, "BOT_", 4) == 0;
}

/* ---- sitting down ---------------------------------------------------------------- */

static void sit_down(struct bgammond_client *client, struct bgammond_match *match,
                     int seat)
{
    client->match = match;
    client->seat = seat;
    match->seats[seat].client = client;
    COPY_TEXT(match->seats[seat].name, client->name);
    match->seats[seat].rating = client->rating;
    match->waiting_since_ms = match->server->now_ms;
    bgammond_view_joined(match, seat);
}

/* Both are there for the first time. */
static void seat_both(struct bgammond_match *match)
{
    match->is_started = true;
    match->started_s = match->server->config.epoch_s + match->server->now_ms / 1000;
    bgammond_game_start(match);
}

/* Somebody has sat down: the match begins, or goes on. */
static void show_seats(struct bgammond_match *match, int seat)
{
    if (!match->is_started && match->seats[1 - seat].client != NULL) {
        seat_both(match);
    }
    bgammond_view_boards(match, false);
}

static bool is_in_match(struct bgammond_client *client, const char *type)
{
    if (client->match != NULL) {
        bgammond_view_failure(client, type, "Please leave the match you are in first.");
        bgammond_view_notice(client, "Please leave the match you are in first.");
    }
    return client->match != NULL;
}

/* Reads "public POINTS VARIANT [NAME...]". */
static int read_wish(char **words)
{
    const char *kind = strsep(words, " ");
    const char *length = *words == NULL ? NULL : strsep(words, " ");
    const char *variant = *words == NULL ? NULL : strsep(words, " ");
    if (variant == NULL || strcmp(kind, "public") != 0 || strcmp(variant, "0") != 0) {
        return 0;
    }
    int points = atoi(length);
    return points > BGAMMOND_POINTS_MOST ? BGAMMOND_POINTS_MOST : points;
}

void bgammond_match_create(struct bgammond_client *client, char *words)
{
    struct bgammond *server = client->server;
    if (is_in_match(client, "failedcreate")) {
        return;
    }
    int length = read_wish(&words);
    struct bgammond_match *match =
        length < 1 || server->match_count >= BGAMMOND_MATCHES_MOST
            ? NULL
            : calloc(1, sizeof *match);
    if (match == NULL) {
        bgammond_view_failure(client, "failedcreate",
                              "Only public matches of backgammon.");
        return;
    }
    match->server = server;
    match->id = ++server->last_id;
    match->length = length;
    match->winner = -1;
    FORMAT_TEXT(match->title, "%.60s", words == NULL ? client->name : words);
    match->next = server->matches;
    server->matches = match;
    server->match_count++;
    bgammond_game_start(match);
    sit_down(client, match, 0);
    bgammond_view_board(match, 0, false);
    bgammond_view_notice(client, "Created match: %s", match->title);
    bgammond_view_notice(client, "Please wait for an opponent.");
    bgammond_reach_phase(client, FIBSD_PHASE_INVITED);
}

/* By number, or by the name of who sits there. */
static struct bgammond_match *match_meant(const struct bgammond *server,
                                          const char *word)
{
    for (struct bgammond_match *match = server->matches; match != NULL;
         match = match->next) {
        if (word[0] == '\0') {
            break; /* a free seat has no name */
        }
        if (isdigit((unsigned char)word[0])
                ? atoi(word) == match->id
                : strcmp(word, match->seats[0].name) == 0 ||
                      strcmp(word, match->seats[1].name) == 0) {
            return match;
        }
    }
    return NULL;
}

static bool has_person(const struct bgammond_match *match)
{
    for (int i = 0; i < 2; i++) {
        if (match->seats[i].name[0] != '\0' && !bgammond_is_bot(match->seats[i].name)) {
            return true;
        }
    }
    return false;
}

/* The real server keeps a lock here. */
static void refuse_bot(struct bgammond_client *client)
{
    bgammond_view_failure(
        client, "failedjoin",
        "Bots are not allowed to join player matches. Please create a "
        "match instead.");
    client->server->counts.forbidden_joins++;
    client->server->is_hung = true;
}

/* The seat that a client may take: its own, or a free one; -1: none. */
static int seat_for(const struct bgammond_match *match,
                    const struct bgammond_client *client)
{
    for (int i = 0; i < 2; i++) {
        if (strcmp(match->seats[i].name, client->name) == 0) {
            return i;
        }
    }
    return match->winner >= 0                ? -1
           : match->seats[0].name[0] == '\0' ? 0
           : match->seats[1].name[0] == '\0' ? 1
                                             : -1;
}

void bgammond_match_join(struct bgammond_client *client, char *words)
{
    if (is_in_match(client, "failedjoin")) {
        return;
    }
    struct bgammond_match *match =
        match_meant(client->server, words == NULL ? "" : strsep(&words, " "));
    int seat = match == NULL ? -1 : seat_for(match, client);
    if (match != NULL && bgammond_is_bot(client->name) && has_person(match)) {
        refuse_bot(client);
    } else if (seat < 0) {
        bgammond_view_failure(client, "failedjoin", "There is no free seat.");
    } else {
        sit_down(client, match, seat);
        bgammond_view_notice(client, "Joined match: %s", match->title);
        show_seats(match, seat);
        bgammond_reach_phase(match->seats[1 - seat].client, FIBSD_PHASE_INVITED);
    }
}

void bgammond_match_rejoin(struct bgammond_client *client)
{
    for (struct bgammond_match *match = client->server->matches; match != NULL;
         match = match->next) {
        for (int i = 0; i < 2; i++) {
            if (match->seats[i].client == NULL &&
                strcmp(match->seats[i].name, client->name) == 0) {
                sit_down(client, match, i);
                show_seats(match, i);
                bgammond_view_notice(client, "Rejoined match: %s", match->title);
                return;
            }
        }
    }
}

/* ---- standing up ----------------------------------------------------------------- */

static void remove_match(struct bgammond_match *match)
{
    struct bgammond_match **link = &match->server->matches;
    for (int i = 0; i < 2; i++) {
        struct bgammond_client *client = match->seats[i].client;
        if (client != NULL) {
            bgammond_view_left(match, i);
            bgammond_view_notice(client, "Left completed match.");
            client->match = NULL;
            match->seats[i].client = NULL;
        }
    }
    while (*link != match) {
        link = &(*link)->next;
    }
    *link = match->next;
    match->server->match_count--;
    free(match);
}

/* With a match under way and the other gone, too, who left first has lost. */
static void leave_empty(struct bgammond_match *match)
{
    if (match->is_started && match->winner < 0) {
        int first = match->seats[0].left_ms < match->seats[1].left_ms ? 0 : 1;
        match->seats[1 - first].points = match->length;
        bgammond_game_lose(match, first);
    }
    remove_match(match);
}

void bgammond_match_leave(struct bgammond_client *client)
{
    struct bgammond_match *match = client->match;
    int seat = client->seat;
    bool is_for_good = client->close_ms == INT64_MAX && !client->is_closing;
    bgammond_view_left(match, seat);
    client->match = NULL;
    match->seats[seat].client = NULL;
    match->seats[seat].left_ms = match->server->now_ms;
    bool is_waiting = !match->is_started || match->winner >= 0;
    if (match->seats[1 - seat].client == NULL && is_for_good) {
        leave_empty(match);
    } else if (is_waiting && is_for_good) {
        match->seats[seat].name[0] = '\0';
    }
}

/* Whether nobody needs a match any more: over, or left. */
static bool is_done(const struct bgammond_match *match)
{
    int64_t now = match->server->now_ms;
    if (match->winner >= 0) {
        return now - match->ended_ms >= OVER_MS;
    }
    for (int i = 0; i < 2; i++) {
        const struct bgammond_seat *seat = &match->seats[i];
        if (seat->name[0] != '\0' && seat->client == NULL &&
            now - seat->left_ms >= ALONE_MS) {
            return true;
        }
    }
    return false;
}

/* How long a player has let the other wait, with both there. */
static void note_wait(const struct bgammond_match *match)
{
    struct bgammond_counts *counts = &match->server->counts;
    int64_t waited = match->server->now_ms - match->waiting_since_ms;
    if (match->is_started && match->winner < 0 && match->seats[0].client != NULL &&
        match->seats[1].client != NULL && waited > counts->longest_wait_ms) {
        counts->longest_wait_ms = waited;
    }
}

void bgammond_match_tick(struct bgammond *server)
{
    struct bgammond_match *next;
    for (struct bgammond_match *match = server->matches; match != NULL; match = next) {
        next = match->next;
        note_wait(match);
        if (is_done(match)) {
            remove_match(match);
        }
    }
}

void bgammond_match_free_all(struct bgammond *server)
{
    while (server->matches != NULL) {
        struct bgammond_match *match = server->matches;
        server->matches = match->next;
        free(match);
    }
}
