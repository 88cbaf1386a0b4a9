#include "arena/child/ubgi_peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/child/child.h"
#include "base/clock.h"
#include "base/text.h"
#include "engine/board/decision_context.h"
#include "engine/board/position.h"

enum {
    TIMEOUT_MS = 60000,
    START_MS = 20000,
    LINES_MAX = 10000, /* of one answer; more is a flood */
    COMMAND_SIZE = 1024,
    IDENTITY_SIZE = 128,
    NAME_SIZE = 64
};

struct ubgi_peer {
    struct ubgi_options options;
    struct child_limit limit;
    struct child_limit start; /* for each answer while it starts */
    char path[CHILD_PATH_MAX];
    char command[COMMAND_SIZE]; /* its words, each ended by a NUL */
    const char *arguments[CHILD_WORDS_MAX + 1];
    struct child *child; /* NULL: not running */
    double seconds;      /* of former processes */
    enum ubgi_draft draft;
    char name[NAME_SIZE]; /* as it introduced itself */
    char version[NAME_SIZE];
    char identity[IDENTITY_SIZE];
    bool is_new_game;
    int64_t game_left_ms;
};

/* ---- its command ----------------------------------------------------------------- */

/* Splits a command at blanks into `words`, which NULL ends. */
static bool split_command(char *command, const char *words[CHILD_WORDS_MAX + 1])
{
    int count = 0;
    while (*command != '\0' && count < CHILD_WORDS_MAX) {
        const char *word = ubgi_next_word(&command);
        if (*word != '\0') {
            words[count++] = word;
        }
    }
    words[count] = NULL;
    return count > 0 && *command == '\0';
}

static bool read_command(struct ubgi_peer *peer, const char *command, struct error *err)
{
    int length = snprintf(peer->command, sizeof peer->command, "%s", command);
    if (length >= COMMAND_SIZE || !split_command(peer->command, peer->arguments)) {
        return error_set(err, "command=%.60s: expected a program and at most %d words",
                         command, CHILD_WORDS_MAX - 1);
    }
    return child_find(peer->arguments[0], "", peer->path) ||
           error_set(err, "%.100s is not a program", peer->arguments[0]);
}

bool ubgi_peer_is_installed(const char *command)
{
    char copy[COMMAND_SIZE];
    char path[CHILD_PATH_MAX];
    char *rest = copy;
    COPY_TEXT(copy, command);
    return child_find(ubgi_next_word(&rest), "", path);
}

/* ---- talking --------------------------------------------------------------------- */

/* Sends `text` and takes answers until one of kind `wanted` comes; an error ends it, too.
 * `is_wanted_bare`: in 0.01 the answer has no word before it. */
static bool ask(struct ubgi_peer *peer, const char *text, enum ubgi_answer_kind wanted,
                const struct child_limit *limit, struct ubgi_answer *answer,
                struct error *err)
{
    char line[UBGI_LINE_SIZE];
    int64_t deadline_ms = clock_ms() + limit->timeout_ms;
    bool is_bare = peer->draft == UBGI_0_01 && wanted != UBGI_SAYS_READYOK;
    if (!child_send(peer->child, text, limit, err)) {
        return false;
    }
    for (int i = 0; i < LINES_MAX; i++) {
        if (!child_receive(peer->child, line, sizeof line, deadline_ms, limit, err)) {
            return false;
        }
        ubgi_answer_read(line, is_bare, answer);
        if (answer->kind == UBGI_SAYS_ERROR) {
            return error_set(err, "it answered \"%.150s\"", answer->text);
        }
        if (answer->kind == wanted || (is_bare && answer->kind == UBGI_SAYS_MOVE)) {
            return true;
        }
        if (answer->kind == UBGI_SAYS_MOVE || answer->kind == UBGI_SAYS_CUBE) {
            return error_set(err, "it answered \"%.100s\", which was not asked",
                             answer->text);
        }
    }
    return error_set(err, "it sent more than %d lines in place of an answer",
                     LINES_MAX);
}

/* ---- starting -------------------------------------------------------------------- */

static void take_identity(struct ubgi_peer *peer, const struct ubgi_answer *answer)
{
    if (answer->kind == UBGI_SAYS_NAME) {
        FORMAT_TEXT(peer->name, "%.60s", answer->value);
    } else if (answer->kind == UBGI_SAYS_VERSION) {
        FORMAT_TEXT(peer->version, "%.60s", answer->value);
    } else if (answer->kind == UBGI_SAYS_PROTO && strcmp(answer->value, "0.2") == 0) {
        peer->draft = UBGI_0_2;
    }
}

