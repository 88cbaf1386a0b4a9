#include "match/match_columns.h"

#include "base/text.h"
#include "engine/level.h"

/* ---- sides ----------------------------------------------------------------------- */

#define CELL(name, ...) COLUMN_CELL(name, struct match_side_row, __VA_ARGS__)

static struct column_cell won_of(const void *of, int at)
{
    char text[COLUMN_SHOWN_SIZE];
    const struct match_side_row *row = of;
    (void)at;
    FORMAT_TEXT(text, "%d of %d", row->won, row->finished);
    return column_shown(column_none(), text);
}

/* clang-format off */
CELL(kind, column_words(row->month[0] != '\0' ? "month" : "player"))
CELL(name, column_words(row->name))
CELL(month, row->month[0] != '\0' ? column_words(row->month) : column_shown(column_none(), ""))
CELL(matches, column_whole(row->matches))
CELL(finished, column_whole(row->finished))
CELL(won, column_whole(row->won))
CELL(decisions, column_whole(row->sums->decisions))
CELL(plays, column_whole(row->sums->plays))
CELL(cube_actions, column_whole(row->sums->cube_actions))
CELL(loss, column_real(row->sums->loss, 3))
CELL(play_loss, column_real(row->sums->play_loss, 3))
CELL(cube_loss, column_real(row->sums->cube_loss, 3))
CELL(errors, column_whole(row->sums->errors))
CELL(blunders, column_whole(row->sums->blunders))
CELL(luck, column_change(row->sums->luck, 3))
CELL(luck_result, column_change(row->sums->luck_result, 3))
CELL(error_rate, row->sums->decisions == 0 ? column_none()
                 : column_real(match_analysis_error_rate(row->sums), 2))
CELL(rating, row->sums->decisions == 0 ? column_none()
             : column_real(level_rating_of(match_analysis_error_rate(row->sums)), 0))

enum {
    TEXT_JSON = COLUMN_TEXT | COLUMN_JSON,
    PAGE_JSON = COLUMN_PAGE | COLUMN_JSON,
    PEOPLE_JSON = COLUMN_PEOPLE | COLUMN_JSON
};

/* On a page what matters most comes first: a phone shows half of it. */
const struct column match_side_columns[] = {
    {COLUMN_TEXT, NULL, "", -16, name, 0},
    {PAGE_JSON, "player", "player", 0, name, 0},
    {COLUMN_PAGE, NULL, "PR", 1, error_rate, 0},
    {COLUMN_PAGE, NULL, "errors", 1, errors, 0},
    {COLUMN_PAGE, NULL, "blunders", 1, blunders, 0},
    {COLUMN_PAGE, NULL, "luck", 1, luck, 0},
    {COLUMN_PAGE, NULL, "rating", 1, rating, 0},
    {COLUMN_PAGE | COLUMN_PROGRAMS, "decisions", "decisions", 1, decisions, 0},
    {COLUMN_ALL, "plays", "plays", 5, plays, 0},
    {COLUMN_TEXT, NULL, "lost", 6, play_loss, 0},
    {COLUMN_PAGE, NULL, "lost by plays", 1, play_loss, 0},
    {TEXT_JSON, "cube_actions", "cube", 4, cube_actions, 0},
    {COLUMN_PAGE, NULL, "cube actions", 1, cube_actions, 0},
    {COLUMN_JSON, "play_loss", NULL, 1, play_loss, 0},
    {TEXT_JSON, "cube_loss", "lost", 6, cube_loss, 0},
    {COLUMN_PAGE, NULL, "lost by cubes", 1, cube_loss, 0},
    {TEXT_JSON, "errors", "errors", 6, errors, 0},
    {TEXT_JSON, "blunders", "blunders", 8, blunders, 0},
    {TEXT_JSON, "pr", "PR", 6, error_rate, 0},
    {TEXT_JSON, "rating", "rating", 6, rating, 0},
    {TEXT_JSON, "luck", "luck", 7, luck, 0},
    {COLUMN_JSON, "luck_result", NULL, 1, luck_result, 0},
};
const int match_side_column_count = sizeof match_side_columns / sizeof match_side_columns[0];

