#ifndef BOT_STATUS_STATUS_FILES_H
#define BOT_STATUS_STATUS_FILES_H
/*
 * The match files that the status page links to: the file of the match at play and those
 * of the last results, each with what was made of it. A request names a file by an id,
 * which is a digest of its path; only ids of files that the status knows are answered, so
 * that no bytes of a request ever become a path. Links in the folder are not followed.
 */

#include <stdbool.h>
#include <stdio.h>

#include "bot/net/http_request.h"
#include "bot/status/status.h"

enum { STATUS_FILE_MAX = 4 << 20, STATUS_FILE_ID_SIZE = 17 };

enum status_file {
    STATUS_FILE_MATCH,    /* X.mat */
    STATUS_FILE_SGF,      /* X.sgf */
    STATUS_FILE_ANALYSIS, /* X.analysis.html */
    STATUS_FILES
};

/* "/match/", "/sgf/", "/analysis/": the id follows. */
const char *status_file_route(enum status_file kind);

/* Writes the id of the match file `record`. */
void status_file_id(const char *record, char id[STATUS_FILE_ID_SIZE]);

/* Whether there is such a file of the match. */
bool status_file_is_there(const char *record, enum status_file kind);

/* Writes the file that the path `request` asks for. HTTP_NOT_FOUND: there is none of this
 * id, or it is none of ours, or larger than STATUS_FILE_MAX. */
enum http_status status_file_answer(const struct status *status, const char *request,
                                    FILE *out);

#endif
