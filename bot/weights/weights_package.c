#include "bot/weights/weights_package_internal.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/argument.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "bot/net/download.h"
#include "engine/engine.h"
#include "engine/net/weights_file.h"
#include "engine/race/bearoff.h"

static const char heading[] = "fibsbot weights 1";

/* ---- the manifest ---------------------------------------------------------------- */

static bool is_plain_name(const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789._-";
    size_t length = strlen(name);
    return length > 0 && length < WEIGHTS_PACKAGE_NAME_MAX && name[0] != '.' &&
           strspn(name, plain) == length && strncmp(name, "manifest.", 9) != 0;
}

/* "DIGEST SIZE NAME" */
static bool parse_row(char *line, struct weights_package_file *file)
{
    char *rest = line;
    const char *digest = strsep(&rest, " ");
    const char *size = strsep(&rest, " ");
    bool has_digest = strlen(digest) == SIGNATURE_DIGEST_SIZE - 1 &&
                      strspn(digest, "0123456789abcdef") == strlen(digest);
    if (!has_digest || size == NULL || rest == NULL || !is_plain_name(rest)) {
        return false;
    }
    memcpy(file->digest, digest, SIGNATURE_DIGEST_SIZE);
    memcpy(file->name, rest, strlen(rest) + 1);
    return argument_whole("", size, 0, PACKAGE_FILE_BYTES_MAX, &file->size, NULL);
}

bool weights_package_parse(const char *text, struct weights_package *package,
                           struct error *err)
{
    int number = 0;
    package->count = 0;
    while (*text != '\0') {
        char line[256];
        size_t length = strcspn(text, "\n");
        bool fits = length < sizeof line && text[length] == '\n';
        FORMAT_TEXT(line, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
        number++;
        bool is_good =
            fits &&
            (number == 1 ? strcmp(line, heading) == 0
                         : package->count < WEIGHTS_PACKAGE_FILES_MAX &&
                               parse_row(line, &package->files[package->count]));
        if (!is_good) {
            return error_set(err, "manifest line %d: expected %s", number,
                             number <= 1 ? "\"fibsbot weights 1\""
                                         : "\"SHA256 SIZE NAME\"");
        }
        package->count += number > 1;
    }
    if (package->count == 0) {
        return error_set(err, "the manifest lists no files");
    }
    return true;
}

/* False with errno: it is too long, and cut. */
static bool path_in(const char *folder, const char *name,
                    char path[WEIGHTS_PACKAGE_PATH_MAX])
{
    bool fits = snprintf(path, WEIGHTS_PACKAGE_PATH_MAX, "%s/%s", folder, name) <
                WEIGHTS_PACKAGE_PATH_MAX;
    errno = fits ? errno : ENAMETOOLONG;
    return fits;
}

static bool read_small_file(const char *folder, const char *name,
                            char text[WEIGHTS_PACKAGE_TEXT_MAX], struct error *err)
{
    char path[WEIGHTS_PACKAGE_PATH_MAX];
    ssize_t length = path_in(folder, name, path)
                         ? file_read(path, text, WEIGHTS_PACKAGE_TEXT_MAX)
                         : -1;
    if (length < 0) {
        return error_of_path(err, path);
    }
    bool is_good =
        length < WEIGHTS_PACKAGE_TEXT_MAX && memchr(text, '\0', (size_t)length) == NULL;
    text[is_good ? length : 0] = '\0';
    if (!is_good) {
        error_set(err, "%.150s/%s: expected a text of at most %d bytes", folder, name,
                  WEIGHTS_PACKAGE_TEXT_MAX - 1);
    }
    return is_good;
}

/* ---- checking -------------------------------------------------------------------- */

static bool check_file(const char *folder, const struct weights_package_file *file,
                       struct error *err)
{
    char path[WEIGHTS_PACKAGE_PATH_MAX], digest[SIGNATURE_DIGEST_SIZE] = "";
    struct stat status;
    if (!path_in(folder, file->name, path) || stat(path, &status) != 0) {
        return error_of_path(err, path);
    }
    if ((int64_t)status.st_size != file->size) {
        return error_set(err, "%.100s/%s: expected %" PRId64 " bytes, found %lld",
                         folder, file->name, file->size, (long long)status.st_size);
    }
    if (!signature_digest_file(path, digest, err)) {
        return false;
    }
    return strcmp(digest, file->digest) == 0 ||
           error_at_path(err, 0, path, "its SHA-256 is not that of the manifest");
}

static bool check_signature(const char *folder, const char *key, const char *text,
                            struct error *err)
{
    char signature[WEIGHTS_PACKAGE_TEXT_MAX];
    if (!read_small_file(folder, "manifest.sig", signature, err)) {
        return false;
    }
    signature[strcspn(signature, "\r\n")] = '\0';
    return signature_check(key, text, strlen(text), signature, err);
}

static bool check_manifest(const char *folder, const char *key,
                           struct weights_package *package, struct error *err)
{
    char text[WEIGHTS_PACKAGE_TEXT_MAX];
    return read_small_file(folder, "manifest.txt", text, err) &&
           (key == NULL || check_signature(folder, key, text, err)) &&
           weights_package_parse(text, package, err);
}

bool weights_package_check(const char *folder, const char *key,
                           struct weights_package *package, struct error *err)
{
    if (!check_manifest(folder, key, package, err)) {
        return false;
    }
    for (int i = 0; i < package->count; i++) {
        if (!check_file(folder, &package->files[i], err)) {
            return false;
        }
    }
    return true;
}

/* ---- what files say of themselves ------------------------------------------------ */

enum { NET_BYTES_MAX = 1 << 26 };

static bool check_net(const char *folder, const char *name, uint64_t expected,
                      struct error *err)
{
    static const struct weights_file_kind any = {.most = NET_BYTES_MAX};
    char path[WEIGHTS_PACKAGE_PATH_MAX];
    size_t size = 0;
    if (!path_in(folder, name, path)) {
        return error_of_path(err, path);
    }
    unsigned char *bytes = weights_file_load(&any, path, &size, err);
    if (bytes == NULL) {
        return false;
    }
    uint64_t found = size < WEIGHTS_FILE_HEAD
                         ? 0
                         : digest_of_file(bytes, size, WEIGHTS_FILE_DIGEST_AT);
    free(bytes);
    return found == expected ||
           error_set(err, "%.120s: its digest is %016" PRIx64 ", not that of its name",
                     path, found);
}

static int is_net(const struct dirent *entry)
{
    uint64_t digest;
    return weights_file_named_digest(entry->d_name, &digest);
}

static bool check_nets(const char *folder, weights_tell *tell, void *context,
                       struct error *err)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_net, alphasort);
    bool is_good = count >= 0 || error_of_path(err, folder);
    for (int i = 0; i < count; i++) {
        uint64_t digest = 0;
        const char *name = entries[i]->d_name;
        is_good = is_good && weights_file_named_digest(name, &digest) &&
                  check_net(folder, name, digest, err);
        if (is_good) {
            tell(context, name, "its digest is that of its name");
        }
        free(entries[i]);
    }
    free(entries);
    return is_good;
}

