#!/usr/bin/env bash
# `fibsbot lab filter-study`: tables and plot of a tiny study, faults.
set -eu
. tests/end_to_end/program_library

"$bot" lab filter-study --matches 1 --ply 1 --timed-every 20 --filter 3/.02 \
    --tables "$folder/tables.md" --plot "$folder/plot.svg" 2>"$folder/said"
grep -qE '^1-ply decisions; 1 games of 1 matches, [0-9]+ plays' "$folder/tables.md" || fail 'no sample'
[ "$(grep -cE '^\| 3/\.02 \|' "$folder/tables.md")" -eq 2 ] || fail 'own filter not in both tables'
grep -qE '^\| xg-infinite \| 0\.000 ' "$folder/tables.md" || fail 'infinite loses'
grep -q '^</svg>$' "$folder/plot.svg" || fail 'no plot'
grep -q 'xg-normal' "$folder/plot.svg" || fail 'no names in the plot'
for wrong in '--ply 9' '--filter 8/x' '--filter 8/.16' '--matches 0' '--nonsense' '--games-ply 3' '--given-alone'; do
    status=0
    # shellcheck disable=SC2086 # an option and its value
    "$bot" lab filter-study $wrong >"$folder/out" 2>"$folder/said" || status=$?
    [ "$status" -eq 2 ] && [ -s "$folder/said" ] || fail "$wrong: expected status 2"
done

# In two goes it has the figures of one; times apart.
study() { "$bot" lab filter-study --ply 1 --timed-every 0 --save "$folder/save" "$@" >"$folder/out" 2>"$folder/said"; }
study --matches 1 || fail 'nothing saved'
study --matches 2 && fail 'a file that is there was taken without --resume'
study --matches 2 --resume || fail 'no second go'
mv "$folder/save" "$folder/two"
study --matches 2 || fail 'nothing saved in one go'
cmp "$folder/two" "$folder/save" || fail 'two goes differ from one'
study --matches 9 --resume --minutes 0.00001 && fail 'not stopped by the clock'
flock "$folder/save.new" "$bot" lab filter-study --ply 1 --timed-every 0 --save "$folder/save" --resume >"$folder/out" 2>"$folder/said" &&
    fail 'two programs write one file'
grep -q 'another program is writing it' "$folder/said" || fail "not said who writes it: $(cat "$folder/said")"
rm "$folder/save.new"
study --matches 2 --resume --seed 2 && fail 'other conditions were taken'
grep -q 'these filters' "$folder/said" || fail 'not told why'
[ ! -e "$folder/save.new" ] || fail 'a draft was left'
rm "$folder/save"
wide=$(printf '%2030s' '') # levels end with blanks
study --matches 1 --given-alone --filter "9/.1$wide" --filter "8/.1$wide" --filter 7/.1 && fail 'conditions were cut off'
grep -q 'too many filters to be kept' "$folder/said" || fail "not told of the conditions: $(cat "$folder/said")"

"$bot" lab filter-study --matches 1 --ply 1 --games-ply 0 --timed-every 0 --given-alone --filter 2/.01 \
    >"$folder/tables.md" 2>"$folder/said" || fail 'no study of games at a lower ply'
grep -q 'The games are played at 0-ply' "$folder/tables.md" || fail 'not told what the games are played by'
[ "$(grep -c '^| [a-z0-9]' "$folder/tables.md")" -eq 2 ] || fail 'other filters than the given one' # with the head
