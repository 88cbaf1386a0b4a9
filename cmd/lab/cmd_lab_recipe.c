/*
 * `fibsbot lab recipe`: runs a file of laboratory commands one after the other.
 *
 * OUT/recipe.done lists the finished steps, one per line, as they were run. A step that
 * was stopped continues by itself (datasets), by --resume (training runs) or from
 * OUT/step-N.results (evaluations and matches).
 */
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena/job/work.h"
#include "base/file.h"
#include "base/folder.h"
#include "base/text.h"
#include "cmd/tool/long_run.h"
#include "cmd/tool/subcommand.h"

enum { STEPS_MAX = 64, WORDS_MAX = 96, STEP_SIZE = 8192 };

/* The tools a step may name, and what they take of the recipe's own options. */
static const struct {
    const struct cli_command *tool;
    bool takes_limits; /* --threads and --minutes */
    bool is_resumed;   /* by --resume, when its --out has a state */
    bool is_saved;     /* by a file of results: --save FILE --resume */
} tools[] = {
    {&cmd_lab_bearoff, false, false, false}, {&cmd_lab_race_train, false, false, false},
    {&cmd_lab_train, true, true, false},     {&cmd_lab_selfplay, true, false, false},
    {&cmd_lab_label, true, false, false},    {&cmd_lab_evaluate, true, false, true},
    {&cmd_tourney, true, false, true},       {&cmd_lab_dmp, false, false, false},
};
enum { TOOLS = sizeof tools / sizeof tools[0] };

struct recipe {
    const char *file;
    char folder[4096]; /* of the file */
    const char *out;
    int threads;
    struct long_run run;
    bool only_lists;
    int steps;
    char step[STEPS_MAX][STEP_SIZE]; /* as in the file, words separated by one blank */
};

/* A step as a command line. */
struct command {
    int tool;
    int argc;
    char *argv[WORDS_MAX + 8];
    char text[2 * STEP_SIZE]; /* the words, one behind the other */
    char threads[16];
    char minutes[32];
    char save[4096];
};

/* ---- reading ---- */

/* Adds `text` to a step of the recipe. */
static bool add_text(char *step, const char *text)
{
    size_t used = strlen(step);
    bool fits = used + strlen(text) < STEP_SIZE;
    if (fits) {
        strcpy(step + used, text);
    }
    return fits;
}

/* Adds a line of the file. `goes_on`: whether it continues the step of the line before;
 * set to whether the next line continues this one. */
static bool add_line(struct recipe *recipe, char *line, bool *goes_on)
{
    line[strcspn(line, "#\n")] = '\0';
    size_t length = strlen(line);
    while (length > 0 && isspace((unsigned char)line[length - 1])) {
        line[--length] = '\0';
    }
    bool continues = length > 0 && line[length - 1] == '\\';
    if (continues) {
        line[length - 1] = '\0';
    }
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t\r", &rest); word != NULL;
         word = strtok_r(NULL, " \t\r", &rest)) {
        if (!*goes_on && recipe->steps == STEPS_MAX) {
            return false;
        }
        recipe->steps += !*goes_on;
        char *step = recipe->step[recipe->steps - 1];
        if ((*goes_on && !add_text(step, " ")) || !add_text(step, word)) {
            return false;
        }
        *goes_on = true;
    }
    *goes_on = *goes_on && continues;
    return true;
}

/* Writes `word` to `out` with its names replaced; returns the length, or 0 when there
 * is no room. */
static size_t expand(const struct recipe *recipe, const char *word, char *out,
                     size_t room)
{
    const struct {
        const char *name;
        const char *value;
    } names[] = {{"$OUT", recipe->out}, {"$DIR", recipe->folder}};
    size_t used = 0;
    while (*word != '\0') {
        const char *value = NULL;
        for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
            if (strncmp(word, names[n].name, strlen(names[n].name)) == 0) {
                value = names[n].value;
                word += strlen(names[n].name);
                break;
            }
        }
        size_t length = value != NULL ? strlen(value) : 1;
        if (used + length + 1 > room) {
            return 0;
        }
        memcpy(out + used, value != NULL ? value : word, length);
        used += length;
        word += value == NULL;
    }
    out[used] = '\0';
    return used;
}

