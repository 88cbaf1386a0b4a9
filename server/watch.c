#include "server/watch.h"

#include "server/accounts.h"
#include "server/board_text.h"
#include "server/text.h"
#include "server/words.h"

void stop_watching(struct user *user)
{
    const struct user *seen = user->watching;
    if (seen == NULL) {
        return;
    }
    user->watching = NULL;
    tell(seen, "%s stops watching you.", user->name);
    if (seen->match != NULL) {
        tell(opponent_of(seen), "%s stops watching %s.", user->name, seen->name);
    }
}

static void start_watching(struct user *user, struct user *other)
{
    if (user->watching != NULL) {
        tell(user, "** You stop watching %s.", user->watching->name);
        stop_watching(user);
    }
    user->watching = other;
    tell(user, "You're now watching %s.", other->name);
    tell(other, "%s is watching you.", user->name);
    if (other->match == NULL) {
        tell(user, "%s is not doing anything interesting.", other->name);
    } else {
        tell(opponent_of(other), "%s starts watching %s.", user->name, other->name);
        send_board(user, other->match);
    }
    push_who(user, NULL);
}

void cmd_watch(struct user *user, char *arguments)
{
    const char *name = next_word(&arguments);
    if (name == NULL) {
        tell(user, "** Watch who?");
        return;
    }
    struct user *other = find_online(user, name);
    if (user->match != NULL) {
        tell(user, "** You can't watch another game while you're playing.");
    } else if (other == NULL) {
        tell(user, "** There's no one called %s.", name);
    } else if (other == user) {
        tell(user, "** Use a mirror to do that.");
    } else if (list_has(&other->blinded, user)) {
        tell(user, "** %s doesn't want you to watch.", other->name);
    } else if (other->match != NULL && list_has(&opponent_of(other)->blinded, user)) {
        tell(user, "** You can't watch the match between %s and %s.", other->name,
             opponent_of(other)->name);
    } else {
        start_watching(user, other);
    }
}

void cmd_unwatch(struct user *user, char *arguments)
{
    (void)arguments;
    if (user->watching == NULL) {
        tell(user, "** You're not watching.");
        return;
    }
    tell(user, "You stop watching %s.", user->watching->name);
    stop_watching(user);
    push_who(user, NULL);
}
