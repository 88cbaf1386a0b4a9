#include "bot/service/play_check.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/text.h"
#include "bot/base/secret.h"
#include "bot/config/strength_config.h"
#include "bot/history/history.h"
#include "bot/net/download.h"
#include "bot/policy/access.h"
#include "bot/service/account.h"
#include "bot/service/account_lock.h"
#include "bot/service/path_check.h"
#include "fibs/client.h"

enum { FINDING_SIZE = 400 };

struct checking {
    const struct play_check *check;
    const struct config *config; /* of the account at hand */
    bool is_common;              /* what is checked is one for all accounts */
    struct play_faults faults;
};

static void tell_finding(struct checking *c, enum play_finding kind, const char *option,
                         const char *why)
{
    char text[FINDING_SIZE];
    if (c->check->count > 1 && !c->is_common) {
        FORMAT_TEXT(text, "[account %s] %s: %.240s", c->config->account.name, option,
                    why);
    } else {
        FORMAT_TEXT(text, "%s: %.240s", option, why);
    }
    c->faults.count += kind == PLAY_FAULT;
    c->check->tell(c->check->context, kind, text);
}

static void tell_error(struct checking *c, enum play_finding kind, const char *option,
                       const struct error *err)
{
    c->faults.passing += kind == PLAY_FAULT && error_passes(err);
    tell_finding(c, kind, option, err->text);
}

/* ---- secrets --------------------------------------------------------------------- */

static bool check_line(const char *path, size_t size, const char *what,
                       struct error *err)
{
    char line[SECRET_LINE_MAX];
    bool is_good = secret_read_line(line, size, what, path, err);
    secret_wipe(line, sizeof line);
    return is_good;
}

static bool check_password(const char *path, struct error *err)
{
    return check_line(path, SECRET_MAX, "password", err);
}

static bool check_webhook_secret(const char *path, struct error *err)
{
    return check_line(path, SECRET_LINE_MAX, "webhook secret", err);
}

static bool check_owner_secret(const char *path, struct error *err)
{
    char secret[TALK_SECRET_MAX];
    bool is_good = account_read_owner_secret(path, secret, err);
    secret_wipe(secret, sizeof secret);
    return is_good;
}

static bool check_webhook(const char *path, struct error *err)
{
    char url[SECRET_LINE_MAX];
    struct error why;
    bool is_good = secret_read_line(url, sizeof url, "webhook address", path, err);
    if (is_good && !download_check_url(url, &why)) {
        is_good = error_set_from(err, &why, "webhook address file %.120s: %s", path,
                                 why.text);
    }
    secret_wipe(url, sizeof url);
    return is_good;
}

/* ---- what else is in a file ------------------------------------------------------ */

static bool check_history(const char *path, struct error *err)
{
    return access(path, F_OK) != 0 || history_check(path, err);
}

/* ---- addresses ------------------------------------------------------------------- */

static bool check_host(const char *host, struct error *err)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789.-_";
    struct in6_addr address;
    bool is_name = strspn(host, plain) == strlen(host) && strchr(".-", *host) == NULL;
    return is_name || inet_pton(AF_INET6, host, &address) == 1 ||
           error_set(err, "expected a host name or an address, found \"%.80s\"", host);
}

static void look_up_host(struct checking *c)
{
    const char *host = c->config->server.host;
    struct addrinfo *found = NULL;
    struct error err;
    if (c->check->moment != PLAY_CHECKED || !check_host(host, &err)) {
        return;
    }
    int status = getaddrinfo(host, NULL, NULL, &found);
    if (status != 0) {
        error_set(&err, "%.80s cannot be found: %s", host, gai_strerror(status));
        tell_finding(c, PLAY_WARNING, "server.host", err.text);
    } else {
        freeaddrinfo(found);
    }
}

/* ---- texts ----------------------------------------------------------------------- */

/* Options of text that are checked where they are not empty: addresses, and what files of
 * the table of path options must hold. */
