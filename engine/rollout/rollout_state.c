#include "engine/rollout/rollout_state.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "engine/cube/met.h"
#include "engine/rollout/rollout_internal.h"

/* ---- what the sums depend on ----------------------------------------------------- */

static uint64_t digest_ms(uint64_t digest, const struct match_state *ms)
{
    const int fields[] = {ms->length,      ms->my_score,
                          ms->their_score, ms->cube,
                          (int)ms->owner,  ms->is_crawford,
                          ms->has_jacoby,  ms->has_beavers + 2 * ms->pays_by_board};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        digest = digest_u32(digest, (uint32_t)fields[i]);
    }
    return digest;
}

static uint64_t digest_float(uint64_t digest, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return digest_u32(digest, bits);
}

static uint64_t digest_filter(uint64_t digest, const struct filter *filter, int ply)
{
    for (int sub = 0; sub < ply; sub++) {
        const struct filter_level *level = &filter->level[ply - 1][sub];
        digest = digest_u32(digest, (uint32_t)level->accept);
        digest = digest_u32(digest, (uint32_t)level->extra);
        digest = digest_float(digest, level->threshold);
    }
    return ply > 0 && filter->gives_up[ply - 1] ? digest_u32(digest, 1) : digest;
}

static uint64_t digest_settings(uint64_t digest, const struct rollout_settings *s)
{
    const int fields[] = {s->horizon,
                          s->play_ply,
                          s->cube_ply,
                          s->luck_ply,
                          s->is_cubeful,
                          s->reduces_variance,
                          s->has_stratified_dice,
                          s->uses_databases};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        digest = digest_u32(digest, (uint32_t)fields[i]);
    }
    digest = digest_u32(digest, (uint32_t)s->seed);
    digest = digest_u32(digest, (uint32_t)(s->seed >> 32));
    digest = digest_filter(digest, &s->filter, s->play_ply);
    if (s->first_turns > 0) {
        digest = digest_u32(digest, (uint32_t)s->first_turns);
        digest = digest_u32(digest, (uint32_t)s->first_ply);
        digest = digest_filter(digest, &s->filter, s->first_ply);
    }
    if (s->cube_ply > 0) {
        digest = digest_float(digest, s->filter.cube_threshold);
    }
    return digest_u32(digest, s->filter.by_pruning_net);
}

/* What the match equity table says of every result of the game. */
static uint64_t digest_met(uint64_t digest, const struct met *met,
                           const struct match_state *ms)
{
    for (int points = 1; points <= ms->length; points++) {
        digest = digest_float(digest, (float)met_mwc_after(met, ms, points));
        digest = digest_float(digest, (float)met_mwc_after(met, ms, -points));
    }
    return digest;
}

static uint64_t digest_candidate(uint64_t digest, const struct rollout *rollout, int c)
{
    const struct rollout_start *start = &rollout->starts[c];
    static const enum eval_net nets[] = {EVAL_PRUNING, EVAL_MAIN};
    digest = digest_bytes(digest, &start->pos, sizeof start->pos);
    digest = digest_ms(digest, &start->ms);
    digest = digest_u32(digest, start->is_mine_on_roll);
    digest = digest_u32(digest, start->is_cube_decided);
    for (int n = 0; n < 2; n++) {
        struct outputs o;
        eval_afterstates(rollout->rules.ev, search_eval(rollout->thread[0]->scratch),
                         nets[n], &start->pos, 1, &o);
        digest = digest_float(digest, o.win);
        digest = digest_float(digest, o.win_gammon);
        digest = digest_float(digest, o.lose_gammon);
    }
    return digest;
}

static uint64_t digest_rollout(const struct rollout *rollout)
{
    uint64_t digest = digest_ms(digest_start(), &rollout->ms);
    digest = digest_settings(digest, &rollout->rules.settings);
    digest = digest_met(digest, rollout->rules.met, &rollout->ms);
    for (int c = 0; c < rollout->sums.candidates; c++) {
        digest = digest_candidate(digest, rollout, c);
    }
    return digest;
}

/* ---- writing --------------------------------------------------------------------- */

