#include "fibs/queue.h"

#include <string.h>

/* ---- the ring -------------------------------------------------------------------- */

static struct fibs_command *at(struct fibs_queue *queue, int i)
{
    return &queue->waiting[(queue->first + i) % FIBS_QUEUE_MAX];
}

void fibs_queue_clear(struct fibs_queue *queue)
{
    queue->first = queue->count = 0;
}

bool fibs_queue_add(struct fibs_queue *queue, const struct fibs_command *command)
{
    for (int i = 0; i < queue->count; i++) {
        if (strcmp(at(queue, i)->text, command->text) == 0) {
            return true;
        }
    }
    if (queue->count == FIBS_QUEUE_MAX) {
        return false;
    }
    *at(queue, queue->count++) = *command;
    return true;
}

bool fibs_queue_take(struct fibs_queue *queue, struct fibs_command *command)
{
    if (queue->count == 0) {
        return false;
    }
    *command = *at(queue, 0);
    queue->first = (queue->first + 1) % FIBS_QUEUE_MAX;
    queue->count--;
    return true;
}

static const bool is_game_command[FIBS_CMD_COUNT] = {
    [FIBS_CMD_INVITE] = true,   [FIBS_CMD_JOIN] = true,   [FIBS_CMD_LEAVE] = true,
    [FIBS_CMD_ROLL] = true,     [FIBS_CMD_DOUBLE] = true, [FIBS_CMD_ACCEPT] = true,
    [FIBS_CMD_REJECT] = true,   [FIBS_CMD_MOVE] = true,   [FIBS_CMD_RESIGN] = true,
    [FIBS_CMD_REDOUBLE] = true,
};

void fibs_queue_forget_game(struct fibs_queue *queue)
{
    int kept = 0;
    for (int i = 0; i < queue->count; i++) {
        if (!is_game_command[at(queue, i)->id]) {
            if (kept != i) {
                *at(queue, kept) = *at(queue, i);
            }
            kept++;
        }
    }
    queue->count = kept;
}

/* ---- answers --------------------------------------------------------------------- */

enum { ANSWERS_MAX = 5 };

/* Answers that do not begin with "** "; lines with "** " answer every command. */
static const struct {
    enum fibs_command_id command;
    enum fibs_message_id answers[ANSWERS_MAX]; /* up to FIBS_MSG_UNKNOWN */
} expected[] = {
    /* clang-format off */
    {FIBS_CMD_BYE,              {FIBS_MSG_GOODBYE, FIBS_MSG_GOODBYE_GAME_SAVED}},
    {FIBS_CMD_SAVE,             {FIBS_MSG_SETTINGS_SAVED}},
    {FIBS_CMD_SHOW_SAVED,       {FIBS_MSG_SAVED_HEADER, FIBS_MSG_SAVED_NONE}},
    {FIBS_CMD_SHOW_SAVED_COUNT, {FIBS_MSG_SAVED_COUNT, FIBS_MSG_SAVED_COUNT_NONE}},
    {FIBS_CMD_RAWWHO,           {FIBS_MSG_CLIP_WHO_END, FIBS_MSG_WHO_HEADER}},
    {FIBS_CMD_WHO_LIST,         {FIBS_MSG_CLIP_WHO_END, FIBS_MSG_WHO_HEADER}},
    {FIBS_CMD_WHO,              {FIBS_MSG_CLIP_WHO_INFO, FIBS_MSG_CLIP_WHO_END, FIBS_MSG_WHO_HEADER}},
    {FIBS_CMD_TIME,             {FIBS_MSG_SERVER_DATE}},
    {FIBS_CMD_JOIN,             {FIBS_MSG_RESUME_NOW_PLAYING, FIBS_MSG_GAME_START, FIBS_MSG_WAIT_JOIN}},
    {FIBS_CMD_BOARD,            {FIBS_MSG_BOARD, FIBS_MSG_BOARD_BAD, FIBS_MSG_NOT_PLAYING_OTHER}},
    {FIBS_CMD_ROLL,             {FIBS_MSG_YOU_ROLL, FIBS_MSG_YOU_CANT_MOVE}},
    {FIBS_CMD_DOUBLE,           {FIBS_MSG_YOU_DOUBLE, FIBS_MSG_YOU_DOUBLE_REDOUBLE}},
    {FIBS_CMD_ACCEPT,           {FIBS_MSG_YOU_ACCEPT_DOUBLE, FIBS_MSG_YOU_ACCEPT_REDOUBLE, FIBS_MSG_YOU_ACCEPT_RESIGN}},
    {FIBS_CMD_REJECT,           {FIBS_MSG_YOU_GIVE_UP, FIBS_MSG_YOU_REJECT_RESIGN}},
    {FIBS_CMD_MOVE,             {FIBS_MSG_BOARD, FIBS_MSG_MOVE_DONE, FIBS_MSG_YOU_WIN_GAME, FIBS_MSG_YOU_WIN_MATCH}},
    {FIBS_CMD_RESIGN,           {FIBS_MSG_YOU_RESIGN}},
    {FIBS_CMD_REDOUBLE,         {FIBS_MSG_YOU_REDOUBLE, FIBS_MSG_YOU_REDOUBLE_WAIT, FIBS_MSG_YOU_REDOUBLE_WAIT_LAST}},
    {FIBS_CMD_TELL,             {FIBS_MSG_CLIP_YOU_SAY, FIBS_MSG_SAY_TO_YOURSELF}},
    {FIBS_CMD_KIBITZ,           {FIBS_MSG_CLIP_YOU_KIBITZ}},
    {FIBS_CMD_SAY,              {FIBS_MSG_CLIP_YOU_SAY}},
    {FIBS_CMD_MESSAGE,          {FIBS_MSG_CLIP_MESSAGE_DELIVERED, FIBS_MSG_CLIP_MESSAGE_SAVED}},
    {FIBS_CMD_ADDRESS,          {FIBS_MSG_ADDRESS_SET, FIBS_MSG_ADDRESS_BAD}},
    {FIBS_CMD_BACK,             {FIBS_MSG_AWAY_BACK}},
    /* clang-format on */
};

