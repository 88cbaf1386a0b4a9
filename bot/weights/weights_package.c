#include "bot/weights/weights_package_internal.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/digest.h"
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
    char *end = NULL;
    bool has_digest = strlen(digest) == SIGNATURE_DIGEST_SIZE - 1 &&
                      strspn(digest, "0123456789abcdef") == strlen(digest);
    if (!has_digest || size == NULL || rest == NULL || !is_plain_name(rest)) {
        return false;
    }
    errno = 0;
    file->size = strtoll(size, &end, 10);
    memcpy(file->digest, digest, SIGNATURE_DIGEST_SIZE);
    memcpy(file->name, rest, strlen(rest) + 1);
    return errno == 0 && end != size && *end == '\0' && file->size >= 0 &&
           file->size <= PACKAGE_FILE_BYTES_MAX;
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
        (void)snprintf(line, sizeof line, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
        number++;
        bool is_good =
            fits &&
            (number == 1 ? strcmp(line, heading) == 0
                         : package->count < WEIGHTS_PACKAGE_FILES_MAX &&
                               parse_row(line, &package->files[package->count]));
        if (!is_good) {
            error_set(err, "manifest line %d: expected %s", number,
                      number <= 1 ? "\"fibsbot weights 1\"" : "\"SHA256 SIZE NAME\"");
            return false;
        }
        package->count += number > 1;
    }
    if (package->count == 0) {
        error_set(err, "the manifest lists no files");
        return false;
    }
    return true;
}

bool weights_package_path(const char *folder, const char *name,
                          char path[WEIGHTS_PACKAGE_PATH_MAX])
{
    return snprintf(path, WEIGHTS_PACKAGE_PATH_MAX, "%s/%s", folder, name) <
           WEIGHTS_PACKAGE_PATH_MAX;
}

static bool read_small_file(const char *folder, const char *name,
                            char text[WEIGHTS_PACKAGE_TEXT_MAX], struct error *err)
{
    char path[WEIGHTS_PACKAGE_PATH_MAX];
    FILE *file = weights_package_path(folder, name, path) ? fopen(path, "re") : NULL;
    if (file == NULL) {
        error_set_for(err, errno, "%.150s/%s: %s", folder, name, strerror(errno));
        return false;
    }
    size_t length = fread(text, 1, WEIGHTS_PACKAGE_TEXT_MAX, file);
    bool is_good = !ferror(file) && length < WEIGHTS_PACKAGE_TEXT_MAX &&
                   memchr(text, '\0', length) == NULL;
    text[is_good ? length : 0] = '\0';
    (void)fclose(file);
    if (!is_good) {
        error_set(err, "%.150s/%s: expected a text of at most %d bytes", folder, name,
                  WEIGHTS_PACKAGE_TEXT_MAX - 1);
    }
    return is_good;
}

/* ---- checking -------------------------------------------------------------------- */

