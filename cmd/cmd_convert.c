/* `fibsbot convert`: a match file in another format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bot/analyse/analysis.h"
#include "cmd/tool/progress.h"
#include "cmd/tool/subcommand.h"
#include "match/match_decision.h"
#include "match/match_format.h"

struct options {
    const char *format; /* NULL: by the name of OUT */
    bool has_decision, is_forced;
    struct match_decision_name decision;
};

static bool take_one_decision(const struct cli_call *call)
{
    struct options *o = call->context;
    o->has_decision = true;
    return match_decision_name_read(call->value, &o->decision, call->err);
}

static const struct cli_option options[] = {
    {"to", CLI_TEXT(struct options, format), .argument = "FORMAT",
     .words = match_format_names,
     .otherwise = "by the name of OUT: " MATCH_FORMAT_ENDINGS,
     .help = "Write " MATCH_FORMAT_NAMES "."},
    {"decision", CLI_CALL(take_one_decision), .argument = "GAME.TURN",
     .help =
         "Write this decision of a match alone, into a .xgp file: 4.18 is the play of "
         "turn 18 of game 4 in a report, 4.18.cube its cube action and the answers."},
    {"force", CLI_FLAG(struct options, is_forced), .help = "Replace OUT if it exists."},
    {0},
};

/* NULL with `err`: neither the option nor the name says it. */
static const struct match_format *format_of(const struct options *o, const char *out,
                                            struct error *err)
{
    const char *end = strrchr(out, '.');
    const char *name = o->format != NULL ? o->format : end != NULL ? end + 1 : "";
    const struct match_format *format =
        match_format_find(strcmp(name, "txt") == 0 ? "mat" : name);
    if (format == NULL && o->format != NULL) {
        error_set(err, "--to: expected " MATCH_FORMAT_NAMES ", found \"%.40s\"", name);
    } else if (format == NULL) {
        error_set(err,
                  "%.200s: expected a name in " MATCH_FORMAT_ENDINGS ", or the format "
                  "by --to",
                  out);
    }
    return format;
}

struct source {
    const char *path;
    struct progress progress;
};

static void print_fault(void *context, const struct record_fault *fault)
{
    struct source *source = context;
    progress_clear(&source->progress);
    fprintf(stderr, "fibsbot convert: %s:", source->path);
    if (fault->line > 0) {
        fprintf(stderr, "%d:", fault->line);
    }
    fprintf(stderr, " %s\n", fault->text);
}

static bool convert_decision(struct source *source,
                             const struct match_decision_name *name, const char *out,
                             const struct match_format *format, struct error *err)
{
    const char *in = source->path;
    struct match_turns *turns = match_turns_read(in, err);
    if (turns == NULL) {
        return false;
    }
    for (int i = 0; i < turns->faults && i < MATCH_FAULTS_MAX; i++) {
        print_fault(source, &(struct record_fault){.line = turns->fault[i].line,
                                                   .text = turns->fault[i].text});
    }
    bool is_good =
        turns->next == NULL
            ? match_decision_write(turns, name, in, out, format, err)
            : error_set(err, "%.150s: --decision needs a file of one match", in);
    match_turns_free(turns);
    return is_good;
}

static bool convert_position(const char *text, const char *out,
                             const struct match_format *format, struct error *err)
{
    struct decision_context at;
    if (!analysis_read_word(text, &at, err)) {
        return false;
    }
    if (decision_context_double_fault(&at) != NULL) {
        fprintf(stderr, "fibsbot convert: %s\n", decision_context_double_fault(&at));
    }
    return format == match_format_find("xgp")
               ? match_decision_write_position(&at, out, format, err)
               : error_set(err, "a position can be written as .xgp only");
}

/* `decision` NULL: all of them */
static bool convert(const struct match_decision_name *decision, char *in,
                    const char *out, const struct match_format *format,
                    struct error *err)
{
    struct source source = {.path = in};
    const struct match_fault_hearer hearer = {print_fault, &source};
    if (decision != NULL) {
        return convert_decision(&source, decision, out, format, err);
    }
    if (access(in, F_OK) != 0 && !analysis_may_be_file(in)) {
        return convert_position(in, out, format, err);
    }
    progress_reading(&source.progress, in, 1, 1);
    bool is_good = match_format_convert(in, out, format, &hearer, err);
    progress_clear(&source.progress);
    return is_good;
}

static bool is_same_file(const char *in, const char *out)
{
    struct stat a, b;
    return stat(in, &a) == 0 && stat(out, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

static int run(const struct cli_call *call)
{
    const struct options *o = call->context;
    char *in = call->words->word[0];
    const char *out = call->words->word[1];
    const struct match_format *format = format_of(o, out, call->err);
    if (format == NULL) {
        return 2;
    }
    if (o->has_decision && format != match_format_find("xgp")) {
        error_set(call->err, "--decision writes .xgp files only");
        return 2;
    }
    if (strcmp(out, "-") == 0) {
        error_set(call->err, "-: expected the name of a file to write");
        return 2;
    }
    if (!o->is_forced && access(out, F_OK) == 0) {
        error_set(call->err, "%s exists; --force replaces it", out);
        return EXIT_FAILURE;
    }
    if (is_same_file(in, out)) {
        error_set(call->err, "%s is IN itself: what cannot be read of it would be lost",
                  out);
        return EXIT_FAILURE;
    }
    return convert(o->has_decision ? &o->decision : NULL, in, out, format, call->err)
               ? EXIT_SUCCESS
               : EXIT_FAILURE;
}

const struct cli_command cmd_convert = {
    .title = "fibsbot convert",
    .summary = "write a match or a position in another format",
    CLI_FILES("IN OUT", 2, 2),
    .about =
        "IN holds matches: " MATCH_FORMAT_READ ", known by its content; OUT gets all "
        "of them, but a file of eXtreme Gammon holds one (.xg), or one decision (.xgp). "
        "IN may be a position, too: an XGID or another text that `fibsbot analyse` "
        "takes, which becomes a .xgp file. Errors in IN are reported with their line "
        "numbers; a game is left out from where it cannot be understood. What OUT has no "
        "place for, as comments in .mat, is reported, too.",
    .options = options,
    .notes = "Exit status: 0 done, 1 IN cannot be read or OUT not be written, 2 usage "
             "error, 75 the disk is full.",
    .size = sizeof(struct options),
    .run = run,
};
