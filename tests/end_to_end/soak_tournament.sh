#!/usr/bin/env bash
# Tournaments on the soak's clock: a director, seven accounts of ours and a foreign one,
# under kills of the program, cut lines, floods, restarts and crashes of the server. Each
# ends, and its table is equal to the server's results.
set -u
build=${BUILD:-build}
[ -x "$build/soak" ] || { echo "no soak"; exit 77; }
export FIBSBOT_WEIGHTS=${FIBSBOT_WEIGHTS:-$PWD/build/weights}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for kind in double swiss knock-out; do
    "$build/soak" --tournament "$kind" --accounts 9 --seed "${1:-1}" \
        --folder "$work/$kind" --minutes 30 >"$work/$kind.out"
    status=$?
    grep -E '^(tournament|bots killed|some checks)' "$work/$kind.out"
    if [ "$status" -ne 0 ]; then
        cat "$work/$kind.out"
        tail -n 40 "$work/$kind/log"
        exit 1
    fi
done