/* "ubgi", until it says that it is one. */
static bool shake_hands(struct ubgi_peer *peer, struct error *err)
{
    int64_t deadline_ms = clock_ms() + peer->start.timeout_ms;
    char line[UBGI_LINE_SIZE];
    struct ubgi_answer answer = {.kind = UBGI_SAYS_OTHER};
    peer->draft = UBGI_0_1;
    if (!child_send(peer->child, "ubgi\n", &peer->start, err)) {
        return false;
    }
    for (int i = 0; answer.kind != UBGI_SAYS_UBGIOK; i++) {
        if (i == LINES_MAX) {
            return error_set(err, "it does not say ubgiok or readyok");
        }
        if (!child_receive(peer->child, line, sizeof line, deadline_ms, &peer->start,
                           err)) {
            return false;
        }
        ubgi_answer_read(line, false, &answer);
        take_identity(peer, &answer);
        if (answer.kind == UBGI_SAYS_READYOK) {
            peer->draft = UBGI_0_01;
            return true;
        }
    }
    return true;
}

static const char *name_of_draft(enum ubgi_draft draft)
{
    return draft == UBGI_0_2 ? "0.2" : draft == UBGI_0_1 ? "0.1" : "0.01";
}

/* Sets the key that `setting`, KEY=VALUE of so many bytes, names. Readiness shows that the
 * engine did not refuse it. */
static bool set_key(struct ubgi_peer *peer, const char *setting, int length,
                    struct error *err)
{
    char text[COMMAND_SIZE];
    struct ubgi_answer answer;
    struct error why = {0};
    int key = (int)strcspn(setting, "=,");
    const char *value = setting + key + (key < length);
    int size =
        snprintf(text, sizeof text,
                 peer->draft == UBGI_0_2 ? "set %.*s %.*s\nisready\n"
                                         : "setoption name %.*s value %.*s\nisready\n",
                 key, setting, (int)(setting + length - value), value);
    if (size >= COMMAND_SIZE) {
        return error_set(err, "%.60s: too long", setting);
    }
    return ask(peer, text, UBGI_SAYS_READYOK, &peer->start, &answer, &why) ||
           error_set_from(err, &why, "%.*s: %.160s", length < 60 ? length : 60, setting,
                          why.text);
}

static bool set_keys(struct ubgi_peer *peer, struct error *err)
{
    const char *rest = peer->options.settings;
    if (peer->draft == UBGI_0_01) {
        return *rest == '\0' || error_set(err, "UBGI 0.01 has no keys to set");
    }
    struct ubgi_answer answer;
    bool is_good = *rest != '\0' || ask(peer, "isready\n", UBGI_SAYS_READYOK,
                                        &peer->start, &answer, err);
    while (is_good && *rest != '\0') {
        int length = (int)strcspn(rest, ",");
        is_good = set_key(peer, rest, length, err);
        rest += length + (rest[length] == ',');
    }
    return is_good;
}

static void end_process(struct ubgi_peer *peer)
{
    peer->seconds += peer->child != NULL ? child_seconds(peer->child) : 0.0;
    child_close(peer->child);
    peer->child = NULL;
}

/* It comes into files and reports: no control bytes. */
static void write_identity(struct ubgi_peer *peer)
{
    FORMAT_TEXT(peer->identity, "%.48s%s%.48s (UBGI %s)", peer->name,
                peer->version[0] != '\0' ? " " : "", peer->version,
                name_of_draft(peer->draft));
    for (char *at = peer->identity; *at != '\0'; at++) {
        *at = (unsigned char)*at < ' ' || *at == 0x7f ? '?' : *at;
    }
}

static bool start_process(struct ubgi_peer *peer, struct error *err)
{
    const char *errors = peer->options.errors;
    const struct child_options child = {.name = "the engine",
                                        .path = peer->path,
                                        .arguments = peer->arguments,
                                        .is_talked_to = true,
                                        .errors = errors[0] != '\0' ? errors : NULL};
    peer->child = child_start(&child, err);
    if (peer->child == NULL) {
        return false;
    }
    if (!shake_hands(peer, err) || !set_keys(peer, err)) {
        end_process(peer);
        return false;
    }
    write_identity(peer);
    return true;
}

/* ---- questions ------------------------------------------------------------------- */

void ubgi_peer_new_game(struct ubgi_peer *peer)
{
    peer->is_new_game = true;
    peer->game_left_ms = peer->options.game_ms;
}

/* Tells it of a new game, and waits until it is ready: what it has said unasked is heard
 * here and not taken for the next answer. */
