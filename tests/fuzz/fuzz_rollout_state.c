/*
 * States of rollouts. If the first byte is odd, the rest stands between a right first
 * line and a right last one, so that the numbers are reached. A state that is taken is
 * written again as the same text.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "engine/board/position.h"
#include "engine/rollout/rollout_state.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/unit/engine/eval/stub_eval.h"

static struct rollout *open_rollout(const struct evaluator *ev)
{
    struct rollout_settings settings = rollout_default();
    struct match_state ms = match_state_money();
    struct error err;
    struct position pos;
    position_start(&pos);
    struct rollout *rollout = rollout_new(ev, NULL, &settings, &ms, &err);
    assert(rollout != NULL);
    rollout_add_cube(rollout, &pos);
    return rollout;
}

/* The first line of a state of `rollout`, `data`, and the last line of both. */
static void frame(const struct rollout *rollout, const uint8_t *data, size_t size,
                  char text[ROLLOUT_STATE_MAX])
{
    (void)rollout_state_write(rollout, text);
    size_t head = strcspn(text, "\n") + 1;
    memcpy(text + head, data, size);
    text[head + size] = '\0';
    size_t length = strlen(text);
    (void)snprintf(text + length, ROLLOUT_STATE_MAX - length, "end %016" PRIx64 "\n",
                   digest_bytes(digest_start(), text, length));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[ROLLOUT_STATE_MAX];
    static char again[ROLLOUT_STATE_MAX];
    struct error err = {0};
    if (size < 1 || size > ROLLOUT_STATE_MAX / 2) {
        return 0;
    }
    struct evaluator *ev = eval_open("", &err);
    struct rollout *rollout = open_rollout(ev);
    if ((data[0] & 1) != 0) {
        frame(rollout, data + 1, size - 1, text);
    } else {
        memcpy(text, data + 1, size - 1);
        text[size - 1] = '\0';
    }
    if (rollout_state_read(rollout, text, &err)) {
        (void)rollout_state_write(rollout, again);
        struct rollout *second = open_rollout(ev);
        assert(rollout_state_read(second, again, &err));
        (void)rollout_state_write(second, text);
        assert(strcmp(text, again) == 0);
        (void)rollout_result(rollout, 0);
        (void)rollout_cube_decision(rollout);
        rollout_free(second);
    } else {
        assert(err.text[0] != '\0');
    }
    rollout_free(rollout);
    eval_close(ev);
    return 0;
}
