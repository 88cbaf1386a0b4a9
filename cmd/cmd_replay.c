/* `fibsbot replay`: runs a recorded dialogue again and shows what would be played now. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "bot/config/config.h"
#include "bot/config/strength_config.h"
#include "bot/fibs/translate.h"
#include "bot/player/player.h"
#include "bot/record/survey.h"
#include "bot/record/trace.h"
#include "cmd/replay_print.h"
#include "cmd/tool/subcommand.h"
#include "fibs/session.h"

enum {
    SETTINGS_MAX = 256,
    /* In a trace that does not tell when the clocks ran out: a line that comes this soon
     * after one was read before it, unless a command stands before the line; and a
     * command may come this much before the clock that sends it now. */
    LATENESS_MS = 100
};

struct replay {
    const char *config_file;            /* NULL: none */
    const char *settings[SETTINGS_MAX]; /* OPTION=VALUE */
    int setting_count;
    struct config_set *set;
    struct config config; /* of the account that was traced */
    struct config_faults faults;
    struct engine *engine;
    struct search_scratch *scratch;
    struct strength strength;
    struct fibs_session *session;
    struct fibs_translator translator;
    struct player *player;
    bool is_verbose, is_online, is_done;
    bool surveys, lists_rows; /* instead of a replay */
    int64_t now_ms;
    struct replay_compare compare;
    struct decision_request request; /* not answered yet, if has_request */
    bool has_request;
    int decisions, reloads, runs;
    struct access access;
    struct trace_reader reader;
    struct trace_line line;
};

static void print_at_time(const struct replay *r, char sign, const char *text)
{
    printf("%8lld %c %s\n", (long long)r->now_ms, sign, text);
}

static void print_verbose(const struct replay *r, char sign, const char *text)
{
    if (r->is_verbose) {
        print_at_time(r, sign, text);
    }
}

/* ---- decisions ------------------------------------------------------------------- */

/* Answers the open question, if there is one. */
static void answer_decision(struct replay *r)
{
    struct decision_answer answer;
    if (r->has_request) {
        r->has_request = false;
        decision_make(r->engine, r->scratch, &r->strength, &r->request, &answer);
        replay_print_decision(r->engine, r->scratch, &r->strength, r->now_ms,
                              &r->request, &answer);
        r->decisions++;
        player_answer(r->player, r->now_ms, &answer);
    }
}

/* ---- session and player ---------------------------------------------------------- */

static void send_order(struct replay *r, const struct game_order *order)
{
    struct fibs_command command;
    if (translate_order(&r->translator, order, &command)) {
        (void)fibs_session_send(r->session, r->now_ms, &command);
    }
}

static void take_player_output(struct replay *r, const struct player_output *output)
{
    switch (output->type) {
    case PLAYER_SEND:
        send_order(r, &output->order);
        break;
    case PLAYER_FORGET:
        fibs_session_forget_game_commands(r->session);
        break;
    case PLAYER_READY:
        fibs_session_set_ready(r->session, r->now_ms, output->is_ready);
        break;
    case PLAYER_THINK:
        r->request = output->request;
        r->has_request = true;
        break;
    case PLAYER_CANCEL:
        r->has_request = r->has_request && r->request.number != output->number;
        break;
    case PLAYER_LOG:
        print_verbose(r, '#', output->log.text);
        break;
    case PLAYER_DONE:
        r->is_done = true;
        break;
    default: /* for accounts and their records */
        break;
    }
}

static void take_state(struct replay *r, const struct fibs_event *event)
{
    if (event->state == FIBS_READY && !r->is_online) {
        r->is_online = true;
        player_online(r->player, r->now_ms, fibs_session_account(r->session)->opponent);
    }
}

