/*
 * Reads matches in the layout of Jellyfish (.mat, .txt), as Jellyfish, GNU Backgammon,
 * eXtreme Gammon, Backgammon Galaxy, Backgammon Studio, GridGammon and clients of FIBS
 * write it. record.h shows the layout. Programs differ in
 *
 *   the heading      tags ("; [Player 1 "anna"]") or none; "5 point match", "unlimited
 *                    match" or nothing
 *   the names        eXtreme Gammon's desktop has them in the tags in another order than
 *                    in the columns. The line "anna : 0   bert : 0" of the first game
 *                    wins; a tag only completes a name that is cut off there. Level and
 *                    Elo in the tags follow the name
 *   the columns      the right one begins at column 32 to 41; a cell is recognised by
 *                    its dice or its word
 *   plays            "24/18 18/14", "24/14", "8/2(2)", "bar/21", "25/21", "6/off",
 *                    "6/0", with or without asterisks; "Cannot Move", "" for a dance;
 *                    "????" for an unknown one
 *   cube actions     "Doubles => 2", "Takes", "Accepts", "Drops", "Passes", "Rejects",
 *                    "Beavers => 4", "Raccoons => 8"
 *   the result       in a line or in a cell of its own: "Wins 2 points"
 *   a resignation    before the first play has its roll on the left (GNU Backgammon)
 *
 * A file may hold several matches. Text lines are those of text_line.h.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "match/mat_position.h"
#include "match/mat_row.h"
#include "match/match_format_internal.h"
#include "match/match_reader.h"
#include "match/record_internal.h"
#include "match/text_line.h"

/* ---- the heading ------------------------------------------------------------------ */

static void copy_name(const char *text, size_t length, char out[RECORD_NAME_MAX])
{
    while (length > 0 && text[length - 1] == ' ') {
        length--;
    }
    match_reader_name(text, length, out);
}

/* ; [Player 1 "anna"] */
static void read_tag(struct match_reader *r, const char *line)
{
    struct record_heading *h = &r->heading;
    const struct {
        const char *name;
        char *value;
    } texts[] = {{"Site", h->site},
                 {"Player 1", h->my_name},
                 {"Player 2", h->opponent},
                 {"Player 1 Level", h->level[RECORD_ME]},
                 {"Player 2 Level", h->level[RECORD_OPPONENT]},
                 {"Player 1 Elo", h->elo[RECORD_ME]},
                 {"Player 2 Elo", h->elo[RECORD_OPPONENT]},
                 {"Event", h->event},
                 {"Match ID", h->match_id},
                 {"EventDate", h->date},
                 {"EventTime", h->time},
                 {"Variation", h->variation},
                 {"Incomplete", h->incomplete}};
    const struct {
        const char *name, *value;
        bool *flag, *says;
    } flags[] = {{"Crawford", "Off", &h->has_no_crawford, NULL},
                 {"Jacoby", "On", &h->has_jacoby, &h->says_jacoby},
                 {"Beaver", "On", &h->has_beavers, &h->says_beavers},
                 {"Beavers", "On", &h->has_beavers, &h->says_beavers},
                 {"CubeLimit", "1\"", &h->has_no_cube, NULL}};
    const char *name = line + strspn(line, "; [");
    const char *quote = strchr(name, '"');
    if (quote == NULL) {
        return;
    }
    size_t length = (size_t)(quote - name);
    length -= length > 0 && name[length - 1] == ' ';
    const char *value = quote + 1;
    const char *end = strrchr(value, '"');
    size_t value_length = end == NULL ? strlen(value) : (size_t)(end - value);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (length == strlen(texts[i].name) && mat_starts_with(name, texts[i].name)) {
            copy_name(value, value_length, texts[i].value);
        }
    }
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (length == strlen(flags[i].name) && mat_starts_with(name, flags[i].name)) {
            *flags[i].flag = mat_starts_with(value, flags[i].value);
            if (flags[i].says != NULL) {
                *flags[i].says = true;
            }
        }
    }
}

