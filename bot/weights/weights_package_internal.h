#ifndef BOT_WEIGHTS_WEIGHTS_PACKAGE_INTERNAL_H
#define BOT_WEIGHTS_WEIGHTS_PACKAGE_INTERNAL_H
/* What weights_fetch.c and the tests use of weights_package.c. */

#include "bot/weights/weights_package.h"

/* Reads a manifest; false with `err` naming the line. */
bool weights_package_parse(const char *text, struct weights_package *package,
                           struct error *err);

/* Writes FOLDER/NAME to `path`. False when it is too long. */
bool weights_package_path(const char *folder, const char *name,
                          char path[WEIGHTS_PACKAGE_PATH_MAX]);

/* Checks size and digest of one file. False with `err`. */
bool weights_package_check_file(const char *folder,
                                const struct weights_package_file *file,
                                struct error *err);

/* Checks the signature of a folder's manifest (unless `key` is NULL) and reads it. False
 * with `err`. */
bool weights_package_check_manifest(const char *folder, const char *key,
                                    struct weights_package *package, struct error *err);

#endif
