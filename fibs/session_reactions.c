#include "fibs/session_internal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"

enum {
    MOTD_MS = 15 * 1000,   /* after this long the end of the motd is taken as lost */
    NOTICE_DEFAULT_S = 60, /* a restart announced without a number */
    NOTICE_MAX_S = 7 * 24 * 60 * 60,
    NOTICE_SIZE = 200,
    SHUTDOWN_PAUSES = 5 /* a shutdown lasts longer than a restart */
};

typedef void reaction(struct fibs_session *session, int64_t now,
                      const struct fibs_message *message);

/* A second prompt: refused, unless a welcome still comes. */
static void take_second_prompt(struct fibs_session *session, int64_t now,
                               const struct fibs_message *message)
{
    (void)message;
    if (!session->was_asked_again) {
        session->was_asked_again = true;
        session->state_deadline = now + session->config.acknowledge_ms;
    }
}

/* Our own lost session may still be there, or the operator has started us in place of
 * another program: we go on. But if the server ended our last session and did not say
 * why, the other one has replaced it, and is not replaced in turn. */
static void take_warning(struct fibs_session *session, int64_t now,
                         const struct fibs_message *message)
{
    (void)message;
    session->is_second = true;
    if (session->was_cut) {
        fibs_session_used_elsewhere(session, now,
                                    "the same user is logged in elsewhere");
    }
}

static void take_kick(struct fibs_session *session, int64_t now,
                      const struct fibs_message *message)
{
    (void)message;
    fibs_session_used_elsewhere(session, now, "the same user logged in from elsewhere");
}

/* JIBS repeats the password in its refusal: only the text up to the name is shown. */
static void refuse_login(struct fibs_session *session, int64_t now,
                         const struct fibs_message *message)
{
    char reason[160];
    char text[100];
    struct fibs_slice shown = message->line;
    if (message->id == FIBS_MSG_LOGIN_INCORRECT && message->text_count > 0) {
        shown.length = (size_t)(message->texts[0].text - shown.text);
    }
    FORMAT_TEXT(reason, "log-in refused: the server says '%s'",
                fibs_slice_copy(shown, text, sizeof text));
    fibs_session_refused(session, now, reason);
}

/* After a warning the password is asked for, so that one can still leave the other
 * session alone. */
static void take_password_prompt(struct fibs_session *session, int64_t now,
                                 const struct fibs_message *message)
{
    if (session->is_second) {
        fibs_session_used_elsewhere(session, now,
                                    "the same user is logged in elsewhere");
    } else {
        refuse_login(session, now, message);
    }
}

static bool is_same_name(struct fibs_slice slice, const char *name)
{
    return slice.length == strlen(name) &&
           strncasecmp(slice.text, name, slice.length) == 0;
}

static void read_welcome(struct fibs_session *session, int64_t now,
                         const struct fibs_message *message)
{
    if (!is_same_name(message->names[0], session->config.name)) {
        fibs_session_add_text(session, FIBS_EVENT_NOTICE, "a welcome for someone else");
        return;
    }
    (void)fibs_slice_copy(message->names[0], session->account.name,
                          sizeof session->account.name);
    fibs_session_enter(session, now, FIBS_MOTD, "logged in");
}

static void read_own_info(struct fibs_session *session, int64_t now,
                          const struct fibs_message *message)
{
    (void)now;
    if (message->number_count > 14 && message->real_count > 0) {
        session->account.rating = message->reals[0];
        session->account.experience = message->numbers[8];
        session->account.is_ready = message->numbers[14] != 0;
    }
}

/* In the who list of the log-in; `address` is sent when the settings are right. */
static void note_address(struct fibs_session *session,
                         const struct fibs_message *message)
{
    enum { MAIL = 2 };
    const char *wanted = session->config.address;
    if (session->state == FIBS_MOTD) {
        session->has_other_address = wanted[0] != '\0' && message->text_count > MAIL &&
                                     !fibs_slice_is(message->texts[MAIL], wanted);
    }
}

static void read_who_info(struct fibs_session *session, int64_t now,
                          const struct fibs_message *message)
{
    struct fibs_account *account = &session->account;
    session->who_lines++;
    if (!fibs_slice_is(message->names[0], account->name)) {
        return;
    }
    account->is_ready = message->numbers[0] != 0;
    account->rating = message->reals[0];
    account->experience = message->numbers[2];
    (void)fibs_slice_copy(message->names[1], account->opponent,
                          sizeof account->opponent);
    if (strcmp(account->opponent, "-") == 0) {
        account->opponent[0] = '\0';
    }
    note_address(session, message);
    fibs_settings_note_ready(&session->settings, account->is_ready);
    fibs_session_plan_leave(session, now);
}

