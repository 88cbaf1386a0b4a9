/*
 * Writes a match as SGF, FF[4] GM[6]: a tree a game. Player 1 is white, as GNU Backgammon
 * seats the left column of Jellyfish text. Points are letters: a to x for white's points 1
 * to 24 and for black's 24 to 1, y the bar, z off. MI has scores and length as GNU
 * Backgammon writes them. Levels are the ranks WR and BR; WE, BE (Elo), ET (time of day)
 * and ID (of the match) are our own: GNU Backgammon knows no names of more than two
 * letters.
 * sgf_read.c has what former versions of fibsbot wrote otherwise.
 */
#include <stdlib.h>

#include "base/text.h"
#include "match/match_format_internal.h"
#include "match/record_internal.h"

enum { SGF_RULES_SIZE = 40 };

struct sgf {
    struct match_writing to;
    struct record_heading heading;
    bool was_crawford;
    /* the game */
    char *nodes;
    size_t nodes_size;
    FILE *nodes_out;           /* writes them; NULL: no game, or out of memory */
    struct record_setup setup; /* behind the root and its comment */
    bool has_setup;
    int off[2]; /* checkers borne off */
    bool is_dropped, is_incomplete;
    bool has_late_comment; /* before a roll that has not come yet */
};

static char colour(enum record_side side)
{
    return side == RECORD_ME ? 'W' : 'B';
}

static char letter(enum record_side side, int point)
{
    if (point == POINT_BAR || point == POINT_OFF) {
        return point == POINT_BAR ? 'y' : 'z';
    }
    return (char)(side == RECORD_ME ? 'a' + point - 1 : 'a' + 24 - point);
}

static void write_checkers(struct sgf *sgf, enum record_side side)
{
    const struct position *pos = &sgf->setup.pos;
    const struct side *from = side == RECORD_ME ? &pos->mine : &pos->theirs;
    fprintf(sgf->nodes_out, "A%c", colour(side));
    for (int point = 1; point <= POINT_BAR; point++) {
        for (int i = 0; i < from->at[point]; i++) {
            fprintf(sgf->nodes_out, "[%c]", letter(side, point));
        }
    }
}

/* In the order of GNU Backgammon. */
static void write_setup_nodes(struct sgf *sgf)
{
    const struct record_setup *setup = &sgf->setup;
    if (sgf->has_setup) {
        fputs(";AE[a:y]", sgf->nodes_out);
        write_checkers(sgf, RECORD_ME);
        write_checkers(sgf, RECORD_OPPONENT);
        fprintf(sgf->nodes_out, "\n;CV[%d]\n;CP[%c]\n", setup->cube,
                setup->owner < 0            ? 'c'
                : setup->owner == RECORD_ME ? 'w'
                                            : 'b');
    }
    sgf->has_setup = false;
}

static void write_property(FILE *out, const char *id, const char *value)
{
    fprintf(out, "%s[", id);
    for (; *value != '\0'; value++) {
        if (*value == ']' || *value == '\\') {
            fputc('\\', out);
        }
        fputc(*value, out);
    }
    fputc(']', out);
}

/* The result is in the root, before the moves. */
static void close_tree(struct sgf *sgf, const char *result)
{
    if (sgf->has_late_comment) {
        match_writing_lose(&sgf->to, 0,
                           "SGF has no place for a comment before a roll that does not "
                           "come; it is left out");
    }
    sgf->has_late_comment = false;
    if (sgf->nodes_out != NULL) {
        write_setup_nodes(sgf);
        (void)fclose(sgf->nodes_out);
        fprintf(sgf->to.out, "%s\n%s)\n", result, sgf->nodes);
        free(sgf->nodes);
        sgf->nodes_out = NULL;
    }
}

static void write_sgf_heading(void *context, const struct record_heading *heading)
{
    struct sgf *sgf = context;
    sgf->heading = *heading;
    sgf->was_crawford = false;
    if (heading->has_beavers) {
        match_writing_lose(&sgf->to, 0, "SGF does not say that there are beavers");
    }
}

/* Writes the date 2026.11.21 in the form of SGF. */
static void copy_date(const struct sgf *sgf, char date[RECORD_NAME_MAX])
{
    (void)snprintf(date, RECORD_NAME_MAX, "%s", sgf->heading.date);
    for (char *c = date; *c != '\0'; c++) {
        *c = *c == '.' ? '-' : *c;
    }
}

static const char incomplete[] =
    "Turns of this game were missed: here is its result, but not its end.";

/* Readers take a match without the property for one with the Crawford rule, and a game
 * that is not called the Crawford game for another one, whatever came before it. */
static void write_rules(const struct record_heading *heading, bool is_crawford,
                        char rules[SGF_RULES_SIZE])
{
    const char *rule = is_crawford ? "Crawford:CrawfordGame"
                       : heading->length > 0
                           ? (heading->has_no_crawford ? "" : "Crawford")
                           : (heading->has_jacoby ? "Jacoby" : "");
    const char *cube = heading->has_no_cube ? "NoCube" : "";
    (void)snprintf(rules, SGF_RULES_SIZE, "%s%s%s", cube,
                   cube[0] != '\0' && rule[0] != '\0' ? ":" : "", rule);
}

