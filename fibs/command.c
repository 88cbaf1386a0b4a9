#include "fibs/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "fibs/board.h"

enum {
    NAME_LENGTH_MAX = FIBS_NAME_MAX - 1,
    PASSWORD_MAX = 128,
    WORD_MAX = 64,
    HOPS_MAX = 4,
    BOUNDED_MAX = 99 /* longest match that has an end */
};

/* The arguments of a command. */
enum argument { NOTHING, OTHER, USER, USER_AND_TEXT, TEXT };

static const struct {
    const char *words;
    enum argument argument;
} commands[FIBS_CMD_COUNT] = {
    /* clang-format off */
    [FIBS_CMD_NONE]             = {"", OTHER},
    [FIBS_CMD_LOGIN]            = {"login", OTHER},
    [FIBS_CMD_BYE]              = {"bye", NOTHING},
    [FIBS_CMD_SET]              = {"set", OTHER},
    [FIBS_CMD_TOGGLE]           = {"toggle", OTHER}, /* or nothing: list them */
    [FIBS_CMD_SAVE]             = {"save", NOTHING},
    [FIBS_CMD_SHOW_SAVED]       = {"show saved", NOTHING},
    [FIBS_CMD_SHOW_SAVED_COUNT] = {"show savedcount", USER},
    [FIBS_CMD_RAWWHO]           = {"rawwho", USER},
    [FIBS_CMD_WHO_LIST]         = {"rawwho", NOTHING},
    [FIBS_CMD_WHO]              = {"who", NOTHING},
    [FIBS_CMD_TIME]             = {"time", NOTHING},
    [FIBS_CMD_INVITE]           = {"invite", OTHER},
    [FIBS_CMD_JOIN]             = {"join", USER}, /* or nothing: the next game */
    [FIBS_CMD_LEAVE]            = {"leave", NOTHING},
    [FIBS_CMD_BOARD]            = {"board", NOTHING},
    [FIBS_CMD_ROLL]             = {"roll", NOTHING},
    [FIBS_CMD_DOUBLE]           = {"double", NOTHING},
    [FIBS_CMD_ACCEPT]           = {"accept", NOTHING},
    [FIBS_CMD_REJECT]           = {"reject", NOTHING},
    [FIBS_CMD_MOVE]             = {"move", OTHER},
    [FIBS_CMD_RESIGN]           = {"resign", OTHER},
    [FIBS_CMD_REDOUBLE]         = {"redouble", NOTHING},
    [FIBS_CMD_TELL]             = {"tell", USER_AND_TEXT},
    [FIBS_CMD_KIBITZ]           = {"kibitz", TEXT},
    [FIBS_CMD_SAY]              = {"say", TEXT},
    [FIBS_CMD_MESSAGE]          = {"message", USER_AND_TEXT},
    [FIBS_CMD_BACK]             = {"back", NOTHING},
    [FIBS_CMD_ADDRESS]          = {"address", OTHER},
    [FIBS_CMD_QUESTION]         = {"question", OTHER},
    /* clang-format on */
};

/* ---- what may be sent ----------------------------------------------------- */

/* Printable ASCII: nothing in it can end the line or start a telnet command. */
static bool is_printable(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text < ' ' || *text > '~') {
            return false;
        }
    }
    return true;
}

static bool is_word(const char *text, size_t max)
{
    size_t length = strlen(text);
    return length > 0 && length <= max && is_printable(text) &&
           strchr(text, ' ') == NULL;
}

/* Letters and underscores, and digits except in front: some clones allow them. */
static bool is_name(const char *text)
{
#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
    size_t length = strspn(text, LETTERS "0123456789");
    return strspn(text, LETTERS) > 0 && length <= NAME_LENGTH_MAX &&
           text[length] == '\0';
#undef LETTERS
}

static bool is_text(const char *text)
{
    return text[strspn(text, " ")] != '\0' && is_printable(text);
}

static bool is_password(const char *text)
{
    size_t length = strlen(text);
    return length > 0 && length <= PASSWORD_MAX && is_printable(text) &&
           text[0] != ' ' && text[length - 1] != ' ';
}

/* ---- writing -------------------------------------------------------------- */

