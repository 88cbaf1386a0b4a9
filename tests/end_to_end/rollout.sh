#!/usr/bin/env bash
# `fibsbot analyse --rollout`: plays and cube actions with errors; more threads change
# nothing; a rollout that goes on from its state ends like one that was never stopped.
set -eu
nets=build/weights
. tests/end_to_end/program_library
roll_out() { "$bot" analyse --ply 0 --rollout --trials 108 --truncate 3 "$@"; }

plays='XGID=-CDBBaBB------a----bbbbcb-:1:-1:1:62:0:0:0:0:10'
cube='XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10'
roll_out "$plays" >"$folder/one"
grep -q '^   1\. 7/1 [34]/[12] .* +- 0\.0' "$folder/one" || fail 'the best play is not 7/1 4/2 or 7/1 3/1'
grep -q 'rollout: 108 trials, 3 half-moves' "$folder/one" || fail 'no word on the settings'
roll_out --threads 3 "$plays" >"$folder/three"
cmp "$folder/one" "$folder/three" || fail 'three threads find something else than one'
roll_out "$cube" | grep -q 'cube action: no double' || fail 'no cube action'

# it ends early where that was asked, says why, and at the same trial with any threads
ends_early() { # OPTIONS WHY POSITION
    local said
    # shellcheck disable=SC2086
    said=$("$bot" analyse --ply 0 --rollout --truncate 3 --trials 1296 --within 1 $1 "$3")
    grep -q "rollout: [0-9]* of 1296 trials ($2)" <<<"$said" || fail "$1 does not end $2"
    # shellcheck disable=SC2086
    [ "$("$bot" analyse --ply 0 --rollout --truncate 3 --trials 1296 --within 1 $1 --threads 2 "$3")" = "$said" ] ||
        fail "$1 ends elsewhere with two threads"
}
opening='XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
ends_early '--error .004' accurate "$opening"
ends_early '--clear 3' clear "$opening"
ends_early '--clear 3' clear "$cube"
roll_out --trials 1296 --clear 3 --within 1 "$opening" | grep -q 'given up' || fail 'no play was given up'
roll_out --played 6/2 "$opening" >"$folder/out"
grep -q 'played: number 2, loses 0\.4[0-9]* +- 0\.0[0-9]*, very bad' "$folder/out" || fail 'the play made is not told'
grep -q '\[14 plays not rolled out\]' "$folder/out" || fail 'no word on the plays not rolled out'
roll_out --trials 1 "$opening" | grep -q '^ *1 trial, of which there are no standard errors$' || fail 'one trial has standard errors'
status=0
roll_out --state "$folder/two" "$opening" "$opening" >"$folder/out" 2>&1 || status=$?
[ "$status" = 2 ] && [ ! -e "$folder/two" ] || fail "--state takes two positions: $status"
status=0
printf '%s\n\n%s\n' "$opening" "$cube" | roll_out --state "$folder/two" >"$folder/out" 2>&1 || status=$?
[ "$status" = 1 ] && [ ! -e "$folder/two" ] && [ "$(wc -l <"$folder/out")" = 1 ] && grep -q -- '--state is the file of one position$' "$folder/out" ||
    fail "--state takes two positions of standard input: $status: $(cat "$folder/out")"
printf '\n%s\n\n' "$opening" | roll_out --trials 1 --state "$folder/piped" >"$folder/out" && [ -e "$folder/piped" ] ||
    fail 'one position of standard input is refused'
status=0
timeout 60 "$bot" analyse --rollout --trials 1000000 --state "$folder/none/state" "$opening" >"$folder/out" 2>&1 || status=$?
[ "$status" = 1 ] && grep -q 'none/state: cannot be written: No such file' "$folder/out" || fail "where no state can be kept it is told at the end: $status"
roll_out --trials 1 --state "$folder/kept" "$opening" >"$folder/out"
mkdir "$folder/kept.new"
status=0
timeout 60 "$bot" analyse --ply 0 --rollout --trials 1000000 --truncate 3 --state "$folder/kept" "$opening" >"$folder/out" 2>&1 || status=$?
[ "$status" = 1 ] && grep -q 'kept: cannot be written: Is a directory' "$folder/out" || fail "where a state cannot be kept again it is told at the end: $status: $(cat "$folder/out")"
for kind in "$opening" "$cube"; do
    status=0
    "$bot" analyse --rollout --rollout-ply 2 --within 3 --time 1 "$kind" >"$folder/out" 2>&1 || status=$?
    [ "$status" = 1 ] && grep -q 'stopped before the first trial' "$folder/out" && [ "$(wc -l <"$folder/out")" = 1 ] ||
        fail "a result of no trials: $status: $(cat "$folder/out")"