/* Tried again at the next log-in. */
static void take_bad_address(struct fibs_session *session, int64_t now,
                             const struct fibs_message *message)
{
    (void)now;
    (void)message;
    fibs_session_add_text(session, FIBS_EVENT_TROUBLE,
                          "the server refuses the mail address %s",
                          session->config.address);
}

/* The end of the list, or of one that `rawwho` for a single user has asked for. An empty
 * list is none: we are on it ourselves. */
static void read_who_end(struct fibs_session *session, int64_t now,
                         const struct fibs_message *message)
{
    (void)message;
    bool is_list =
        session->state == FIBS_MOTD || session->in_flight == FIBS_CMD_WHO_LIST;
    if (is_list && session->who_lines > 0) {
        session->has_who_list = true;
    }
    if (session->state == FIBS_MOTD) {
        fibs_session_leave_for(session, now, FIBS_SETTINGS, "the who list has ended");
    }
}

/* JIBS has no rawwho. */
static void take_refusal(struct fibs_session *session, int64_t now,
                         const struct fibs_message *message)
{
    (void)message;
    if (session->in_flight == FIBS_CMD_WHO_LIST) {
        session->has_who_list = true;
        fibs_session_send_plain(session, now, FIBS_CMD_WHO);
    }
}

static void read_ready(struct fibs_session *session, int64_t now,
                       const struct fibs_message *message)
{
    (void)now;
    session->account.is_ready = message->id == FIBS_MSG_TG_READY_YES;
}

static void note_board(struct fibs_session *session, int64_t now,
                       const struct fibs_message *message)
{
    (void)now;
    (void)message;
    session->has_board = true;
}

static void read_motd_bound(struct fibs_session *session, int64_t now,
                            const struct fibs_message *message)
{
    bool is_open = message->id == FIBS_MSG_CLIP_MOTD_BEGIN;
    session->motd_deadline = is_open ? now + MOTD_MS : FIBS_NEVER;
}

/* ---- announced ends of the server ------------------------------------------------- */

/* "minutes," is "minute". */
static long seconds_of_unit(const char *word, size_t length)
{
    static const struct {
        const char *name;
        long seconds;
    } units[] = {{"second", 1}, {"sec", 1},     {"minute", 60},
                 {"min", 60},   {"hour", 3600}, {"day", 24 * 3600}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t name = strlen(units[i].name);
        if (length >= name && strncasecmp(word, units[i].name, name) == 0 &&
            strspn(word + name, "s.,!") >= length - name) {
            return units[i].seconds;
        }
    }
    return 0;
}

/* "10", "10." or "an"; -1: no number */
static long count_of_word(const char *word, size_t length)
{
    struct fibs_slice slice = {word, length};
    size_t digits = strspn(word, "0123456789");
    if (digits > 0 && digits + strspn(word + digits, ".,!") >= length) {
        return digits < 7 ? strtol(word, NULL, 10) : NOTICE_MAX_S;
    }
    return fibs_slice_is(slice, "a") || fibs_slice_is(slice, "an") ||
                   fibs_slice_is(slice, "one")
               ? 1
               : -1;
}

/* Reads "1 hour and 30 minutes", or "60" with nothing behind it; -1: there is no time. */
static long read_span(const char *text)
{
    long total = -1, number = -1;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        long unit = seconds_of_unit(text, length), next = count_of_word(text, length);
        if (unit > 0 && number >= 0) {
            long span = number < NOTICE_MAX_S / unit ? number * unit : NOTICE_MAX_S;
            total = (total < 0 ? 0 : total) + span;
            total = total < NOTICE_MAX_S ? total : NOTICE_MAX_S;
            number = -1;
        } else if (next >= 0) {
            number = next;
        } else if (strncmp(text, "and ", 4) != 0) {
            return total;
        }
        text += length;
        text += strspn(text, " ");
    }
    return total >= 0 ? total : number;
}

/* Without a time: whether the end is near, as other clients take these lines. */
static bool is_soon(const char *text)
{
    static const char *const words[] = {"hutdown", "hut down", "estart",
                                        "eboot",   "erminat",  "oing down"};
    bool is_told = strcmp(text, "*** ATTENTION !") == 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        is_told = is_told || strstr(text, words[i]) != NULL;
    }
    return is_told && strpbrk(text, "0123456789") == NULL;
}

long fibs_session_announced_s(struct fibs_slice line)
{
    char text[NOTICE_SIZE];
    long seconds = -1;
    (void)fibs_slice_copy(line, text, sizeof text);
    for (const char *at = strstr(text, " in "); at != NULL && seconds < 0;
         at = strstr(at + 1, " in ")) {
        seconds = read_span(at + strlen(" in "));
    }
    return seconds < 0 && is_soon(text) ? NOTICE_DEFAULT_S : seconds;
}