static void take_event(struct replay *r, const struct fibs_event *event)
{
    struct game_event said;
    switch (event->type) {
    case FIBS_EVENT_SEND:
        replay_command(&r->compare, true, r->now_ms, event->command.text);
        break;
    case FIBS_EVENT_STATE:
        take_state(r, event);
        break;
    case FIBS_EVENT_MESSAGE:
        translate_event(&r->translator, event->message, &said);
        player_event(r->player, r->now_ms, &said);
        break;
    case FIBS_EVENT_NOTICE:
    case FIBS_EVENT_TROUBLE:
        print_verbose(r, '#', event->text);
        break;
    default: /* the trace has the times of connections, and no password */
        break;
    }
}

static bool drain_player(struct replay *r)
{
    struct player_output output;
    bool is_busy = false;
    while (player_next_output(r->player, &output)) {
        take_player_output(r, &output);
        is_busy = true;
    }
    return is_busy;
}

/* Carries events and outputs to and fro until there are none. */
static void drain(struct replay *r)
{
    struct fibs_event event;
    bool is_busy = true;
    while (is_busy) {
        is_busy = false;
        while (fibs_session_next_event(r->session, &event)) {
            take_event(r, &event);
            is_busy = true;
            (void)drain_player(r);
        }
        is_busy |= drain_player(r);
        if (!r->reader.has_inputs && r->is_done &&
            fibs_session_queue_is_empty(r->session)) {
            r->is_done = false;
            is_busy = true;
            fibs_session_stop(r->session, r->now_ms);
        }
    }
}

/* Runs the clocks of session and player that run out until then, and makes it `now_ms`.
 * Where the trace says when they did, only that counts. */
static void pass_time(struct replay *r, int64_t until_ms, int64_t now_ms)
{
    while (!r->reader.has_inputs) {
        int64_t session = fibs_session_deadline(r->session);
        int64_t player = player_deadline(r->player);
        int64_t next = session < player ? session : player;
        if (next > until_ms) {
            break;
        }
        r->now_ms = next > r->now_ms ? next : r->now_ms;
        fibs_session_tick(r->session, r->now_ms);
        drain(r);
        player_tick(r->player, r->now_ms);
        drain(r);
    }
    r->now_ms = now_ms > r->now_ms ? now_ms : r->now_ms;
}

/* ---- inputs of the trace but lines of the server --------------------------------- */

static void follow_connected(struct replay *r, const char *rest)
{
    (void)rest;
    fibs_session_start(r->session, r->now_ms);
    drain(r);
    /* the wait before reconnecting, which is drawn, ends when the trace says so */
    while (fibs_session_state(r->session) == FIBS_BACKOFF) {
        fibs_session_tick(r->session, fibs_session_deadline(r->session));
        drain(r);
    }
    fibs_session_connected(r->session, r->now_ms);
}

static void follow_closed(struct replay *r, const char *rest)
{
    bool is_closed = strcmp(rest, FIBS_CLOSED_BY_SERVER) == 0;
    fibs_session_disconnected(r->session, r->now_ms, rest,
                              is_closed ? FIBS_LOSS_CLOSED : FIBS_LOSS_BROKEN);
    r->is_online = false;
    player_offline(r->player, r->now_ms);
}

/* Copies the first word, and returns what follows it. */
static const char *take_word(const char *text, char *word, size_t size)
{
    size_t length = strcspn(text, " ");
    (void)snprintf(word, size, "%.*s", (int)length, text);
    return text + length + (text[length] == ' ');
}

static void follow_level(struct replay *r, const char *rest)
{
    char name[USER_NAME_SIZE];
    rest = take_word(rest, name, sizeof name);
    player_recall_level(r->player, r->now_ms, name, rest);
}

static void follow_more(struct replay *r, const char *rest)
{
    char name[USER_NAME_SIZE];
    rest = take_word(rest, name, sizeof name);
    player_report(r->player, r->now_ms, name, rest, false);
}

static void follow_last(struct replay *r, const char *rest)
{
    char name[USER_NAME_SIZE];
    rest = take_word(rest, name, sizeof name);
    player_report(r->player, r->now_ms, name, rest, true);
}