/* "5 point match", "unlimited match", "money session"; false: it is none of these. */
static bool read_length(const char *line, long *length)
{
    const char *text = mat_skip_spaces(line);
    if (mat_starts_with(text, "unlimited") || mat_starts_with(text, "money")) {
        *length = 0;
        return true;
    }
    char *end;
    *length = strtol(text, &end, 10);
    return end > text && mat_starts_with(end + strspn(end, " -"), "point");
}

/* ---- lines ------------------------------------------------------------------------ */

struct mat {
    struct match_reader reader;
    bool has_length;  /* of the match whose heading is being read */
    int game;         /* number of the game whose scores come next; 0: none */
    bool has_matches; /* a heading or a game has been seen */
    bool is_in_games; /* of the match; its next heading is that of another one */
    bool was_unknown; /* the line before; such lines are reported once in a row */
};

/* A line of a heading comes. */
static void begin_heading(struct mat *mat)
{
    if (mat->is_in_games) {
        match_reader_end_match(&mat->reader);
        mat->is_in_games = mat->has_length = false;
    }
}

/* Returns the end of "NAME : 12" or NULL. */
static const char *take_score(const char *text, char name[RECORD_NAME_MAX], int *score)
{
    text = mat_skip_spaces(text);
    for (const char *colon = strchr(text, ':'); colon != NULL;
         colon = strchr(colon + 1, ':')) {
        const char *number = mat_skip_spaces(colon + 1);
        const char *end = number;
        *score = mat_take_number(&end);
        if (end > number && *score >= 0 && (*end == ' ' || *end == '\0')) {
            copy_name(text, (size_t)(colon - text), name);
            return end;
        }
    }
    return NULL;
}

/* Whether a tag may name the player of a column, whose name may be cut off: 2: it is the
 * same name. */
static int tag_fits(const char *tag, const char *column)
{
    return mat_starts_with(tag, column) ? 1 + (strlen(tag) == strlen(column)) : 0;
}

static void swap_texts(char a[RECORD_NAME_MAX], char b[RECORD_NAME_MAX])
{
    char kept[RECORD_NAME_MAX];
    memcpy(kept, a, RECORD_NAME_MAX);
    memcpy(a, b, RECORD_NAME_MAX);
    memcpy(b, kept, RECORD_NAME_MAX);
}

/* The columns say who sits where: tags may name the players in another order. What the
 * tags tell of a player follows his name; of one in no column it is left out. */
static void seat_players(struct record_heading *h, char column[2][RECORD_NAME_MAX])
{
    char *tags[] = {h->my_name, h->opponent};
    int straight = tag_fits(tags[0], column[0]) + tag_fits(tags[1], column[1]);
    int crossed = tag_fits(tags[1], column[0]) + tag_fits(tags[0], column[1]);
    if (crossed > straight) {
        swap_texts(h->my_name, h->opponent);
        swap_texts(h->level[0], h->level[1]);
        swap_texts(h->elo[0], h->elo[1]);
    }
    for (int side = 0; side < 2; side++) {
        if (tags[side][0] != '\0' && tag_fits(tags[side], column[side]) == 0) {
            h->level[side][0] = h->elo[side][0] = '\0';
        }
        if (tag_fits(tags[side], column[side]) != 1) {
            memcpy(tags[side], column[side], RECORD_NAME_MAX);
        }
    }
}

/* "anna,1837": GamesGrid and GridGammon write the rating behind the name. */
static void take_rating(char name[RECORD_NAME_MAX], char rating[RECORD_NAME_MAX])
{
    char *comma = strrchr(name, ',');
    size_t digits = comma == NULL ? 0 : strspn(comma + 1, "0123456789");
    bool is_rating =
        comma > name && (digits == 3 || digits == 4) && comma[1 + digits] == '\0';
    (void)snprintf(rating, RECORD_NAME_MAX, "%s", is_rating ? comma + 1 : "");
    if (is_rating) {
        *comma = '\0';
    }
}

