#include "cmd/replay_print.h"

#include <stdio.h>

#include "engine/board/notation.h"
#include "engine/search/ranked_play.h"

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
