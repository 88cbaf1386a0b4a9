#pragma once
/* What the files of the status share. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "bot/base/log.h"
#include "bot/net/http_request.h"
#include "bot/notify/notify.h"
#include "bot/status/status.h"
#include "engine/board/board_view.h"
#include "engine/board/xgid.h"

/* ---- the page, JSON, Prometheus -------------------------------------------------- */

/*
 * Prints the status as HTML (boards and curves as SVG), as JSON and as Prometheus text.
 * Names and log lines are escaped by markup.h or the JSON library.
 *
 * The page is complete without its script, which fetches it every few seconds and
 * replaces the elements with `data-part` that have changed. STATUS_PAGE_POLICY names the
 * script by its digest, so that the browser runs no other one.
 */
struct status_view {
    const struct status *status;
    const struct log *log; /* for its last lines; may be NULL */
    struct notify_counts notify;
    const char *version; /* of the program; NULL: not known */
    int64_t up_s;        /* since the start, by a clock that never jumps */
    int64_t now_s;
};

#define STATUS_SCRIPT_SHA256 "wlUI4kdQVBR2ouX0zblSCoHc1ySUUhyAP1Y1RCugEiM="
#define STATUS_PAGE_POLICY                                                             \
    "script-src 'sha256-" STATUS_SCRIPT_SHA256 "'; connect-src 'self'; img-src data:;"

void status_page_html(const struct status_view *view, FILE *out);
void status_page_json(const struct status_view *view, FILE *out);
void status_page_metrics(const struct status_view *view, FILE *out);

/* The decision of who is to act, as player 1; of nobody's turn we are. */
void status_page_xgid(const struct board_view *view, char id[XGID_SIZE]);

/* What is counted of an account: its member in JSON, its metric, and what stands before it
 * on the page, NULL: it is not there. */
struct status_count {
    const char *name, *metric, *help, *words;
    size_t offset;  /* of the long in struct status_account */
    double divisor; /* of the metric; 0: 1 */
};
extern const struct status_count status_counts[];
extern const int status_counts_length;
long status_count_of(const struct status_account *account, int i);

/* ---- match files ----------------------------------------------------------------- */

/* The file of the match at play and those of the last results, each with what was made of it.
 * A request names a file by an id, which is a digest of its path; only ids of files that the
 * status knows are answered, so that no bytes of a request ever become a path. Links in the
 * folder are not followed. */
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

/* Writes links to the match file `record` and what was made of it; nothing for "". */
void status_file_links(const char *record, FILE *out);

/* Whether there is such a file of the match. */
bool status_file_is_there(const char *record, enum status_file kind);

/* Writes the file that the path `request` asks for. HTTP_NOT_FOUND: there is none of this
 * id, or it is none of ours, or larger than STATUS_FILE_MAX. */
enum http_status status_file_answer(const struct status *status, const char *request,
                                    FILE *out);

/* ---- a tournament ---------------------------------------------------------------- */

/* Whether anybody has had a bye; and what a table says of byes, and of those who have won as
 * many in a Swiss. */
bool status_tournament_has_byes(const struct table_row *table, int count);
extern const char status_tournament_bye_words[];
extern const char status_tournament_tie_words[];