static bool check_database(const char *folder, const char *name, bool is_two_sided,
                           weights_tell *tell, void *context, struct error *err)
{
    char path[WEIGHTS_PACKAGE_PATH_MAX];
    struct stat status;
    if (!path_in(folder, name, path) || stat(path, &status) != 0) {
        return true; /* the engine plays without them */
    }
    struct bearoff *bearoff =
        bearoff_open(is_two_sided ? NULL : path, is_two_sided ? path : NULL, err);
    if (bearoff == NULL) {
        return false;
    }
    bearoff_close(bearoff);
    tell(context, name, "its checksum is right");
    return true;
}

bool weights_package_check_contents(const char *folder, weights_tell *tell,
                                    void *context, struct error *err)
{
    return check_nets(folder, tell, context, err) &&
           check_database(folder, BEAROFF_ONE_SIDED_NAME, false, tell, context, err) &&
           check_database(folder, BEAROFF_TWO_SIDED_NAME, true, tell, context, err);
}

/* ---- making ---------------------------------------------------------------------- */

static bool write_package_text(const char *folder, const char *name, const char *text,
                               struct error *err)
{
    char path[WEIGHTS_PACKAGE_PATH_MAX];
    struct file_draft draft;
    bool is_open = path_in(folder, name, path)
                       ? file_draft_open(&draft, path, FILE_OF_ALL, err)
                       : error_of_path(err, path);
    if (!is_open) {
        return false;
    }
    (void)fputs(text, draft.stream);
    return file_draft_keep(&draft, FILE_SAFE_ON_DISK, err);
}

static int is_packed(const struct dirent *entry)
{
    return is_plain_name(entry->d_name);
}

