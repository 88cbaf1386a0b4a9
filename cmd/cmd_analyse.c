/* `fibsbot analyse`: ranked plays or the cube action of positions given as text, and
 * the matches of files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/input_line.h"
#include "base/text.h"
#include "base/text_width.h"
#include "bot/analyse/analysis.h"
#include "bot/analyse/decision_rollout.h"
#include "bot/analyse/rollout_request.h"
#include "bot/config/strength_config.h"
#include "cmd/analyse_matches.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/subcommand.h"
#include "engine/board/board_view.h"
#include "engine/board/decision_context.h"
#include "engine/board/movegen.h"
#include "engine/board/xgid.h"
#include "engine/rollout/roller.h"
#include "engine/rollout/rollout.h"
#include "engine/search/search_threads.h"
#include "match/batch/match_batch.h"
#include "match/match_decision.h"
#include "match/match_format.h"
#include "view/draw.h"

/* TOLD: bytes of a text that is refused, enough to recognise it */
enum { INPUT_MAX = 4096, PLAYS_SHOWN = 10, TOLD = 60 };

struct options {
    bool is_json;
    bool has_board, has_no_board;
    int ply;      /* -1: the default */
    int cube_ply; /* -1: follows ply */
    int plays;    /* 0: the default */
    int accept;   /* 0: the default */
    int threads;
    int time_ms; /* 0: no bound */
    bool has_jacoby, has_beavers;
    const char *filter;
    const char *played;
    const struct roller *roller;
    int roller_share;
    const char *weights;
    const char *save;
    bool is_resumed;
    const char *page;
    bool is_short;
    const char *history;
    bool is_noted;
    bool is_rollout;
    struct rollout_request rollout;
};

/* ---- options --------------------------------------------------------------------- */

static bool take_roller(const struct cli_call *call)
{
    struct options *o = call->context;
    o->roller = roller_find(call->value);
    return o->roller != NULL ||
           error_set(call->err, "expected roller, roller+ or roller++, found \"%.40s\"",
                     call->value);
}

