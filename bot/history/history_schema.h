#ifndef BOT_HISTORY_HISTORY_SCHEMA_H
#define BOT_HISTORY_HISTORY_SCHEMA_H
/*
 * The tables of the history, as SQL steps from one version to the next. A released step
 * never changes; changes are new steps at the end.
 */

extern const char *const history_steps[];
extern const int history_step_count;

#endif
