#pragma once
/* The words for phases, states and sources of results: as stored, and as shown in JSON.
 * They never change. */

#include "bot/director/director_rows.h"

static const char *const director_phase_words[] = {
    [DIRECTOR_OPEN] = "open",
    [DIRECTOR_RUNNING] = "running",
    [DIRECTOR_FINISHED] = "finished",
};
static const char *const director_state_words[] = {
    [DIRECTOR_MATCH_DUE] = "due",         [DIRECTOR_MATCH_CALLED] = "called",
    [DIRECTOR_MATCH_PLAYING] = "playing", [DIRECTOR_MATCH_INTERRUPTED] = "saved",
    [DIRECTOR_MATCH_DONE] = "done",       [DIRECTOR_MATCH_FORFEITED] = "forfeited",
    [DIRECTOR_MATCH_VOID] = "void",
};
static const char *const director_source_words[] = {
    [DIRECTOR_SOURCE_NONE] = "none",         [DIRECTOR_SOURCE_BYE] = "bye",
    [DIRECTOR_SOURCE_PLAYER] = "player",     [DIRECTOR_SOURCE_SERVER] = "server",
    [DIRECTOR_SOURCE_STANDING] = "standing", [DIRECTOR_SOURCE_BOTH] = "both",
    [DIRECTOR_SOURCE_RULE] = "rule",         [DIRECTOR_SOURCE_OPERATOR] = "operator",
};
