#include "arena/protocol/ubgi_command.h"

#include <string.h>

#include "base/argument.h"
#include "engine/board/match_state.h"

/* Reads what follows the first word of a command. */
typedef enum ubgi_fault read_rest(struct ubgi_command *command, char *rest,
                                  struct error *err);

/* ---- words ----------------------------------------------------------------------- */

static enum ubgi_fault expected(struct error *err, const char *form)
{
    error_set(err, "expected: %s", form);
    return UBGI_BAD_COMMAND;
}

static bool read_number(const char *word, int least, int most, int *number)
{
    return argument_int("", word, least, most, number, NULL);
}

/* "on", "off" */
static bool read_switch(const char *word, bool *is_on)
{
    *is_on = strcmp(word, "on") == 0;
    return *is_on || strcmp(word, "off") == 0;
}

/* "center", "p0", "p1" as -1, 0, 1 */
static bool read_owner(const char *word, int *owner)
{
    static const char *const words[] = {"center", "p0", "p1"};
    for (int i = 0; i < 3; i++) {
        if (strcmp(word, words[i]) == 0) {
            *owner = i - 1;
            return true;
        }
    }
    return false;
}

/* ---- commands -------------------------------------------------------------------- */

static enum ubgi_fault read_nothing(struct ubgi_command *command, char *rest,
                                    struct error *err)
{
    return *rest == '\0' ? UBGI_NO_FAULT : expected(err, command->text);
}

static bool read_session_word(struct ubgi_command *command, const char *name,
                              const char *value)
{
    if (strcmp(name, "type") == 0) {
        return strcmp(value, "money") == 0 || strcmp(value, "match") == 0;
    }
    if (strcmp(name, "length") == 0) {
        return read_number(value, 1, MATCH_LENGTH_MAX, &command->number[0]);
    }
    if (strcmp(name, "jacoby") == 0) {
        return read_switch(value, &command->has_jacoby);
    }
    return strcmp(name, "crawford") == 0 && read_switch(value, &command->has_crawford);
}

static enum ubgi_fault read_session(struct ubgi_command *command, char *rest,
                                    struct error *err)
{
    bool is_match = false;
    command->has_crawford = true;
    while (*rest != '\0') {
        const char *name = ubgi_next_word(&rest);
        const char *value = ubgi_next_word(&rest);
        is_match |= strcmp(name, "type") == 0 && strcmp(value, "match") == 0;
        if (!read_session_word(command, name, value)) {
            return expected(err, "newsession type money|match [length 1..99] [jacoby "
                                 "on|off] [crawford on|off]");
        }
    }
    if (is_match != (command->number[0] > 0)) {
        error_set(err, "a match has a length, money play none");
        return UBGI_BAD_VALUE;
    }
    return UBGI_NO_FAULT;
}

/* Two numbers and nothing more. */
static enum ubgi_fault read_two(struct ubgi_command *command, char *rest, int most,
                                const char *form, struct error *err)
{
    for (int i = 0; i < 2; i++) {
        const char *word = ubgi_next_word(&rest);
        if (*word == '\0') {
            return expected(err, form);
        }
        if (!read_number(word, 0, most, &command->number[i])) {
            error_set(err, "%.40s: expected 0..%d", word, most);
            return UBGI_BAD_VALUE;
        }
    }
    return *rest == '\0' ? UBGI_NO_FAULT : expected(err, form);
}

static enum ubgi_fault read_score(struct ubgi_command *command, char *rest,
                                  struct error *err)
{
    return read_two(command, rest, MATCH_LENGTH_MAX, "setscore P0 P1", err);
}

static enum ubgi_fault read_two_dice(struct ubgi_command *command, char *rest,
                                     struct error *err)
{
    enum ubgi_fault fault = read_two(command, rest, 6, "dice D1 D2", err);
    if (fault == UBGI_NO_FAULT &&
        (command->number[0] == 0) != (command->number[1] == 0)) {
        error_set(err, "one die alone");
        return UBGI_BAD_VALUE;
    }
    return fault;
}

