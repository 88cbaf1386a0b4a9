/* Bytes to lines: ends, prompts, dropped bytes, limits, and any split into reads. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "fibs/line.h"
#include "fibs/message.h"
#include "fibs/telnet.h"
#include "tests/unit/test_case.h"

enum { OUTPUT_SIZE = 1 << 16 };

/* Feeds the bytes through telnet and line in reads of `part` bytes and writes the lines
 * into `output`, each ended by '|'. */
static void read_in_parts(const char *input, size_t size, size_t part, char *output)
{
    struct fibs_telnet telnet = {FIBS_TELNET_DATA, 0};
    struct fibs_line reader;
    fibs_line_init(&reader);
    size_t length = 0;
    output[0] = '\0';
    for (size_t from = 0; from < size; from += part) {
        char bytes[8192];
        size_t count = size - from < part ? size - from : part;
        memcpy(bytes, input + from, count);
        count = fibs_telnet_filter(&telnet, bytes, count);
        const char *data = bytes;
        const char *line;
        while ((line = fibs_line_next(&reader, &data, &count)) != NULL) {
            length +=
                (size_t)snprintf(output + length, OUTPUT_SIZE - length, "%s|", line);
        }
    }
}

static const struct {
    const char *what;
    const char *input;
    const char *want;
} cases[] = {
    /* clang-format off */
    {"CR LF",                     "a\r\nb\r\n", "a|b|"},
    {"LF alone",                  "a\nb\n", "a|b|"},
    {"LF CR",                     "a\n\rb\n\r", "a|b|"},
    {"CR CR LF",                  "a\r\r\n", "a|"},
    {"a stray CR is a blank",     "a\rb\n", "a b|"},
    {"a tab is a blank",          "ready\tYES\r\n", "ready YES|"},
    {"empty lines",               "\r\n\n a\n", "|| a|"},
    {"no end, no line",           "a\nb", "a|"},
    {"trailing blanks",           "opp_a moves 8-5 6-5 .   \r\n", "opp_a moves 8-5 6-5 .|"},
    {"leading blanks stay",       "  opp_a\n", "  opp_a|"},
    {"BEL",                       "** FINALLY!!! opp_c logs in.\a\a\a\r\n",
                                  "** FINALLY!!! opp_c logs in.|"},
    {"bytes above 126",           "a\xe4\xf6\x7f" "b\n", "ab|"},
    {"a cleared screen",          "\033[;H\033[2Ja\n", "a|"},
    {"a sequence of two bytes",   "\0337a\n", "a|"},
    {"a lost end of a sequence",  "\033[;\nab\n", "|ab|"},
    {"telnet prompt",             "> 13 opp_a hi\n> > 6\n", "13 opp_a hi|6|"},
    {"telnet prompt, empty line", "> \r\n>\n", "|>|"},
    {"login prompt",              "login: ", "login:|"},
    {"login prompt without blank", "login:", "login:|"},
    {"login prompt and CLIP 1",   "login: 1 our_bot 1 h\r\n", "login:|1 our_bot 1 h|"},
    {"a failed login, pushes",    "login: > 5 a\n> 13 b\n", "login:|5 a|13 b|"},
    {"WONT ECHO, login again",    "\xff\xfc\x01\r\nlogin: Login incorrect\n",
                                  "|login:|Login incorrect|"},
    {"prompt with a line end",    "login: \r\n\r\na\n", "login:||a|"},
    {"registration prompts",      "Please give your password: \xff\xfc\x01\r\n"
                                  "Please retype your password: ",
                                  "Please give your password:|Please retype your password:|"},
    {"password mismatch",         "** The two passwords were not identical. "
                                  "Please give them again. Password: ",
                                  "** The two passwords were not identical. "
                                  "Please give them again. Password:|"},
    {"login: later in a line",    "  Last login: x\r\n15 a login: x\r\n",
                                  "  Last login: x|15 a login: x|"},
    /* clang-format on */
};

TEST(lines_are_the_same_however_reads_split_them)
{
    static char output[OUTPUT_SIZE];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t size = strlen(cases[i].input);
        for (size_t part = 1; part <= size; part++) {
            read_in_parts(cases[i].input, size, part, output);
            if (strcmp(output, cases[i].want) != 0) {
                fail_msg("%s, %zu bytes a read: got '%s'", cases[i].what, part, output);
            }
        }
    }
}

