/* `fibsbot replay`: runs a recorded dialogue again and shows what would be played now. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/config/config.h"
#include "bot/config/strength_config.h"
#include "bot/player/player.h"
#include "bot/record/trace.h"
#include "cmd/tool/subcommand.h"
#include "engine/board/notation.h"
#include "fibs/session.h"

enum { WAITING_MAX = 64, RANKED_SHOWN = 5, SETTINGS_MAX = 256 };

/* Commands sent then or now that the other side has not matched yet. */
struct waiting {
    char text[WAITING_MAX][FIBS_COMMAND_MAX];
    int count;
};

struct replay {
    const char *config_file;            /* NULL: none */
    const char *settings[SETTINGS_MAX]; /* OPTION=VALUE */
    int setting_count;
    struct config_set *set;
    struct config config; /* of the account that was traced */
    struct config_faults faults;
    struct engine *engine;
    struct scratch *scratch;
    struct strength strength;
    struct fibs_session *session;
    struct player *player;
    bool is_verbose, is_online, is_done;
    int64_t now_ms;
    struct waiting then, now;
    int same, different, decisions;
    char account[FIBS_NAME_MAX];
    struct trace_line line;
};

/* ---- comparing commands ---------------------------------------------------------- */

static void remove_first(struct waiting *waiting)
{
    waiting->count--;
    memmove(waiting->text[0], waiting->text[1],
            (size_t)waiting->count * sizeof waiting->text[0]);
}

static int find_text(const struct waiting *waiting, const char *text)
{
    for (int i = 0; i < waiting->count; i++) {
        if (strcmp(waiting->text[i], text) == 0) {
            return i;
        }
    }
    return -1;
}

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

/* What is unmatched when the server's next line comes is a difference. */
static void flush_waiting(struct replay *r, struct waiting *waiting, char sign,
                          int keep)
{
    while (waiting->count > keep) {
        print_at_time(r, sign, waiting->text[0]);
        r->different++;
        remove_first(waiting);
    }
}

/* `mine` gets a command. If the other side has it already, both are matched, and what
 * was left before it is a difference. */
static void match_command(struct replay *r, struct waiting *mine, struct waiting *other,
                          char sign, const char *text)
{
    int at = find_text(other, text);
    if (at < 0) {
        flush_waiting(r, mine, sign, WAITING_MAX - 1);
        (void)snprintf(mine->text[mine->count++], FIBS_COMMAND_MAX, "%s", text);
        return;
    }
    flush_waiting(r, other, sign == '+' ? '-' : '+', other->count - at);
    flush_waiting(r, mine, sign, 0);
    remove_first(other);
    r->same++;
}

/* ---- decisions ------------------------------------------------------------------- */

static void print_ranking(const struct replay *r,
                          const struct decision_request *request)
{
    struct ranked_play ranked[RANKED_SHOWN];
    int count = engine_rank_plays(r->engine, r->scratch, &r->strength, &request->pos,
                                  &request->ms, request->roll, ranked, RANKED_SHOWN);
    for (int i = 0; i < count; i++) {
        char text[NOTATION_SIZE];
        notation_write(&request->pos, &ranked[i].play, text);
        printf("             %d. %-26s %+.3f", i + 1, text, (double)ranked[i].equity);
        if (i > 0) {
            printf("  (%+.3f)", (double)(ranked[i].equity - ranked[0].equity));
        }
        if (ranked[i].ply == PLY_PRUNING_NET) {
            puts("  pruning net");
        } else {
            printf("  %d-ply\n", ranked[i].ply);
        }
    }
}

static void print_score(const struct match_state *ms)
{
    static const char *const owners[] = {"centred", "ours", "theirs"};
    printf("score %d-%d of %d%s, cube %d %s", ms->my_score, ms->their_score, ms->length,
           ms->is_crawford ? " (Crawford)" : "", ms->cube, owners[ms->owner]);
}

