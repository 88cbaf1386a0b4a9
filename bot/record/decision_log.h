#pragma once
/*
 * Writes each decision as one line of JSON, for later analysis:
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
 * Equities and chances are from our side. "alternatives", best first, exist only for
 * plays; the three cube equities only if the cube was evaluated. Length 0: unlimited.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "bot/player/decision.h"

struct decision_log;

/* Opens `path` for appending. The file may have `limit` bytes (0: no limit), and so many
 * older ones are kept, FILE.1 and so on (rotation.h). NULL with `err`. */
struct decision_log *decision_log_open(const char *path, int64_t limit, int files,
                                       struct error *err);
void decision_log_close(struct decision_log *log); /* may be NULL */
/* Reopens the file, after log rotation. False with `err`; the old file stays in use then. */
bool decision_log_reopen(struct decision_log *log, struct error *err);

/* Writes one decision; a NULL log drops it. False when the write fails. */
bool decision_log_write(struct decision_log *log, const char *account,
                        const char *opponent, const struct decision_request *request,
                        const struct decision_answer *answer);

/* Writes what the answer does: "8/5 6/5", "double", ... */
enum { DECISION_TEXT_SIZE = 80 };
void decision_describe(const struct decision_request *request,
                       const struct decision_answer *answer,
                       char text[DECISION_TEXT_SIZE]);
