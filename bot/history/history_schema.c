#include "bot/history/history_schema.h"

#include "base/embed.h"

EMBED(history_step_1, "bot/history/schema/1_matches.sql")
EMBED(history_step_2, "bot/history/schema/2_levels.sql")
EMBED(history_step_3, "bot/history/schema/3_analyses.sql")
EMBED(history_step_4, "bot/history/schema/4_stuck_matches.sql")
EMBED(history_step_5, "bot/history/schema/5_notes.sql")

const char *const history_steps[] = {history_step_1, history_step_2, history_step_3,
                                     history_step_4, history_step_5};
const int history_step_count = sizeof history_steps / sizeof history_steps[0];

int history_score(const struct database_rows *rows, int column)
{
    return database_int_in(rows, column, 0, HISTORY_SCORE_MAX);
}

int history_experience(const struct database_rows *rows, int column)
{
    return database_int_in(rows, column, 0, HISTORY_EXPERIENCE_MAX);
}

double history_rating(const struct database_rows *rows, int column)
{
    return database_real_in(rows, column, -HISTORY_RATING_MAX, HISTORY_RATING_MAX);
}
