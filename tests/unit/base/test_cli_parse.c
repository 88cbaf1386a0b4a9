/* Command lines are read as the table of the command says. */
#include <stdio.h>

#include "base/cli_parse_internal.h"
#include "cli_sample.h"
#include "tests/unit/test_case.h"

enum { ARGUMENTS_MAX = 32 };

struct line {
    char text[256];
    char *argv[ARGUMENTS_MAX];
    struct sample sample;
    struct cli_words words;
    struct error err;
};

/* The arguments are separated by blanks. */
static enum cli_result read_line(struct line *line, const char *text)
{
    int argc = 1;
    char *rest = NULL;
    static char name[] = "sample";
    *line = (struct line){.sample = {.is_cubeful = true, .ply = 2}};
    COPY_TEXT(line->text, text);
    line->argv[0] = name;
    for (char *word = strtok_r(line->text, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        line->argv[argc++] = word;
    }
    return cli_parse(&sample_command, argc, line->argv, &line->sample, &line->words,
                     &line->err);
}

static void refuses(enum cli_result how, const char *text, const char *why)
{
    struct line line;
    assert_int_equal(read_line(&line, text), how);
    assert_string_equal(line.err.text, why);
}

TEST(values_go_into_the_fields_of_the_struct)
{
    struct line line;
    assert_int_equal(
        read_line(&line,
                  "--ply 3 --games=4000000000 --margin .5 --seed 7 --colour blue "
                  "--json --quiet --cubeless --out x --net a --net b "
                  "--range 1:2.5 --depth 9 --raw"),
        CLI_READ);
    const struct sample *s = &line.sample;
    assert_int_equal(s->before, 0);
    assert_int_equal(s->ply, 3);
    assert_true(s->games == 4000000000);
    assert_true(s->margin == 0.5);
    assert_true(s->seed == 7);
    assert_int_equal(s->colour, BLUE);
    assert_int_equal(s->format, 7);
    assert_true(s->is_quiet);
    assert_false(s->is_cubeful);
    assert_string_equal(s->out, "x");
    assert_int_equal(s->nets, 2);
    assert_string_equal(s->net[1], "b");
    assert_true(s->low == 1 && s->high == 2.5);
    assert_int_equal(s->part.depth, 9);
    assert_true(s->part.is_raw);
    assert_int_equal(line.words.count, 0);
}

TEST(what_is_not_given_has_the_default_of_its_row)
{
    struct line line;
    assert_int_equal(read_line(&line, "--out x --ply 0"), CLI_READ);
    assert_true(line.sample.seed == 1);
    assert_int_equal(line.sample.ply, 0);
    assert_true(line.sample.is_cubeful); /* a row without one leaves its field */
    const struct cli_option rows[] = {
        {"ply", CLI_INT(struct sample, ply, 0, 4), .initial = "3", .take = sample_note,
         .data = "p"},
        {"range", CLI_CALL(sample_take_range), .argument = "X", .initial = "1:2"},
    };
    struct sample sample = {.ply = 0};
    assert_true(cli_store_initial(&rows[0], &sample, &line.err));
    assert_true(cli_store_initial(&rows[1], &sample, &line.err));
    assert_int_equal(sample.ply, 3);
    assert_string_equal(sample.log, "");
    assert_true(sample.low == 1 && sample.high == 2);
}

TEST(options_and_words_come_in_any_order)
{
    struct line line;
    assert_int_equal(read_line(&line, "one --out x - -p 1 three"), CLI_READ);
    assert_int_equal(line.words.count, 3);
    assert_string_equal(line.words.word[0], "one");
    assert_string_equal(line.words.word[1], "-");
    assert_string_equal(line.words.word[2], "three");
    assert_string_equal(line.argv[1], "--out");
    assert_string_equal(line.argv[4], "1");
    assert_int_equal(line.words.before_dashes, 3);
}

TEST(two_dashes_end_the_options)
{
    struct line line;
    assert_int_equal(read_line(&line, "one --out x -- --ply -q"), CLI_READ);
    assert_int_equal(line.words.count, 3);
    assert_int_equal(line.words.before_dashes, 1);
    assert_string_equal(line.words.word[1], "--ply");
    assert_int_equal(line.sample.ply, 2);
}

TEST(letters_stand_alone_together_or_before_their_value)
{
    static const char *const lines[] = {"-q -p 4 --out x", "-qp4 --out x",
                                        "-qp 4 --out x", "-p4 -q --out x"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct line line;
        assert_int_equal(read_line(&line, lines[i]), CLI_READ);
        assert_int_equal(line.sample.ply, 4);
        assert_true(line.sample.is_quiet);
    }
}

TEST(a_name_may_be_cut_where_it_is_still_clear)
{
    struct line line;
    assert_int_equal(read_line(&line, "--o x --cub --se 4"), CLI_READ);
    assert_false(line.sample.is_cubeful);
    assert_true(line.sample.seed == 4);
    refuses(CLI_WRONG, "--note --out x",
            "option --note is ambiguous: --note-a or --note-b?");
    /* --ply and its old name are one */
    assert_int_equal(read_line(&line, "--pl 1 --out x"), CLI_READ);
    assert_int_equal(line.sample.ply, 1);
}

TEST(calls_are_made_in_order_with_their_row)
{
    struct line line;
    assert_int_equal(read_line(&line, "-ab --note-a --out x"), CLI_READ);
    assert_string_equal(line.sample.log, "aba");
}

TEST(unknown_options_bring_the_nearest_name)
{
    refuses(CLI_WRONG, "--plys 3", "unknown option --plys; did you mean --ply?");
    refuses(CLI_WRONG, "--quite", "unknown option --quite; did you mean --quiet?");
    refuses(CLI_WRONG, "--dept=3", "--out FILE is needed"); /* a beginning */
    refuses(CLI_WRONG, "--weights x", "unknown option --weights");
    refuses(CLI_WRONG, "-x", "unknown option -x");
    refuses(CLI_WRONG, "--=x", "unknown option --");
}

TEST(what_is_refused_is_named_with_its_limits)
{
    refuses(CLI_REFUSED, "--ply 9",
            "--ply: expected a whole number from 0 to 4, found \"9\"");
    refuses(CLI_REFUSED, "--margin=x",
            "--margin: expected a number from 0 to 6, found \"x\"");
    refuses(CLI_REFUSED, "--seed -1",
            "--seed: expected a whole number from 0 to 9223372036854775807, found "
            "\"-1\"");
    refuses(CLI_REFUSED, "--colour pink",
            "--colour: expected red, green or blue, found \"pink\"");
    refuses(CLI_REFUSED, "--net a --net b --net c",
            "--net: may be given 2 times at most");
    refuses(CLI_REFUSED, "--range 3", "--range: expected LOW:HIGH, found \"3\"");
    refuses(CLI_WRONG, "--quiet=yes", "option --quiet takes no value");
    refuses(CLI_WRONG, "--out", "option --out needs a value: FILE");
    refuses(CLI_WRONG, "-p", "option --ply needs a value: N");
    refuses(CLI_WRONG, "--ply 1", "--out FILE is needed");
    refuses(CLI_WRONG, "--out x 1 2 3 4", "\"4\" is not expected");
    refuses(CLI_REFUSED, "--out x --ply 4", "--ply 4 needs --quiet");
}

TEST(another_spelling_sets_the_same)
{
    struct line line;
    assert_int_equal(read_line(&line, "--silent --out x"), CLI_READ);
    assert_true(line.sample.is_quiet);
}

TEST(every_command_has_help)
{
    struct line line;
    assert_int_equal(read_line(&line, "--help"), CLI_HELP);
    assert_int_equal(read_line(&line, "one --ply 1 -h"), CLI_HELP);
    assert_int_equal(read_line(&line, "--hel"), CLI_HELP);
}

/* What cli_read() says, of both streams, and its status. */
static int say(const struct cli_command *command, const char *argument, char out[4096],
               char complaints[4096])
{
    static char name[] = "sample";
    char copy[64];
    char *argv[] = {name, copy, NULL};
    struct sample sample = {.ply = 2};
    memset(out, 0, 4096);
    memset(complaints, 0, 4096);
    COPY_TEXT(copy, argument);
    FILE *first = fmemopen(out, 4096, "w");
    FILE *second = fmemopen(complaints, 4096, "w");
    int status = cli_read(command, 2, argv, &sample, NULL, first, second);
    (void)fclose(first);
    (void)fclose(second);
    return status;
}

TEST(main_functions_get_an_exit_status)
{
    char out[4096] = "", complaints[4096] = "";
    assert_int_equal(say(&sample_command, "--out=x", out, complaints), -1);
    assert_string_equal(complaints, "");
    assert_int_equal(say(&sample_command, "--help", out, complaints), 0);
    assert_non_null(strstr(out, "usage: prog sample FILE... --out FILE [OPTIONS]\n"));
    assert_int_equal(say(&sample_command, "--oot=x", out, complaints), 2);
    assert_string_equal(complaints,
                        "prog sample: unknown option --oot; did you mean --out?\n"
                        "usage: prog sample FILE... --out FILE [OPTIONS]\n"
                        "`prog sample --help` tells more.\n");
    assert_int_equal(say(&sample_command, "--ply=9", out, complaints), 2);
    assert_string_equal(
        complaints,
        "prog sample: --ply: expected a whole number from 0 to 4, found \"9\"\n");
    struct cli_command with_word = sample_command;
    with_word.least = 1;
    assert_int_equal(say(&with_word, "--out=x", out, complaints), 2);
    assert_non_null(strstr(complaints, "prog sample: expected FILE...\n"));
}

TEST(a_command_is_found_by_name_and_alias)
{
    const struct cli_command *const all[] = {&sample_command, NULL};
    assert_ptr_equal(cli_find(all, "sample"), &sample_command);
    assert_ptr_equal(cli_find(all, "example"), &sample_command);
    assert_null(cli_find(all, "sampl"));
}

TEST_MAIN(NULL, NULL)