/* All of it but the result. */
static void write_root(struct sgf *sgf, int number, const int score[2],
                       const char *rules)
{
    const struct record_heading *h = &sgf->heading;
    char date[RECORD_NAME_MAX];
    copy_date(sgf, date);
    const struct {
        const char *id, *value;
        bool is_always;
    } texts[] = {{"PW", h->my_name, true},
                 {"PB", h->opponent, true},
                 {"PC", h->site, true},
                 {"DT", date, true},
                 {"RU", rules, h->length > 0},
                 {"C", sgf->is_incomplete ? incomplete : "", false},
                 {"ET", h->time, false},
                 {"EV", h->event, false},
                 {"ID", h->match_id, false},
                 {"WE", h->elo[RECORD_ME], false},
                 {"BE", h->elo[RECORD_OPPONENT], false},
                 {"WR", h->level[RECORD_ME], false},
                 {"BR", h->level[RECORD_OPPONENT], false}};
    fprintf(sgf->to.out,
            "(;FF[4]GM[6]CA[UTF-8]AP[fibsbot:0.4]MI[length:%d][game:%d][ws:%d][bs:%d]",
            h->length, number - 1, score[RECORD_ME], score[RECORD_OPPONENT]);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i].is_always || texts[i].value[0] != '\0') {
            write_property(sgf->to.out, texts[i].id, texts[i].value);
        }
    }
}

static void write_game(void *context, int number, int my_score, int opponent_score)
{
    struct sgf *sgf = context;
    char rules[SGF_RULES_SIZE];
    const int score[] = {my_score, opponent_score};
    close_tree(sgf, "");
    sgf->nodes_out = open_memstream(&sgf->nodes, &sgf->nodes_size);
    sgf->off[0] = sgf->off[1] = 0;
    sgf->is_dropped = false;
    sgf->has_setup = false;
    sgf->is_incomplete = record_heading_is_incomplete(&sgf->heading, number);
    write_rules(&sgf->heading,
                record_is_crawford(&sgf->heading, score, &sgf->was_crawford), rules);
    if (sgf->nodes_out != NULL) {
        write_root(sgf, number, score, rules);
    }
}

static void note_setup(void *context, const struct record_setup *setup)
{
    struct sgf *sgf = context;
    sgf->setup = *setup;
    sgf->has_setup = true;
    sgf->off[RECORD_ME] = setup->pos.mine.at[POINT_OFF];
    sgf->off[RECORD_OPPONENT] = setup->pos.theirs.at[POINT_OFF];
}

static void write_play(struct sgf *sgf, const struct record_cell *cell)
{
    fprintf(sgf->nodes_out, "%d%d", cell->roll.high, cell->roll.low);
    for (int i = 0; i < cell->play.count; i++) {
        const struct checker_move move = cell->play.moves[i];
        fputc(letter(cell->side, move.from), sgf->nodes_out);
        fputc(letter(cell->side, move.to), sgf->nodes_out);
        sgf->off[cell->side] += move.to == POINT_OFF;
    }
}

/* A property of the root, which may follow in the next line. */
static void write_game_text(void *context, const char *comment)
{
    struct sgf *sgf = context;
    if (sgf->nodes_out != NULL) {
        write_property(sgf->nodes_out, "GC", comment);
        fputc('\n', sgf->nodes_out);
    }
}

static void write_sgf_cell(void *context, const struct record_cell *cell)
{
    static const char *const words[] = {[RECORD_CELL_DOUBLE] = "double",
                                        [RECORD_CELL_TAKE] = "take",
                                        [RECORD_CELL_DROP] = "drop",
                                        [RECORD_CELL_BEAVER] = "double"};
    struct sgf *sgf = context;
    sgf->has_late_comment = false;
    if (sgf->nodes_out == NULL) {
        return;
    }
    write_setup_nodes(sgf);
    fprintf(sgf->nodes_out, cell->is_unplayed ? ";PL[%c]DI[" : ";%c[",
            colour(cell->side));
    if (cell->type == RECORD_CELL_PLAY) {
        write_play(sgf, cell);
    } else {
        fputs(words[cell->type], sgf->nodes_out);
        sgf->is_dropped = cell->type == RECORD_CELL_DROP;
    }
    fputc(']', sgf->nodes_out);
    if (cell->comment != NULL) {
        write_property(sgf->nodes_out, "C", cell->comment);
    }
    fputc('\n', sgf->nodes_out);
}

static void hear_to_roll(void *context, enum record_side side, const char *comment)
{
    (void)side;
    ((struct sgf *)context)->has_late_comment = comment != NULL;
}

/* A win without bearing off all checkers and without a drop is a resignation, if all
 * turns are known. */
static void write_win(void *context, enum record_side winner, int points)
{
    struct sgf *sgf = context;
    char result[40];
    bool is_resigned =
        sgf->off[winner] < CHECKERS && !sgf->is_dropped && !sgf->is_incomplete;
    FORMAT_TEXT(result, "RE[%c+%d%s]", colour(winner), points, is_resigned ? "R" : "");
    close_tree(sgf, result);
}

static void close_sgf(void *context)
{
    close_tree(context, "");
}

const struct match_writer sgf_write = {.visitor = {.heading = write_sgf_heading,
                                                   .game = write_game,
                                                   .setup = note_setup,
                                                   .cell = write_sgf_cell,
                                                   .win = write_win,
                                                   .to_roll = hear_to_roll,
                                                   .game_comment = write_game_text},
                                       .size = sizeof(struct sgf),
                                       .close = close_sgf};
