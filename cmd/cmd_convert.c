/* `fibsbot convert`: a match file in another format. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/tool/progress.h"
#include "cmd/tool/subcommand.h"
#include "match/match_format.h"

struct options {
    const char *format; /* NULL: by the name of OUT */
    bool is_forced;
};

static const struct cli_option options[] = {
    {"to", CLI_TEXT(struct options, format), .argument = "FORMAT",
     .words = match_format_names,
     .otherwise = "by the name of OUT: " MATCH_FORMAT_ENDINGS,
     .help = "Write " MATCH_FORMAT_NAMES "."},
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
    if (format == NULL) {
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
    fprintf(stderr, "fibsbot convert: %s:%d: %s\n", source->path, fault->line,
            fault->text);
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
    if (!o->is_forced && access(out, F_OK) == 0) {
        error_set(call->err, "%s exists; --force replaces it", out);
        return EXIT_FAILURE;
    }
    struct source source = {.path = in};
    const struct match_fault_hearer hearer = {print_fault, &source};
    progress_reading(&source.progress, in, 1, 1);
    bool is_good = match_format_convert(in, out, format, &hearer, call->err);
    progress_clear(&source.progress);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct cli_command cmd_convert = {
    .title = "fibsbot convert",
    .summary = "write a match file in another format",
    CLI_FILES("IN OUT", 2, 2),
    .about =
        "IN holds matches: " MATCH_FORMAT_READ ", known by its content; "
        "OUT gets all of them, but a file of eXtreme Gammon holds one. Errors in IN are reported with their line numbers; a "
        "game is left out from where it cannot be understood.",
    .options = options,
    .notes = "Exit status: 0 done, 1 IN cannot be read or OUT not be written, 2 usage "
             "error.",
    .size = sizeof(struct options),
    .run = run,
};
