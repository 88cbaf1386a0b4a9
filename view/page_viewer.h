#pragma once
/*
 * The viewer of an analysed match: its page, style and scripts are the files viewer* in
 * view/page. The page has comments where its maker puts what it shows: <!--title--> and
 * the like. It needs style.css before its own style.
 */

#include <stdio.h>

/* What a server of such pages lets them do, as directives of a Content-Security-Policy. No
 * digest names their scripts, since those of files of former versions are others. So each
 * page is of an origin of its own: its scripts fetch nothing, and open no page of the server
 * to act in it; they may only leave for another address. The button of the help is a form. */
#define PAGE_VIEWER_POLICY                                                             \
    "script-src 'unsafe-inline'; sandbox allow-scripts allow-forms;"

/* Returns the page with its comments. */
const char *page_viewer_html(void);

/* Write the style sheets, style.css included, and the scripts. */
void page_viewer_css(FILE *out);
void page_viewer_js(FILE *out);

/* The list of a collection, which needs viewer.css and list.js; its script. */
void page_viewer_list(FILE *out);
void page_viewer_list_js(FILE *out);
