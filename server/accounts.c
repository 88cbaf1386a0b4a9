#include "server/accounts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/text.h"

struct user *accounts_find(struct fibsd *server, const char *name)
{
    for (int i = 0; i < server->user_count; i++) {
        if (strcmp(server->users[i]->name, name) == 0) {
            return server->users[i];
        }
    }
    return NULL;
}

/* Returns the only user on line whose name begins with `prefix`; sets how many do. */
static struct user *find_prefix(struct fibsd *server, const char *prefix,
                                int (*compare)(const char *, const char *, size_t),
                                int *count)
{
    struct user *found = NULL;
    *count = 0;
    for (int i = 0; i < server->user_count; i++) {
        struct user *user = server->users[i];
        if (user->connection != NULL &&
            compare(user->name, prefix, strlen(prefix)) == 0) {
            found = user;
            (*count)++;
        }
    }
    return *count == 1 ? found : NULL;
}

static void tell_ambiguous(const struct user *asker, const char *prefix)
{
    struct fibsd *server = server_of(asker);
    text_tell_open(asker, "Ambiguous name: Try one of: ");
    const char *separator = "";
    for (int i = 0; i < server->user_count; i++) {
        const struct user *user = server->users[i];
        if (user->connection != NULL &&
            strncasecmp(user->name, prefix, strlen(prefix)) == 0) {
            text_tell_open(asker, "%s%s", separator, user->name);
            separator = ", ";
        }
    }
    text_end_line(asker, false);
}

struct user *accounts_find_online(struct user *asker, const char *name)
{
    struct fibsd *server = server_of(asker);
    struct user *exact = accounts_find(server, name);
    if (exact != NULL && exact->connection != NULL) {
        return exact;
    }
    int count;
    struct user *found = find_prefix(server, name, strncmp, &count);
    if (found == NULL) {
        found = find_prefix(server, name, strncasecmp, &count);
    }
    if (count > 1) {
        tell_ambiguous(asker, name);
    }
    return found;
}

bool accounts_is_good_name(const char *name)
{
    size_t length = strlen(name);
    if (length == 0 || length >= NAME_SIZE) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (name[i] != '_' && !isalpha((unsigned char)name[i])) {
            return false;
        }
    }
    return true;
}

static bool is_good_password(const char *password)
{
    size_t length = strlen(password);
    return length > 0 && length < NAME_SIZE && strpbrk(password, " \t:\n") == NULL;
}

/* A new account begins with these toggles on, and a drawn board. */
static void set_newcomer(struct user *user)
{
    static const enum toggle on[] = {
        TOGGLE_ALLOWPIP, TOGGLE_AUTOBOARD,  TOGGLE_AUTOMOVE, TOGGLE_CRAWFORD,
        TOGGLE_DOUBLE,   TOGGLE_MOREBOARDS, TOGGLE_NOTIFY,   TOGGLE_TELNET};
    for (size_t i = 0; i < sizeof on / sizeof on[0]; i++) {
        user->toggle[on[i]] = true;
    }
    user->variable[VARIABLE_BOARDSTYLE] = 2;
}

struct user *accounts_add(struct fibsd *server, const char *name, const char *password)
{
    if (!accounts_is_good_name(name) || accounts_find(server, name) != NULL ||
        strcmp(name, "guest") == 0 || !is_good_password(password)) {
        return NULL;
    }
    struct user **users = realloc(server->users, (size_t)(server->user_count + 1) *
                                                     sizeof(struct user *));
    struct user *user = calloc(1, sizeof *user);
    if (users != NULL) {
        server->users = users;
    }
    if (users == NULL || user == NULL) {
        free(user);
        return NULL;
    }
    memcpy(user->name, name, strlen(name) + 1);
    memcpy(user->password, password, strlen(password) + 1);
    user->rating = 1500.0;
    set_newcomer(user);
    server->users[server->user_count++] = user;
    return user;
}

bool fibsd_add_account(struct fibsd *server, const char *name, const char *password,
                       double rating, int experience)
{
    struct user *user = accounts_add(server, name, password);
    if (user == NULL) {
        return false;
    }
    user->rating = rating;
    user->experience = experience;
    return true;
}

