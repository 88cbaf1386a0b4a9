#pragma once
/*
 * The comments in a file of eXtreme Gammon (temp.xgc): a line each, found by its number
 * from 0. A line is plain text or RTF, of which the text is taken; the bytes 1 and 2
 * stand for the end of a line in it.
 */

#include <stdbool.h>
#include <stdio.h>

#include "match/record_read.h"

enum {
    XG_COMMENTS_MAX = 1 << 20, /* bytes of all comments; further ones are left out */
    XG_COMMENT_SIZE = 6144     /* of one, as UTF-8; what does not fit is left out */
};

/* Writes comment `number`; false: there is none, or it is empty. */
bool xg_comment_read(const char *comments, int number, char comment[XG_COMMENT_SIZE]);

/* Writes one as a line of RTF; of a very long one what can be read again. */
void xg_comment_write(FILE *out, const char *comment);

/* What the heading of a match has and the fields of the match record have not, or not as it
 * was written: it is in the comment of the match as [NAME "VALUE"], with the names of
 * Jellyfish text. */
enum { XG_TAGS = 8 };
struct xg_tag {
    const char *name;
    char *value; /* of RECORD_NAME_MAX bytes in the heading */
};
void xg_comment_tags(struct record_heading *heading, struct xg_tag tags[XG_TAGS]);

/* Takes them out of a comment, which then holds what people wrote. */
void xg_comment_drop_tags(char *comment);
