#include "fibs/bgammon/event.h"

#include <string.h>

#include <jansson.h>

#include "base/text.h"
#include "base/text_width.h"

/* ---- members --------------------------------------------------------------------- */

enum member_kind { IS_INT, IS_TIME, IS_BOOL, IS_NUMBER, IS_NAME, IS_TEXT, IS_HOPS };

/* A member of an object, and where it goes. */
struct member {
    const char *name;
    enum member_kind kind;
    size_t offset;
    int64_t least, most; /* of whole numbers; of texts, `most` is the room */
    bool may_miss;       /* then the field is 0 */
};

/* What is being read, for errors: "board: Player1". */
struct place {
    const char *type, *part;
    struct error *err;
};

static bool refuse_member(const struct place *place, const char *name, const char *what)
{
    return error_set_kind(place->err, ERROR_MALFORMED, "%.20s: %s%s%s: %s", place->type,
                          place->part, place->part[0] == '\0' ? "" : ".", name, what);
}

static bool read_integer(const json_t *value, const struct place *place,
                         const char *name, int64_t least, int64_t most, int64_t *number)
{
    char text[100];
    if (!json_is_integer(value)) {
        return refuse_member(place, name, "expected a whole number");
    }
    *number = json_integer_value(value);
    if (*number >= least && *number <= most) {
        return true;
    }
    FORMAT_TEXT(text, "%lld is not in %lld..%lld", (long long)*number, (long long)least,
                (long long)most);
    return refuse_member(place, name, text);
}

/* A rating may have a fraction, which is dropped. */
static bool read_rounded(const json_t *value, const struct place *place,
                         const struct member *member, int *number)
{
    double real = json_number_value(value);
    if (!json_is_number(value) || real < (double)member->least ||
        real > (double)member->most) {
        return refuse_member(place, member->name, "is no number in its range");
    }
    *number = (int)real;
    return true;
}

/* Cuts at `size`, never within a character of UTF-8. */
static bool read_string(const json_t *value, const struct place *place,
                        const struct member *member, char *text)
{
    size_t size = (size_t)member->most, length = json_string_length(value);
    if (!json_is_string(value)) {
        return refuse_member(place, member->name, "expected a text");
    }
    if (length >= size && member->kind == IS_NAME) {
        return refuse_member(place, member->name, "is too long");
    }
    const char *from = json_string_value(value);
    length = text_cut(from, length, size - 1);
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)from[i];
        text[i] = (char)(byte < ' ' || byte == 127 ? '?' : byte);
    }
    text[length] = '\0';
    return true;
}

static bool read_hop(const json_t *value, const struct place *place, const char *name,
                     struct bgammon_hop *hop)
{
    int64_t from = 0, to = 0;
    if (json_array_size(value) != 2) {
        return refuse_member(place, name, "expected [FROM, TO]");
    }
    if (!read_integer(json_array_get(value, 0), place, name, 0, BGAMMON_THEIR_BAR,
                      &from) ||
        !read_integer(json_array_get(value, 1), place, name, 0, BGAMMON_THEIR_BAR,
                      &to)) {
        return false;
    }
    *hop = (struct bgammon_hop){(int)from, (int)to};
    return true;
}

static bool read_hops(const json_t *value, const struct place *place, const char *name,
                      struct bgammon_hops *hops)
{
    if (!json_is_array(value) && !json_is_null(value)) {
        return refuse_member(place, name, "expected an array");
    }
    if (json_array_size(value) > BGAMMON_HOPS_MAX) {
        return refuse_member(place, name, "has too many hops");
    }
    hops->count = (int)json_array_size(value);
    for (int i = 0; i < hops->count; i++) {
        if (!read_hop(json_array_get(value, (size_t)i), place, name, &hops->hop[i])) {
            return false;
        }
    }
    return true;
}