struct writer {
    char *text;
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void put(struct writer *writer,
                                                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t room = ROLLOUT_STATE_MAX - writer->length;
    int n = vsnprintf(writer->text + writer->length, room, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < room) {
        writer->length += (size_t)n;
    }
}

static void put_figures(struct writer *writer, const char *word,
                        const double figures[ROLLOUT_FIGURES])
{
    put(writer, "%s", word);
    for (int k = 0; k < ROLLOUT_FIGURES; k++) {
        put(writer, " %a", figures[k]);
    }
    put(writer, "\n");
}

size_t rollout_state_write(const struct rollout *rollout, char text[ROLLOUT_STATE_MAX])
{
    const struct rollout_sums *sums = &rollout->sums;
    struct writer writer = {text, 0};
    put(&writer, "fibsbot-rollout 1 %016" PRIx64 "\n", digest_rollout(rollout));
    put(&writer, "trials %d candidates %d\n", sums->trials, sums->candidates);
    for (int c = 0; c < sums->candidates; c++) {
        const struct rollout_candidate_sums *candidate = &sums->candidate[c];
        put(&writer, "candidate %d trials %d given_up %d\n", c, candidate->trials,
            candidate->is_given_up);
        put_figures(&writer, "sums", candidate->sum);
        put_figures(&writer, "squares", candidate->square);
        for (int b = 0; b < c; b++) {
            const struct rollout_pair_sums *pair = &sums->pair[rollout_pair(c, b)];
            put(&writer, "pair %d %d %a %a\n", c, b, pair->sum, pair->square);
        }
    }
    uint64_t digest = digest_bytes(digest_start(), text, writer.length);
    put(&writer, "end %016" PRIx64 "\n", digest);
    return writer.length;
}

/* ---- reading --------------------------------------------------------------------- */

/* The rest of the text; is_bad is set when something was not as expected. */
struct reader {
    const char *at;
    bool is_bad;
};

__attribute__((format(printf, 2, 3))) static void expect(struct reader *reader,
                                                         const char *format, ...)
{
    char text[64];
    va_list args;
    va_start(args, format);
    size_t length = (size_t)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (strncmp(reader->at, text, length) == 0) {
        reader->at += length;
    } else {
        reader->is_bad = true;
    }
}

/* Reads a whole number in 0..most. */
static int take_number(struct reader *reader, int most)
{
    int value = 0;
    int digits = 0;
    for (; *reader->at >= '0' && *reader->at <= '9' && digits < 9; digits++) {
        value = value * 10 + (*reader->at++ - '0');
    }
    if (digits == 0 || value > most) {
        reader->is_bad = true;
        return 0;
    }
    return value;
}

static double take_real(struct reader *reader)
{
    char *end;
    double value = strtod(reader->at, &end);
    if (end == reader->at || !isfinite(value)) {
        reader->is_bad = true;
        return 0.0;
    }
    reader->at = end;
    return value;
}

static void take_figures(struct reader *reader, const char *word,
                         double figures[ROLLOUT_FIGURES])
{
    expect(reader, "%s", word);
    for (int k = 0; k < ROLLOUT_FIGURES && !reader->is_bad; k++) {
        expect(reader, " ");
        figures[k] = take_real(reader);
    }
    expect(reader, "\n");
}

static void take_pair(struct reader *reader, struct rollout_sums *sums, int a, int b)
{
    struct rollout_pair_sums *pair = &sums->pair[rollout_pair(a, b)];
    expect(reader, "pair %d %d ", a, b);
    pair->sum = take_real(reader);
    expect(reader, " ");
    pair->square = take_real(reader);
    expect(reader, "\n");
}

static void take_candidate(struct reader *reader, struct rollout_sums *sums, int c)
{
    struct rollout_candidate_sums *candidate = &sums->candidate[c];
    expect(reader, "candidate %d trials ", c);
    candidate->trials = take_number(reader, sums->trials);
    expect(reader, " given_up ");
    candidate->is_given_up = take_number(reader, 1) == 1;
    expect(reader, "\n");
    take_figures(reader, "sums", candidate->sum);
    take_figures(reader, "squares", candidate->square);
    for (int b = 0; b < c && !reader->is_bad; b++) {
        take_pair(reader, sums, c, b);
    }
    reader->is_bad |= !candidate->is_given_up && candidate->trials != sums->trials;
}

static void take_sums(struct reader *reader, struct rollout_sums *sums)
{
    expect(reader, "trials ");
    sums->trials = take_number(reader, ROLLOUT_TRIALS_MAX);
    expect(reader, " candidates ");
    sums->candidates = take_number(reader, ROLLOUT_CANDIDATES_MAX);
    expect(reader, "\n");
    for (int c = 0; c < sums->candidates && !reader->is_bad; c++) {
        take_candidate(reader, sums, c);
    }
}

static bool has_live(const struct rollout_sums *sums)
{
    for (int c = 0; c < sums->candidates; c++) {
        if (!sums->candidate[c].is_given_up) {
            return true;
        }
    }
    return false;
}

bool rollout_state_read(struct rollout *rollout, const char *text, struct error *err)
{
    struct reader reader = {text, false};
    struct rollout_sums sums = {.trials = 0};
    expect(&reader, "fibsbot-rollout 1 ");
    if (reader.is_bad) {
        return error_set_kind(
            err, ERROR_MALFORMED,
            "this is not the state of a rollout: it does not begin with "
            "\"fibsbot-rollout 1\"");
    }
    expect(&reader, "%016" PRIx64 "\n", digest_rollout(rollout));
    if (reader.is_bad) {
        return error_set_kind(
            err, ERROR_MALFORMED,
            "this is the state of another rollout: position, candidates, "
            "settings or nets differ");
    }
    take_sums(&reader, &sums);
    uint64_t digest = digest_bytes(digest_start(), text, (size_t)(reader.at - text));
    expect(&reader, "end %016" PRIx64 "\n", digest);
    if (reader.is_bad || sums.candidates != rollout->sums.candidates ||
        !has_live(&sums)) {
        return error_set_kind(err, ERROR_MALFORMED,
                              "the state of the rollout is damaged at byte %zu",
                              (size_t)(reader.at - text));
    }
    rollout->sums = sums;
    return true;
}