static const struct cli_option options[] = {
    {"json", CLI_FLAG(struct options, is_json), .help = "Print one JSON object a line.",
     .more =
         "One for each position, in order, flushed line by line: id (the text given), "
         "kind (play or cube), ply, win, win_gammon, win_backgammon, lose_gammon, "
         "lose_backgammon, equity_cubeless, equity_cubeful, plays, cube, filter, fault "
         "(why a double to be answered is against the rules, or null), and "
         "with --played played (null if it is not a legal play) and explanation (why it "
         "loses, or \"\"). Every member is always there: of kind cube, plays is an empty "
         "array; of kind play, cube is null. A play has play, ply, trials (of a roller; "
         "0: searched only), equity, difference (to the best, 0 or less), outputs (the "
         "five probabilities) and position_id (after the play, the opponent on roll); "
         "the cube no_double, "
         "double_take, double_pass and action: no_double, double_take, double_pass or "
         "too_good. A line that cannot be read, an empty one too, gives id (of a line "
         "too long its beginning) and error in its place, and the run continues. With "
         "--rollout the members are id, kind, method (rollout), trials, stopped (by "
         "Ctrl-C or --time), settings, plays (each with play, equity, error, difference, "
         "difference_error, joint_deviations, cubeless, cubeless_error, outputs, "
         "outputs_error, trials, given_up), cube (with no_double_error and "
         "double_take_error), and with --played played (one of the plays)."},
    {"ply", CLI_INT(struct options, ply, 0, SEARCH_PLY_MAX), .otherwise = "2",
     .help = "Look-ahead of checker plays. In matches --ply, --cube-ply or --roller "
             "judges all players by just that; without them programs are judged deeper "
             "than they played (--history)."},
    {"cube-ply", CLI_INT(struct options, cube_ply, 0, SEARCH_PLY_MAX),
     .otherwise = "as --ply, one less where that is odd",
     .help =
         "Look-ahead of cube actions; an odd number is answered at the next even one."},
    {"roller", CLI_CALL(take_roller), .argument = "NAME", .word_at = roller_name,
     .help =
         "A search, then truncated rollouts of close plays and unclear cube actions: "
         "roller, roller+ or roller++.",
     .more =
         "At most 360 games of 5 half-moves, 360 of 7, 1,296 of 7: as many as the decision is open."},
    {"filter", CLI_TEXT(struct options, filter), .argument = "NAME",
     .word_at = filter_name,
     .help =
         "The move filter: a name (list shows them), base-filter:N:CUTOFF (the pruning "
         "net's best N within CUTOFF), or a level for each ply: 12/.24,6/.12. Plays "
         "that only the pruning net has evaluated are listed as small (JSON: ply -1)."},
    {"accept", CLI_INT(struct options, accept, 1, PLAY_LIST_MAX),
     .otherwise = "2 with the default filter, else the filter's own number",
     .help = "Evaluate at least N plays at the full ply, or by the roller."},
    {"threads", CLI_INT(struct options, threads, 1, SEARCH_THREADS_MAX), .initial = "1",
     .help = "Search with N threads; the answers are the same."},
    {"time", CLI_INT(struct options, time_ms, 1, 3600000), .argument = "MS",
     .help = "Time limit for a position, in milliseconds (iterative deepening)."},
    LONG_RUN_WEIGHTS(struct options, weights),
    {.kind = CLI_HEADING, .help = "With files:"},
    {"save", CLI_FILE(struct options, save),
     .help = "Keep the results in FILE, so that a run that was stopped can continue."},
    {"resume", CLI_FLAG(struct options, is_resumed),
     .help = "Continue FILE of --save; files, options and weights must be the same.",
     .more =
         "Objects of --json with files: kind decision, as each is done: file, match (in "
         "its file), game (of the match, from 1), turn, line (of the file), player, "
         "action (play, no_double, double, take, pass, beaver, raccoon, or redouble in "
         "answer to a raccoon), roll, played (\"\": none), is_unplayed (none, though one is legal, or the game ended first), best, is_counted (in the PR), loss, luck, "
         "xgid (of an answer to a beaver or a raccoon that before the beaver), explanation (why it loses .05 or more, or \"\"), judged_by (\"2-ply\", \"roller+\"; null if not known), plays (the best five, "
         "and the play made if it is none of them: play, is_played, ply, trials, equity, "
         "difference, outputs; empty without a choice), cube (of a cube action, of the "
         "doubler: no_double, double_take, double_pass, action, is_beaver, ply, trials, "
         "outputs, costs of a wrong no_double, double, take and pass, take_point of a "
         "dead and a live cube without gammons, gammon_value of the doubler and the "
         "taker at the doubled cube; else null), in_file (what an .xg file says of it: "
         "judged_by and loss, or null), comment (in the file, up to 1,000 bytes; or null). Kind game: number (as in the file), score, "
         "is_crawford, points (won, by player), comment (in the file, or null), unit, result, result_without_luck, "
         "players. Kind match, the last of each: length, site, event, elo (of each player), date, games, score, "
         "has_all, is_stopped, fault_count, faults (line, text), program, judged_by (of "
         "each player), rolled (turns that --roller-share judged again), unit, result, result_without_luck, players. Results are those of "
         "player 1, in points, or in match winning chance (mwc), from that of the "
         "score at which the file begins; null if unknown. Several matches end with objects of kind player and "
         "month (player, month, matches, finished, won, and as below). A player has player, decisions, plays, cube_actions, "
         "play_loss, cube_loss, errors, blunders, pr, rating, luck (equity), luck_result "
         "(in the unit; of one match)."},
    {"roller-share", CLI_INT(struct options, roller_share, 1, 99), .argument = "N",
     .help = "Judge close decisions again by a roller, for at most N % of the time: by "
             "roller+, or that of --roller, which then judges no others.",
     .more = "Close are plays that lose less than .08, best plays with another within "
             ".04, and cube actions within .16. Which were rolled depends on the speed "
             "of the machine; each is named: in brackets, and as judged_by."},
    {"report", CLI_FILE(struct options, page), .argument = "FILE.html",
     .help = "Write the report as a page, too: boards with both plays, candidates, "
             "curves, filters. Of several matches a list, with a page for each in the "
             "folder FILE_files."},
    {"errors-only", CLI_FLAG(struct options, is_short),
     .help =
         "With --report: candidates and cube tables only of decisions that lost 0.02 "
         "or more. In the folder of several matches a page is then a third smaller."},
    {"history", CLI_FILE(struct options, history),
     .help = "The history of the bot that is player 1: it has the level that the bot "
             "played at, where a file has none.",
     .more =
         "Unless --ply, --cube-ply or --roller says by what to judge, a program whose "
         "level the file (of 0.2.0 or later) or the history has is judged deeper than "
         "it thought: up to 2-ply by roller, 3- and 4-ply by roller+, a roller by the "
         "next one, roller++ by itself. The bot's side of a match that the history does "
         "not have is judged by roller."},
    {"note", CLI_FLAG(struct options, is_noted),
     .help =
         "Write error rates and luck into the --history, too, for `fibsbot stats`. For "
         "match files that the bot wrote, under the names that it gave them."},
    {.kind = CLI_HEADING, .help = "With positions:"},
    {"played", CLI_TEXT(struct options, played), .argument = "PLAY",
     .help =
         "The play that was made: it and the best play are evaluated at the full ply, "
         "and its loss is shown, with the reasons that can be counted."},
    {"jacoby", CLI_FLAG(struct options, has_jacoby),
     .help = "Money play with the Jacoby rule: gammons count once the cube is turned."},
    {"beavers", CLI_FLAG(struct options, has_beavers),
     .help =
         "Money play with beavers: the taker may redouble at once and keep the cube. "
         "Both rules add to those of an XGID or a match id."},
    {"plays", CLI_INT(struct options, plays, 1, PLAY_LIST_MAX),
     .otherwise = "10; with --json all", .help = "List the best N plays."},
    {"board", CLI_FLAG(struct options, has_board),
     .help = "Draw the position. On a terminal that is the default."},
    {"no-board", CLI_FLAG(struct options, has_no_board), .help = "Do not draw it."},
    {"rollout", CLI_FLAG(struct options, is_rollout),
     .help =
         "Roll out the best plays, or no double and double/take, with variance "
         "reduction. Ctrl-C or --time ends it with the result so far. --threads and "
         "--filter are then the rollout's too.",
     .more =
         "All candidates are played with the same dice. Shown are equity and "
         "probabilities with their standard errors, and the difference from the best "
         "play with its own. The last line says why a rollout ended before its trials: "
         "stopped, accurate (--error) or clear (--clear)."},
    {.kind = CLI_HEADING, .help = "With --rollout:"},
    {CLI_ROWS(rollout_request_options, offsetof(struct options, rollout))},
    {0},
};

