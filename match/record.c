#include "match/record.h"
#include "base/text.h"
#include "match/record_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "engine/board/points.h"

/* ---- the match ------------------------------------------------------------------- */

static bool make_folder_of(const char *path)
{
    char folder[RECORD_PATH_SIZE];
    FORMAT_TEXT(folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    return folder_make(folder);
}

/* Creates a new file; a second one of the same second gets "-2", and so on. */
static bool create_file(struct record *record, const struct record_match *match)
{
    for (int copy = 1; copy < 100; copy++) {
        if (!record_name_file(match, copy, record->path, sizeof record->path)) {
            errno = ENAMETOOLONG;
            return false;
        }
        if (copy == 1 && !make_folder_of(record->path)) {
            return false;
        }
        if (record_create(record)) {
            return true;
        }
        if (errno != EEXIST) {
            return false;
        }
    }
    return false;
}

enum { LEVEL_LINE_SIZE = RECORD_NAME_MAX + 30 };

/* A line of the heading; "" where there is nothing to say. */
static void write_event_tag(const struct record_match *match,
                            char line[LEVEL_LINE_SIZE])
{
    const char *event = match->is_resumed
                            ? "resumed match; its first game lacks the beginning"
                            : match->event;
    line[0] = '\0';
    if (event != NULL) {
        (void)snprintf(line, LEVEL_LINE_SIZE, "; [Event \"%.*s\"]\n",
                       RECORD_NAME_MAX - 1, event);
    }
}

/* A line of the heading; "" where the level is not known. */
static void write_level(int player, const char *level, char line[LEVEL_LINE_SIZE])
{
    line[0] = '\0';
    if (level != NULL && level[0] != '\0') {
        (void)snprintf(line, LEVEL_LINE_SIZE, "; [Player %d Level \"%.*s\"]\n", player,
                       RECORD_NAME_MAX - 1, level);
    }
}

static void write_heading(struct record *record, const struct record_match *match)
{
    struct tm utc;
    (void)gmtime_r(&match->started, &utc);
    char when[80], event[LEVEL_LINE_SIZE], level[2][LEVEL_LINE_SIZE];
    write_event_tag(match, event);
    write_level(1, match->level, level[0]);
    write_level(2, match->opponent_level, level[1]);
    (void)strftime(when, sizeof when,
                   "; [EventDate \"%Y.%m.%d\"]\n; [EventTime \"%H.%M\"]\n", &utc);
    record_print(
        record,
        "; [Site \"%s\"]\n; [Player 1 \"%s\"]\n; [Player 2 \"%s\"]\n%s%s%s"
        "; [Variation \"Backgammon\"]\n; [%s]\n%s%s"
        "\n %d point match\n",
        match->place, record->my_name, record->opponent, level[0], level[1], when,
        match->length > 0   ? "Crawford \"On\""
        : match->has_jacoby ? "Jacoby \"On\""
                            : "Jacoby \"Off\"",
        match->has_no_cube ? "; [CubeLimit \"1\"]\n" : "", event, match->length);
    record_flush(record);
}

static bool open_new_file(struct record *record, const struct record_match *match)
{
    if (!create_file(record, match)) {
        return false;
    }
    write_heading(record, match);
    return true;
}

struct record *record_match_start(const struct record_match *match, struct error *err)
{
    struct record *record = error_allocate(sizeof *record, err);
    if (record == NULL) {
        return NULL;
    }
    record_copy_name(record->my_name, sizeof record->my_name, match->my_name);
    record_copy_name(record->opponent, sizeof record->opponent, match->opponent);
    record->length = match->length;
    record->out.fd = -1;
    bool is_open = (match->is_resumed && record_find_open(record, match)) ||
                   open_new_file(record, match);
    if (!is_open) {
        error_set_errno(err, "match file in %.100s", match->folder);
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
    record_end_row(record);
    record_close(record);
    free(record);
}

/* Adds the open game to the list; without room it is only reported. */
static void add_incomplete(struct record *record)
{
    size_t length = strlen(record->incomplete);
    if (length + 12 <= sizeof record->incomplete) {
        (void)snprintf(record->incomplete + length, sizeof record->incomplete - length,
                       "%s%d", length > 0 ? " " : "", record->games);
        record->has_remark = false;
    }
}

static bool is_listed(const struct record *record)
{
    struct record_heading heading;
    memcpy(heading.incomplete, record->incomplete, sizeof heading.incomplete);
    return record_heading_is_incomplete(&heading, record->games);
}

int record_lost_game(struct record *record)
{
    if (record == NULL) {
        return 0;
    }
    bool is_lost = record->is_open && !record->is_told && !record->is_loss_known &&
                   !is_listed(record);
    if (is_lost) {
        record->is_loss_known = true;
        add_incomplete(record);
    }
    if (!record->has_remark && record->incomplete[0] != '\0') {
        record->has_remark = record_remark(record);
    }
    return is_lost ? record->games : 0;
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

/* Closes a game whose end we did not see; the new score says how it ended. */
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
    record_end_row(record);
    record->win_begin = 0;
    record->games++;
    record->score[RECORD_ME] = my_score;
    record->score[RECORD_OPPONENT] = opponent_score;
    FORMAT_TEXT(left, "%s : %d", record->my_name, my_score);
    record_print(record, "\n Game %d\n %-*s %s : %d\n", record->games,
                 RECORD_LEFT_WIDTH + 4, left, record->opponent, opponent_score);
    record_begin_game(record);
    record->is_told = false;
    record_flush(record);
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
        record->is_told = true; /* if it has just begun */
    }
    if (record->is_told) {
        record->is_told = record_catch_up(record, state);
    }
}

void record_game_end(struct record *record, enum record_side winner, int points)
{
    if (record == NULL || !record->is_open) {
        return;
    }
    record_end_row(record);
    record->win_begin = record_tell(record);
    record->winner = winner;
    record->won = points;
    record->score[winner] += points;
    bool ends_match = record->length > 0 && record->score[winner] >= record->length;
    char text[POINTS_TEXT_SIZE];
    record_print(record, "%*sWins %s%s\n",
                 winner == RECORD_ME ? 6 : RECORD_LEFT_WIDTH + 6, "",
                 points_text(points, text), ends_match ? " and the match" : "");
    record->is_open = false;
    record_sync(record);
}

void record_game_correct(struct record *record, enum record_side winner, int points)
{
    if (record == NULL || record->is_open || record->win_begin == 0) {
        return;
    }
    record->score[record->winner] -= record->won;
    record_cut(record, record->win_begin);
    record->is_open = true;
    record_game_end(record, winner, points);
}
