#!/usr/bin/env bash
# `fibsbot lab filter-study`: tables and plot of a tiny study, faults.
set -eu
fibsbot=$BUILD/fibsbot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }

"$fibsbot" lab filter-study --matches 1 --ply 1 --timed-every 20 --filter 3/.02 \
    --tables "$work/tables.md" --plot "$work/plot.svg" 2>"$work/said"
grep -qE '^1-ply decisions; 1 games of 1 matches, [0-9]+ plays' "$work/tables.md" || fail 'no sample'
[ "$(grep -cE '^\| 3/\.02 \|' "$work/tables.md")" -eq 2 ] || fail 'own filter not in both tables'
grep -qE '^\| xg-infinite \| 0\.000 ' "$work/tables.md" || fail 'infinite loses'
grep -q '^</svg>$' "$work/plot.svg" || fail 'no plot'
grep -q 'xg-normal' "$work/plot.svg" || fail 'no names in the plot'
for wrong in '--ply 9' '--filter 8/x' '--matches 0' '--nonsense' '--games-ply 3' '--given-alone'; do
    status=0
    # shellcheck disable=SC2086 # an option and its value
    "$fibsbot" lab filter-study $wrong >"$work/out" 2>"$work/said" || status=$?
    [ "$status" -eq 2 ] && [ -s "$work/said" ] || fail "$wrong: expected status 2"
done

# In two goes it has the figures of one; times apart.
study() { "$fibsbot" lab filter-study --ply 1 --timed-every 0 --save "$work/save" "$@" >"$work/out" 2>"$work/said"; }
study --matches 1 || fail 'nothing saved'
study --matches 2 && fail 'a file that is there was taken without --resume'
study --matches 2 --resume || fail 'no second go'
mv "$work/save" "$work/two"
study --matches 2 || fail 'nothing saved in one go'
cmp "$work/two" "$work/save" || fail 'two goes differ from one'
study --matches 9 --resume --minutes 0.00001 && fail 'not stopped by the clock'
study --matches 2 --resume --seed 2 && fail 'other conditions were taken'
grep -q 'these filters' "$work/said" || fail 'not told why'

"$fibsbot" lab filter-study --matches 1 --ply 1 --games-ply 0 --timed-every 0 --given-alone --filter 2/.01 \
    >"$work/tables.md" 2>"$work/said" || fail 'no study of games at a lower ply'
grep -q 'The games are played at 0-ply' "$work/tables.md" || fail 'not told what the games are played by'
[ "$(grep -c '^| [a-z0-9]' "$work/tables.md")" -eq 2 ] || fail 'other filters than the given one' # with the head