static void read_restart(struct fibs_session *session, int64_t now,
                         const struct fibs_message *message)
{
    char text[NOTICE_SIZE];
    int pauses = message->id == FIBS_MSG_SHUTDOWN ? SHUTDOWN_PAUSES : 1;
    long seconds = fibs_session_announced_s(message->line);
    if (session->restart_at == FIBS_NEVER) { /* it is repeated as the time comes near */
        fibs_session_add_text(session, FIBS_EVENT_NOTICE, "the server announces: %s",
                              fibs_slice_copy(message->line, text, sizeof text));
    }
    if (seconds < 0) {
        return;
    }
    session->restart_at = now + (int64_t)seconds * 1000;
    session->restart_pauses = pauses;
    fibs_session_plan_leave(session, now);
}

/* The first row that fits state and message counts: it calls `react`, or goes on to the
 * state `next` for the given reason. */
static const struct {
    unsigned states;
    enum fibs_message_id message;
    reaction *react;
    enum fibs_session_state next;
    const char *reason;
} reactions[] = {
    /* clang-format off */
    {FIBS_ONLINE,                FIBS_MSG_CLIP_WHO_INFO,       read_who_info, 0, NULL},
    {FIBS_LOGGED_IN,             FIBS_MSG_CLIP_WHO_END,        read_who_end, 0, NULL},
    {FIBS_LOGGED_IN,             FIBS_MSG_UNKNOWN_COMMAND,     take_refusal, 0, NULL},
    {FIBS_LOGGED_IN,             FIBS_MSG_NOT_IMPLEMENTED,     take_refusal, 0, NULL},
    {FIBS_ONLINE,                FIBS_MSG_CLIP_MOTD_BEGIN,     read_motd_bound, 0, NULL},
    {FIBS_ONLINE,                FIBS_MSG_CLIP_MOTD_END,       read_motd_bound, 0, NULL},
    {FIBS_LOGGED_IN,             FIBS_MSG_ADDRESS_BAD,         take_bad_address, 0, NULL},
    {FIBS_ONLINE,                FIBS_MSG_CLIP_OWN_INFO,       read_own_info, 0, NULL},
    {FIBS_ONLINE,                FIBS_MSG_TG_READY_YES,        read_ready, 0, NULL},
    {FIBS_ONLINE,                FIBS_MSG_TG_READY_NO,         read_ready, 0, NULL},
    {FIBS_IN(FIBS_READY),        FIBS_MSG_BOARD,               note_board, 0, NULL},
    {FIBS_LOGGED_IN,             FIBS_MSG_RESTART,             read_restart, 0, NULL},
    {FIBS_LOGGED_IN,             FIBS_MSG_SHUTDOWN,            read_restart, 0, NULL},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_LOGIN_PROMPT,        take_second_prompt, 0, NULL},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_CLIP_WELCOME,        read_welcome, 0, NULL},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_ALREADY_LOGGED_IN,   take_warning, 0, NULL},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_PASSWORD_PROMPT,     take_password_prompt, 0, NULL},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_LOGIN_INCORRECT,     refuse_login, 0, NULL},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_ACCESS_DENIED,       refuse_login, 0, NULL},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_TOO_MANY_LOGINS,     refuse_login, 0, NULL},
    {FIBS_IN(FIBS_LOGIN_SENT),   FIBS_MSG_GUEST_WELCOME,       refuse_login, 0, NULL},
    {FIBS_IN(FIBS_LOGIN_PROMPT), FIBS_MSG_LOGIN_PROMPT,        NULL, FIBS_LOGIN_SENT, "the server asks for a name"},
    {FIBS_CONNECTED,             FIBS_MSG_KICKED_SECOND_LOGIN, take_kick, 0, NULL},
    {FIBS_CONNECTED,             FIBS_MSG_CONN_TIMEOUT,        NULL, FIBS_BACKOFF, "the server closed an idle connection"},
    {FIBS_CONNECTED,             FIBS_MSG_INACTIVITY_KICK,     NULL, FIBS_BACKOFF, "the server closed an idle connection"},
    /* clang-format on */
};

void fibs_session_react(struct fibs_session *session, int64_t now,
                        const struct fibs_message *message)
{
    for (size_t i = 0; i < sizeof reactions / sizeof reactions[0]; i++) {
        if (reactions[i].message != message->id ||
            !fibs_session_is_in(session, reactions[i].states)) {
            continue;
        }
        if (reactions[i].react != NULL) {
            reactions[i].react(session, now, message);
        } else {
            fibs_session_leave_for(session, now, reactions[i].next,
                                   reactions[i].reason);
        }
        return;
    }
}
