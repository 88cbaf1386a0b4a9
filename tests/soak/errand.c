#include "tests/soak/errand.h"

#include <string.h>

#include "fibs/line.h"

void errands_clear(struct errands *errands)
{
    memset(errands, 0, sizeof *errands);
}

static struct errand *at(struct errands *errands, uint64_t number)
{
    return &errands->list[number % ERRANDS_MAX];
}

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* ---- too early ------------------------------------------------------------------- */

static bool have_common(const bool *a, const bool *b)
{
    for (int id = FIBS_MSG_UNKNOWN + 1; id < FIBS_MSG_COUNT; id++) {
        if (a[id] && b[id]) {
            return true;
        }
    }
    return false;
}

/* What comes by itself, too, and cannot be told from the answer: the bot may go on with
 * it, though the server's own answer is still to come and may be another one. */
static bool is_doubtful(const struct errand *errand)
{
    static const struct {
        const char *command;
        enum fibs_message_id answer;
    } rows[] = {
        {"board", FIBS_MSG_BOARD},
        {"move ", FIBS_MSG_BOARD},
        {"rawwho ", FIBS_MSG_CLIP_WHO_END},
        {"join", FIBS_MSG_GAME_START},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (begins_with(errand->command, rows[i].command) &&
            errand->heard[rows[i].answer]) {
            return true;
        }
    }
    return have_common(errand->heard, errand->answer);
}

/* Both are known: when the next command was sent, and the answer. What the server did
 * not answer at all (a fault of its own) nobody can wait for. */
static enum errand_fault judge(const struct errand *errand, int64_t patience_ms)
{
    if (!errand->is_served || errand->next_ms >= errand->answered_ms ||
        errand->next_ms - errand->sent_ms >= patience_ms) {
        return ERRAND_GOOD;
    }
    return is_doubtful(errand) ? ERRAND_MISTAKEN : ERRAND_TOO_EARLY;
}

enum errand_fault errands_send(struct errands *errands, int64_t now_ms,
                               int64_t patience_ms, const char *command)
{
    enum errand_fault fault = ERRAND_GOOD;
    if (errands->sent > 0) {
        struct errand *before = at(errands, errands->sent - 1);
        before->next_ms = now_ms;
        fault = judge(before, patience_ms);
    }
    struct errand *errand = at(errands, errands->sent++);
    *errand = (struct errand){.sent_ms = now_ms, .next_ms = INT64_MAX};
    size_t length = strcspn(command, "\r\n");
    length = length < sizeof errand->command ? length : sizeof errand->command - 1;
    memcpy(errand->command, command, length);
    return fault;
}

/* All that is glued together, too. */
static void note_kinds(struct fibs_message_context *context, const char *line,
                       bool *kinds)
{
    while (*line != '\0') {
        struct fibs_message message;
        fibs_message_read(context, line, &message);
        kinds[message.id] = true;
        line = message.rest.length > 0 ? message.rest.text : "";
    }
}

static void read_answer(const char *answer, size_t size, bool *kinds)
{
    struct fibs_line reader;
    struct fibs_message_context context = {0};
    const char *line;
    fibs_line_init(&reader);
    while ((line = fibs_line_next(&reader, &answer, &size)) != NULL) {
        note_kinds(&context, line, kinds);
    }
    if (fibs_line_holds_board(&reader)) {
        kinds[FIBS_MSG_BOARD] = true;
    }
}

enum errand_fault errands_serve(struct errands *errands, int64_t answered_ms,
                                int64_t patience_ms, const char *answer, size_t size,
                                const struct errand **served)
{
    struct errand *errand = at(errands, errands->served++);
    errand->is_served = true;
    errand->answered_ms = size > 0 ? answered_ms : errand->sent_ms;
    read_answer(answer, size, errand->answer);
    *served = errand;
    return judge(errand, patience_ms);
}

void errands_hear(struct errands *errands, const char *line)
{
    bool nobody[FIBS_MSG_COUNT];
    bool *heard = errands->sent == 0 ? nobody : at(errands, errands->sent - 1)->heard;
    note_kinds(&errands->context, line, heard);
}

/* ---- out of turn ----------------------------------------------------------------- */

/* Lines with stars that grant what was asked for. */
static bool is_granted(const char *answer)
{
    static const char *const lines[] = {"** You are now playing", "** You invited ",
                                        "** You terminated", "** Please wait for "};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (begins_with(answer, lines[i])) {
            return true;
        }
    }
    return false;
}

static bool is_refused(const char *answer)
{
    return (begins_with(answer, "** ") && !is_granted(answer)) ||
           begins_with(answer, "You are not playing");
}

static bool has_word(const char *command, const char *const *words)
{
    for (; *words != NULL; words++) {
        if (begins_with(command, *words)) {
            return true;
        }
    }
    return false;
}

enum errand_refusal errand_refusal(const struct errand *errand, const char *answer)
{
    static const char *const game[] = {"roll",   "move",   "double", "accept",
                                       "reject", "resign", NULL};
    static const char *const lobby[] = {"invite", "join", "leave", NULL};
    if (!is_refused(answer)) {
        return ERRAND_TAKEN;
    }
    return has_word(errand->command, game)    ? ERRAND_OUT_OF_TURN
           : has_word(errand->command, lobby) ? ERRAND_TURNED_DOWN
                                              : ERRAND_TAKEN;
}
