#pragma once
/*
 * A folder of weights for distribution: manifest.txt lists its files with size and
 * SHA-256, manifest.sig is the Ed25519 signature of the manifest, in base64:
 *
 *     fibsbot weights 1
 *     9f86d081884c7d65... 448660 big-45b19749dfbf9130.net
 *
 * Names are plain: letters, digits, dots, _ and -, none beginning with a dot.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "bot/net/signature.h"

enum {
    WEIGHTS_PACKAGE_FILES_MAX = 64,
    WEIGHTS_PACKAGE_NAME_MAX = 80,
    WEIGHTS_PACKAGE_TEXT_MAX = 16384,
    WEIGHTS_PACKAGE_PATH_MAX = 4096
};
#define PACKAGE_FILE_BYTES_MAX ((int64_t)1 << 30)

struct weights_package_file {
    char name[WEIGHTS_PACKAGE_NAME_MAX];
    int64_t size;
    char digest[SIGNATURE_DIGEST_SIZE];
};
struct weights_package {
    int count;
    struct weights_package_file files[WEIGHTS_PACKAGE_FILES_MAX];
};

/* Checks the manifest, its signature (unless `key` is NULL) and all files of a folder.
 * False with `err`. */
bool weights_package_check(const char *folder, const char *key,
                           struct weights_package *package, struct error *err);

/* Checks what the files of a folder say of themselves, without a manifest: the digest in
 * the name of a net (big-45b19749dfbf9130.net) is that of its content, and the bearoff
 * databases have their checksums. Calls `tell` for each file that is good. False with
 * `err` at the first that is not. */
typedef void weights_tell(void *context, const char *name, const char *what);
bool weights_package_check_contents(const char *folder, weights_tell *tell,
                                    void *context, struct error *err);

/* Writes manifest.sig and manifest.txt for the files of the folder. False with `err`; the
 * manifest is then what it was. */
bool weights_package_make(const char *folder, const char *private_key,
                          struct error *err);

/* Whether `url` can be the address of a manifest; else false with `err`. */
bool weights_package_check_address(const char *url, struct error *err);

/* Downloads the package at `url` (of its manifest) and replaces `folder` by it, after
 * signature and digests are checked and the engine accepts it. The old folder is kept as
 * FOLDER-TIME; files that it has already are not downloaded. False with `err`. */
bool weights_package_fetch(const char *url, const char *key, const char *ca_file,
                           const char *folder, struct error *err);
