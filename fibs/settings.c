#include "fibs/settings.h"

#include <stddef.h>
#include <string.h>

enum {
    FLIPS_MAX = 2,     /* the flip and one correction */
    TRIES_MAX = 4,     /* of commands that are harmless to repeat */
    TOGGLE_DOUBLE = 6, /* rows below */
    TOGGLE_READY = 12,
    TOGGLE_REPORT = 13
};

/* Name, index among the numbers of CLIP 2 (message.h), the two confirmations, and the
 * state that a bot needs (CLIP specification 1.3; `help toggle` of the server). */
static const struct {
    const char *name;
    int own_info;
    enum fibs_message_id yes, no;
    enum fibs_setting_value wanted;
} toggles[FIBS_TOGGLE_COUNT] = {
    /* clang-format off */
    {"allowpip",    0, FIBS_MSG_TG_ALLOWPIP_YES,   FIBS_MSG_TG_ALLOWPIP_NO,   FIBS_UNSURE},
    {"autoboard",   1, FIBS_MSG_TG_AUTOBOARD_YES,  FIBS_MSG_TG_AUTOBOARD_NO,  FIBS_YES},
    {"autodouble",  2, FIBS_MSG_TG_AUTODOUBLE_YES, FIBS_MSG_TG_AUTODOUBLE_NO, FIBS_NO},
    {"automove",    3, FIBS_MSG_TG_AUTOMOVE_YES,   FIBS_MSG_TG_AUTOMOVE_NO,   FIBS_NO},
    {"bell",        5, FIBS_MSG_TG_BELL_YES,       FIBS_MSG_TG_BELL_NO,       FIBS_NO},
    {"crawford",    6, FIBS_MSG_TG_CRAWFORD_YES,   FIBS_MSG_TG_CRAWFORD_NO,   FIBS_YES},
    [TOGGLE_DOUBLE] = {"double",      7, FIBS_MSG_TG_DOUBLE_YES,     FIBS_MSG_TG_DOUBLE_NO,     FIBS_YES},
    {"greedy",      9, FIBS_MSG_TG_GREEDY_YES,     FIBS_MSG_TG_GREEDY_NO,     FIBS_NO},
    {"moreboards", 10, FIBS_MSG_TG_MOREBOARDS_YES, FIBS_MSG_TG_MOREBOARDS_NO, FIBS_YES},
    {"moves",      11, FIBS_MSG_TG_MOVES_YES,      FIBS_MSG_TG_MOVES_NO,      FIBS_NO},
    {"notify",     12, FIBS_MSG_TG_NOTIFY_YES,     FIBS_MSG_TG_NOTIFY_NO,     FIBS_YES},
    {"ratings",    13, FIBS_MSG_TG_RATINGS_YES,    FIBS_MSG_TG_RATINGS_NO,    FIBS_YES},
    [TOGGLE_READY] = {"ready", 14, FIBS_MSG_TG_READY_YES,      FIBS_MSG_TG_READY_NO,      FIBS_UNSURE},
    [TOGGLE_REPORT] = {"report", 16, FIBS_MSG_TG_REPORT_YES,   FIBS_MSG_TG_REPORT_NO,     FIBS_NO},
    {"silent",     17, FIBS_MSG_TG_SILENT_YES,     FIBS_MSG_TG_SILENT_NO,     FIBS_YES},
    /* clang-format on */
};

/* Board style 3 is the "board:" line. The lengths have no effect in CLIP mode; 0 turns
 * wrapping and paging off on servers that differ. */
static const struct {
    const char *name;
    const char *value;
} variables[FIBS_VARIABLE_COUNT] = {
    {"boardstyle", "3"},
    {"linelength", "0"},
    {"pagelength", "0"},
};

enum { OWN_INFO_AWAY = 4, OWN_INFO_NUMBERS = 18 };

void fibs_settings_init(struct fibs_settings *settings)
{
    memset(settings, 0, sizeof *settings);
    for (int i = 0; i < FIBS_TOGGLE_COUNT; i++) {
        settings->known[i] = FIBS_UNSURE;
        settings->wanted[i] = toggles[i].wanted;
    }
}

/* ---- what is known --------------------------------------------------------------- */

static void learn(struct fibs_settings *settings, int toggle, bool is_on)
{
    settings->known[toggle] = is_on ? FIBS_YES : FIBS_NO;
    if (toggle == TOGGLE_READY && settings->wanted[toggle] == settings->known[toggle]) {
        settings->wanted[toggle] = FIBS_UNSURE;
    }
}

static bool is_ready_changing(const struct fibs_settings *settings)
{
    return settings->asked == FIBS_SETTING_TOGGLE &&
           settings->asked_index == TOGGLE_READY;
}

/* While a flip is open only its confirmation counts. */
void fibs_settings_note_ready(struct fibs_settings *settings, bool is_ready)
{
    if (!is_ready_changing(settings)) {
        learn(settings, TOGGLE_READY, is_ready);
    }
}