static bool read_member(const json_t *value, const struct place *place,
                        const struct member *member, void *field)
{
    int64_t number = 0;
    switch (member->kind) {
    case IS_INT:
    case IS_TIME:
        if (!read_integer(value, place, member->name, member->least, member->most,
                          &number)) {
            return false;
        }
        if (member->kind == IS_TIME) {
            *(int64_t *)field = number;
        } else {
            *(int *)field = (int)number;
        }
        return true;
    case IS_BOOL:
        *(bool *)field = json_is_true(value);
        return json_is_boolean(value) ||
               refuse_member(place, member->name, "expected true or false");
    case IS_NUMBER:
        return read_rounded(value, place, member, field);
    case IS_NAME:
    case IS_TEXT:
        return read_string(value, place, member, field);
    case IS_HOPS:
        return read_hops(value, place, member->name, field);
    }
    return false;
}

/* `members` ends with a row without a name; offsets count from `base`. */
static bool read_members(const json_t *object, const struct place *place,
                         const struct member *members, void *base)
{
    if (!json_is_object(object)) {
        return refuse_member(place, "", "expected an object");
    }
    for (const struct member *member = members; member->name != NULL; member++) {
        const json_t *value = json_object_get(object, member->name);
        if (value == NULL && !member->may_miss) {
            return refuse_member(place, member->name, "is missing");
        }
        if (value != NULL &&
            !read_member(value, place, member, (char *)base + member->offset)) {
            return false;
        }
    }
    return true;
}

/* ---- tables ---------------------------------------------------------------------- */

#define EVENT(field)   offsetof(struct bgammon_event, field)
#define BOARD(field)   offsetof(struct bgammon_board, field)
#define SEAT(field)    offsetof(struct bgammon_player, field)
#define LISTING(field) offsetof(struct bgammon_listing, field)
#define TIME_MAX       INT64_C(999999999999999)
enum { NAME_ROOM = BGAMMON_NAME_SIZE, MANY = 1000000000, SCORE_MAX = 1000 };

/* clang-format off */
static const struct member of_welcome[] = {
    {"PlayerName", IS_NAME, EVENT(welcome.name), 0, NAME_ROOM, false},
    {"Clients", IS_INT, EVENT(welcome.clients), 0, MANY, true},
    {"Games", IS_INT, EVENT(welcome.games), 0, MANY, true},
    {0}};
static const struct member of_message[] = {
    {"Message", IS_TEXT, EVENT(text), 0, BGAMMON_TEXT_SIZE, false}, {0}};
static const struct member of_failure[] = {
    {"Reason", IS_TEXT, EVENT(text), 0, BGAMMON_TEXT_SIZE, true}, {0}};
static const struct member of_joined[] = {
    {"GameID", IS_INT, EVENT(joined.game), 0, INT32_MAX, false},
    {"PlayerNumber", IS_INT, EVENT(joined.number), 1, 2, false},
    {0}};
static const struct member of_rolled[] = {
    {"Roll1", IS_INT, EVENT(rolled[0]), 0, 6, false},
    {"Roll2", IS_INT, EVENT(rolled[1]), 0, 6, false},
    {"Roll3", IS_INT, EVENT(rolled[2]), 0, 6, true},
    {0}};
static const struct member of_moved[] = {{"Moves", IS_HOPS, EVENT(hops), 0, 0, false}, {0}};
static const struct member of_win[] = {
    {"Points", IS_INT, EVENT(win.points), 0, SCORE_MAX, false},
    {"Resigned", IS_NAME, EVENT(win.resigned), 0, NAME_ROOM, true},
    {0}};
static const struct member of_board[] = {
    {"Started", IS_TIME, BOARD(started), 0, TIME_MAX, true},
    {"Variant", IS_INT, BOARD(variant), 0, 2, false},
    {"Turn", IS_INT, BOARD(turn), 0, 2, false},
    {"Roll1", IS_INT, BOARD(roll[0]), 0, 6, false},
    {"Roll2", IS_INT, BOARD(roll[1]), 0, 6, false},
    {"Roll3", IS_INT, BOARD(roll[2]), 0, 6, true},
    {"Moves", IS_HOPS, BOARD(moves), 0, 0, true},
    {"Winner", IS_INT, BOARD(winner), 0, 2, false},
    {"Points", IS_INT, BOARD(points), 1, BGAMMON_POINTS_MAX, false},
    {"Crawford", IS_INT, BOARD(crawford), 0, 2, false},
    {"DoubleValue", IS_INT, BOARD(cube), 1, BGAMMON_CUBE_MAX, false},
    {"DoublePlayer", IS_INT, BOARD(cube_owner), 0, 2, false},
    {"DoubleOffered", IS_BOOL, BOARD(is_double_offered), 0, 0, false},
    {"Available", IS_HOPS, BOARD(available), 0, 0, false},
    {"Forced", IS_BOOL, BOARD(is_forced), 0, 0, true},
    {"Spectating", IS_BOOL, BOARD(is_spectating), 0, 0, true},
    {0}};
static const struct member of_player[] = {
    {"Name", IS_NAME, SEAT(name), 0, NAME_ROOM, false},
    {"Number", IS_INT, SEAT(number), 0, 2, true},
    {"Rating", IS_NUMBER, SEAT(rating), -MANY, MANY, true},
    {"Points", IS_INT, SEAT(points), 0, SCORE_MAX, false},
    {"Inactive", IS_INT, SEAT(inactive), 0, MANY, true},
    {0}};
static const struct member of_listing[] = {
    {"ID", IS_INT, LISTING(id), 0, INT32_MAX, false},
    {"Password", IS_BOOL, LISTING(has_password), 0, 0, false},
    {"Points", IS_INT, LISTING(points), 0, BGAMMON_POINTS_MAX, false},
    {"Players", IS_INT, LISTING(players), 0, 2, false},
    {"Rating", IS_NUMBER, LISTING(rating), -MANY, MANY, true},
    {"Name", IS_TEXT, LISTING(name), 0, NAME_ROOM, true},
    {0}};
static const struct member of_nothing[] = {{0}};
static const struct member of_all[] = {
    {"Player", IS_NAME, EVENT(player), 0, NAME_ROOM, true}, {0}};
/* clang-format on */

/* ---- larger parts ---------------------------------------------------------------- */

/* Our men are positive, theirs negative; each bar and home is of one side. */
static bool read_slots(const json_t *array, const struct place *place, int *slots)
{
    char name[20];
    if (!json_is_array(array) || json_array_size(array) != BGAMMON_SLOTS) {
        return refuse_member(place, "Board", "expected 28 numbers");
    }
    for (int i = 0; i < BGAMMON_SLOTS; i++) {
        bool is_ours = i == BGAMMON_OFF || i == BGAMMON_BAR;
        bool is_theirs = i == BGAMMON_THEIR_OFF || i == BGAMMON_THEIR_BAR;
        int64_t count = 0;
        FORMAT_TEXT(name, "Board[%d]", i);
        if (!read_integer(json_array_get(array, (size_t)i), place, name,
                          is_ours ? 0 : -15, is_theirs ? 0 : 15, &count)) {
            return false;
        }
        slots[i] = (int)count;
    }
    return true;
}

static bool read_board(const json_t *object, const struct place *place,
                       struct bgammon_event *event)
{
    static const char *const names[2] = {"Player1", "Player2"};
    struct bgammon_board *board = &event->board;
    for (int i = 0; i < 2; i++) {
        const struct place at = {place->type, names[i], place->err};
        if (!read_members(json_object_get(object, names[i]), &at, of_player,
                          &board->players[i])) {
            return false;
        }
    }
    if ((board->cube & (board->cube - 1)) != 0) {
        return refuse_member(place, "DoubleValue", "is no power of two");
    }
    return read_slots(json_object_get(object, "Board"), place, board->slots);
}

static bool read_games(const json_t *object, const struct place *place,
                       struct bgammon_event *event)
{
    const json_t *games = json_object_get(object, "Games");
    const struct place at = {place->type, "Games", place->err};
    if (!json_is_array(games) && !json_is_null(games)) {
        return refuse_member(place, "Games", "expected an array");
    }
    size_t count = json_array_size(games);
    count = count < BGAMMON_GAMES_MAX ? count : BGAMMON_GAMES_MAX;
    event->list.count = (int)count;
    for (size_t i = 0; i < count; i++) {
        if (!read_members(json_array_get(games, i), &at, of_listing,
                          &event->list.games[i])) {
            return false;
        }
    }
    return true;
}