/* Empties the command; returns `is_good`, whether it may be written. */
static bool start_command(struct fibs_command *cmd, bool is_good)
{
    cmd->id = FIBS_CMD_NONE;
    cmd->text[0] = '\0';
    return is_good;
}

static bool is_command(enum fibs_command_id id)
{
    return id > FIBS_CMD_NONE && id < FIBS_CMD_COUNT;
}

/* Writes the command's words and then, like printf(), the arguments; truncates them to
 * what fits. */
__attribute__((format(printf, 3, 4))) static bool
write_command(struct fibs_command *cmd, enum fibs_command_id id, const char *format,
              ...)
{
    cmd->id = id;
    int length = snprintf(cmd->text, sizeof cmd->text, "%s", commands[id].words);
    va_list args;
    va_start(args, format);
    (void)vsnprintf(cmd->text + length, sizeof cmd->text - (size_t)length, format,
                    args);
    va_end(args);
    return true;
}

bool fibs_command_login(struct fibs_command *cmd, const char *client, const char *name,
                        const char *password)
{
    return start_command(cmd, is_word(client, FIBS_CLIENT_NAME_MAX) && is_name(name) &&
                                  is_password(password)) &&
           write_command(cmd, FIBS_CMD_LOGIN, " %s %d %s %s", client, FIBS_CLIP_VERSION,
                         name, password);
}

/* Returns whether `id` is a command with this kind of argument. */
static bool takes_argument(enum fibs_command_id id, enum argument argument)
{
    return is_command(id) && commands[id].argument == argument;
}

bool fibs_command_plain(struct fibs_command *cmd, enum fibs_command_id id)
{
    bool needs_nothing = id == FIBS_CMD_JOIN || id == FIBS_CMD_TOGGLE;
    return start_command(cmd, takes_argument(id, NOTHING) || needs_nothing) &&
           write_command(cmd, id, "%s", "");
}

bool fibs_command_set(struct fibs_command *cmd, const char *variable, const char *value)
{
    return start_command(cmd,
                         is_word(variable, WORD_MAX) && is_word(value, WORD_MAX)) &&
           write_command(cmd, FIBS_CMD_SET, " %s %s", variable, value);
}

bool fibs_command_toggle(struct fibs_command *cmd, const char *toggle)
{
    return start_command(cmd, is_word(toggle, WORD_MAX)) &&
           write_command(cmd, FIBS_CMD_TOGGLE, " %s", toggle);
}

bool fibs_command_user(struct fibs_command *cmd, enum fibs_command_id id,
                       const char *name)
{
    return start_command(cmd, takes_argument(id, USER) && is_name(name)) &&
           write_command(cmd, id, " %s", name);
}

bool fibs_command_invite(struct fibs_command *cmd, const char *name, int length)
{
    bool is_bounded = length >= 1 && length <= BOUNDED_MAX;
    if (!start_command(cmd, is_name(name))) {
        return false;
    }
    if (length == 0) {
        return write_command(cmd, FIBS_CMD_INVITE, " %s", name);
    }
    if (length == FIBS_UNLIMITED) {
        return write_command(cmd, FIBS_CMD_INVITE, " %s unlimited", name);
    }
    return is_bounded && write_command(cmd, FIBS_CMD_INVITE, " %s %d", name, length);
}

static bool is_point(int point)
{
    return point >= 1 && point <= FIBS_BOARD_POINTS - 2;
}

/* Writes " 24-18", " bar-20" or " 6-off"; returns its length, 0 if there is no such. */
static size_t write_hop(struct fibs_hop hop, char *text, size_t size)
{
    char from[8] = "bar", to[8] = "off";
    if ((!is_point(hop.from) && hop.from != FIBS_BAR) ||
        (!is_point(hop.to) && hop.to != FIBS_OFF)) {
        return 0;
    }
    if (hop.from != FIBS_BAR) {
        FORMAT_TEXT(from, "%d", hop.from);
    }
    if (hop.to != FIBS_OFF) {
        FORMAT_TEXT(to, "%d", hop.to);
    }
    return (size_t)snprintf(text, size, " %s-%s", from, to);
}

