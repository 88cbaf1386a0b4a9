/*
 * Reads the replays of bgammon.org (.match). Its REPLAY.md describes
 * them: an index of the games, then each game:
 *
 *      bgammon-replay 00000024
 *      i 1702738670 anna bert 5 0 0 1 2 0
 *      1 r 4-1 13/9 9/8
 *      2 r 6-1 1/7 1/2
 *      1 d 2 1
 *      1 r 6-5 13/7 7/2
 *      2 t
 *
 * The line i has the time, which older files lack, both players, the length, the score
 * before the game, the winner (0: none), the points won and the variant (0: backgammon).
 * Points are those of player 1 for both. A double names the cube and whether it was
 * taken. A player who resigned or left has a line t.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "match/match_format_internal.h"
#include "match/match_reader.h"
#include "match/text_line.h"

struct replay {
    struct match_reader reader;
    int games; /* of the match */
    int winner, points;
};

/* The line of a game behind its "i". */
struct replay_game {
    int64_t time; /* 0: not known */
    char name[2][RECORD_NAME_MAX];
    int length, score[2], winner, points, variant;
};

/* ---- games ----------------------------------------------------------------------- */

/* What stands behind the time. */
static bool read_players(const char *text, struct replay_game *game)
{
    char rest;
    int found = sscanf(text, "%79s %79s %9d %6d %6d %1d %6d %1d %c", game->name[0],
                       game->name[1], &game->length, &game->score[0], &game->score[1],
                       &game->winner, &game->points, &game->variant, &rest);
    return found == 8 && game->length >= 0 && game->score[0] >= 0 &&
           game->score[1] >= 0 && game->winner >= 0 && game->winner <= 2 &&
           game->points >= 0;
}

/* A name may be a number, too: what has a word more has the time. */
static bool read_game(const char *text, struct replay_game *game)
{
    size_t digits = strspn(text, "0123456789");
    *game = (struct replay_game){.time = 0};
    if (digits > 0 && digits < 13 && text[digits] == ' ' &&
        read_players(text + digits, game)) {
        game->time = strtoll(text, NULL, 10);
        return true;
    }
    return read_players(text, game);
}

static void write_date(int64_t begun, struct record_heading *heading)
{
    const time_t at = (time_t)begun;
    struct tm day;
    if (begun > 0 && gmtime_r(&at, &day) != NULL) {
        (void)strftime(heading->date, RECORD_NAME_MAX, "%Y.%m.%d", &day);
        (void)strftime(heading->time, RECORD_NAME_MAX, "%H.%M", &day);
    }
}

/* Whether it continues the match of the games before. */
static bool is_same_match(const struct replay *replay, const struct replay_game *game)
{
    const struct record_heading *heading = &replay->reader.heading;
    return replay->games > 0 && game->score[0] + game->score[1] > 0 &&
           heading->length == game->length &&
           strcmp(heading->my_name, game->name[0]) == 0 &&
           strcmp(heading->opponent, game->name[1]) == 0;
}

/* The result of the game before, which only its first line has. */
static void end_replay_game(struct replay *replay)
{
    if (replay->winner > 0 && replay->points > 0) {
        match_reader_win(&replay->reader,
                         replay->winner == 1 ? RECORD_ME : RECORD_OPPONENT,
                         replay->points);
    }
    replay->winner = replay->points = 0;
}

static void begin_game(struct replay *replay, const struct replay_game *game)
{
    struct match_reader *r = &replay->reader;
    end_replay_game(replay);
    if (!is_same_match(replay, game)) {
        match_reader_end_match(r);
        replay->games = 0;
        r->heading.length = game->length;
        memcpy(r->heading.my_name, game->name[0], RECORD_NAME_MAX);
        memcpy(r->heading.opponent, game->name[1], RECORD_NAME_MAX);
        (void)snprintf(r->heading.site, RECORD_NAME_MAX, "bgammon.org");
        write_date(game->time, &r->heading);
    }
    match_reader_game(r, ++replay->games, game->score[0], game->score[1]);
    replay->winner = game->winner;
    replay->points = game->points;
    if (game->variant != 0) {
        match_reader_lose(r, "a game that is not backgammon; it is left out");
    }
}

