#ifndef BOT_DIRECTOR_RESULT_INTERNAL_H
#define BOT_DIRECTOR_RESULT_INTERNAL_H
/* How a match goes from state to state. Nothing else changes the state of a match that
 * was drawn. */

#include "bot/director/core_internal.h"

/* The match was due, or the server has lost it: the two are to begin it. */
void director_call(struct director *d, int match);
/* The match is due again: what the two play is not it. */
void director_uncall(struct director *d, int match);
/* The server says that they play. */
void director_play(struct director *d, int match);
/* It was saved, with a side away (-1: nobody knows who). */
void director_interrupt(struct director *d, int match, int away_side);

/* A side has gone, on purpose or because its line is cut; it is back. */
void director_leave(struct director *d, int match, int side, bool on_purpose);
void director_return(struct director *d, int match, int side);

/* A source reports a result. It counts at once from the best source that there is for this
 * match, otherwise when no better one has said anything for DIRECTOR_WITNESS_MS. */
void director_witness(struct director *d, int match,
                      const struct director_pending *result);
/* The result that was heard counts now. */
void director_settle(struct director *d, int match);

/* Those at fault, a bit each, have lost it. `why`: as in the row. */
void director_forfeit(struct director *d, int match, unsigned faults,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));
void director_void(struct director *d, int match, const char *why);
/* The operator decides; `winner`: a side or PAIRING_NOBODY. */
void director_decide(struct director *d, int match, int winner, const char *by,
                     const char *why);

#endif