const struct column match_player_columns[] = {
    {COLUMN_JSON, "kind", NULL, 0, kind, 0},
    {PEOPLE_JSON, "player", "player", -7, name, 0},
    {COLUMN_PAGE, NULL, "month", 0, month, 0},
    {PEOPLE_JSON, "matches", "matches", 7, matches, 0},
    {COLUMN_JSON, "finished", NULL, 1, finished, 0},
    {COLUMN_JSON, "won", NULL, 1, won, 0},
    {COLUMN_PEOPLE, NULL, "won", 9, won_of, 0},
    {PAGE_JSON, "decisions", "decisions", 1, decisions, 0},
    {COLUMN_JSON, "plays", NULL, 1, plays, 0},
    {COLUMN_JSON, "cube_actions", NULL, 1, cube_actions, 0},
    {COLUMN_PEOPLE, NULL, "PR", 5, error_rate, 0},
    {COLUMN_PEOPLE, NULL, "rating", 6, rating, 0},
    {COLUMN_TEXT, NULL, "lost", 7, loss, 0},
    {COLUMN_TEXT, NULL, "by cube", 7, cube_loss, 0},
    {PAGE_JSON, "play_loss", "play loss", 1, play_loss, 0},
    {PAGE_JSON, "cube_loss", "cube loss", 1, cube_loss, 0},
    {PEOPLE_JSON, "errors", "errors", 6, errors, 0},
    {PEOPLE_JSON, "blunders", "blunders", 8, blunders, 0},
    {PEOPLE_JSON, "luck", "luck", 7, luck, 0},
    {COLUMN_JSON, "pr", NULL, 1, error_rate, 0},
    {COLUMN_JSON, "rating", NULL, 1, rating, 0},
    {COLUMN_JSON | COLUMN_OPTIONAL, "month", NULL, 0, month, 0},
};
const int match_player_column_count = sizeof match_player_columns / sizeof match_player_columns[0];
_Static_assert(sizeof match_player_columns / sizeof match_player_columns[0] <= MATCH_PLAYER_COLUMNS_MAX, "room");
/* clang-format on */

void match_columns_sides(const struct match_report *report, match_columns_write *write,
                         FILE *out)
{
    write(match_side_columns, match_side_column_count, NULL, out);
    for (int i = 0; i < 2; i++) {
        enum record_side side = i == 0 ? RECORD_ME : RECORD_OPPONENT;
        const struct match_side_row row = {
            .name = match_turns_name(report->turns, side),
            .sums = match_analysis_side(report->analysis, side)};
        write(match_side_columns, match_side_column_count, &row, out);
    }
}

/* ---- games ----------------------------------------------------------------------- */

/* A game, or all. */
struct game_row {
    char name[16], score[32];
    bool is_match; /* results are chances of winning it; else points */
    struct match_outcome outcome;
};

static struct column_cell game_name(const void *of, int at)
{
    const struct game_row *row = of;
    return column_words(at == 0 ? row->name : row->score);
}

static struct column_cell game_rate(const void *of, int at)
{
    const struct game_row *row = of;
    const struct match_analysed_side *sums = &row->outcome.side[at];
    return sums->decisions == 0 ? column_none()
                                : column_real(match_analysis_error_rate(sums), 2);
}

static struct column_cell result_cell(const struct game_row *row, bool is_known,
                                      double result)
{
    char text[MATCH_RESULT_SIZE];
    return is_known ? column_shown(column_real(result, 2),
                                   match_analysis_result(result, row->is_match, text))
                    : column_none();
}

static struct column_cell game_result(const void *of, int at)
{
    const struct game_row *row = of;
    (void)at;
    return result_cell(row, row->outcome.has_result, row->outcome.result);
}

static struct column_cell game_luck(const void *of, int at)
{
    const struct game_row *row = of;
    (void)at;
    return result_cell(row, row->outcome.has_all_luck, row->outcome.luck);
}

static struct column_cell game_rest(const void *of, int at)
{
    const struct match_outcome *outcome = &((const struct game_row *)of)->outcome;
    (void)at;
    return result_cell(of, outcome->has_result && outcome->has_all_luck,
                       outcome->result - outcome->luck);
}

static const struct column game_columns[] = {
    {COLUMN_PEOPLE, NULL, "game", -4, game_name, 0},
    {COLUMN_TEXT, NULL, "score", -7, game_name, 1},
    {COLUMN_PAGE, NULL, "score", 1, game_name, 1},
    {COLUMN_PEOPLE, NULL, "PR 1", 8, game_rate, RECORD_ME},
    {COLUMN_PEOPLE, NULL, "PR 2", 8, game_rate, RECORD_OPPONENT},
    {COLUMN_PEOPLE, NULL, "result", 10, game_result, 0},
    {COLUMN_PEOPLE, NULL, "luck", 10, game_luck, 0},
    {COLUMN_PEOPLE, NULL, "without luck", 13, game_rest, 0},
};
enum { GAME_COLUMNS = sizeof game_columns / sizeof game_columns[0] };

void match_columns_games(const struct match_report *report, match_columns_write *write,
                         FILE *out)
{
    const struct match_turns *turns = report->turns;
    write(game_columns, GAME_COLUMNS, NULL, out);
    for (int i = 0; i <= turns->games; i++) {
        int game = i < turns->games ? i : -1; /* the match */
        struct game_row row = {.name = "all", .is_match = turns->heading.length > 0};
        match_analysis_outcome(report->analysis, game, &row.outcome);
        if (game >= 0) {
            const struct match_game *g = &turns->game[game];
            FORMAT_TEXT(row.name, "%d", g->number);
            FORMAT_TEXT(row.score, "%d-%d", g->score[0], g->score[1]);
        }
        write(game_columns, GAME_COLUMNS, &row, out);
    }
}
