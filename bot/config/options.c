/* The options of bot.conf: checks of single ones, the table that options.inc makes, and
 * looking into it. */
#include "bot/config/options.h"

#include <limits.h>
#include <string.h>

#include "base/nearest.h"
#include "base/text.h"
#include "bot/base/moment.h"
#include "bot/base/schedule.h"
#include "bot/config/opponents.h"
#include "bot/notify/notify_message.h"

/* ---- checks of single options --------------------------------------------------- */

static bool check_client(const char *value, struct error *err)
{
    return strchr(value, ' ') == NULL ||
           error_set(err, "expected a name without blanks");
}

/* As `address` takes it. */
static bool check_address(const char *value, struct error *err)
{
    const char *at = strchr(value, '@');
    bool is_good =
        at != NULL && at > value && at[1] != '\0' && strlen(value) < USER_NAME_SIZE;
    return *value == '\0' || (is_good && strchr(value, ' ') == NULL) ||
           error_set(err, "expected a mail address, as bot_owner@example.org");
}

static bool check_https(const char *value, struct error *err)
{
    return strncmp(value, "https://", 8) == 0 ||
           error_set(err, "expected an address that begins with https://");
}

static bool check_events(const char *value, struct error *err)
{
    unsigned events = 0;
    return notify_events_read(value, &events, err);
}

/* ---- addresses of a protocol ---------------------------------------------------- */

static const struct {
    const char *host;
    int port;
} usual_address[] = {
    {"fibs.com", 4321}, {"bgammon.org", 1337}, {"ws.bgammon.org", 443}};
enum { ADDRESSES = sizeof usual_address / sizeof usual_address[0], PORTS = 2 };

/* The row of what is configured. */
static int usual_of(const struct config *config)
{
    return config->server.protocol == CONFIG_PROTOCOL_FIBS          ? 0
           : config->server.transport == CONFIG_TRANSPORT_WEBSOCKET ? 2
                                                                    : 1;
}

/* A host or port written below the protocol: those of another one are not meant. */
static void follow_address(struct config *config)
{
    int now = usual_of(config);
    for (int other = 0; other < ADDRESSES; other++) {
        if (strcmp(config->server.host, usual_address[other].host) == 0) {
            COPY_TEXT(config->server.host, usual_address[now].host);
        }
    }
    for (int other = 0; other < ADDRESSES; other++) {
        if (strcmp(config->server.host, usual_address[now].host) == 0 &&
            config->server.port == usual_address[other].port) {
            config->server.port = usual_address[now].port;
        }
    }
}

/* At bgammon.org who leaves first loses, unless the other has done nothing for 600 s. */
static void follow_patience(struct config *config)
{
    enum { USUAL_S = 360, OF_BGAMMON_S = 660 };
    if (config->server.protocol == CONFIG_PROTOCOL_BGAMMON &&
        config->play.leave_after == USUAL_S) {
        config->play.leave_after = OF_BGAMMON_S;
    }
}

/* Host and port that are another protocol's own become those of this one; 443 is anybody's. */
static void follow_protocol(struct config *config)
{
    int now = usual_of(config);
    for (int other = 0; other < PORTS; other++) {
        if (config->server.port == usual_address[other].port) {
            config->server.port = usual_address[now].port;
        }
    }
    follow_address(config);
    follow_patience(config);
}

/* ---- the tables ----------------------------------------------------------------- */

#define SECTION(in, words) {#in, words},
#define SECTION_END(in)
#define OPTION(field, in, key, value, ...)
const struct option_section option_sections[] = {
#include "bot/config/options.inc"
};
const int option_section_count =
    (int)(sizeof option_sections / sizeof option_sections[0]);

#define SECTION(in, words)
#define SECTION_END(in)
#define OPTION(field, in, key, value, ...)                                             \
    {.section = #in,                                                                   \
     .name = #key,                                                                     \
     .offset = offsetof(struct config, in.key),                                        \
     .size = sizeof(((struct config *)NULL)->in.key),                                  \
     .initial = (value),                                                               \
     __VA_ARGS__},
const struct option options[] = {
#include "bot/config/options.inc"
};
const int option_count = (int)(sizeof options / sizeof options[0]);
_Static_assert(sizeof options / sizeof options[0] <= CONFIG_OPTIONS_MAX,
               "CONFIG_OPTIONS_MAX is too small");

/* ---- looking into them ---------------------------------------------------------- */

const struct option *option_find(const char *section, const char *name)
{
    for (int i = 0; i < option_count; i++) {
        if (strcmp(options[i].section, section) == 0 &&
            strcmp(options[i].name, name) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

bool option_section_exists(const char *section)
{
    for (int i = 0; i < option_section_count; i++) {
        if (strcmp(option_sections[i].name, section) == 0) {
            return true;
        }
    }
    return false;
}

const char *option_other_section(const char *section, const char *name)
{
    for (int i = 0; i < option_count; i++) {
        if (strcmp(options[i].name, name) == 0 &&
            strcmp(options[i].section, section) != 0) {
            return options[i].section;
        }
    }
    return NULL;
}

const char *option_suggest(const char *section, const char *name)
{
    struct nearest nearest = nearest_to(name);
    for (int i = 0; section == NULL && i < option_section_count; i++) {
        nearest_offer(&nearest, option_sections[i].name);
    }
    for (int i = 0; section != NULL && i < option_count; i++) {
        if (strcmp(options[i].section, section) == 0 &&
            options[i].replaced_by == NULL) {
            nearest_offer(&nearest, options[i].name);
        }
    }
    return nearest.name;
}
