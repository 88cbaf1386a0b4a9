#ifndef BASE_TEAM_H
#define BASE_TEAM_H
/*
 * A few threads that do the parts of a piece of work together, many thousand times a
 * second. Between pieces they wait, first awake for some microseconds, then asleep.
 */

struct team;

/* The caller is one of the threads. NULL when they cannot be had. */
struct team *team_new(int threads);
void team_free(struct team *team);

/* Calls work(context, part, parts) for each part 0..parts-1, at the same time as far as
 * there are threads for it, and returns when all have returned. `team` may be NULL: the
 * caller does it alone. */
void team_run(struct team *team, int parts,
              void (*work)(void *context, int part, int parts), void *context);

#endif
