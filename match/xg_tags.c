#include "match/xg_tags.h"

#include <string.h>

void xg_tags(struct record_heading *heading, struct xg_tag tags[XG_TAGS])
{
    const struct xg_tag all[XG_TAGS] = {
        {"EventDate", heading->date},
        {"Player 1 Elo", heading->elo[RECORD_ME]},
        {"Player 2 Elo", heading->elo[RECORD_OPPONENT]},
        {"Player 1 Level", heading->level[RECORD_ME]},
        {"Player 2 Level", heading->level[RECORD_OPPONENT]},
        {"Match ID", heading->match_id},
        {"Incomplete", heading->incomplete}};
    memcpy(tags, all, sizeof all);
}