static bool learn_own_info(struct fibs_settings *settings,
                           const struct fibs_message *message)
{
    if (message->number_count < OWN_INFO_NUMBERS) {
        return false;
    }
    for (int i = 0; i < FIBS_TOGGLE_COUNT; i++) {
        learn(settings, i, message->numbers[toggles[i].own_info] != 0);
    }
    settings->is_away = message->numbers[OWN_INFO_AWAY] != 0;
    return true;
}

/* "ratings         YES" */
static bool learn_row(struct fibs_settings *settings,
                      const struct fibs_message *message)
{
    for (int i = 0; i < FIBS_TOGGLE_COUNT; i++) {
        if (fibs_slice_is(message->texts[0], toggles[i].name)) {
            learn(settings, i,
                  fibs_slice_is(message->texts[message->text_count - 1], "YES"));
            return true;
        }
    }
    return false;
}

static bool learn_variable(struct fibs_settings *settings,
                           const struct fibs_message *message)
{
    for (int i = 0; i < FIBS_VARIABLE_COUNT; i++) {
        if (fibs_slice_is(message->texts[0], variables[i].name)) {
            settings->variable_is_done[i] =
                fibs_slice_is(message->texts[1], variables[i].value);
            return true;
        }
    }
    return false;
}

static bool learn_confirmation(struct fibs_settings *settings, enum fibs_message_id id)
{
    for (int i = 0; i < FIBS_TOGGLE_COUNT; i++) {
        if (id == toggles[i].yes || id == toggles[i].no) {
            learn(settings, i, id == toggles[i].yes);
            return true;
        }
    }
    return false;
}

/* Whether the board says that the opponent may double and we may not, though the cube is
 * in the middle and the score forbids nobody to: nothing but our toggle does that. */
static bool shows_no_double(const struct fibs_board *board)
{
    int length = board->match_length;
    bool is_ours = strcmp(board->player[0], "You") == 0;
    bool is_free = board->score[0] + 1 < length && board->score[1] + 1 < length;
    return is_ours && is_free && board->turn != FIBS_NOBODY && board->cube == 1 &&
           !board->may_double[0] && board->may_double[1];
}

/* JIBS reads `double` the other way round, in all its texts. */
static bool learn_board(struct fibs_settings *settings, const struct fibs_board *board)
{
    if (settings->is_double_reversed || settings->known[TOGGLE_DOUBLE] != FIBS_YES ||
        !shows_no_double(board)) {
        return false;
    }
    settings->is_double_reversed = true;
    settings->wanted[TOGGLE_DOUBLE] = FIBS_NO;
    settings->flips[TOGGLE_DOUBLE] = 0;
    return true;
}

bool fibs_settings_note(struct fibs_settings *settings,
                        const struct fibs_message *message)
{
    switch (message->id) {
    case FIBS_MSG_CLIP_OWN_INFO:
        return learn_own_info(settings, message);
    case FIBS_MSG_BOARD:
        return learn_board(settings, &message->board);
    case FIBS_MSG_TOGGLE_ROW:
        return message->text_count > 1 && learn_row(settings, message);
    case FIBS_MSG_SET_VALUE_SET:
    case FIBS_MSG_SET_VALUE_IS:
        return message->text_count > 1 && learn_variable(settings, message);
    case FIBS_MSG_AWAY_SET:
        settings->is_away = true;
        return true;
    case FIBS_MSG_AWAY_BACK:
    case FIBS_MSG_AWAY_NOT:
        settings->is_away = false;
        return true;
    default:
        return learn_confirmation(settings, message->id);
    }
}

/* ---- what is to be done ---------------------------------------------------------- */

void fibs_settings_want_ready(struct fibs_settings *settings, bool ready)
{
    enum fibs_setting_value value = ready ? FIBS_YES : FIBS_NO;
    bool is_so = settings->known[TOGGLE_READY] == value && !is_ready_changing(settings);
    settings->wanted[TOGGLE_READY] = is_so ? FIBS_UNSURE : value;
    settings->flips[TOGGLE_READY] = 0;
    settings->was_listed = false;
}

void fibs_settings_want_reports(struct fibs_settings *settings)
{
    settings->wanted[TOGGLE_REPORT] = FIBS_YES;
}

static bool is_wrong(const struct fibs_settings *settings, int toggle)
{
    return settings->wanted[toggle] != FIBS_UNSURE &&
           settings->wanted[toggle] != settings->known[toggle];
}

static bool next_variable(struct fibs_settings *settings, struct fibs_command *command)
{
    for (int i = 0; i < FIBS_VARIABLE_COUNT; i++) {
        if (!settings->variable_is_done[i] && settings->variable_tries[i] < TRIES_MAX) {
            settings->variable_tries[i]++;
            settings->asked = FIBS_SETTING_VARIABLE;
            settings->asked_index = i;
            return fibs_command_set(command, variables[i].name, variables[i].value);
        }
    }
    return false;
}

