#!/usr/bin/env bash
# `fibsbot lab filter-study`: tables and plot of a tiny study, faults.
set -eu
fibsbot=$BUILD/fibsbot
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }

"$fibsbot" lab filter-study --contests 1 --ply 1 --timed-every 20 --filter 3/.02 \
    --tables "$work/tables.md" --plot "$work/plot.svg" 2>"$work/said"
grep -qE '^1-ply decisions; 1 games of 1 contests, [0-9]+ plays' "$work/tables.md" || fail 'no sample'
[ "$(grep -cE '^\| 3/\.02 \|' "$work/tables.md")" -eq 2 ] || fail 'own filter not in both tables'
grep -qE '^\| xg-infinite \| 0\.000 ' "$work/tables.md" || fail 'infinite loses'
grep -q '^</svg>$' "$work/plot.svg" || fail 'no plot'
grep -q 'xg-normal' "$work/plot.svg" || fail 'no names in the plot'
for wrong in '--ply 9' '--filter 8/x' '--contests 0' '--nonsense'; do
    status=0
    # shellcheck disable=SC2086 # an option and its value
    "$fibsbot" lab filter-study $wrong >"$work/out" 2>"$work/said" || status=$?
    [ "$status" -eq 2 ] && [ -s "$work/said" ] || fail "$wrong: expected status 2"
done
