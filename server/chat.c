#include "server/fibsd_core.h"

#include <stdlib.h>

#include "base/text.h"
#include "server/zone.h"

void chat_send(const struct fibsd_user *listener, enum fibsd_chat kind,
               const char *from, const char *text)
{
    static const char *const verbs[] = {"says", "shouts", "whispers", "kibitzes"};
    if (server_is_clip(listener)) {
        text_tell(listener, "%d %s %s", kind, from, text);
    } else {
        text_tell(listener, "%s %s: %s", from, verbs[kind - FIBSD_SAYS], text);
    }
}

/* Tells the speaker what was sent: 16 says, 17 shouts, 18 whispers, 19 kibitzes. */
static void acknowledge(const struct fibsd_user *speaker, enum fibsd_chat kind,
                        const char *to, const char *text)
{
    static const char *const verbs[] = {"say", "shout", "whisper", "kibitz"};
    bool is_to_one = to[0] != '\0';
    if (server_is_clip(speaker)) {
        text_tell(speaker, "%d %s%s%s", kind + 4, to, is_to_one ? " " : "", text);
    } else {
        text_tell(speaker, "You %s%s%s: %s", verbs[kind - FIBSD_SAYS],
                  is_to_one ? " to " : "", to, text);
    }
}

void chat_tell_if_away(const struct fibsd_user *user, const struct fibsd_user *subject)
{
    if (subject->is_away) {
        text_tell(user, "%s", "");
        text_tell(user, "%s is away: %s", subject->name, subject->away);
    }
}

void chat_ring_bell(const struct fibsd_user *user)
{
    if (user->toggle[FIBSD_TOGGLE_BELL]) {
        text_tell_open(user, "\a");
    }
}

/* Says something to another user who is on line. */
static void talk_to(const struct fibsd_user *speaker, const struct fibsd_user *listener,
                    const char *to, const char *text)
{
    acknowledge(speaker, FIBSD_SAYS, to, text);
    chat_tell_if_away(speaker, listener);
    chat_ring_bell(listener);
    chat_send(listener, FIBSD_SAYS, speaker->name, text);
}

void cmd_tell(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    if (name == NULL) {
        text_tell(user, "** Tell whom?");
        return;
    }
    const char *text = words_skip_blanks(arguments);
    struct fibsd_user *listener = accounts_find_online(user, name);
    if (listener == NULL) {
        text_tell(user, "** There is no one called %s", name);
    } else if (*text == '\0') {
        text_tell(user, "** Tell %s what?", listener->name);
    } else if (listener == user) {
        text_tell(user, "You say to yourself: %s", text);
    } else if (accounts_list_has(&listener->gagged, user)) {
        text_tell(user, "** %s won't listen to you.", listener->name);
    } else if (accounts_list_has(&user->gagged, listener)) {
        text_tell(user, "** You can't talk if you won't listen.");
    } else {
        talk_to(user, listener, listener->name, text);
    }
}

/* Returns whether there is something to say, after an error line if not. */
static bool has_words(const struct fibsd_user *speaker, const char *text)
{
    if (*text == '\0') {
        text_tell(speaker, "** You can't say nothing.");
    }
    return *text != '\0';
}

/* The opponent's `say` and `kibitz` cannot be gagged. */
void cmd_say(struct fibsd_user *user, char *arguments)
{
    if (user->match == NULL) {
        text_tell(user, "** 'say' can't be used outside a game");
        return;
    }
    const struct fibsd_user *opponent = opponent_of(user);
    const char *text = words_skip_blanks(arguments);
    if (has_words(user, text)) {
        /* the specification shows the acknowledgement without a name */
        talk_to(user, opponent, server_is_clone(user) ? opponent->name : "", text);
    }
}

/* Speaks to the watchers, and to the players if it is a kibitz. */
static void speak_at_game(struct fibsd_user *user, enum fibsd_chat kind,
                          const char *text)
{
    struct fibsd *server = server_of(user);
    const struct fibsd_user *seen = user->match != NULL ? user : user->watching;
    if (seen == NULL || seen->match == NULL) {
        text_tell(user, "** You're not watching or playing.");
        return;
    }
    if (!has_words(user, text)) {
        return;
    }
    acknowledge(user, kind, "", text);
    const struct fibsd_match *match = seen->match;
    int heard = 0;
    for (int i = 0; i < server->user_count; i++) {
        const struct fibsd_user *other = server->users[i];
        bool is_player = other->match == match;
        if (other != user &&
            (is_watching(other, match) || (is_player && kind == FIBSD_KIBITZES)) &&
            ((is_player && user->match == match) ||
             !accounts_list_has(&other->gagged, user))) {
            chat_send(other, kind, user->name, text);
            heard++;
        }
    }
    if (heard == 0) {
        text_tell(user, "** But nobody heard you.");
    } else {
        text_tell(user, "** %d user%s heard you.", heard, plural(heard));
    }
}

