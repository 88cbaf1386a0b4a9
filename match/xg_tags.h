#ifndef MATCH_XG_TAGS_H
#define MATCH_XG_TAGS_H
/*
 * What the heading of a match has and the fields of eXtreme Gammon's match record have not,
 * or not as it was written: kept in the comment of the match as [NAME "VALUE"], with the
 * names of Jellyfish text.
 */

#include "match/record_read.h"

enum { XG_TAGS = 7 };

struct xg_tag {
    const char *name;
    char *value; /* of RECORD_NAME_MAX bytes in the heading */
};

/* Fills `tags` with those of the heading. */
void xg_tags(struct record_heading *heading, struct xg_tag tags[XG_TAGS]);

#endif