/* Files of matches: a file that holds one decision to be made is a position. */
static int count_files(const struct cli_words *words)
{
    struct decision_context at;
    int files = 0;
    for (int i = 0; i < words->count; i++) {
        files += match_batch_is_file(words->word[i]) &&
                 !match_decision_read(words->word[i], &at);
    }
    return files;
}

#define NO_SUCH_WORD "no such file, and no position"

/* Whether each word is a file or, if none is, can be a position. */
static bool are_words_there(const struct cli_call *call, int files, struct error *err)
{
    const struct options *o = call->context;
    for (int i = 0; i < call->words->count; i++) {
        const char *word = call->words->word[i];
        if (match_batch_is_file(word)) {
            continue;
        }
        if (files > 0) {
            return error_set(
                err, "\"%.80s\": no such file (beside files no positions are taken)",
                word);
        }
        if (analysis_may_be_file(word) && !o->is_json) {
            return error_set(err, "\"%.150s\": " NO_SUCH_WORD, word);
        }
    }
    return true;
}

/* Files and positions do not go together, nor the options of one with the other. */
static bool check_operands(const struct options *o, int files, struct error *err)
{
    if (files > 0) {
        return !(o->is_rollout || o->played != NULL || o->has_jacoby ||
                 o->has_beavers) ||
               error_set(err, "--rollout, --played, --jacoby and --beavers are for "
                              "positions, not files");
    }
    return (o->save == NULL && o->page == NULL && o->history == NULL &&
            o->roller_share == 0) ||
           error_set(err,
                     "--save, --report, --history and --roller-share need files of "
                     "matches");
}

