/* Boards are drawn byte for byte as FIBS draws them: tests/data/drawn_boards.txt. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/fibsd_core.h"
#include "tests/fibsd/visitor.h"
#include "tests/unit/test_case.h"

enum { NUMBERS = 50, SEEN = 0, OTHER = 1 };

/* A place to draw: the viewer and the two of the match, who are not logged in. */
struct easel {
    struct fibsd *core;
    struct visitor visitor;
    struct fibsd_user players[2];
    struct fibsd_match match;
    char called[FIBSD_NAME_SIZE]; /* the one below */
    char drawing[4096];
};

static int open_easel(void **state)
{
    struct fibsd_config config;
    struct easel *easel = calloc(1, sizeof *easel);
    fibsd_config_default(&config);
    easel->core = fibsd_new(&config);
    assert_true(fibsd_add_account(easel->core, "viewer", "secret", 1500.0, 0));
    assert_true(visitor_login(&easel->visitor, easel->core, "viewer", "secret"));
    *state = easel;
    return 0;
}

static int close_easel(void **state)
{
    struct easel *easel = *state;
    fibsd_free(easel->core);
    free(easel);
    return 0;
}

/* `f`: the numbers behind the two names, from the length of the match on. */
static void set_position(struct fibsd_match *match, const int f[NUMBERS])
{
    match->length = f[0] == 9999 ? FIBSD_UNLIMITED : f[0];
    match->score[SEEN] = f[1];
    match->score[OTHER] = f[2];
    for (int p = 0; p < 26; p++) {
        match->board.point[p] = (signed char)f[3 + p];
    }
    match->colour[SEEN] = f[38];
    match->colour[OTHER] = -f[38];
    match->turn = f[29] == f[38] ? SEEN : OTHER;
    const int *dice = &f[match->turn == SEEN ? 30 : 32];
    match->dice[0] = dice[0];
    match->dice[1] = dice[1];
    match->phase = dice[0] != 0 ? FIBSD_MATCH_TO_MOVE : FIBSD_MATCH_TO_ROLL;
    match->cube = f[34];
    match->cube_owner = f[35] == f[36] ? -1 : f[35] ? SEEN : OTHER;
    int off_seen = f[42], off_other = f[43];
    match->board.off_o = (signed char)(f[38] == REFERENCE_O ? off_seen : off_other);
    match->board.off_x = (signed char)(f[38] == REFERENCE_O ? off_other : off_seen);
    match->redoubles = f[49];
}

static void read_board_line(struct easel *easel, char *line)
{
    int numbers[NUMBERS] = {0};
    (void)strsep(&line, ":"); /* "board" */
    COPY_TEXT(easel->called, strsep(&line, ":"));
    (void)snprintf(easel->players[OTHER].name, FIBSD_NAME_SIZE, "%s",
                   strsep(&line, ":"));
    int count = 0;
    for (const char *word; (word = strsep(&line, ":")) != NULL && count < NUMBERS;) {
        numbers[count++] = atoi(word);
    }
    assert_int_equal(count, NUMBERS);
    easel->match.player[SEEN] = &easel->players[SEEN];
    easel->match.player[OTHER] = &easel->players[OTHER];
    set_position(&easel->match, numbers);
}

/* Draws, and compares with the lines of the file since the position. */
static void compare(struct easel *easel, int style)
{
    struct fibsd_user *viewer = accounts_find(easel->core, "viewer");
    viewer->variable[FIBSD_VARIABLE_BOARDSTYLE] = style;
    visitor_flush(&easel->visitor);
    board_send_of(viewer, &easel->match, SEEN, easel->called);
    size_t size;
    const char *bytes = fibsd_output(easel->visitor.connection, &size);
    char got[4096];
    assert_true(size < sizeof got);
    memcpy(got, bytes, size);
    got[size] = '\0';
    assert_string_equal(got, easel->drawing);
    visitor_flush(&easel->visitor);
}

TEST_WITH(boards_are_drawn_as_fibs_draws_them, open_easel, close_easel)
{
    struct easel *easel = *state;
    FILE *file = fopen("tests/data/drawn_boards.txt", "r");
    assert_non_null(file);
    char line[300];
    int style = 0, count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '=' && easel->drawing[0] != '\0') {
            compare(easel, style);
            easel->drawing[0] = '\0';
            count++;
        }
        if (strncmp(line, "board ", 6) == 0) {
            read_board_line(easel, line + 6);
        } else if (strncmp(line, "as ", 3) == 0) {
            (void)snprintf(easel->players[SEEN].name, FIBSD_NAME_SIZE, "%.60s",
                           line + 3);
        } else if (strncmp(line, "style ", 6) == 0) {
            style = atoi(line + 6);
        } else if (line[0] == '=') {
            (void)strcat(easel->drawing, line[1] == ' ' ? line + 2 : "");
            (void)strcat(easel->drawing, "\r\n");
        }
    }
    (void)fclose(file);
    assert_int_equal(count, 11);
}

TEST_MAIN(NULL, NULL)
