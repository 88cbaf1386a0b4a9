#include "match/record.h"
#include "match/record_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "engine/board/points.h"

/* ---- writing --------------------------------------------------------------------- */

static void note_error(struct record *record, const char *what)
{
    if (!record->has_error) {
        record->has_error = true;
        (void)snprintf(record->error_text, sizeof record->error_text,
                       "match file %.120s: %s: %.40s", record->path, what,
                       strerror(errno));
    }
}

static void flush(struct record *record)
{
    if (fflush(record->file) != 0 || ferror(record->file)) {
        note_error(record, "cannot be written");
        clearerr(record->file);
    }
}

/* Puts a cell into the column of its side. Columns alternate within a game; a side that
 * comes twice means that we missed a turn. */
static void write_cell(struct record *record, enum record_side side, const char *cell)
{
    if (record->last_side == (int)side) {
        record->is_told = false;
    }
    if (!record->is_open || !record->is_told) {
        return;
    }
    record->cell_begin = ftell(record->file);
    if (side == RECORD_ME) {
        /* Padded even when nothing follows: GNU Backgammon 1.07 takes a line that ends
         * right behind its left cell twice. */
        fprintf(record->file, "%3d) %-*s ", ++record->row, LEFT_WIDTH, cell);
    } else if (record->has_left) {
        fprintf(record->file, "%s\n", cell);
    } else {
        fprintf(record->file, "%3d) %*s %s\n", ++record->row, LEFT_WIDTH, "", cell);
    }
    record->had_left = record->has_left;
    record->has_left = side == RECORD_ME;
    record->last_side = (int)side;
    record->offered_cube = 0;
    flush(record);
}

static void end_row(struct record *record)
{
    if (record->has_left) {
        fputc('\n', record->file);
        record->has_left = false;
    }
}

/* ---- the match ------------------------------------------------------------------- */

/* A file that did not exist: a second one of the same second gets "-2", and so on. */
static FILE *create_file(struct record *record, const struct record_match *match,
                         const char *folder, const struct tm *utc)
{
    char when[32], kind[16];
    (void)strftime(when, sizeof when, "%Y%m%d-%H%M%S", utc);
    record_kind(match->length, kind);
    for (int copy = 1; copy < 100; copy++) {
        char suffix[16] = "";
        if (copy > 1) {
            (void)snprintf(suffix, sizeof suffix, "-%d", copy);
        }
        int length =
            snprintf(record->path, sizeof record->path, "%s/%s-%s-%s-%s%s.mat", folder,
                     when, record->my_name, record->opponent, kind, suffix);
        if (length >= (int)sizeof record->path) {
            errno = ENAMETOOLONG;
            return NULL;
        }
        int fd = open(record->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0) {
            return fdopen(fd, "w");
        }
        if (errno != EEXIST) {
            return NULL;
        }
    }
    return NULL;
}

void record_kind(int length, char kind[16])
{
    (void)snprintf(kind, 16, length > 0 ? "%dpt" : "money", length);
}

/* A name as a word of the heading and of the file's name: letters, digits, _ and -. */
static void copy_name(char *to, size_t size, const char *name)
{
    size_t length = 0;
    for (; name[length] != '\0' && length + 1 < size; length++) {
        char c = name[length];
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                        (c >= '0' && c <= '9') || c == '_' || c == '-';
        to[length] = c;
        if (!is_plain) {
            to[length] = '_';
        }
    }
    to[length] = '\0';
}

static void write_heading(struct record *record, const struct record_match *match,
                          const struct tm *utc)
{
    char date[32], hour[32];
    (void)strftime(date, sizeof date, "%Y.%m.%d", utc);
    (void)strftime(hour, sizeof hour, "%H.%M", utc);
    fprintf(record->file, "; [Site \"%s\"]\n", match->place);
    fprintf(record->file, "; [Player 1 \"%s\"]\n", record->my_name);
    fprintf(record->file, "; [Player 2 \"%s\"]\n", record->opponent);
    fprintf(record->file, "; [EventDate \"%s\"]\n; [EventTime \"%s\"]\n", date, hour);
    fputs("; [Variation \"Backgammon\"]\n", record->file);
    if (match->length > 0) {
        fputs("; [Crawford \"On\"]\n", record->file);
    } else {
        fputs("; [Jacoby \"Off\"]\n", record->file);
    }
    fputs("; [CubeLimit \"1024\"]\n", record->file);
    if (match->is_resumed) {
        fputs("; [Event \"resumed match; its first game lacks the beginning\"]\n",
              record->file);
    }
    fprintf(record->file, "\n %d point match\n", match->length);
    flush(record);
}

