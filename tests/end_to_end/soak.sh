#!/usr/bin/env bash
# The soak (tests/soak/soak.h), a short one: its figures are printed, and all must be as
# it must be.
#
#   tests/end_to_end/soak.sh [MATCHES [SEED]]      make soak MATCHES=N: a long one
#
# Under a sanitizer, where the same takes ten times as long, it is shorter still.
set -u
build=${BUILD:-build}
export FIBSBOT_WEIGHTS=${FIBSBOT_WEIGHTS:-$PWD/build/weights}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $(basename "$build") in build | build-alignment) matches=20 ;; *) matches=12 ;; esac
"$build/soak" --matches "${1:-$matches}" --seed "${2:-1}" --folder "$work/out" --minutes 60
status=$?
[ "$status" -eq 0 ] || tail -n 40 "$work/out/log"
exit "$status"