static void follow_clock(struct replay *r, const char *rest)
{
    if (strcmp(rest, "player") == 0) {
        player_tick(r->player, r->now_ms);
    } else {
        fibs_session_tick(r->session, r->now_ms);
    }
}

static void follow_answer(struct replay *r, const char *rest)
{
    if (r->request.number == strtoull(rest, NULL, 10)) {
        answer_decision(r);
    }
}

static void follow_stop(struct replay *r, const char *rest)
{
    enum config_on_stop how = strcmp(rest, "leave") == 0  ? CONFIG_ON_STOP_LEAVE
                              : strcmp(rest, "game") == 0 ? CONFIG_ON_STOP_GAME
                                                          : CONFIG_ON_STOP_FINISH;
    player_stop(r->player, r->now_ms, how);
}

static void follow_log_out(struct replay *r, const char *rest)
{
    (void)rest;
    fibs_session_stop(r->session, r->now_ms);
}

static void follow_seed(struct replay *r, const char *rest)
{
    r->strength.noise_seed = strtoull(rest, NULL, 10);
}

static void follow_recent(struct replay *r, const char *rest)
{
    char kind[16], ago[24];
    rest = take_word(rest, kind, sizeof kind);
    rest = take_word(rest, ago, sizeof ago);
    recent_opponents_add(player_recent_opponents(r->player), rest,
                         strcmp(kind, "begun") == 0   ? RECENT_OPPONENT_BEGUN
                         : strcmp(kind, "ended") == 0 ? RECENT_OPPONENT_ENDED
                                                      : RECENT_OPPONENT_DECLINED,
                         r->now_ms - strtoll(ago, NULL, 10));
}

static void follow_minute(struct replay *r, const char *rest)
{
    player_set_minute(r->player, (int)strtol(rest, NULL, 10));
}

static void follow_orders(struct replay *r, const char *rest)
{
    (void)rest;
    player_take_orders(r->player);
}

static void follow_order(struct replay *r, const char *rest)
{
    struct order_to_play order = {.length = 0};
    char length[16];
    rest = take_word(rest, order.opponent, sizeof order.opponent);
    rest = take_word(rest, length, sizeof length);
    if (strcmp(order.opponent, "-") == 0) {
        order.opponent[0] = '\0';
    }
    order.length = (int)strtol(length, NULL, 10);
    order.invites = strstr(rest, "invites") != NULL;
    order.is_saved = strstr(rest, "saved") != NULL;
    order.is_new = strstr(rest, "anew") != NULL;
    player_order(r->player, r->now_ms, &order);
}

static void follow_reloaded(struct replay *r, const char *rest)
{
    (void)rest;
    r->reloads++;
}

/* As bot/record/trace.h lists them. */
static const struct {
    const char *words;
    void (*follow)(struct replay *r, const char *rest);
} inputs[] = {
    {"connected", follow_connected}, {"closed:", follow_closed},
    {"level", follow_level},         {"more", follow_more},
    {"last", follow_last},           {"clock", follow_clock},
    {"answer", follow_answer},       {"stop", follow_stop},
    {"log out", follow_log_out},     {"seed", follow_seed},
    {"recent", follow_recent},       {"minute", follow_minute},
    {"orders", follow_orders},       {"order", follow_order},
    {"reloaded", follow_reloaded},
};

static void follow_input(struct replay *r, const char *text)
{
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        size_t length = strlen(inputs[i].words);
        if (strncmp(text, inputs[i].words, length) == 0 &&
            (text[length] == ' ' || text[length] == '\0')) {
            inputs[i].follow(r, text + length + (text[length] == ' '));
            return;
        }
    }
    print_verbose(r, '?', text);
}

/* ---- lines ------------------------------------------------------------------------ */

/* Whether a decision may have led to this command. */
static bool is_decided(const char *text)
{
    static const char *const words[] = {"roll",   "move",   "double",  "accept",
                                        "reject", "resign", "redouble"};
    size_t length = strcspn(text, " ");
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strlen(words[i]) == length && strncmp(text, words[i], length) == 0) {
            return true;
        }
    }
    return false;
}