done
roll_out --json --played 6/2 "$opening" | grep -q '"played":{"play":"6/2"' || fail 'the play made is not in JSON'

roll_out --beavers "$cube" | grep -q '^      double, beaver *-0\.3' || fail 'a wrong double is not beavered'
roll_out --beavers "${cube/:00:/:D:}" | grep -q 'answer: beaver' || fail 'the answer is not a beaver'

"$bot" analyse --ply 0 --rollout --trials 40 --truncate 3 --state "$folder/state" "$plays" >"$folder/part"
roll_out --state "$folder/state" "$plays" >"$folder/whole"
cmp "$folder/one" "$folder/whole" || fail 'going on from the state gives something else'
roll_out --json --seed 2 --state "$folder/state" "$plays" >"$folder/out"
grep -q '"error":".*state of another rollout' "$folder/out" || fail 'a state of other dice was taken'

[ "$(roll_out --json "$cube" - <<<"$plays" | grep -c '"method":"rollout"')" -eq 2 ] ||
    fail 'expected two JSON objects'
for wrong in '--trials 0' '--truncate -1' '--rollout-ply 5' '--error x' '--seed 1.5'; do
    status=0
    # shellcheck disable=SC2086
    roll_out $wrong "$plays" >"$folder/out" 2>"$folder/said" || status=$?
    [ "$status" -eq 2 ] && [ "$(wc -l <"$folder/said")" -eq 1 ] || fail "$wrong was not refused in one line"