bool weights_package_check_file(const char *folder,
                                const struct weights_package_file *file,
                                struct error *err)
{
    char path[WEIGHTS_PACKAGE_PATH_MAX], digest[SIGNATURE_DIGEST_SIZE] = "";
    struct stat status;
    if (!weights_package_path(folder, file->name, path) || stat(path, &status) != 0) {
        error_set_for(err, errno, "%.100s/%s: %s", folder, file->name, strerror(errno));
        return false;
    }
    if ((int64_t)status.st_size != file->size) {
        error_set(err, "%.100s/%s: expected %" PRId64 " bytes, found %lld", folder,
                  file->name, file->size, (long long)status.st_size);
        return false;
    }
    if (!signature_digest_file(path, digest, err)) {
        return false;
    }
    if (strcmp(digest, file->digest) != 0) {
        error_set(err, "%.100s/%s: its SHA-256 is not that of the manifest", folder,
                  file->name);
        return false;
    }
    return true;
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

bool weights_package_check_manifest(const char *folder, const char *key,
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
    if (!weights_package_check_manifest(folder, key, package, err)) {
        return false;
    }
    for (int i = 0; i < package->count; i++) {
        if (!weights_package_check_file(folder, &package->files[i], err)) {
            return false;
        }
    }
    return true;
}

/* ---- what files say of themselves ------------------------------------------------ */

enum { NET_DIGEST_LENGTH = 16, NET_BYTES_MAX = 1 << 26 };
static const char net_ending[] = ".net";

/* The digest in "big-45b19749dfbf9130.net"; false if there is none. */
static bool find_digest(const char *name, uint64_t *digest)
{
    size_t length = strlen(name), end = sizeof net_ending - 1;
    if (length < NET_DIGEST_LENGTH + end ||
        strcmp(name + length - end, net_ending) != 0) {
        return false;
    }
    const char *start = name + length - end - NET_DIGEST_LENGTH;
    *digest = strtoull(start, NULL, 16);
    return strspn(start, "0123456789abcdef") == NET_DIGEST_LENGTH;
}

static bool check_net(const char *folder, const char *name, uint64_t expected,
                      struct error *err)
{
    static const struct weights_file_kind any = {.most = NET_BYTES_MAX};
    char path[WEIGHTS_PACKAGE_PATH_MAX];
    size_t size = 0;
    if (!weights_package_path(folder, name, path)) {
        return error_set(err, "%.150s: the path is too long", folder);
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
    return find_digest(entry->d_name, &digest);
}

static bool check_nets(const char *folder, weights_tell *tell, void *context,
                       struct error *err)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_net, alphasort);
    bool is_good =
        count >= 0 || error_set_for(err, errno, "%.150s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        uint64_t digest = 0;
        const char *name = entries[i]->d_name;
        is_good = is_good && find_digest(name, &digest) &&
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
    if (!weights_package_path(folder, name, path) || stat(path, &status) != 0) {
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
    FILE *file = weights_package_path(folder, name, path) ? fopen(path, "we") : NULL;
    bool is_good = file != NULL && fputs(text, file) >= 0;
    if (file != NULL) {
        is_good = fclose(file) == 0 && is_good;
    }
    if (!is_good) {
        error_set_for(err, errno, "%.150s/%s: %s", folder, name, strerror(errno));
    }
    return is_good;
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
    if (!weights_package_path(folder, name, path) || stat(path, &status) != 0 ||
        !signature_digest_file(path, digest, err)) {
        return false;
    }
    int length = snprintf(text + used, WEIGHTS_PACKAGE_TEXT_MAX - used, "%s %lld %s\n",
                          digest, (long long)status.st_size, name);
    return length < (int)(WEIGHTS_PACKAGE_TEXT_MAX - used);
}

static bool write_manifest(const char *folder, char text[WEIGHTS_PACKAGE_TEXT_MAX],
                           struct error *err)
{
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, is_packed, alphasort);
    bool is_good = count > 0 && count <= WEIGHTS_PACKAGE_FILES_MAX;
    if (!is_good) {
        error_set(err, "%.150s: expected 1 to %d files of weights", folder,
                  WEIGHTS_PACKAGE_FILES_MAX);
    }
    (void)snprintf(text, WEIGHTS_PACKAGE_TEXT_MAX, "%s\n", heading);
    for (int i = 0; i < count; i++) {
        is_good = is_good && add_weights_row(folder, entries[i]->d_name, text, err);
        free(entries[i]);
    }
    free(entries);
    return is_good && write_package_text(folder, "manifest.txt", text, err);
}

bool weights_package_make(const char *folder, const char *private_key,
                          struct error *err)
{
    char text[WEIGHTS_PACKAGE_TEXT_MAX], signature[SIGNATURE_SIZE + 1];
    if (!write_manifest(folder, text, err) ||
        !signature_make(private_key, text, strlen(text), signature, err)) {
        return false;
    }
    (void)strcat(signature, "\n");
    return write_package_text(folder, "manifest.sig", signature, err);
}
