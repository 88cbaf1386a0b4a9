/*
 * Reads matches in SGF, FF[4] GM[6], as GNU Backgammon and sgf_write.c write them: a
 * tree a game. Of variations the first is read; analysis is skipped. A game may begin with
 * checkers and cube set by hand (AE, AW, AB, CV, CP), as GNU Backgammon writes it after an
 * edit; where they are set behind a turn, the rest of it is left out. Gibbon's "resign:2"
 * and "accept" end a game where the root has no result (RE).
 *
 * White is player 1 in GNU Backgammon's files and ours, black in those of fibsbot 0.2.
 * Files of fibsbot 0.1.0 (AP[fibsbot] without a version) have all points mirrored, too.
 */
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/text_width.h"
#include "engine/board/position.h"
#include "match/match_format_internal.h"
#include "match/match_reader.h"
#include "match/text_line.h"

enum {
    VALUE_SIZE = 4096, /* comments are the longest; longer ones are cut off */
    ID_SIZE = 8,
    SCORE_MAX = 999999
};

enum { WHITE, BLACK }; /* as index */

/* The root of a game. */
struct root {
    struct record_heading heading;
    char player[2][RECORD_NAME_MAX], rank[2][RECORD_NAME_MAX], elo[2][RECORD_NAME_MAX];
    bool is_ours, is_black, is_mirrored; /* written by fibsbot; player 1 is black */
    bool denies_crawford;                /* the rule holds in another game */
    bool names_none; /* ... or the program named none: ours up to 0.3 */
    int game, score[2];
    int cube; /* at the start; 0: not a number */
    char result[RECORD_NAME_MAX];
};

struct sgf {
    FILE *file;
    struct match_reader reader;
    const char *id; /* of the property that is taken */
    long bytes;
    int depth;         /* of parentheses */
    bool is_variation; /* behind the first end of a variation */
    bool is_root;      /* in the first node of a game, which is not reported yet */
    bool has_matches;
    struct root root;
    struct record_setup setup; /* of the game before its first turn */
    bool has_setup;            /* which the reader has not heard of yet */
    bool has_turn;
    char player;  /* of PL */
    int resigned; /* points that were offered; 0: none */
    /* the turn of the node, which waits for the node's comment */
    char colour; /* '\0': none */
    int turn_line;
    char turn[RECORD_NAME_MAX];
    bool is_roll; /* the last turn is a roll that was not played */
    char comment[TEXT_GROWTH * VALUE_SIZE + 1];
    char game_comment[TEXT_GROWTH * VALUE_SIZE + 1];
    struct record_heading reported; /* of the match */
};

/* ---- values ---------------------------------------------------------------------- */

static int next_byte(struct sgf *sgf)
{
    int c = ++sgf->bytes <= TEXT_BYTES_MAX ? getc(sgf->file) : EOF;
    sgf->reader.line += c == '\n';
    return c;
}

/* Reads a value behind its bracket; what does not fit is left out. */
static void read_property_value(struct sgf *sgf, char value[VALUE_SIZE])
{
    size_t length = 0;
    bool is_cut = false;
    for (int c = next_byte(sgf); c != EOF && c != ']'; c = next_byte(sgf)) {
        c = c == '\\' ? next_byte(sgf) : c;
        if (c > 0 && length + 1 < VALUE_SIZE) { /* without NUL */
            value[length++] = (char)c;
        } else {
            is_cut = is_cut || c > 0;
        }
    }
    value[is_cut && length > 0 ? text_cut(value, length, length - 1) : length] = '\0';
}

static void copy_value(const char *value, char out[RECORD_NAME_MAX])
{
    char text[TEXT_GROWTH * VALUE_SIZE + 1];
    text_line_decode(value, text);
    match_reader_name(text, strlen(text), out);
}

/* The number of "NAME:12"; -1: it is not that. */
static int number_of(const char *value, const char *name, int most)
{
    size_t length = strlen(name);
    if (strncmp(value, name, length) != 0 || value[length] != ':') {
        return -1;
    }
    int number = strlen(value) < length + 8 ? atoi(value + length + 1) : -1;
    return number <= most ? number : -1;
}

