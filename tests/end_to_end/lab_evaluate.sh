#!/usr/bin/env bash
# `lab evaluate` on three openings; tests/data/rollouts.jsonl has rounded values of their plays.
set -eu
. tests/end_to_end/program_library

figures() { # all but the last column of the first table, the time
    "$bot" lab evaluate build/weights build/weights,ply=1,candidates=2/.1,leaf-candidates=2/.05 \
        tests/data/rollouts.jsonl --quiet "$@" | sed '1,4s/|[^|]*|$//'
}
figures >"$folder/one"
figures --threads 3 >"$folder/three"
cmp "$folder/one" "$folder/three" || fail "threads change the figures"
grep -q '^| 3 decisions | PR' "$folder/one" || fail "no table"
[ "$(grep -c '^| build/weights' "$folder/one")" = 4 ] || fail "two rows in each table were expected"
status=0
"$bot" lab evaluate fibsbot fibsbot tests/data/rollouts.jsonl 2>"$folder/e" || status=$?
[ "$status" = 2 ] && grep -q 'two players are named "fibsbot": .*name=NAME' "$folder/e" || fail "doubled names: $(cat "$folder/e")"
"$bot" lab evaluate fibsbot fibsbot,name=twin tests/data/rollouts.jsonl --quiet | grep -q '^| twin | ' || fail "no name of its own"
"$bot" lab evaluate tests/data/rollouts.jsonl --json | grep -q '"decisions":3' || fail "no JSON"

# Stopped by the clock and killed, it goes on to the same figures.
kept() { figures --save "$folder/kept" "$@"; }
status=0
"$bot" lab evaluate build/weights,ply=2 tests/data/rollouts.jsonl --save "$folder/kept" --quiet \
    --minutes 0.00001 >"$folder/e" 2>&1 || status=$?
[ "$status" = 3 ] || fail "exit status 3 was expected, not $status"
grep -q 'stopped: build/weights,ply=2 after 1 of 3' "$folder/e" || fail "not stopped: $(cat "$folder/e")"
status=0 # results that are lost are told of a run that was stopped, too
"$bot" lab evaluate build/weights,ply=2 tests/data/rollouts.jsonl --quiet --json --minutes 0.00001 >/dev/full 2>"$folder/e" || status=$?
[ "$status" = 75 ] && grep -q 'the output cannot be written: No space left on device$' "$folder/e" || fail "lost results: $status: $(cat "$folder/e")"
"$bot" lab evaluate tests/data/rollouts.jsonl --save "$folder/kept" 2>/dev/null && fail "a file was written over"
kept --resume >"$folder/half"
cmp "$folder/one" "$folder/half" || fail "others in the file change the figures"
sed -i '$d' "$folder/kept"
printf 'fedcba9876543210 0 0.1 1' >>"$folder/kept" # as a kill leaves it
kept --resume >"$folder/whole"
cmp "$folder/one" "$folder/whole" || fail "the parts are not the whole"
[ "$(wc -l <"$folder/kept")" = 8 ] || fail "a heading and seven lines were expected"
sed 's/}$/} /' tests/data/rollouts.jsonl >"$folder/other.jsonl"
"$bot" lab evaluate "$folder/other.jsonl" --save "$folder/kept" --resume 2>"$folder/e" && fail "records of another file"
grep -q 'under the same conditions' "$folder/e" || fail "it was not said why"

# Rollouts that tell their standard errors have a floor.
sed 's/"probs"/"se": 0.02, "probs"/g' tests/data/rollouts.jsonl >"$folder/errors.jsonl"
"$bot" lab evaluate build/weights "$folder/errors.jsonl" --quiet >"$folder/floor"
grep -q '^| a perfect player | [0-9.]* | | | 0.0200 | 0.0283 |' "$folder/floor" || fail "no floor: $(cat "$folder/floor")"
grep -q 'a perfect player' "$folder/one" && fail "rollouts without errors have no floor"

