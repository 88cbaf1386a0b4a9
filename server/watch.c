#include "server/watch.h"

#include "server/accounts.h"
#include "server/board_text.h"
#include "server/commands.h"
#include "server/text.h"
#include "server/words.h"

void watch_stop(struct user *user, const char *stars)
{
    const struct user *seen = user->watching;
    if (seen == NULL) {
        return;
    }
    user->watching = NULL;
    text_tell(user, "%sYou stop watching %s.", stars, seen->name);
    text_tell(seen, "%s stops watching you.", user->name);
    if (seen->match != NULL) {
        text_tell(opponent_of(seen), "%s stops watching %s.", user->name, seen->name);
    }
}

static void start_watching(struct user *user, struct user *other)
{
    watch_stop(user, "** ");
    user->watching = other;
    text_tell(user, "You're now watching %s.", other->name);
    text_tell(other, "%s is watching you.", user->name);
    if (other->match == NULL) {
        text_tell(user, "%s is not doing anything interesting.", other->name);
    } else {
        text_tell(opponent_of(other), "%s starts watching %s.", user->name,
                  other->name);
        board_send(user, other->match);
    }
    accounts_push_who(user, NULL);
}

void cmd_watch(struct user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    if (name == NULL) {
        text_tell(user, "** Watch who?");
        return;
    }
    struct user *other = accounts_find_online(user, name);
    if (user->match != NULL) {
        text_tell(user, "** You can't watch another game while you're playing.");
    } else if (other == NULL) {
        text_tell(user, "** There's no one called %s.", name);
    } else if (other == user) {
        text_tell(user, "** Use a mirror to do that.");
    } else if (accounts_list_has(&other->blinded, user)) {
        text_tell(user, "** %s doesn't want you to watch.", other->name);
    } else if (other->match != NULL &&
               accounts_list_has(&opponent_of(other)->blinded, user)) {
        text_tell(user, "** You can't watch the match between %s and %s.", other->name,
                  opponent_of(other)->name);
    } else {
        start_watching(user, other);
    }
}

void cmd_unwatch(struct user *user)
{
    if (user->watching == NULL) {
        text_tell(user, "** You're not watching.");
        return;
    }
    watch_stop(user, "");
    accounts_push_who(user, NULL);
}
