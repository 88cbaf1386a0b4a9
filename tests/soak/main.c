/* The soak as a program: plays it, checks it, prints the figures. */
#include <stdio.h>
#include <stdlib.h>

#include "base/cli_command.h"
#include "tests/soak/duty.h"
#include "tests/soak/soak.h"
#include "tests/soak/verdict.h"

/* What the command line says. */
struct order {
    struct soak_options soak;
    int64_t minutes;     /* at most */
    bool is_comparison;  /* plays nothing */
    const char *file[2]; /* to compare: the server's results, a history */
};

enum { COUNT_MAX = 1000000000 };

static const struct cli_option cli_options[] = {
    {"matches", CLI_INT(struct order, soak.matches, 1, COUNT_MAX), .initial = "40",
     .help = "Play N matches to their end."},
    {"accounts", CLI_INT(struct order, soak.accounts, 2, SOAK_SEATS_MAX),
     .initial = "20", .help = "Play with N accounts."},
    {"seed", CLI_SEED(struct order, soak.seed), .initial = "1",
     .help = "Other matches and other troubles."},
    {"folder", CLI_FOLDER(struct order, soak.folder), .initial = "soak.out",
     .help = "Where history, results, match files and log are written."},
    {"hours", CLI_WHOLE(struct order, soak.hours_max, 0, COUNT_MAX), .initial = "2000",
     .help = "Give up after N simulated hours."},
    {"minutes", CLI_WHOLE(struct order, minutes, 0, COUNT_MAX), .initial = "60",
     .help = "Give up after N minutes."},
    {"tournament", CLI_TEXT(struct order, soak.tournament), .argument = "KIND",
     .help = "A tournament of all accounts but one, the director's: double (round "
             "robin), swiss or knock-out."},
    {"foreign", CLI_INT(struct order, soak.foreign, 1, SOAK_SEATS_MAX - 2),
     .initial = "1", .help = "So many of its entrants are foreign."},
    {"length", CLI_INT(struct order, soak.length, 1, 99), .initial = "1",
     .help = "Points of its matches."},
    {"trace", CLI_TEXT(struct order, soak.trace), .argument = "NAME",
     .help = "Write the dialogue of this account to FOLDER/trace."},
    {"calm", CLI_FLAG(struct order, soak.is_calm),
     .help = "No faults, restarts, floods."},
    {"no-record", CLI_UNSET(struct order, soak.has_record), .help = "No match files."},
    {"compare", CLI_FLAG(struct order, is_comparison),
     .help = "Play nothing: compare the server's results with a history of all its "
             "players."},
    {0},
};

static bool settle_order(const struct cli_call *call)
{
    struct order *order = call->context;
    error_set(call->err, "expected --compare RESULTS HISTORY, or no words");
    for (int i = 0; i < call->words->count; i++) {
        order->file[i] = call->words->word[i];
    }
    order->soak.seconds_max = 60 * order->minutes;
    return call->words->count == (order->is_comparison ? 2 : 0);
}

static const struct cli_command command = {
    .title = "soak",
    .summary = "play thousands of matches while everything goes wrong",
    .operands = "[--compare RESULTS HISTORY]",
    .most = 2,
    .about =
        "Accounts play each other on the local server while everything that can go "
        "wrong goes wrong, on a simulated clock; see tests/soak/soak.h.",
    .options = cli_options,
    .check = settle_order,
};

static void print_lengths(const struct soak_figures *f)
{
    printf("by length:");
    for (int n = 1; n < SOAK_LENGTHS; n++) {
        if (f->by_length[n] > 0) {
            printf(" %d:%d", n, f->by_length[n]);
        }
    }
    printf("; unlimited games %d\n", f->unlimited_games);
}

static void print_figures(const struct stage *stage)
{
    const struct soak_figures *f = &stage->figures;
    printf("%d accounts, %.1f simulated hours, seed %llu\n", stage->options.accounts,
           (double)stage->now_ms / 3.6e6, (unsigned long long)stage->options.seed);
    printf("%d matches, %d games finished; saved %d times, resumed %d times\n",
           f->matches, f->games, f->saved, f->resumed);
    print_lengths(f);
    printf(
        "bots killed %d, stopped %d; program restarted %d times; server restarted %d, "
        "crashed %d times\n",
        f->kills, f->stops, f->program_restarts, f->server_restarts, f->server_crashes);
    printf("%lld lines, %.1f MB read, of these %d floods of %.1f MB in all; %d "
           "connections\n",
           (long long)f->lines, (double)f->bytes / 1e6, f->floods,
           (double)f->flood_bytes / 1e6, f->connections);
    printf("%lld decisions, %lld commands; out of turn %d, too early %d; %d times "
           "another line like the answer taken for it, %d invitations and joins turned "
           "down, %d refused for a resignation kept with the match\n",
           (long long)f->decisions, (long long)f->commands, f->out_of_turn,
           f->too_early, f->mistaken, f->turned_down, f->kept_offers);
    printf("%lld times a bot acted when it was its turn, at most %.1f s after it knew; "
           "late %d; %d boards asked for that nothing called for\n",
           (long long)f->answers, (double)f->slowest_ms / 1000, f->late,
           f->needless_boards);
    printf("unknown lines %d, warnings and errors %d, sessions given up %d\n",
           f->unknown_lines, f->errors, f->failed);
}