/* Without lines that tell it, an answer has come when a command shows it: lines of the
 * server before it were read while the bot thought. */
static void follow_command(struct replay *r, const char *text)
{
    if (strncmp(text, "login ", 6) == 0) {
        return;
    }
    if (!r->reader.has_inputs && is_decided(text) && !replay_waits(&r->compare, text)) {
        answer_decision(r);
        drain(r);
    }
    if (!replay_waits(&r->compare, text)) {
        /* a clock set a moment before the line that began it was written */
        pass_time(r, r->now_ms + LATENESS_MS, r->now_ms);
    }
    replay_command(&r->compare, false, r->now_ms, text);
}

static void follow_line(struct replay *r, const struct trace_line *line)
{
    int64_t late_ms = line->kind == 'C' ? 0 : LATENESS_MS;
    pass_time(r, line->at_ms - late_ms, line->at_ms);
    switch (line->kind) {
    case 'S':
        if (r->is_verbose) {
            printf("%8lld S %s\n", (long long)line->at_ms, line->text);
        }
        fibs_session_line(r->session, r->now_ms, line->text);
        break;
    case 'C':
        follow_command(r, line->text);
        break;
    default:
        follow_input(r, line->text);
        break;
    }
    drain(r);
}

/* ---- setup ----------------------------------------------------------------------- */

static bool open_machines(struct replay *r, struct error *err)
{
    struct fibs_session_config session;
    r->runs++;
    fibs_session_config_default(&session);
    COPY_TEXT(session.name, r->reader.account);
    COPY_TEXT(r->translator.name, r->reader.account);
    const struct config *own = config_set_find(r->set, r->reader.account);
    r->config = own != NULL ? *own : r->set->common;
    COPY_TEXT(r->config.account.name, r->reader.account);
    FORMAT_TEXT(session.address, "%.63s", r->config.account.address);
    session.hears_reports = r->config.play.observe;
    session.acknowledge_ms = r->config.connection.acknowledge;
    session.keepalive_ms = r->config.connection.keepalive * 1000;
    session.silence_ms = r->config.connection.silence * 1000;
    session.backoff_first_ms = r->config.connection.backoff_first * 1000;
    r->session = fibs_session_new(&session);
    r->player = player_new(&r->config);
    if (r->session == NULL || r->player == NULL) {
        return error_no_memory(err);
    }
    player_set_owner_secret(r->player, "***"); /* as the trace has it */
    const char *list = r->config.accept.list_file;
    if (list[0] != '\0' &&
        !access_list_load(&r->access.lists[ACCESS_FILE], list, err)) {
        return false;
    }
    player_set_access(r->player, &r->access);
    return strength_from_config(&r->config, &r->strength, err);
}

static void close_machines(struct replay *r)
{
    access_list_clear(&r->access.lists[ACCESS_FILE]);
    fibs_session_free(r->session);
    player_free(r->player);
    r->session = NULL;
    r->player = NULL;
}

/* A run knows nothing of the one before but what its trace tells. */
static void begin_run(struct replay *r)
{
    replay_finish(&r->compare, r->now_ms);
    close_machines(r);
    r->translator = (struct fibs_translator){.name = ""};
    r->is_online = r->is_done = r->has_request = false;
    r->now_ms = 0;
}

static bool follow_trace(struct replay *r, const char *path, struct error *err)
{
    FILE *file = file_to_read(path, err);
    if (file == NULL) {
        return false;
    }
    r->reader.file = file;
    enum trace_result result;
    struct error why = {0};
    while ((result = trace_read(&r->reader, &r->line, &why)) == TRACE_LINE) {
        if (r->reader.begins_run) {
            begin_run(r);
        }
        if (r->session == NULL && !open_machines(r, &why)) {
            result = TRACE_BAD;
            break;
        }
        follow_line(r, &r->line);
    }
    (void)fclose(file);
    if (result == TRACE_BAD) {
        return error_in_path(err, &why, path);
    }
    if (r->session == NULL) {
        return error_at_path(err, 0, path, "contains no line of a trace");
    }
    replay_finish(&r->compare, r->now_ms);
    return true;
}