bool fibsd_has_account(struct fibsd *server, const char *name)
{
    return accounts_find(server, name) != NULL;
}

bool fibsd_set_password(struct fibsd *server, const char *name, const char *password)
{
    struct user *user = accounts_find(server, name);
    bool is_good = user != NULL && *password != '\0' && strchr(password, ' ') == NULL &&
                   strlen(password) < sizeof user->password;
    if (is_good) {
        memcpy(user->password, password, strlen(password) + 1);
    }
    return is_good;
}

int64_t server_time_s(const struct fibsd *server)
{
    return server->config.epoch_s + server->now_ms / 1000;
}

void accounts_who_line(const struct user *user, char *line, size_t size)
{
    const struct fibsd_connection *connection = user->connection;
    int64_t idle_ms = connection->server->now_ms - connection->last_input_ms;
    (void)snprintf(line, size, "5 %s %s %s %d %d %.2f %d %lld %lld %s %s %s",
                   user->name, user->match != NULL ? opponent_of(user)->name : "-",
                   user->watching != NULL ? user->watching->name : "-",
                   user->toggle[TOGGLE_READY], user->is_away, user->rating,
                   user->experience, (long long)(idle_ms / 1000),
                   (long long)connection->login_s, connection->host,
                   connection->client[0] != '\0' ? connection->client : "-",
                   user->email[0] != '\0' ? user->email : "-");
}

/* Clients whose CLIP log-in failed get pushes, too. */
static bool hears_pushes(const struct fibsd_connection *connection)
{
    return (connection->mode == MODE_CLIP && connection->user != NULL) ||
           connection->is_broken;
}

void accounts_push_who(const struct user *user, const struct user *other)
{
    const struct user *subjects[2] = {user, other};
    const struct user *any = user->connection != NULL ? user : other;
    if (any == NULL || any->connection == NULL) {
        return;
    }
    for (struct fibsd_connection *c = server_of(any)->connections; c; c = c->next) {
        for (int i = 0; i < 2 && hears_pushes(c); i++) {
            if (subjects[i] != NULL && subjects[i]->connection != NULL) {
                char line[1024];
                accounts_who_line(subjects[i], line, sizeof line);
                text_connection_line(c, "%s", line);
            }
        }
        if (hears_pushes(c)) {
            text_connection_line(c, "6");
        }
    }
}

void accounts_reach_phase(const struct user *user, enum fibsd_phase phase)
{
    struct fibsd_connection *connection = user->connection;
    if (connection == NULL) {
        return;
    }
    const struct fibsd_hooks *hooks = &connection->server->config.hooks;
    if (hooks->cuts_at != NULL &&
        hooks->cuts_at(hooks->context, connection->server, phase)) {
        connection->is_cut = connection->is_closing = true;
    }
}

void accounts_report(struct fibsd *server, const struct match *match, const char *line)
{
    for (int i = 0; i < server->user_count; i++) {
        const struct user *user = server->users[i];
        if (user->match != match &&
            (user->toggle[TOGGLE_REPORT] || is_watching(user, match))) {
            text_tell(user, "%s", line);
        }
    }
}

static int index_in(const struct user_list *list, const struct user *user)
{
    int i = 0;
    while (i < list->count && list->users[i] != user) {
        i++;
    }
    return i;
}

bool accounts_list_has(const struct user_list *list, const struct user *user)
{
    return index_in(list, user) < list->count;
}

bool accounts_list_toggle(struct user_list *list, struct user *user)
{
    int i = index_in(list, user);
    if (i < list->count) {
        list->users[i] = list->users[--list->count];
        return false;
    }
    struct user **users =
        realloc(list->users, (size_t)(list->count + 1) * sizeof(struct user *));
    if (users == NULL) {
        return false;
    }
    list->users = users;
    list->users[list->count++] = user;
    return true;
}

void accounts_list_free(struct user_list *list)
{
    free(list->users);
    *list = (struct user_list){0};
}
