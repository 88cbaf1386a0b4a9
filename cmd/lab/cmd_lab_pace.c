/* `fibsbot lab pace`, the former name of `fibsbot bench PLAYER...`. */
#include "cmd/tool/bench_players.h"
#include "cmd/tool/lab_run.h"
#include "cmd/tool/subcommand.h"

static bool settle_options(void *context, const struct cli_words *words,
                           struct error *err)
{
    (void)words;
    return bench_players_check(context, err);
}

static const struct cli_option options[] = {
    {CLI_ROWS(bench_players_options, 0)},
    LAB_WEIGHTS(struct bench_players, weights),
    {0},
};

static int run(void *context, const struct cli_words *words, struct error *err)
{
    return bench_players_run(context, words, err) ? 0 : 1;
}

const struct cli_command cmd_lab_pace = {
    .title = "fibsbot lab pace",
    .instead = "fibsbot bench PLAYER...",
    .operands = "PLAYER...",
    .least = 1,
    .most = BENCH_PLAYERS_MAX,
    .about = BENCH_PLAYERS_ABOUT,
    .options = options,
    .notes = BENCH_PLAYERS_NOTES,
    .settle = settle_options,
    .size = sizeof(struct bench_players),
    .run = run,
};
