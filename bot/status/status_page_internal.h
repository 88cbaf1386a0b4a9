#ifndef BOT_STATUS_STATUS_PAGE_INTERNAL_H
#define BOT_STATUS_STATUS_PAGE_INTERNAL_H
/* What the files of the status page share. */

#include <stddef.h>

#include "bot/status/status.h"
#include "engine/board/board_view.h"
#include "engine/board/points.h"
#include "engine/board/xgid.h"

/* The position with us on roll, as player 1, whoever's turn it is. */
void status_page_xgid(const struct board_view *view, char id[XGID_SIZE]);

/* "2026-11-22 17:30", and "5 points". */
struct status_words {
    char text[POINTS_TEXT_SIZE];
};
struct status_words status_page_time(int64_t seconds);
struct status_words status_page_length(int length);

/* What is counted of an account: its member in JSON, and its metric. */
struct status_count {
    const char *name, *metric, *help;
    size_t offset;  /* of the long in struct status_account */
    double divisor; /* of the metric; 0: 1 */
};
enum { STATUS_COUNTS = 10 };
extern const struct status_count status_counts[STATUS_COUNTS];
long status_count_of(const struct status_account *account, int i);

/* Links to the match file `record` and what was made of it; nothing for "". */
void status_page_files(const char *record, FILE *out);
void status_page_results(const struct status_account *a, FILE *out);

#endif