/* ---- the root -------------------------------------------------------------------- */

/* A tree of another game is passed over. */
static void take_kind_of_game(struct sgf *sgf, const char *value)
{
    if (atoi(value) != 6) {
        match_reader_fault(&sgf->reader, "GM[%.10s] is not backgammon, GM[6]", value);
        sgf->root.result[0] = '\0';
        sgf->is_root = false;
        sgf->is_variation = true;
    }
}

/* MI[length:5], MI[game:0], MI[ws:0], MI[bs:0] */
static void take_match_info(struct sgf *sgf, const char *value)
{
    const struct {
        const char *name;
        int *number, most;
    } infos[] = {{"game", &sgf->root.game, SCORE_MAX},
                 {"ws", &sgf->root.score[WHITE], SCORE_MAX},
                 {"bs", &sgf->root.score[BLACK], SCORE_MAX}};
    if (strncmp(value, "length:", 7) == 0) {
        char *end;
        long length = strtol(value + 7, &end, 10);
        if (end == value + 7 || end[strspn(end, " \r\n")] != '\0') {
            match_reader_fault(&sgf->reader,
                               "MI[%.40s] has no number; taken for an unlimited match",
                               value);
            length = 0;
        }
        sgf->root.heading.length = match_reader_length(&sgf->reader, length);
    }
    for (size_t i = 0; i < sizeof infos / sizeof infos[0]; i++) {
        int number = number_of(value, infos[i].name, infos[i].most);
        if (number >= 0) {
            *infos[i].number = number;
        }
    }
}

static void take_game_text(struct sgf *sgf, const char *value)
{
    text_line_decode(value, sgf->game_comment);
    size_t length = strlen(sgf->game_comment);
    while (length > 0 && sgf->game_comment[length - 1] == ' ') {
        sgf->game_comment[--length] = '\0';
    }
}

static void take_date(struct sgf *sgf, const char *value)
{
    copy_value(value, sgf->root.heading.date);
    for (char *c = sgf->root.heading.date; *c != '\0'; c++) {
        *c = *c == '-' ? '.' : *c;
    }
}

static void take_rules(struct sgf *sgf, const char *value)
{
    sgf->root.heading.has_no_crawford = strstr(value, "Crawford") == NULL;
    sgf->root.denies_crawford =
        !sgf->root.heading.has_no_crawford && strstr(value, "CrawfordGame") == NULL;
    sgf->root.heading.has_jacoby = strstr(value, "Jacoby") != NULL;
    sgf->root.heading.has_no_cube = strstr(value, "NoCube") != NULL;
    const char *games[] = {strstr(value, "Nackgammon"), strstr(value, "Hyper")};
    const char *game = games[0] != NULL ? games[0] : games[1];
    copy_value(game != NULL ? game : "", sgf->root.heading.variation);
}

static void take_program(struct sgf *sgf, const char *value)
{
    static const char ours[] = "fibsbot";
    sgf->root.is_ours = strncmp(value, ours, strlen(ours)) == 0;
    sgf->root.is_mirrored = strcmp(value, ours) == 0;
    sgf->root.is_black = sgf->root.is_mirrored || strcmp(value, "fibsbot:0.2") == 0;
    sgf->root.names_none = sgf->root.is_black || strcmp(value, "fibsbot:0.3") == 0;
}

/* CV[2]: automatic doubles of money play. */
static void take_cube(struct sgf *sgf, const char *value)
{
    sgf->root.cube = strlen(value) < 6 ? atoi(value) : 0;
}

static void take_sgf_result(struct sgf *sgf, const char *value)
{
    (void)snprintf(sgf->root.result, sizeof sgf->root.result, "%s", value);
}

static enum record_side side_of(const struct sgf *sgf, char colour)
{
    return (colour == 'B') == sgf->root.is_black ? RECORD_ME : RECORD_OPPONENT;
}

