#include "bot/base/paths.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/text.h"

#ifndef FIBSBOT_DATADIR
#define FIBSBOT_DATADIR "/usr/local/share/fibsbot"
#endif

/* The list of what is in the folder (engine/eval/eval.h): a folder without it is none. */
static const char marker[] = "weights.txt";

static bool holds_weights(const char *folder)
{
    char file[PATHS_MAX + sizeof marker + 1];
    FORMAT_TEXT(file, "%s/%s", folder, marker);
    return access(file, R_OK) == 0;
}

/* The folder of the running program, without the last slash; false if unknown. */
static bool find_own_folder(char folder[PATHS_MAX])
{
    ssize_t length = readlink("/proc/self/exe", folder, PATHS_MAX - 1);
    if (length <= 0) {
        return false;
    }
    folder[length] = '\0';
    char *slash = strrchr(folder, '/');
    if (slash == NULL) {
        return false;
    }
    *slash = '\0';
    return true;
}

/* A folder set by the operator is used or refused, never skipped. */
static bool take_named(const char *what, const char *named, char folder[PATHS_MAX],
                       struct error *err)
{
    if (strlen(named) >= PATHS_MAX) {
        return error_set(err, "%s: the path is too long", what);
    }
    memcpy(folder, named, strlen(named) + 1);
    if (holds_weights(folder)) {
        return true;
    }
    int reason = errno;
    return reason == ENOENT
               ? error_set(err, "%s: %s holds no %s", what, named, marker)
               : error_set_for(err, reason, "%s: %s of %s cannot be read: %s", what,
                               marker, named, strerror(reason));
}

bool paths_find_weights(const char *option, char folder[PATHS_MAX], struct error *err)
{
    static const char *const beside[] = {"weights", "../build/weights",
                                         "../share/fibsbot/weights"};
    static const char installed[] = FIBSBOT_DATADIR "/weights";
    if (option != NULL && *option != '\0') {
        return take_named("weights folder", option, folder, err);
    }
    const char *variable = getenv("FIBSBOT_WEIGHTS");
    if (variable != NULL && *variable != '\0') {
        return take_named("FIBSBOT_WEIGHTS", variable, folder, err);
    }
    char own[PATHS_MAX];
    bool has_own = find_own_folder(own);
    for (size_t i = 0; has_own && i < sizeof beside / sizeof beside[0]; i++) {
        int length = snprintf(folder, PATHS_MAX, "%s/%s", own, beside[i]);
        if (length < PATHS_MAX && holds_weights(folder)) {
            return true;
        }
    }
    memcpy(folder, installed, sizeof installed);
    if (holds_weights(folder)) {
        return true;
    }
    return error_set(err,
                     "no %s in %s/{weights,../build/weights,../share/fibsbot/weights} "
                     "or %s; set FIBSBOT_WEIGHTS",
                     marker, has_own ? own : "?", installed);
}

bool paths_under(const char *variable, const char *below, char folder[PATHS_MAX])
{
    const char *value = getenv(variable);
    if (value == NULL || value[0] != '/') {
        return false;
    }
    int length = (int)strcspn(value, ":");
    return snprintf(folder, PATHS_MAX, "%.*s%s", length, value, below) < PATHS_MAX;
}

bool paths_find_state_folder(const char *option, char folder[PATHS_MAX])
{
    if (*option != '\0') {
        return snprintf(folder, PATHS_MAX, "%s", option) < PATHS_MAX;
    }
    return paths_under("STATE_DIRECTORY", "", folder) ||
           paths_under("XDG_STATE_HOME", "/fibsbot", folder) ||
           paths_under("HOME", "/.local/state/fibsbot", folder);
}

bool paths_state_folder(const char *option, char folder[PATHS_MAX], struct error *err)
{
    if (!paths_find_state_folder(option, folder)) {
        return error_set(err, "cannot find a state folder: set account.state_folder");
    }
    if (!folder_make(folder)) {
        return error_set_errno(err, "state folder %.120s", folder);
    }
    return true;
}
