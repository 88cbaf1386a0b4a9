#!/usr/bin/env bash
# `lab positions`, `lab rollout` and `lab evaluate`: from a seed to figures.
set -eu
. tests/end_to_end/program_library
draw() { "$bot" lab positions "$@" --quiet; }
roll() { "$bot" lab rollout "$1" --quiet --trials 36 --truncate 3 --ply 0 --out "$2" "${@:3}"; }

draw cubes --count 8 --seed 3 --out "$folder/cubes"
if is_plain; then # each draw of cube actions searches some of a game's doubles
    draw cubes --count 8 --seed 3 --threads 3 --out "$folder/cubes3"
    cmp "$folder/cubes" "$folder/cubes3" || fail "threads change the set"
    draw cubes --count 8 --seed 3 --classes --out "$folder/told"
    cut -f1 "$folder/told" | cmp - "$folder/cubes" || fail "the classes change the set"
    grep -q 'money$' "$folder/told" || fail "no class is told"
fi
[ "$(grep -c '^XGID=.*:00:.*:10$' "$folder/cubes")" = 8 ] || fail "8 cube actions were expected"

# In two pieces as in one.
roll "$folder/cubes" "$folder/whole.jsonl" --rollout-cube-ply 2
head -3 "$folder/cubes" >"$folder/some"
roll "$folder/some" "$folder/parts.jsonl" --rollout-cube-ply 2
roll "$folder/cubes" "$folder/parts.jsonl" --rollout-cube-ply 2
cmp "$folder/whole.jsonl" "$folder/parts.jsonl" || fail "the pieces are not the whole"
"$bot" lab evaluate build/weights "$folder/whole.jsonl" --quiet >"$folder/figures"
grep -q '^| 8 cube actions | no double: RMSE' "$folder/figures" || fail "no table: $(cat "$folder/figures")"
grep -q '| money ([1-7]) | match ([1-7]) | centred' "$folder/figures" || fail "no kinds: $(cat "$folder/figures")"

# A line that cannot be read is named, and is no decision rolled out.
{ head -1 "$folder/cubes"; echo garbage; } >"$folder/mixed"
"$bot" lab rollout "$folder/mixed" --trials 36 --truncate 3 --ply 0 --out "$folder/mixed.jsonl" 2>"$folder/e" && fail "garbage was rolled out"
grep -q 'mixed:2: position id "garbage"' "$folder/e" || fail "it was not said where: $(cat "$folder/e")"
grep -q ': 1 decision rolled out in .*, 1 of 2 in all$' "$folder/e" || fail "a wrong sum: $(cat "$folder/e")"

draw back-games --count 4 --out "$folder/back"
roll "$folder/back" "$folder/back.jsonl" --cubeless
"$bot" lab evaluate build/weights build/weights,ply=1 "$folder/back.jsonl" --quiet >"$folder/figures"
grep -q '^| 4 decisions | PR' "$folder/figures" || fail "no table: $(cat "$folder/figures")"
grep -q '^| build/weights | 0.00 +- 0.00 | *| *| 0.[0-9]*[1-9]' "$folder/figures" || fail "no RMSE: $(cat "$folder/figures")"

# Beside decisions, single positions are forced plays, which nobody gets wrong.
draw plays --count 2 --out "$folder/plays"
roll "$folder/plays" "$folder/plays.jsonl" --cubeless --within 1
cat "$folder/back.jsonl" >>"$folder/plays.jsonl"
"$bot" lab evaluate build/weights "$folder/plays.jsonl" --quiet | grep -q '^| 2 decisions | PR' || fail "not 2 decisions"

# The sets of the repository are rollouts of their own ids.
is_plain && most=100000 || most=30
for set in plays cubes back-games; do
    head -n $most "weights/recipes/sets/$set.jsonl" >"$folder/set"
    "$bot" lab evaluate build/weights "$folder/set" --quiet >"$folder/figures" || fail "$set"
    grep -o 'XGID=[^"]*:10' "weights/recipes/sets/$set.ids" | sort >"$folder/drawn"
    sed -E 's/"(candidates|single)":.*//' "weights/recipes/sets/$set.jsonl" | grep -o 'XGID=[^"]*:10' | sort | comm -13 "$folder/drawn" - >"$folder/strange"
    [ ! -s "$folder/strange" ] || fail "$set: not of the set: $(cat "$folder/strange")"
done

# What is wrong with a file is told.
damaged() { # SED WHAT
    sed "$1" "$folder/whole.jsonl" >"$folder/bad"
    "$bot" lab evaluate "$folder/bad" --quiet 2>"$folder/e" && fail "a damaged file was taken: $1"
    grep -q "$2" "$folder/e" || fail "it was not said where: $(cat "$folder/e")"
}
damaged '2s/"no_double":[^,]*/"no_double":1e9/' 'bad:2: "no_double": expected a number from -10 to 10'
damaged '3s/"double_take_se":[^,]*,//' 'bad:3: "double_take_se"'
damaged '4s/"id"/"ib"/' 'bad:4: a cube action needs an "id"'
damaged '5s/$/}/' 'bad:5: expected an object'

status=0
draw games --out "$folder/none" 2>"$folder/e" || status=$?
[ "$status" = 2 ] && grep -q 'expected plays, cubes, back-games, reference-plays or reference-cubes, found' "$folder/e" || fail "status $status: $(cat "$folder/e")"
draw plays --out "$folder/missing/none" 2>"$folder/e" && fail "a folder that is not there"
[ ! -e "$folder/none" ] || fail "a file was left"
