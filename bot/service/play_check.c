#include "bot/service/play_check.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/base/secret.h"
#include "bot/config/strength_config.h"
#include "bot/history/history.h"
#include "bot/net/download.h"
#include "bot/policy/access.h"
#include "bot/service/account.h"
#include "bot/service/account_lock.h"

enum { FINDING_SIZE = 400 };

struct checking {
    const struct play_check *check;
    const struct config *config; /* of the account at hand */
    bool is_common;              /* what is checked is one for all accounts */
    int faults;
};

static void tell_finding(struct checking *c, enum play_finding kind, const char *option,
                         const char *why)
{
    char text[FINDING_SIZE];
    if (c->check->count > 1 && !c->is_common) {
        (void)snprintf(text, sizeof text, "[account %s] %s: %s",
                       c->config->account.name, option, why);
    } else {
        (void)snprintf(text, sizeof text, "%s: %s", option, why);
    }
    c->faults += kind == PLAY_FAULT;
    c->check->tell(c->check->context, kind, text);
}

/* ---- secrets --------------------------------------------------------------------- */

static bool check_password(const char *path, struct error *err)
{
    struct secret secret;
    bool is_good = secret_read(&secret, path, err);
    secret_wipe(&secret, sizeof secret);
    return is_good;
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
        is_good = error_set(err, "webhook address file %.120s: %s", path, why.text);
    }
    secret_wipe(url, sizeof url);
    return is_good;
}

static bool check_webhook_secret(const char *path, struct error *err)
{
    char secret[SECRET_LINE_MAX];
    bool is_good = secret_read_line(secret, sizeof secret, "webhook secret", path, err);
    secret_wipe(secret, sizeof secret);
    return is_good;
}

/* ---- files and folders ----------------------------------------------------------- */

static bool may_write(const char *path, int more)
{
    return faccessat(AT_FDCWD, path, W_OK | more, AT_EACCESS) == 0;
}

/* The folder that a path stands in. */
static void find_parent(const char *path, char parent[CONFIG_TEXT_MAX])
{
    (void)snprintf(parent, CONFIG_TEXT_MAX, "%s", path);
    size_t length = strlen(parent);
    while (length > 1 && parent[length - 1] == '/') {
        parent[--length] = '\0';
    }
    char *slash = strrchr(parent, '/');
    if (slash == NULL) {
        (void)strcpy(parent, ".");
    } else {
        slash[slash == parent ? 1 : 0] = '\0';
    }
}

static bool check_existing_folder(const char *path, struct error *err)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        return error_set(err, "folder %.150s: %s", path, strerror(errno));
    }
    if (!S_ISDIR(status.st_mode)) {
        return error_set(err, "%.150s: expected a folder", path);
    }
    return may_write(path, X_OK) ||
           error_set(err, "folder %.150s: cannot be written to: %s", path,
                     strerror(errno));
}

/* A folder that the program creates if it is missing, with those above it. */
static bool check_folder(const char *path, struct error *err)
{
    char folder[CONFIG_TEXT_MAX], parent[CONFIG_TEXT_MAX];
    struct stat status;
    (void)snprintf(folder, sizeof folder, "%s", path);
    while (stat(folder, &status) != 0 && errno == ENOENT) {
        find_parent(folder, parent);
        if (strcmp(parent, folder) == 0) {
            break;
        }
        memcpy(folder, parent, sizeof folder);
    }
    return check_existing_folder(folder, err);
}

/* A file that is appended to; what is no regular file, as /dev/stderr, may be there. */
static bool check_file(const char *path, struct error *err)
{
    char parent[CONFIG_TEXT_MAX];
    struct stat status;
    if (stat(path, &status) != 0) {
        find_parent(path, parent);
        return check_existing_folder(parent, err);
    }
    if (S_ISDIR(status.st_mode)) {
        return error_set(err, "%.150s: expected a file, found a folder", path);
    }
    return may_write(path, 0) ||
           error_set(err, "%.150s: cannot be written: %s", path, strerror(errno));
}

/* A file with others beside it: a journal, a new copy. */
static bool check_file_and_folder(const char *path, struct error *err)
{
    char parent[CONFIG_TEXT_MAX];
    find_parent(path, parent);
    return check_existing_folder(parent, err) && check_file(path, err);
}

static bool check_history(const char *path, struct error *err)
{
    return check_file_and_folder(path, err) &&
           (access(path, F_OK) != 0 || history_check(path, err));
}

