#ifndef BOT_STATUS_STATUS_PAGE_INTERNAL_H
#define BOT_STATUS_STATUS_PAGE_INTERNAL_H
/* What the files of the status page share. */

#include "bot/status/status.h"
#include "engine/board/board_view.h"
#include "engine/board/xgid.h"

/* The position with us on roll, as player 1, whoever's turn it is. */
void status_page_xgid(const struct board_view *view, char id[XGID_SIZE]);

/* "2026-11-22 17:30", and "5 points". */
void status_page_time(int64_t seconds, FILE *out);
void status_page_length(int length, FILE *out);

/* Links to the match file `record` and what was made of it; nothing for "". */
void status_page_files(const char *record, FILE *out);
void status_page_results(const struct status_account *a, FILE *out);

#endif
