#ifndef SERVER_ACCOUNTS_H
#define SERVER_ACCOUNTS_H
/* Who has an account, who is logged in, and the lines about users that everybody sees.
 */

#include "server/state.h"

struct user *accounts_find(struct fibsd *server, const char *name);

/* By full name or unique prefix (first as written, then in any case) among those logged
 * in; tells `asker` of an ambiguous one. NULL: nobody. */
struct user *accounts_find_online(struct user *asker, const char *name);

/* A new account with the settings of a newcomer; NULL: bad or taken name. */
struct user *accounts_add(struct fibsd *server, const char *name, const char *password);

bool accounts_is_good_name(const char *name);

int64_t server_time_s(const struct fibsd *server);

/* "Thursday, January 02 01:27:27 UTC   ( Thu Jan  2 01:27:27 2003 UTC )" */
void server_date_line(const struct fibsd *server, char *line, size_t size);
/* "Friday, January 10 12:12 UTC" */
void server_short_date(int64_t time_s, char *text, size_t size);

/* The "5 NAME ..." line of a user. */
void accounts_who_line(const struct user *user, char *line, size_t size);

/* A change of state: "5" of the user (and of `other`, if not NULL) and "6" to every
 * client in CLIP mode. */
void accounts_push_who(const struct user *user, const struct user *other);

/* A line to all who want to be informed of matches (toggle report). */
void accounts_report(struct fibsd *server, const struct match *match, const char *line);

bool accounts_list_has(const struct user_list *list, const struct user *user);
/* In or out; returns whether the user is in now. */
bool accounts_list_toggle(struct user_list *list, struct user *user);
void accounts_list_free(struct user_list *list);

#endif
