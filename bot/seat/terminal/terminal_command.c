#include "bot/seat/terminal/terminal_command.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/nearest.h"
#include "base/text.h"
#include "bot/seat/link/seat_store.h"
#include "bot/seat/terminal/terminal_pace.h"

enum { WORD_SIZE = 40, LENGTH_MAX = 25 };

/* What follows the word of a command. */
struct command_words {
    char first[WORD_SIZE], second[WORD_SIZE];
    const char *rest; /* all of it */
};

typedef bool command_reader(const struct command_words *words,
                            const struct seat_view *view,
                            struct terminal_command *command, struct error *err);

static struct seat_action *one_action(struct terminal_command *command,
                                      enum seat_action_type type)
{
    command->verb = TERMINAL_ACT;
    command->count = 1;
    memset(&command->actions[0], 0, sizeof command->actions[0]);
    command->actions[0].type = type;
    return &command->actions[0];
}

/* ---- plays ----------------------------------------------------------------------- */

static bool is_separator(char c)
{
    return c == ' ' || c == ',' || c == ';';
}

/* "bar", "b", "off", "o", "13"; advances past it. */
static bool take_point(const char **text, int *point)
{
    static const struct {
        const char *word;
        int point;
    } words[] = {{"bar", POINT_BAR}, {"off", POINT_OFF}, {"home", POINT_OFF},
                 {"b", POINT_BAR},   {"o", POINT_OFF},   {"h", POINT_OFF}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].word);
        if (strncasecmp(*text, words[i].word, length) == 0) {
            *text += length;
            *point = words[i].point;
            return true;
        }
    }
    size_t digits = strspn(*text, "0123456789");
    *point = digits > 0 && digits < 3 ? atoi(*text) : -1;
    *text += digits;
    return *point >= 0 && *point <= POINT_BAR;
}

static bool add_hops(struct terminal_command *command, int from, int to, int times)
{
    for (int i = 0; i < times; i++) {
        if (command->count == CHECKER_MOVES_MAX || to >= from) {
            return false;
        }
        command->actions[command->count++] =
            (struct seat_action){.type = SEAT_ACT_HOP, .from = from, .to = to};
    }
    return true;
}

/* "24/18*(2)", "24-18", "24/18/13": hops of a checker; advances past it. */
static bool take_path(const char **text, struct terminal_command *command)
{
    int points[CHECKER_MOVES_MAX + 1], count = 0, times = 1;
    do {
        *text += count > 0; /* the stroke */
        if (count > CHECKER_MOVES_MAX || !take_point(text, &points[count++])) {
            return false;
        }
        *text += **text == '*';
    } while (**text == '/' || **text == '-');
    if (**text == '(' && (*text)[1] >= '1' && (*text)[1] <= '4' && (*text)[2] == ')') {
        times = (*text)[1] - '0';
        *text += 3;
    }
    bool is_good = count > 1;
    for (int i = 1; i < count; i++) {
        is_good = is_good && add_hops(command, points[i - 1], points[i], times);
    }
    return is_good && (**text == '\0' || is_separator(**text));
}

/* The hops of a text that is no whole play: made one after another. */
static bool read_hop_words(const char *text, struct terminal_command *command)
{
    command->verb = TERMINAL_ACT;
    command->count = 0;
    while (is_separator(*text)) {
        text++;
    }
    while (*text != '\0') {
        if (!take_path(&text, command)) {
            return false;
        }
        while (is_separator(*text)) {
            text++;
        }
    }
    return command->count > 0;
}

void terminal_command_point(int point, char text[8])
{
    (void)snprintf(text, 8, "%s", point == POINT_BAR ? "bar" : "off");
    if (point != POINT_BAR && point != POINT_OFF) {
        (void)snprintf(text, 8, "%d", point);
    }
}

