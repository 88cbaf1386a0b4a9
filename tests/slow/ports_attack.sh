#!/usr/bin/env bash
# The attacks on every port (tests/end_to_end/ports_attack.sh) under the address and
# undefined-behaviour sanitizers, which take more time.
set -u
make --no-print-directory BUILD=build-address-undefined SAN=address,undefined CFLAGS='-O1 -g1 -w' programs >/dev/null || exit 1
BUILD=build-address-undefined ATTACK_TICKS=90 ATTACK_LATE_MS=5000 exec tests/end_to_end/ports_attack.sh