static void print_decision(struct replay *r, const struct decision_request *request,
                           const struct decision_answer *answer)
{
    static const char *const kinds[] = {"play", "double?", "take?", "resignation?"};
    printf("%8lld ? %s ", (long long)r->now_ms, kinds[request->kind]);
    if (request->roll.high != 0) {
        printf("%d-%d, ", request->roll.high, request->roll.low);
    }
    print_score(&request->ms);
    if (answer->resign_games > 0) {
        printf(": resign %d\n", answer->resign_games);
    } else if (request->kind == DECIDE_PLAY) {
        printf("\n");
        print_ranking(r, request);
    } else if (request->kind == DECIDE_CUBE) {
        printf(": %s (equity %+.3f without doubling)\n",
               answer->is_double ? "double" : "roll", answer->equity);
    } else {
        printf(": %s\n", answer->is_accept ? "yes" : "no");
    }
}

static void answer_decision(struct replay *r, const struct decision_request *request)
{
    struct decision_answer answer;
    decision_make(r->engine, r->scratch, &r->strength, request, &answer);
    print_decision(r, request, &answer);
    r->decisions++;
    player_answer(r->player, r->now_ms, &answer);
}

/* ---- session and player ---------------------------------------------------------- */

static void take_player_output(struct replay *r, const struct player_output *output)
{
    switch (output->type) {
    case PLAYER_SEND:
        (void)fibs_session_send(r->session, r->now_ms, &output->command);
        break;
    case PLAYER_FORGET:
        fibs_session_forget_game_commands(r->session);
        break;
    case PLAYER_READY:
        fibs_session_set_ready(r->session, r->now_ms, output->is_ready);
        break;
    case PLAYER_THINK:
        answer_decision(r, &output->request);
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
    switch (event->type) {
    case FIBS_EVENT_SEND:
        match_command(r, &r->now, &r->then, '+', event->command.text);
        break;
    case FIBS_EVENT_STATE:
        take_state(r, event);
        break;
    case FIBS_EVENT_MESSAGE:
        player_message(r->player, r->now_ms, event->message);
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
        if (r->is_done && fibs_session_queue_is_empty(r->session)) {
            r->is_done = false;
            is_busy = true;
            fibs_session_stop(r->session, r->now_ms);
        }
    }
}

/* Advances to a moment of the trace, running the timers of session and player. */
static void pass_time(struct replay *r, int64_t until_ms)
{
    for (;;) {
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
    r->now_ms = until_ms > r->now_ms ? until_ms : r->now_ms;
}

static void follow_connection(struct replay *r, const char *text)
{
    if (strcmp(text, "connected") == 0) {
        fibs_session_start(r->session, r->now_ms);
        drain(r);
        /* the wait before reconnecting ends when the trace says so */
        while (fibs_session_state(r->session) == FIBS_BACKOFF) {
            r->now_ms = fibs_session_deadline(r->session);
            fibs_session_tick(r->session, r->now_ms);
            drain(r);
        }
        fibs_session_connected(r->session, r->now_ms);
    } else {
        bool is_closed = strcmp(text, "closed: " FIBS_CLOSED_BY_SERVER) == 0;
        fibs_session_disconnected(r->session, r->now_ms, text,
                                  is_closed ? FIBS_LOSS_CLOSED : FIBS_LOSS_BROKEN);
        r->is_online = false;
        player_offline(r->player, r->now_ms);
    }
}

/* "level NAME LEVEL", "more NAME TEXT", "last NAME TEXT" */
static bool follow_answer(struct replay *r, const char *text)
{
    char kind[8], name[FIBS_NAME_MAX];
    size_t first = strcspn(text, " ");
    size_t second = text[first] == ' ' ? strcspn(text + first + 1, " ") : 0;
    (void)snprintf(kind, sizeof kind, "%.*s", (int)first, text);
    (void)snprintf(name, sizeof name, "%.*s", (int)second,
                   text[first] == ' ' ? text + first + 1 : "");
    const char *rest = text + first + 1 + second;
    bool is_level = strcmp(kind, "level") == 0, is_last = strcmp(kind, "last") == 0;
    if (second == 0 || second >= sizeof name ||
        (!is_level && !is_last && strcmp(kind, "more") != 0)) {
        return false;
    }
    rest += *rest == ' ';
    if (is_level) {
        player_recall_level(r->player, r->now_ms, name, rest);
    } else {
        player_report(r->player, r->now_ms, name, rest, is_last);
    }
    return true;
}

static void follow_line(struct replay *r, const struct trace_line *line)
{
    pass_time(r, line->at_ms);
    switch (line->kind) {
    case 'S':
        if (r->is_verbose) {
            printf("%8lld S %s\n", (long long)line->at_ms, line->text);
        }
        fibs_session_line(r->session, r->now_ms, line->text);
        break;
    case 'C':
        if (strncmp(line->text, "login ", 6) != 0) {
            match_command(r, &r->then, &r->now, '-', line->text);
        }
        break;
    default:
        if (!follow_answer(r, line->text)) {
            follow_connection(r, line->text);
        }
        break;
    }
    drain(r);
}

/* ---- setup ----------------------------------------------------------------------- */

static bool open_machines(struct replay *r, struct error *err)
{
    struct fibs_session_config session;
    fibs_session_config_default(&session);
    (void)snprintf(session.name, sizeof session.name, "%s", r->account);
    const struct config *own = config_set_find(r->set, r->account);
    r->config = own != NULL ? *own : r->set->common;
    (void)snprintf(r->config.account.name, sizeof r->config.account.name, "%s",
                   r->account);
    session.acknowledge_ms = r->config.connection.acknowledge;
    session.keepalive_ms = r->config.connection.keepalive * 1000;
    session.silence_ms = r->config.connection.silence * 1000;
    session.backoff_first_ms = r->config.connection.backoff_first * 1000;
    r->session = fibs_session_new(&session);
    r->player = player_new(&r->config);
    if (r->session == NULL || r->player == NULL) {
        return error_set(err, "no memory");
    }
    player_set_owner_secret(r->player, "***"); /* as the trace has it */
    return strength_from_config(&r->config, &r->strength, err);
}

static bool follow_trace(struct replay *r, const char *path, struct error *err)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return error_set(err, "cannot read %s: %s", path, strerror(errno));
    }
    int number = 0;
    enum trace_result result;
    struct error why = {{0}};
    while ((result = trace_read(file, &number, r->account, &r->line, &why)) ==
           TRACE_LINE) {
        if (r->session == NULL && !open_machines(r, &why)) {
            result = TRACE_BAD;
            break;
        }
        follow_line(r, &r->line);
    }
    (void)fclose(file);
    if (result == TRACE_BAD) {
        return error_set(err, "%s: %s", path, why.text);
    }
    if (r->session == NULL) {
        return error_set(err, "%s: contains no line of a trace", path);
    }
    flush_waiting(r, &r->then, '-', 0);
    flush_waiting(r, &r->now, '+', 0);
    return true;
}

