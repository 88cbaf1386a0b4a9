#ifndef BOT_STATUS_STATUS_PAGE_INTERNAL_H
#define BOT_STATUS_STATUS_PAGE_INTERNAL_H
/* What the files of the status page share. */

#include "engine/board/board_view.h"
#include "engine/board/xgid.h"

/* The position with us on roll, as player 1, whoever's turn it is. */
void status_page_xgid(const struct board_view *view, char id[XGID_SIZE]);

/* What the style sheet has beyond that of all pages. */
extern const char status_style[];

/* The script, which keeps the page up to date, as it stands between its tags. */
extern const char status_script[];

#endif
