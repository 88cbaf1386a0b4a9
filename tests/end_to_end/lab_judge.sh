#!/usr/bin/env bash
# `lab judge` on three openings; tests/data/rollouts.jsonl has rounded values of their plays.
set -eu
cd "$(dirname "$0")/../.."
bot=$BUILD/fibsbot
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "$*"; exit 1; }

figures() { # all but the last column of the first table, the time
    "$bot" lab judge build/weights build/weights,ply=1,replies=2/.1,leaf-replies=2/.05 \
        tests/data/rollouts.jsonl --quiet "$@" | sed '1,4s/|[^|]*|$//'
}
figures >"$folder/one"
figures --threads 3 >"$folder/three"
cmp "$folder/one" "$folder/three" || fail "threads change the figures"
grep -q '^| 3 decisions | PR' "$folder/one" || fail "no table"
[ "$(grep -c '^| build/weights' "$folder/one")" = 4 ] || fail "two rows in each table were expected"
"$bot" lab judge tests/data/rollouts.jsonl --json | grep -q '"decisions":3' || fail "no JSON"

status=0
"$bot" lab judge gnubg,program=/nowhere/gnubg tests/data/rollouts.jsonl 2>"$folder/e" || status=$?
[ "$status" = 77 ] || fail "exit status 77 was expected, not $status"
sed 's/"equity"/"equality"/' tests/data/rollouts.jsonl >"$folder/bad"
"$bot" lab judge "$folder/bad" 2>"$folder/e" && fail "a damaged file was taken"
grep -q 'bad:1: a candidate needs' "$folder/e" || fail "it was not said where"
