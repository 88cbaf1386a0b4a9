#include "cmd/replay_print.h"

#include <stdio.h>
#include <string.h>

#include "engine/board/notation.h"
#include "engine/search/ranked_play.h"

/* ---- commands -------------------------------------------------------------------- */

static void remove_first(struct replay_compare_side *side)
{
    side->count--;
    memmove(side->text[0], side->text[1], (size_t)side->count * sizeof side->text[0]);
}

static int find_text(const struct replay_compare_side *side, const char *text)
{
    for (int i = 0; i < side->count; i++) {
        if (strcmp(side->text[i], text) == 0) {
            return i;
        }
    }
    return -1;
}

/* All but the last `keep` are differences. */
static void flush_side(struct replay_compare *compare, struct replay_compare_side *side,
                       int keep, int64_t at_ms)
{
    while (side->count > keep) {
        printf("%8lld %c %s\n", (long long)at_ms, side == &compare->now ? '+' : '-',
               side->text[0]);
        compare->different++;
        remove_first(side);
    }
}

/* One side gets a command. If the other has it already, both are matched, and what
 * was left before it is a difference. */
void replay_command(struct replay_compare *compare, bool is_now, int64_t at_ms,
                    const char *text)
{
    struct replay_compare_side *mine = is_now ? &compare->now : &compare->then;
    struct replay_compare_side *other = is_now ? &compare->then : &compare->now;
    int at = find_text(other, text);
    if (at < 0) {
        flush_side(compare, mine, REPLAY_WAITING_MAX - 1, at_ms);
        (void)snprintf(mine->text[mine->count++], FIBS_COMMAND_MAX, "%s", text);
        return;
    }
    flush_side(compare, other, other->count - at, at_ms);
    flush_side(compare, mine, 0, at_ms);
    remove_first(other);
    compare->same++;
}

bool replay_waits(const struct replay_compare *compare, const char *text)
{
    return find_text(&compare->now, text) >= 0;
}

void replay_finish(struct replay_compare *compare, int64_t at_ms)
{
    flush_side(compare, &compare->then, 0, at_ms);
    flush_side(compare, &compare->now, 0, at_ms);
}

void replay_print_end(const struct replay_compare *compare, int decisions, int runs,
                      int reloads)
{
    if (compare->different > 0) {
        if (runs > 1) {
            printf("The trace has %d runs, which may have had different options\n",
                   runs);
        }
        puts("The trace does not have the bot's options: differences may come from "
             "other ones (--config, --set)");
    }
    printf("%d decision%s, %d command%s as recorded, %d different\n", decisions,
           decisions == 1 ? "" : "s", compare->same, compare->same == 1 ? "" : "s",
           compare->different);
    if (reloads > 0) {
        printf("The configuration was read again %d time%s meanwhile: the trace does "
               "not have it\n",
               reloads, reloads == 1 ? "" : "s");
    }
}

/* ---- a decision ------------------------------------------------------------------ */

enum { RANKED_SHOWN = 5 };

static void print_ranking(const struct engine *engine, struct search_scratch *scratch,
                          const struct strength *strength,
                          const struct decision_request *request)
{
    struct ranked_play ranked[RANKED_SHOWN];
    int count = engine_rank_plays(engine, scratch, strength, &request->pos,
                                  &request->ms, request->roll, ranked, RANKED_SHOWN);
    for (int i = 0; i < count; i++) {
        char text[NOTATION_SIZE];
        notation_write(&request->pos, &ranked[i].play, text);
        printf("             %d. %-26s %+.3f", i + 1, text, (double)ranked[i].equity);
        if (i > 0) {
            printf("  (%+.3f)", (double)(ranked[i].equity - ranked[0].equity));
        }
        if (ranked[i].ply == SEARCH_PLY_PRUNING_NET) {
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

void replay_print_decision(const struct engine *engine, struct search_scratch *scratch,
                           const struct strength *strength, int64_t at_ms,
                           const struct decision_request *request,
                           const struct decision_answer *answer)
{
    static const char *const kinds[] = {"play", "double?", "take?", "resignation?"};
    printf("%8lld ? %s ", (long long)at_ms, kinds[request->kind]);
    if (request->roll.high != 0) {
        printf("%d-%d, ", request->roll.high, request->roll.low);
    }
    print_score(&request->ms);
    if (answer->resign_games > 0) {
        printf(": resign %d\n", answer->resign_games);
    } else if (request->kind == DECISION_PLAY) {
        printf("\n");
        print_ranking(engine, scratch, strength, request);
    } else if (request->kind == DECISION_CUBE) {
        printf(": %s (equity %+.3f without doubling)\n",
               answer->is_double ? "double" : "roll", answer->equity);
    } else {
        printf(": %s\n", answer->is_accept ? "yes" : "no");
    }
}
