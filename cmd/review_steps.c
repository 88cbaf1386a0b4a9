#include "cmd/review_steps.h"

#include <ctype.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text_width.h"
#include "match/report/match_error.h"

/* Where in all the errors of all matches. */
struct steps {
    const struct review_match *matches;
    int count; /* of matches */
    int all;   /* errors */
    int at;    /* of them, from 0 */
    bool is_terminal, has_colours;
};

/* ---- keys ------------------------------------------------------------------------ */

/* Has keys come one by one; returns whether `before` is to be set again. */
static bool take_keys(struct termios *before)
{
    struct termios raw;
    if (isatty(STDIN_FILENO) != 1 || tcgetattr(STDIN_FILENO, before) != 0) {
        return false;
    }
    raw = *before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    (void)setvbuf(stdin, NULL, _IONBF, 0); /* for poll() */
    return tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0;
}

enum { CTRL_D = 4, ESCAPE = '\033' };

/* The bytes of an arrow come at once, "\033[A" or "\033OA": those to the left and up go back. */
static int read_arrow(void)
{
    enum { TOGETHER_MS = 50 };
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int key = ESCAPE;
    while (key != EOF && (isalpha(key) == 0 || key == 'O') &&
           poll(&input, 1, TOGETHER_MS) == 1) {
        key = getchar();
    }
    return key == 'D' || key == 'A' ? 'p' : key;
}

/* Keys that end a line: Enter is a step where keys come one by one. */
static int next_key(bool is_terminal)
{
    int key;
    do {
        key = getchar();
    } while (!is_terminal && (key == '\n' || key == '\r' || key == ' '));
    key = key == ESCAPE && is_terminal ? read_arrow() : key;
    return key == CTRL_D ? EOF : tolower(key);
}

/* ---- places ---------------------------------------------------------------------- */

/* The match of error `at`, which becomes its number in the match. */
static const struct review_match *match_of(const struct steps *steps, int *at)
{
    const struct review_match *match = steps->matches;
    while (*at >= match->count) {
        *at -= match->count;
        match++;
    }
    return match;
}

static int game_of(const struct steps *steps, int at)
{
    const struct review_match *match = match_of(steps, &at);
    int match_number = (int)(match - steps->matches);
    int turn = match->errors[at].turn;
    return match_number * 1000 + match->report.turns->turns[turn].game;
}

/* The first error of the next game; the last error if there is none. */
static int next_game(const struct steps *steps)
{
    int at = steps->at;
    while (at + 1 < steps->all && game_of(steps, at) == game_of(steps, steps->at)) {
        at++;
    }
    return at;
}

/* ---- one error ------------------------------------------------------------------- */

/* 0 rows, 0 columns: any number. */
static struct winsize window_of(const struct steps *steps)
{
    struct winsize window = {0};
    if (!steps->is_terminal || ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0) {
        return (struct winsize){0};
    }
    return window;
}

/* Which error of which match: a line, in a window without the folder. */
static void print_place(const struct steps *steps, const struct review_match *match,
                        size_t columns)
{
    char text[FILE_PATH_MAX + 2 * RECORD_NAME_MAX + 60];
    const char *slash = columns > 0 ? strrchr(match->path, '/') : NULL;
    int length = snprintf(text, sizeof text, "%d of %d, %s%s: %s - %s", steps->at + 1,
                          steps->all, slash != NULL ? slash + 1 : match->path,
                          match->report.turns->has_all ? "" : " (turns are missing)",
                          match_report_name(&match->report, RECORD_ME),
                          match_report_name(&match->report, RECORD_OPPONENT));
    length = length < (int)sizeof text ? length : (int)sizeof text - 1;
    size_t shown =
        columns > 0 ? text_cut(text, (size_t)length, columns) : (size_t)length;
    printf("%.*s\n", (int)shown, text);
}

static void show_error(const struct steps *steps)
{
    int at = steps->at;
    const struct review_match *match = match_of(steps, &at);
    if (steps->is_terminal) {
        fputs("\033[H\033[2J", stdout);
    }
    const struct winsize window = window_of(steps);
    print_place(steps, match, window.ws_col);
    /* rows but for the line above and the keys below */
    match_error_print(&match->report, &match->errors[at],
                      window.ws_row > 2 ? window.ws_row - 2 : 0, steps->has_colours,
                      stdout);
    fputs(steps->is_terminal ? "[n]ext [p]revious [g]ame [q]uit " : "\n", stdout);
    (void)fflush(stdout);
}

/* Moves by a key; false: the person quits. */
static bool step(struct steps *steps, int key)
{
    switch (key) {
    case EOF:
    case 'q':
        return false;
    case 'p':
        steps->at -= steps->at > 0;
        return true;
    case 'g':
        steps->at = next_game(steps);
        return true;
    default:
        steps->at += steps->at + 1 < steps->all;
        return true;
    }
}

void review_steps(const struct review_match *matches, int count)
{
    struct termios before;
    struct steps steps = {.matches = matches, .count = count};
    for (int i = 0; i < count; i++) {
        steps.all += matches[i].count;
    }
    if (steps.all == 0) {
        puts("No such decision.");
        return;
    }
    steps.is_terminal = isatty(STDOUT_FILENO) == 1;
    steps.has_colours = steps.is_terminal && getenv("NO_COLOR") == NULL;
    bool is_raw = take_keys(&before);
    int last = -1;
    do {
        if (steps.at != last) {
            show_error(&steps);
        }
        last = steps.at;
    } while (step(&steps, next_key(is_raw)));
    if (is_raw) {
        (void)tcsetattr(STDIN_FILENO, TCSANOW, &before);
    }
    (void)putchar('\n');
}