/* Whether the root is of the match that was reported. */
static bool is_same_match(const struct sgf *sgf)
{
    const struct record_heading *a = &sgf->root.heading, *b = &sgf->reported;
    return sgf->root.game >= sgf->reader.game && a->length == b->length &&
           strcmp(a->my_name, b->my_name) == 0 && strcmp(a->opponent, b->opponent) == 0;
}

/* What the root says of a colour becomes that of a side. */
static void seat_player(struct root *root, int colour, enum record_side side)
{
    struct record_heading *h = &root->heading;
    memcpy(side == RECORD_ME ? h->my_name : h->opponent, root->player[colour],
           RECORD_NAME_MAX);
    if (root->is_ours) {
        memcpy(h->level[side], root->rank[colour], RECORD_NAME_MAX);
        memcpy(h->elo[side], root->elo[colour], RECORD_NAME_MAX);
    } else { /* others have ratings as ranks */
        memcpy(h->elo[side], root->rank[colour], RECORD_NAME_MAX);
    }
}

/* Behind the properties of the root. */
static void begin_sgf_game(struct sgf *sgf)
{
    struct match_reader *r = &sgf->reader;
    struct root *root = &sgf->root;
    const int mine = root->is_black ? BLACK : WHITE;
    sgf->is_root = false;
    sgf->resigned = 0;
    seat_player(root, mine, RECORD_ME);
    seat_player(root, 1 - mine, RECORD_OPPONENT);
    if (!sgf->has_matches || !is_same_match(sgf)) {
        const int last = root->heading.length - 1;
        match_reader_end_match(r);
        root->heading.is_after_crawford =
            root->denies_crawford && !root->names_none &&
            (root->score[WHITE] == last) != (root->score[BLACK] == last);
        root->heading.says_jacoby = true; /* it stands in RU if it holds */
        r->heading = sgf->reported = root->heading;
    }
    sgf->has_matches = true;
    match_reader_game(r, root->game + 1, root->score[mine], root->score[1 - mine]);
    r->comment = NULL;
    sgf->is_roll = sgf->has_turn = false;
    sgf->setup = (struct record_setup){.cube = root->cube, .owner = -1};
    position_start(&sgf->setup.pos);
    sgf->has_setup = root->cube != 1;
    match_reader_game_comment(r, sgf->game_comment);
}

/* ---- turns ----------------------------------------------------------------------- */

/* The point of a letter for a side, -1 if it is none. */
static int point_of(const struct sgf *sgf, char colour, char letter)
{
    if (letter == 'y' || letter == 'z') {
        return letter == 'y' ? POINT_BAR : POINT_OFF;
    }
    if (letter < 'a' || letter > 'x') {
        return -1;
    }
    int point = letter - 'a' + 1;
    return (colour == 'W') != sgf->root.is_mirrored ? point : POINT_BAR - point;
}

/* "31hefe" */
static void take_play(struct sgf *sgf, char colour, const char *value)
{
    struct match_reader *r = &sgf->reader;
    struct play play = {.count = 0};
    size_t length = strlen(value);
    bool is_good = length >= 2 && length % 2 == 0 &&
                   length <= 2 + 2 * CHECKER_MOVES_MAX && strspn(value, "123456") == 2;
    for (size_t i = 2; is_good && i < length; i += 2) {
        int from = point_of(sgf, colour, value[i]);
        int to = point_of(sgf, colour, value[i + 1]);
        is_good = from >= 0 && to >= 0 && to < from;
        play.moves[play.count++] = (struct checker_move){(uint8_t)from, (uint8_t)to};
    }
    if (!is_good) {
        match_reader_lose(r, "\"%.20s\" is no play; the rest of the game is left out",
                          value);
        return;
    }
    match_reader_moves(r, side_of(sgf, colour),
                       roll_of_dice(value[0] - '0', value[1] - '0'), &play);
}

/* What a resignation and its answer are called, as Gibbon writes them. The points are those
 * that FIBS names; a number that no game of this cube is worth counts single games. */
