/*
 * Writes matches in the layout of record.h: a heading each, several one after the other.
 * Importers read the first of a file.
 */
#include <string.h>

#include "base/text.h"
#include "engine/board/decision_context.h"
#include "engine/board/points.h"
#include "engine/board/position.h"
#include "engine/board/xgid.h"
#include "match/match_format_internal.h"
#include "match/record_internal.h"

struct mat {
    struct match_writing to;
    struct record_heading heading;
    bool has_heading; /* one was written before */
    /* the game */
    struct position pos; /* mine is RECORD_ME */
    int score[2];
    int row;
    bool has_left; /* the row has its left cell only */
    int beavers;   /* in a row */
    bool is_left_out;
};

static void end_row(struct mat *mat)
{
    if (mat->has_left) {
        fputc('\n', mat->to.out);
        mat->has_left = false;
    }
}

/* ; [NAME "VALUE"], without the quotes in the value */
static void write_tag(FILE *out, const char *name, const char *value)
{
    if (value[0] == '\0') {
        return;
    }
    fprintf(out, "; [%s \"", name);
    for (; *value != '\0'; value++) {
        fputc(*value == '"' ? '\'' : *value, out);
    }
    fputs("\"]\n", out);
}

/* What is not known is not said. */
static void write_money_rule(FILE *out, const char *name, bool is_said, bool is_on)
{
    write_tag(out, name, is_on ? "On" : is_said ? "Off" : "");
}

static void write_heading(void *context, const struct record_heading *heading)
{
    struct mat *mat = context;
    end_row(mat);
    mat->heading = *heading;
    if (mat->has_heading) {
        fputs("\n\n", mat->to.out);
    }
    mat->has_heading = true;
    write_tag(mat->to.out, "Site", heading->site);
    write_tag(mat->to.out, "Player 1", heading->my_name);
    write_tag(mat->to.out, "Player 2", heading->opponent);
    write_tag(mat->to.out, "Player 1 Level", heading->level[RECORD_ME]);
    write_tag(mat->to.out, "Player 2 Level", heading->level[RECORD_OPPONENT]);
    write_tag(mat->to.out, "Player 1 Elo", heading->elo[RECORD_ME]);
    write_tag(mat->to.out, "Player 2 Elo", heading->elo[RECORD_OPPONENT]);
    write_tag(mat->to.out, "Match ID", heading->match_id);
    write_tag(mat->to.out, "Event", heading->event);
    write_tag(mat->to.out, "EventDate", heading->date);
    write_tag(mat->to.out, "EventTime", heading->time);
    write_tag(mat->to.out, "Variation",
              heading->variation[0] != '\0' ? heading->variation : "Backgammon");
    if (heading->length > 0) {
        /* there is no other way to say that the first game is not the Crawford game */
        bool has_none = heading->has_no_crawford || heading->is_after_crawford;
        write_tag(mat->to.out, "Crawford", has_none ? "Off" : "On");
    } else {
        write_money_rule(mat->to.out, "Jacoby", heading->says_jacoby,
                         heading->has_jacoby);
        write_money_rule(mat->to.out, "Beaver", heading->says_beavers,
                         heading->has_beavers);
    }
    write_tag(mat->to.out, "CubeLimit", heading->has_no_cube ? "1" : "");
    write_tag(mat->to.out, "Incomplete", heading->incomplete);
    fprintf(mat->to.out, "\n %d point match\n", heading->length);
}

static void write_game(void *context, int number, int my_score, int opponent_score)
{
    struct mat *mat = context;
    char left[RECORD_NAME_MAX + 20];
    end_row(mat);
    mat->score[RECORD_ME] = my_score;
    mat->score[RECORD_OPPONENT] = opponent_score;
    mat->row = 0;
    mat->beavers = 0;
    mat->is_left_out = false;
    position_start(&mat->pos);
    FORMAT_TEXT(left, "%s : %d", mat->heading.my_name, my_score);
    fprintf(mat->to.out, "\n Game %d\n %-*s %s : %d\n", number, RECORD_LEFT_WIDTH + 4,
            left, mat->heading.opponent, opponent_score);
}

