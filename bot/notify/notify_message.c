#include "bot/notify/notify_message.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/nearest.h"
#include "base/text.h"
#include "bot/base/moment.h"
#include "engine/board/points.h"

enum { TEXT_SIZE = 400, NAME_SIZE = 140 };

/* clang-format off */
static const struct {
    const char *name;
    const char *tag; /* an emoji of ntfy */
    int priority;    /* of ntfy: 3 is the default */
} events[NOTIFY_EVENTS] = {
    [NOTIFY_START]      = {"start", "game_die", 3},
    [NOTIFY_END]        = {"end", "checkered_flag", 3},
    [NOTIFY_SAVED]      = {"saved", "floppy_disk", 3},
    [NOTIFY_ERROR]      = {"error", "warning", 4},
    [NOTIFY_DISCONNECT] = {"disconnect", "electric_plug", 4},
    [NOTIFY_ROUND]      = {"round", "bell", 3},
    [NOTIFY_RESULT]     = {"result", "checkered_flag", 3},
    [NOTIFY_FINISH]     = {"finish", "trophy", 3},
    [NOTIFY_STUCK]      = {"stuck", "no_entry", 4},
};
/* clang-format on */

const char *notify_event_name(enum notify_event event)
{
    return events[event].name;
}

static bool add_event(const char *word, size_t length, unsigned *set)
{
    for (int i = 0; i < NOTIFY_EVENTS; i++) {
        if (strlen(events[i].name) == length &&
            strncmp(word, events[i].name, length) == 0) {
            *set |= 1U << i;
            return true;
        }
    }
    return false;
}

static bool refuse_event(const char *word, size_t length, struct error *err)
{
    char found[40];
    FORMAT_TEXT(found, "%.*s", (int)length, word);
    struct nearest nearest = nearest_to(found);
    for (int i = 0; i < NOTIFY_EVENTS; i++) {
        nearest_offer(&nearest, events[i].name);
    }
    return nearest.name != NULL
               ? error_set(err, "not an event; did you mean %s?", nearest.name)
               : error_set(err,
                           "expected start, end, saved, error, disconnect, round, "
                           "result, finish or stuck, found \"%s\"",
                           found);
}

bool notify_events_read(const char *text, unsigned *set, struct error *err)
{
    *set = 0;
    for (text += strspn(text, " ,"); *text != '\0'; text += strspn(text, " ,")) {
        size_t length = strcspn(text, " ,");
        if (!add_event(text, length, set)) {
            return refuse_event(text, length, err);
        }
        text += length;
    }
    return true;
}

/* A service: what is mark-up for it, and the body that it wants. */
struct shape {
    bool has_topic;     /* the address ends in one, which the body names */
    const char *markup; /* letters to be escaped ... */
    size_t (*escape)(char c, char *to); /* ... so: returns the letters written */
    json_t *(*body)(const struct notify_message *m, const char *topic,
                    const char *text);
};
enum { ESCAPED_MAX = 6 }; /* letters for one, and the end */

/* ---- words ---------------------------------------------------------------------- */

/* Copies text and escapes what the service could take for mark-up. */
static void copy_escaped(const struct shape *shape, const char *from, char *to,
                         size_t size)
{
    size_t length = 0;
    for (; *from != '\0' && length + ESCAPED_MAX < size; from++) {
        char c = *from >= ' ' && *from <= '~' ? *from : '?';
        if (strchr(shape->markup, c) != NULL) {
            length += shape->escape(c, &to[length]);
        } else {
            to[length++] = c;
        }
    }
    to[length] = '\0';
}

