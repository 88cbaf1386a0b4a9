#include "bot/game/client.h"

const char *client_state_name(enum client_state state)
{
    static const char *const names[CLIENT_STATES] = {
        [CLIENT_OFFLINE] = "offline",     [CLIENT_CONNECTING] = "connecting",
        [CLIENT_CONNECTED] = "connected", [CLIENT_LOGGING_IN] = "logging_in",
        [CLIENT_WELCOMED] = "welcomed",   [CLIENT_SETTINGS] = "settings",
        [CLIENT_READY] = "ready",         [CLIENT_CLOSING] = "closing",
        [CLIENT_BACKOFF] = "backoff",     [CLIENT_FAILED] = "failed",
    };
    return names[state];
}