static enum ubgi_fault read_cube(struct ubgi_command *command, char *rest,
                                 struct error *err)
{
    enum { CUBE_MOST = 1 << 20 };
    int *value = &command->number[0];
    bool is_good = strcmp(ubgi_next_word(&rest), "value") == 0;
    const char *word = ubgi_next_word(&rest);
    bool is_value =
        read_number(word, 1, CUBE_MOST, value) && (*value & (*value - 1)) == 0;
    is_good = is_good && strcmp(ubgi_next_word(&rest), "owner") == 0 &&
              read_owner(ubgi_next_word(&rest), &command->owner) && *rest == '\0';
    if (is_good && !is_value) {
        error_set(err, "setcube value %.40s: expected a power of 2, 1..%d", word,
                  CUBE_MOST);
        return UBGI_BAD_VALUE;
    }
    return is_good ? UBGI_NO_FAULT
                   : expected(err, "setcube value N owner center|p0|p1");
}

static enum ubgi_fault read_turn(struct ubgi_command *command, char *rest,
                                 struct error *err)
{
    bool is_good = read_owner(ubgi_next_word(&rest), &command->owner) &&
                   command->owner >= 0 && *rest == '\0';
    return is_good ? UBGI_NO_FAULT : expected(err, "setturn p0|p1");
}

static enum ubgi_fault read_position_command(struct ubgi_command *command, char *rest,
                                             struct error *err)
{
    const char *form = ubgi_next_word(&rest);
    command->value = rest;
    if (*form == '\0' || *rest == '\0') {
        return expected(err, "position gnubgid|xgid ID");
    }
    if (strcmp(form, "gnubgid") != 0 && strcmp(form, "xgid") != 0) {
        error_set(err, "position %.40s", form);
        return UBGI_UNSUPPORTED;
    }
    return UBGI_NO_FAULT;
}

/* ---- go -------------------------------------------------------------------------- */

static bool read_role(const char *word, enum ubgi_role *role)
{
    static const char *const words[] = {
        [UBGI_CHEQUER] = "chequer", [UBGI_CUBE] = "cube", [UBGI_TURN] = "turn"};
    for (int i = UBGI_CHEQUER; i <= UBGI_TURN; i++) {
        if (strcmp(word, words[i]) == 0) {
            *role = (enum ubgi_role)i;
            return true;
        }
    }
    return false;
}

static enum ubgi_fault read_limit(struct ubgi_limits *limit, const char *name,
                                  const char *value, struct error *err)
{
    enum { NUMBER_MAX = 1000000000 };
    const struct {
        const char *name;
        int *to;
    } limits[] = {{"movetime", &limit->movetime_ms},
                  {"depth", &limit->depth},
                  {"nodes", &limit->nodes},
                  {"trials", &limit->trials}};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (strcmp(name, limits[i].name) == 0) {
            if (read_number(value, 1, NUMBER_MAX, limits[i].to)) {
                return UBGI_NO_FAULT;
            }
            error_set(err, "%s %.40s: expected a number from 1", name, value);
            return UBGI_BAD_VALUE;
        }
    }
    return expected(err, "go [chequer|cube|turn] [movetime MS] [depth N]");
}

static enum ubgi_fault read_go(struct ubgi_command *command, char *rest,
                               struct error *err)
{
    enum ubgi_fault fault = UBGI_NO_FAULT;
    while (*rest != '\0' && fault == UBGI_NO_FAULT) {
        const char *word = ubgi_next_word(&rest);
        bool is_named = strcmp(word, "role") == 0;
        if (is_named) {
            word = ubgi_next_word(&rest);
        }
        if (!read_role(word, &command->role)) {
            fault = is_named
                        ? expected(err, "go role chequer|cube|turn")
                        : read_limit(&command->limit, word, ubgi_next_word(&rest), err);
        }
    }
    return fault;
}

