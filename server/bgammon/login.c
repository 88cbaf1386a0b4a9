#include "server/bgammon/bgammond_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <jansson.h>

#include "base/text.h"

enum { GOODBYE_MS = 1000, NAME_LONGEST = 18, GUESTS_FIRST = 100, GUESTS = 900 };

/* ---- names ----------------------------------------------------------------------- */

static bool is_account_name(const char *name)
{
    static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789_";
    size_t length = strlen(name);
    return length > 0 && length <= NAME_LONGEST && strspn(name, good) == length &&
           strspn(name, "0123456789") < length;
}

static const struct bgammond_account *account_named(const struct bgammond *server,
                                                    const char *name)
{
    for (int i = 0; i < server->account_count; i++) {
        if (strcasecmp(server->accounts[i].name, name) == 0) {
            return &server->accounts[i];
        }
    }
    return NULL;
}

bool bgammond_add_account(struct bgammond *server, const char *name,
                          const char *password, int rating)
{
    if (!is_account_name(name) || password[0] == '\0' ||
        strlen(password) >= BGAMMOND_NAME_ROOM || account_named(server, name) != NULL ||
        server->account_count == BGAMMOND_ACCOUNTS_MOST) {
        return false;
    }
    struct bgammond_account *account = &server->accounts[server->account_count++];
    COPY_TEXT(account->name, name);
    COPY_TEXT(account->password, password);
    account->rating = rating;
    return true;
}

static bool is_name_in_use(const struct bgammond *server, const char *name)
{
    for (const struct bgammond_client *client = server->clients; client != NULL;
         client = client->next) {
        if (strcasecmp(client->name, name) == 0) {
            return true;
        }
    }
    for (const struct bgammond_lingering *lingers = server->lingering; lingers != NULL;
         lingers = lingers->next) {
        if (strcasecmp(lingers->name, name) == 0) {
            return true;
        }
    }
    return false;
}

void bgammond_login_linger(const struct bgammond_client *client)
{
    struct bgammond *server = client->server;
    struct bgammond_lingering *lingers = client->is_polite || client->name[0] == '\0' ||
                                                 server->config.faults.linger_ms == 0
                                             ? NULL
                                             : calloc(1, sizeof *lingers);
    if (lingers != NULL) {
        COPY_TEXT(lingers->name, client->name);
        lingers->until_ms = server->now_ms + server->config.faults.linger_ms;
        lingers->next = server->lingering;
        server->lingering = lingers;
    }
}

void bgammond_login_forget(struct bgammond *server, bool all)
{
    struct bgammond_lingering **link = &server->lingering;
    while (*link != NULL) {
        struct bgammond_lingering *lingers = *link;
        if (all || lingers->until_ms <= server->now_ms) {
            *link = lingers->next;
            free(lingers);
        } else {
            link = &lingers->next;
        }
    }
}

/* ---- log-in ---------------------------------------------------------------------- */

static void terminate_login(struct bgammond_client *client, const char *reason)
{
    bgammond_view_notice(client, "Connection terminated: %s", reason);
    client->name[0] = '\0';
    client->close_ms = client->server->now_ms + GOODBYE_MS;
}

/* bot_x is shown as BOT_x, a guest otherwise as Guest_x. */
static void write_shown_name(char shown[BGAMMOND_NAME_ROOM], const char *name,
                             bool is_guest)
{
    if (bgammond_is_bot(name)) {
        (void)snprintf(shown, BGAMMOND_NAME_ROOM, "BOT_%.18s", name + 4);
    } else if (is_guest) {
        (void)snprintf(shown, BGAMMOND_NAME_ROOM, "Guest_%.18s",
                       strncasecmp(name, "guest_", 6) == 0 ? name + 6 : name);
    } else {
        (void)snprintf(shown, BGAMMOND_NAME_ROOM, "%.18s", name);
    }
}

static void write_random_name(struct bgammond *server, char shown[BGAMMOND_NAME_ROOM])
{
    unsigned first = splitmix_below(&server->random, GUESTS);
    for (unsigned i = 0; i < GUESTS; i++) {
        (void)snprintf(shown, BGAMMOND_NAME_ROOM, "Guest_%u",
                       GUESTS_FIRST + (first + i) % GUESTS);
        if (!is_name_in_use(server, shown)) {
            return;
        }
    }
}

static int count_clients(const struct bgammond *server)
{
    int count = 0;
    for (const struct bgammond_client *client = server->clients; client != NULL;
         client = client->next) {
        count += client->name[0] != '\0';
    }
    return count;
}

static void welcome(struct bgammond_client *client, const char *shown)
{
    struct bgammond *server = client->server;
    COPY_TEXT(client->name, shown);
    bgammond_view_send(client,
                       json_pack("{s:s,s:s,s:s,s:i,s:i}", "Type", "welcome", "Player",
                                 "", "PlayerName", shown, "Clients",
                                 count_clients(server), "Games", server->match_count));
    if (client->has_account) {
        bgammond_view_send(client, json_pack("{s:s,s:s,s:b}", "Type", "settings",
                                             "Player", "", "AutoPlay", 0));
    }
    bgammond_view_list(client);
    bgammond_view_notice(client, "Connected.");
    bgammond_match_rejoin(client);
    bgammond_reach_phase(client, FIBSD_PHASE_LOGIN);
}

/* Blanks of a password come as underscores. */
static bool has_password(const struct bgammond_account *account, const char *password)
{
    size_t i = 0;
    while (account->password[i] != '\0' && password[i] != '\0') {
        char wanted = (char)(account->password[i] == ' ' ? '_' : account->password[i]);
        if ((password[i] == ' ' ? '_' : password[i]) != wanted) {
            return false;
        }
        i++;
    }
    return account->password[i] == password[i];
}

void bgammond_login_take(struct bgammond_client *client, char *line)
{
    char shown[BGAMMOND_NAME_ROOM];
    const char *word = strsep(&line, " ");
    if (strcasecmp(word, "lj") != 0 && strcasecmp(word, "loginjson") != 0) {
        return; /* the real server tries it again and again */
    }
    const char *program = line == NULL ? NULL : strsep(&line, " ");
    const char *name = line == NULL ? NULL : strsep(&line, " ");
    const char *password = line;
    (void)program;
    const struct bgammond_account *account =
        name == NULL || password == NULL ? NULL : account_named(client->server, name);
    if (name == NULL) {
        write_random_name(client->server, shown);
    } else if (!is_account_name(name)) {
        terminate_login(client,
                        "Invalid username: must be 1 to 18 letters, digits or _.");
        return;
    } else {
        write_shown_name(shown, name, password == NULL);
    }
    if (password != NULL && (account == NULL || !has_password(account, password))) {
        terminate_login(
            client, "No account was found with the provided username and password.");
    } else if (is_name_in_use(client->server, shown)) {
        terminate_login(client, "That username is already in use.");
    } else {
        client->has_account = account != NULL;
        client->rating = account != NULL ? account->rating : 0;
        welcome(client, shown);
    }
}
