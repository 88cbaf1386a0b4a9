#ifndef BOT_DIRECTOR_UNCALLED_MATCHES_INTERNAL_H
#define BOT_DIRECTOR_UNCALLED_MATCHES_INTERNAL_H
/*
 * What foreign entrants play with each other that was not called: once more a match that
 * is over, or one whose time has not come. It does not count, whoever wins it, and both
 * hear so when it begins and when it ends: the first result of a match stands. Where
 * the server saves it and they continue it when they have been called, it does not
 * count either. Our accounts play only what they are ordered to.
 */

#include "bot/director/core_internal.h"

/* These two (-1: no entrant) have begun, or ended, a match of the tournament's length
 * that is none of the tournament. */
void director_uncalled_begins(struct director *d, int a, int b);
void director_uncalled_ends(struct director *d, int a, int b);

/* They were called, but continue what they had begun before: they are called again when
 * that is over. */
void director_uncalled_resumes(struct director *d, int match);

/* They were called, and have played a match to its end while the director was away, but
 * the server had one saved that does not count: nobody can see from outside which it was.
 * They are asked to report it, or to begin now. */
void director_uncalled_in_doubt(struct director *d, int match);

/* All who lines since the log-in are there: what foreign entrants play with each other
 * that was not called has begun while the director was away. */
void director_uncalled_look(struct director *d);

/* They were called, but play another length. */
void director_uncalled_length(struct director *d, int match);

/* Whether a match that is due waits because the two play each other already: what they
 * have begun before they were called would be taken for it. For match_ms at most, then
 * both forfeit. */
bool director_uncalled_holds(struct director *d, int match);

#endif