static bool check_options(const struct cli_call *call)
{
    const struct options *o = call->context;
    struct error *err = call->err;
    return (o->is_rollout || !o->rollout.is_given ||
            error_set(err, "options of rollouts need --rollout")) &&
           (o->rollout.state == NULL || call->words->count <= 1 ||
            error_set(err, "--state is the file of one position")) &&
           (!o->is_resumed || o->save != NULL ||
            error_set(err, "--resume needs --save FILE")) &&
           (!o->is_short || o->page != NULL ||
            error_set(err, "--errors-only needs --report FILE.html")) &&
           (!o->is_noted || o->history != NULL ||
            error_set(err, "--note needs --history FILE"));
}

/* Options that also set the rollout. */
static void complete_rollout(struct options *o, const struct strength *strength)
{
    o->rollout.settings.threads = o->threads;
    o->rollout.settings.filter = strength->filter;
    o->rollout.time_ms = o->time_ms;
    rollout_request_complete(&o->rollout);
}

static void print_filters(void)
{
    for (int i = 0; filter_name(i) != NULL; i++) {
        puts(filter_name(i));
    }
}

/* A filter given by its numbers must be for the ply of this run's decisions, or of those
 * inside its rollout. */
static bool check_filter(const struct options *o, const struct strength *strength,
                         struct error *err)
{
    int own = filter_own_ply(o->filter);
    int ply = strength->roller != NULL ? SEARCH_PLY_OF_ROLLERS : strength->play_ply;
    return own == 0 || own == ply ||
           (o->is_rollout && own == o->rollout.settings.play_ply) ||
           error_set(err,
                     "--filter: \"%.40s\" is for %d-ply decisions, these are %d-ply",
                     o->filter, own, ply);
}

static void note_cube_ply(const struct options *o)
{
    if (o->cube_ply % 2 == 1) {
        fprintf(stderr, "fibsbot analyse: cube actions are searched at %d plies\n",
                strength_cube_ply(o->cube_ply));
    }
}

static bool set_strength(const struct options *o, struct strength *strength,
                         struct error *err)
{
    struct error why;
    *strength = strength_default();
    strength->play_ply = o->ply >= 0 ? o->ply : strength->play_ply;
    strength->cube_ply =
        o->cube_ply >= 0 ? o->cube_ply : strength->play_ply - strength->play_ply % 2;
    strength->roller = o->roller_share > 0 ? NULL : o->roller;
    strength->time = strength_time_limit_of(o->is_rollout ? 0 : o->time_ms);
    if (o->filter != NULL && !filter_read(o->filter, &strength->filter, &why)) {
        return error_set_from(err, &why, "--filter: %s; --filter list shows the names",
                              why.text);
    }
    if (o->filter != NULL && !check_filter(o, strength, err)) {
        return false;
    }
    if (o->accept > 0 || o->filter == NULL) {
        filter_accept(&strength->filter, o->accept > 0 ? o->accept : 2);
    }
    return true;
}

/* ---- positions ------------------------------------------------------------------- */

/* Reports a text that is not a position. With --json the error replaces its answer and
 * the exit status stays 0; otherwise it becomes 1. */
static bool refuse_text(const struct options *o, const char *text, const char *why)
{
    if (o->is_json) {
        return analysis_print_json_error(text, why, stdout);
    }
    int told = (int)text_cut(text, strlen(text), TOLD);
    fprintf(stderr, "fibsbot analyse: \"%.*s\": %s\n", told, text, why);
    return false;
}

static bool roll_out(struct analysis_tools *analyser, const struct options *o,
                     const struct analysis *analysis, const char *text)
{
    const struct decision_rollout_control control = {.stop =
                                                         long_run_catch_interrupt()};
    struct decision_rollout result;
    struct error err;
    if (!decision_rollout_make(analyser, &o->rollout, analysis, &control, &result,
                               &err)) {
        return refuse_text(o, text, err.text);
    }
    bool is_good = false;
    if (rollout_trials(result.rollout) == 0) {
        is_good = refuse_text(o, text, "stopped before the first trial was done");
    } else if (o->is_json) {
        is_good = decision_rollout_print_json(&result, text, stdout);
    } else {
        decision_rollout_print(&result, text, stdout);
        is_good = fflush(stdout) == 0;
    }
    decision_rollout_free(&result);
    return is_good;
}

/* The rules of money play that were asked for; a match has neither. */
static void add_rules(const struct options *o, struct match_state *ms)
{
    bool is_money = ms->length == 0;
    ms->has_jacoby |= is_money && o->has_jacoby;
    ms->has_beavers |= is_money && o->has_beavers;
}

