#!/usr/bin/env bash
# The attacks on every port (tests/end_to_end/ports_attack.sh) under the address and
# undefined-behaviour sanitizers, whose allocator takes more memory, and more time.
set -u
make --no-print-directory BUILD=build-address-undefined SAN=address,undefined CFLAGS='-O1 -g1 -w' programs >/dev/null || exit 1
BUILD=build-address-undefined ATTACK_MEMORY_KB=60000 ATTACK_TICKS=90 ATTACK_LATE_MS=5000 exec tests/end_to_end/ports_attack.sh
