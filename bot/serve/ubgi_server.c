#include "bot/serve/ubgi_server.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/protocol/ubgi_command.h"
#include "base/clock.h"
#include "base/text.h"
#include "base/thread.h"
#include "bot/analyse/analysis.h"
#include "bot/config/strength_config.h"
#include "bot/serve/ubgi_keys.h"
#include "engine/search/ranked_play.h"
#include "engine/search/search_threads.h"

/* The decision being made. */
struct search {
    enum ubgi_draft draft; /* to answer in */
    struct decision_context at;
    struct strength strength;
    struct ubgi_decision decision;
};

/* Lines that wait for the decision in progress. They are numbered as they come. */
enum { QUEUE_MAX = 256 };
struct queue {
    char line[QUEUE_MAX][UBGI_LINE_SIZE];
    bool is_refused[QUEUE_MAX]; /* in place of a line that is none */
    int64_t begun, come;        /* lines */
    int64_t stopped;            /* decisions of the lines before it are cut short */
    bool is_closed;             /* no more will come */
    bool is_busy;               /* with a line */
    bool is_thinking;           /* about a decision */
};

struct ubgi_server {
    struct ubgi_server_options options;
    struct ubgi_settings settings;
    struct ubgi_session session;
    bool has_position;
    bool has_own_match; /* the position has told the match state */
    struct decision_context at;
    struct search search;
    struct search_scratch *scratch;
    struct search_threads *threads; /* NULL: none were asked for */
    atomic_bool stop;               /* the search in progress */
    pthread_t thread;               /* obeys the lines of the queue */
    bool has_thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t has_changed;
    struct queue queue;
};

/* ---- what is said ---------------------------------------------------------------- */

static void say(const struct ubgi_server *server, const char *line)
{
    server->options.say(server->options.context, line);
}

static void say_pair(const struct ubgi_server *server, const char *words,
                     const char *value)
{
    char line[UBGI_LINE_SIZE];
    FORMAT_TEXT(line, "%s %s", words, value);
    say(server, line);
}

static void say_error(const struct ubgi_server *server, enum ubgi_draft draft,
                      enum ubgi_fault fault, const char *text)
{
    char line[UBGI_LINE_SIZE];
    ubgi_write_error(draft, fault, text, line);
    say(server, line);
}

static void say_keys(const struct ubgi_server *server)
{
    char line[UBGI_LINE_SIZE];
    for (int i = 0;
         ubgi_settings_line(&server->settings, server->options.draft, i, line); i++) {
        say(server, line);
    }
}

static void introduce(const struct ubgi_server *server)
{
    enum ubgi_draft draft = server->options.draft;
    say(server, "id name fibsbot");
    say(server, "id author The fibsbot authors");
    say_pair(server, "id version", server->options.version);
    if (draft == UBGI_0_01) {
        say(server, "readyok");
        return;
    }
    if (draft == UBGI_0_2) {
        say(server, "proto 0.2");
    }
    say_keys(server);
    say(server, "ubgiok");
}

/* ---- thinking -------------------------------------------------------------------- */

struct ubgi_server_info ubgi_server_decide(const struct engine *engine,
                                           struct search_scratch *scratch,
                                           const struct strength *strength,
                                           const struct decision_context *at,
                                           struct ubgi_decision *decision)
{
    struct ubgi_server_info info = {0};
    struct cube_decision cube;
    struct ranked_play best = {.ply = 0};
    if (decision->is_answer) {
        decision->is_yes =
            engine_takes_double(engine, scratch, strength, &at->pos, &at->ms, &cube);
        return (struct ubgi_server_info){
            cube.ply, (double)cube_decision_of_answer(&cube, decision->is_yes)};
    }
    if (decision->role != UBGI_CHEQUER) {
        engine_cube_decision(engine, scratch, strength, &at->pos, &at->ms, &cube);
        decision->is_yes = !strength->is_cubeless && cube_decision_is_double(&cube);
        info = (struct ubgi_server_info){
            cube.ply, (double)cube_decision_of_double(&cube, decision->is_yes)};
    }
    if (decision->role != UBGI_CUBE) {
        (void)engine_rank_plays(engine, scratch, strength, &at->pos, &at->ms, at->roll,
                                &best, 1);
        decision->play = best.play;
        info = (struct ubgi_server_info){best.ply, (double)best.equity};
    }
    return info;
}