bool fibs_command_move(struct fibs_command *cmd, const struct fibs_hop *hops, int count)
{
    char text[HOPS_MAX * 16] = "";
    size_t length = 0;
    bool is_good = count >= 1 && count <= HOPS_MAX;
    for (int i = 0; is_good && i < count; i++) {
        size_t more = write_hop(hops[i], text + length, sizeof text - length);
        is_good = more > 0;
        length += more;
    }
    return start_command(cmd, is_good) && write_command(cmd, FIBS_CMD_MOVE, "%s", text);
}

bool fibs_command_resign(struct fibs_command *cmd, int games)
{
    static const char *const letters[] = {"", "n", "g", "b"};
    return start_command(cmd, games >= 1 && games <= 3) &&
           write_command(cmd, FIBS_CMD_RESIGN, " %s", letters[games]);
}

bool fibs_command_tell(struct fibs_command *cmd, enum fibs_command_id id,
                       const char *name, const char *text)
{
    return start_command(cmd, takes_argument(id, USER_AND_TEXT) && is_name(name) &&
                                  is_text(text)) &&
           write_command(cmd, id, " %s %s", name, text);
}

bool fibs_command_chat(struct fibs_command *cmd, enum fibs_command_id id,
                       const char *text)
{
    return start_command(cmd, takes_argument(id, TEXT) && is_text(text)) &&
           write_command(cmd, id, " %s", text);
}

bool fibs_command_address(struct fibs_command *cmd, const char *mail)
{
    return start_command(cmd, is_word(mail, WORD_MAX) && strchr(mail, '@') != NULL) &&
           write_command(cmd, FIBS_CMD_ADDRESS, " %s", mail);
}

/* Words that only ask; ALONE: with nothing behind them. */
bool fibs_command_question(struct fibs_command *cmd, const char *text)
{
    enum { ALONE, WITH };
    static const struct {
        const char *word;
        int most;
    } words[] = {
        {"toggle", ALONE},  {"set", ALONE},    {"away", ALONE},  {"gag", ALONE},
        {"blind", ALONE},   {"stat", ALONE},   {"motd", ALONE},  {"pip", ALONE},
        {"waitfor", ALONE}, {"last", ALONE},   {"about", ALONE}, {"unwatch", ALONE},
        {"version", ALONE}, {"average", WITH}, {"show", WITH},   {"whois", WITH},
        {"where", WITH},    {"ratings", WITH}, {"help", WITH},   {"oldmoves", WITH},
        {"look", WITH},     {"watch", WITH}};
    size_t length = strcspn(text, " ");
    bool is_known = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        is_known = is_known || (strlen(words[i].word) == length &&
                                strncmp(words[i].word, text, length) == 0 &&
                                (text[length] == '\0' || words[i].most == WITH));
    }
    if (!start_command(cmd, is_known && is_text(text) && strlen(text) < WORD_MAX)) {
        return false;
    }
    cmd->id = FIBS_CMD_QUESTION;
    COPY_TEXT(cmd->text, text);
    return true;
}

enum fibs_command_id fibs_command_find(const char *text)
{
    for (int i = FIBS_CMD_NONE + 1; i < FIBS_CMD_COUNT; i++) {
        size_t length = strlen(commands[i].words);
        if (strncmp(text, commands[i].words, length) == 0 &&
            (text[length] == ' ' || text[length] == '\0')) {
            return (enum fibs_command_id)i;
        }
    }
    return FIBS_CMD_NONE;
}

/* ---- logs ----------------------------------------------------------------- */

const char *fibs_command_name(enum fibs_command_id id)
{
    return is_command(id) ? commands[id].words : "none";
}

/* Returns the length of "login CLIENT 1008 NAME ". */
static int length_before_password(const char *text)
{
    int blanks = 0;
    int length = 0;
    while (text[length] != '\0' && blanks < 4) {
        blanks += text[length] == ' ' ? 1 : 0;
        length++;
    }
    return length;
}

void fibs_command_masked(const struct fibs_command *cmd, char *buffer, size_t size)
{
    if (cmd->id == FIBS_CMD_LOGIN) {
        (void)snprintf(buffer, size, "%.*s***", length_before_password(cmd->text),
                       cmd->text);
    } else {
        (void)snprintf(buffer, size, "%s", cmd->text);
    }
}