static bool split_words(const struct recipe *recipe, const char *step,
                        struct command *command)
{
    char copy[STEP_SIZE];
    char *rest = NULL;
    size_t used = 0;
    command->argc = 0;
    COPY_TEXT(copy, step);
    for (char *word = strtok_r(copy, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        size_t length =
            expand(recipe, word, command->text + used, sizeof command->text - used);
        if (length == 0 || command->argc == WORDS_MAX) {
            return false;
        }
        command->argv[command->argc++] = command->text + used;
        used += length + 1;
    }
    return true;
}

static bool split_step(const struct recipe *recipe, int step, struct command *command,
                       struct error *err)
{
    if (!split_words(recipe, recipe->step[step], command)) {
        return error_set(err, "%s: step %d is too long", recipe->file, step + 1);
    }
    for (int t = 0; t < TOOLS; t++) {
        const struct cli_command *const tool[] = {tools[t].tool, NULL};
        if (cli_find(tool, command->argv[0]) != NULL) {
            command->tool = t;
            return true;
        }
    }
    return error_set(err, "%s: step %d: \"%s\" is not a tool for recipes", recipe->file,
                     step + 1, command->argv[0]);
}

static bool read_recipe(struct recipe *recipe, struct error *err)
{
    char line[2048];
    bool goes_on = false;
    bool is_good = true;
    int number = 0;
    const char *slash = strrchr(recipe->file, '/');
    FORMAT_TEXT(recipe->folder, "%.*s", slash != NULL ? (int)(slash - recipe->file) : 1,
                slash != NULL ? recipe->file : ".");
    FILE *file = file_to_read(recipe->file, err);
    if (file == NULL) {
        return false;
    }
    while (is_good && fgets(line, sizeof line, file) != NULL) {
        number++;
        bool is_whole = strchr(line, '\n') != NULL || feof(file);
        is_good = is_whole && add_line(recipe, line, &goes_on);
    }
    (void)fclose(file);
    if (!is_good) {
        error_set(err, "%s:%d: the line, its step or the recipe is too long",
                  recipe->file, number);
    } else if (recipe->steps == 0) {
        error_at_path(err, 0, recipe->file, "contains no steps");
    }
    struct command command;
    for (int s = 0; is_good && s < recipe->steps; s++) {
        is_good = split_step(recipe, s, &command, err);
    }
    return is_good && recipe->steps > 0;
}

/* ---- what is done ---- */

static bool done_path(const struct recipe *recipe, char path[4096], struct error *err)
{
    return snprintf(path, 4096, "%s/recipe.done", recipe->out) < 4096 ||
           error_at_path(err, ENAMETOOLONG, recipe->out, strerror(ENAMETOOLONG));
}

/* Counts the finished steps. False when they are not those of this recipe. */
static bool count_done(const struct recipe *recipe, int *done, struct error *err)
{
    char path[4096];
    char line[STEP_SIZE + 1];
    *done = 0;
    if (!done_path(recipe, path, err)) {
        return false;
    }
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        return true;
    }
    FILE *file = file_to_read(path, err);
    bool is_good = true;
    if (file == NULL) {
        return false;
    }
    while (is_good && fgets(line, sizeof line, file) != NULL) {
        char *end = strchr(line, '\n');
        if (end == NULL) {
            break; /* cut by a kill: that step is run again and finds its work done */
        }
        *end = '\0';
        is_good = *done < recipe->steps && strcmp(line, recipe->step[*done]) == 0;
        *done += is_good;
    }
    (void)fclose(file);
    if (!is_good) {
        error_set(err, "%s: step %d differs from the one that was run: %s", path,
                  *done + 1, line);
    }
    return is_good;
}

static bool write_done(const struct recipe *recipe, int done, struct error *err)
{
    char path[4096];
    struct file_draft draft;
    if (!done_path(recipe, path, err) ||
        !file_draft_open(&draft, path, FILE_OF_ALL, err)) {
        return false;
    }
    for (int s = 0; s < done; s++) {
        (void)fprintf(draft.stream, "%s\n", recipe->step[s]);
    }
    return file_draft_keep(&draft, FILE_SAFE_FROM_KILLS, err);
}

/* ---- running ---- */

/* The value of "--out FOLDER" or "--out=FOLDER"; NULL: the step does not have it. */
static const char *value_of(const struct command *command, const char *option)
{
    size_t length = strlen(option);
    for (int i = 0; i < command->argc; i++) {
        const char *word = command->argv[i];
        if (strncmp(word, option, length) == 0 && word[length] == '=') {
            return word + length + 1;
        }
        if (strcmp(word, option) == 0) {
            return i + 1 < command->argc ? command->argv[i + 1] : "";
        }
    }
    return NULL;
}