/* Refusals of any command that do not begin with "** ". */
static const enum fibs_message_id refusals[] = {
    FIBS_MSG_AMBIGUOUS_NAME,
    FIBS_MSG_NOT_IMPLEMENTED,
    FIBS_MSG_ERR_NOT_PLAYING,
    FIBS_MSG_TRY_LATER,
};

/* Lines with "** " that answer no command, or follow an answer already given. */
static const enum fibs_message_id unasked[] = {
    FIBS_MSG_ALREADY_LOGGED_IN,
    FIBS_MSG_KICKED_SECOND_LOGIN,
    FIBS_MSG_INACTIVITY_KICK,
    FIBS_MSG_INVITE_WARNING,
    FIBS_MSG_INVITE_WARNING_U,
    FIBS_MSG_JOINED_YOU_N,
    FIBS_MSG_JOINED_YOU_UNLIMITED,
    FIBS_MSG_SAVED_OPP_LEFT,
    FIBS_MSG_SAVED_OPP_TERMINATED,
    FIBS_MSG_HEARD_YOU,
    FIBS_MSG_NOBODY_HEARD,
    FIBS_MSG_WAITFOR_FINALLY,
    FIBS_MSG_WAITING_FOR_YOU,
    FIBS_MSG_STOP_WATCH,
    FIBS_MSG_SHUTDOWN,
    FIBS_MSG_SHUTDOWN_NOTE,
};

static bool contains(const enum fibs_message_id *ids, size_t count,
                     enum fibs_message_id id)
{
    for (size_t i = 0; i < count; i++) {
        if (ids[i] == id) {
            return true;
        }
    }
    return false;
}

static bool is_starred(const struct fibs_message *message)
{
    return message->line.length > 3 && memcmp(message->line.text, "** ", 3) == 0;
}

bool fibs_is_answer(enum fibs_command_id command, const struct fibs_message *message)
{
    if (message->id == FIBS_MSG_UNKNOWN) {
        return false;
    }
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        if (expected[i].command == command &&
            contains(expected[i].answers, ANSWERS_MAX, message->id)) {
            return true;
        }
    }
    if (contains(refusals, sizeof refusals / sizeof refusals[0], message->id)) {
        return true;
    }
    return is_starred(message) &&
           !contains(unasked, sizeof unasked / sizeof unasked[0], message->id);
}
