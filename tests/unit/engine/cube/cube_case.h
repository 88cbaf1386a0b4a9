#pragma once
/* Decisions about the cube from outputs and a score. */

#include "engine/board/rng.h"
#include "engine/board/xgid.h"
#include "engine/cube/cube.h"
#include "engine/cube/cube_internal.h"
#include "engine/cube/met_internal.h"
#include "engine/cube/params.h"
#include "tests/unit/assert_near.h"
#include "tests/unit/engine/cube/take_points.h"
#include "tests/unit/test_case.h"

static struct met *met;

static inline int open_table(void **state)
{
    struct error err;
    met = met_open("weights/kazaross-xg2.met", &err);
    return met == NULL;
}

static inline int close_table(void **state)
{
    met_close(met);
    return 0;
}

static inline struct outputs wins(double p)
{
    return (struct outputs){.win = (float)p};
}

static inline struct match_state score(int my_away, int their_away, int cube,
                                       enum cube_owner owner)
{
    enum { LENGTH = 15 };
    struct match_state ms =
        match_state_match(LENGTH, LENGTH - my_away, LENGTH - their_away, false);
    ms.cube = cube;
    ms.owner = owner;
    return ms;
}

static inline struct cube_model model_of(const struct match_state *ms)
{
    struct cube_model model;
    cube_model_init(&model, met, ms);
    return model;
}

static inline struct cube_decision decide(const struct match_state *ms,
                                          struct outputs o)
{
    struct cube_model model = model_of(ms);
    double values[CUBE_SLOTS_MAX];
    struct cube_decision decision;
    cube_values(&model, o, cube_efficiencies_alike(0.68), values);
    cube_decide(&model, ms, values, 1, &decision);
    return decision;
}

/* "hint" of GNU Backgammon 1.07 at 0-ply: the probabilities of its own net and what its
 * cube analysis makes of them (no double; double, take), Kazaross-XG2. Left out are
 * scores where one side doubles for nothing, at which it mixes in a dead cube that
 * nobody would leave alone. */
/* clang-format off */
static const struct {
    const char *xgid;
    struct outputs outputs;
    double no_double, double_take;
} gnu_analyses[] = {
    {"XGID=-CBCcbBB-B-A-----c-a-bb-b-:0:0:1:00:0:0:0:0:10", {0.708192F, 0.354040F, 0.002096F, 0.034983F, 0.000989F}, 0.946604, 1.274669},
    {"XGID=-CBCcbBB-B-A-----c-a-bb-b-:0:0:1:00:1:2:0:5:10", {0.708192F, 0.354040F, 0.002096F, 0.034983F, 0.000989F}, 1.035542, 2.074814},
    {"XGID=-CBCcbBB-B-A-----c-a-bb-b-:0:0:1:00:3:8:0:11:10", {0.708192F, 0.354040F, 0.002096F, 0.034983F, 0.000989F}, 0.980032, 1.550323},
    {"XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10", {0.521514F, 0.153921F, 0.007563F, 0.129847F, 0.007546F}, 0.103300, -0.234465},
    {"XGID=-b----E-C---eE---c-e----B-:1:1:1:00:3:3:0:7:10", {0.521514F, 0.153921F, 0.007563F, 0.129847F, 0.007546F}, 0.329785, 0.127527},
    {"XGID=-b----E-C---eE---c-e----B-:2:1:1:00:3:4:0:9:10", {0.521514F, 0.153921F, 0.007563F, 0.129847F, 0.007546F}, 0.293104, 0.296002},
    {"XGID=aaB-BBB---B-bB---d-dBc-A--:1:1:1:00:0:0:0:0:10", {0.703061F, 0.309324F, 0.009362F, 0.062203F, 0.002192F}, 0.895194, 1.118906},
    {"XGID=aaB-BBB---B-bB---d-dBc-A--:0:0:1:00:2:5:0:7:10", {0.703061F, 0.309324F, 0.009362F, 0.062203F, 0.002192F}, 0.905991, 1.450027},
    {"XGID=-BC--CC-B----Bacaa-b-bbab-:0:0:1:00:0:0:0:0:10", {0.672765F, 0.000050F, 0.000000F, 0.000050F, 0.000000F}, 0.496124, 0.477130},
    {"XGID=-BC--CC-B----Bacaa-b-bbab-:0:0:1:00:1:2:0:5:10", {0.672765F, 0.000050F, 0.000000F, 0.000050F, 0.000000F}, 0.483644, 0.334730},
    {"XGID=-BC--CC-B----Bacaa-b-bbab-:0:0:1:00:3:8:0:11:10", {0.672765F, 0.000050F, 0.000000F, 0.000050F, 0.000000F}, 0.532142, 0.559257},
    {"XGID=---cC-D-D---bB----bdbB--b-:0:0:1:00:0:0:0:3:10", {0.583380F, 0.112363F, 0.003356F, 0.091994F, 0.001135F}, 0.308241, 0.108587},
    {"XGID=---cC-D-D---bB----bdbB--b-:1:1:1:00:3:3:0:7:10", {0.583380F, 0.112363F, 0.003356F, 0.091994F, 0.001135F}, 0.535017, 0.494249},
    {"XGID=---cC-D-D---bB----bdbB--b-:2:1:1:00:3:4:0:9:10", {0.583380F, 0.112363F, 0.003356F, 0.091994F, 0.001135F}, 0.447498, 0.492122},
    {"XGID=-CaBD-BC-b------a--bab-ccA:1:1:1:00:0:0:0:0:10", {0.660722F, 0.223559F, 0.004427F, 0.028546F, 0.000279F}, 0.745251, 0.810501},
    {"XGID=-CaBD-BC-b------a--bab-ccA:0:0:1:00:2:5:0:7:10", {0.660722F, 0.223559F, 0.004427F, 0.028546F, 0.000279F}, 0.805364, 0.961352},
};
/* clang-format on */
