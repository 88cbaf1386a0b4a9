#include "fibs/bgammon/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "base/text_width.h"

enum { NAME_LONGEST = 18, PONG_LONGEST = 40, TITLE_LONGEST = 60 };

static const char *const words[BGAMMON_COMMANDS] = {
    [BGAMMON_CMD_LIST] = "list",
    [BGAMMON_CMD_LEAVE] = "leave",
    [BGAMMON_CMD_ROLL] = "roll",
    [BGAMMON_CMD_DOUBLE] = "double",
    [BGAMMON_CMD_RESET] = "reset",
    [BGAMMON_CMD_OK] = "ok",
    [BGAMMON_CMD_RESIGN] = "resign",
    [BGAMMON_CMD_BOARD] = "board",
    [BGAMMON_CMD_DISCONNECT] = "disconnect",
};

__attribute__((format(printf, 3, 4))) static bool
write_text(struct bgammon_command *cmd, enum bgammon_command_id id, const char *format,
           ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(cmd->text, sizeof cmd->text, format, args);
    va_end(args);
    cmd->id = id;
    if (length < 0 || (size_t)length >= sizeof cmd->text) {
        *cmd = (struct bgammon_command){.id = BGAMMON_CMD_NONE};
        return false;
    }
    return true;
}

static bool write_nothing(struct bgammon_command *cmd)
{
    *cmd = (struct bgammon_command){.id = BGAMMON_CMD_NONE};
    return false;
}

/* Whether a text is 1..`longest` bytes that `is_good` likes. */
static bool is_made_of(const char *text, size_t longest, bool (*is_good)(unsigned char))
{
    size_t length = 0;
    while (text[length] != '\0' && length <= longest) {
        if (!is_good((unsigned char)text[length++])) {
            return false;
        }
    }
    return length > 0 && length <= longest;
}

static bool is_name_byte(unsigned char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '_';
}

static bool is_word_byte(unsigned char byte)
{
    return byte > ' ' && byte < 127;
}

static bool is_text_byte(unsigned char byte)
{
    return byte >= ' ' && byte != 127;
}

bool bgammon_command_login(struct bgammon_command *cmd, const char *client,
                           const char *name, const char *password)
{
    enum { PASSWORD_LONGEST = 160 };
    char word[PASSWORD_LONGEST + 1] = "";
    if (!is_made_of(client, BGAMMON_CLIENT_MAX, is_word_byte) ||
        !is_made_of(name, NAME_LONGEST, is_name_byte)) {
        return write_nothing(cmd);
    }
    if (password[0] == '\0') {
        return write_text(cmd, BGAMMON_CMD_LOGIN, "lj %s %s", client, name);
    }
    if (!is_made_of(password, PASSWORD_LONGEST, is_text_byte)) {
        return write_nothing(cmd);
    }
    for (size_t i = 0; password[i] != '\0'; i++) {
        word[i] = (char)(password[i] == ' ' ? '_' : password[i]);
    }
    bool is_written =
        write_text(cmd, BGAMMON_CMD_LOGIN, "lj %s %s %s", client, name, word);
    explicit_bzero(word, sizeof word);
    return is_written;
}

bool bgammon_command_plain(struct bgammon_command *cmd, enum bgammon_command_id id)
{
    if (id >= BGAMMON_COMMANDS || words[id] == NULL) {
        return write_nothing(cmd);
    }
    return write_text(cmd, id, "%s", words[id]);
}

bool bgammon_command_pong(struct bgammon_command *cmd, const char *message)
{
    return is_made_of(message, PONG_LONGEST, is_word_byte)
               ? write_text(cmd, BGAMMON_CMD_PONG, "pong %s", message)
               : write_text(cmd, BGAMMON_CMD_PONG, "pong 0");
}

bool bgammon_command_autoplay(struct bgammon_command *cmd, bool is_on)
{
    return write_text(cmd, BGAMMON_CMD_SET, "set autoplay %d", is_on ? 1 : 0);
}