done
status=0
"$bot" analyse --trials 72 "$plays" 2>/dev/null || status=$?
[ "$status" -eq 2 ] || fail '--trials without --rollout was not refused'
# many decisions into a file, as if never interrupted
judged='{"candidates": [{"xgid": "XGID=-ABB-CB-----cB----dccBA-b-:0:0:-1:00:0:0:0:0:10"}, {"xgid": "XGID=--BBACB---A-cA----dccBA-b-:0:0:-1:00:0:0:0:0:10"}]}'
printf '%s\n%s\n\nnonsense\n%s\n' "$plays" "$cube" "$judged" >"$folder/decisions"
many() { "$bot" lab rollout "$folder/decisions" --ply 0 --trials 36 --truncate 2 "$@"; }
status=0
many --out "$folder/all" 2>"$folder/said" || status=$?
[ "$status" -eq 1 ] && grep -q 'decisions:4: ' "$folder/said" || fail 'line 4 was not refused by its number'
[ "$(grep -c '"settings":"36 trials, 2 half-moves' "$folder/all")" -eq 3 ] || fail 'expected three decisions'
sed -n 2p "$folder/all" | grep -q '"line":2.*"cube":.*"action":"no_double"' || fail 'no cube action in line 2'
for kept in 40 600 700; do
    head -c "$kept" "$folder/all" >"$folder/again"
    many --threads 2 --quiet --out "$folder/again" 2>/dev/null || true
    cmp "$folder/all" "$folder/again" || fail "going on behind byte $kept gives something else"
done
[ ! -e "$folder/again.state" ] || fail 'a state was left'
# results in another order, as those of many ranks are, and one that is missing among them
{ sed 1d "$folder/all" && sed 1q "$folder/all"; } >"$folder/again"
many --quiet --out "$folder/again" 2>/dev/null || true
cmp "$folder/all" "$folder/again" || fail 'results are left out of order'
sed 2d "$folder/all" >"$folder/again"
many --quiet --out "$folder/again" 2>/dev/null || true
cmp "$folder/all" "$folder/again" || fail 'a missing decision is not rolled out'
sed 's/"line":5/"line":6/' "$folder/all" >"$folder/again"
many --out "$folder/again" 2>"$folder/said" || true
grep -q 'again has a result of line 6, which the input does not have' "$folder/said" || fail 'a result of another input was taken'
sed "2s/.*/$opening/" "$folder/decisions" >"$folder/others"
"$bot" lab rollout "$folder/others" --ply 0 --trials 36 --truncate 2 --out "$folder/all" 2>"$folder/said" &&
    fail 'results of other lines were taken'
grep -q 'all has a result of another line 2 than the input has' "$folder/said" || fail "other lines: $(cat "$folder/said")"
sed '5s/-ABB-CB/-BAB-CB/' "$folder/decisions" >"$folder/others"
"$bot" lab rollout "$folder/others" --ply 0 --trials 36 --truncate 2 --out "$folder/all" 2>"$folder/said" &&
    fail 'a result of other candidates was taken'
grep -q 'all has a result of another line 5 than the input has' "$folder/said" || fail "other candidates: $(cat "$folder/said")"
flock "$folder/all" "$bot" lab rollout "$folder/decisions" --ply 0 --trials 36 --truncate 2 --out "$folder/all" 2>"$folder/said" || true
tail -n 1 "$folder/said" | grep -q 'all: another program is writing it$' || fail "not said who writes it: $(cat "$folder/said")"
many --out /proc/self/mem 2>"$folder/said" && fail 'results that cannot be read are none'
grep -q 'mem: Input/output error' "$folder/said" || fail "results that cannot be read: $(cat "$folder/said")"
head -c 700 "$folder/all" >"$folder/again"
echo damaged >"$folder/again.state"
many --quiet --out "$folder/again" 2>"$folder/said" || true
grep -q 'again.state: .*; the decision begins again' "$folder/said" || fail 'a damaged state was dropped in silence'
cmp "$folder/all" "$folder/again" || fail 'a damaged state changes the results'
"$bot" lab evaluate "$(echo build/weights/big-*.net)" "$folder/all" | grep -q '| 2 decisions |' ||
    fail 'lab evaluate does not read it'
for other in '--seed 9' '--clear 3' '--error 0.01'; do
    status=0
    # shellcheck disable=SC2086
    many $other --out "$folder/all" 2>"$folder/said" || status=$?
    [ "$status" -eq 1 ] && grep -q 'other settings' "$folder/said" || fail "$other was mixed in"
done
printf '%s\n' "$plays" "{\"id\": \"$cube\"}" >"$folder/objects"
objects() { "$bot" lab rollout "$folder/objects" --ply 1 --trials 36 --truncate 2 --quiet --out "$folder/$1" --filter "$2" 2>"$folder/said"; }
objects named 8/.16 && objects named 8/.16 || fail "an id in an object: $(cat "$folder/said")"
[ "$(grep -c '"id":"XGID' "$folder/named")" -eq 2 ] || fail 'a result has no id'
"$bot" lab evaluate fibsbot "$folder/named" --quiet >"$folder/out" 2>&1 || fail "without its id: $(cat "$folder/out")"
objects named 4/.16 && fail 'another row of a filter was mixed in'
grep -q 'another search: 1-ply 8/.16, 5 ' "$folder/said" || fail "another row: $(cat "$folder/said")"
status=0
objects rows '8/.16, 4/.08' || status=$?
[ "$status" -eq 2 ] && grep -q 'is for 2-ply decisions' "$folder/said" || fail "a row for other decisions: $status: $(cat "$folder/said")"
status=0
objects long "8/.16$(printf '%40s' '')" || status=$? # levels end with blanks
[ "$status" -eq 2 ] && grep -q 'more than 40 letters' "$folder/said" || fail "words that are cut off: $status: $(cat "$folder/said")"
printf '%s\n' "${opening/:31:/:11:}" >"$folder/wide"
"$bot" lab rollout "$folder/wide" --ply 0 --trials 36 --truncate 1 --within 9 --candidates 32 --quiet --out "$folder/wide.jsonl"
"$bot" lab evaluate fibsbot "$folder/wide.jsonl" --quiet >"$folder/out" 2>&1 || fail "32 candidates: $(cat "$folder/out")"
for other in '--ply 1' '--candidates 2' '--within 0.1' '--filter gnubg-normal' '--weights tests/data/fixtures/lab/nets'; do
    status=0
    # shellcheck disable=SC2086
    many $other --out "$folder/all" 2>"$folder/said" || status=$?
    [ "$status" -eq 1 ] && grep -q 'another search' "$folder/said" || fail "$other was mixed in: $(cat "$folder/said")"
done
sed 's/"search":"[^"]*",//' "$folder/all" >"$folder/former"
many --ply 1 --out "$folder/former" 2>"$folder/said" || true
grep -q '0 decisions rolled out' "$folder/said" || fail 'the file of a former version does not go on'
# a decision without a cube says so; results of a former version said otherwise, and go on
printf '%s\n%s\n' "${opening%:10}:0" "$opening" >"$folder/dead"
dead() { "$bot" lab rollout "$folder/dead" --ply 0 --trials 36 --truncate 2 --out "$folder/$1" "${@:2}" 2>"$folder/said"; }
dead new || fail "decisions without a cube: $(cat "$folder/said")"
[ "$(sed 's/.*"settings":"\([^"]*\)".*/\1/' "$folder/new")" = "36 trials of a game without a cube, 2 half-moves, plays 0-ply, cubeless, seed 1
36 trials, 2 half-moves, plays 0-ply, cube 0-ply, seed 1" ] || fail "the settings of each: $(cat "$folder/new")"
sed '1s/ of a game without a cube//; 1s/cubeless/cube 0-ply/' "$folder/new" >"$folder/old"
for name in new old; do
    dead $name && grep -q '0 decisions rolled out' "$folder/said" || fail "file $name does not go on: $(cat "$folder/said")"
done
dead new --cubeless && fail 'rollouts with a cube were taken for --cubeless'
status=0
"$bot" lab rollout "$folder/decisions" --ply 0 --trials 1296 --minutes 0.0005 --out "$folder/long" 2>"$folder/said" || status=$?
[ "$status" -eq 3 ] && grep -q 'stopped; the same command continues' "$folder/said" && [ -e "$folder/long.state" ] ||
    fail "stopped by the clock it ends with status $status"
# of the limits of a run and of a decision the first one ends it: the run goes on later, the decision is done
limited() { # EXPECTED OPTIONS: no decision comes to the end of its trials
    local expected=$1
    shift
    rm -f "$folder"/limited*
    status=0
    "$bot" lab rollout "$folder/limit" --ply 0 --trials 1296000 --quiet --out "$folder/limited" "$@" 2>"$folder/said" || status=$?
    [ "$status" -eq "$expected" ] || fail "with $* it ends with status $status, not $expected"
}
printf '%s\n%s\n' "$cube" "$judged" >"$folder/limit"
limited 3 --minutes 0.02 --time 600000
[ -e "$folder/limited.state" ] && [ "$(wc -l <"$folder/limited")" -eq 0 ] || fail 'the limit of a run ends a decision for good'
# a line that cannot be read leaves the state to the decision it is of; what cannot be saved ends the run, and nothing is lost
printf 'nonsense\n%s\n' "$cube" >"$folder/limit"
limited 3 --minutes 0.02
before=$(sed -n 's/^trials \([0-9]*\) .*/\1/p' "$folder/limited.state")
state_of() { "$bot" lab rollout "$folder/limit" --ply 0 --trials 1296000 --quiet --out "$folder/limited" "$@" 2>"$folder/said"; }
state_of --minutes 0.0001 && fail 'no status of a run that was stopped'
[ "$(sed -n 's/^trials \([0-9]*\) .*/\1/p' "$folder/limited.state")" -ge "$before" ] || fail "the state of $before trials was removed"
cp "$folder/limited.state" "$folder/saved"
mkdir "$folder/limited.state.new"
status=0
state_of --minutes 60 || status=$?
[ "$status" -eq 1 ] && [ "$(tail -n +2 "$folder/said")" = "fibsbot lab rollout: $folder/limited.state: cannot be written: Is a directory" ] ||
    fail "a state that cannot be written: $status: $(cat "$folder/said")"
cmp "$folder/saved" "$folder/limited.state" || fail 'the state was lost'
rmdir "$folder/limited.state.new"
# a result of no trials is none
status=0
"$bot" lab rollout "$folder/decisions" --rollout-ply 2 --time 1 --out "$folder/none" --quiet 2>"$folder/said" || status=$?
[ "$status" -eq 1 ] && [ ! -s "$folder/none" ] && grep -q 'decisions:2: stopped before the first trial was done' "$folder/said" ||
    fail "a result of no trials: $status: $(cat "$folder/said" "$folder/none")"
printf '%s\n%s\n' "$cube" "$judged" >"$folder/limit"
limited 0 --minutes 60 --time 500
[ ! -e "$folder/limited.state" ] && [ "$(wc -l <"$folder/limited")" -eq 2 ] || fail 'a decision does not end with its own time'
echo 'rollouts from the command line: right'
