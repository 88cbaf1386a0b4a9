#ifndef SERVER_ACCOUNTS_H
#define SERVER_ACCOUNTS_H
/* Accounts, logged-in users, and the lines about users that everybody sees. */

#include "server/fibsd_state.h"

struct fibsd_user *accounts_find(struct fibsd *server, const char *name);

/* Finds a logged-in user by full name or unique prefix (first as written, then ignoring
 * case). Returns NULL if there is none; tells `asker` if the prefix is ambiguous. */
struct fibsd_user *accounts_find_online(struct fibsd_user *asker, const char *name);

/* Adds an account with the default settings. Returns NULL if the name is invalid or
 * taken. */
struct fibsd_user *accounts_add(struct fibsd *server, const char *name,
                                const char *password);

/* Adds an account of a saved state: `word` is a hash, or a plain password of a former
 * version, until accounts_hash_some() makes a hash of it. NULL likewise. */
struct fibsd_user *accounts_restore(struct fibsd *server, const char *name,
                                    const char *word);

/* Hashes the next `count` plain passwords. */
void accounts_hash_some(struct fibsd *server, int count);

/* Returns false if the password is empty, too long, or has a blank or a colon. */
bool accounts_set_password(struct fibsd *server, struct fibsd_user *user,
                           const char *password);

bool accounts_has_password(struct fibsd *server, const struct fibsd_user *user,
                           const char *password);

bool accounts_is_good_name(const char *name);

/* Sets a text of a user, of which the first FIBSD_TEXT_SIZE - 1 bytes are kept. NULL, or no memory: none. */
void accounts_set_text(char **text, const char *to);

int64_t server_time_s(const struct fibsd *server);

/* Writes the "5 NAME ..." line of a user. */
void accounts_who_line(const struct fibsd_user *user, char *line, size_t size);

/* Reports a change of state: sends the "5" line of the user (and of `other`, if not
 * NULL) and "6" to every client in CLIP mode. */
void accounts_push_who(const struct fibsd_user *user, const struct fibsd_user *other);

/* Calls the hooks with an event of `user`, and closes the connection if they say so. */
void accounts_reach_phase(const struct fibsd_user *user, enum fibsd_phase phase);

/* Sends a line about a match to users who watch it or have the toggle report set, but
 * not to its players. */
void accounts_report(struct fibsd *server, const struct fibsd_match *match,
                     const char *line);

bool accounts_list_has(const struct fibsd_user_list *list,
                       const struct fibsd_user *user);
/* Adds the user to the list or removes it; returns whether it is in the list now. */
bool accounts_list_toggle(struct fibsd_user_list *list, struct fibsd_user *user);
void accounts_list_free(struct fibsd_user_list *list);

#endif
