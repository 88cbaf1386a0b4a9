#pragma once
/*
 * One decision alone: a position, or a turn of a match, as a file of one position
 * (eXtreme Gammon's .xgp), and such a file as a position.
 */

#include "engine/board/decision_context.h"
#include "match/match_format.h"
#include "match/match_turns.h"

/* Whether a file of eXtreme Gammon holds one decision that is not made: a roll to be played,
 * a cube action or the answer to a double. `at` is then that decision. Of a file that was
 * read, its first match tells. */
bool match_decision_read(const char *path, struct decision_context *at);
bool match_decision_is_open(const struct match_turns *turns,
                            struct decision_context *at);

/* A decision of a match by its name in reports: "4.18" is the play of turn 18 of game 4 of
 * the file, "4.18.cube" its cube action, which a double and all its answers are
 * ("4.18.take"). A sharp sign may come before it. */
struct match_decision_name {
    int game, turn;
    bool is_cube, is_answer;
};

/* False with `err`: it is no such name. */
bool match_decision_name_read(const char *text, struct match_decision_name *name,
                              struct error *err);

/* Writes the decision of the file's first match, or the position, which has players 1 and
 * 2. False with `err`: there is no such decision, it does not fit, which begins with
 * `source`, the file of the match, or `target` cannot be written. */
bool match_decision_write(const struct match_turns *turns,
                          const struct match_decision_name *name, const char *source,
                          const char *target, const struct match_format *format,
                          struct error *err);
bool match_decision_write_position(const struct decision_context *at,
                                   const char *target,
                                   const struct match_format *format,
                                   struct error *err);