/* Whether the step's --out has the state of a run to resume. */
static bool has_state(const struct command *command)
{
    char path[4096];
    const char *out = value_of(command, "--out");
    return out != NULL &&
           snprintf(path, sizeof path, "%s/state", out) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

/* No tool writes into its words. */
static void add_word(struct command *command, const char *word)
{
    command->argv[command->argc++] = (char *)(uintptr_t)word;
}

static void add_own_options(const struct recipe *recipe, int step,
                            struct command *command)
{
    if (tools[command->tool].is_resumed && has_state(command)) {
        add_word(command, "--resume");
    }
    if (tools[command->tool].is_saved && value_of(command, "--save") == NULL) {
        FORMAT_TEXT(command->save, "%s/step-%d.results", recipe->out, step + 1);
        add_word(command, "--save");
        add_word(command, command->save);
    }
    if (tools[command->tool].is_saved) {
        add_word(command, "--resume");
    }
    if (tools[command->tool].takes_limits) {
        add_word(command, "--threads");
        FORMAT_TEXT(command->threads, "%d", recipe->threads);
        add_word(command, command->threads);
        if (recipe->run.minutes > 0) {
            double left = long_run_seconds_left(&recipe->run) / 60.0;
            FORMAT_TEXT(command->minutes, "%.4f", left > 1e-3 ? left : 1e-3);
            add_word(command, "--minutes");
            add_word(command, command->minutes);
        }
    }
    command->argv[command->argc] = NULL;
}

/* Returns the exit status. */
static int run_step(const struct recipe *recipe, int step, struct error *err)
{
    struct command command;
    if (!split_step(recipe, step, &command, err)) {
        return 1;
    }
    printf("\n== step %d of %d: %s\n", step + 1, recipe->steps, recipe->step[step]);
    (void)fflush(stdout);
    add_own_options(recipe, step, &command);
    double begun = work_now();
    int status = subcommand_run(tools[command.tool].tool, command.argc, command.argv);
    if (status == 0 || status == LONG_RUN_SKIPPED) {
        printf("== step %d is %s, %s\n", step + 1, status == 0 ? "done" : "skipped",
               progress_minutes((work_now() - begun) / 60.0).text);
    }
    return status == LONG_RUN_SKIPPED ? 0 : status;
}

static int run_steps(struct recipe *recipe, int done, struct error *err)
{
    long_run_begin(&recipe->run);
    while (done < recipe->steps) {
        if (long_run_is_over(&recipe->run)) {
            return LONG_RUN_STOPPED;
        }
        int status = run_step(recipe, done, err);
        if (status != 0) {
            return long_run_is_stopped() ? LONG_RUN_STOPPED : status;
        }
        if (!write_done(recipe, ++done, err)) {
            return 1;
        }
    }
    printf("\n== all %d steps are done, %s of this run\n", recipe->steps,
           progress_minutes((work_now() - recipe->run.begun) / 60.0).text);
    return 0;
}

static int list_steps(const struct recipe *recipe, int done)
{
    for (int s = 0; s < recipe->steps; s++) {
        printf("%s %2d  %s\n", s < done ? "done" : "    ", s + 1, recipe->step[s]);
    }
    return 0;
}

/* ---- the command line ---- */

static const struct cli_option options[] = {
    {"out", CLI_FOLDER(struct recipe, out), .is_needed = true,
     .help = "Folder for all files; created if missing."},
    {"threads", CLI_INT(struct recipe, threads, 1, 64), .initial = "1",
     .help = "Threads of the steps that take the option; the nets are the same."},
    {"minutes", CLI_REAL(struct recipe, run.minutes, 0, 1e9), .argument = "N",
     .help = "Stop after N minutes, with exit status 3; 0: no limit."},
    {"list", CLI_FLAG(struct recipe, only_lists),
     .help = "List the steps, and which are done."},
    {0},
};

static int run(const struct cli_call *call)
{
    struct recipe *recipe = call->context;
    int done;
    recipe->file = call->words->word[0];
    if (!read_recipe(recipe, call->err)) {
        return 1;
    }
    if (!recipe->only_lists && !folder_make(recipe->out)) {
        return !error_of_path(call->err, recipe->out);
    }
    if (!count_done(recipe, &done, call->err)) {
        return 1;
    }
    return recipe->only_lists ? list_steps(recipe, done)
                              : run_steps(recipe, done, call->err);
}

const struct cli_command cmd_lab_recipe = {
    .title = "fibsbot lab recipe",
    .summary = "run a file of laboratory commands, from random weights to nets",
    CLI_FILES("FILE", 1, 1),
    .about =
        "Runs the steps of a recipe, such as weights/recipes/quick.recipe, from random weights "
        "to finished nets. Ctrl-C ends with exit status 3; the same command continues "
        "where it stopped, also after a kill.",
    .options = options,
    .notes =
        "A step is a line: a tool of `fibsbot lab` and its options, without quotes. A "
        "\\ at the end continues it on the next line. $OUT is the folder of --out, "
        "$DIR that of the recipe; # begins a comment.",
    .size = sizeof(struct recipe),
    .run = run,
};