void cmd_kibitz(struct fibsd_user *user, char *arguments)
{
    speak_at_game(user, FIBSD_KIBITZES, words_skip_blanks(arguments));
}

void cmd_whisper(struct fibsd_user *user, char *arguments)
{
    speak_at_game(user, FIBSD_WHISPERS, words_skip_blanks(arguments));
}

void cmd_shout(struct fibsd_user *user, char *arguments)
{
    const char *text = words_skip_blanks(arguments);
    struct fibsd *server = server_of(user);
    if (user->toggle[FIBSD_TOGGLE_SILENT]) {
        text_tell(user, "** Please type 'toggle silent' again before you shout.");
        return;
    }
    if (!has_words(user, text)) {
        return;
    }
    acknowledge(user, FIBSD_SHOUTS, "", text);
    for (struct fibsd_connection *c = server->connections; c != NULL; c = c->next) {
        if (c->is_broken) {
            text_connection_line(c, "13 %s %s", user->name, text);
        } else if (c->user != NULL && c->user != user &&
                   !c->user->toggle[FIBSD_TOGGLE_SILENT] &&
                   !accounts_list_has(&c->user->gagged, user)) {
            chat_send(c->user, FIBSD_SHOUTS, user->name, text);
        }
    }
}

/* ---- stored messages ------------------------------------------------------------- */

enum { STORED_MAX = 20 };

static void deliver_message(const struct fibsd_user *user,
                            const struct fibsd_stored_message *message)
{
    if (server_is_clip(user)) {
        text_tell(user, "9 %s %lld %s", message->from, (long long)message->time_s,
                  message->text);
    } else {
        char date[80];
        zone_short_date(user->variable[FIBSD_VARIABLE_TIMEZONE], message->time_s, date,
                        sizeof date);
        text_tell(user, "Message from %s at %s: %s", message->from, date,
                  message->text);
    }
}

void chat_deliver_messages(struct fibsd_user *user)
{
    while (user->messages != NULL) {
        struct fibsd_stored_message *message = user->messages;
        user->messages = message->next;
        deliver_message(user, message);
        free(message);
    }
}

static void write_message(struct fibsd_stored_message *message,
                          const struct fibsd_user *from, const char *text)
{
    COPY_TEXT(message->from, from->name);
    COPY_TEXT(message->text, text);
    message->time_s = server_time_s(server_of(from));
}

static void store_message(struct fibsd_user *user, struct fibsd_user *receiver,
                          const char *text)
{
    struct fibsd_stored_message **link = &receiver->messages;
    int count = 0;
    while (*link != NULL) {
        link = &(*link)->next;
        count++;
    }
    struct fibsd_stored_message *message =
        count < STORED_MAX ? calloc(1, sizeof *message) : NULL;
    if (message == NULL) {
        text_tell(user, "** %s has too many messages.", receiver->name);
        return;
    }
    write_message(message, user, text);
    *link = message;
    if (server_is_clip(user)) {
        text_tell(user, "11 %s", receiver->name);
    } else {
        text_tell(user, "Message for %s saved.", receiver->name);
    }
}

static void hand_message(const struct fibsd_user *user,
                         const struct fibsd_user *receiver, const char *text)
{
    struct fibsd_stored_message message;
    write_message(&message, user, text);
    deliver_message(receiver, &message);
    if (server_is_clip(user)) {
        text_tell(user, "10 %s", receiver->name);
    } else {
        text_tell(user, "Message for %s delivered.", receiver->name);
    }
}

void cmd_message(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    const char *text = words_skip_blanks(arguments);
    if (name == NULL) {
        text_tell(user, "There are no new messages for you.");
        return;
    }
    struct fibsd_user *receiver = accounts_find(server_of(user), name);
    if (receiver == NULL) {
        text_tell(user, "** Don't know user %s.", name);
    } else if (*text == '\0') {
        text_tell(user, "** usage: message <user> <text>");
    } else if (receiver->connection != NULL) {
        hand_message(user, receiver, text);
    } else {
        store_message(user, receiver, text);
    }
}

/* ---- lists of users -------------------------------------------------------------- */

static void tell_names(const struct fibsd_user *user,
                       const struct fibsd_user_list *list, const char *separator)
{
    for (int i = 0; i < list->count; i++) {
        text_tell_open(user, "%s%s", i > 0 ? separator : "", list->users[i]->name);
    }
    text_end_line(user, false);
}