bool bgammon_command_create(struct bgammon_command *cmd, int points, const char *title)
{
    if (points < 1 || points > BGAMMON_POINTS_MAX ||
        (title[0] != '\0' && !is_made_of(title, TITLE_LONGEST, is_text_byte))) {
        return write_nothing(cmd);
    }
    return write_text(cmd, BGAMMON_CMD_CREATE, "create public %d 0%s%s", points,
                      title[0] == '\0' ? "" : " ", title);
}

bool bgammon_command_move(struct bgammon_command *cmd, const struct bgammon_hop *hops,
                          int count)
{
    char text[BGAMMON_COMMAND_SIZE] = "";
    if (count < 1 || count > BGAMMON_MOVE_MAX) {
        return write_nothing(cmd);
    }
    for (int i = 0; i < count; i++) {
        bool is_from =
            hops[i].from == BGAMMON_BAR || (hops[i].from >= 1 && hops[i].from <= 24);
        if (!is_from || hops[i].to < BGAMMON_OFF || hops[i].to > 24 ||
            hops[i].to >= hops[i].from) {
            return write_nothing(cmd);
        }
        ADD_TEXT(text, " %d/%d", hops[i].from, hops[i].to);
    }
    return write_text(cmd, BGAMMON_CMD_MOVE, "move%s", text);
}

const char *bgammon_said_next(const char *text, char line[BGAMMON_SAID_MAX + 1])
{
    size_t length = strlen(text);
    size_t cut = text_cut(text, length, BGAMMON_SAID_MAX);
    size_t word = cut;
    while (cut < length && word > 0 && text[word] != ' ') {
        word--;
    }
    cut = word > 0 ? word : cut;
    memcpy(line, text, cut);
    line[cut] = '\0';
    return text + cut + strspn(text + cut, " ");
}

bool bgammon_command_say(struct bgammon_command *cmd, const char *text)
{
    char said[BGAMMON_SAID_MAX + 1];
    (void)bgammon_said_next(text, said);
    for (char *at = said; *at != '\0'; at++) {
        *at = is_text_byte((unsigned char)*at) ? *at : ' ';
    }
    return said[strspn(said, " ")] == '\0'
               ? write_nothing(cmd)
               : write_text(cmd, BGAMMON_CMD_SAY, "say %s", said);
}

/* ---- joining --------------------------------------------------------------------- */

static bool is_bot_name(const char *name)
{
    return strncasecmp(name, "BOT_", 4) == 0;
}

struct bgammon_seats bgammon_seats_listed(const struct bgammon_listing *listing)
{
    return (struct bgammon_seats){.game = listing->id};
}

struct bgammon_seats bgammon_seats_seen(int game, const struct bgammon_board *board)
{
    const struct bgammon_player *players = board->players;
    return (struct bgammon_seats){
        .game = game, .has_names = true, .name = {players[0].name, players[1].name}};
}

/* Both seats are taken, by us and a bot, or two bots: no person can come in between. */
static bool are_bots(const struct bgammon_seats *seats, const char *own_name)
{
    for (int i = 0; seats->has_names && i < 2; i++) {
        if (strcmp(seats->name[i], own_name) != 0 && !is_bot_name(seats->name[i])) {
            return false;
        }
    }
    return seats->has_names;
}

bool bgammon_command_join(struct bgammon_command *cmd,
                          const struct bgammon_seats *seats, const char *own_name,
                          bool is_person, struct error *err)
{
    bool is_bot = !is_person || is_bot_name(own_name);
    if (is_bot && !are_bots(seats, own_name)) {
        (void)write_nothing(cmd);
        return error_set_kind(err, ERROR_REFUSED,
                              "a bot may not join match %d: a person may sit there",
                              seats->game);
    }
    return write_text(cmd, BGAMMON_CMD_JOIN, "join %d", seats->game);
}