/* The seat would refuse the hop, too, but not say which. */
static bool check_hops(const struct terminal_command *command,
                       const struct seat_view *view, struct error *err)
{
    struct hops hops = view->hops;
    for (int i = 0; i < command->count; i++) {
        int from = command->actions[i].from, to = command->actions[i].to;
        char words[2][8];
        if (hops_move(&hops, from, to)) {
            continue;
        }
        terminal_command_point(from, words[0]);
        terminal_command_point(to, words[1]);
        if (from != POINT_BAR && hops.now.mine.at[POINT_BAR] > 0) {
            return error_set(err, "your checker on the bar must enter first");
        }
        return hops.now.mine.at[from] == 0
                   ? error_set(err, "you have no checker on %s%s",
                               from == POINT_BAR ? "the " : "", words[0])
                   : error_set(err, "%s/%s cannot be played with %d-%d", words[0],
                               words[1], hops.roll.high, hops.roll.low);
    }
    return true;
}

static bool is_whole_play(const char *text, const struct seat_view *view,
                          struct error *err)
{
    struct play_list list;
    struct play play;
    return notation_read(text, &view->hops.before, view->hops.roll, &list, &play, err);
}

static bool read_play(const char *text, const struct seat_view *view,
                      struct terminal_command *command, struct error *err)
{
    struct error why = {0};
    if (view->phase != SEAT_TO_PLAY) {
        return error_set(err, view->phase == SEAT_TO_ROLL
                                  ? "roll first"
                                  : "it is not your turn to play");
    }
    if (strlen(text) < NOTATION_SIZE && is_whole_play(text, view, &why)) {
        struct seat_action *action = one_action(command, SEAT_ACT_PLAY);
        COPY_TEXT(action->text, text);
        return true;
    }
    if (read_hop_words(text, command)) {
        return check_hops(command, view, err);
    }
    return error_set(err, "%s",
                     why.text[0] != '\0' ? why.text : "this play cannot be read");
}

/* ---- commands with arguments ------------------------------------------------------- */

static bool read_move(const struct command_words *words, const struct seat_view *view,
                      struct terminal_command *command, struct error *err)
{
    if (words->rest[0] == '\0') {
        return error_set(err, "which checkers? For example: 24/18 13/11");
    }
    return read_play(words->rest, view, command, err);
}

static bool is_money(const char *word)
{
    return strcasecmp(word, "money") == 0 || strcasecmp(word, "unlimited") == 0;
}

/* "new", "new 5", "new money expert", "new expert" */
static bool read_new(const struct command_words *words, const struct seat_view *view,
                     struct terminal_command *command, struct error *err)
{
    struct seat_action *action = one_action(command, SEAT_ACT_NEW);
    const char *length = words->first, *level = words->second;
    bool has_length = strspn(length, "-0123456789") > 0 || is_money(length);
    if (!has_length) {
        level = words->first;
    }
    action->number = view->board.ms.length > 0 ? view->board.ms.length : 5;
    if (has_length) {
        action->number = is_money(length) ? 0 : atoi(length);
        if (!is_money(length) && (action->number < 1 || action->number > LENGTH_MAX)) {
            return error_set(err, "a match has 1 to %d points, or is for money",
                             LENGTH_MAX);
        }
    }
    FORMAT_TEXT(action->level, "%.31s", level);
    return true;
}

/* The same where a match is not finished: it is given up. */
static bool read_forget(const struct command_words *words, const struct seat_view *view,
                        struct terminal_command *command, struct error *err)
{
    bool is_good = read_new(words, view, command, err);
    command->actions[0].drops = true;
    return is_good;
}

static bool read_level_word(const struct command_words *words,
                            const struct seat_view *view,
                            struct terminal_command *command, struct error *err)
{
    (void)view;
    if (words->first[0] == '\0') {
        return error_set(err, "which level? beginner to strongest, or a rating");
    }
    struct seat_action *action = one_action(command, SEAT_ACT_LEVEL);
    FORMAT_TEXT(action->level, "%.31s", words->first);
    return true;
}

static bool read_resign(const struct command_words *words, const struct seat_view *view,
                        struct terminal_command *command, struct error *err)
{
    static const char *const names[] = {"single", "gammon", "backgammon"};
    int games = words->first[0] == '\0' ? 1 : atoi(words->first);
    (void)view;
    for (int i = 0; i < 3; i++) {
        if (words->first[0] != '\0' &&
            strncasecmp(names[i], words->first, strlen(words->first)) == 0) {
            games = i + 1;
        }
    }
    one_action(command, SEAT_ACT_RESIGN)->number = games;
    return (games >= 1 && games <= 3) ||
           error_set(err, "resign 1, 2 (a gammon) or 3 (a backgammon)");
}

