#!/usr/bin/env bash
# Tournaments on the soak's clock: a director, seven accounts of ours and a foreign one, or
# four of each, under kills of the program, cut lines, floods, restarts and crashes of the server. Each
# ends, and its table is equal to the server's results. Under a sanitizer only four of each,
# who do all that one does.
set -u
build=${BUILD:-build}
[ -x "$build/soak" ] || { echo "no soak"; exit 77; }
export FIBSBOT_WEIGHTS=${FIBSBOT_WEIGHTS:-$PWD/build/weights}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $(basename "$build") in build | build-alignment) numbers='1 4' ;; *) numbers=4 ;; esac
for kind in double swiss knock-out; do
    for foreign in $numbers; do
        run=$work/$kind-$foreign
        "$build/soak" --tournament "$kind" --accounts 9 --foreign "$foreign" --seed "${1:-1}" \
            --folder "$run" --minutes 30 >"$run.out"
        status=$?
        grep -E '^(tournament|bots killed|some checks)' "$run.out"
        if [ "$status" -ne 0 ]; then
            cat "$run.out"
            tail -n 40 "$run/log"
            exit 1
        fi
    done
done