static bool open_replay_engine(struct replay *r, struct error *err)
{
    r->engine = strength_engine_from_config(&r->set->common, err);
    r->scratch = r->engine != NULL ? engine_scratch_new(r->engine) : NULL;
    return r->scratch != NULL || (r->engine != NULL && error_set(err, "no memory"));
}

static void close_replay(struct replay *r)
{
    fibs_session_free(r->session);
    player_free(r->player);
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
    {0},
};

static bool read_config(struct replay *r)
{
    bool is_good =
        r->config_file == NULL || config_set_load(r->set, r->config_file, &r->faults);
    for (int i = 0; is_good && i < r->setting_count; i++) {
        is_good = config_set_override(r->set, r->settings[i], &r->faults);
    }
    if (!is_good) {
        config_faults_print(&r->faults, stderr);
    }
    return is_good;
}

static int run(const struct cli_call *call)
{
    struct replay *r = call->context;
    int status = EXIT_FAILURE;
    r->set = config_set_new();
    if (r->set != NULL && !read_config(r)) {
        status = 2;
    } else if (r->set != NULL && open_replay_engine(r, call->err) &&
               follow_trace(r, call->words->word[0], call->err)) {
        printf("%d decisions, %d commands as recorded, %d different\n", r->decisions,
               r->same, r->different);
        status = r->different == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    close_replay(r);
    return status;
}

const struct cli_command cmd_replay = {
    .title = "fibsbot replay",
    .summary = "run a recorded dialogue again: what would be played now, and why",
    .operands = "TRACE",
    .least = 1,
    .most = 1,
    .completion = CLI_COMPLETES_FILES,
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