static bool take_resignation(struct sgf *sgf, char colour, const char *value)
{
    struct match_reader *r = &sgf->reader;
    int cube = r->cube, offered = number_of(value, "resign", SCORE_MAX);
    if (offered > 0) {
        bool is_points = offered % cube == 0 && offered / cube <= 3;
        sgf->resigned = is_points ? offered : offered <= 3 ? offered * cube : 0;
        return true;
    }
    if (strcmp(value, "accept") == 0 && sgf->resigned > 0 &&
        sgf->root.result[0] == '\0') {
        match_reader_win(r, side_of(sgf, colour), sgf->resigned);
    }
    return strcmp(value, "accept") == 0 || strcmp(value, "reject") == 0;
}

static void take_turn(struct sgf *sgf, char colour, const char *value)
{
    static const char *const words[] = {[RECORD_CELL_DOUBLE] = "double",
                                        [RECORD_CELL_TAKE] = "take",
                                        [RECORD_CELL_DROP] = "drop",
                                        [RECORD_CELL_BEAVER] = "beaver"};
    if (sgf->is_roll) {
        match_reader_unplayed(&sgf->reader, side_of(sgf, colour),
                              roll_of_dice(value[0] - '0', value[1] - '0'));
        return;
    }
    for (int type = RECORD_CELL_DOUBLE; type <= RECORD_CELL_BEAVER; type++) {
        if (strcmp(value, words[type]) == 0) {
            match_reader_cube(&sgf->reader, side_of(sgf, colour),
                              (enum record_cell_type)type, 0);
            return;
        }
    }
    if (!take_resignation(sgf, colour, value)) {
        take_play(sgf, colour, value);
    }
}

static void report_setup(struct sgf *sgf)
{
    struct record_setup *setup = &sgf->setup;
    if (sgf->has_setup) {
        (void)position_bear_off_rest(&setup->pos.mine);
        (void)position_bear_off_rest(&setup->pos.theirs);
        setup->cube = (setup->cube & (setup->cube - 1)) == 0 ? setup->cube : 0;
        setup->owner = setup->cube > 1 ? setup->owner : -1;
        match_reader_setup(&sgf->reader, setup);
    }
    sgf->has_setup = false;
}

/* With the comment, which a roll that is not played keeps to the end of its game. */
static void report_turn(struct sgf *sgf)
{
    struct match_reader *r = &sgf->reader;
    if (sgf->colour != '\0') {
        int line = r->line;
        r->line = sgf->turn_line;
        report_setup(sgf);
        sgf->has_turn = true;
        r->comment = sgf->comment[0] != '\0' ? sgf->comment : NULL;
        take_turn(sgf, sgf->colour, sgf->turn);
        r->comment = sgf->is_roll ? r->comment : NULL;
        r->line = line;
    }
    sgf->colour = '\0';
    sgf->comment[0] = sgf->is_roll ? sgf->comment[0] : '\0';
}

/* The end of a node. A roll before the first turn waits for what follows: the position may
 * be set by hand yet. */
static void end_node(struct sgf *sgf)
{
    if (!sgf->is_roll || sgf->has_turn) {
        report_turn(sgf);
    }
}

static void begin_turn(struct sgf *sgf, char colour, const char *value)
{
    if (sgf->colour != '\0') {
        report_turn(sgf);
    }
    sgf->colour = colour;
    sgf->is_roll = false;
    sgf->turn_line = sgf->reader.line;
    (void)snprintf(sgf->turn, sizeof sgf->turn, "%.*s", RECORD_NAME_MAX - 1, value);
}

static void take_colour_turn(struct sgf *sgf, const char *value)
{
    begin_turn(sgf, sgf->id[0], value);
}

static void take_node_comment(struct sgf *sgf, const char *value)
{
    if (sgf->colour != '\0' || !sgf->is_roll) {
        text_line_decode(value, sgf->comment);
    }
}

/* PL[B]DI[33]: the last roll, which was not played, as GNU Backgammon writes it. */
static void take_player(struct sgf *sgf, const char *value)
{
    sgf->player = value[0];
}

static void take_dice(struct sgf *sgf, const char *value)
{
    if (strlen(value) == 2 && strspn(value, "123456") == 2) {
        begin_turn(sgf, sgf->player == 'B' ? 'B' : 'W', value);
        sgf->is_roll = true;
    }
}

