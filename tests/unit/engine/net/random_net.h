#pragma once
/* Nets with random weights. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/board/movegen.h"
#include "engine/board/rng.h"
#include "engine/net/inputs.h"
#include "engine/net/net_internal.h"
#include "tests/unit/engine/board/random_position.h"
#include "tests/unit/test_case.h"

struct shape {
    const char *description;
    const char *set;
    const char *classes;
    enum net_activation hidden;
    int layers;
    int size[NET_LAYERS_MAX];
};

static const struct shape shapes[] = {
    {"one hidden layer", "checkers", "one", NET_RELU, 2, {64, 5}},
    {"small net", "checkers", "one", NET_RELU, 3, {128, 16, 5}},
    {"big net", "checkers+hand", "one", NET_SIGMOID, 3, {256, 64, 5}},
    {"deep net", "checkers+hand", "one", NET_SIGMOID, 4, {384, 128, 64, 5}},
    {"odd widths", "checkers", "one", NET_SIGMOID, 5, {48, 16, 80, 32, 5}},
    {"classes", "checkers+hand", "men-back", NET_SIGMOID, 3, {64, 48, 5}},
    {"deep classes", "checkers", "men-back", NET_RELU, 4, {64, 32, 16, 5}},
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };
