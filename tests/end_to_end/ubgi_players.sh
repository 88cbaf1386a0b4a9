#!/usr/bin/env bash
# Engines that speak UBGI as players of tourney and bench: ours against itself gives the
# same games as without UBGI, a small engine of another's writing plays in all drafts, and
# one that misbehaves forfeits its pairs and stops nothing.
set -eu
nets=build/weights
. tests/end_to_end/program_library
small="-S $PWD/tests/tools/ubgi_engine.py" # without the modules of others, in half the time

tourney() { "$bot" tourney "$@" --luck none --quiet; }

# The same pairs with and without UBGI between them.
same_pairs() {
    local keys=$1 draft=$2 ply=${ply:-1}
    shift 2
    rm -f "$folder/with" "$folder/without"
    tourney "fibsbot,ply=$ply" "ubgi,command=$bot ubgi --draft $draft,$keys" --games 10 --save "$folder/with" "$@" >/dev/null
    tourney "fibsbot,ply=$ply" "fibsbot,ply=$ply,name=twin" --games 10 --save "$folder/without" "$@" >/dev/null
    cmp <(tail -n +2 "$folder/with") <(tail -n +2 "$folder/without") || fail "other pairs: $*, draft $draft"
    [ "$(wc -l <"$folder/with")" = 6 ] || fail "five pairs were expected"
}
# In pair 11 the pruning net drops the play that the main net likes best.
ply=0 same_pairs engine.ply=1,game.cube=false 0.2 --cubeless --seed 78 --units 8-12
export FIBSBOT_WEIGHTS=$PWD/tests/data/fixtures/lab/nets # what follows asks for no good play
same_pairs engine.ply=2 0.2 --length 3
same_pairs engine.ply=2 0.2 --length 1 # no Crawford game: both are a point away
same_pairs Ply=2 0.1 --length 3
same_pairs Ply=2 0.1 --cube --jacoby
same_pairs engine.ply=2,game.cube=false 0.2 --cubeless

# Identity, keys and version stand in the result file; another version does not continue it.
head -n 1 "$folder/with" | grep -q "engine.ply=2,game.cube=false/fibsbot $(cat VERSION) (UBGI 0.2) length=0" ||
    fail "no identity: $(head -n 1 "$folder/with")"

# The player's name ends where it ends, also where the engine's own name has a slash; a file of a version that
# did not see to that goes on.
mkdir -p "$folder/bin"
printf '#!/bin/sh\n"%s" ubgi | sed -u "s|^id name .*|id name a/b|"\n' "$bot" >"$folder/bin/slash"
chmod +x "$folder/bin/slash"
slash() { tourney random "ubgi,command=$folder/bin/slash,name=it" --cubeless --save "$folder/slash" "$@" >/dev/null; }
slash --games 2
"$bot" tourney --report "$folder/slash" | grep -q '  it$' || fail "another name: $("$bot" tourney --report "$folder/slash")"
sed -i '1s=a|b=a/b=' "$folder/slash"
slash --games 4 --resume
grep -q 'name=it/a/b ' "$folder/slash" && [ "$(wc -l <"$folder/slash")" = 3 ] || fail "it does not go on: $(cat "$folder/slash")"

# What cannot be a player.
status=0
tourney random ubgi,command=/nowhere/engine --cubeless 2>"$folder/err" || status=$?
[ "$status" = 77 ] || fail "a program that is not there: $status"
for wrong in ubgi "ubgi,name=x" "ubgi,command=/bin/true" "ubgi,command=$bot ubgi,engine.horse=1" "ubgi,command=$bot ubgi,timeout=x"; do
    status=0
    tourney random "$wrong" --cubeless --games 2 >/dev/null 2>"$folder/err" || status=$?
    [ "$status" = 2 ] || [ "$status" = 1 ] || fail "$wrong: exit status $status"
    [ -s "$folder/err" ] || fail "$wrong: no reason"
done
"$bot" lab evaluate "ubgi,command=$bot ubgi" tests/data/rollouts.jsonl >/dev/null 2>"$folder/err" && fail "an evaluation by UBGI"
grep -q 'tell no equities' "$folder/err" || fail "lab evaluate: $(cat "$folder/err")"

"$bot" bench "ubgi,command=$bot ubgi,name=ours,engine.ply=1" --plays 20 | grep -q '^| ours |' || fail "bench has no times"

command -v python3 >/dev/null || { echo "no python3"; exit 77; }