/* AE[a:y] empties the board, AW[f] and AB[f] place a checker, CV[2] and CP[w] are the cube
 * and who owns it. What cannot be is told by match_reader_setup(): a cube of 0 or too many
 * checkers. A roll before it is not played. */
static void take_setup(struct sgf *sgf, const char *value)
{
    struct record_setup *setup = &sgf->setup;
    char kind = sgf->id[1],
         colour = kind == 'P' ? (char)toupper((unsigned char)*value) : kind;
    bool is_colour = colour == 'W' || colour == 'B',
         is_mine = side_of(sgf, colour) == RECORD_ME;
    int point = value[0] != '\0' && value[1] == '\0' ? point_of(sgf, kind, *value) : -1;
    if (sgf->has_turn) {
        match_reader_lose(&sgf->reader, "checkers or cube set by hand; the rest of the "
                                        "game is left out");
        return;
    }
    sgf->colour = sgf->comment[0] = '\0';
    sgf->is_roll = false;
    sgf->has_setup = true;
    if (kind == 'P') {
        setup->owner = !is_colour ? -1 : is_mine ? RECORD_ME : RECORD_OPPONENT;
    } else if (kind == 'V') {
        setup->cube = strlen(value) < 6 ? atoi(value) : 0;
    } else if (strcmp(value, "a:y") == 0) {
        memset(&setup->pos, 0, sizeof setup->pos);
    } else if (is_colour && point >= 0) {
        uint8_t *at = is_mine ? setup->pos.mine.at : setup->pos.theirs.at;
        at[point] = (uint8_t)(at[point] + (at[point] <= CHECKERS));
    } else {
        setup->cube = 0;
    }
}

/* RE[B+2R]: at the end of the game, the result is reported. */
static void end_game(struct sgf *sgf)
{
    const char *result = sgf->root.result;
    report_turn(sgf);
    report_setup(sgf);
    bool has_winner = (result[0] == 'B' || result[0] == 'W') && result[1] == '+';
    int points = has_winner ? atoi(result + 2) : 0;
    if (points > 0 && points <= SCORE_MAX) {
        match_reader_win(&sgf->reader, side_of(sgf, result[0]), points);
    }
}

/* ---- the tree -------------------------------------------------------------------- */

enum property_place {
    IN_ROOT,
    IN_TURN, /* in the root it begins the game */
    BEHIND_ROOT
};

static const struct property {
    const char *id;
    enum property_place place;
    void (*take)(struct sgf *sgf, const char *value); /* NULL: it is a text ... */
    size_t text;                                      /* ... of struct sgf */
} properties[] = {
    {"GM", IN_ROOT, .take = take_kind_of_game},
    {"MI", IN_ROOT, .take = take_match_info},
    {"PW", IN_ROOT, .text = offsetof(struct sgf, root.player[WHITE])},
    {"PB", IN_ROOT, .text = offsetof(struct sgf, root.player[BLACK])},
    {"DT", IN_ROOT, .take = take_date},
    {"ET", IN_ROOT, .text = offsetof(struct sgf, root.heading.time)},
    {"PC", IN_ROOT, .text = offsetof(struct sgf, root.heading.site)},
    {"RU", IN_ROOT, .take = take_rules},
    {"RE", IN_ROOT, .take = take_sgf_result},
    {"AP", IN_ROOT, .take = take_program},
    {"WR", IN_ROOT, .text = offsetof(struct sgf, root.rank[WHITE])},
    {"BR", IN_ROOT, .text = offsetof(struct sgf, root.rank[BLACK])},
    {"GC", IN_ROOT, .take = take_game_text},
    {"EV", IN_ROOT, .text = offsetof(struct sgf, root.heading.event)},
    {"WE", IN_ROOT, .text = offsetof(struct sgf, root.elo[WHITE])},
    {"BE", IN_ROOT, .text = offsetof(struct sgf, root.elo[BLACK])},
    {"ID", IN_ROOT, .text = offsetof(struct sgf, root.heading.match_id)},
    /* as they were written before */
    {"WELO", IN_ROOT, .text = offsetof(struct sgf, root.elo[WHITE])},
    {"BELO", IN_ROOT, .text = offsetof(struct sgf, root.elo[BLACK])},
    {"MID", IN_ROOT, .text = offsetof(struct sgf, root.heading.match_id)},
    {"W", IN_TURN, .take = take_colour_turn},
    {"B", IN_TURN, .take = take_colour_turn},
    {"AE", IN_TURN, .take = take_setup},
    {"AW", IN_TURN, .take = take_setup},
    {"AB", IN_TURN, .take = take_setup},
    {"PL", IN_TURN, .take = take_player},
    {"DI", IN_TURN, .take = take_dice},
    {"CV", IN_ROOT, .take = take_cube},
    {"CV", BEHIND_ROOT, .take = take_setup},
    {"CP", IN_TURN, .take = take_setup},
    {"C", BEHIND_ROOT, .take = take_node_comment},
};

