#pragma once
/*
 * A tournament in the soak: the first seat is the director's account, the last ones are
 * foreign players who do what the director tells them, all others are ours and take
 * orders. Director and players are the program's own; what the director stores is kept
 * while the program is killed and started again.
 *
 * The away and no-show limits are far off, so that every match is played to its end and
 * the table can be compared with the server's results, match by match.
 */

#include "bot/director/director.h"
#include "bot/player/player_output.h"
#include "fibs/message.h"

struct league;
struct stage;
struct seat;

/* `kind`: as league_kind() has read it. NULL with `err`. */
struct league *league_new(struct stage *stage, const struct pairing_plan *plan,
                          int length, struct error *err);
void league_free(struct league *league);
/* "double", "swiss", "knock-out". False: none of these. */
bool league_kind(const char *word, int entrants, struct pairing_plan *plan);

/* The program of a seat is started: it takes orders, and the director's seat brings the
 * director with it. The program with the director and our accounts is killed. */
void league_enter(struct league *league, struct seat *seat);
void league_kill(struct league *league);
bool league_is_foreign(const struct league *league, const struct seat *seat);

/* What happens to a seat. */
void league_online(struct league *league, const struct seat *seat, bool is_online);
void league_hear(struct league *league, struct seat *seat,
                 const struct fibs_message *message);
void league_take(struct league *league, const struct seat *seat,
                 const struct player_output *output);

/* Everything that is due now. */
void league_step(struct league *league);
int64_t league_due(const struct league *league);
bool league_is_over(const struct league *league);

/* Compares the table with the server's results, and prints both counts. True: each match
 * that was played is in the results once, with its winner, and no other is. */
bool league_judge(const struct league *league, const char *results);