/* Writes one sentence for people. */
static void write_sentence(const struct shape *shape, const struct notify_message *m,
                           char text[TEXT_SIZE])
{
    char me[NAME_SIZE], them[NAME_SIZE], said[TEXT_SIZE / 2];
    char length[POINTS_TEXT_SIZE];
    copy_escaped(shape, m->account, me, sizeof me);
    copy_escaped(shape, m->opponent, them, sizeof them);
    copy_escaped(shape, m->text == NULL ? "" : m->text, said, sizeof said);
    (void)points_length_text(m->length, length);
    switch (m->event) {
    case NOTIFY_START:
        (void)snprintf(text, TEXT_SIZE, "%s %s a match with %s (%s)", me,
                       m->is_resumed ? "resumes" : "starts", them, length);
        break;
    case NOTIFY_END: {
        char rating[60] = "";
        if (m->has_rating) {
            FORMAT_TEXT(rating, ", rating %.2f (%+.2f)", m->rating, m->rating_change);
        }
        (void)snprintf(text, TEXT_SIZE, "%s %s %d:%d against %s (%s)%s", me,
                       m->my_score > m->their_score ? "wins" : "loses",
                       points_shown(m->my_score, m->length),
                       points_shown(m->their_score, m->length), them, length, rating);
        break;
    }
    case NOTIFY_SAVED:
        (void)snprintf(text, TEXT_SIZE, "%s: the match with %s is %s at %d:%d (%s)", me,
                       them, m->is_unkept ? "left or cut off" : "saved", m->my_score,
                       m->their_score, length);
        break;
    case NOTIFY_STUCK:
        (void)snprintf(text, TEXT_SIZE,
                       "%s sets the saved match with %s aside at %d:%d (%s): %.30s", me,
                       them, m->my_score, m->their_score, length, said);
        break;
    case NOTIFY_ERROR:
        (void)snprintf(text, TEXT_SIZE, "%s: error: %s", me, said);
        break;
    case NOTIFY_ROUND:
    case NOTIFY_RESULT:
    case NOTIFY_FINISH:
        (void)snprintf(text, TEXT_SIZE, "%s: %s", me, said);
        break;
    case NOTIFY_DISCONNECT:
    case NOTIFY_EVENTS:
        (void)snprintf(text, TEXT_SIZE, "%s is disconnected: %s", me, said);
        break;
    }
}

/* ---- shapes --------------------------------------------------------------------- */

static void add_match(json_t *json, const struct notify_message *m)
{
    (void)json_object_set_new(json, "opponent", json_string(m->opponent));
    (void)json_object_set_new(json, "length", json_integer(m->length));
    (void)json_object_set_new(json, "my_score", json_integer(m->my_score));
    (void)json_object_set_new(json, "their_score", json_integer(m->their_score));
    if (m->event == NOTIFY_START) {
        (void)json_object_set_new(json, "resumed", json_boolean(m->is_resumed));
    }
    if (m->event == NOTIFY_END) {
        (void)json_object_set_new(json, "won",
                                  json_boolean(m->my_score > m->their_score));
    }
    if (m->has_rating) {
        (void)json_object_set_new(json, "rating", json_real(m->rating));
        (void)json_object_set_new(json, "rating_change", json_real(m->rating_change));
    }
}

static json_t *plain_body(const struct notify_message *m, const char *topic,
                          const char *text)
{
    char when[MOMENT_SIZE];
    (void)topic;
    moment_write((time_t)m->at_s, when);
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s}", "event", notify_event_name(m->event), "at",
                  when, "account", m->account, "text", text);
    if (m->opponent[0] != '\0') {
        add_match(json, m);
    }
    return json;
}

/* parse []: mentions nobody */
static json_t *discord_body(const struct notify_message *m, const char *topic,
                            const char *text)
{
    (void)m;
    (void)topic;
    return json_pack("{s:s, s:s, s:{s:[]}}", "username", "fibsbot", "content", text,
                     "allowed_mentions", "parse");
}

static size_t discord_escape(char c, char *to)
{
    to[0] = '\\';
    to[1] = c;
    return 2;
}

static json_t *slack_body(const struct notify_message *m, const char *topic,
                          const char *text)
{
    (void)m;
    (void)topic;
    return json_pack("{s:s, s:b}", "text", text, "mrkdwn", 0);
}

static size_t slack_escape(char c, char *to)
{
    const char *entity = c == '&' ? "&amp;" : c == '<' ? "&lt;" : "&gt;";
    memcpy(to, entity, strlen(entity));
    return strlen(entity);
}

static json_t *ntfy_body(const struct notify_message *m, const char *topic,
                         const char *text)
{
    return json_pack("{s:s, s:s, s:s, s:[s], s:i}", "topic", topic, "title", "fibsbot",
                     "message", text, "tags", events[m->event].tag, "priority",
                     events[m->event].priority);
}

/* clang-format off */
static const struct shape shapes[] = {
    [NOTIFY_JSON]    = {false, "", NULL, plain_body},
    [NOTIFY_DISCORD] = {false, "\\*_~`|>#-[]()<@:", discord_escape, discord_body},
    [NOTIFY_SLACK]   = {false, "&<>", slack_escape, slack_body},
    [NOTIFY_NTFY]    = {true, "", NULL, ntfy_body},
};
/* clang-format on */

bool notify_shape_has_topic(enum notify_shape shape)
{
    return shapes[shape].has_topic;
}

char *notify_body(enum notify_shape shape, const char *topic,
                  const struct notify_message *message)
{
    char text[TEXT_SIZE];
    write_sentence(&shapes[shape], message, text);
    json_t *json = shapes[shape].body(message, topic, text);
    char *body = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(10));
    json_decref(json);
    return body;
}