#define TEXT(in, key) .option = #in "." #key, .offset = offsetof(struct config, in.key)
static const struct {
    const char *option;
    size_t offset; /* in struct config */
    bool (*check)(const char *value, struct error *err);
    bool is_common; /* to all accounts; of a path its row says */
} texts[] = {
    {TEXT(server, host), .check = check_host},
    {TEXT(accept, list_url), .check = download_check_url, .is_common = true},
    {TEXT(server, ca_file), .check = fibs_client_check_authorities},
    {TEXT(account, password_file), .check = check_password},
    {TEXT(owner, secret_file), .check = check_owner_secret},
    {TEXT(history, file), .check = check_history},
    {TEXT(notify, url_file), .check = check_webhook},
    {TEXT(notify, secret_file), .check = check_webhook_secret},
};
enum { TEXTS = sizeof texts / sizeof texts[0], ADDRESSES = 2 };

/* What an account inherits is said once: whether one before it has the same text, and uses
 * it (an offset as of struct path_option; 0: always). */
static bool is_known(const struct checking *c, size_t offset, size_t needs)
{
    const char *text = (const char *)c->config + offset;
    for (int i = 0; c->check->configs[i] != c->config; i++) {
        const char *fields = (const char *)c->check->configs[i];
        if (strcmp(fields + offset, text) == 0 &&
            (needs == 0 || fields[needs] != '\0')) {
            return true;
        }
    }
    return false;
}

static void check_addresses(struct checking *c)
{
    for (int i = 0; i < ADDRESSES; i++) {
        const char *text = (const char *)c->config + texts[i].offset;
        struct error err;
        c->is_common = texts[i].is_common;
        if (*text != '\0' && !is_known(c, texts[i].offset, 0) &&
            !texts[i].check(text, &err)) {
            tell_error(c, PLAY_FAULT, texts[i].option, &err);
        }
    }
}

/* ---- paths ----------------------------------------------------------------------- */

/* Whether the file of a path holds what it should. */
static bool check_content(const struct path_option *row, const char *path,
                          struct error *err)
{
    for (int i = ADDRESSES; i < TEXTS; i++) {
        if (texts[i].offset == row->offset) {
            return texts[i].check(path, err);
        }
    }
    return true;
}

/* With the option that lets `play` start although this path has a fault. */
static void tell_path(struct checking *c, const struct path_option *row,
                      const struct error *err)
{
    struct error advice;
    if (row->excuse == NULL) {
        tell_error(c, PLAY_FAULT, row->option, err);
        return;
    }
    bool is_required = ((const char *)c->config)[row->is_required] != 0;
    error_set_from(&advice, err, "%.180s; %s%s = no", err->text,
                   is_required ? "correct it, or set " : "tried again, since ",
                   row->excuse);
    tell_error(c, is_required ? PLAY_FAULT : PLAY_WARNING, row->option, &advice);
}

static void tell_doubts(struct checking *c, const struct path_option *row,
                        const char *path)
{
    struct error doubts[PATH_CHECK_DOUBTS];
    int count = path_check_doubts(row, c->config, path, doubts);
    for (int i = 0; i < count; i++) {
        tell_finding(c, PLAY_WARNING, row->option, doubts[i].text);
    }
}

static bool find_path(const struct checking *c, const struct path_option *row,
                      char path[PATHS_MAX])
{
    return (!row->is_of_tournament || c->check->has_tournament) &&
           path_option_place(row, c->config, path);
}

static void check_paths(struct checking *c)
{
    char path[PATHS_MAX];
    for (int i = 0; i < path_option_count; i++) {
        const struct path_option *row = &path_options[i];
        struct error err;
        c->is_common = row->is_common;
        if (is_known(c, row->offset, row->needs)) {
            continue;
        }
        if (!find_path(c, row, path)) {
            if (row->find != NULL) {
                error_set(&err,
                          "no folder by default, since HOME is not set: name one");
                tell_path(c, row, &err);
            }
            continue;
        }
        if (!path_check(row, c->config, path, &err) ||
            !check_content(row, path, &err)) {
            tell_path(c, row, &err);
        } else {
            tell_doubts(c, row, path);
        }
    }
}

/* ---- one file for two options ---------------------------------------------------- */

static const struct path_option configuration = {.option = "the configuration",
                                                 .kind = PATH_READ};

/* Each path of each account, what all have in common once, into `places`, which has room.
 * Returns their number. */
static int list_places(struct checking *c, struct path_place *places)
{
    char path[PATHS_MAX];
    int count = 0;
    for (int i = 0; i < c->check->file_count; i++) {
        path_place_find(&configuration, NULL, c->check->files[i], &places[count++]);
    }
    for (int i = 0; i < c->check->count * path_option_count; i++) {
        const struct path_option *row = &path_options[i % path_option_count];
        c->config = c->check->configs[i / path_option_count];
        bool is_again = (row->is_common && i >= path_option_count) ||
                        (row->is_shared && is_known(c, row->offset, row->needs));
        if (!is_again && find_path(c, row, path)) {
            path_place_find(row, c->config, path, &places[count++]);
        }
    }
    return count;
}

