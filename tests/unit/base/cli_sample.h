#pragma once
/* A command with an option of every kind. */
#include <stdlib.h>
#include <string.h>

#include "base/cli_command.h"

enum colour { RED, GREEN, BLUE };

struct sample_part {
    int depth;
    bool is_raw;
};

struct sample {
    int before; /* so that no field has the offset 0 */
    int ply;
    int64_t games;
    double margin;
    uint64_t seed;
    enum colour colour;
    int format;
    bool is_quiet;
    bool is_cubeful;
    const char *out;
    const char *net[2];
    int nets;
    const char *withs[2];
    int with_count;
    double low, high;
    char log[8]; /* letters of options in the order in which they were called */
    struct sample_part part;
};

static const char *const sample_colours[] = {"red", "green", "blue", NULL};

static bool sample_take_range(const struct cli_call *call)
{
    struct sample *sample = call->context;
    char *end = NULL;
    sample->low = strtod(call->value, &end);
    if (*end != ':') {
        error_set(call->err, "expected LOW:HIGH, found \"%s\"", call->value);
        return false;
    }
    sample->high = strtod(end + 1, NULL);
    return true;
}

static bool sample_note(const struct cli_call *call)
{
    struct sample *sample = call->context;
    strcat(sample->log, call->option->data);
    return true;
}

static bool sample_settle(const struct cli_call *call)
{
    const struct sample *sample = call->context;
    error_set(call->err, "--ply 4 needs --quiet");
    return sample->ply != 4 || sample->is_quiet;
}

static const struct cli_option sample_inner[] = {
    {"raw", CLI_FLAG(struct sample_part, is_raw), .help = "No variance reduction."},
    {0},
};

static const struct cli_option sample_group[] = {
    {"depth", CLI_INT(struct sample_part, depth, 0, 9), .help = "Depth."},
    {CLI_ROWS(sample_inner, 0)},
    {0},
};

static const struct cli_option sample_options[] = {
    {"ply", CLI_INT(struct sample, ply, 0, 4), .letter = 'p', .initial = "2",
     .help = "Look-ahead of checker plays. More of it takes longer."},
    {"games", CLI_WHOLE(struct sample, games, 1, 5000000000), .help = "Games."},
    {"margin", CLI_REAL(struct sample, margin, 0, 6), .argument = "E",
     .help = "Equity."},
    {"seed", CLI_SEED(struct sample, seed), .initial = "1", .help = "Dice."},
    {"colour", CLI_WORD(struct sample, colour, sample_colours),
     .help = "It's a [colour]: any."},
    {"json", CLI_SET(struct sample, format, 7), .help = "JSON.",
     .more = "One object a line."},
    {"quiet", CLI_FLAG(struct sample, is_quiet), .letter = 'q', .help = "Quiet."},
    {"cubeless", CLI_UNSET(struct sample, is_cubeful), .help = "No cube."},
    {"out", CLI_FILE(struct sample, out), .is_needed = true, .help = "The result."},
    {"net", CLI_TEXTS(struct sample, net, nets), .help = "Twice at most."},
    {"with", CLI_TEXTS(struct sample, withs, with_count), .letter = 'w',
     .help = "Again and again."},
    {.kind = CLI_HEADING, .help = "Rest:"},
    {"range", CLI_CALL(sample_take_range), .argument = "LOW:HIGH", .help = "Range."},
    {"note-a", CLI_CALL(sample_note), .letter = 'a', .data = "a", .help = "A."},
    {"note-b", CLI_CALL(sample_note), .letter = 'b', .data = "b", .help = "B."},
    {"hidden", CLI_FLAG(struct sample, is_quiet)},
    {"silent", CLI_ALSO("quiet")},
    {"plies", CLI_ALSO("ply")},
    {CLI_ROWS(sample_group, offsetof(struct sample, part))},
    {0},
};

static const struct cli_command sample_command = {
    .alias = "example",
    .title = "prog sample",
    .summary = "show what is possible",
    .operands = "FILE...",
    .most = 3,
    .completion = CLI_COMPLETES_FILES,
    .about =
        "The first paragraph says what is done, and it is so long that it does not "
        "stand in one line of eighty columns.\n\n  kept    as it is\n  line by line"
        "\n\nThe end.",
    .options = sample_options,
    .notes = "Exit status: 0.",
    .check = sample_settle,
};