static void think(struct ubgi_server *server)
{
    struct search *search = &server->search;
    char line[UBGI_LINE_SIZE];
    int64_t begin = clock_ms();
    uint64_t nodes = engine_evaluations(server->scratch);
    struct ubgi_server_info info =
        ubgi_server_decide(server->options.engine, server->scratch, &search->strength,
                           &search->at, &search->decision);
    if (search->draft != UBGI_0_01) {
        FORMAT_TEXT(line, "info depth %d time_ms %lld nodes %llu score %.4f",
                    info.ply + 1, (long long)(clock_ms() - begin),
                    (unsigned long long)(engine_evaluations(server->scratch) - nodes),
                    info.score);
        say(server, line);
    }
    ubgi_write_decision(search->draft, &search->decision, line);
    say(server, line);
}

static void note_thinking(struct ubgi_server *server, bool is_thinking)
{
    struct queue *queue = &server->queue;
    (void)pthread_mutex_lock(&server->lock);
    atomic_store(&server->stop, queue->begun <= queue->stopped);
    queue->is_thinking = is_thinking;
    (void)pthread_cond_broadcast(&server->has_changed);
    (void)pthread_mutex_unlock(&server->lock);
}

/* A stop behind the line that asked, even before the search has begun, ends it. */
static void start_thinking(struct ubgi_server *server)
{
    server->search.strength.stop = &server->stop;
    server->search.strength.search_threads = server->threads;
    note_thinking(server, true);
    think(server);
    note_thinking(server, false);
}

/* ---- the match ------------------------------------------------------------------- */

/* A money session has the options' rules, and Jacoby if it says so itself. */
static struct match_state state_of_session(const struct ubgi_server *server)
{
    struct match_state ms = ubgi_session_state(&server->session);
    if (ms.length == 0) {
        ms.has_jacoby = server->session.has_jacoby || server->settings.has_jacoby;
        ms.has_beavers = server->settings.has_beavers;
    }
    return ms;
}

/* ---- positions ------------------------------------------------------------------- */

static bool read_ubgi_position(const char *text, struct decision_context *at,
                               struct error *err)
{
    struct decision_context found;
    if (!analysis_read(text, &found, err)) {
        return false;
    }
    if (found.resigned > 0) {
        return error_set(err, "resignations are not asked about");
    }
    *at = found;
    return true;
}

static enum ubgi_fault take_position(struct ubgi_server *server,
                                     const struct ubgi_command *command,
                                     struct error *err)
{
    const char *id = command->value;
    server->has_position = read_ubgi_position(id, &server->at, err);
    server->has_own_match = strlen(id) >= POSITION_ID_SIZE;
    return server->has_position ? UBGI_NO_FAULT : UBGI_BAD_VALUE;
}

static enum ubgi_fault take_dice(struct ubgi_server *server,
                                 const struct ubgi_command *command, struct error *err)
{
    if (!server->has_position) {
        error_set(err, "no position");
        return UBGI_BAD_STATE;
    }
    if (server->at.is_doubled) {
        error_set(err, "a double must be answered first");
        return UBGI_BAD_STATE;
    }
    server->at.roll = roll_of_dice(command->number[0], command->number[1]);
    return UBGI_NO_FAULT;
}

/* ---- go -------------------------------------------------------------------------- */

static enum ubgi_role role_of(const struct ubgi_command *command,
                              const struct decision_context *at)
{
    return command->role != UBGI_ANY ? command->role
           : at->roll.high > 0       ? UBGI_CHEQUER
                                     : UBGI_CUBE;
}

