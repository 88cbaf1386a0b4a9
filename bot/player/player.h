#pragma once
/*
 * Decides what to do about what happens at the table, from the lobby to the end of a match.
 * A pure state machine: events (bot/game/event.h), ticks and answers of the worker go in;
 * orders, requests to the worker, match events and log lines come out. It knows no server's
 * language. No socket, clock, file or thread.
 *
 *   offline - lobby -+- invited - joining --+
 *                    +- inviting -----------+- starting - waiting / on_roll / thinking
 *                                           |    / roll_sent / play_sent / cube_offered
 *                                           |    / answer_sent / resign_offered ...
 *                                           +- between_games - starting ...
 *
 * The board line is the truth. Lines between boards only mark the last board as stale or
 * tell that an offer is open. When in doubt the player asks for the board again, and
 * reads what to do from it alone. Each action belongs to one position, and is repeated
 * only when a board, requested after a silence or an error line, shows that the action
 * did not arrive.
 *
 * Use: feed one input, then call player_next_output() until it returns false.
 */

#include <stdbool.h>
#include <stdint.h>

#include "bot/config/config.h"
#include "bot/game/event.h"
#include "bot/player/decision.h"
#include "bot/player/player_output.h"
#include "bot/policy/access.h"
#include "bot/policy/guardian.h"
#include "bot/policy/recent_opponents.h"
#include "bot/policy/roster.h"

struct player;

/* Makes a player, offline. `config` must outlive it. NULL: no memory. */
struct player *player_new(const struct config *config);
void player_free(struct player *player);

/* The session has become ready for commands; it has ended. `opponent`: whom the server
 * has us playing, "" if unknown. `now_ms`, here and below, is a monotonic clock. */
void player_online(struct player *player, int64_t now_ms, const char *opponent);
void player_offline(struct player *player, int64_t now_ms);

void player_event(struct player *player, int64_t now_ms,
                  const struct game_event *event);
void player_tick(struct player *player, int64_t now_ms);
/* Takes the answer to a PLAYER_THINK; drops it if its number is stale. */
void player_answer(struct player *player, int64_t now_ms,
                   const struct decision_answer *answer);

/* Take the answer to a PLAYER_ASK. A report is sent to the user, within the limits on
 * what we say; `is_last`: nothing more follows. */
void player_recall_level(struct player *player, int64_t now_ms, const char *name,
                         const char *level);
void player_report(struct player *player, int64_t now_ms, const char *name,
                   const char *text, bool is_last);

/* Sets the time of the week, in minutes from Monday 00:00 local time; to be called every
 * minute. SCHEDULE_UNKNOWN, the default: [hours] is ignored. */
void player_set_minute(struct player *player, int minute);
/* Sets who may play; `access` must outlive the player. NULL: everybody. */
void player_set_access(struct player *player, const struct access *access);
/* Returns the recent opponents, owned by the player; the caller fills them at the
 * start. */
struct recent_opponents *player_recent_opponents(struct player *player);

/* Returns the guardian of matches, owned by the player; the same. */
struct guardian *player_guardian(struct player *player);

/* Sets the secret that starts each owner command; "", the default: no owner commands. */
void player_set_owner_secret(struct player *player, const char *secret);

/* From now on plays only what player_order() tells, and nothing until then: [accept] and
 * [invite] do not count, [hours] and blocked users do. */
void player_take_orders(struct player *player);
/* Plays the match with the opponent. One that the server has saved with them goes on
 * first, and if it was of another length, the match that was ordered follows. With is_saved
 * none begins, and the list of saved matches is put out again if it is not in it. With is_new
 * a new one begins in its place, and a saved one is neither resumed nor, where the server
 * loads it, played.
 *
 * The order is carried out when a PLAYER_MATCH shows its end, with is_finished and its length;
 * until then it stands, also over lost connections. A new order takes the place of the last
 * one, and a match with somebody else is left (the server saves it). */
void player_order(struct player *player, int64_t now_ms,
                  const struct order_to_play *order);

/* Starts no new match, and finishes or leaves the current one (the server saves it).
 * Puts out PLAYER_DONE at the end. A second call can turn finish into leave. */
void player_stop(struct player *player, int64_t now_ms, enum config_on_stop how);

/* Takes the oldest output. False when there is none. */
bool player_next_output(struct player *player, struct player_output *output);

/* Returns when player_tick() has to be called next; INT64_MAX: never. */
int64_t player_deadline(const struct player *player);

/* Returns the opponent of the current match, "" if there is none. */
const char *player_opponent(const struct player *player);
/* Describes what the player does, in one line for its operator: "playing opp_a, 2-0 of 5;
 * 3 matches finished", "waiting for an opponent; ...", offline only "3 matches finished". */
void player_describe(const struct player *player, char *text, size_t size);
