#pragma once

/* What a person's seat of ours, in a browser or a terminal, calls itself in its log-in.
 * A bot knows a person by it (bot/policy/roster.h); our bots call themselves fibsbot. */
#define SEAT_CLIENT "fibsbot-seat"