/* Whether the question can be asked about the position. */
static const char *fault_of_question(enum ubgi_role role,
                                     const struct decision_context *at)
{
    bool has_dice = at->roll.high > 0;
    if (role != UBGI_CUBE && at->is_doubled) {
        return "a double must be answered first";
    }
    if (role != UBGI_CUBE && !has_dice) {
        return "no dice";
    }
    return role == UBGI_CUBE && has_dice ? "the dice are rolled" : NULL;
}

/* The time and depth of this decision alone. An odd depth of a cube action is the next
 * even one (strength_cube_ply()), which the info line says. */
static void limit_search(struct strength *strength, enum ubgi_role role,
                         const struct ubgi_limits *limit)
{
    if (limit->movetime_ms > 0) {
        strength->time = strength_time_limit_of(limit->movetime_ms);
    }
    if (limit->depth > 0) {
        int ply = limit->depth > SEARCH_PLY_MAX ? SEARCH_PLY_MAX : limit->depth - 1;
        strength->play_ply = ply;
        strength->cube_ply = role == UBGI_CUBE ? ply : ply - ply % 2;
    }
}

static void ask_engine(struct ubgi_server *server, enum ubgi_draft draft,
                       enum ubgi_role role, const struct ubgi_limits *limit)
{
    server->search = (struct search){
        .draft = draft,
        .at = server->at,
        .strength = ubgi_settings_strength(&server->settings),
        .decision = {.role = role, .is_answer = server->at.is_doubled},
    };
    limit_search(&server->search.strength, role, limit);
    start_thinking(server);
}

static enum ubgi_fault take_go(struct ubgi_server *server,
                               const struct ubgi_command *command, struct error *err)
{
    if (!server->has_position) {
        error_set(err, "no position");
        return UBGI_BAD_STATE;
    }
    if (command->limit.nodes > 0 || command->limit.trials > 0) {
        error_set(err, "go nodes, go trials; movetime and depth are");
        return UBGI_UNSUPPORTED;
    }
    if (!server->has_own_match) {
        server->at.ms = state_of_session(server);
    }
    enum ubgi_role role = role_of(command, &server->at);
    const char *fault = fault_of_question(role, &server->at);
    if (fault == NULL) {
        fault = match_state_fault(&server->at.ms);
    }
    if (fault != NULL) {
        error_set(err, "%s", fault);
        return UBGI_BAD_STATE;
    }
    ask_engine(server, server->options.draft == UBGI_0_1 ? UBGI_0_1 : UBGI_0_2, role,
               &command->limit);
    return UBGI_NO_FAULT;
}

/* A bare position is the question. */
static enum ubgi_fault take_question(struct ubgi_server *server,
                                     const struct ubgi_command *command,
                                     struct error *err)
{
    const struct ubgi_limits none = {0};
    enum ubgi_fault fault = take_position(server, command, err);
    if (fault == UBGI_NO_FAULT) {
        ask_engine(server, UBGI_0_01, role_of(command, &server->at), &none);
    }
    return fault;
}

/* ---- settings -------------------------------------------------------------------- */

static enum ubgi_fault set_threads(struct ubgi_server *server, struct error *err)
{
    search_threads_free(server->threads);
    server->threads = NULL;
    if (server->settings.threads > 1) {
        server->threads = search_threads_new(engine_evaluator(server->options.engine),
                                             server->settings.threads, err);
    }
    return server->settings.threads > 1 && server->threads == NULL ? UBGI_BAD_STATE
                                                                   : UBGI_NO_FAULT;
}

static enum ubgi_fault take_setting(struct ubgi_server *server,
                                    const struct ubgi_command *command,
                                    struct error *err)
{
    int threads = server->settings.threads;
    enum ubgi_fault fault =
        ubgi_settings_set(&server->settings, command->name,
                          command->kind == UBGI_SET_OPTION, command->value, err);
    return fault == UBGI_NO_FAULT && server->settings.threads != threads
               ? set_threads(server, err)
               : fault;
}

