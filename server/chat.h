#ifndef SERVER_CHAT_H
#define SERVER_CHAT_H
/* Talk, stored messages, lists of users, and being away. */

#include "server/fibsd_state.h"

/* The CLIP numbers of the messages to a listener. */
enum chat { CHAT_SAYS = 12, CHAT_SHOUTS = 13, CHAT_WHISPERS = 14, CHAT_KIBITZES = 15 };

/* Sends one message to one listener: numbered in CLIP mode, in words otherwise. */
void chat_send(const struct fibsd_user *listener, enum chat kind, const char *from,
               const char *text);

/* Sends "NAME is away: TEXT", after an empty line, if `subject` is away. */
void chat_tell_if_away(const struct fibsd_user *user, const struct fibsd_user *subject);

/* Rings the terminal's bell of a user who wants it, within an open line. */
void chat_ring_bell(const struct fibsd_user *user);

/* Delivers stored messages at log-in. */
void chat_deliver_messages(struct fibsd_user *user);
/* Tells those who wait for this user (`waitfor`) that it has logged in. */
void chat_tell_waiting(struct fibsd_user *user);

#endif