/* " anna : 0                       bert : 0" */
static bool read_scores(struct mat *mat, const char *line)
{
    struct match_reader *r = &mat->reader;
    char names[2][RECORD_NAME_MAX];
    int scores[2];
    const char *text = take_score(line, names[0], &scores[0]);
    if (text == NULL || take_score(text, names[1], &scores[1]) == NULL) {
        return false;
    }
    bool has_no_length = !r->has_heading && !mat->has_length;
    if (!r->has_heading) {
        char elo[2][RECORD_NAME_MAX];
        take_rating(names[0], elo[0]);
        take_rating(names[1], elo[1]);
        seat_players(&r->heading, names);
        for (int side = 0; side < 2; side++) {
            if (elo[side][0] != '\0') {
                memcpy(r->heading.elo[side], elo[side], RECORD_NAME_MAX);
            }
        }
    }
    match_reader_game(r, mat->game, scores[0], scores[1]);
    if (has_no_length) { /* a fault of the match that begins here */
        match_reader_fault(r, "no length of the match; taken for an unlimited one");
    }
    mat->game = 0;
    mat->is_in_games = mat->has_matches = true;
    return true;
}

/* "Game 1" */
static bool read_game(struct mat *mat, const char *line)
{
    const char *text = mat_skip_spaces(line);
    if (!mat_starts_with(text, "game ")) {
        return false;
    }
    text = mat_skip_spaces(text + 5);
    int number = mat_take_number(&text);
    if (number < 1) {
        return false;
    }
    if (number <= mat->reader.game) {
        int length = mat->reader.heading.length;
        begin_heading(mat); /* a match without a heading of its own */
        mat->reader.heading.length = length;
        mat->has_length = true;
    }
    mat->game = number;
    return true;
}

/* A semicolon or # begins a remark, which may stand anywhere, or with a bracket a tag. */
static bool is_remark(const char *line)
{
    const char *text = mat_skip_spaces(line);
    return *text == '#' || (*text == ';' && text[strspn(text, "; ")] != '[');
}

static bool read_mat_line(struct mat *mat, const char *line)
{
    long length;
    const char *row = mat_row_of(line);
    if (is_remark(line)) {
        if (mat->is_in_games) {
            (void)mat_read_set_position(&mat->reader, line);
        }
        return true;
    }
    if (mat->game > 0) {
        return *line == '\0' || read_scores(mat, line);
    }
    if (*mat_skip_spaces(line) == ';') {
        begin_heading(mat);
        read_tag(&mat->reader, line);
        return true;
    }
    if (read_length(line, &length)) {
        begin_heading(mat);
        mat->reader.heading.length = match_reader_length(&mat->reader, length);
        mat->has_length = mat->has_matches = true;
        return true;
    }
    if (row != NULL && mat->is_in_games) {
        mat_read_row(&mat->reader, line, row);
        return true;
    }
    return *line == '\0' || read_game(mat, line) || mat_read_win(&mat->reader, line);
}

bool mat_read(FILE *file, const struct record_visitor *visitor, void *context)
{
    struct mat mat = {.has_matches = false};
    struct text_line line = {.file = file};
    bool is_good = match_reader_open(&mat.reader, visitor, context);
    while (is_good && text_line_next(&line)) {
        mat.reader.line = line.number;
        bool is_known = read_mat_line(&mat, line.text);
        if (line.is_cut) {
            match_reader_lose(&mat.reader, "the line is too long");
        } else if (!is_known && !mat.was_unknown && mat.has_matches) {
            match_reader_fault(&mat.reader, "\"%.60s\" is not understood", line.text);
        }
        mat.was_unknown = !is_known;
    }
    if (text_line_is_full(&line)) {
        match_reader_full(&mat.reader);
    }
    if (is_good && mat.has_matches) {
        match_reader_heading(&mat.reader);
    }
    match_reader_close(&mat.reader);
    return is_good && mat.has_matches && !ferror(file);
}