static enum ubgi_fault say_setting(struct ubgi_server *server,
                                   const struct ubgi_command *command,
                                   struct error *err)
{
    char value[UBGI_TEXT_SIZE];
    char words[80];
    enum ubgi_fault fault =
        ubgi_settings_get(&server->settings, command->name, value, err);
    if (fault == UBGI_NO_FAULT) {
        FORMAT_TEXT(words, "value %.60s", command->name);
        say_pair(server, words, value);
    }
    return fault;
}

/* ---- commands -------------------------------------------------------------------- */

static enum ubgi_fault obey(struct ubgi_server *server,
                            const struct ubgi_command *command, struct error *err)
{
    switch (command->kind) {
    case UBGI_HELLO:
        introduce(server);
        return UBGI_NO_FAULT;
    case UBGI_NEW_GAME:
        ubgi_session_next_game(&server->session);
        server->has_position = false;
        return UBGI_NO_FAULT;
    case UBGI_POSITION:
        return take_position(server, command, err);
    case UBGI_BARE_POSITION:
        return take_question(server, command, err);
    case UBGI_DICE:
        return take_dice(server, command, err);
    case UBGI_GO:
        return take_go(server, command, err);
    case UBGI_SET:
    case UBGI_SET_OPTION:
        return take_setting(server, command, err);
    case UBGI_GET:
        return say_setting(server, command, err);
    case UBGI_KEYS:
        say_keys(server);
        return UBGI_NO_FAULT;
    case UBGI_EMPTY:
        return UBGI_NO_FAULT;
    default:
        ubgi_session_take(&server->session, command);
        return UBGI_NO_FAULT;
    }
}

static void obey_line(struct ubgi_server *server, const char *line)
{
    struct ubgi_command command;
    struct error err = {0};
    enum ubgi_fault fault = ubgi_command_read(line, &command, &err);
    if (fault == UBGI_NO_FAULT) {
        fault = obey(server, &command, &err);
    }
    if (fault != UBGI_NO_FAULT) {
        bool is_bare = command.kind == UBGI_BARE_POSITION;
        say_error(server, is_bare ? UBGI_0_01 : server->options.draft, fault, err.text);
    }
}

/* ---- the queue ------------------------------------------------------------------- */

/* Takes the next line; false: no more will come. */
static bool wait_for_line(struct ubgi_server *server, char line[UBGI_LINE_SIZE],
                          bool *is_refused)
{
    struct queue *queue = &server->queue;
    (void)pthread_mutex_lock(&server->lock);
    queue->is_busy = false;
    (void)pthread_cond_broadcast(&server->has_changed);
    while (queue->begun == queue->come && !queue->is_closed) {
        (void)pthread_cond_wait(&server->has_changed, &server->lock);
    }
    bool is_there = queue->begun < queue->come;
    if (is_there) {
        int at = (int)(queue->begun++ % QUEUE_MAX);
        memcpy(line, queue->line[at], UBGI_LINE_SIZE);
        *is_refused = queue->is_refused[at];
        queue->is_busy = true;
    }
    (void)pthread_cond_broadcast(&server->has_changed);
    (void)pthread_mutex_unlock(&server->lock);
    return is_there;
}

static void *obey_lines(void *context)
{
    struct ubgi_server *server = context;
    char line[UBGI_LINE_SIZE];
    bool is_refused = false;
    while (wait_for_line(server, line, &is_refused)) {
        if (is_refused) {
            say_error(server, server->options.draft, UBGI_BAD_COMMAND,
                      "a line may have 1023 bytes, none of them NUL");
        } else {
            obey_line(server, line);
        }
    }
    return NULL;
}

