#include "cmd/play_setup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "bot/config/path_options.h"
#include "bot/config/strength_config.h"
#include "bot/service/play_check.h"
#include "cmd/tool/subcommand.h"
#include "engine/eval/eval.h"

/* Looks at everything that is needed, and opens the engine. */
static bool check_needs(struct loop_setup *setup, const struct play_files *files,
                        struct error *err)
{
    const struct play_check check = {
        .configs = setup->configs,
        .count = setup->count,
        .files = files->names,
        .file_count = files->count,
        .has_tournament = files->is_of_tournament,
        .moment = PLAY_STARTING,
        .tell = play_check_print,
        .context = stderr,
    };
    struct play_faults faults = play_check_run(&check, &setup->engine);
    if (faults.count == 0) {
        return true;
    }
    return error_set_for(err, faults.passing == faults.count ? EAGAIN : EINVAL,
                         "not started, because of %d fault%s", faults.count,
                         faults.count == 1 ? "" : "s");
}

/* Password files are read at each login, the environment only now. */
static bool take_password(const struct loop_setup *setup, struct secret *secret,
                          struct error *err)
{
    for (int i = 0; i < setup->count; i++) {
        if (setup->configs[i]->account.password_file[0] == '\0') {
            return secret_read(secret, "", err);
        }
    }
    return true;
}

/* A history that is not required is opened as soon as that is possible. */
static bool open_history(struct loop_setup *setup, struct error *err)
{
    const struct config *config = setup->configs[0];
    struct error why = {0};
    if (config->history.file[0] == '\0') {
        return true;
    }
    setup->history = config->history.required
                         ? history_open(config->history.file, &why)
                         : history_open_later(config->history.file, &why);
    return setup->history != NULL ||
           error_set_from(err, &why,
                          "history %.150s: set history.file to a file that can be "
                          "written, or history.required = no",
                          why.text);
}

/* The names of the accounts, separated by commas. */
static void join_account_names(const struct loop_setup *setup, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < setup->count; i++) {
        text_add(text, size, "%s%s", i > 0 ? ", " : "",
                 setup->configs[i]->account.name);
    }
}

/* The first line of a log says what runs, and where it keeps what it writes. */
static void log_what_runs(const struct loop_setup *setup)
{
    const struct config *config = setup->configs[0];
    char accounts[400], level[160];
    join_account_names(setup, accounts, sizeof accounts);
    strength_describe(config, level, sizeof level);
    log_event(setup->log, LOG_INFO, setup->count == 1 ? accounts : "",
              "fibsbot " FIBSBOT_VERSION " plays as %s; %s; kernel %s; history %s; "
              "match files in %s",
              accounts, level, eval_kernel_name(engine_evaluator(setup->engine)),
              setup->history != NULL ? config->history.file : "none",
              config->record.folder[0] != '\0' ? config->record.folder : "none");
}

bool play_setup_open(struct loop_setup *setup, const struct play_files *files,
                     struct secret *secret, struct error *err)
{
    const struct config *config = setup->configs[0];
    setup->secret = secret;
    setup->version = FIBSBOT_VERSION;
    setup->program = "fibsbot " FIBSBOT_VERSION;
    if (!config->account.debuggable) {
        (void)secret_protect_memory(); /* each log-in reads the password again */
    }
    if (!check_needs(setup, files, err) || !take_password(setup, secret, err)) {
        return false;
    }
    setup->log = log_open((enum log_level)config->log.level, config->log.file, err);
    if (setup->log == NULL) {
        return false;
    }
    log_set_format(setup->log, (enum log_format)config->log.format);
    log_limit(setup->log, path_option_bytes(config->log.size), config->log.files);
    return open_history(setup, err);
}

int play_setup_run(const struct loop_setup *setup, struct error *err)
{
    static const int statuses[] = {[LOOP_DONE] = EXIT_SUCCESS,
                                   [LOOP_PASSES] = SUBCOMMAND_PASSES,
                                   [LOOP_FAILED] = EXIT_FAILURE};
    log_what_runs(setup);
    enum loop_end end = loop_run(setup);
    const char *log = setup->configs[0]->log.file;
    if (end != LOOP_DONE && log[0] != '\0') {
        error_set(err, "ended by an error: log %.180s has it", log);
    }
    return statuses[end];
}

void play_setup_close(struct loop_setup *setup, struct secret *secret)
{
    int unwritten = history_close(setup->history);
    if (unwritten > 0) {
        log_event(setup->log, LOG_ERROR, "",
                  "history: %d event%s could not be written before the end", unwritten,
                  unwritten == 1 ? "" : "s");
    }
    loop_closed();
    log_close(setup->log);
    engine_close(setup->engine);
    secret_wipe(secret, sizeof *secret);
}