static void tell_collision(struct checking *c, const struct path_place *place,
                           const struct path_place *other)
{
    struct error err;
    bool is_named = !other->row->is_common && other->config != NULL &&
                    other->config != place->config && c->check->count > 1;
    error_set(&err,
              "%.120s is also the file of %s%s%s%s, or blocks it: each needs "
              "one of its own",
              place->path, is_named ? "[account " : "",
              is_named ? other->config->account.name : "", is_named ? "] " : "",
              other->row->option);
    c->config = place->config;
    c->is_common = place->row->is_common;
    tell_error(c, PLAY_FAULT, place->row->option, &err);
}

static void check_collisions(struct checking *c)
{
    int room = c->check->file_count + c->check->count * path_option_count;
    struct path_place *places = calloc((size_t)room, sizeof *places);
    struct error err;
    if (places == NULL) {
        error_no_memory(&err);
        tell_error(c, PLAY_FAULT, "paths", &err);
        return;
    }
    int count = list_places(c, places);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++) {
            if (path_places_collide(&places[i], &places[k])) {
                tell_collision(c, &places[i], &places[k]);
            }
        }
    }
    free(places);
}

static void check_configuration(struct checking *c)
{
    c->is_common = true;
    for (int i = 0; i < c->check->file_count; i++) {
        tell_doubts(c, &configuration, c->check->files[i]);
    }
}

/* ---- what is neither ------------------------------------------------------------- */

static void check_environment(struct checking *c)
{
    const struct config *config = c->config;
    c->is_common = false;
    if (config->account.name[0] != '\0' && config->account.password_file[0] == '\0' &&
        !is_known(c, offsetof(struct config, account.password_file), 0) &&
        getenv("FIBSBOT_PASSWORD") == NULL) {
        tell_finding(c, c->check->moment == PLAY_STARTING ? PLAY_FAULT : PLAY_WARNING,
                     "account.password_file",
                     "no password: set account.password_file or FIBSBOT_PASSWORD");
    }
}

/* Which bots of ours play at bgammon.org is counted up to this one. */
static int count_of_bgammon(const struct checking *c)
{
    int count = 1;
    for (int i = 0; c->check->configs[i] != c->config; i++) {
        count += c->check->configs[i]->server.protocol == CONFIG_PROTOCOL_BGAMMON;
    }
    return count;
}

/* Our matches are judged as if they were offered to us. */
static void check_bgammon_length(struct checking *c)
{
    int length = c->config->invite.length;
    if (length < 1 || length > MATCH_LENGTH_MAX) {
        tell_finding(c, PLAY_FAULT, "invite.length",
                     "bgammon.org has no unlimited matches");
    } else if (!c->config->accept.lengths.may_play[length]) {
        tell_finding(c, PLAY_WARNING, "accept.lengths",
                     "it lacks invite.length: whoever joins our match is refused");
    }
}

/* What there is on FIBS only. */
static void check_fibs_only(struct checking *c)
{
    if (c->config->play.observe) {
        tell_finding(c, PLAY_FAULT, "play.observe", "bgammon.org cannot be watched");
    }
    if (c->check->has_tournament) {
        tell_finding(c, PLAY_FAULT, "server.protocol",
                     "tournaments are played on FIBS only");
    }
}

static void check_bgammon(struct checking *c)
{
    const struct config *config = c->config;
    if (config->server.tls && config->server.transport == CONFIG_TRANSPORT_TCP) {
        tell_finding(c, PLAY_FAULT, "server.tls",
                     "bgammon.org has TLS by WebSocket only: set server.transport = "
                     "websocket");
    }
    if (config->account.name[0] != '\0' &&
        strncasecmp(config->account.name, "bot_", 4) != 0) {
        tell_finding(c, PLAY_WARNING, "account.name",
                     "bgammon.org takes it for a person: bots' names begin with bot_");
    }
    if (count_of_bgammon(c) == 3) {
        tell_finding(c, PLAY_WARNING, "server.protocol",
                     "more than two bots at bgammon.org: each keeps a match open, and "
                     "one or two are welcome");
    }
    check_bgammon_length(c);
    check_fibs_only(c);
}