static bool check_readable(const char *path, struct error *err)
{
    return access(path, R_OK) == 0 ||
           error_set(err, "%.150s: %s", path, strerror(errno));
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
    if (c->check->is_starting || !check_host(host, &err)) {
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

/* ---- the table ------------------------------------------------------------------- */

/* Options whose value is checked where it is not empty. */
#define TEXT(in, key) .option = #in "." #key, .offset = offsetof(struct config, in.key)
static const struct {
    const char *option;
    size_t offset; /* of a text in struct config */
    bool (*check)(const char *value, struct error *err);
    bool is_common; /* to all accounts */
} texts[] = {
    {TEXT(server, host), .check = check_host},
    {TEXT(server, ca_file), .check = check_readable},
    {TEXT(account, password_file), .check = check_password},
    {TEXT(account, state_folder), .check = check_folder, .is_common = true},
    {TEXT(accept, list_url), .check = download_check_url, .is_common = true},
    {TEXT(owner, secret_file), .check = check_owner_secret},
    {TEXT(record, folder), .check = check_folder},
    {TEXT(record, decisions), .check = check_file},
    {TEXT(history, file), .check = check_history, .is_common = true},
    {TEXT(notify, url_file), .check = check_webhook, .is_common = true},
    {TEXT(notify, secret_file), .check = check_webhook_secret, .is_common = true},
    {TEXT(notify, queue), .check = check_folder, .is_common = true},
    {TEXT(log, file), .check = check_file, .is_common = true},
    {TEXT(log, trace), .check = check_file},
    {TEXT(status, health_file), .check = check_file_and_folder, .is_common = true},
};
enum { TEXTS = sizeof texts / sizeof texts[0] };

/* What is set but not used. */
static bool is_used(const struct config *config, const char *text)
{
    return (text != config->record.folder || config->record.matches) &&
           (text != config->owner.secret_file || config->owner.name[0] != '\0') &&
           (text != config->notify.queue || config->notify.url_file[0] != '\0') &&
           (text != config->notify.secret_file || config->notify.url_file[0] != '\0');
}

/* What an account inherits is told once. */
static bool is_known(const struct checking *c, size_t offset)
{
    const char *text = (const char *)c->config + offset;
    for (int i = 0; c->check->configs[i] != c->config; i++) {
        if (strcmp((const char *)c->check->configs[i] + offset, text) == 0) {
            return true;
        }
    }
    return false;
}

/* The option that lets `play` start although this text has a fault; NULL: none. */
static const char *option_that_excuses(const struct config *config, const char *text)
{
    if (text == config->record.folder || text == config->record.decisions) {
        return "record.required";
    }
    return text == config->history.file ? "history.required" : NULL;
}

static void tell_text(struct checking *c, const char *option, const char *text,
                      const struct error *err)
{
    const struct config *config = c->config;
    const char *excuse = option_that_excuses(config, text);
    struct error advice;
    if (excuse == NULL) {
        tell_finding(c, PLAY_FAULT, option, err->text);
        return;
    }
    bool is_required = text == config->history.file ? config->history.required
                                                    : config->record.required;
    error_set(&advice, "%.180s; %s%s = no", err->text,
              is_required ? "mend it, or set " : "tried again, since ", excuse);
    tell_finding(c, is_required ? PLAY_FAULT : PLAY_WARNING, option, advice.text);
}

static void check_texts(struct checking *c)
{
    for (int i = 0; i < TEXTS; i++) {
        const char *text = (const char *)c->config + texts[i].offset;
        struct error err;
        c->is_common = texts[i].is_common;
        if (*text != '\0' && is_used(c->config, text) &&
            !is_known(c, texts[i].offset) && !texts[i].check(text, &err)) {
            tell_text(c, texts[i].option, text, &err);
        }
    }
}

/* ---- what is no text ------------------------------------------------------------- */

static void check_environment(struct checking *c)
{
    const struct config *config = c->config;
    c->is_common = false;
    if (config->account.name[0] != '\0' && config->account.password_file[0] == '\0' &&
        !is_known(c, offsetof(struct config, account.password_file)) &&
        getenv("FIBSBOT_PASSWORD") == NULL) {
        tell_finding(c, c->check->is_starting ? PLAY_FAULT : PLAY_WARNING,
                     "account.password_file",
                     "no password: set account.password_file or FIBSBOT_PASSWORD");
    }
}

static void tell_list_fault(void *context, const char *text)
{
    tell_finding(context, PLAY_FAULT, "accept.list_file", text);
}

static void check_list(struct checking *c)
{
    const char *path = c->config->accept.list_file;
    if (*path != '\0') {
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
    const char *why = strerror(errno);
    long process = errno == EADDRINUSE ? find_running(c->check) : 0;
    if (process != 0) {
        error_set(&err, "%d is in use; the bot runs as process %ld", port, process);
    } else {
        error_set(&err, "%d: %s", port, why);
    }
    tell_finding(c, process != 0 ? PLAY_NOTE : PLAY_FAULT, "status.port", err.text);
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

int play_check_run(const struct play_check *check, struct engine **engine)
{
    struct checking c = {.check = check, .config = check->configs[0]};
    for (int i = 0; i < check->count; i++) {
        c.config = check->configs[i];
        check_environment(&c);
        check_texts(&c);
    }
    c.config = check->configs[0];
    c.is_common = true;
    check_list(&c);
    check_port(&c);
    look_up_host(&c);
    check_weights(&c, engine);
    return c.faults;
}