/* "auto roll on", "auto forced off" */
static bool read_auto(const struct command_words *words, const struct seat_view *view,
                      struct terminal_command *command, struct error *err)
{
    struct seat_action *action = one_action(command, SEAT_ACT_SET);
    const struct {
        const char *name;
        bool *choice;
    } rows[] = {{"roll", &action->choices.rolls},
                {"forced", &action->choices.forced},
                {"next", &action->choices.next}};
    action->choices = view->choices;
    bool is_on = strcasecmp(words->second, "on") == 0;
    bool is_off = strcasecmp(words->second, "off") == 0;
    bool is_told = is_on || is_off;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcasecmp(rows[i].name, words->first) == 0 &&
            (is_told || words->second[0] == '\0')) {
            *rows[i].choice = is_told ? is_on : !*rows[i].choice;
            return true;
        }
    }
    return error_set(err, "auto roll, auto forced or auto next, then on or off");
}

const char *terminal_command_pace(int pace)
{
    static const char *const names[] = {[TERMINAL_PACE_CALM] = "calm",
                                        [TERMINAL_PACE_NORMAL] = "normal",
                                        [TERMINAL_PACE_QUICK] = "quick"};
    return pace >= 0 && pace < TERMINAL_PACE_NONE ? names[pace] : NULL;
}

/* "pace quick" */
static bool read_pace(const struct command_words *words, const struct seat_view *view,
                      struct terminal_command *command, struct error *err)
{
    const char *name;
    (void)view;
    command->verb = TERMINAL_PACE;
    for (int i = 0; (name = terminal_command_pace(i)) != NULL; i++) {
        if (words->first[0] != '\0' &&
            strncasecmp(name, words->first, strlen(words->first)) == 0) {
            command->pace = i;
            return true;
        }
    }
    return error_set(err, "pace calm, pace normal or pace quick");
}

/* "tutor", "tutor warns", "tutor full 0.08" */
static bool read_tutor(const struct command_words *words, const struct seat_view *view,
                       struct terminal_command *command, struct error *err)
{
    static const char *const names[TERMINAL_TUTOR_MODES] = {"off", "warns", "full"};
    char *end = NULL;
    (void)view;
    command->verb = TERMINAL_TUTOR;
    command->warn = words->second[0] != '\0' ? strtod(words->second, &end) : -1.0;
    command->tutor = TERMINAL_TUTOR_MODES;
    for (int i = 0; i < TERMINAL_TUTOR_MODES && words->first[0] != '\0'; i++) {
        if (strncasecmp(names[i], words->first, strlen(words->first)) == 0) {
            command->tutor = i;
        }
    }
    bool is_number = end == NULL || (*end == '\0' && command->warn >= 0.0 &&
                                     command->warn <= SEAT_WARN_MAX);
    bool is_mode = command->tutor < TERMINAL_TUTOR_MODES || words->first[0] == '\0';
    return (is_number && is_mode) ||
           error_set(err,
                     "tutor off, tutor warns or tutor full; then, if you like, the "
                     "loss from which it asks, as 0.08");
}

/* ---- the table ------------------------------------------------------------------- */