static void check_protocol(struct checking *c)
{
    c->is_common = false;
    if (c->config->server.protocol == CONFIG_PROTOCOL_BGAMMON) {
        check_bgammon(c);
    } else if (c->config->server.transport == CONFIG_TRANSPORT_WEBSOCKET) {
        tell_finding(c, PLAY_FAULT, "server.transport",
                     "websocket needs server.protocol = bgammon");
    }
}

static void tell_list_fault(void *context, const char *text)
{
    tell_finding(context, PLAY_FAULT, "accept.list_file", text);
}

/* Of one that cannot be read check_paths() has told. */
static void check_list(struct checking *c)
{
    static const struct path_option list = {.kind = PATH_READ};
    const char *path = c->config->accept.list_file;
    struct error told;
    if (*path != '\0' && path_check(&list, c->config, path, &told)) {
        (void)access_list_check(path, tell_list_fault, c);
    }
}

/* Whether the port of the status page can be had; errno says why not. */
static bool is_port_free(int port)
{
    const struct sockaddr_in address = {.sin_family = AF_INET,
                                        .sin_port = htons((uint16_t)port),
                                        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int on = 1; /* a page that has just ended leaves connections behind */
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool is_free = fd >= 0 &&
                   setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
                   bind(fd, (const struct sockaddr *)&address, sizeof address) == 0;
    int why = errno;
    if (fd >= 0) {
        (void)close(fd);
    }
    errno = why;
    return is_free;
}

/* The process that plays one of our accounts now; 0: none. */
static long find_running(const struct play_check *check)
{
    long process = 0;
    for (int i = 0; i < check->count && process == 0; i++) {
        process = account_lock_holder(check->configs[i]);
    }
    return process;
}

static void check_port(struct checking *c)
{
    int port = c->config->status.port;
    struct error err;
    if (port == 0 || is_port_free(port)) {
        return;
    }
    int reason = errno;
    long process = reason == EADDRINUSE ? find_running(c->check) : 0;
    if (process != 0) {
        error_set(&err, "%d is in use; the bot runs as process %ld", port, process);
    } else {
        error_set_for(&err, reason, "%d: %s", port, strerror(reason));
    }
    tell_error(c, process != 0 ? PLAY_NOTE : PLAY_FAULT, "status.port", &err);
}

static void check_weights(struct checking *c, struct engine **engine)
{
    struct error err;
    struct engine *opened = strength_engine_from_config(c->config, &err);
    if (opened == NULL) {
        tell_finding(c, PLAY_FAULT, "strength.weights", err.text);
    }
    if (engine != NULL) {
        *engine = opened;
    } else {
        engine_close(opened);
    }
}

void play_check_print(void *out, enum play_finding kind, const char *text)
{
    static const char *const words[] = {
        [PLAY_FAULT] = "", [PLAY_WARNING] = "warning: ", [PLAY_NOTE] = "note: "};
    fprintf(out, "%s%s\n", words[kind], text);
}

/* What a running program has already, or reads again by itself. */
static void check_what_is_had(struct checking *c, struct engine **engine)
{
    for (int i = 0; i < c->check->count; i++) {
        c->config = c->check->configs[i];
        check_environment(c);
        check_protocol(c);
    }
    c->config = c->check->configs[0];
    c->is_common = true;
    check_list(c);
    check_port(c);
    look_up_host(c);
    check_weights(c, engine);
}

/* The length of the matches that we open counts from the next one on. */
static void check_what_is_read_again(struct checking *c)
{
    for (int i = 0; i < c->check->count; i++) {
        c->config = c->check->configs[i];
        if (c->config->server.protocol == CONFIG_PROTOCOL_BGAMMON) {
            check_bgammon_length(c);
        }
    }
}

struct play_faults play_check_run(const struct play_check *check,
                                  struct engine **engine)
{
    struct checking c = {.check = check, .config = check->configs[0]};
    for (int i = 0; i < check->count; i++) {
        c.config = check->configs[i];
        check_addresses(&c);
        check_paths(&c);
    }
    check_collisions(&c);
    c.config = check->configs[0];
    check_configuration(&c);
    if (check->moment != PLAY_RELOADING) {
        check_what_is_had(&c, engine);
    } else {
        check_what_is_read_again(&c);
    }
    return c.faults;
}