static bool make_ready(struct ubgi_peer *peer, struct error *err)
{
    struct ubgi_answer answer;
    const char *text = peer->is_new_game ? "newgame\nisready\n" : "isready\n";
    peer->is_new_game = false;
    return peer->draft == UBGI_0_01 ||
           ask(peer, text, UBGI_SAYS_READYOK, &peer->limit, &answer, err);
}

static bool ask_about(struct ubgi_peer *peer, const struct decision_context *at,
                      struct ubgi_answer *answer, struct error *err)
{
    char text[UBGI_QUESTION_SIZE];
    if (!make_ready(peer, err)) {
        return false;
    }
    int64_t begin_ms = clock_ms();
    bool is_timed = peer->options.game_ms > 0;
    struct child_limit limit = peer->limit;
    if (is_timed && peer->game_left_ms < limit.timeout_ms) {
        limit.timeout_ms = (int)peer->game_left_ms;
    }
    ubgi_write_question(peer->draft, at, peer->options.is_cubeful, text);
    bool is_good = ask(peer, text, at->roll.high > 0 ? UBGI_SAYS_MOVE : UBGI_SAYS_CUBE,
                       &limit, answer, err);
    peer->game_left_ms -= clock_ms() - begin_ms;
    if (is_timed && peer->game_left_ms <= 0) {
        peer->game_left_ms = 0;
        return error_set(err, "its time for a game, %d ms, is over",
                         peer->options.game_ms);
    }
    return is_good;
}

/* Ends the process after a fault. */
static bool settle(struct ubgi_peer *peer, bool is_good)
{
    if (!is_good) {
        end_process(peer);
    }
    return is_good;
}

int ubgi_peer_play(struct ubgi_peer *peer, const struct decision_context *at,
                   struct play_list *list, struct error *err)
{
    struct ubgi_answer answer;
    int found = -1;
    if ((peer->child != NULL || start_process(peer, err)) &&
        ask_about(peer, at, &answer, err)) {
        found = ubgi_find_play(answer.value, &at->pos, at->roll, list, err);
    }
    (void)settle(peer, found >= 0);
    return found;
}

bool ubgi_peer_agrees(struct ubgi_peer *peer, const struct decision_context *at,
                      bool *is_yes, struct error *err)
{
    struct ubgi_answer answer;
    return settle(peer,
                  (peer->child != NULL || start_process(peer, err)) &&
                      ask_about(peer, at, &answer, err) &&
                      ubgi_read_action(answer.value, at->is_doubled, is_yes, err));
}

/* ---- opening --------------------------------------------------------------------- */

static bool knows_the_cube(struct ubgi_peer *peer, struct error *err)
{
    struct error why = {0};
    struct decision_context at = {.ms = match_state_money()};
    bool is_yes;
    position_start(&at.pos);
    if (!ubgi_peer_agrees(peer, &at, &is_yes, &why)) {
        return error_set_from(err, &why, "it does not know the cube: %.180s", why.text);
    }
    return true;
}

static bool open_engine(struct ubgi_peer *peer, struct error *err)
{
    struct error why = {0};
    if (!read_command(peer, peer->options.command, &why) ||
        !start_process(peer, &why) ||
        (peer->options.is_cubeful && !knows_the_cube(peer, &why))) {
        return error_set_from(err, &why, "ubgi,command=%.60s: %.160s",
                              peer->options.command, why.text);
    }
    return true;
}

struct ubgi_peer *ubgi_peer_open(const struct ubgi_options *options, struct error *err)
{
    struct ubgi_peer *peer = error_allocate(sizeof *peer, err);
    if (peer == NULL) {
        return NULL;
    }
    peer->options = *options;
    peer->limit.timeout_ms = options->timeout_ms > 0 ? options->timeout_ms : TIMEOUT_MS;
    peer->start.timeout_ms = options->start_ms > 0 ? options->start_ms : START_MS;
    ubgi_peer_new_game(peer);
    if (!open_engine(peer, err)) {
        ubgi_peer_close(peer);
        return NULL;
    }
    return peer;
}

void ubgi_peer_close(struct ubgi_peer *peer)
{
    if (peer != NULL) {
        end_process(peer);
        free(peer);
    }
}

const char *ubgi_peer_identity(const struct ubgi_peer *peer)
{
    return peer->identity;
}

double ubgi_peer_seconds(const struct ubgi_peer *peer)
{
    return peer->seconds + (peer->child != NULL ? child_seconds(peer->child) : 0.0);
}
