/* Help and the manual page, as they are written from a table. */
#include <stdio.h>

#include "base/cli_command.h"
#include "cli_sample.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static const struct cli_command *const commands[] = {&sample_command, NULL};
static const struct cli_command program = {.title = "prog",
                                           .summary = "a program",
                                           .operands = "COMMAND",
                                           .commands = commands};

static char *written_by(void (*write)(const struct cli_command *command, FILE *out),
                        const struct cli_command *command)
{
    FILE *file = printed_begin();
    write(command, file);
    return printed_end(file);
}

TEST(help_has_usage_text_options_and_notes)
{
    const char *text = written_by(cli_help, &sample_command);
    assert_holds(
        text, "usage: prog sample FILE... --out FILE [OPTIONS]\n\nThe first paragraph");
    assert_holds(text, "\n  kept    as it is\n  line by line\n\nThe end.\n");
    assert_holds(
        text, "\n  -p, --ply N           Look-ahead of checker plays. More of it takes "
              "longer.\n                        From 0 to 4; default 2.\n");
    assert_holds(text, "\n      --seed N          Dice. Default 1.\n");
    assert_holds(text, "\n      --margin E        Equity. From 0 to 6.\n");
    assert_holds(text, "\n\nRest:\n      --range LOW:HIGH  Range.\n");
    assert_holds(text, "\n      --raw             No variance reduction.\n");
    assert_holds(text, "\n\nExit status: 0.\n");
    assert_null(strstr(text, "hidden"));
    assert_null(strstr(text, "silent"));
    assert_null(strstr(text, "One object a line"));
}

TEST(a_default_in_words_stands_in_help_alone)
{
    static const struct cli_option rows[] = {
        {"cube-ply", CLI_INT(struct sample, ply, 0, 4), .otherwise = "as --ply",
         .help = "Of the cube."},
        {0},
    };
    const struct cli_command command = {
        .title = "prog words", .summary = "words", .options = rows};
    struct sample sample = {.ply = -1};
    const char *text = written_by(cli_help, &command);
    assert_holds(text, "Of the cube. From 0 to 4; default as --ply.\n");
    assert_true(cli_store_initial(&rows[0], &sample, NULL));
    assert_int_equal(sample.ply, -1);
}

TEST(several_forms_stand_below_each_other)
{
    const struct cli_command forms = {.title = "prog forms",
                                      .summary = "forms",
                                      .synopsis = "prog forms A\nprog forms B C\n"};
    const char *text = written_by(cli_help, &forms);
    assert_string_equal(text, "usage: prog forms A\n       prog forms B C\n");
    text = written_by(cli_man, &forms);
    assert_holds(text, ".nf\nprog forms A\nprog forms B C\n.fi\n");
}

TEST(no_line_of_help_is_wider_than_a_terminal)
{
    const char *text = written_by(cli_help, &sample_command);
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        assert_true(length <= 80);
        line += length + 1;
    }
}

TEST(help_of_a_program_lists_its_commands)
{
    const char *text = written_by(cli_help, &program);
    assert_string_equal(text,
                        "usage: prog COMMAND\n\n  sample  show what is possible\n");
}

TEST(the_manual_page_has_every_option_shown)
{
    const char *text = written_by(cli_man, &program);
    assert_holds(
        text, ".SS prog sample\n.B prog sample\nFILE...\n\\-\\-out FILE\n[OPTIONS]\n");
    assert_holds(text, ".PP\n.nf\n  kept    as it is\n  line by line\n.fi\n");
    assert_holds(
        text, ".TP\n\\fB\\-p\\fR, \\fB\\-\\-ply\\fR \\fIN\\fR\nLook\\-ahead of checker "
              "plays. More of it takes longer. From 0 to 4; default 2.\n");
    assert_holds(text, "JSON.\nOne object a line.\n");
    assert_null(strstr(text, "hidden"));
}

TEST_MAIN(NULL, NULL)