static bool open_replay_engine(struct replay *r, struct error *err)
{
    r->engine = strength_engine_from_config(&r->set->common, err);
    r->scratch = r->engine != NULL ? engine_scratch_new(r->engine) : NULL;
    return r->scratch != NULL || (r->engine != NULL && error_no_memory(err));
}

static void close_replay(struct replay *r)
{
    close_machines(r);
    engine_scratch_free(r->scratch);
    engine_close(r->engine);
    config_set_free(r->set);
}

static const struct cli_option options[] = {
    {"config", CLI_FILE(struct replay, config_file), .letter = 'c',
     .help = "The configuration, as for `fibsbot play`."},
    {"set", CLI_TEXTS(struct replay, settings, setting_count), .letter = 's',
     .argument = "OPTION=VALUE",
     .help = "Set any option of the configuration: strength.play_ply=0. May be given "
             "several times."},
    {"verbose", CLI_FLAG(struct replay, is_verbose), .letter = 'v',
     .help = "Print the server's lines and the log, too."},
    {"survey", CLI_FLAG(struct replay, surveys),
     .help =
         "Only report what the trace has of the server: unknown lines by shape, lines "
         "of the table that never came, boards that did not parse, toggles, times of "
         "answers. Also while the trace is written."},
    {"rows", CLI_FLAG(struct replay, lists_rows),
     .help =
         "Only print one line of each kind, as rows for tests: message, message glued "
         "to its end or -, line. See scripts/trace-rows."},
    {0},
};

/* An option that is wrong is a usage error, a wrong file is not. */
static bool read_config(struct replay *r, int *status)
{
    bool is_good =
        r->config_file == NULL || config_set_load(r->set, r->config_file, &r->faults);
    for (int i = 0; is_good && i < r->setting_count; i++) {
        is_good = config_set_override(r->set, r->settings[i], &r->faults);
        *status = is_good ? *status : 2;
    }
    if (!is_good) {
        config_faults_print(&r->faults, stderr);
    }
    return is_good;
}

static int run_survey(const struct replay *r, const char *path, struct error *err)
{
    struct survey *survey = survey_new();
    bool is_good =
        survey != NULL ? survey_read(survey, path, err) : error_no_memory(err);
    if (is_good && r->lists_rows) {
        survey_print_rows(survey, stdout);
    } else if (is_good) {
        survey_print(survey, true, stdout);
    }
    survey_free(survey);
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int run(const struct cli_call *call)
{
    struct replay *r = call->context;
    if (r->surveys || r->lists_rows) {
        return run_survey(r, call->words->word[0], call->err);
    }
    int status = EXIT_FAILURE;
    r->set = config_set_new();
    if (r->set != NULL && read_config(r, &status) && open_replay_engine(r, call->err) &&
        follow_trace(r, call->words->word[0], call->err)) {
        replay_print_end(&r->compare, r->decisions, r->runs, r->reloads);
        status = r->compare.different == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    close_replay(r);
    return status;
}

const struct cli_command cmd_replay = {
    .title = "fibsbot replay",
    .summary = "run a recorded dialogue again: what would be played now, and why",
    CLI_FILES("TRACE", 1, 1),
    .about =
        "Feeds a trace (`fibsbot play --trace`) through session, player and engine "
        "again and prints each decision with its reasons, and where the commands "
        "differ from those sent then: \"-\" was sent then, \"+\" would be sent now.",
    .options = options,
    .notes =
        "Exit status: 0 the same commands, 1 other commands or an unreadable trace, 2 "
        "usage error.",
    .size = sizeof(struct replay),
    .run = run,
};
