/* Downloads a package of weights and replaces the old one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "bot/net/download.h"
#include "bot/weights/weights_package_internal.h"
#include "engine/engine.h"

struct fetch {
    const char *base; /* the address up to the last slash */
    int base_length;
    const char *ca_file;
    const char *old;                     /* folder */
    char next[WEIGHTS_PACKAGE_PATH_MAX]; /* what is being put together */
};

static bool fetch_one(const struct fetch *fetch, const char *name, int64_t max,
                      struct error *err)
{
    char url[1024], path[WEIGHTS_PACKAGE_PATH_MAX];
    if (snprintf(url, sizeof url, "%.*s/%s", fetch->base_length, fetch->base, name) >=
            (int)sizeof url ||
        !weights_package_path(fetch->next, name, path)) {
        error_set(err, "the address or the folder is too long");
        return false;
    }
    return download_file(url, fetch->ca_file, path, max, err);
}

/* Both folders lie on one file system: a link is as good as a copy, and files of
 * weights are never written in place. */
static bool take_old(const struct fetch *fetch, const struct weights_package_file *file)
{
    char from[WEIGHTS_PACKAGE_PATH_MAX], to[WEIGHTS_PACKAGE_PATH_MAX];
    struct error err;
    return weights_package_check_file(fetch->old, file, &err) &&
           weights_package_path(fetch->old, file->name, from) &&
           weights_package_path(fetch->next, file->name, to) && link(from, to) == 0;
}

static bool fetch_files(const struct fetch *fetch,
                        const struct weights_package *package, struct error *err)
{
    for (int i = 0; i < package->count; i++) {
        const struct weights_package_file *file = &package->files[i];
        if (!take_old(fetch, file) && !fetch_one(fetch, file->name, file->size, err)) {
            return false;
        }
    }
    return true;
}

/* Checks the signature before it downloads any of the files. */
static bool fetch_all(const struct fetch *fetch, const char *key,
                      struct weights_package *package, struct error *err)
{
    return fetch_one(fetch, "manifest.txt", WEIGHTS_PACKAGE_TEXT_MAX - 1, err) &&
           fetch_one(fetch, "manifest.sig", 200, err) &&
           weights_package_check_manifest(fetch->next, key, package, err) &&
           fetch_files(fetch, package, err) &&
           weights_package_check(fetch->next, key, package, err);
}

static bool can_be_used(const char *folder, struct error *err)
{
    struct engine *engine = engine_open(folder, err);
    engine_close(engine);
    return engine != NULL;
}

/* For a moment there is no folder; only a symbolic link could avoid that. A
 * running bot has already read its weights. */
static bool exchange(const char *folder, const char *next, struct error *err)
{
    char kept[WEIGHTS_PACKAGE_PATH_MAX], when[32];
    time_t now = time(NULL);
    struct tm utc;
    (void)gmtime_r(&now, &utc);
    (void)strftime(when, sizeof when, "%Y%m%d-%H%M%S", &utc);
    bool has_old = access(folder, F_OK) == 0;
    bool fits = snprintf(kept, sizeof kept, "%s-%s", folder, when) < (int)sizeof kept;
    if (!fits || (has_old && rename(folder, kept) != 0)) {
        error_set_for(err, errno, "%.180s: %s", folder, strerror(errno));
        return false;
    }
    if (rename(next, folder) != 0) {
        error_set_for(err, errno, "%.180s: %s", folder, strerror(errno));
        (void)rename(kept, folder);
        return false;
    }
    return true;
}

static void remove_folder(const char *folder, const struct weights_package *package)
{
    static const char *const own[] = {"manifest.txt", "manifest.sig"};
    char path[WEIGHTS_PACKAGE_PATH_MAX];
    for (int i = 0; i < package->count + 2; i++) {
        const char *name = i < 2 ? own[i] : package->files[i - 2].name;
        if (weights_package_path(folder, name, path)) {
            (void)unlink(path);
        }
    }
    (void)rmdir(folder);
}

bool weights_package_fetch(const char *url, const char *key, const char *ca_file,
                           const char *folder, struct error *err)
{
    struct weights_package package = {0};
    const char *slash = strrchr(url, '/');
    if (strncmp(url, "https://", 8) != 0 || slash < url + 8 ||
        strcmp(slash, "/manifest.txt") != 0) {
        error_set(err, "expected https://.../manifest.txt, found \"%.100s\"", url);
        return false;
    }
    struct fetch fetch = {.base = url,
                          .base_length = (int)(slash - url),
                          .ca_file = ca_file,
                          .old = folder};
    if (snprintf(fetch.next, sizeof fetch.next, "%s.new-XXXXXX", folder) >=
            (int)sizeof fetch.next ||
        mkdtemp(fetch.next) == NULL) {
        error_set_for(err, errno, "%.180s.new: %s", folder, strerror(errno));
        return false;
    }
    bool is_good = fetch_all(&fetch, key, &package, err) &&
                   can_be_used(fetch.next, err) && chmod(fetch.next, 0755) == 0 &&
                   exchange(folder, fetch.next, err);
    if (!is_good) {
        remove_folder(fetch.next, &package);
    }
    return is_good;
}
