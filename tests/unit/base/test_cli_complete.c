/* Completions of the three shells; that bash takes its own is tested end to end. */
#include <stdio.h>

#include "base/cli_command.h"
#include "cli_sample.h"
#include "tests/unit/printed.h"
#include "tests/unit/test_case.h"

static const struct cli_command hidden = {.title = "prog secret"};
static const struct cli_command *const commands[] = {&sample_command, &hidden, NULL};
static const struct cli_command program = {.title = "prog",
                                           .summary = "a program",
                                           .operands = "COMMAND",
                                           .commands = commands};

static char *completion_of(const char *shell)
{
    FILE *file = printed_begin();
    assert_true(cli_complete(&program, shell, file));
    return printed_end(file);
}

TEST(each_shell_gets_commands_options_and_values)
{
    static const struct {
        const char *shell;
        const char *parts[6];
    } rows[] = {
        {"bash",
         {"' sample') at=' sample' ;;", "' example') at=' sample' ;;",
          "' sample --colour') kind='' words='red green blue' ;;",
          "' sample --out') kind='files' words='' ;;",
          "options='--help --ply --games --margin"}},
        {"zsh",
         {"#compdef prog\n", "sample|example) _prog_sample ;;",
          "'(-p --ply)'{-p+,--ply=}'[Look-ahead of checker plays]:N: '",
          "'--colour=[It'\\''s a \\[colour\\]\\: any]:WORD:(red green blue)'",
          "'*--net=[Twice at most]:TEXT: '",
          "'*'{-w+,--with=}'[Again and again]:TEXT: '"}},
        {"fish",
         {"complete -c prog -n 'test (__prog_at) = \"\"' -a sample",
          "case ' example'\n                set at ' sample'",
          " -l colour -x -a 'red green blue' -d 'It\\'s a [colour]: any'\n",
          " -l out -r -F -d 'The result'\n", " -l ply -s p -x -d"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = completion_of(rows[i].shell);
        for (int k = 0; k < 6 && rows[i].parts[k] != NULL; k++) {
            assert_holds(text, rows[i].parts[k]);
        }
        assert_null(strstr(text, "secret"));
        assert_null(strstr(text, "hidden"));
        assert_null(strstr(text, "silent"));
    }
}

TEST(other_shells_are_refused)
{
    assert_false(cli_complete(&program, "csh", stdout));
}

TEST_MAIN(NULL, NULL)
