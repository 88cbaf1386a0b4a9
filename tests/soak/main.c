/* The soak as a program: plays it, checks it, prints the figures. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/soak/duty.h"
#include "tests/soak/soak.h"
#include "tests/soak/verdict.h"

static const char help[] =
    "soak: accounts that play each other on the local server while everything that\n"
    "can go wrong goes wrong, on a simulated clock; see tests/soak/soak.h\n"
    "\n"
    "  --matches N    play so many matches to their end (40)\n"
    "  --accounts N   with so many accounts (20)\n"
    "  --seed N       other matches, other troubles (1)\n"
    "  --folder DIR   history, results, match files and log go there (soak.out)\n"
    "  --hours N      give up after so many simulated hours (2000)\n"
    "  --minutes N    or after so many minutes (60)\n"
    "  --trace NAME   the dialogue of this account, into DIR/trace\n"
    "  --compare RESULTS HISTORY\n"
    "                 plays nothing: the server's results and a history of all its\n"
    "                 players, as equal as they must be\n"
    "  --calm         no faults, restarts and floods\n"
    "  --no-record    no match files\n";

static bool read_options(struct soak_options *options, int argc, char **argv)
{
    static const struct option table[] = {{"matches", required_argument, NULL, 'm'},
                                          {"accounts", required_argument, NULL, 'a'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"folder", required_argument, NULL, 'f'},
                                          {"hours", required_argument, NULL, 'h'},
                                          {"trace", required_argument, NULL, 't'},
                                          {"minutes", required_argument, NULL, 'M'},
                                          {"calm", no_argument, NULL, 'c'},
                                          {"no-record", no_argument, NULL, 'r'},
                                          {"help", no_argument, NULL, '?'},
                                          {0}};
    for (int option; (option = getopt_long(argc, argv, "", table, NULL)) != -1;) {
        switch (option) {
        case 'm':
            options->matches = atoi(optarg);
            break;
        case 'a':
            options->accounts = atoi(optarg);
            break;
        case 's':
            options->seed = strtoull(optarg, NULL, 10);
            break;
        case 'f':
            options->folder = optarg;
            break;
        case 'h':
            options->hours_max = atoi(optarg);
            break;
        case 'M':
            options->seconds_max = atoi(optarg) * 60;
            break;
        case 't':
            options->trace = optarg;
            break;
        case 'c':
            options->is_calm = true;
            break;
        case 'r':
            options->has_record = false;
            break;
        default:
            return false;
        }
    }
    return optind == argc && options->accounts >= 2 &&
           options->accounts <= SOAK_SEATS_MAX && options->matches > 0;
}

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
    struct soak_options options = {.accounts = 20,
                                   .matches = 40,
                                   .seed = 1,
                                   .folder = "soak.out",
                                   .has_record = true,
                                   .seconds_max = 3600,
                                   .hours_max = 2000};
    if (argc == 4 && strcmp(argv[1], "--compare") == 0) {
        return compare(argv[2], argv[3], NULL) ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    if (!read_options(&options, argc, argv)) {
        fputs(help, stdout);
        return 2;
    }
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
    const struct soak_figures *f = &stage.figures;
    bool is_good = is_done && is_equal && is_flat && unfinished == 0 &&
                   f->needless_boards * DUTY_GAMES_PER_BOARD <= f->games &&
                   f->late == 0 && f->out_of_turn == 0 && f->too_early == 0 &&
                   f->unknown_lines == 0 && f->errors == 0 && f->failed == 0;
    puts(is_good ? "all as it must be" : "NOT as it must be");
    stage_close(&stage);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}