TEST(a_nul_byte_does_not_hide_what_follows)
{
    static char output[OUTPUT_SIZE];
    read_in_parts("a\0b\n", 4, 4, output);
    assert_string_equal(output, "ab|");
}

TEST(an_overlong_line_is_cut_and_counted)
{
    static char bytes[3 * FIBS_LINE_MAX];
    memset(bytes, 'x', sizeof bytes);
    memcpy(bytes + sizeof bytes - 3, "\ny\n", 3);
    struct fibs_line reader;
    fibs_line_init(&reader);
    const char *data = bytes;
    size_t size = sizeof bytes;
    assert_int_equal(strlen(fibs_line_next(&reader, &data, &size)), FIBS_LINE_MAX);
    assert_string_equal(fibs_line_next(&reader, &data, &size), "y");
    assert_null(fibs_line_next(&reader, &data, &size));
    assert_int_equal(reader.dropped, 1);
}

TEST(a_line_of_the_limit_is_whole)
{
    static char bytes[FIBS_LINE_MAX + 1];
    memset(bytes, 'x', sizeof bytes);
    bytes[FIBS_LINE_MAX] = '\n';
    struct fibs_line reader;
    fibs_line_init(&reader);
    const char *data = bytes;
    size_t size = sizeof bytes;
    assert_int_equal(strlen(fibs_line_next(&reader, &data, &size)), FIBS_LINE_MAX);
    assert_int_equal(reader.dropped, 0);
}

#define BOARD                                                                          \
    "board:You:opp_a:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:" \
    "3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:"

/* What is left behind finished lines, which do not matter. */
static struct fibs_line unfinished(const char *bytes)
{
    struct fibs_line reader;
    fibs_line_init(&reader);
    size_t size = strlen(bytes);
    while (fibs_line_next(&reader, &bytes, &size) != NULL) {
    }
    return reader;
}

static bool holds_board(const char *bytes)
{
    struct fibs_line reader = unfinished(bytes);
    return fibs_line_holds_board(&reader);
}

static bool ends_in_number(const char *bytes)
{
    struct fibs_line reader = unfinished(bytes);
    return fibs_line_ends_in_number(&reader);
}

TEST(a_number_at_the_end_may_be_cut)
{
    assert_true(ends_in_number("opp_a wins the 5 point match 5-1"));
    assert_true(ends_in_number("rating difference D=155."));
    assert_false(ends_in_number("opp_a wins the 5 point match 5-1 ."));
    assert_false(ends_in_number("match length: 5\n"));
    assert_false(ends_in_number("..."));
    assert_false(ends_in_number(""));
}

TEST(an_unfinished_line_may_hold_a_whole_board)
{
    assert_true(holds_board(BOARD "0"));
    assert_true(holds_board(BOARD "12"));
    assert_true(holds_board("6\r\n" BOARD "0"));
    assert_true(holds_board("opp_a rolls 3 and 1." BOARD "0"));
    assert_true(holds_board(BOARD "0" BOARD "0"));
    assert_false(holds_board(BOARD));
    assert_false(holds_board(BOARD "0\r\n"));
    assert_false(holds_board(BOARD "05 opp_a - -"));
    assert_false(holds_board(BOARD "05 opp_a - - 0 0 1439.7"));
    assert_false(holds_board(BOARD "013 opp_b At 9"));
    assert_false(holds_board(BOARD "0" BOARD));
    assert_false(holds_board("login: "));
    assert_false(holds_board("15 opp_a hello"));
    assert_false(holds_board(""));
}

/* ---- dialogues ------------------------------------------------------------ */

/* Replaces the words in angle brackets by the bytes they stand for and appends the line
 * end where it is not excluded. */
static size_t bytes_of(const char *text, char *bytes)
{
    static const struct {
        const char *word, *bytes;
    } marks[] = {
        {"<BEL>", "\a"}, {"<WONT-ECHO>", "\xff\xfc\x01"}, {"<no-newline>", ""}};
    size_t length = 0;
    while (*text != '\0' && *text != '\n') {
        size_t i = 0;
        while (i < 3 && strncmp(text, marks[i].word, strlen(marks[i].word)) != 0) {
            i++;
        }
        if (i == 3) {
            bytes[length++] = *text++;
        } else {
            length += (size_t)sprintf(bytes + length, "%s", marks[i].bytes);
            text += strlen(marks[i].word);
        }
    }
    return length;
}