static void take_property(struct sgf *sgf, const char *id, const char *value)
{
    for (size_t i = 0; i < sizeof properties / sizeof properties[0]; i++) {
        const struct property *property = &properties[i];
        if (strcmp(id, property->id) == 0 && sgf->depth > 0 && !sgf->is_variation) {
            if (property->place == IN_TURN && sgf->is_root) {
                begin_sgf_game(sgf); /* a turn in the root */
            }
            if ((property->place == IN_ROOT) != sgf->is_root) {
                continue;
            }
            sgf->id = id;
            if (property->take != NULL) {
                property->take(sgf, value);
            } else {
                copy_value(value, (char *)sgf + property->text);
            }
        }
    }
}

static void open_tree(struct sgf *sgf)
{
    end_node(sgf);
    if (sgf->depth++ > 0) {
        return;
    }
    sgf->root = (struct root){.cube = 1};
    sgf->game_comment[0] = '\0';
    sgf->is_variation = false;
    sgf->is_root = true;
}

static void close_tree(struct sgf *sgf)
{
    end_node(sgf);
    sgf->is_variation = true;
    if (sgf->depth == 0 || --sgf->depth > 0) {
        return;
    }
    if (sgf->is_root &&
        (sgf->root.player[WHITE][0] != '\0' || sgf->root.player[BLACK][0] != '\0')) {
        begin_sgf_game(sgf);
    }
    if (!sgf->is_root) {
        end_game(sgf);
    }
}

static void open_node(struct sgf *sgf, int *nodes)
{
    end_node(sgf);
    *nodes = sgf->is_root ? *nodes + 1 : 0;
    if (*nodes > 1) {
        begin_sgf_game(sgf);
        *nodes = 0;
    }
}

bool sgf_read(FILE *file, const struct record_visitor *visitor, void *context)
{
    struct sgf sgf = {.file = file};
    char id[ID_SIZE] = "", value[VALUE_SIZE];
    size_t length = 0;
    int nodes = 0;
    bool is_good = match_reader_open(&sgf.reader, visitor, context);
    sgf.reader.line = 1;
    for (int c = next_byte(&sgf); is_good && c != EOF; c = next_byte(&sgf)) {
        if (isupper(c) && length + 1 < ID_SIZE) {
            id[length++] = (char)c;
            id[length] = '\0';
            continue;
        }
        length = 0;
        if (c == '(') {
            open_tree(&sgf);
            nodes = 0;
        } else if (c == ')') {
            close_tree(&sgf);
        } else if (c == ';') {
            open_node(&sgf, &nodes);
        } else if (c == '[') {
            read_property_value(&sgf, value);
            take_property(&sgf, id, value);
        }
    }
    if (is_good) {
        report_turn(&sgf); /* of a file that was cut off */
    }
    if (sgf.bytes > TEXT_BYTES_MAX) {
        match_reader_full(&sgf.reader);
    }
    match_reader_close(&sgf.reader);
    return is_good && sgf.has_matches && !ferror(file);
}