# A strict engine finds no fault with the controller, in any draft, with and without cube.
plays() {
    "$bot" tourney fibsbot,ply=0 "ubgi,command=python3 $small --draft $1,name=small" --quiet --luck none --json \
        --games "${GAMES:-20}" "${@:2}" >"$folder/json"
    grep -q '"name":"small"' "$folder/json" || fail "draft $1: $(cat "$folder/json")"
    grep -Eq '"(faults|forfeited)":[1-9]' "$folder/json" && fail "draft $1 $2: $(cat "$folder/json")"
    return 0
}
plays 0.2 --cubeless
plays 0.1 --cubeless
plays 0.01 --cubeless
plays 0.2 --length 1
plays 0.2 --length 3
plays 0.1 --cube
plays 0.01 --cube

# A hostile engine is told of, forfeits its pairs, and the run goes to its end.
hostile() {
    tourney random "ubgi,command=python3 $small $1,name=bad,timeout=${3:-60000},errors=$folder/errors" --cubeless \
        --games 2 >"$folder/out" 2>&1 || fail "$1: $(cat "$folder/out")"
    grep -Eq "bad failed \(fault 3\): .*$2" "$folder/out" || fail "$1: $(cat "$folder/out")"
    grep -q '  bad: 3 faults in this run, 1 pair forfeited in all' "$folder/out" || fail "$1: $(cat "$folder/out")"
}
hostile +silent 'has not answered for 0.4 s' 400
hostile long 'more than 1023 bytes'
hostile +illegal 'not a legal play'
hostile exit 'has ended'
hostile +flood 'more than 10000 lines'
hostile twice 'which was not asked'
hostile deaf 'has not answered for 0.4 s' 400
[ -e "$folder/errors" ] || fail "standard error is not kept"

# One that writes megabytes to its standard error plays on, and the file ends at 1 MB.
rm "$folder/errors"
tourney random "ubgi,command=python3 $small noisy,name=noisy,errors=$folder/errors" --cubeless --games 2 >"$folder/out" 2>&1 ||
    fail "noisy: $(cat "$folder/out")"
grep -q failed "$folder/out" && fail "noisy: $(cat "$folder/out")"
[ "$(wc -c <"$folder/errors")" -gt 1000000 ] && [ "$(wc -c <"$folder/errors")" -lt 1100000 ] ||
    fail "a file of $(wc -c <"$folder/errors") bytes"
tail -n 1 "$folder/errors" | grep -q 'the file is full' || fail "not told that the file is full"

# Who forfeits pair after pair ends the run; once mended, those pairs are played again.
printf '#!/bin/sh\nexec python3 %s $(cat %s/mode)\n' "$small" "$folder" >"$folder/bin/engine"
chmod +x "$folder/bin/engine"
sick() { tourney random "ubgi,command=$folder/bin/engine" --cubeless --games 12 --save "$folder/sick" "$@" >"$folder/out" 2>&1; }
echo +exit >"$folder/mode"
status=0
sick --max-forfeits 3 || status=$?
[ "$status" = 1 ] && grep -q 'has forfeited 3 pairs in a row' "$folder/out" || fail "forfeits: $status: $(cat "$folder/out")"
[ "$(grep -c forfeited "$folder/sick")" = 3 ] || fail "three pairs were expected: $(cat "$folder/sick")"
echo >"$folder/mode"
sick --replay-forfeits 2>/dev/null && fail "--replay-forfeits without --resume"
sick --resume --replay-forfeits || fail "pairs played again: $(cat "$folder/out")"
[ "$(wc -l <"$folder/sick")" = 7 ] && ! grep -q forfeited "$folder/sick" || fail "forfeited pairs are left: $(cat "$folder/sick")"
[ "$(tail -n +2 "$folder/sick" | cut -d' ' -f1 | sort -n | paste -sd ' ')" = '0 1 2 3 4 5' ] || fail "other pairs: $(cat "$folder/sick")"

# A program that is killed while it loads: a fault, told and tried again.
printf '#!/bin/sh\necho >>%s/starts\n[ $(wc -l <%s/starts) = 2 ] && kill -KILL $$\nexec python3 %s\n' "$folder" "$folder" "$small" \
    >"$folder/bin/engine"
tourney random "ubgi,command=$folder/bin/engine" --cubeless --games 2 >"$folder/out" 2>&1 || fail "killed while it loads: $(cat "$folder/out")"
grep -q 'failed (fault 1): .*started again' "$folder/out" || fail "a start that failed is not told: $(cat "$folder/out")"
