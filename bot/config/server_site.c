/* Where a server is by its protocol, and what history and records call it. */
#include "bot/config/config_internal.h"

#include <string.h>

static const struct {
    const char *host;
    int port;
} usual_address[] = {{"fibs.com", 4321}, {"bgammon.org", 1337}}; /* of a protocol */

/* A host or port written below the protocol: those of the other one are not meant. */
void config_follow_address(struct config *config)
{
    int now = config->server.protocol, other = 1 - now;
    if (strcmp(config->server.host, usual_address[other].host) == 0) {
        (void)snprintf(config->server.host, sizeof config->server.host, "%s",
                       usual_address[now].host);
    }
    if (strcmp(config->server.host, usual_address[now].host) == 0 &&
        config->server.port == usual_address[other].port) {
        config->server.port = usual_address[now].port;
    }
}

/* Host and port that are the other protocol's own become those of this one. */
void config_follow_protocol(struct config *config)
{
    int now = config->server.protocol;
    if (config->server.port == usual_address[1 - now].port) {
        config->server.port = usual_address[now].port;
    }
    config_follow_address(config);
}

void config_site(const struct config *config, char site[CONFIG_TEXT_MAX])
{
    static const char own[] = "bgammon.org";
    const char *host = config->server.host;
    bool is_fibs = config->server.protocol == CONFIG_PROTOCOL_FIBS;
    bool is_own = strcmp(host, own) == 0;
    (void)snprintf(site, CONFIG_TEXT_MAX, "%s%s%.170s", is_fibs ? "" : own,
                   is_fibs || is_own ? "" : " at ", is_own && !is_fibs ? "" : host);
}
