#include "tests/soak/seat_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *seat_name(const struct seat *seat)
{
    return seat->name;
}

bool seat_is_running(const struct seat *seat)
{
    return seat->session != NULL;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* ---- the line -------------------------------------------------------------------- */

static int64_t soon(const struct seat *seat)
{
    return seat->stage->now_ms + 1 + soak_around(seat->stage, LATENCY_MS);
}

/* Whether the line can change what may be commanded: chat and the who lines of others
 * cannot. That somebody has gone may show in nothing but a logout line. */
static bool has_weight(const struct seat *seat, const char *line, size_t size)
{
    size_t length = strlen(seat->name);
    bool is_own = size > length + 2 && strncmp(line, "5 ", 2) == 0 &&
                  strncmp(line + 2, seat->name, length) == 0;
    return size > 3 &&
           (!(line[0] >= '1' && line[0] <= '9') || line[0] == '8' || is_own);
}

static void note_weight(struct seat *seat, const char *bytes, size_t size)
{
    seat->told_any_ms = seat->to_bot.latest_ms;
    for (size_t at = 0; at < size;) {
        const char *end = memchr(bytes + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - bytes) - at + 1;
        duty_show(&seat->duty, bytes + at, length);
        if (has_weight(seat, bytes + at, length)) {
            seat->told_ms = seat->to_bot.latest_ms;
        }
        at += length;
    }
}

bool seat_collect(struct seat *seat)
{
    size_t size;
    if (seat->connection == NULL) {
        return false;
    }
    const char *bytes = fibsd_output(seat->connection, &size);
    if (size > 0) {
        lane_put(&seat->to_bot, soon(seat), bytes, size);
        note_weight(seat, bytes, size);
        seat->stage->figures.bytes += (int64_t)size;
        fibsd_sent(seat->connection, size);
    }
    if (!fibsd_is_closing(seat->connection)) {
        return false;
    }
    struct fibsd_connection *closing = seat->connection;
    seat->connection = NULL;
    fibsd_disconnect(closing);
    return true;
}

void seat_watch(struct seat *seat)
{
    struct soak_figures *figures = &seat->stage->figures;
    if (seat->connection == NULL) {
        return;
    }
    int64_t took_ms = duty_watch(&seat->duty, seat->connection->user,
                                 seat->stage->now_ms, seat->to_bot.latest_ms);
    figures->answers += took_ms >= 0;
    figures->slowest_ms = took_ms > figures->slowest_ms ? took_ms : figures->slowest_ms;
    if (took_ms > DUTY_ANSWER_MAX_MS) {
        figures->late++;
        log_event(seat->stage->log, LOG_WARNING, seat->name,
                  "late: it was its turn for %lld ms", (long long)took_ms);
    }
}

void seat_lose_server(struct seat *seat)
{
    seat->connection = NULL;
    lane_clear(&seat->to_server);
}

void seat_hang_up(struct seat *seat)
{
    seat->has_line = false;
    seat->connected_ms = seat->board_due_ms = INT64_MAX;
    lane_clear(&seat->to_bot);
    lane_clear(&seat->to_server);
    if (seat->connection != NULL) {
        struct fibsd_connection *gone = seat->connection;
        seat->connection = NULL;
        fibsd_disconnect(gone);
        stage_collect(seat->stage);
    }
}

void seat_cut(struct seat *seat)
{
    if (seat->has_line) {
        seat_hang_up(seat);
        fibs_session_disconnected(seat->session, seat->stage->now_ms, "cut",
                                  FIBS_LOSS_BROKEN);
        seat_settle(seat);
    }
}

void seat_note_fault(struct seat *seat, enum errand_fault fault, const char *command)
{
    struct soak_figures *figures = &seat->stage->figures;
    figures->mistaken += fault == ERRAND_MISTAKEN;
    if (fault == ERRAND_TOO_EARLY) {
        figures->too_early++;
        log_event(seat->stage->log, LOG_WARNING, seat->name, "too early: %s", command);
    }
}

static void send_text(struct seat *seat, const char *text)
{
    char line[FIBS_COMMAND_MAX + 4];
    int length = snprintf(line, sizeof line, "%s\r\n", text);
    int64_t now_ms = seat->stage->now_ms;
    seat->stage->figures.commands++;
    seat_note_fault(
        seat,
        errands_send(&seat->errands, now_ms, seat->config.connection.acknowledge, text),
        text);
    lane_put(&seat->to_server, soon(seat), line, (size_t)length);
}

/* ---- what the player wants ------------------------------------------------------- */

static void think(struct seat *seat, const struct decision_request *request)
{
    struct stage *stage = seat->stage;
    for (int i = 0; i < THOUGHTS_MAX; i++) {
        struct thought *thought = &seat->thoughts[i];
        if (thought->due_ms == INT64_MAX) {
            decision_make(stage->engine, stage->scratch, &stage->strength, request,
                          &thought->answer);
            thought->due_ms = stage->now_ms + 1 +
                              smaller(soak_around(stage, THOUGHT_MS), THOUGHT_MAX_MS);
            stage->figures.decisions++;
            return;
        }
    }
    log_event(stage->log, LOG_ERROR, seat->name, "too many decisions wait");
}

static void forget_thought(struct seat *seat, uint64_t number)
{
    for (int i = 0; i < THOUGHTS_MAX; i++) {
        if (seat->thoughts[i].answer.number == number) {
            seat->thoughts[i].due_ms = INT64_MAX;
        }
    }
}

static void note_match(struct stage *stage, const struct match_event *event)
{
    stage->figures.saved += event->type == MATCH_SAVED;
    stage->figures.resumed += event->type == MATCH_RESUMED ||
                              (event->type == MATCH_START && event->is_resumed);
}

static void note_log(struct seat *seat, enum log_level level, const char *text)
{
    struct soak_figures *figures = &seat->stage->figures;
    if (strstr(text, "unknown line") != NULL) {
        figures->unknown_lines++;
    }
    log_event(seat->stage->log, level, seat->name, "%s", text);
}

static void send_order(struct seat *seat, const struct game_order *order)
{
    struct fibs_command command;
    if (translate_order(&seat->translator, order, &command)) {
        (void)fibs_session_send(seat->session, seat->stage->now_ms, &command);
    }
}

static void carry_out(struct seat *seat, struct player_output *output)
{
    switch (output->type) {
    case PLAYER_SEND:
        send_order(seat, &output->order);
        break;
    case PLAYER_FORGET:
        fibs_session_forget_game_commands(seat->session);
        break;
    case PLAYER_READY:
        fibs_session_set_ready(seat->session, seat->stage->now_ms, output->is_ready);
        break;
    case PLAYER_THINK:
        think(seat, &output->request);
        break;
    case PLAYER_CANCEL:
        forget_thought(seat, output->number);
        break;
    case PLAYER_LOG:
        note_log(seat, output->log.level, output->log.text);
        break;
    case PLAYER_DONE:
        seat->is_leaving = true;
        seat->leave_ms = seat->stage->now_ms + GOODBYE_MS;
        break;
    case PLAYER_MATCH:
        note_match(seat->stage, &output->event);
        recorder_take(seat->recorder, output);
        break;
    default:
        recorder_take(seat->recorder, output);
        break;
    }
    if (seat->stage->league != NULL) {
        league_take(seat->stage->league, seat, output);
    }
}

void seat_pump_player(struct seat *seat)
{
    struct player_output output;
    while (player_next_output(seat->player, &output)) {
        carry_out(seat, &output);
    }
    if (seat->is_leaving && (fibs_session_queue_is_empty(seat->session) ||
                             seat->stage->now_ms >= seat->leave_ms)) {
        seat->is_leaving = false;
        fibs_session_stop(seat->session, seat->stage->now_ms);
    }
}

/* ---- what the session wants ------------------------------------------------------ */

static void dial(struct seat *seat)
{
    struct stage *stage = seat->stage;
    if (stage->core == NULL) {
        fibs_session_disconnected(seat->session, stage->now_ms, "refused",
                                  FIBS_LOSS_BROKEN);
        return;
    }
    char host[32];
    (void)snprintf(host, sizeof host, "192.0.2.%d", 1 + soak_below(stage, 250));
    seat->connection = fibsd_connect(stage->core, host);
    seat->has_line = true;
    seat->telnet = (struct fibs_telnet){.state = FIBS_TELNET_DATA};
    fibs_line_init(&seat->reader);
    seat->board_due_ms = INT64_MAX;
    seat->connected_ms = soon(seat);
    seat->to_bot.latest_ms = seat->connected_ms;
    errands_clear(&seat->errands);
    duty_clear(&seat->duty);
    stage->figures.connections++;
}

static void take_state(struct seat *seat, const struct fibs_event *event)
{
    struct stage *stage = seat->stage;
    bool is_over = event->state == FIBS_OFFLINE || event->state == FIBS_FAILED;
    bool was_online = seat->is_online;
    log_event(stage->log, LOG_INFO, seat->name, "%s: %s",
              fibs_session_state_name(event->state), event->text);
    if (seat->trace != NULL && event->state == FIBS_LOGIN_PROMPT) {
        trace_write(seat->trace, stage->now_ms, '=', "connected");
    }
    if (event->state == FIBS_READY && !seat->is_online) {
        seat->is_online = true;
        recorder_link(seat->recorder, RECORDER_LINK_UP, event->text);
        player_online(seat->player, stage->now_ms,
                      fibs_session_account(seat->session)->opponent);
    } else if (seat->is_online && (event->state == FIBS_BACKOFF || is_over)) {
        seat->is_online = false;
        recorder_link(seat->recorder,
                      event->state == FIBS_OFFLINE ? RECORDER_LINK_CLOSED
                                                   : RECORDER_LINK_LOST,
                      event->text);
        player_offline(seat->player, stage->now_ms);
    }
    if (event->state == FIBS_BACKOFF && seat->pause_ms >= 0) {
        fibs_session_stop(seat->session, stage->now_ms);
    }
    stage->figures.failed += event->state == FIBS_FAILED;
    seat_pump_player(seat);
    if (stage->league != NULL && seat->is_online != was_online) {
        league_online(stage->league, seat, seat->is_online);
    }
}

static void take_message(struct seat *seat, const struct fibs_message *message)
{
    bool is_farewell = fibs_session_state(seat->session) == FIBS_CLOSING &&
                       message->id == FIBS_MSG_UNKNOWN;
    if (!is_farewell) {
        struct game_event event;
        translate_event(&seat->translator, message, &event);
        player_event(seat->player, seat->stage->now_ms, &event);
        seat_pump_player(seat);
        if (seat->stage->league != NULL) {
            league_hear(seat->stage->league, seat, message);
            seat_pump_player(seat);
        }
    }
}

static void send_login(struct seat *seat)
{
    struct fibs_command command;
    if (fibs_command_login(&command, "soak", seat->name, "secret")) {
        send_text(seat, command.text);
    }
}

void seat_settle(struct seat *seat)
{
    struct fibs_event event;
    while (fibs_session_next_event(seat->session, &event)) {
        switch (event.type) {
        case FIBS_EVENT_CONNECT:
            dial(seat);
            break;
        case FIBS_EVENT_SEND:
            if (seat->trace != NULL) {
                trace_write(seat->trace, seat->stage->now_ms, 'C', event.command.text);
            }
            send_text(seat, event.command.text);
            break;
        case FIBS_EVENT_SEND_LOGIN:
            send_login(seat);
            break;
        case FIBS_EVENT_CLOSE:
            seat_hang_up(seat);
            break;
        case FIBS_EVENT_STATE:
            take_state(seat, &event);
            break;
        case FIBS_EVENT_MESSAGE:
            take_message(seat, event.message);
            break;
        case FIBS_EVENT_NOTICE:
        case FIBS_EVENT_TROUBLE:
            log_event(seat->stage->log, LOG_INFO, seat->name, "%s", event.text);
            break;
        case FIBS_EVENT_NONE:
            break;
        }
    }
}

/* ---- bytes from the server ------------------------------------------------------- */

static void take_some_bytes(struct seat *seat, char *bytes, size_t size)
{
    const char *line;
    const char *data = bytes;
    size = fibs_telnet_filter(&seat->telnet, bytes, size);
    while (seat->has_line &&
           (line = fibs_line_next(&seat->reader, &data, &size)) != NULL) {
        seat->stage->figures.lines++;
        if (seat->trace != NULL) {
            trace_write(seat->trace, seat->stage->now_ms, 'S', line);
        }
        errands_hear(&seat->errands, line);
        fibs_session_line(seat->session, seat->stage->now_ms, line);
        seat_settle(seat);
    }
    bool is_waiting = seat->has_line && fibs_line_holds_board(&seat->reader);
    seat->board_due_ms = is_waiting
                             ? seat->stage->now_ms + seat->config.connection.acknowledge
                             : INT64_MAX;
}

/* In pieces as the net would make them: anywhere, in the middle of a word too. */
static void take_bytes(struct seat *seat, char *bytes, size_t size)
{
    for (size_t at = 0; at < size && seat->has_line;) {
        size_t most = soak_below(seat->stage, 4) == 0 ? 7 : 1400;
        size_t length = 1 + (size_t)soak_below(seat->stage, (int)most);
        length = length < size - at ? length : size - at;
        take_some_bytes(seat, bytes + at, length);
        at += length;
    }
}

/* ---- time ------------------------------------------------------------------------ */

static void deliver_to_server(struct seat *seat)
{
    size_t size;
    char *bytes;
    while ((bytes = lane_take(&seat->to_server, seat->stage->now_ms, &size)) != NULL) {
        if (seat->connection != NULL && !fibsd_is_closing(seat->connection)) {
            seat_serve_command(seat, bytes, size);
        }
        free(bytes);
    }
}

static void deliver_to_bot(struct seat *seat)
{
    size_t size;
    char *bytes;
    while (seat->has_line &&
           (bytes = lane_take(&seat->to_bot, seat->stage->now_ms, &size)) != NULL) {
        take_bytes(seat, bytes, size);
        free(bytes);
    }
    if (seat->has_line && seat->connection == NULL &&
        lane_due(&seat->to_bot) == INT64_MAX) {
        char end[] = "\n";
        take_some_bytes(seat, end, 1);
        if (seat->has_line) {
            seat->has_line = false;
            seat_hang_up(seat);
            fibs_session_disconnected(seat->session, seat->stage->now_ms,
                                      FIBS_CLOSED_BY_SERVER, FIBS_LOSS_CLOSED);
        }
    }
}

static void answer_thoughts(struct seat *seat)
{
    for (int i = 0; i < THOUGHTS_MAX; i++) {
        struct thought *thought = &seat->thoughts[i];
        if (thought->due_ms <= seat->stage->now_ms) {
            thought->due_ms = INT64_MAX;
            player_answer(seat->player, seat->stage->now_ms, &thought->answer);
            seat_pump_player(seat);
            seat_settle(seat);
        }
    }
}

static void tick(struct seat *seat)
{
    int64_t now_ms = seat->stage->now_ms;
    if (seat->board_due_ms <= now_ms) {
        char end[] = "\n";
        take_some_bytes(seat, end, 1);
    }
    fibs_session_tick(seat->session, now_ms);
    seat_settle(seat);
    if (player_deadline(seat->player) <= now_ms || seat->is_leaving) {
        player_tick(seat->player, now_ms);
        seat_pump_player(seat);
        seat_settle(seat);
    }
}

static void connect_if_due(struct seat *seat)
{
    if (seat->connected_ms <= seat->stage->now_ms) {
        seat->connected_ms = INT64_MAX;
        fibs_session_connected(seat->session, seat->stage->now_ms);
        seat_settle(seat);
    }
}

void seat_take_orders(struct seat *seat)
{
    if (seat->session != NULL) {
        seat_pump_player(seat);
        seat_settle(seat);
    }
}

void seat_step(struct seat *seat)
{
    if (seat->session == NULL) {
        if (seat->again_ms <= seat->stage->now_ms) {
            seat_start(seat);
        }
        return;
    }
    deliver_to_server(seat);
    connect_if_due(seat);
    deliver_to_bot(seat);
    seat_settle(seat);
    answer_thoughts(seat);
    tick(seat);
    enum fibs_session_state state = fibs_session_state(seat->session);
    if (state == FIBS_OFFLINE || state == FIBS_FAILED) {
        int64_t pause_ms = seat->pause_ms > 0 ? seat->pause_ms : 1000;
        seat_end(seat, seat->stage->now_ms + pause_ms);
    }
}

int64_t seat_due(const struct seat *seat)
{
    if (seat->session == NULL) {
        return seat->again_ms;
    }
    int64_t due = smaller(lane_due(&seat->to_server), seat->connected_ms);
    if (seat->has_line && seat->connected_ms == INT64_MAX) {
        due = smaller(due, lane_due(&seat->to_bot));
        if (seat->connection == NULL && lane_due(&seat->to_bot) == INT64_MAX) {
            return seat->stage->now_ms;
        }
    }
    due = smaller(due, seat->board_due_ms);
    due = smaller(due, fibs_session_deadline(seat->session));
    due = smaller(due, player_deadline(seat->player));
    if (seat->is_leaving) {
        due = smaller(due, seat->leave_ms);
    }
    for (int i = 0; i < THOUGHTS_MAX; i++) {
        due = smaller(due, seat->thoughts[i].due_ms);
    }
    return due;
}