/* ---- events ---------------------------------------------------------------------- */

struct event_row {
    const char *name;
    enum bgammon_event_type type;
    const struct member *members;
    size_t base; /* that their offsets count from */
    bool (*more)(const json_t *object, const struct place *place,
                 struct bgammon_event *event);
};

static const struct event_row rows[] = {
    {"welcome", BGAMMON_WELCOME, of_welcome, 0, NULL},
    {"settings", BGAMMON_SETTINGS, of_nothing, 0, NULL},
    {"notice", BGAMMON_NOTICE, of_message, 0, NULL},
    {"ping", BGAMMON_PING, of_message, 0, NULL},
    {"say", BGAMMON_SAY, of_message, 0, NULL},
    {"list", BGAMMON_LIST, of_nothing, 0, read_games},
    {"joined", BGAMMON_JOINED, of_joined, 0, NULL},
    {"left", BGAMMON_LEFT, of_nothing, 0, NULL},
    {"board", BGAMMON_BOARD, of_board, EVENT(board), read_board},
    {"rolled", BGAMMON_ROLLED, of_rolled, 0, NULL},
    {"moved", BGAMMON_MOVED, of_moved, 0, NULL},
    {"win", BGAMMON_WIN, of_win, 0, NULL},
    {"failedcreate", BGAMMON_FAILED_CREATE, of_failure, 0, NULL},
    {"failedjoin", BGAMMON_FAILED_JOIN, of_failure, 0, NULL},
    {"failedleave", BGAMMON_FAILED_LEAVE, of_failure, 0, NULL},
    {"failedroll", BGAMMON_FAILED_ROLL, of_failure, 0, NULL},
    {"failedmove", BGAMMON_FAILED_MOVE, of_failure, 0, NULL},
    {"failedok", BGAMMON_FAILED_OK, of_failure, 0, NULL},
    {"history", BGAMMON_HISTORY, of_nothing, 0, NULL},
    {"replay", BGAMMON_REPLAY, of_nothing, 0, NULL},
    {"achievements", BGAMMON_ACHIEVEMENTS, of_nothing, 0, NULL},
};

static bool read_event(const json_t *object, struct bgammon_event *event,
                       struct error *err)
{
    const char *type = json_string_value(json_object_get(object, "Type"));
    const struct place place = {type, "", err};
    if (type == NULL) {
        return error_set_kind(err, ERROR_MALFORMED, "Type: expected a text");
    }
    event->type = BGAMMON_UNKNOWN;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct event_row *row = &rows[i];
        if (strcmp(type, row->name) == 0) {
            event->type = row->type;
            return read_members(object, &place, of_all, event) &&
                   read_members(object, &place, row->members,
                                (char *)event + row->base) &&
                   (row->more == NULL || row->more(object, &place, event));
        }
    }
    return true;
}

/* A text of the server before the log-in, or an odd one after it. */
static void take_line_as_text(const char *line, struct bgammon_event *event)
{
    event->type = BGAMMON_TEXT;
    COPY_TEXT(event->text, line);
    for (char *at = event->text; *at != '\0'; at++) {
        *at = (unsigned char)*at < ' ' || *at == 127 ? '?' : *at;
    }
}

bool bgammon_event_read(const char *line, struct bgammon_event *event,
                        struct error *err)
{
    json_error_t fault;
    size_t length = strnlen(line, BGAMMON_LINE_MAX + 1);
    memset(event, 0, sizeof *event);
    if (length > BGAMMON_LINE_MAX) {
        return error_set_kind(err, ERROR_MALFORMED, "a line is longer than %d bytes",
                              BGAMMON_LINE_MAX);
    }
    if (line[strspn(line, " \t")] != '{') {
        take_line_as_text(line, event);
        return true;
    }
    json_t *object = json_loadb(line, length, 0, &fault);
    if (object == NULL) {
        return error_set_kind(err, ERROR_MALFORMED, "byte %d: %s", fault.position,
                              fault.text);
    }
    bool is_read = read_event(object, event, err);
    json_decref(object);
    return is_read;
}
