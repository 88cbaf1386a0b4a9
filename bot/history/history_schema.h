#pragma once
/*
 * The tables of the history, as SQL steps from one version to the next: the files in
 * bot/history/schema. A released step never changes; changes are new steps at the end.
 */

#include "base/database.h"

extern const char *const history_steps[];
extern const int history_step_count;

/* Numbers of a row as they can be, whatever another program or a damaged file has put
 * there: lengths and scores, experience, ratings. */
enum { HISTORY_SCORE_MAX = 100000, HISTORY_EXPERIENCE_MAX = 1000000000 };
#define HISTORY_RATING_MAX 1e6
int history_score(const struct database_rows *rows, int column);
int history_experience(const struct database_rows *rows, int column);
double history_rating(const struct database_rows *rows, int column);

/* The reason of a connection that we have ended: it was not lost. */
#define HISTORY_LOGGED_OUT "logged out"

/* SQL: a time that a calendar has, from 1970 to the end of the year 9999. */
#define HISTORY_IS_TIME(column)                                                        \
    " typeof(" column ")='integer' AND " column " BETWEEN 0 AND 253402300799 "
/* SQL: such a rating. */
#define HISTORY_IS_RATING(column) " " column " BETWEEN -1e6 AND 1e6 "

/* SQL: the name of an account or opponent (`table`, of which `row` is a row), with its
 * server added if another server has a user of that name. */
#define HISTORY_NAME(table, row)                                                       \
    " CASE WHEN EXISTS (SELECT 1 FROM " table " t WHERE t.name=" row                   \
    ".name AND t.server<>" row ".server) THEN " row ".name||'@'||" row                 \
    ".server ELSE " row ".name END "
/* SQL: whether it is as FIBS: its ratings are such as FIBS's formula takes (config_site()),
 * and it keeps matches that are left. */
#define HISTORY_IS_AS_FIBS(server) " " server " NOT GLOB 'bgammon.org*' "