static void write_text(struct mat *mat, enum record_side side, const char *text)
{
    if (side == RECORD_ME) {
        end_row(mat);
        fprintf(mat->to.out, "%3d) %-*s ", ++mat->row, RECORD_LEFT_WIDTH, text);
    } else if (mat->has_left) {
        fprintf(mat->to.out, "%s\n", text);
    } else {
        fprintf(mat->to.out, "%3d) %*s %s\n", ++mat->row, RECORD_LEFT_WIDTH, "", text);
    }
    mat->has_left = side == RECORD_ME;
}

/* As eXtreme Gammon does, whose files say nothing that we know of another cube. */
static void write_setup(void *context, const struct record_setup *setup)
{
    struct mat *mat = context;
    char id[XGID_SIZE];
    const struct decision_context at = {.pos = setup->pos, .ms.cube = 1};
    mat->is_left_out = setup->cube != 1 || setup->owner >= 0;
    if (mat->is_left_out) {
        match_writing_lose(&mat->to, 0,
                           "a game that begins with the cube turned has no place in a "
                           ".mat file; it is left out");
        return;
    }
    xgid_write(&at, id);
    fprintf(mat->to.out, "; Set Pos=%.26s/0\n", strchr(id, '=') + 1);
    mat->pos = setup->pos;
}

static void leave_out_comment(struct mat *mat, int line, const char *comment)
{
    if (comment != NULL) {
        match_writing_lose(&mat->to, line,
                           "a .mat file has no comments; they are left out");
    }
}

static void skip_game_comment(void *context, const char *comment)
{
    leave_out_comment(context, 0, comment);
}

static void skip_to_roll(void *context, enum record_side side, const char *comment)
{
    (void)side;
    leave_out_comment(context, 0, comment);
}

static void write_mat_cell(void *context, const struct record_cell *cell)
{
    struct mat *mat = context;
    if (mat->is_left_out) {
        return;
    }
    leave_out_comment(mat, cell->line, cell->comment);
    char text[RECORD_CELL_SIZE] = " Takes";
    struct position pos = record_seen_by(&mat->pos, cell->side);
    if (cell->is_unplayed) {
        FORMAT_TEXT(text, "%d%d: ????", cell->roll.high, cell->roll.low);
    } else if (cell->type == RECORD_CELL_PLAY) {
        (void)record_play_cell(&pos, cell->roll, &cell->play, text);
        mat->pos = record_seen_by(&pos, cell->side);
    } else if (cell->type == RECORD_CELL_DOUBLE) {
        FORMAT_TEXT(text, " Doubles => %d", cell->cube);
    } else if (cell->type == RECORD_CELL_BEAVER) {
        FORMAT_TEXT(text, " %s => %d", mat->beavers % 2 == 0 ? "Beavers" : "Raccoons",
                    cell->cube);
    } else if (cell->type == RECORD_CELL_DROP) {
        FORMAT_TEXT(text, " Drops");
    }
    mat->beavers = cell->type == RECORD_CELL_BEAVER ? mat->beavers + 1 : 0;
    write_text(mat, cell->side, text);
}

static void write_win(void *context, enum record_side winner, int points)
{
    struct mat *mat = context;
    char text[POINTS_TEXT_SIZE];
    int length = mat->heading.length;
    end_row(mat);
    bool ends_match = length > 0 && mat->score[winner] + points >= length;
    fprintf(mat->to.out, "%*sWins %s%s\n",
            winner == RECORD_ME ? 6 : RECORD_LEFT_WIDTH + 6, "",
            points_text(points, text), ends_match ? " and the match" : "");
}

static void close_mat(void *context)
{
    end_row(context);
}

const struct match_writer mat_write = {.visitor = {.heading = write_heading,
                                                   .game = write_game,
                                                   .setup = write_setup,
                                                   .cell = write_mat_cell,
                                                   .win = write_win,
                                                   .game_comment = skip_game_comment,
                                                   .to_roll = skip_to_roll},
                                       .size = sizeof(struct mat),
                                       .close = close_mat};
