#!/usr/bin/env bash
# `lab levels`: its table, and that it goes on where it was stopped.
set -eu
. tests/end_to_end/program_library

levels() { "$bot" lab levels --level expert --level master --reference-ply 1 --quiet "$@"; }
levels --matches 3 --games 6 >"$folder/one" || fail "no table"
grep -qE '^\| expert \| 0-ply, noise 0\.050, cube 0\.040 \| [0-9.]+ \+- [0-9.]+ \| .* \| 6 \|$' "$folder/one" ||
    fail "no row of the expert: $(cat "$folder/one")"
[ "$(wc -l <"$folder/one")" = 4 ] || fail "a head and two rows were expected"

kept() { levels --save "$folder/kept" "$@"; }
status=0
kept --matches 3 --games 6 --minutes 0.00001 >"$folder/out" || status=$?
[ "$status" = 3 ] || fail "exit status 3 was expected, not $status"
kept --matches 3 --games 6 2>"$folder/said" && fail "files that are there were taken without --resume"
grep -q 'exists already (--resume' "$folder/said" || fail "it was not said why: $(cat "$folder/said")"
kept --matches 2 --games 2 --resume >"$folder/out" || fail "it does not go on"
printf '1 2' >>"$folder/kept.expert" # as a kill leaves it
kept --matches 3 --games 6 --resume >"$folder/two" || fail "it does not go on to the end"
cmp "$folder/one" "$folder/two" || fail "the parts are not the whole"
kept --matches 3 --games 6 --resume --seed 2 2>"$folder/said" && fail "results of other dice were taken"

status=0
(ulimit -f 1 && levels --reference-ply 0 --matches 60 --games 0 --save "$folder/large" >/dev/null 2>"$folder/said") || status=$?
[ "$status" = 75 ] && grep -qx "fibsbot lab levels: $folder/large.expert: cannot be written: File too large.*" "$folder/said" ||
    fail "results that cannot be kept: $status: $(cat "$folder/said")"

"$bot" lab levels --level roller --matches 0 --games 0 --quiet >"$folder/out" || fail "no row without work"
grep -q '| roller | 2-ply, at most 360 games of 5 half-moves |' "$folder/out" || fail "it is not told how the roller plays"
for wrong in "--save $folder/twice --matches 0 --games 0 --level 1500 --level novice --level 1500" '--level wizard' '--matches x' '--reference-ply 5' '--resume' 'word'; do
    status=0
    # shellcheck disable=SC2086 # an option and its value
    "$bot" lab levels $wrong >"$folder/out" 2>"$folder/said" || status=$?
    [ "$status" = 2 ] && [ -s "$folder/said" ] || fail "$wrong: expected status 2"
done
