#ifndef BOT_HISTORY_HISTORY_SCHEMA_H
#define BOT_HISTORY_HISTORY_SCHEMA_H
/*
 * The tables of the history, as steps from one version to the next. A step that has
 * been released never changes; what comes later is a new one at the end.
 */

extern const char *const history_steps[];
extern const int history_step_count;

#endif