static const struct command_kind {
    const char *word;
    const char *other; /* words that mean the same, or NULL */
    const char *arguments, *help;
    enum terminal_verb verb;
    enum seat_action_type type; /* TERMINAL_ACT without a reader */
    command_reader *read;
} kinds[] = {
    {"roll", NULL, "", "roll the dice", TERMINAL_ACT, SEAT_ACT_ROLL, NULL},
    {"move", NULL, "PLAY", "a play: 24/18 13/11, 24-18, 8/4(2), bar/21", TERMINAL_ACT,
     SEAT_ACT_PLAY, read_move},
    {"undo", NULL, "", "take the last checker back; clear: all of them", TERMINAL_ACT,
     SEAT_ACT_UNDO, NULL},
    {"clear", NULL, "", NULL /* listed with "undo" */, TERMINAL_ACT, SEAT_ACT_CLEAR,
     NULL},
    {"done", "send", "", "send the play; Enter does it, too", TERMINAL_ACT,
     SEAT_ACT_DONE, NULL},
    {"double", NULL, "", "offer the cube", TERMINAL_ACT, SEAT_ACT_DOUBLE, NULL},
    {"take", NULL, "", "take the cube; accept: a resignation, too", TERMINAL_ACT,
     SEAT_ACT_TAKE, NULL},
    {"pass", "drop", "", "pass a double; reject: a resignation, too", TERMINAL_ACT,
     SEAT_ACT_PASS, NULL},
    {"accept", "yes", "", NULL /* listed with "take" */, TERMINAL_ACT, SEAT_ACT_ACCEPT,
     NULL},
    {"reject", "no", "", NULL, TERMINAL_ACT, SEAT_ACT_REJECT, NULL},
    {"resign", NULL, "[1|2|3]", "resign a game, a gammon or a backgammon", TERMINAL_ACT,
     SEAT_ACT_RESIGN, read_resign},
    {"hint", NULL, "", "the best plays or cube action; pips: pip counts", TERMINAL_HINT,
     SEAT_ACTIONS, NULL},
    {"pips", "pipcount", "", NULL /* listed with "hint" */, TERMINAL_PIPS, SEAT_ACTIONS,
     NULL},
    {"analysis", "analyse", "", "error rate, luck and worst decisions so far",
     TERMINAL_ANALYSIS, SEAT_ACTIONS, NULL},
    {"board", NULL, "", "the board again; moves: the record of the game",
     TERMINAL_BOARD, SEAT_ACTIONS, NULL},
    {"moves", "record", "", NULL /* listed with "board" */, TERMINAL_MOVES,
     SEAT_ACTIONS, NULL},
    {"new", "play", "[POINTS|money] [LEVEL]", "begin a match", TERMINAL_ACT,
     SEAT_ACT_NEW, read_new},
    {"forget", NULL, "[POINTS|money] [LEVEL]", "give up, begin another match",
     TERMINAL_ACT, SEAT_ACT_NEW, read_forget},
    {"resume", NULL, "", "resume the saved match", TERMINAL_ACT, SEAT_ACT_RESUME, NULL},
    {"next", NULL, "", "go on to the next game", TERMINAL_ACT, SEAT_ACT_NEXT, NULL},
    {"level", NULL, "LEVEL", "of the bot: beginner to strongest, or a rating",
     TERMINAL_ACT, SEAT_ACT_LEVEL, read_level_word},
    {"auto", NULL, "roll|forced|next [on|off]", "what goes without asking",
     TERMINAL_ACT, SEAT_ACT_SET, read_auto},
    {"pace", NULL, "calm|normal|quick", "how fast the bot's plays are shown",
     TERMINAL_PACE, SEAT_ACTIONS, read_pace},
    {"tutor", NULL, "[off|warns|full [LOSS]]", "warns from LOSS on; why: more",
     TERMINAL_TUTOR, SEAT_ACTIONS, read_tutor},
    {"why", NULL, "", NULL /* listed with "tutor" */, TERMINAL_WHY, SEAT_ACTIONS, NULL},
    {"leave", NULL, "", "leave the match; it is saved", TERMINAL_ACT, SEAT_ACT_LEAVE,
     NULL},
    {"quit", "exit", "", "end the program, as Ctrl-C; a match is saved", TERMINAL_QUIT,
     SEAT_ACTIONS, NULL},
    {"help", "?", "", "this list", TERMINAL_HELP, SEAT_ACTIONS, NULL},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void write_row(const struct command_kind *kind, struct terminal_command_row *row)
{
    *row = (struct terminal_command_row){kind->word, kind->arguments, kind->help};
}

bool terminal_command_row(int i, struct terminal_command_row *row)
{
    if (i < 0 || i >= KINDS) {
        return false;
    }
    write_row(&kinds[i], row);
    return true;
}

/* The first command that begins so, as a whole word before those cut short; the table has
 * the usual ones first. */
static const struct command_kind *find_kind(const char *word)
{
    size_t length = strlen(word);
    for (int i = 0; i < KINDS; i++) {
        if (strcasecmp(kinds[i].word, word) == 0 ||
            (kinds[i].other != NULL && strcasecmp(kinds[i].other, word) == 0)) {
            return &kinds[i];
        }
    }
    for (int i = 0; i < KINDS; i++) {
        if (strncasecmp(kinds[i].word, word, length) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

bool terminal_command_find(const char *word, struct terminal_command_row *row)
{
    const struct command_kind *kind = find_kind(word);
    if (kind != NULL) {
        write_row(kind, row);
    }
    return kind != NULL;
}

static bool refuse_word(const char *word, struct error *err)
{
    struct nearest nearest = nearest_to(word);
    for (int i = 0; i < KINDS; i++) {
        nearest_offer(&nearest, kinds[i].word);
        if (kinds[i].other != NULL) {
            nearest_offer(&nearest, kinds[i].other);
        }
    }
    if (nearest.name != NULL) {
        return error_set(err, "\"%.30s\": did you mean %s?", word, nearest.name);
    }
    return error_set(err, "\"%.30s\" is not understood; ? lists the commands", word);
}

/* ---- lines ----------------------------------------------------------------------- */

/* What comes next at each phase, if it is allowed. */
static const struct {
    enum seat_phase phase;
    enum seat_action_type type;
    const char *words;
} nexts[] = {
    {SEAT_TO_ROLL, SEAT_ACT_ROLL, "roll"},
    {SEAT_TO_PLAY, SEAT_ACT_DONE, "send the play"},
    {SEAT_BETWEEN, SEAT_ACT_NEXT, "next game"},
    {SEAT_LOBBY, SEAT_ACT_RESUME, "resume it"},
    {SEAT_LOBBY, SEAT_ACT_NEW, "new match"},
    {SEAT_OVER, SEAT_ACT_NEW, "new match"},
};

static int find_next(const struct seat_view *view)
{
    for (size_t i = 0; i < sizeof nexts / sizeof nexts[0]; i++) {
        if (nexts[i].phase == view->phase && seat_view_allows(view, nexts[i].type)) {
            return (int)i;
        }
    }
    return -1;
}

const char *terminal_command_next(const struct seat_view *view)
{
    int next = find_next(view);
    return next < 0 ? "" : nexts[next].words;
}

static bool read_empty(const struct seat_view *view, struct terminal_command *command)
{
    static const struct command_words none = {.rest = ""};
    struct error err;
    int next = find_next(view);
    if (next < 0) {
        command->verb = TERMINAL_BOARD;
    } else if (nexts[next].type == SEAT_ACT_NEW) {
        return read_new(&none, view, command, &err);
    } else {
        (void)one_action(command, nexts[next].type);
    }
    return true;
}

/* "accept" and "reject" answer a double, too. */
static enum seat_action_type answer_to(const struct seat_view *view,
                                       enum seat_action_type type)
{
    bool is_doubled = seat_view_allows(view, SEAT_ACT_TAKE);
    return is_doubled && type == SEAT_ACT_ACCEPT   ? SEAT_ACT_TAKE
           : is_doubled && type == SEAT_ACT_REJECT ? SEAT_ACT_PASS
                                                   : type;
}

/* A play may begin with a number, or with the bar. */
static bool is_play(const char *text)
{
    return isdigit((unsigned char)text[0]) != 0 || strncasecmp(text, "bar/", 4) == 0 ||
           strncasecmp(text, "bar-", 4) == 0 || strncasecmp(text, "b/", 2) == 0 ||
           strncasecmp(text, "b-", 2) == 0;
}

bool terminal_command_read(const char *line, const struct seat_view *view,
                           struct terminal_command *command, struct error *err)
{
    struct command_words words = {.rest = ""};
    char word[WORD_SIZE] = "";
    int used = 0;
    memset(command, 0, sizeof *command);
    line += strspn(line, " \t");
    if (*line == '\0') {
        return read_empty(view, command);
    }
    if (is_play(line)) {
        return read_play(line, view, command, err);
    }
    (void)sscanf(line, "%39s%n", word, &used);
    words.rest = line + used + strspn(line + used, " \t");
    (void)sscanf(words.rest, "%39s %39s", words.first, words.second);
    const struct command_kind *kind = find_kind(word);
    if (kind == NULL) {
        return refuse_word(word, err);
    }
    command->verb = kind->verb;
    if (kind->read != NULL) {
        return kind->read(&words, view, command, err);
    }
    if (kind->verb == TERMINAL_ACT) {
        (void)one_action(command, answer_to(view, kind->type));
    }
    return true;
}