/* The board, seen by the side that decides, in colours on a terminal. */
static void print_board(const struct options *o, const struct decision_context *at)
{
    bool is_terminal = isatty(STDOUT_FILENO) == 1;
    const struct board_view view = decision_context_view(at);
    char text[DRAW_SIZE];
    if (!o->is_json && !o->has_no_board && (o->has_board || is_terminal)) {
        draw_board(&view, "you", "opponent", is_terminal && getenv("NO_COLOR") == NULL,
                   text);
        fputs(text, stdout);
    }
}

static bool analyse_position(struct analysis_tools *analyser, const struct options *o,
                             struct decision_context *at, const char *text)
{
    add_rules(o, &at->ms);
    struct analysis analysis;
    struct error err;
    analysis_make(analyser, at, &analysis);
    if (o->played != NULL && !o->is_json &&
        !analysis_check_played(&analysis, o->played, &err)) {
        return refuse_text(o, text, err.text); /* JSON has null */
    }
    print_board(o, at);
    if (o->is_rollout) {
        return roll_out(analyser, o, &analysis, text);
    }
    if (o->is_json) {
        return analysis_print_json(analyser, &analysis, text, stdout);
    }
    analysis_print(analyser, &analysis, text, stdout);
    return fflush(stdout) == 0;
}

/* Analyses one text, which `reader` reads; false when it is not a position or the answer
 * cannot be written. */
static bool analyse_text(struct analysis_tools *analyser, const struct options *o,
                         const char *text, analysis_reader *reader)
{
    struct decision_context at;
    struct error err;
    if (long_run_is_stopped()) {
        return false;
    }
    return reader(text, &at, &err) ? analyse_position(analyser, o, &at, text)
                                   : refuse_text(o, text, err.text);
}

/* The same of an argument, which may be a file of one position. */
static bool analyse_operand(struct analysis_tools *analyser, const struct options *o,
                            const char *operand)
{
    struct decision_context at;
    char name[INPUT_MAX], xgid[XGID_SIZE];
    bool is_file = match_batch_is_file(operand);
    if (!is_file && analysis_may_be_file(operand)) {
        return refuse_text(o, operand, NO_SUCH_WORD);
    }
    if (!is_file || !match_decision_read(operand, &at)) {
        return analyse_text(analyser, o, operand, analysis_read_word);
    }
    xgid_write(&at, xgid);
    FORMAT_TEXT(name, "%s: %s", operand, xgid);
    return !long_run_is_stopped() &&
           analyse_position(analyser, o, &at, o->is_json ? operand : name);
}

static bool analyse_lines(struct analysis_tools *analyser, const struct options *o)
{
    char line[INPUT_MAX];
    bool is_cut;
    bool is_good = true;
    while (input_line_read(stdin, line, sizeof line, &is_cut)) {
        if (o->rollout.state != NULL && line[0] != '\0' &&
            !input_line_was_last(stdin)) {
            return refuse_text(o, line, "--state is the file of one position");
        }
        if (is_cut) {
            line[text_cut(line, strlen(line), TOLD)] = '\0';
            is_good &=
                refuse_text(o, line, "a line may have 4095 bytes, none of them NUL");
        } else if (line[0] != '\0' || o->is_json) {
            is_good &= analyse_text(analyser, o, line, analysis_read);
        }
    }
    return is_good;
}

static bool analyse_all(struct analysis_tools *analyser, const struct options *o,
                        int count, char **texts)
{
    bool is_good = true;
    if (count == 0) {
        if (isatty(STDIN_FILENO) == 1) {
            fputs(
                "Type positions, one a line: XGIDs, OGIDs, GNU Backgammon ids or FIBS "
                "boards.\nCtrl-D ends. For matches: fibsbot analyse FILE...; for more: "
                "--help\n",
                stderr);
        }
        return analyse_lines(analyser, o);
    }
    for (int i = 0; i < count; i++) {
        is_good &= strcmp(texts[i], "-") == 0 ? analyse_lines(analyser, o)
                                              : analyse_operand(analyser, o, texts[i]);
    }
    return is_good;
}

/* ---- the subcommand -------------------------------------------------------------- */

