#ifndef BOT_PLAYER_PLAYER_H
#define BOT_PLAYER_PLAYER_H
/*
 * From lobby to match end: what to do about what the server says. A pure state machine:
 * messages, ticks and answers of the worker go in; commands, questions to the worker,
 * match events and log lines come out. No socket, clock, file or thread.
 *
 *   offline - lobby -+- invited - joining --+
 *                    +- inviting -----------+- starting - waiting / on_roll / thinking
 *                                           |    / roll_sent / play_sent / cube_offered
 *                                           |    / answer_sent / resign_offered ...
 *                                           +- between_games - starting ...
 *
 * The board line is the truth. Whatever happens between boards only says that the last
 * one is stale, or that an offer is open; on any doubt the board is asked for again,
 * and what is to be done is read from it alone. Every action is tied to the position it
 * answers, and is sent again only when the board, asked for after a silence or an
 * error line, shows that it was not taken.
 *
 * Use: feed one input, then call player_next_output() until it returns false.
 */

#include <stdbool.h>
#include <stdint.h>

#include "bot/config/config.h"
#include "bot/exchange/decision.h"
#include "bot/exchange/player_output.h"
#include "bot/policy/access.h"
#include "bot/policy/recent_opponents.h"
#include "bot/policy/roster.h"
#include "fibs/message.h"

struct player;

/* `config` is read as long as the player lives. NULL: no memory. */
struct player *player_new(const struct config *config);
void player_free(struct player *player);

/* The session is ready for commands / is gone. `opponent`: with whom the server has us
 * playing, "" if unknown. The clock is monotonic, in milliseconds. */
void player_online(struct player *player, int64_t now_ms, const char *opponent);
void player_offline(struct player *player, int64_t now_ms);

void player_message(struct player *player, int64_t now_ms,
                    const struct fibs_message *message);
void player_tick(struct player *player, int64_t now_ms);
/* Answers with a stale number are dropped. */
void player_answer(struct player *player, int64_t now_ms,
                   const struct decision_answer *answer);

/* Answers to PLAYER_ASK. A report is said to the user as far as the limits on what we
 * say allow; `is_last`: nothing more comes. */
void player_recall_level(struct player *player, int64_t now_ms, const char *name,
                         const char *level);
void player_report(struct player *player, int64_t now_ms, const char *name,
                   const char *text, bool is_last);

/* The time of the week, in minutes from Monday 00:00 local time; SCHEDULE_UNKNOWN (as
 * after the start): [hours] are not looked at. To be told again as time goes by. */
void player_set_minute(struct player *player, int minute);
/* Who may play; read as long as the player lives. NULL: everybody. */
void player_set_access(struct player *player, const struct access *access);
/* With whom he has had to do lately; to be filled at the start. */
struct recent_opponents *player_recent_opponents(struct player *player);

/* What the owner has to say before his commands; "" (as after the start): there are
 * none. */
void player_set_owner_secret(struct player *player, const char *secret);

/* No new match; finish the one being played, or leave it (it stays saved). PLAYER_DONE
 * comes when done. Called again, it can turn finish into leave. */
void player_stop(struct player *player, int64_t now_ms, enum on_stop how);

/* Output: the oldest; false when there is none. */
bool player_next_output(struct player *player, struct player_output *output);

/* When player_tick() has to be called next, INT64_MAX: never. */
int64_t player_deadline(const struct player *player);

/* The opponent of the match being played, "" if none. */
const char *player_opponent(const struct player *player);
/* State, match and score in a line, for people. */
void player_describe(const struct player *player, char *text, size_t size);

#endif