static bool choose_folder(const struct record *record, const struct record_match *match,
                          const struct tm *utc, char folder[RECORD_PATH_SIZE])
{
    char below[RECORD_NAME_MAX + 1] = "";
    if (match->grouping == RECORD_BY_OPPONENT) {
        (void)snprintf(below, sizeof below, "/%s", record->opponent);
    } else if (match->grouping == RECORD_BY_DAY) {
        (void)strftime(below, sizeof below, "/%Y-%m-%d", utc);
    }
    int length = snprintf(folder, RECORD_PATH_SIZE, "%s%s", match->folder, below);
    if (length >= RECORD_PATH_SIZE) {
        errno = ENAMETOOLONG;
        return false;
    }
    return true;
}

static bool open_new_file(struct record *record, const struct record_match *match)
{
    struct tm utc;
    char folder[RECORD_PATH_SIZE];
    (void)gmtime_r(&match->started, &utc);
    if (!choose_folder(record, match, &utc, folder) || !folder_make(folder)) {
        return false;
    }
    record->file = create_file(record, match, folder, &utc);
    if (record->file == NULL) {
        return false;
    }
    write_heading(record, match, &utc);
    return true;
}

struct record *record_match_start(const struct record_match *match, struct error *err)
{
    /* calloc would not align the position */
    struct record *record = aligned_alloc(alignof(struct record), sizeof *record);
    if (record == NULL) {
        error_set(err, "no memory for the match file");
        return NULL;
    }
    memset(record, 0, sizeof *record);
    copy_name(record->my_name, sizeof record->my_name, match->my_name);
    copy_name(record->opponent, sizeof record->opponent, match->opponent);
    record->length = match->length;
    bool is_open = (match->is_resumed && record_find_open(record, match)) ||
                   open_new_file(record, match);
    if (!is_open) {
        error_set(err, "match file in %.100s: %s", match->folder, strerror(errno));
        free(record);
        return NULL;
    }
    return record;
}

void record_match_end(struct record *record)
{
    if (record == NULL) {
        return;
    }
    end_row(record);
    (void)fclose(record->file);
    free(record);
}

const char *record_path(const struct record *record)
{
    return record == NULL ? "" : record->path;
}

const char *record_error(struct record *record)
{
    if (record == NULL || !record->has_error) {
        return NULL;
    }
    record->has_error = false;
    return record->error_text;
}

/* ---- games ----------------------------------------------------------------------- */

/* The score tells how a game ended of which we did not see the end. */
static void close_unseen(struct record *record, int my_score, int opponent_score)
{
    int mine = my_score - record->score[RECORD_ME];
    int theirs = opponent_score - record->score[RECORD_OPPONENT];
    if (record->is_open && mine > 0 && theirs == 0) {
        record_game_end(record, RECORD_ME, mine);
    } else if (record->is_open && theirs > 0 && mine == 0) {
        record_game_end(record, RECORD_OPPONENT, theirs);
    }
}

static void open_game(struct record *record, int my_score, int opponent_score)
{
    char left[120];
    close_unseen(record, my_score, opponent_score);
    end_row(record);
    record->games++;
    record->score[RECORD_ME] = my_score;
    record->score[RECORD_OPPONENT] = opponent_score;
    (void)snprintf(left, sizeof left, "%s : %d", record->my_name, my_score);
    fprintf(record->file, "\n Game %d\n %-*s %s : %d\n", record->games, LEFT_WIDTH + 4,
            left, record->opponent, opponent_score);
    record_begin_game(record);
    record->is_told = false;
    flush(record);
}

void record_begin_game(struct record *record)
{
    record->is_open = record->is_told = true;
    record->row = 0;
    record->last_side = -1;
    record->cube = 1;
    record->offered_cube = 0;
    record->has_left = false;
    position_start(&record->pos);
}

