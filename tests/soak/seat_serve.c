/* The server serves a command of a seat, and its answer is judged. */
#include "tests/soak/seat_internal.h"

#include <stdlib.h>
#include <string.h>

/* A resignation that this server keeps with a saved match shows in nothing else. */
static bool is_of_kept_offer(const struct seat *seat, const char *answer)
{
    size_t length = strcspn(answer, "\r\n");
    static const char *const parts[] = {"You already did that", "wanted to resign",
                                        "rejected your resign"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const char *at = strstr(answer, parts[i]);
        if (at != NULL && (size_t)(at - answer) < length) {
            return seat->stage->server_config.faults.keeps_offers;
        }
    }
    return false;
}

/* What others do can change whom one may invite or join, and shows in their who lines.
 */
static void judge_answer(struct seat *seat, const struct errand *errand,
                         int64_t told_ms, int64_t told_any_ms, const char *answer)
{
    bool is_lobby = strncmp(errand->command, "invite ", 7) == 0 ||
                    strncmp(errand->command, "join ", 5) == 0;
    bool knew_all = (is_lobby ? told_any_ms : told_ms) <= errand->sent_ms;
    enum errand_refusal refusal =
        knew_all ? errand_refusal(errand, answer) : ERRAND_TAKEN;
    seat->stage->figures.turned_down += refusal == ERRAND_TURNED_DOWN;
    if (refusal == ERRAND_OUT_OF_TURN && is_of_kept_offer(seat, answer)) {
        seat->stage->figures.kept_offers++;
    } else if (refusal == ERRAND_OUT_OF_TURN) {
        seat->stage->figures.out_of_turn++;
        log_event(seat->stage->log, LOG_WARNING, seat->name,
                  "out of turn: %.60s -> %.*s", errand->command,
                  (int)strcspn(answer, "\r\n"), answer);
    }
}

static void judge_board(struct seat *seat, const struct errand *errand, int64_t told_ms,
                        const struct duty *before)
{
    if (strcmp(errand->command, "board") == 0 &&
        duty_is_needless_board(before, &seat->duty, errand->sent_ms - told_ms)) {
        seat->stage->figures.needless_boards++;
        log_event(seat->stage->log, LOG_INFO, seat->name, "a board that it had");
    }
}

void seat_serve_command(struct seat *seat, const char *bytes, size_t size)
{
    size_t before, after;
    int64_t told_ms = seat->told_ms, told_any_ms = seat->told_any_ms;
    const struct errand *errand;
    struct fibsd_connection *connection = seat->connection;
    const struct duty was = seat->duty;
    (void)fibsd_output(connection, &before);
    fibsd_receive(connection, bytes, size);
    const char *output = fibsd_output(connection, &after);
    char *answer = calloc(1, after - before + 1);
    if (answer == NULL) {
        abort();
    }
    memcpy(answer, output + before, after - before);
    stage_collect(seat->stage);
    enum errand_fault fault = errands_serve(&seat->errands, seat->to_bot.latest_ms,
                                            seat->config.connection.acknowledge, answer,
                                            after - before, &errand);
    seat_note_fault(seat, fault, errand->command);
    judge_answer(seat, errand, told_ms, told_any_ms, answer);
    if (after == before) {
        duty_hold_up(&seat->duty,
                     seat->stage->now_ms + seat->config.connection.acknowledge);
    } else {
        judge_board(seat, errand, told_ms, &was);
    }
    free(answer);
}
