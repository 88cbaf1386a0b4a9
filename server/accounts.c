#include "server/fibsd_core.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/digest.h"

enum { USERS_FIRST = 64 };

/* ---- finding --------------------------------------------------------------------- */

/* Where a name stands in the index, or the free place for it. The seed makes it hard to
 * find names that crowd together. */
static int index_place(const struct fibsd *server, const char *name)
{
    uint64_t digest =
        digest_bytes(digest_start(), &server->config.seed, sizeof server->config.seed);
    digest = digest_bytes(digest, name, strlen(name));
    int place = (int)((digest ^ digest >> 32) & (uint64_t)(server->index_size - 1));
    while (server->index[place] != NULL &&
           strcmp(server->index[place]->name, name) != 0) {
        place = (place + 1) & (server->index_size - 1);
    }
    return place;
}

struct fibsd_user *accounts_find(struct fibsd *server, const char *name)
{
    return server->index_size == 0 ? NULL : server->index[index_place(server, name)];
}

/* Makes room for one user more. */
static bool grow_users(struct fibsd *server)
{
    int size = server->index_size;
    if (2 * (server->user_count + 1) < size) {
        return true;
    }
    size = size == 0 ? 2 * USERS_FIRST : 2 * size;
    struct fibsd_user **users =
        realloc(server->users, (size_t)size / 2 * sizeof(struct fibsd_user *));
    server->users = users != NULL ? users : server->users;
    struct fibsd_user **index =
        users == NULL ? NULL : calloc((size_t)size, sizeof(struct fibsd_user *));
    if (index == NULL) {
        return false;
    }
    free(server->index);
    server->index = index;
    server->index_size = size;
    for (int i = 0; i < server->user_count; i++) {
        index[index_place(server, users[i]->name)] = users[i];
    }
    return true;
}

/* Returns the only user on line whose name begins with `prefix`; sets how many do. */
static struct fibsd_user *
find_prefix(struct fibsd *server, const char *prefix,
            int (*compare)(const char *, const char *, size_t), int *count)
{
    struct fibsd_user *found = NULL;
    *count = 0;
    for (int i = 0; i < server->user_count; i++) {
        struct fibsd_user *user = server->users[i];
        if (user->connection != NULL &&
            compare(user->name, prefix, strlen(prefix)) == 0) {
            found = user;
            (*count)++;
        }
    }
    return *count == 1 ? found : NULL;
}

static void tell_ambiguous(const struct fibsd_user *asker, const char *prefix)
{
    struct fibsd *server = server_of(asker);
    text_tell_open(asker, "Ambiguous name: Try one of: ");
    const char *separator = "";
    for (int i = 0; i < server->user_count; i++) {
        const struct fibsd_user *user = server->users[i];
        if (user->connection != NULL &&
            strncasecmp(user->name, prefix, strlen(prefix)) == 0) {
            text_tell_open(asker, "%s%s", separator, user->name);
            separator = ", ";
        }
    }
    text_end_line(asker, false);
}

