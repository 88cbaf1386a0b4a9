/* Which decisions the study of move filters passes over. */
#include <math.h>
#include <string.h>

#include "lab/study/filter_study.h"
#include "lab/study/self_match.h"
#include "tests/unit/test_case.h"

enum { PLY = 1, DRAWS = 40 };

/* One mind that plays by 0-ply, and studies every decision on the way. */
struct reader {
    struct evaluator *ev;
    struct search_scratch *scratch;
    struct strength strength;
    struct filter filter;
    struct rng rng;
    struct study_decision decision;
    int passed_over;
    int always;
    int by_sample;
};

/* How often the decision counts by the mean of many draws; one is enough where it is
 * not left to chance. */
static double mean_weight(struct reader *r, struct search *search, bool *is_sampled)
{
    int sum = 0;
    int draws = 0;
    *is_sampled = true;
    while (*is_sampled && draws < DRAWS) {
        int weight = study_weight(search, &r->decision, &r->filter, 1, PLY, 0, &r->rng);
        assert_true(weight == 0 || weight == 1 || weight == 4);
        *is_sampled = weight != 1;
        sum += weight;
        draws++;
    }
    return (double)sum / draws;
}

static void read_decision(struct reader *r, struct search *search)
{
    struct study_decision *d = &r->decision;
    bool is_sampled;
    study_evaluate(search, d, PLY, PLY);
    int chosen = study_choice(d, &r->filter, PLY);
    int best = study_best(d, PLY);
    if (d->equity[PLY][best] <= d->equity[PLY][chosen]) {
        return;
    }
    double mean = mean_weight(r, search, &is_sampled);
    r->passed_over += mean <= 0.0;
    r->by_sample += is_sampled && mean > 0.0;
    r->always += mean >= 1.0 && !is_sampled;
    if (mean > 0.0) {
        assert_true(fabs(mean - 1.0) < (is_sampled ? 0.8 : 1e-9));
    }
}

static void play(void *context, const struct position *pos,
                 const struct match_state *ms, struct roll roll, struct position *after)
{
    struct reader *r = context;
    struct search *search =
        search_begin(r->scratch, r->ev, eval_bearoff(r->ev), NULL, &r->strength, ms);
    study_list(search, pos, roll, &r->decision);
    *after = r->decision.play[0].after;
    if (r->decision.count > 1) {
        read_decision(r, search);
    }
}

static void read_games(const char *filter, int games, struct reader *r)
{
    struct error err;
    struct rng dice;
    memset(r, 0, sizeof *r);
    r->ev = eval_open("build/weights", &err);
    assert_non_null(r->ev);
    r->scratch = search_scratch_new(r->ev);
    assert_non_null(r->scratch);
    r->strength = strength_default();
    filter_accept(&r->strength.filter, 1);
    assert_true(filter_read(filter, &r->filter, &err));
    rng_seed(&r->rng, 8, 1);
    rng_seed(&dice, 8, 2);
    const struct self_player player = {.context = r, .plays = play};
    for (int n = 0; n < games; n++) {
        self_match_play(&player, 0, &dice);
    }
    search_scratch_free(r->scratch);
    eval_close(r->ev);
}

TEST(a_losing_decision_counts_once_on_average)
{
    static struct reader r;
    read_games("1/0", 6, &r);
    assert_true(r.always > 0);
    assert_true(r.by_sample > 0);
    /* 1 in 18 over 30 games: at 1-ply more hopeless plays turn out best than at 2-ply. */
    assert_true(r.passed_over <= (r.always + r.by_sample) / 10);
}

TEST(a_filter_that_keeps_all_plays_is_never_judged)
{
    static struct reader r;
    read_games("xg-infinite", 1, &r);
    assert_int_equal(r.always + r.by_sample + r.passed_over, 0);
}

/* The first filter keeps the best play at 0-ply alone, the second one that at 1-ply. */
TEST(a_decision_of_which_each_play_is_left_out_counts)
{
    static struct study_decision d = {.count = 2, .equity = {{.1F, .05F}, {.0F, .1F}}};
    struct filter filters[2] = {{.name = NULL}};
    struct rng rng;
    rng_seed(&rng, 8, 3);
    assert_true(filter_read("1/0, skip", &filters[0], NULL));
    assert_true(filter_read("8/9, 1/0", &filters[1], NULL));
    assert_int_equal(study_weight(NULL, &d, filters, 2, 2, 1, &rng), 1);
}

TEST_MAIN(NULL, NULL)
