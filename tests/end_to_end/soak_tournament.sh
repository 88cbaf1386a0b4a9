#!/usr/bin/env bash
# Tournaments on the soak's clock: a director, accounts of ours and a foreign one, or as many of
# each, under kills of the program, cut lines, floods, restarts and crashes of the server. Each
# ends, and its table is equal to the server's results. Under a sanitizer only as many of each,
# who do all that one does. The seeds bring each trouble, and results that only ratings tell.
set -u
build=${BUILD:-build}
export FIBSBOT_WEIGHTS=${FIBSBOT_WEIGHTS:-$PWD/build/weights}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
runs=('double 7 3 6' 'swiss 9 4 1' 'knock-out 9 4 1')
case $(basename "$build") in build | build-alignment) runs+=('double 7 1 1' 'swiss 9 1 1' 'knock-out 9 1 1') ;; esac
for each in "${runs[@]}"; do
    read -r kind accounts foreign seed <<<"$each"
    run=$work/$kind-$foreign
    "$build/soak" --tournament "$kind" --accounts "$accounts" --foreign "$foreign" --seed "${1:-$seed}" \
        --folder "$run" --minutes 30 >"$run.out"
    status=$?
    grep -E '^(tournament|bots killed|some checks)' "$run.out"
    if [ "$status" -ne 0 ]; then
        cat "$run.out"
        tail -n 40 "$run/log"
        exit 1
    fi
done