# By the first one's values nothing of the rollouts counts.
by_first() { "$bot" lab evaluate build/weights build/weights,ply=1 "$1" --json --quiet | grep -o '"by_first":{[^}]*}'; }
by_first tests/data/rollouts.jsonl >"$folder/by_first"
head -1 "$folder/by_first" | grep -qF '"output_rmse":[0.0,0.0,0.0,0.0,0.0]' || fail "the first one differs from itself: $(cat "$folder/by_first")"
by_first "$folder/errors.jsonl" | cmp - "$folder/by_first" || fail "errors of the rollouts count"

# Cube actions whose figures are known by hand; threads change nothing.
cubes() { "$bot" lab evaluate build/weights build/weights,ply=2 tests/data/cubes.tsv --quiet "$@" | sed 's/|[^|]*|$//'; }
cubes >"$folder/cubes"
cubes --threads 3 >"$folder/cubes3"
cmp "$folder/cubes" "$folder/cubes3" || fail "threads change the figures of cubes"
for who in build/weights build/weights,ply=2; do
    grep -F "| $who | 0.0707 | -0.0500 +- 0.0354 | 0.0707 | +0.0500 +- 0.0354 | 36.11 +- 25.5" "$folder/cubes" |
        grep -q '| 0.00 +- 0.00 |' || fail "cubes: $(cat "$folder/cubes")"
done
"$bot" lab evaluate tests/data/cubes.tsv --json | grep -q '"free redouble"' || fail "no JSON of cubes"
status=0
"$bot" lab evaluate tests/data/cubes.tsv --save "$folder/cubes.kept" 2>"$folder/e" || status=$?
[ "$status" = 2 ] && grep -q -e '--save, --resume and --minutes are for plays only' "$folder/e" ||
    fail "--save of cubes: exit status $status: $(cat "$folder/e")"
[ ! -e "$folder/cubes.kept" ] || fail "--save of cubes is refused and leaves a file"
"$bot" lab evaluate build/weights/big-*.net tests/data/cubes.tsv 2>"$folder/e" && fail "a net alone has no cube"
grep -q 'folders of weights only' "$folder/e" || fail "it was not said why: $(cat "$folder/e")"
sed 's/^-0.33333/x/' tests/data/cubes.tsv >"$folder/bad"
"$bot" lab evaluate "$folder/bad" 2>"$folder/e" && fail "a damaged set of cubes was taken"
grep -q 'bad:5: "dt": expected an equity' "$folder/e" || fail "it was not said where: $(cat "$folder/e")"

status=0
"$bot" lab evaluate gnubg,program=/nowhere/gnubg tests/data/rollouts.jsonl 2>"$folder/e" || status=$?
[ "$status" = 77 ] || fail "exit status 77 was expected, not $status"
sed 's/"equity"/"equality"/' tests/data/rollouts.jsonl >"$folder/bad"
"$bot" lab evaluate "$folder/bad" 2>"$folder/e" && fail "a damaged file was taken"
grep -q 'bad:1: a candidate needs' "$folder/e" || fail "it was not said where"
"$bot" lab evaluate /proc/self/mem 2>"$folder/e" && fail "a file that cannot be read"
grep -q 'mem: Input/output error' "$folder/e" || fail "it was not said why: $(cat "$folder/e")"
status=0
"$bot" lab evaluate fibsbot,noise=.1 tests/data/rollouts.jsonl 2>"$folder/e" || status=$?
[ "$status" = 2 ] && grep -q 'nothing is evaluated with noise= or time=' "$folder/e" || fail "noise that is not there: $status: $(cat "$folder/e")"
head -60 weights/recipes/sets/plays.jsonl >"$folder/some"
rmse() { "$bot" lab evaluate "fibsbot,level=grandmaster$1" "$folder/some" --quiet | sed -n 3p | cut -d'|' -f6; }
[ "$(rmse ,filter=1/0)" != "$(rmse '')" ] || fail "the filter of a level counts nothing"