static void list_awaited(const struct fibsd_user *user)
{
    const struct fibsd_user_list *list = &user->awaited;
    if (list->count == 0) {
        text_tell(user, "You are not waiting for any players.");
    } else if (list->count == 1) {
        text_tell(user, "You are waiting for %s", list->users[0]->name);
    } else {
        text_tell(user, "You are waiting for the following %d players:", list->count);
        text_tell_open(user, "  ");
        tell_names(user, list, ", ");
    }
}

void cmd_waitfor(struct fibsd_user *user, char *arguments)
{
    const char *name = words_next(&arguments);
    if (name == NULL) {
        list_awaited(user);
        return;
    }
    struct fibsd_user *other = accounts_find(server_of(user), name);
    if (other == NULL) {
        text_tell(user, "** There is no user called '%s'.", name);
    } else if (other == user) {
        text_tell(user, "** Look behind you. Maybe you are waiting there.");
    } else if (other->connection != NULL) {
        text_tell(user, "** '%s' is already logged in.", name);
    } else {
        if (!accounts_list_has(&user->awaited, other)) {
            (void)accounts_list_toggle(&user->awaited, other);
        }
        text_tell(user, "** You'll receive a message when '%s' logs in.", name);
    }
}

void chat_tell_waiting(struct fibsd_user *user)
{
    struct fibsd *server = server_of(user);
    for (int i = 0; i < server->user_count; i++) {
        struct fibsd_user *other = server->users[i];
        if (other->connection != NULL && accounts_list_has(&other->awaited, user)) {
            (void)accounts_list_toggle(&other->awaited, user);
            text_tell(other, "** FINALLY!!! %s logs in.\a\a\a", user->name);
            text_tell(user, "** %s is waiting for you to log in.", other->name);
        }
    }
}

struct list_words {
    const char *title; /* "Gagged" */
    const char *verb;  /* "gag" */
    const char *self;
};

/* Returns who is in the list now; NULL: nobody new. */
static struct fibsd_user *flip_in_list(struct fibsd_user *user,
                                       struct fibsd_user_list *list, const char *name,
                                       const struct list_words *words)
{
    if (name == NULL) {
        text_tell_open(user, "** %s users: %s", words->title,
                       list->count == 0 ? "none" : "");
        tell_names(user, list, ",");
        return NULL;
    }
    bool is_in = false;
    struct fibsd_user *other = accounts_find_online(user, name);
    if (other == NULL) {
        text_tell(user, "** There is no one called '%s'", name);
    } else if (other == user) {
        text_tell(user, "** %s", words->self);
    } else {
        is_in = accounts_list_toggle(list, other);
        text_tell(user, "** You %s%s %s.", is_in ? "" : "un", words->verb, other->name);
    }
    return is_in ? other : NULL;
}

void cmd_gag(struct fibsd_user *user, char *arguments)
{
    static const struct list_words words = {"Gagged", "gag",
                                            "You talk too much, don't you?"};
    (void)flip_in_list(user, &user->gagged, words_next(&arguments), &words);
}

void cmd_blind(struct fibsd_user *user, char *arguments)
{
    static const struct list_words words = {
        "Blinded", "blind", "You can't read this message now, can you?"};
    struct fibsd_user *other =
        flip_in_list(user, &user->blinded, words_next(&arguments), &words);
    if (other != NULL && other->watching == user) {
        other->watching = NULL;
        text_tell(other, "%s bans you from watching.", user->name);
        if (user->match != NULL) {
            text_tell(opponent_of(user), "%s bans %s from watching.", user->name,
                      other->name);
        }
        accounts_push_who(other, NULL);
    }
}

/* ---- away ------------------------------------------------------------------------ */

static void list_away(const struct fibsd_user *user)
{
    struct fibsd *server = server_of(user);
    bool is_any = false;
    for (int i = 0; i < server->user_count; i++) {
        const struct fibsd_user *other = server->users[i];
        if (other->connection == NULL || !other->is_away) {
            continue;
        }
        if (!is_any) {
            text_tell(user, "The following users are away:");
            is_any = true;
        }
        text_tell(user, "%s: %s", other == user ? "You" : other->name, other->away);
    }
    if (!is_any) {
        text_tell(user, "None of the users is away.");
    }
}

void cmd_away(struct fibsd_user *user, char *arguments)
{
    const char *text = words_skip_blanks(arguments);
    if (*text == '\0') {
        list_away(user);
        return;
    }
    accounts_set_text(&user->away, text);
    if (user->away == NULL) {
        return; /* no memory */
    }
    if (!user->is_away) {
        user->is_away = true;
        text_tell(user, "You're away. Please type 'back'");
        accounts_push_who(user, NULL);
    }
}

void cmd_back(struct fibsd_user *user)
{
    if (!user->is_away) {
        text_tell(user, "** You're not away.");
        return;
    }
    user->is_away = false;
    text_tell(user, "Welcome back.");
    accounts_push_who(user, NULL);
}
