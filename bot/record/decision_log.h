#ifndef BOT_RECORD_DECISION_LOG_H
#define BOT_RECORD_DECISION_LOG_H
/*
 * Every decision as one line of JSON, for those who want to look behind the plays:
 *
 *   {"at": "2026-11-21T03:14:15Z", "account": "our_bot", "opponent": "opp_a",
 *    "kind": "play"|"cube"|"take"|"resignation", "position": "XGID=...",
 *    "length": 5, "my_score": 2, "their_score": 1, "cube": 2, "dice": "31",
 *    "choice": "8/5 6/5"|"double"|"roll"|"take"|"pass"|"accept"|"reject"|"resign 1",
 *    "equity": 0.159, "win": 0.55, "win_gammon": ..., "win_backgammon": ...,
 *    "lose_gammon": ..., "lose_backgammon": ...,
 *    "alternatives": [{"play": "8/5 6/5", "equity": 0.159, "ply": 2}, ...],
 *    "no_double": ..., "double_take": ..., "double_pass": ..., "thinking_ms": 12}
 *
 * Equities and chances are ours; alternatives come ranked, the best first, and only
 * with plays, the three of the cube only where it was judged. Length 0: unlimited.
 */

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "bot/exchange/decision.h"

struct decision_log;

/* Appends to `path`. NULL with `err`. */
struct decision_log *decision_log_open(const char *path, struct error *err);
void decision_log_close(struct decision_log *log); /* NULL is taken */
/* After rotation. On failure the old file stays in use. */
bool decision_log_reopen(struct decision_log *log, struct error *err);

/* A NULL log takes it and does nothing. False when it could not be written. */
bool decision_log_write(struct decision_log *log, const char *account,
                        const char *opponent, const struct decision_request *request,
                        const struct decision_answer *answer);

/* "8/5 6/5", "double", ...: what the answer does. */
enum { DECISION_TEXT_SIZE = 80 };
void decision_describe(const struct decision_request *request,
                       const struct decision_answer *answer,
                       char text[DECISION_TEXT_SIZE]);

#endif
