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

static int run(int argc, char **argv)
{
    struct bench_players order = bench_players_default();
    struct error err;
    struct cli_words players;
    int status = subcommand_read(&cmd_lab_pace, argc, argv, &order, &players);
    if (status >= 0) {
        return status;
    }
    return bench_players_run(&order, players.count, players.word, &err)
               ? 0
               : subcommand_fail(&cmd_lab_pace, &err, 1);
}

const struct cli_command cmd_lab_pace = {
    .name = "pace",
    .title = "fibsbot lab pace",
    .instead = "fibsbot bench PLAYER...",
    .operands = "PLAYER...",
    .least = 1,
    .most = BENCH_PLAYERS_MAX,
    .about = BENCH_PLAYERS_ABOUT,
    .options = options,
    .notes = BENCH_PLAYERS_NOTES,
    .settle = settle_options,
    .run = run,
};