static bool next_back(struct fibs_settings *settings, struct fibs_command *command)
{
    if (!settings->is_away || settings->back_tries == TRIES_MAX) {
        return false;
    }
    settings->back_tries++;
    settings->asked = FIBS_SETTING_AWAY;
    return fibs_command_plain(command, FIBS_CMD_BACK);
}

static bool next_list(struct fibs_settings *settings, struct fibs_command *command)
{
    for (int i = 0; i < FIBS_TOGGLE_COUNT && !settings->was_listed; i++) {
        if (is_wrong(settings, i) && settings->known[i] == FIBS_UNSURE) {
            settings->was_listed = true;
            settings->asked = FIBS_SETTING_LIST;
            return fibs_command_plain(command, FIBS_CMD_TOGGLE);
        }
    }
    return false;
}

static bool next_flip(struct fibs_settings *settings, struct fibs_command *command)
{
    for (int i = 0; i < FIBS_TOGGLE_COUNT; i++) {
        if (is_wrong(settings, i) && settings->known[i] != FIBS_UNSURE &&
            settings->flips[i] < FLIPS_MAX) {
            settings->flips[i]++;
            settings->asked = FIBS_SETTING_TOGGLE;
            settings->asked_index = i;
            return fibs_command_toggle(command, toggles[i].name);
        }
    }
    return false;
}

bool fibs_settings_next(struct fibs_settings *settings, struct fibs_command *command)
{
    return next_variable(settings, command) || next_back(settings, command) ||
           next_list(settings, command) || next_flip(settings, command);
}

const char *fibs_settings_given_up(struct fibs_settings *settings)
{
    for (int i = 0; i < FIBS_TOGGLE_COUNT; i++) {
        bool is_final = settings->known[i] == FIBS_UNSURE
                            ? settings->was_listed
                            : settings->flips[i] == FLIPS_MAX;
        if (is_wrong(settings, i) && is_final) {
            settings->wanted[i] = FIBS_UNSURE;
            return toggles[i].name;
        }
    }
    return NULL;
}

/* ---- answers --------------------------------------------------------------------- */

/* Returns whether the server refuses the command itself. */
static bool is_refusal(enum fibs_message_id id)
{
    return id == FIBS_MSG_UNKNOWN_COMMAND || id == FIBS_MSG_NOT_IMPLEMENTED ||
           id == FIBS_MSG_PERMISSION_DENIED;
}

static bool is_answer_of_variable(int variable, const struct fibs_message *message)
{
    switch (message->id) {
    case FIBS_MSG_SET_VALUE_SET:
    case FIBS_MSG_SET_VALUE_IS:
        return fibs_slice_is(message->texts[0], variables[variable].name);
    case FIBS_MSG_SET_INVALID:
    case FIBS_MSG_SET_BAD_BOARDSTYLE:
    case FIBS_MSG_SET_BAD_LINELENGTH:
    case FIBS_MSG_SET_BAD_PAGELENGTH:
        return true;
    default:
        return false;
    }
}

bool fibs_settings_is_answer(const struct fibs_settings *settings,
                             const struct fibs_message *message)
{
    int i = settings->asked_index;
    if (is_refusal(message->id)) {
        return true;
    }
    switch (settings->asked) {
    case FIBS_SETTING_VARIABLE:
        return is_answer_of_variable(i, message);
    case FIBS_SETTING_AWAY:
        return message->id == FIBS_MSG_AWAY_BACK || message->id == FIBS_MSG_AWAY_NOT;
    case FIBS_SETTING_LIST: /* the rows are in alphabetical order */
        return message->id == FIBS_MSG_TOGGLE_ROW &&
               fibs_slice_is(message->texts[0], "wrap");
    case FIBS_SETTING_TOGGLE:
        return message->id == toggles[i].yes || message->id == toggles[i].no ||
               message->id == FIBS_MSG_TOGGLE_UNKNOWN;
    case FIBS_SETTING_NONE:
        break;
    }
    return false;
}

void fibs_settings_answered(struct fibs_settings *settings,
                            const struct fibs_message *message)
{
    int i = settings->asked_index;
    if (settings->asked == FIBS_SETTING_VARIABLE && message != NULL) {
        settings->variable_is_done[i] = true; /* set, or refused for good */
    }
    if (settings->asked == FIBS_SETTING_TOGGLE) {
        if (message == NULL) {
            settings->known[i] = FIBS_UNSURE; /* perhaps flipped, perhaps not */
        } else if (message->id != toggles[i].yes && message->id != toggles[i].no) {
            settings->flips[i] = FLIPS_MAX; /* refused: the server has no such toggle */
        }
    }
    settings->asked = FIBS_SETTING_NONE;
}