/* ---- turns ----------------------------------------------------------------------- */

/* "13", "bar" or "off" (match_reader_point) */
static int point_of_side(const char *name, size_t length, enum record_side side)
{
    if (length == 3 && (memcmp(name, "bar", 3) == 0 || memcmp(name, "off", 3) == 0)) {
        return *name == 'b' ? POINT_BAR : POINT_OFF;
    }
    bool is_number = length > 0 && length < 3 && strspn(name, "0123456789") == length;
    int point = is_number ? atoi(name) : 0;
    if (point < 1 || point > 24) {
        return -1;
    }
    return side == RECORD_ME ? point : POINT_BAR - point;
}

/* "5-3 13/8 24/21" */
static bool take_roll(struct match_reader *r, enum record_side side, const char *text)
{
    struct play play = {.count = 0};
    int one, other, end = 0;
    if (sscanf(text, "%1d-%1d%n", &one, &other, &end) != 2 || end == 0 || one < 1 ||
        one > 6 || other < 1 || other > 6 ||
        !match_reader_hops(text + end, '/', side, point_of_side, &play)) {
        return false;
    }
    match_reader_moves(r, side, roll_of_dice(one, other), &play);
    return true;
}

/* "2 1": the cube, and whether it was taken */
static bool take_double(struct match_reader *r, enum record_side side, const char *text)
{
    int cube, is_taken;
    if (sscanf(text, "%7d %1d", &cube, &is_taken) != 2 || cube < 2) {
        return false;
    }
    match_reader_cube(r, side, RECORD_CELL_DOUBLE, cube);
    match_reader_cube(r, side == RECORD_ME ? RECORD_OPPONENT : RECORD_ME,
                      is_taken != 0 ? RECORD_CELL_TAKE : RECORD_CELL_DROP, 0);
    return true;
}

/* "1 r ...", "2 d ...", "1 t" */
static bool take_replay_event(struct match_reader *r, const char *line)
{
    enum record_side side = line[0] == '1' ? RECORD_ME : RECORD_OPPONENT;
    if ((line[0] != '1' && line[0] != '2') || line[1] != ' ') {
        return false;
    }
    switch (line[2]) {
    case 'r':
        return line[3] == ' ' && take_roll(r, side, line + 4);
    case 'd':
        return line[3] == ' ' && take_double(r, side, line + 4);
    default:
        return line[2] == 't' && line[3] == '\0'; /* the first line has the result */
    }
}

static void read_line(struct replay *replay, const char *line)
{
    struct match_reader *r = &replay->reader;
    struct replay_game game;
    bool is_game = strncmp(line, "i ", 2) == 0;
    if (is_game && read_game(line + 2, &game)) {
        game.length = match_reader_length(r, game.length);
        begin_game(replay, &game);
    } else if (is_game && !r->is_open) {
        match_reader_fault(r, "\"%.60s\" is not understood", line);
    } else if (is_game || (*line != '\0' && strncmp(line, "bgammon-replay", 14) != 0 &&
                           !take_replay_event(r, line))) {
        match_reader_lose(r,
                          "\"%.40s\" is not understood; the rest of the game is left "
                          "out",
                          line);
    }
}

bool bgammon_read(FILE *file, const struct record_visitor *visitor, void *context)
{
    struct replay replay = {.games = 0};
    struct text_line line = {.file = file};
    bool has_games = false;
    bool is_good = match_reader_open(&replay.reader, visitor, context);
    while (is_good && text_line_next(&line)) {
        replay.reader.line = line.number;
        read_line(&replay, line.text);
        has_games |= replay.games > 0;
    }
    end_replay_game(&replay);
    if (text_line_is_full(&line)) {
        match_reader_full(&replay.reader);
    }
    match_reader_close(&replay.reader);
    return is_good && has_games && !ferror(file);
}