void record_game_start(struct record *record, int my_score, int opponent_score)
{
    if (record == NULL) {
        return;
    }
    open_game(record, my_score, opponent_score);
    record->is_told = true;
}

void record_game_resume(struct record *record, const struct record_state *state)
{
    if (record == NULL) {
        return;
    }
    bool is_same_game = record->is_open &&
                        record->score[RECORD_ME] == state->my_score &&
                        record->score[RECORD_OPPONENT] == state->opponent_score;
    if (!is_same_game) {
        open_game(record, state->my_score, state->opponent_score);
        record->is_told = true; /* if it has only begun */
    }
    if (record->is_told) {
        record->is_told = record_catch_up(record, state);
    }
}

/* The server takes back a double that was open when the line was lost. */
void record_undo_cell(struct record *record)
{
    bool is_left = record->last_side == RECORD_ME;
    if (fflush(record->file) != 0 ||
        fseek(record->file, record->cell_begin, SEEK_SET) != 0 ||
        ftruncate(fileno(record->file), record->cell_begin) != 0) {
        note_error(record, "cannot be written");
        return;
    }
    record->row -= is_left || !record->had_left;
    record->has_left = record->had_left;
    record->last_side =
        record->row == 0 && !record->has_left ? -1 : 1 - record->last_side;
    record->offered_cube = 0;
}

void record_game_end(struct record *record, enum record_side winner, int points)
{
    if (record == NULL || !record->is_open) {
        return;
    }
    end_row(record);
    record->score[winner] += points;
    bool ends_match = record->length > 0 && record->score[winner] >= record->length;
    char text[POINTS_TEXT_SIZE];
    fprintf(record->file, "%*sWins %s%s\n", winner == RECORD_ME ? 6 : LEFT_WIDTH + 6,
            "", points_text(points, text), ends_match ? " and the match" : "");
    record->is_open = false;
    flush(record);
    (void)fsync(fileno(record->file));
}

/* ---- turns ----------------------------------------------------------------------- */

/* Whether the mover, seen as mine, can make this checker move on this board. */
static bool is_possible(const struct position *pos, struct checker_move move)
{
    return move.from <= POINT_BAR && move.to < move.from &&
           pos->mine.at[move.from] > 0 &&
           (move.to == POINT_OFF || pos->theirs.at[POINT_BAR - move.to] < 2);
}

/* Writes "31: 8/5* 6/5" and makes the play on `pos`, the mover being mine. */
static bool tell_play(struct position *pos, struct roll roll, const struct play *play,
                      char cell[CELL_SIZE])
{
    int length = snprintf(cell, CELL_SIZE, "%d%d:", roll.high, roll.low);
    for (int i = 0; i < play->count; i++) {
        const struct checker_move move = play->moves[i];
        if (!is_possible(pos, move)) {
            return false;
        }
        bool hits = movegen_apply(pos, move);
        length += snprintf(&cell[length], (size_t)(CELL_SIZE - length), " %d/%d%s",
                           move.from, move.to, hits ? "*" : "");
    }
    return true;
}

void record_play(struct record *record, enum record_side side, struct roll roll,
                 const struct play *play)
{
    char cell[CELL_SIZE];
    if (record == NULL || !record->is_open || !record->is_told) {
        return;
    }
    struct position pos = record->pos;
    if (side == RECORD_OPPONENT) {
        pos = position_swap(&pos);
    }
    if (!tell_play(&pos, roll, play, cell)) {
        record->is_told = false;
        return;
    }
    record->pos = side == RECORD_OPPONENT ? position_swap(&pos) : pos;
    write_cell(record, side, cell);
}

void record_double(struct record *record, enum record_side side, int cube)
{
    char cell[CELL_SIZE];
    if (record == NULL) {
        return;
    }
    (void)snprintf(cell, sizeof cell, " Doubles => %d", cube);
    write_cell(record, side, cell);
    record->offered_cube = cube;
}

void record_take(struct record *record, enum record_side side)
{
    if (record == NULL) {
        return;
    }
    int cube = record->offered_cube;
    write_cell(record, side, " Takes");
    record->cube = cube > 0 ? cube : record->cube;
}

void record_drop(struct record *record, enum record_side side)
{
    if (record != NULL) {
        write_cell(record, side, " Drops");
    }
}
