#!/usr/bin/env bash
# A contest in pieces: units of it on several machines, joined to the bytes of one run.
set -eu
. tests/end_to_end/program_library
match() { "$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.2 --cubeless --luck small --quiet --save "$@" >"$folder/out" 2>&1; }
refused() {
    status=0
    "$bot" tourney "${@:2}" >"$folder/out" 2>"$folder/err" || status=$?
    [ "$status" != 0 ] && grep -q -- "$1" "$folder/err" || fail "status $status: $(cat "$folder/err")"
}

match "$folder/whole" --games 40
match "$folder/a" --units 0-6 --threads 2 || fail "a piece is not whole: $(cat "$folder/out")"
match "$folder/b" --units 12-19
match "$folder/c" --units 7-11
[ "$(wc -l <"$folder/c")" = 6 ] || fail "five pairs were expected: $(cat "$folder/c")"
"$bot" tourney merge "$folder/all" "$folder/b" "$folder/a" "$folder/c" >"$folder/out"
cmp "$folder/whole" "$folder/all" || fail "the pieces are not the whole"
grep -q ': 20 pairs$' "$folder/out" || fail "it says $(cat "$folder/out")"

# Of one pair text and page say so.
"$bot" tourney baseline random --cubeless --luck none --games 2 --save "$folder/one" --html "$folder/one.html" >"$folder/out"
"$bot" tourney merge "$folder/alone" "$folder/one" >"$folder/out"
grep -q ': 1 pair$' "$folder/out" || fail "one pair: $(cat "$folder/out")"
grep -q ' 1 pair by ' "$folder/one.html" || fail "one pair on the page"

# A piece goes on, also one whose file has other pairs.
match "$folder/a" --units 0-9 --resume
[ "$(wc -l <"$folder/a")" = 11 ] || fail "ten pairs were expected"
match "$folder/a" --units 15-16 --resume
"$bot" tourney merge "$folder/again" "$folder/a" "$folder/b" "$folder/c" >"$folder/out"
cmp "$folder/whole" "$folder/again" || fail "pieces with pairs twice are not the whole"

# What is missing is told, and the contest goes on with it.
status=0
"$bot" tourney merge "$folder/part" "$folder/b" "$folder/c" >"$folder/out" || status=$?
[ "$status" = 3 ] && grep -q ': 13 pairs; missing: 0-6$' "$folder/out" || fail "status $status: $(cat "$folder/out")"
status=0
"$bot" tourney merge --units 6-9 "$folder/six" "$folder/b" "$folder/c" >"$folder/out" || status=$?
[ "$status" = 3 ] && grep -q ': 13 pairs; missing: 6-6$' "$folder/out" || fail "of 6-9, status $status: $(cat "$folder/out")"
"$bot" tourney merge --units 7-11 "$folder/seven" "$folder/b" "$folder/c" >"$folder/out" || fail "none of 7-11 is missing: $(cat "$folder/out")"
head -n 4 "$folder/c" >"$folder/short"
status=0
"$bot" tourney merge --units 7-10 "$folder/ten" "$folder/b" "$folder/short" >"$folder/out" || status=$?
[ "$status" = 3 ] && grep -q ': 11 pairs; missing: 10-10$' "$folder/out" || fail "of 7-10, status $status: $(cat "$folder/out")"
# A sequential test that has come to a gap tells the ratio of the pairs before it, of which it tells the number.
cp "$folder/part" "$folder/gap"
status=0
"$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.2 --cubeless --luck small --quiet --games 40 --sprt 0:1 --minutes 1e-9 \
    --save "$folder/gap" --resume --json >"$folder/out" || status=$?
[ "$status" = 3 ] && grep -q '"pairs":14,' "$folder/out" && grep -q '"ratio":0.0,"pairs":1,"decided":"open"' "$folder/out" ||
    fail "at a gap, status $status: $(cat "$folder/out")"
match "$folder/part" --games 40 --resume
cmp <(sort "$folder/whole") <(sort "$folder/part") || fail "the rest differs"

# A worker that was killed before it had written anything has no pairs.
: >"$folder/killed"
status=0
"$bot" tourney merge "$folder/rest" "$folder/killed" "$folder/b" "$folder/c" >"$folder/out" || status=$?
[ "$status" = 3 ] && grep -q ': 13 pairs; missing: 0-6$' "$folder/out" || fail "a killed worker: status $status: $(cat "$folder/out")"
refused 'no file has a result' merge "$folder/no" "$folder/killed"

# A report counts a pair that a file has twice once, as the contest that goes on does, and takes no two results of it.
{ cat "$folder/c"; tail -n +2 "$folder/c"; } >"$folder/twice"
cmp <("$bot" tourney --report "$folder/c" --csv) <("$bot" tourney --report "$folder/twice" --csv) || fail "pairs count twice"
awk 'NR == 2 { print; $2 += 1 } { print }' "$folder/c" >"$folder/other"
refused 'other: pair 7 has two different results' --report "$folder/other"

# Other players, seeds and weights, another result of a pair, a file that is there.
"$bot" tourney fibsbot,ply=0 fibsbot,ply=0,noise=.2 --cubeless --luck small --quiet --seed 2 --units 20-21 --save "$folder/seed" >"$folder/out"
refused 'seed: expected results under the same conditions (files, players, options): "seed=1 ' merge "$folder/no" "$folder/a" "$folder/seed"
sed '1s/digest/&/; 1s/\(A=[^/]*\)\/./\1\/x/' "$folder/c" >"$folder/weights"
refused 'expected results under the same conditions' merge "$folder/no" "$folder/a" "$folder/weights"
awk 'NR == 2 { $2 += 1 } { print }' "$folder/c" >"$folder/other"
refused 'pair 7 has two different results' merge "$folder/no" "$folder/c" "$folder/other"
refused 'File exists' merge "$folder/all" "$folder/a"
refused 'No such file' merge "$folder/no" "$folder/a" "$folder/nothing"
refused 'Is a directory' merge "$folder/no" "$folder"
sed '1s/,noise=.2//' "$folder/c" >"$folder/doubles" # as former versions made them
refused 'doubles: two players are named "fibsbot,ply=0"' merge "$folder/no" "$folder/doubles"
echo "fibsbot-contest 2 nobody" >"$folder/nobody"
refused 'nobody: ' merge "$folder/no" "$folder/nobody"
[ ! -e "$folder/no" ] || fail "something was written"
refused 'merge needs' merge "$folder/no"
refused 'expected FROM-TO' random baseline --cubeless --units 9-3
refused 'expected FROM-TO' random baseline --cubeless --units x
refused 'all pairs' fibsbot,ply=0 random --cubeless --luck none --units 0-3 --sprt 0:.1

# A tournament has a file for each match.
all() {
    "$bot" tourney random baseline fibsbot,ply=0 --round-robin --cubeless --luck none --quiet --save "$@" >"$folder/out"
}
all "$folder/three" --games 12
all "$folder/x" --units 0-2
all "$folder/y" --units 3-5
"$bot" tourney merge "$folder/z" "$folder/x" "$folder/y" >"$folder/out"
for match in 1-2 1-3 2-3; do
    cmp "$folder/three.$match" "$folder/z.$match" || fail "match $match differs"
done

# A match of which no file is there is told as missing, too.
rm "$folder/x.1-3" "$folder/y.1-3"
status=0
"$bot" tourney merge "$folder/less" "$folder/x" "$folder/y" >"$folder/out" || status=$?
[ "$status" = 3 ] && grep -q 'less.1-3: 0 pairs; missing: all$' "$folder/out" || fail "status $status: $(cat "$folder/out")"
status=0
"$bot" tourney merge --units 0-5 "$folder/six-less" "$folder/x" "$folder/y" >"$folder/out" || status=$?
[ "$status" = 3 ] && grep -q 'less.1-3: 0 pairs; missing: 0-5$' "$folder/out" || fail "status $status: $(cat "$folder/out")"
[ ! -e "$folder/less.1-3" ] || fail "a file without a pair"
