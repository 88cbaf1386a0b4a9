/* Every line of tests/data/server_lines.tsv, from bytes to message, as it stands there
 * and as another server might write it. */
#include <stdio.h>
#include <string.h>

#include "fibs/line.h"
#include "fibs/message.h"
#include "fibs/telnet.h"
#include "tests/unit/test_case.h"

#define TABLE "tests/data/server_lines.tsv"

enum { ROWS_MAX = 600, LINE_SIZE = 512, MARGIN = 64 };

static struct row {
    char text[LINE_SIZE]; /* cut at its tabs */
    const char *id, *glued, *line;
} rows[ROWS_MAX];
static int row_count;

static int read_table(void **state)
{
    FILE *file = fopen(TABLE, "r");
    assert_non_null(file);
    char text[LINE_SIZE];
    while (fgets(text, sizeof text, file) != NULL) {
        struct row *row = &rows[row_count];
        char *rest = row->text;
        if (text[0] == '#') {
            continue;
        }
        assert_true(row_count < ROWS_MAX);
        text[strcspn(text, "\n")] = '\0';
        memcpy(row->text, text, sizeof row->text);
        row->id = strsep(&rest, "\t");
        row->glued = strsep(&rest, "\t");
        row->line = rest;
        assert_non_null(row->line);
        row_count++;
    }
    (void)fclose(file);
    assert_true(row_count > 400);
    return 0;
}

/* ---- how a line may be written --------------------------------------------------- */

static bool is_any(const struct row *row)
{
    return true;
}

/* What a match is played by, but for lists of moves. */
static bool is_of_match(const struct row *row)
{
    static const char *const ids[] = {
        "invite_n",           "invite_unlimited",
        "invite_resume",      "invited_n",
        "joined_you_n",       "now_playing_n",
        "resume_joined",      "resume_points",
        "game_start",         "opening_roll",
        "first_me",           "first_opp",
        "prompt_roll",        "you_roll",
        "opp_rolls",          "please_move",
        "you_cant_move",      "opp_cant_move",
        "opp_doubles",        "you_double",
        "opp_gives_up",       "you_accept_double",
        "opp_accepts_double", "you_give_up",
        "resign_offer",       "you_resign",
        "resign_accepted",    "resign_rejected",
        "you_accept_resign",  "you_win_game",
        "opp_wins_game",      "score_n",
        "join_next",          "wait_join",
        "you_win_match",      "wins_match",
        "saved_you_left",     "saved_opp_left",
        "saved_logout",       "saved_drop",
    };
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        if (strcmp(row->id, ids[i]) == 0 && strcmp(row->glued, "-") == 0) {
            return true;
        }
    }
    return false;
}

/* One blank more where there is one, but for those of "** ". */
static void widen(const char *line, char *out)
{
    for (size_t i = 0; line[i] != '\0'; i++) {
        *out++ = line[i];
        if (line[i] == ' ' && i > 2) {
            *out++ = ' ';
        }
    }
    *out = '\0';
}

static void as_it_is(const char *line, char *out)
{
    (void)strcpy(out, line);
}

static const struct form {
    const char *what, *before, *after;
    bool (*fits)(const struct row *row);
    void (*write)(const char *line, char *out);
} forms[] = {
    {"CR LF", "", "\r\n", is_any, as_it_is},
    {"LF", "", "\n", is_any, as_it_is},
    {"LF CR", "", "\n\r", is_any, as_it_is},
    {"CR CR LF", "", "\r\r\n", is_any, as_it_is},
    {"trailing blanks", "", "   \t \r\n", is_any, as_it_is},
    {"bells", "\a", "\a\a\r\n", is_any, as_it_is},
    {"a prompt in front", "> > ", "\r\n", is_any, as_it_is},
    {"telnet commands", "\xff\xfc\x01\xff\xfb\x01", "\xff\xf9\r\n", is_any, as_it_is},
    {"bytes above 127", "\xc3\xa4", "\xf0\x9f\r\n", is_any, as_it_is},
    {"a cleared screen", "\033[;H\033[2J", "\r\n", is_any, as_it_is},
    {"an empty line in front", "\r\n", "\r\n", is_any, as_it_is},
    {"wide gaps", "", "\r\n", is_of_match, widen},
};

static void check_message(const struct row *row, const struct form *form,
                          const char *want, const struct fibs_message *message)
{
    if (strcmp(fibs_message_name(message->id), want) != 0) {
        fail_msg("%s: '%s': expected %s, got %s", form->what, row->line, want,
                 fibs_message_name(message->id));
    }
}

/* Some lines are only good in their place. */
static struct fibs_message_context place_of(const struct row *row)
{
    return (struct fibs_message_context){
        .in_motd = strcmp(row->id, "motd_text") == 0,
        .in_away_list = strcmp(row->id, "away_row") == 0,
    };
}

static void check_line(const struct row *row, const struct form *form, const char *line)
{
    struct fibs_message_context context = place_of(row);
    struct fibs_message message;
    fibs_message_read(&context, line, &message);
    check_message(row, form, row->id, &message);
    bool is_glued = strcmp(row->glued, "-") != 0;
    assert_int_equal(message.rest.length > 0, is_glued);
    if (is_glued) {
        struct fibs_message next;
        fibs_message_read(&context, message.rest.text, &next);
        check_message(row, form, row->glued, &next);
    }
}

/* Through telnet and line reader, in reads of `part` bytes; the first line that is not
 * empty is the one. */
static void check_bytes(const struct row *row, const struct form *form, size_t part)
{
    char wide[2 * LINE_SIZE], bytes[2 * LINE_SIZE + 2 * MARGIN];
    form->write(row->line, wide);
    int size = snprintf(bytes, sizeof bytes, "%s%s%s", form->before, wide, form->after);
    struct fibs_telnet telnet = {.state = FIBS_TELNET_DATA};
    struct fibs_line reader;
    fibs_line_init(&reader);
    for (size_t at = 0; at < (size_t)size; at += part) {
        size_t left = (size_t)size - at;
        size_t count =
            fibs_telnet_filter(&telnet, bytes + at, left < part ? left : part);
        const char *data = bytes + at;
        const char *line;
        while ((line = fibs_line_next(&reader, &data, &count)) != NULL) {
            if (*line != '\0') {
                check_line(row, form, line);
                return;
            }
        }
    }
    fail_msg("%s: '%s': no line", form->what, row->line);
}

TEST(every_line_is_known_however_it_is_written)
{
    for (int i = 0; i < row_count; i++) {
        for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
            if (forms[f].fits(&rows[i])) {
                check_bytes(&rows[i], &forms[f], 4096);
                check_bytes(&rows[i], &forms[f], 1);
            }
        }
    }
}

TEST_MAIN(read_table, NULL)