/* All bytes that the server sends in a dialogue. */
static size_t server_bytes(const char *path, char *bytes)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char text[1024];
    size_t length = 0;
    while (fgets(text, sizeof text, file) != NULL) {
        if (strncmp(text, "S:", 2) == 0) {
            length += bytes_of(text[2] == ' ' ? text + 3 : text + 2, bytes + length);
            if (strstr(text, "<no-newline>") == NULL) {
                length += (size_t)sprintf(bytes + length, "\r\n");
            }
        }
    }
    (void)fclose(file);
    return length;
}

/* Calls `check` with the server's bytes of each dialogue. */
static void for_each_dialogue(void (*check)(const char *path, const char *bytes,
                                            size_t size))
{
    static const char folder[] = "tests/data/dialogues";
    static char bytes[OUTPUT_SIZE];
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (strstr(entry->d_name, ".session") != NULL) {
            char path[600];
            FORMAT_TEXT(path, "%s/%s", folder, entry->d_name);
            check(path, bytes, server_bytes(path, bytes));
            count++;
        }
    }
    (void)closedir(entries);
    assert_true(count >= 12);
}

static void check_split(const char *path, const char *bytes, size_t size)
{
    static char whole[OUTPUT_SIZE], output[OUTPUT_SIZE];
    read_in_parts(bytes, size, 8192, whole);
    for (size_t part = 1; part < 300; part++) {
        read_in_parts(bytes, size, part, output);
        if (strcmp(output, whole) != 0) {
            fail_msg("%s, %zu bytes a read: other lines", path, part);
        }
    }
}

TEST(dialogues_split_anywhere_give_the_same_lines)
{
    for_each_dialogue(check_split);
}

/* One read up to each byte, one for the rest. */
static void check_cut(const char *path, const char *bytes, size_t size)
{
    static char whole[OUTPUT_SIZE];
    read_in_parts(bytes, size, 8192, whole);
    for (size_t cut = 1; cut < size; cut++) {
        struct fibs_line reader;
        fibs_line_init(&reader);
        struct fibs_telnet telnet = {FIBS_TELNET_DATA, 0};
        const char *want = whole;
        for (size_t from = 0, to = cut; from < size; from = to, to = size) {
            char part[8192];
            memcpy(part, bytes + from, to - from);
            size_t count = fibs_telnet_filter(&telnet, part, to - from);
            const char *data = part;
            for (const char *line;
                 (line = fibs_line_next(&reader, &data, &count)) != NULL;) {
                size_t length = strlen(line);
                if (strncmp(line, want, length) != 0 || want[length] != '|') {
                    fail_msg("%s cut at byte %zu: '%s'", path, cut, line);
                }
                want += length + 1;
            }
        }
        assert_string_equal(want, "");
    }
}

TEST(dialogues_cut_at_every_byte_give_the_same_lines)
{
    for_each_dialogue(check_cut);
}

/* Two forms of the dialogues are beyond any table: chat with a line glued to it is
 * chat, and an empty line is nothing. One dialogue has a board that cannot be. */
static void check_known(const char *path, const char *bytes, size_t size)
{
    struct fibs_line reader;
    fibs_line_init(&reader);
    struct fibs_telnet telnet = {FIBS_TELNET_DATA, 0};
    static char filtered[OUTPUT_SIZE];
    memcpy(filtered, bytes, size);
    size = fibs_telnet_filter(&telnet, filtered, size);
    struct fibs_message_context context = {.in_motd = false};
    struct fibs_message message;
    const char *data = filtered;
    for (const char *line; (line = fibs_line_next(&reader, &data, &size)) != NULL;) {
        const char *left = line;
        do {
            fibs_message_read(&context, left, &message);
            bool is_bad_board =
                message.id == FIBS_MSG_BOARD_BAD &&
                strstr(path, "16_saved_that_do_not_go_on.session") == NULL;
            if (*left != '\0' &&
                (message.id == FIBS_MSG_UNKNOWN ||
                 message.id == FIBS_MSG_UNKNOWN_STARRED || is_bad_board)) {
                fail_msg("%s: '%s' is %s: %s", path, left,
                         fibs_message_name(message.id), message.board_error.text);
            }
            left = message.rest.text;
        } while (message.rest.length > 0);
    }
}

TEST(every_line_of_the_dialogues_is_known)
{
    for_each_dialogue(check_known);
}

TEST_MAIN(NULL, NULL)