static bool open_analyser(struct analysis_tools *analyser, const struct engine *engine,
                          const struct options *o, struct error *err)
{
    int all = o->is_json ? PLAY_LIST_MAX : PLAYS_SHOWN;
    analyser->plays_shown = o->plays > 0 ? o->plays : all;
    analyser->played = o->played;
    analyser->strength.search_threads =
        search_threads_new(engine_evaluator(engine), o->threads, err);
    return analyser->strength.search_threads != NULL &&
           analysis_tools_open(analyser, engine, err);
}

static const struct roller *roller_of_close(const struct options *o)
{
    return o->roller_share == 0 ? NULL
           : o->roller != NULL  ? o->roller
                                : roller_find("roller+");
}

static int analyse_words(struct analysis_tools *analyser, const struct options *o,
                         const char *weights, const struct cli_call *call, int files)
{
    const struct analyse_job job = {.engine = analyser->engine,
                                    .scratch = analyser->scratch,
                                    .weights = weights,
                                    .strength = analyser->strength,
                                    .is_exact = o->ply >= 0 || o->cube_ply >= 0 ||
                                                analyser->strength.roller != NULL,
                                    .program = "fibsbot " FIBSBOT_VERSION,
                                    .is_json = o->is_json,
                                    .roller = roller_of_close(o),
                                    .roller_share = o->roller_share,
                                    .save = o->save,
                                    .is_resumed = o->is_resumed,
                                    .history = o->history,
                                    .is_noted = o->is_noted,
                                    .page = o->page,
                                    .is_short = o->is_short};
    if (files > 0) {
        return analyse_matches(&job, call->words->count, call->words->word, call->err);
    }
    bool is_good = analyse_all(analyser, o, call->words->count, call->words->word);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run(const struct cli_call *call)
{
    struct options *o = call->context;
    struct analysis_tools analyser = {.engine = NULL};
    char folder[PATHS_MAX];
    if (o->filter != NULL && strcmp(o->filter, "list") == 0) {
        print_filters();
        return EXIT_SUCCESS;
    }
    int files = count_files(call->words);
    if (!are_words_there(call, files, call->err)) {
        return EXIT_FAILURE;
    }
    if (!check_operands(o, files, call->err) ||
        !set_strength(o, &analyser.strength, call->err)) {
        return 2;
    }
    note_cube_ply(o);
    if (o->is_rollout) {
        (void)long_run_catch_interrupt();
        complete_rollout(o, &analyser.strength);
    }
    struct engine *engine = long_run_open_engine(o->weights, folder, call->err);
    int status = EXIT_FAILURE;
    if (engine != NULL && open_analyser(&analyser, engine, o, call->err)) {
        status = analyse_words(&analyser, o, folder, call, files);
    }
    search_threads_free(analyser.strength.search_threads);
    analysis_tools_close(&analyser);
    engine_close(engine);
    return status;
}

const struct cli_command cmd_analyse = {
    .alias = "analyze",
    .title = "fibsbot analyse",
    .summary = "analyse positions, and matches in files",
    CLI_FILES("[POSITION|FILE|-]...", 0, -1),
    .about =
        "Each POSITION is an XGID, an OGID, a GNU Backgammon position id, alone or as "
        "POSITIONID:MATCHID, a FIBS board line, or a board of bgammon.org as JSON. \"-\", or no argument, reads one "
        "per line from standard input. With dice it ranks the plays; without, it says "
        "whether to double; after a double, whether to take it.\n\n"
        "Each FILE holds matches: " MATCH_FORMAT_READ
        "; a .xgp file whose decision is not made is a POSITION. Of a "
        "folder all such files are taken, a line for each match. Several matches end with "
        "tables by player and month. "
        "The report has every decision with its loss and luck, errors with the better "
        "play and their XGID, error rates (PR), errors, blunders and luck of both "
        "players, and the results of games without luck. Ctrl-C ends with a report of "
        "what is done.",
    .options = options,
    .notes =
        "Exit status: 0 done, 1 a position, play or file could not be read, 2 usage error, 3 "
        "stopped before the end of the matches. With --json the error of a position or file "
        "is in its place, and the status is 0.",
    .check = check_options,
    .size = sizeof(struct options),
    .defaults = &(const struct options){.ply = -1,
                                        .cube_ply = -1,
                                        .rollout = ROLLOUT_REQUEST_DEFAULT},
    .run = run,
};