/* Whoever logs a warning or an error has something to say: the log has only those. */
static int count_log(const struct stage *stage)
{
    char path[300];
    (void)snprintf(path, sizeof path, "%s/log", stage->options.folder);
    FILE *file = fopen(path, "r");
    int count = 0;
    for (int c; file != NULL && (c = fgetc(file)) != EOF;) {
        count += c == '\n';
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return count;
}

/* Buffers grow to what a flood needs and stay so; more is a leak. */
static bool is_memory_flat(const struct soak_figures *f)
{
    enum { GROWTH_MAX = 4 << 20 };
    if (f->memory_early == 0 || f->memory_late == 0) {
        return true; /* too short, or a sanitizer's own memory */
    }
    printf("memory in use: %.1f MB after a fifth of the matches, %.1f MB at the end\n",
           (double)f->memory_early / 1e6, (double)f->memory_late / 1e6);
    return f->memory_late <= f->memory_early + GROWTH_MAX;
}

/* Of an end that nobody saw there is nothing in the file. */
static bool are_files_equal(const char *folder, const struct verdict *verdict)
{
    int games = 0, points = 0;
    if (!verdict_match_files(folder, &games, &points)) {
        puts("no match files");
        return false;
    }
    printf("match files: %d games, %d points, of %d and %d\n", games, points,
           verdict->games, verdict->points);
    return verdict->inferred > 0 ? games + verdict->inferred >= verdict->games
                                 : games == verdict->games && points == verdict->points;
}

static bool compare(const char *results, const char *history, const char *matches)
{
    struct verdict verdict;
    if (!verdict_compare(results, history, &verdict, stdout)) {
        puts("the results cannot be compared");
        return false;
    }
    printf("history and the server's results: %d matches and %d games of both sides "
           "equal, %d ends inferred, %d games of saved matches still to be learnt, %d "
           "differences\n",
           verdict.matches, verdict.games, verdict.inferred, verdict.pending,
           verdict.differences);
    return verdict.differences == 0 &&
           (matches == NULL || are_files_equal(matches, &verdict));
}

int main(int argc, char **argv)
{
    struct order order = {.soak = {.accounts = 20,
                                   .matches = 40,
                                   .seed = 1,
                                   .length = 1,
                                   .foreign = 1,
                                   .folder = "soak.out",
                                   .has_record = true,
                                   .hours_max = 2000},
                          .minutes = 60};
    int status = cli_read(&command, argc, argv, &order, NULL, stdout, stderr);
    if (status >= 0) {
        return status;
    }
    if (order.is_comparison) {
        return compare(order.file[0], order.file[1], NULL) ? EXIT_SUCCESS
                                                           : EXIT_FAILURE;
    }
    const struct soak_options options = order.soak;
    struct stage stage;
    if (!stage_open(&stage, &options)) {
        return EXIT_FAILURE;
    }
    bool is_done = stage_run(&stage);
    int unfinished = stage_unfinished(&stage);
    (void)history_flush(stage.history, 60000);
    stage.figures.errors = count_log(&stage);
    (void)fflush(stage.results);
    print_figures(&stage);
    printf("matches that could not be finished: %d\n", unfinished);
    bool is_flat = is_memory_flat(&stage.figures);
    char results[300], history[300], matches[300];
    (void)snprintf(results, sizeof results, "%s/results", options.folder);
    (void)snprintf(history, sizeof history, "%s/history.db", options.folder);
    (void)snprintf(matches, sizeof matches, "%s/matches", options.folder);
    bool is_equal = compare(results, history, options.has_record ? matches : NULL);
    bool is_told = stage.league == NULL || league_judge(stage.league, results);
    const struct soak_figures *f = &stage.figures;
    bool is_good = is_done && is_told && is_equal && is_flat && unfinished == 0 &&
                   f->needless_boards * DUTY_GAMES_PER_BOARD <= f->games &&
                   f->late == 0 && f->out_of_turn == 0 && f->too_early == 0 &&
                   f->unknown_lines == 0 && f->errors == 0 && f->failed == 0;
    puts(is_good ? "all checks passed" : "some checks FAILED");
    stage_close(&stage);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