/* ---- settings -------------------------------------------------------------------- */

static enum ubgi_fault read_set(struct ubgi_command *command, char *rest,
                                struct error *err)
{
    command->name = ubgi_next_word(&rest);
    command->value = rest;
    return *command->name != '\0' && *rest != '\0' ? UBGI_NO_FAULT
                                                   : expected(err, "set KEY VALUE");
}

static enum ubgi_fault read_set_option(struct ubgi_command *command, char *rest,
                                       struct error *err)
{
    bool is_good = strcmp(ubgi_next_word(&rest), "name") == 0;
    command->name = ubgi_next_word(&rest);
    is_good = is_good && strcmp(ubgi_next_word(&rest), "value") == 0;
    command->value = rest;
    return is_good && *rest != '\0' ? UBGI_NO_FAULT
                                    : expected(err, "setoption name NAME value VALUE");
}

static enum ubgi_fault read_get(struct ubgi_command *command, char *rest,
                                struct error *err)
{
    command->name = ubgi_next_word(&rest);
    return *command->name != '\0' && *rest == '\0' ? UBGI_NO_FAULT
                                                   : expected(err, "get KEY");
}

/* ---- lines ----------------------------------------------------------------------- */

static const struct {
    const char *word;
    enum ubgi_command_kind kind;
    read_rest *read;
} commands[] = {
    {"", UBGI_EMPTY, read_nothing},
    {"ubgi", UBGI_HELLO, read_nothing},
    {"isready", UBGI_IS_READY, read_nothing},
    {"quit", UBGI_QUIT, read_nothing},
    {"stop", UBGI_STOP, read_nothing},
    {"newgame", UBGI_NEW_GAME, read_nothing},
    {"newsession", UBGI_NEW_SESSION, read_session},
    {"setscore", UBGI_SET_SCORE, read_score},
    {"setcube", UBGI_SET_CUBE, read_cube},
    {"setturn", UBGI_SET_TURN, read_turn},
    {"position", UBGI_POSITION, read_position_command},
    {"dice", UBGI_DICE, read_two_dice},
    {"go", UBGI_GO, read_go},
    {"set", UBGI_SET, read_set},
    {"setoption", UBGI_SET_OPTION, read_set_option},
    {"get", UBGI_GET, read_get},
    {"keys", UBGI_KEYS, read_nothing},
};

static bool is_bare_position(const char *line)
{
    return strncmp(line, "XGID=", strlen("XGID=")) == 0 ||
           strncmp(line, "board:", strlen("board:")) == 0;
}

/* Copies the line without blanks at its ends. */
static bool copy_line(const char *line, char text[UBGI_LINE_SIZE])
{
    static const char ends[] = " \t\r";
    line += strspn(line, ends);
    size_t length = strlen(line);
    while (length > 0 && strchr(ends, line[length - 1]) != NULL) {
        length--;
    }
    if (length >= UBGI_LINE_SIZE) {
        return false;
    }
    memcpy(text, line, length);
    text[length] = '\0';
    return true;
}

enum ubgi_fault ubgi_command_read(const char *line, struct ubgi_command *command,
                                  struct error *err)
{
    *command = (struct ubgi_command){.name = "", .value = ""};
    if (!copy_line(line, command->text)) {
        error_set(err, "a line may have %d bytes", UBGI_LINE_SIZE - 1);
        return UBGI_BAD_COMMAND;
    }
    if (is_bare_position(command->text)) {
        command->kind = UBGI_BARE_POSITION;
        command->value = command->text;
        return UBGI_NO_FAULT;
    }
    char *rest = command->text;
    const char *word = ubgi_next_word(&rest);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(word, commands[i].word) == 0) {
            command->kind = commands[i].kind;
            return commands[i].read(command, rest, err);
        }
    }
    error_set(err, "%.60s", word);
    return UBGI_BAD_COMMAND;
}