static bool add_weights_row(const char *folder, const char *name,
                            char text[WEIGHTS_PACKAGE_TEXT_MAX], struct error *err)
{
    char path[WEIGHTS_PACKAGE_PATH_MAX], digest[SIGNATURE_DIGEST_SIZE] = "";
    struct stat status;
    size_t used = strlen(text);
    if (!path_in(folder, name, path) || stat(path, &status) != 0) {
        return error_of_path(err, path);
    }
    if (!S_ISREG(status.st_mode)) {
        return error_at_path(err, 0, path, "expected files of weights only");
    }
    if (!signature_digest_file(path, digest, err)) {
        return false;
    }
    int length = snprintf(text + used, WEIGHTS_PACKAGE_TEXT_MAX - used, "%s %lld %s\n",
                          digest, (long long)status.st_size, name);
    return length < (int)(WEIGHTS_PACKAGE_TEXT_MAX - used);
}

static bool make_manifest(const char *folder, char text[WEIGHTS_PACKAGE_TEXT_MAX],
                          struct error *err)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_packed, alphasort);
    bool is_good = count > 0 && count <= WEIGHTS_PACKAGE_FILES_MAX;
    if (count < 0) {
        error_of_path(err, folder);
    } else if (!is_good) {
        error_set(err, "%.150s: expected 1 to %d files of weights", folder,
                  WEIGHTS_PACKAGE_FILES_MAX);
    }
    (void)snprintf(text, WEIGHTS_PACKAGE_TEXT_MAX, "%s\n", heading);
    for (int i = 0; i < count; i++) {
        is_good = is_good && add_weights_row(folder, entries[i]->d_name, text, err);
        free(entries[i]);
    }
    free(entries);
    return is_good;
}

bool weights_package_make(const char *folder, const char *private_key,
                          struct error *err)
{
    char text[WEIGHTS_PACKAGE_TEXT_MAX], signature[SIGNATURE_SIZE + 1];
    if (!make_manifest(folder, text, err) ||
        !signature_make(private_key, text, strlen(text), signature, err)) {
        return false;
    }
    (void)strcat(signature, "\n");
    return write_package_text(folder, "manifest.sig", signature, err) &&
           write_package_text(folder, "manifest.txt", text, err);
}

/* ---- fetching -------------------------------------------------------------------- */

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
        !path_in(fetch->next, name, path)) {
        return error_set(err, "the address or the folder is too long");
    }
    return download_file(url, fetch->ca_file, path, max, err);
}

/* Both folders lie on one file system: a link is as good as a copy, and files of
 * weights are never written in place. */
static bool take_old(const struct fetch *fetch, const struct weights_package_file *file)
{
    char from[WEIGHTS_PACKAGE_PATH_MAX], to[WEIGHTS_PACKAGE_PATH_MAX];
    struct error err;
    return check_file(fetch->old, file, &err) &&
           path_in(fetch->old, file->name, from) &&
           path_in(fetch->next, file->name, to) && link(from, to) == 0;
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
           check_manifest(fetch->next, key, package, err) &&
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
    errno = fits ? errno : ENAMETOOLONG;
    if (!fits || (has_old && rename(folder, kept) != 0)) {
        return error_of_path(err, folder);
    }
    if (rename(next, folder) != 0) {
        error_of_path(err, folder);
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
        if (path_in(folder, name, path)) {
            (void)unlink(path);
        }
    }
    (void)rmdir(folder);
}

bool weights_package_check_address(const char *url, struct error *err)
{
    const char *slash = strrchr(url, '/');
    return (strncmp(url, "https://", 8) == 0 && slash >= url + 8 &&
            strcmp(slash, "/manifest.txt") == 0) ||
           error_set(err, "expected https://.../manifest.txt, found \"%.100s\"", url);
}

bool weights_package_fetch(const char *url, const char *key, const char *ca_file,
                           const char *folder, struct error *err)
{
    struct weights_package package = {0};
    const char *slash = strrchr(url, '/');
    if (!weights_package_check_address(url, err) || !signature_check_key(key, err)) {
        return false;
    }
    struct fetch fetch = {.base = url,
                          .base_length = (int)(slash - url),
                          .ca_file = ca_file,
                          .old = folder};
    if (snprintf(fetch.next, sizeof fetch.next, "%s.new-XXXXXX", folder) >=
            (int)sizeof fetch.next ||
        mkdtemp(fetch.next) == NULL) {
        return error_set_errno(err, "%.180s.new", folder);
    }
    bool is_good = fetch_all(&fetch, key, &package, err) &&
                   can_be_used(fetch.next, err) && chmod(fetch.next, 0755) == 0 &&
                   exchange(folder, fetch.next, err);
    if (!is_good) {
        remove_folder(fetch.next, &package);
    }
    return is_good;
}