struct fibsd_user *accounts_find_online(struct fibsd_user *asker, const char *name)
{
    struct fibsd *server = server_of(asker);
    struct fibsd_user *exact = accounts_find(server, name);
    if (exact != NULL && exact->connection != NULL) {
        return exact;
    }
    int count;
    struct fibsd_user *found = find_prefix(server, name, strncmp, &count);
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
    if (length == 0 || length >= FIBSD_NAME_SIZE) {
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
    return length > 0 && length < FIBSD_NAME_SIZE &&
           strpbrk(password, " \t:\n") == NULL;
}

/* A new account begins with these toggles on, and a drawn board. */
static void set_newcomer(struct fibsd_user *user)
{
    static const enum fibsd_toggle on[] = {
        FIBSD_TOGGLE_ALLOWPIP, FIBSD_TOGGLE_AUTOBOARD, FIBSD_TOGGLE_AUTOMOVE,
        FIBSD_TOGGLE_CRAWFORD, FIBSD_TOGGLE_DOUBLE,    FIBSD_TOGGLE_MOREBOARDS,
        FIBSD_TOGGLE_NOTIFY,   FIBSD_TOGGLE_REPORT,    FIBSD_TOGGLE_TELNET};
    for (size_t i = 0; i < sizeof on / sizeof on[0]; i++) {
        user->toggle[on[i]] = true;
    }
    user->variable[FIBSD_VARIABLE_BOARDSTYLE] = 2;
}

/* Adds an account whose password is still to be set. */
static struct fibsd_user *add_user(struct fibsd *server, const char *name)
{
    if (!accounts_is_good_name(name) || accounts_find(server, name) != NULL ||
        strcmp(name, "guest") == 0 || !grow_users(server)) {
        return NULL;
    }
    struct fibsd_user *user = calloc(1, sizeof *user);
    if (user == NULL) {
        return NULL;
    }
    memcpy(user->name, name, strlen(name) + 1);
    user->rating = 1500.0;
    set_newcomer(user);
    server->users[server->user_count++] = user;
    server->index[index_place(server, name)] = user;
    return user;
}

struct fibsd_user *accounts_add(struct fibsd *server, const char *name,
                                const char *password)
{
    char word[PASSWORD_WORD_SIZE];
    server->hash_count++;
    if (!is_good_password(password) ||
        !password_hash(password, server->config.password_cost, word)) {
        return NULL;
    }
    struct fibsd_user *user = add_user(server, name);
    if (user != NULL) {
        memcpy(user->password, word, sizeof word);
    }
    return user;
}

struct fibsd_user *accounts_restore(struct fibsd *server, const char *name,
                                    const char *word)
{
    if (!password_is_hash(word) && !is_good_password(word)) {
        return NULL;
    }
    struct fibsd_user *user = add_user(server, name);
    if (user != NULL) {
        memcpy(user->password, word, strlen(word) + 1);
    }
    return user;
}

void accounts_hash_some(struct fibsd *server, int count)
{
    while (server->plain_from < server->user_count && count > 0) {
        struct fibsd_user *user = server->users[server->plain_from++];
        if (!password_is_hash(user->password)) {
            (void)accounts_set_password(server, user, user->password);
            count--;
        }
    }
}

bool accounts_has_password(struct fibsd *server, const struct fibsd_user *user,
                           const char *password)
{
    server->hash_count++;
    return password_matches(password, user->password);
}

bool accounts_set_password(struct fibsd *server, struct fibsd_user *user,
                           const char *password)
{
    server->hash_count++;
    char word[PASSWORD_WORD_SIZE];
    bool is_good = is_good_password(password) &&
                   password_hash(password, server->config.password_cost, word);
    if (is_good) {
        memcpy(user->password, word, sizeof word);
    }
    return is_good;
}

bool fibsd_add_account(struct fibsd *server, const char *name, const char *password,
                       double rating, int experience)
{
    struct fibsd_user *user = accounts_add(server, name, password);
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
    struct fibsd_user *user = accounts_find(server, name);
    return user != NULL && accounts_set_password(server, user, password);
}

bool fibsd_set_rating(struct fibsd *server, const char *name, double rating)
{
    struct fibsd_user *user = accounts_find(server, name);
    if (user != NULL) {
        user->rating = rating;
        accounts_push_who(user, NULL);
    }
    return user != NULL;
}

void accounts_set_text(char **text, const char *to)
{
    free(*text);
    *text = to == NULL ? NULL : strndup(to, FIBSD_TEXT_SIZE - 1);
}

int64_t server_time_s(const struct fibsd *server)
{
    return server->config.epoch_s + server->now_ms / 1000;
}

void accounts_send_who(struct fibsd_connection *to, const struct fibsd_user *user)
{
    const struct fibsd_connection *connection = user->connection;
    int64_t idle_ms = connection->server->now_ms - connection->last_input_ms;
    text_connection_line(to, "5 %s %s %s %d %d %.2f %d %lld %lld %s %s %s", user->name,
                         user->match != NULL ? opponent_of(user)->name : "-",
                         user->watching != NULL ? user->watching->name : "-",
                         user->toggle[FIBSD_TOGGLE_READY], user->is_away, user->rating,
                         user->experience, (long long)(idle_ms / 1000),
                         (long long)connection->login_s, connection->host,
                         connection->client[0] != '\0' ? connection->client : "-",
                         user->email != NULL ? user->email : "-");
}

/* Clients whose CLIP log-in failed get pushes, too. */
static bool hears_pushes(const struct fibsd_connection *connection)
{
    return (connection->mode == FIBSD_MODE_CLIP && connection->user != NULL) ||
           connection->is_broken;
}

void accounts_push_who(const struct fibsd_user *user, const struct fibsd_user *other)
{
    const struct fibsd_user *subjects[2] = {user, other};
    const struct fibsd_user *any = user->connection != NULL ? user : other;
    if (any == NULL || any->connection == NULL) {
        return;
    }
    for (struct fibsd_connection *c = server_of(any)->connections; c; c = c->next) {
        for (int i = 0; i < 2 && hears_pushes(c); i++) {
            if (subjects[i] != NULL && subjects[i]->connection != NULL) {
                accounts_send_who(c, subjects[i]);
            }
        }
        if (hears_pushes(c)) {
            text_connection_line(c, "6");
        }
    }
}

void accounts_reach_phase(const struct fibsd_user *user, enum fibsd_phase phase)
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

void accounts_report(const struct fibsd_match *match, const char *line)
{
    for (int i = 0; i < match->server->user_count; i++) {
        const struct fibsd_user *user = match->server->users[i];
        if (user->match != match &&
            (user->toggle[FIBSD_TOGGLE_REPORT] || is_watching(user, match))) {
            text_tell(user, "%s", line);
        }
    }
}

static int index_in(const struct fibsd_user_list *list, const struct fibsd_user *user)
{
    int i = 0;
    while (i < list->count && list->users[i] != user) {
        i++;
    }
    return i;
}

bool accounts_list_has(const struct fibsd_user_list *list,
                       const struct fibsd_user *user)
{
    return index_in(list, user) < list->count;
}

bool accounts_list_toggle(struct fibsd_user_list *list, struct fibsd_user *user)
{
    int i = index_in(list, user);
    if (i < list->count) {
        list->users[i] = list->users[--list->count];
        return false;
    }
    struct fibsd_user **users =
        realloc(list->users, (size_t)(list->count + 1) * sizeof(struct fibsd_user *));
    if (users == NULL) {
        return false;
    }
    list->users = users;
    list->users[list->count++] = user;
    return true;
}

void accounts_list_free(struct fibsd_user_list *list)
{
    free(list->users);
    *list = (struct fibsd_user_list){0};
}