/* Waits while the queue is full, so that a flood fills no memory. */
static void put_line(struct ubgi_server *server, const char *line, bool is_refused)
{
    struct queue *queue = &server->queue;
    (void)pthread_mutex_lock(&server->lock);
    while (queue->come - queue->begun == QUEUE_MAX) {
        (void)pthread_cond_wait(&server->has_changed, &server->lock);
    }
    int at = (int)(queue->come++ % QUEUE_MAX);
    (void)snprintf(queue->line[at], UBGI_LINE_SIZE, "%s", line);
    queue->is_refused[at] = is_refused;
    (void)pthread_cond_broadcast(&server->has_changed);
    (void)pthread_mutex_unlock(&server->lock);
}

/* Cuts short all decisions that were asked for until now. */
static void stop_thinking(struct ubgi_server *server)
{
    (void)pthread_mutex_lock(&server->lock);
    server->queue.stopped = server->queue.come;
    atomic_store(&server->stop, true);
    (void)pthread_mutex_unlock(&server->lock);
}

/* It is ready while it thinks, too; else once it has obeyed what has come, so that errors
 * are told before. */
static void tell_readiness(struct ubgi_server *server)
{
    const struct queue *queue = &server->queue;
    (void)pthread_mutex_lock(&server->lock);
    while ((queue->is_busy || queue->begun < queue->come) && !queue->is_thinking) {
        (void)pthread_cond_wait(&server->has_changed, &server->lock);
    }
    (void)pthread_mutex_unlock(&server->lock);
    say(server, "readyok");
}

/* Lets the lines that have come be obeyed, and ends the thread. */
static void close_queue(struct ubgi_server *server)
{
    (void)pthread_mutex_lock(&server->lock);
    server->queue.is_closed = true;
    (void)pthread_cond_broadcast(&server->has_changed);
    (void)pthread_mutex_unlock(&server->lock);
    if (server->has_thread) {
        (void)pthread_join(server->thread, NULL);
        server->has_thread = false;
    }
}

bool ubgi_server_take(struct ubgi_server *server, const char *line)
{
    struct ubgi_command command;
    bool is_good = ubgi_command_read(line, &command, NULL) == UBGI_NO_FAULT;
    if (is_good && command.kind == UBGI_IS_READY) {
        tell_readiness(server);
    } else if (is_good && (command.kind == UBGI_STOP || command.kind == UBGI_QUIT)) {
        stop_thinking(server);
    } else {
        put_line(server, line, strlen(line) >= UBGI_LINE_SIZE);
    }
    if (is_good && command.kind == UBGI_QUIT) {
        close_queue(server);
        return false;
    }
    return true;
}

void ubgi_server_refuse(struct ubgi_server *server)
{
    put_line(server, "", true);
}

/* ---- opening --------------------------------------------------------------------- */

struct ubgi_server *ubgi_server_open(const struct ubgi_server_options *options,
                                     struct error *err)
{
    struct ubgi_server *server = error_allocate(sizeof *server, err);
    if (server == NULL) {
        return NULL;
    }
    *server = (struct ubgi_server){.options = *options};
    server->settings = ubgi_settings_default();
    server->session = ubgi_session_new();
    (void)pthread_mutex_init(&server->lock, NULL);
    (void)pthread_cond_init(&server->has_changed, NULL);
    server->scratch = engine_scratch_new(options->engine);
    server->has_thread =
        server->scratch != NULL && thread_start(&server->thread, obey_lines, server);
    if (!server->has_thread) {
        (void)(server->scratch == NULL ? error_no_memory(err)
                                       : error_set(err, "no thread to think on"));
        ubgi_server_close(server);
        return NULL;
    }
    return server;
}

void ubgi_server_close(struct ubgi_server *server)
{
    if (server == NULL) {
        return;
    }
    close_queue(server);
    (void)pthread_cond_destroy(&server->has_changed);
    (void)pthread_mutex_destroy(&server->lock);
    search_threads_free(server->threads);
    engine_scratch_free(server->scratch);
    free(server);
}
