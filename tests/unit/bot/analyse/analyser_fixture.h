#pragma once
/* Positions analysed by the shipped engine, and members of their JSON. */
#include <jansson.h>

#include "bot/analyse/analysis.h"
#include "tests/unit/engine/shipped_engine.h"

static struct analysis_tools analyser; /* at 0-ply, with all plays */

static const char opening_31[] = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
static const char opening[] = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
static const char doubled[] = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10";

static inline int open_analyser(void **state)
{
    analyser.strength = strength_default();
    analyser.strength.play_ply = analyser.strength.cube_ply = 0;
    analyser.plays_shown = PLAY_LIST_MAX;
    return open_engine(state) != 0 || !analysis_tools_open(&analyser, eng, NULL);
}

static inline int close_analyser(void **state)
{
    analysis_tools_close(&analyser);
    return close_engine(state);
}

static inline double number(const json_t *object, const char *key)
{
    assert_true(json_is_number(json_object_get(object, key)));
    return json_number_value(json_object_get(object, key));
}
